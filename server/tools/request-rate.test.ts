import assert from 'node:assert/strict'
import { test } from 'node:test'
import { RequestRate } from './request-rate.ts'

test('a caller gets what is allowed in a minute, others are not touched, and the next minute begins anew', () => {
  const rate = new RequestRate(3)
  const noon = Date.UTC(2026, 10, 22, 12)
  assert.deepEqual([1, 2, 3, 4].map((second) => rate.take('erp', noon + second)), [true, true, true, false]) // prettier-ignore
  assert.deepEqual([rate.isFull('erp', noon + 4), rate.isFull('scanner', noon + 4)], [true, false])
  assert.ok(rate.take('scanner', noon + 5))
  assert.ok(!rate.take('erp', noon + 59_999))
  assert.ok(rate.take('erp', noon + 60_000))
})
