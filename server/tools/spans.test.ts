import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { changeSpans, type Span } from './spans.ts'

const to = (first: number, last: number, state: string) => ({ first, last, become: () => state, same: Object.is })
const span = (first: number, last: number, state: string): Span<string> => ({ first, last, state })

test('activating the middle of a printed range makes three rows of one', () => {
  assert.deepEqual(changeSpans([span(0, 99, 'printed')], to(10, 19, 'activated')), {
    remove: [span(0, 99, 'printed')],
    insert: [span(0, 9, 'printed'), span(10, 19, 'activated'), span(20, 99, 'printed')],
  })
})

test('activating the next run joins it to the last: a million packs stay two rows', () => {
  assert.deepEqual(changeSpans([span(0, 19, 'activated'), span(20, 99, 'printed')], to(20, 29, 'activated')), {
    remove: [span(0, 19, 'activated'), span(20, 99, 'printed')],
    insert: [span(0, 29, 'activated'), span(30, 99, 'printed')],
  })
})

test('a state that is already there changes nothing', () => {
  assert.deepEqual(changeSpans([span(0, 99, 'printed')], to(10, 19, 'printed')), { remove: [], insert: [] })
})

test('rows that only touch stay as they are', () => {
  assert.deepEqual(changeSpans([span(0, 9, 'voided'), span(10, 19, 'printed'), span(20, 29, 'voided')], to(10, 19, 'activated')), {
    remove: [span(10, 19, 'printed')],
    insert: [span(10, 19, 'activated')],
  })
})

test('a code without a state is a fault', () => {
  assert.throws(() => changeSpans([], to(0, 0, 'activated')), RangeError)
  assert.throws(() => changeSpans([span(0, 4, 'printed'), span(6, 9, 'printed')], to(3, 7, 'activated')), RangeError, 'a gap')
  assert.throws(() => changeSpans([span(0, 4, 'printed')], to(3, 5, 'activated')), RangeError, 'beyond the end')
  assert.throws(() => changeSpans([span(1, 4, 'printed')], to(0, 1, 'activated')), RangeError, 'before the beginning')
  for (const [first, last] of [
    [5, 4],
    [0.5, 1],
    [0, Number.NaN],
  ] as const)
    assert.throws(() => changeSpans([span(0, 9, 'printed')], to(first, last, 'x')), RangeError)
})

test('only what asks for it changes when the new state depends on the old', () => {
  const ship = { first: 0, last: 29, become: (before: string) => (before === 'stock' ? 'shipped' : before), same: Object.is }
  assert.deepEqual(changeSpans([span(0, 9, 'stock'), span(10, 10, 'voided'), span(11, 29, 'stock')], ship), {
    remove: [span(0, 9, 'stock'), span(11, 29, 'stock')],
    insert: [span(0, 9, 'shipped'), span(11, 29, 'shipped')],
  })
})

test('any sequence of changes leaves what writing them one code at a time would leave, in as few rows as can be', () => {
  const size = 40
  const change = fc
    .tuple(fc.nat(size - 1), fc.nat(size - 1), fc.constantFrom('a', 'b', 'c'))
    .map(([one, other, state]) => to(Math.min(one, other), Math.max(one, other), state))
  fc.assert(
    fc.property(fc.array(change, { maxLength: 30 }), (changes) => {
      const codes = Array.from({ length: size }, () => 'a')
      let rows = [span(0, size - 1, 'a')]
      for (const one of changes) {
        codes.fill(one.become(), one.first, one.last + 1)
        const { remove, insert } = changeSpans(
          rows.filter((row) => row.last >= one.first - 1 && row.first <= one.last + 1).toReversed(),
          one,
        )
        assert.ok(remove.every((row) => rows.includes(row)))
        rows = [...rows.filter((row) => !remove.includes(row)), ...insert].sort((a, b) => a.first - b.first)
      }
      assert.deepEqual(
        rows.flatMap(({ first, last, state }) => Array.from({ length: last - first + 1 }, () => state)),
        codes,
        'every code has its state, once',
      )
      rows.forEach((row, i) => {
        assert.equal(row.first, i === 0 ? 0 : rows[i - 1]!.last + 1)
        assert.notEqual(row.state, rows[i - 1]?.state, 'neighbours alike are one row')
      })
    }),
    { numRuns: 500 },
  )
})
