import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { digitalLink } from './gs1.ts'
import { codeAlphabet, inGroups, internalLetter, readCode } from './trace-code.ts'

const internal = fc.stringMatching(/^[0-9A-HJ-NP-Z]{19}$/).map((rest) => internalLetter + rest)
const nmpa = fc.stringMatching(/^\d{20}$/)

test('the real box of the handbook is read with its identification code', () => {
  assert.deepEqual(readCode('83857930000879766660'), { scheme: 'NMPA20', code: '83857930000879766660', product: '8385793' })
})

test('an internal code is read from the page’s address, the short address and by itself', () => {
  fc.assert(
    fc.property(internal, (code) => {
      const read = { scheme: 'INTERNAL', code }
      assert.deepEqual(readCode(code), read)
      assert.deepEqual(readCode(`https://trace.example.org/c/${code}`), read)
      assert.deepEqual(readCode(`http://localhost:3000/index?c=${code}`), read)
    }),
  )
})

test('no code is read as another scheme’s', () => {
  fc.assert(fc.property(nmpa, (code) => assert.equal(readCode(code)?.scheme, 'NMPA20')))
  fc.assert(fc.property(internal, (code) => assert.equal(readCode(code)?.scheme, 'INTERNAL')))
})

test('typing is forgiven: small and full-width letters, groups, dashes, O for 0 and I for 1', () => {
  const code = 'B01XYZ01010101ABCDEF'
  for (const typed of [
    'b01xyz01010101abcdef',
    'B01X YZ01 0101 01AB CDEF',
    ' b01x-yz01–0101—01ab−cdef\n',
    'BOIXYZOIOIOIOIABCDEF',
    'boixyzoioioioiabcdef',
    'Ｂ０１ＸＹＺ０１０１０１０１ＡＢＣＤＥＦ',
    inGroups(code),
  ])
    assert.equal(readCode(typed)?.code, code, typed)
  assert.equal(readCode('8385793 OOOO879766660')?.code, '83857930000879766660')
})

test('a pack’s Digital Link and the line printed below it name the same pack', () => {
  const pack = { gtin: '06291041500213', lot: '26031201', serial: 'ABCDEFGHJKLMNPQRSTUV' }
  const read = { scheme: 'GS1', code: pack.serial, gtin: pack.gtin, lot: pack.lot }
  assert.deepEqual(readCode(digitalLink('https://trace.example.org', pack)), read)
  assert.deepEqual(readCode(digitalLink('', pack)), read)
  assert.deepEqual(readCode('(01)06291041500213(10)26031201(21)ABCD EFGH JKLM NPQR STUV'), read)
  assert.deepEqual(readCode('(01)06291041500213(21)abcdefghjklmnpqrstuv'), { ...read, lot: null })
})

test('what has no scheme’s form is nothing, at once and without an exception', () => {
  const wrong = [
    '',
    ' ',
    '123',
    'B123',
    '1'.repeat(19),
    '1'.repeat(21),
    'C'.repeat(20),
    'B'.repeat(21),
    'https://',
    'https://[',
    'https://x.org/c/',
    'https://x.org/index',
    'https://x.org/01/06291041500214/21/ABCDEFGHJKLMNPQRSTUV',
    'https://x.org/01/06291041500213/21/SHORT',
    '/01/06291041500213',
    '(01)06291041500214(21)ABCDEFGHJKLMNPQRSTUV',
    'javascript:alert(1)',
    "B'; drop table lot--",
    '𠮷'.repeat(20),
    '1'.repeat(100_000),
  ]
  for (const text of wrong) assert.equal(readCode(text), undefined, text.slice(0, 40))
  fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (text) => void readCode(text)))
})

test('no more than 300 characters are looked at', () => {
  const code = 'B01XYZ01010101ABCDEF'
  assert.equal(readCode(code.padEnd(300))?.code, code)
  assert.equal(readCode(code.padEnd(301)), undefined)
})

test('the alphabet has no letters that look like digits', () => {
  assert.equal(codeAlphabet.length, 34)
  assert.doesNotMatch(codeAlphabet, /[IO]/)
  assert.equal(inGroups('B7K290XNABCDEFGHJKLM'), 'B7K2 90XN ABCD EFGH JKLM')
})
