import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { checkDigit, digitalLink, isGtin14, isSscc, parseDigitalLink, sscc } from './gs1.ts'

test('check digits are those of GS1', () => {
  assert.equal(checkDigit('629104150021'), '3', 'the General Specifications’ own example of a GTIN-13')
  assert.equal(checkDigit('37610425002123456'), '9', 'and of an SSCC')
  assert.ok(isGtin14('09521234000013') === (checkDigit('0952123400001') === '3'))
  assert.throws(() => checkDigit('12a'), RangeError)
})

test('a wrong digit in a GTIN or SSCC is found', () => {
  for (const [key, is] of [
    ['06291041500213', isGtin14],
    ['376104250021234569', isSscc],
  ] as const) {
    assert.ok(is(key))
    for (let at = 0; at < key.length; at++)
      for (const other of '0123456789')
        if (other !== key[at]) assert.ok(!is(key.slice(0, at) + other + key.slice(at + 1)), `${key} at ${at}: ${other}`)
    assert.ok(!is(key.slice(1)))
    assert.ok(!is(`${key}0`))
  }
})

test('a box number is made of extension, prefix and serial', () => {
  assert.equal(sscc({ extension: 3, companyPrefix: '7610425', serial: 2123456 }), '376104250021234569')
  assert.ok(isSscc(sscc({ extension: 0, companyPrefix: '6901234', serial: 1 })))
  assert.throws(() => sscc({ extension: 0, companyPrefix: '6901234', serial: 1_000_000_000 }), RangeError, 'the serial is too long')
  assert.throws(() => sscc({ extension: 10, companyPrefix: '6901234', serial: 1 }), RangeError)
  assert.throws(() => sscc({ extension: 0, companyPrefix: '69', serial: 1 }), RangeError)
})

test('a Digital Link names item, lot and serial in this order', () => {
  const link = digitalLink('https://trace.example.org', { gtin: '06291041500213', lot: '26031201', serial: 'ABC123' })
  assert.equal(link, 'https://trace.example.org/01/06291041500213/10/26031201/21/ABC123')
  assert.equal(digitalLink('', { gtin: '06291041500213', lot: null, serial: null }), '/01/06291041500213')
  assert.throws(() => digitalLink('', { gtin: '06291041500214', lot: null, serial: null }), RangeError, 'a wrong check digit')
  assert.throws(() => digitalLink('', { gtin: '06291041500213', lot: '批', serial: null }), RangeError, 'a character GS1 does not know')
})

const element = fc.stringMatching(/^[!-"%-?A-Z_a-z]{1,20}$/)
const maybe = fc.option(element, { nil: null })

test('a link gives back what it was made of, with any characters in lot and serial', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^\d{13}$/), maybe, maybe, (digits, lot, serial) => {
      const item = { gtin: digits + checkDigit(digits), lot, serial }
      assert.deepEqual(parseDigitalLink(digitalLink('', item)), item)
    }),
  )
})

test('a path that is no Digital Link is nothing, and never an exception', () => {
  for (const wrong of [
    '',
    '/',
    '/01/',
    '/01/06291041500214',
    '/01/06291041500213/21/A/10/B',
    '/01/06291041500213/10/%',
    '/01/06291041500213/10/%E0%A4%A',
    '/01/06291041500213/10/%ff',
    '/01/06291041500213/10/a%2Fb/21/c/x',
    '/01/06291041500213/10/%20',
    '/02/06291041500213',
  ])
    assert.equal(parseDigitalLink(wrong), undefined, wrong)
  fc.assert(fc.property(fc.string(), (tail) => void parseDigitalLink(`/01/06291041500213/10/${tail}`)))
})
