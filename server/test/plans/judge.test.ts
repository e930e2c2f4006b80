import assert from 'node:assert/strict'
import { test } from 'node:test'
import { judge } from './judge.ts'

test('a name holds up to the rows that it says', () => {
  const read = (rows: number) => ({
    during: '/entries {}',
    text: 'select from stock_entry',
    read: rows,
    given: 20,
    counted: 0,
    mostly: 'Index Scan',
  })
  const named = [{ during: /^\/entries /, upTo: 10_000, reason: 'one of three is of this side' }]
  assert.deepEqual(judge([read(10_000)], named).tooMuch, [])
  assert.match(judge([read(10_001)], named).tooMuch.join(), /^10001 rows read for 20/)
})
