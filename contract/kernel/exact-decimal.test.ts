import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { decimalsOf, exact, isDecimal, meanOf, relativeDeviation, relativeStandardDeviation, roundHalfEven } from './exact-decimal.ts'

/** A decimal as its digits and its number of decimals: 13.65 = 1365n, 2. */
const digitsOf = (text: string) => BigInt(text.replace('.', ''))

/** Rounding done by hand on digits, sharing nothing with the library. */
function roundedByHand(text: string, decimals: number): string {
  const missing = decimals - decimalsOf(text)
  const negative = text.startsWith('-')
  const digits = text.replace(/[-.]/g, '') + '0'.repeat(Math.max(0, missing))
  const cut = Math.max(0, -missing)
  const padded = digits.padStart(cut + decimals + 1, '0')
  const kept = padded.slice(0, padded.length - cut)
  const dropped = padded.slice(padded.length - cut)
  const half = cut > 0 && dropped[0] === '5' && /^0*$/.test(dropped.slice(1))
  const up = half ? Number(kept.at(-1)) % 2 === 1 : cut > 0 && dropped[0]! >= '5'
  const whole = (BigInt(kept) + (up ? 1n : 0n)).toString().padStart(decimals + 1, '0')
  const point = whole.length - decimals
  const result = whole.slice(0, point) + (decimals > 0 ? `.${whole.slice(point)}` : '')
  return negative && /[1-9]/.test(result) ? `-${result}` : result
}

const decimal = fc
  .tuple(fc.boolean(), fc.bigInt({ min: 0n, max: 10n ** 12n }), fc.stringMatching(/^\d{0,6}$/))
  .map(([negative, whole, fraction]) => `${negative ? '-' : ''}${whole}${fraction && '.'}${fraction}`)

test('an exact half goes to the even digit, as the handbook lists', () => {
  const cases = { '13.65': '13.6', '13.75': '13.8', '13.55': '13.6', '13.25': '13.2', '13.651': '13.7', '13.6499999': '13.6' }
  for (const [given, expected] of Object.entries(cases)) assert.equal(roundHalfEven(exact(given), 1), expected)
})

test('rounding agrees with rounding done by hand on the digits', () => {
  fc.assert(
    fc.property(decimal, fc.integer({ min: 0, max: 7 }), (text, decimals) =>
      assert.equal(roundHalfEven(exact(text), decimals), roundedByHand(text, decimals)),
    ),
    {
      numRuns: 3000,
    },
  )
})

test('exact halves agree too, of which chance makes few', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 9n }), fc.integer({ min: 0, max: 5 }), (kept, decimals) => {
      const digits = `${kept}5`.padStart(decimals + 2, '0')
      const text = `${digits.slice(0, digits.length - decimals - 1)}.${digits.slice(digits.length - decimals - 1)}`.replace(/^0+(?=\d)/, '')
      assert.equal(roundHalfEven(exact(text), decimals), roundedByHand(text, decimals))
    }),
    { numRuns: 1000 },
  )
})

test('zero has no sign', () => {
  assert.equal(roundHalfEven(exact('-0.04'), 1), '0.0')
  assert.equal(roundHalfEven(exact('-0.05'), 1), '0.0')
  assert.equal(roundHalfEven(exact('-0.06'), 1), '-0.1')
})

test('the mean of parallels is not rounded before its end', () => {
  fc.assert(
    fc.property(fc.array(decimal, { minLength: 1, maxLength: 6 }), (texts) => {
      const scaled = texts.reduce((sum, text) => sum + digitsOf(text) * 10n ** BigInt(6 - decimalsOf(text)), 0n)
      const difference = meanOf(texts.map(exact)).times(texts.length).times(1_000_000).minus(scaled.toString()).abs()
      assert.ok(difference.lessThan('1e-60'), `${difference}`)
    }),
  )
})

test('only plain decimals are numbers', () => {
  for (const good of ['0', '13.59', '-0.5', '100000', '0.050']) assert.ok(isDecimal(good), good)
  for (const bad of ['', ' ', '1e3', 'NaN', 'Infinity', '１２', '.5', '5.', '01', '+5', '0x10', '1,000', '13.59 ', '--1'])
    assert.ok(!isDecimal(bad), bad)
  assert.throws(() => exact('1e3'), RangeError)
})

test('relative deviation of two results is the record of 白鲜皮', () => {
  assert.equal(roundHalfEven(relativeDeviation(exact('13.59'), exact('13.67'))!, 1), '0.3')
  assert.equal(relativeDeviation(exact('0'), exact('0'))!.toFixed(), '0')
  assert.equal(relativeDeviation(exact('1'), exact('-1')), undefined)
})

test('relative standard deviation divides by n − 1', () => {
  // 2, 4, 4, 4, 5, 5, 7, 9: mean 5, squares 32, sd = √(32/7) = 2.13809, RSD 42.76 %
  assert.equal(roundHalfEven(relativeStandardDeviation(['2', '4', '4', '4', '5', '5', '7', '9'].map(exact))!, 2), '42.76')
  assert.equal(relativeStandardDeviation([exact('3')]), undefined)
  assert.equal(relativeStandardDeviation(['-1', '1'].map(exact)), undefined)
  assert.equal(relativeStandardDeviation(['0', '0', '0'].map(exact))!.toFixed(), '0')
})
