import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allRights } from './duties.ts'
import { administrativeOf, conflictsOf, separations } from './separation.ts'

const pairsOf = (rights: readonly string[]) => conflictsOf(rights).map(({ duties }) => duties.join(' '))

test('a role with one side of every separation conflicts with nothing', () => {
  assert.deepEqual(conflictsOf([]), [])
  assert.deepEqual(
    conflictsOf(separations.map(({ duties }) => duties[0]).filter((duty) => !separations.some((one) => one.duties[1] === duty))),
    [],
  )
  assert.deepEqual(pairsOf(['12', '12:request', '13:decide']), [])
})

test('both sides of a separation are found, in either order, and only those', () => {
  assert.deepEqual(pairsOf(['12:accept', '12:request']), ['12:request 12:accept'])
  assert.deepEqual(pairsOf(['12:test', '12:review', '12:approve']), ['12:test 12:review', '12:test 12:approve', '12:review 12:approve'])
  assert.deepEqual(pairsOf(['15:issue', '15:check']), ['15:issue 15:check'])
  assert.deepEqual(pairsOf(['110:pick', '110:check', '110:ship']), ['110:pick 110:check'])
})

test('who holds everything holds both sides of every separation', () => {
  assert.deepEqual(conflictsOf(allRights), separations)
})

test('no separation is listed twice or sets a duty against itself', () => {
  const pairs = separations.map(({ duties }) => [...duties].sort().join(' '))
  assert.equal(new Set(pairs).size, pairs.length)
  for (const { duties } of separations) assert.notEqual(duties[0], duties[1])
})

test('the rights that decide about rights are known apart from the others', () => {
  assert.deepEqual(administrativeOf(['31', '31:manage', '12:test', '33:platform']), ['31:manage', '33:platform'])
  assert.deepEqual(administrativeOf(['31', '32', '33:manage']), [])
})
