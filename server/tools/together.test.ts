import assert from 'node:assert/strict'
import { test } from 'node:test'
import { together } from './together.ts'

const later = (milliseconds: number) => new Promise<void>((done) => setTimeout(done, milliseconds))

test('what was asked at the same time is refused in the order of the text, when all of it has come back', async () => {
  let isOver = false
  const slow = async () => {
    await later(20)
    throw new Error('first')
  }
  const quick = async () => {
    throw new Error('second')
  }
  const slowest = async () => {
    await later(40)
    isOver = true
  }
  await assert.rejects(together([slow(), quick(), slowest()]), { message: 'first' })
  assert.ok(isOver)
  assert.deepEqual(await together([Promise.resolve(1), 'b']), [1, 'b'])
})
