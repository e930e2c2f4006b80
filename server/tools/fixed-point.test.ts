import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { exact } from '#contract/kernel/exact-decimal.ts'
import { quantityOf, textOfUnits, unitsOf } from './fixed-point.ts'

test('a quantity is a whole number of units, and comes back as the shortest decimal', () => {
  for (const [text, units, back] of [
    ['0', 0n, '0'],
    ['12.5000', 125_000n, '12.5'],
    ['0.0001', 1n, '0.0001'],
    ['-0.5', -5_000n, '-0.5'],
    ['-12.0300', -120_300n, '-12.03'],
    ['9999999999.9999', 99_999_999_999_999n, '9999999999.9999'],
  ] as const)
    assert.deepEqual([unitsOf(text), textOfUnits(units)], [units, back])
  assert.deepEqual([0n, 1n, -5n, 125_000n, 100_000n].map(quantityOf), ['0', '0.0001', '-0.0005', '12.5000', '10.0000'])
})

test('sums of units are the sums of a decimal library', () => {
  const quantity = fc.bigInt({ min: -(10n ** 14n), max: 10n ** 14n }).map(textOfUnits)
  fc.assert(
    fc.property(fc.array(quantity, { maxLength: 50 }), (quantities) => {
      const units = quantities.reduce((sum, text) => sum + unitsOf(text), 0n)
      assert.equal(textOfUnits(units), quantities.reduce((sum, text) => sum.plus(exact(text)), exact('0')).toFixed())
    }),
  )
})

test('what is no decimal, or finer than a unit, is no quantity', () => {
  for (const text of ['', '.', '00', ' 1', '0.', '1e3', 'NaN', '1.', '.5', '1.23456', '1,5', '１', '--1', '1.-234'])
    assert.throws(() => unitsOf(text), RangeError)
})
