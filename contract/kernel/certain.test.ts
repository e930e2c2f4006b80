import assert from 'node:assert/strict'
import { test } from 'node:test'
import { elementAt } from './certain.ts'

test('an element is found from either end, and a place without one throws', () => {
  const list = ['甲', '乙', '丙']
  assert.deepEqual(
    [0, 2, -1, -3].map((place) => elementAt(list, place)),
    ['甲', '丙', '丙', '甲'],
  )
  for (const place of [3, -4, 0.5, Number.NaN, Number.POSITIVE_INFINITY]) assert.throws(() => elementAt(list, place), RangeError)
})
