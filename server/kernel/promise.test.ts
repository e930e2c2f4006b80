import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { Refusal } from '#contract/kernel/refusals.ts'
import { problemOf } from './problem.ts'
import { readInput, readOutput } from './promise.ts'

const promise = { method: 'GET', path: '/things', output: z.strictObject({ name: z.string() }) } as const

const thrown = (work: () => unknown): unknown => {
  try {
    return work()
  } catch (error) {
    return error
  }
}

test('an answer that breaks its promise is a bug of the server, not wrong input', () => {
  assert.deepEqual(readOutput(promise, { name: '当归' }), { name: '当归' })
  const error = thrown(() => readOutput(promise, { name: '当归', secret: 1 }))
  assert.match(String(error), /GET \/things does not answer what it promises/)
  assert.equal(problemOf(error), undefined)
})

test('a stored snapshot that cannot be read is a bug as well', () => {
  assert.equal(problemOf(thrown(() => z.string().parse(1))), undefined)
})

test('wrong input is refused with the path of each field', () => {
  const error = thrown(() =>
    readInput(z.strictObject({ lines: z.array(z.strictObject({ kg: z.string('请填写') })) }), { lines: [{}], x: 1 }),
  )
  assert.ok(error instanceof Refusal && error.code === 'invalid_input')
  assert.deepEqual(
    error.errors.map(({ path }) => path),
    ['lines.0.kg', 'x'],
  )
})
