import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { joinRuns, lastOf, sizeOf, withoutRuns } from './ranges.ts'

const run = fc
  .tuple(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 0, max: 12 }))
  .map(([first, more]) => ({ first, last: first + more }))
const indexesOf = (runs: readonly { first: number; last: number }[]) =>
  runs.flatMap(({ first, last }) => Array.from({ length: last - first + 1 }, (_, k) => first + k))

test('runs that touch become one, and a code named twice is noticed', () => {
  const { joined, twice } = joinRuns([
    { first: 4, last: 6 },
    { first: 1, last: 3 },
    { first: 9, last: 9 },
  ])
  assert.deepEqual(joined, [
    { first: 1, last: 6 },
    { first: 9, last: 9 },
  ])
  assert.equal(twice, undefined)
  assert.equal(sizeOf(joined), 7)
  assert.deepEqual(
    joinRuns([
      { first: 3, last: 5, box: 'second' },
      { first: 1, last: 3, box: 'first' },
    ]).twice,
    { first: 3, last: 5, box: 'second' },
  )
  assert.deepEqual(joinRuns([]).joined, [])
})

test('what is left of a roll is exactly the labels that were not taken out', () => {
  fc.assert(
    fc.property(run, fc.array(run, { maxLength: 6 }), (whole, runs) => {
      const { joined: gone, twice } = joinRuns(runs)
      fc.pre(twice === undefined)
      const lost = new Set(indexesOf(gone))
      assert.deepEqual(
        indexesOf(withoutRuns(whole, gone)),
        indexesOf([whole]).filter((index) => !lost.has(index)),
      )
    }),
  )
})

test('the unused end of the roll is its last labels', () => {
  const roll = [
    { first: 1, last: 3 },
    { first: 8, last: 20 },
  ]
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 16 }), (count) =>
      assert.deepEqual(indexesOf(lastOf(roll, count)), indexesOf(roll).slice(16 - count)),
    ),
  )
})
