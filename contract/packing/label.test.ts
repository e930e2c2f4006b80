import assert from 'node:assert/strict'
import { test } from 'node:test'
import { exact } from '#contract/kernel/exact-decimal.ts'
import { allowedShortage, netContent } from './label.ts'

test('装量 below a kilogram is printed in grams, else in kilograms, without idle zeros', () => {
  assert.deepEqual(['0.5000', '0.0030', '0.0125', '1.0000', '2.5000', '25.0000'].map(netContent), [
    '500g',
    '3g',
    '12.5g',
    '1kg',
    '2.5kg',
    '25kg',
  ])
})

test('the allowed shortage follows JJF 1070, table 3, with its steps meeting at the borders', () => {
  const cases = [
    ['3', '0.27'],
    ['50', '4.5'],
    ['100', '4.5'],
    ['150', '6.75'],
    ['200', '9'],
    ['300', '9'],
    ['400', '12'],
    ['500', '15'],
    ['1000', '15'],
    ['2000', '30'],
    ['10000', '150'],
    ['15000', '150'],
    ['25000', '250'],
  ] as const
  for (const [grams, shortage] of cases) assert.equal(allowedShortage(exact(grams)).toFixed(), shortage, `${grams} g`)
})
