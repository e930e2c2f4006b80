import assert from 'node:assert/strict'
import { test } from 'node:test'
import { WorkQueue } from './work-queue.ts'

/** Work that goes on until it is told to end. */
function longWork(begun: string[], name: string) {
  const { promise, resolve } = Promise.withResolvers<string>()
  const work = () => {
    begun.push(name)
    return promise
  }
  return { work, end: () => resolve(name) }
}

test('two run, the next wait their turn in order, and one more is refused', async () => {
  const queue = new WorkQueue({ atOnce: 2, waiting: 2, patience: 60_000 })
  const begun: string[] = []
  const [a, b, c, d] = [longWork(begun, 'a'), longWork(begun, 'b'), longWork(begun, 'c'), longWork(begun, 'd')]
  const done = [a, b, c, d].map(({ work }) => queue.run(work))
  await assert.rejects(queue.run(longWork(begun, 'e').work), { code: 'imports_busy' })
  assert.deepEqual(begun, ['a', 'b'])
  b.end()
  assert.equal(await done[1], 'b')
  assert.deepEqual(begun, ['a', 'b', 'c'])
  for (const { end } of [a, c, d]) end()
  assert.deepEqual(await Promise.all(done), ['a', 'b', 'c', 'd'])
  assert.equal(await queue.run(async () => 'again'), 'again')
})

test('work that fails makes room for the next', async () => {
  const queue = new WorkQueue({ atOnce: 1, waiting: 1, patience: 60_000 })
  const failed = queue.run(() => Promise.reject(new RangeError('no')))
  const next = queue.run(async () => 'next')
  await assert.rejects(failed, RangeError)
  assert.equal(await next, 'next')
})

test('who has waited too long is refused, and is not waited for', async () => {
  const queue = new WorkQueue({ atOnce: 1, waiting: 1, patience: 1 })
  const begun: string[] = []
  const long = longWork(begun, 'long')
  const running = queue.run(long.work)
  await assert.rejects(queue.run(longWork(begun, 'late').work), { code: 'imports_busy' })
  long.end()
  await running
  assert.equal(await queue.run(async () => 'next'), 'next')
  assert.deepEqual(begun, ['long'])
})
