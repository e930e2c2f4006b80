import assert from 'node:assert/strict'
import { test } from 'node:test'
import { clockSkew, isInFuture } from '#contract/kernel/occurred-at.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { realClock } from '#tools/clock.ts'
import { occurredAt } from './occurred-at.ts'

const inMs = (ms: number) => new Date(Date.now() + ms).toISOString()
const refusedFor = (message: RegExp) => (error: unknown) =>
  error instanceof Refusal && error.code === 'invalid_input' && error.errors.every((one) => one.path === 'at' && message.test(one.message))
const minute = 60_000

test('what nobody wrote down happened now, by the server’s clock', () => {
  const before = Date.now()
  assert.ok(Date.parse(occurredAt(realClock, undefined, 'at')) >= before)
})

test('a clock that runs ahead by no more than the skew means now; a time after that is refused', () => {
  const ahead = occurredAt(realClock, inMs(clockSkew - minute), 'at')
  assert.ok(Date.parse(ahead) <= Date.now(), 'nothing is recorded in the future')
  assert.throws(() => occurredAt(realClock, inMs(clockSkew + minute), 'at'), refusedFor(/不能晚于现在/))
  assert.equal(isInFuture('', 0), false)
})

test('times run forward: the minute of the step before counts as its time, an earlier one is refused', () => {
  const after = { at: '2026-03-05T10:05:30.000Z', what: '发车时间' }
  assert.equal(occurredAt(realClock, '2026-03-05T10:07:00Z', 'at', after), '2026-03-05T10:07:00.000Z')
  assert.equal(occurredAt(realClock, '2026-03-05T10:05:00Z', 'at', after), after.at)
  assert.throws(() => occurredAt(realClock, '2026-03-05T10:04:00Z', 'at', after), refusedFor(/不能早于发车时间/))
  const soon = inMs(1000)
  assert.equal(occurredAt(realClock, undefined, 'at', { at: soon, what: '上一步' }), soon, 'the database’s clock may be ahead')
})
