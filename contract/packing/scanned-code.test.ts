import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { digitalLink, separator } from './gs1.ts'
import { readCode, readScanned, scannedText } from './scanned-code.ts'
import { inGroups, internalLetter } from './trace-code.ts'

const internalCode = fc.stringMatching(/^[0-9A-HJ-NP-Z]{19}$/).map((rest) => internalLetter + rest)
const nmpaCode = fc.stringMatching(/^\d{20}$/)

const gtin = '06291041500213'
const lot = '26031201'
const serial = 'A0CDEFGHJKLMNPQRST21'
const bare = { scheme: 'GS1', code: serial, gtin: null, lot: null }
const pack = { ...bare, gtin }
const packOfLot = { ...pack, lot }
const internal = { scheme: 'INTERNAL', code: 'B01XYZ01010101ABCDEF' }
const nmpa = { scheme: 'NMPA20', code: '83857930000879766660', product: '8385793' }
const sscc = '376104250021234569'
const full = (text: string) => text.replaceAll(/[!-~]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0))

const codes: readonly (readonly [what: string, typed: string, read: object])[] = [
  ['an NMPA20 code, the real box of the handbook', '83857930000879766660', nmpa],
  ['an NMPA20 code in groups, with O for 0', '8385793 OOOO879766660', nmpa],
  ['an NMPA20 code from a Code 128', ']C083857930000879766660', nmpa],
  ['twenty digits that would be an SSCC in a symbol of GS1', `00${sscc}`, { scheme: 'NMPA20', code: `00${sscc}`, product: '0037610' }],
  ['an internal code', internal.code, internal],
  ['small letters', 'b01xyz01010101abcdef', internal],
  ['groups', 'B01X YZ01 0101 01AB CDEF', internal],
  ['dashes of all kinds', ' b01x-yz01–0101—01ab−cdef\n', internal],
  ['O for 0 and I for 1', 'boixyzoioioioiabcdef', internal],
  ['full-width letters of an input method', full(internal.code), internal],
  ['the blanks of an input method', `\u3000${internal.code}\u00A0\r\n`, internal],
  ['characters that cannot be seen', `\uFEFFB01XYZ\u200B01010101ABCDEF\u202C`, internal],
  ['a separator in front', `${separator}${internal.code}`, internal],
  ['the short address', `https://trace.example.cn/c/${internal.code}`, internal],
  ['the short address with port and query', `http://10.0.0.5:3000/c/${internal.code}?x=1#top`, internal],
  ['the short address below a path', `https://example.cn/trace/c/${internal.code}`, internal],
  ['the short address without its scheme', `trace.example.cn/c/${internal.code}`, internal],
  ['the short address without its host', `/c/${internal.code}`, internal],
  ['the short address in capitals', `HTTPS://TRACE.EXAMPLE.CN/C/${internal.code}`, internal],
  ['the short address in full-width letters', full(`https://trace.example.cn/c/${internal.code}`), internal],
  ['the short address of an NMPA20 code', `https://trace.example.cn/c/${nmpa.code}`, nmpa],
  ['the short address from a QR Code', `]Q1https://trace.example.cn/c/${internal.code}`, internal],
  ['the public page', `https://trace.example.cn/index?c=${internal.code}`, internal],
  ['the public page with other parameters', `https://trace.example.cn/index?from=chat&c=${internal.code}`, internal],
  ['the public page of a GS1 pack', `https://x.cn/index?c=${encodeURIComponent(`/01/${gtin}/10/${lot}/21/${serial}`)}`, packOfLot],

  ['a GS1 serial alone, as it is printed', serial, bare],
  ['a GS1 serial in groups', inGroups(serial).toLowerCase(), bare],
  ['a Digital Link', digitalLink('https://trace.example.cn', { gtin, lot, serial }), packOfLot],
  ['a Digital Link without lot', `https://trace.example.cn/01/${gtin}/21/${serial}`, pack],
  ['a Digital Link with the expiry behind it', `https://trace.example.cn/01/${gtin}/10/${lot}/21/${serial}?17=280312&x=%`, packOfLot],
  ['a Digital Link with a variant', `https://trace.example.cn/01/${gtin}/22/2A/10/${lot}/21/${serial}`, packOfLot],
  ['a Digital Link of another host, below a path', `https://id.gs1.org/some/path/01/${gtin}/21/${serial}`, pack],
  ['a Digital Link without its host', `/01/${gtin}/10/${lot}/21/${serial}`, packOfLot],
  ['a Digital Link from a QR Code', `]Q1https://trace.example.cn/01/${gtin}/21/${serial}`, pack],
  ['a Digital Link in small letters', `https://trace.example.cn/01/${gtin}/21/${serial.toLowerCase()}`, pack],
  ['a Digital Link in full-width letters', full(`https://trace.example.cn/01/${gtin}/21/${serial}`), pack],

  ['element strings of a GS1 DataMatrix', `]d201${gtin}10${lot}${separator}21${serial}`, packOfLot],
  ['element strings of a GS1-128', `]C101${gtin}21${serial}`, pack],
  ['element strings of a GS1 QR Code', `]Q301${gtin}21${serial}${separator}10${lot}`, packOfLot],
  ['element strings of a GS1 DataBar', `]e001${gtin}21${serial}`, pack],
  ['a prefix in small letters', `]c101${gtin}21${serial}`, pack],
  ['element strings without a prefix', `01${gtin}10${lot}${separator}21${serial}`, packOfLot],
  ['element strings with separators around', `${separator}01${gtin}${separator}21${serial}${separator}`, pack],
  ['a separator that is written out', `01${gtin}10${lot}<GS>21${serial}`, packOfLot],
  ['a separator that is made visible', `01${gtin}10${lot}\u241D21${serial}`, packOfLot],
  [
    'dates and weights between',
    `]d201${gtin}1126031217280312310300050010${lot}${separator}21${serial}${separator}410${gtin.slice(1)}`,
    packOfLot,
  ],
  ['elements that this program does not use', `]d2240ABC${separator}01${gtin}21${serial}${separator}8200https://x.cn`, pack],
  ['two elements of one kind that this program does not use', `]d201${gtin}410${gtin.slice(1)}414${gtin.slice(1)}21${serial}`, pack],
  ['a case that is shipped as it is, with its SSCC', `]C100${sscc}01${gtin}21${serial}`, pack],
  ['lost separators: the serial is last', `01${gtin}10${lot}21${serial}`, pack],
  ['lost separators: dates before the serial', `01${gtin}10${lot}1728031221${serial}`, pack],
  ['lost separators: the lot is last', `01${gtin}21${serial}10${lot}`, packOfLot],
  ['lost separators: dates in front', `01${gtin}112603121728031210${lot}21${serial}`, pack],

  ['the line below a symbol', `(01)${gtin}(10)${lot}(21)${inGroups(serial)}`, packOfLot],
  ['the line below a symbol, serial only', `(01)${gtin}(21)${serial.toLowerCase()}`, pack],
  ['the line below a symbol, in another order and with blanks', `(17) 280312 (21) ${serial} (01) ${gtin} (10) ${lot}`, packOfLot],
  ['the line below a symbol with full-width parentheses', `（01）${gtin}（10）${lot}（21）${serial}`, packOfLot],
  ['the line below a symbol with a lot that has a slash', `(01)${gtin}(10)A/1(21)${serial}`, { ...pack, lot: 'A/1' }],
]

test('every form in which a code of ours can arrive is read', () => {
  for (const [what, typed, read] of codes) {
    assert.deepEqual(readScanned(typed), { is: 'trace_code', read }, what)
    assert.deepEqual(readCode(scannedText.parse(typed)), read, `${what}, after the interface`)
  }
})

const others: readonly (readonly [what: string, typed: string, scanned: object])[] = [
  ['a lot by its GS1 link', `https://x.cn/01/${gtin}/10/${lot}`, { is: 'item', item: { gtin, lot, serial: null } }],
  ['a lot by its symbol', `]d201${gtin}10${lot}`, { is: 'item', item: { gtin, lot, serial: null } }],
  ['a trade item', `01${gtin}`, { is: 'item', item: { gtin, lot: null, serial: null } }],
  ['a truncated serial', `https://x.cn/01/${gtin}/21/A0CDEFG`, { is: 'item', item: { gtin, lot: null, serial: 'A0CDEFG' } }],
  ['a serial of another alphabet', `]C101${gtin}21A1-B2`, { is: 'item', item: { gtin, lot: null, serial: 'A1-B2' } }],
  ['a pallet of another firm', `]C100${sscc}`, { is: 'sscc', sscc }],
  ['the line below a pallet', `(00) ${sscc}`, { is: 'sscc', sscc }],
  ['a pallet and what is on it', `]C100${sscc}02${gtin}3712`, { is: 'sscc', sscc }],
  ['a lot number', 'YL2609070101', { is: 'text', text: 'YL2609070101' }],
  ['a lot number of an input method', full('YL2609070101'), { is: 'text', text: 'YL2609070101' }],
  ['a lot number from a QR Code', `]Q1YL2609070101\r\n`, { is: 'text', text: 'YL2609070101' }],
  ['a batch number', '26031201-01', { is: 'text', text: '26031201-01' }],
  ['a name', '当归', { is: 'text', text: '当归' }],
  ['nothing', ' \u3000', { is: 'text', text: '' }],
  ['a prefix with nothing behind it', ']Q1', { is: 'text', text: ']Q1' }],
  ['a separator with nothing around it', '<GS>', { is: 'text', text: '<GS>' }],
]

test('a text that is no code of ours is recognised', () => {
  for (const [what, typed, scanned] of others) assert.deepEqual(readScanned(typed), scanned, what)
})

test('what is broken, forged or meant for another reader is text, at once and without an exception', () => {
  const wrong = [
    '123',
    'B123',
    '1'.repeat(19),
    '1'.repeat(21),
    'B'.repeat(21),
    // wrong check digits
    `https://x.cn/01/06291041500214/21/${serial}`,
    `]d2010629104150021421${serial}`,
    `(01)06291041500214(21)${serial}`,
    `]C100${sscc.slice(0, -1)}8`,
    `(00)${sscc.slice(0, -1)}8`,
    // truncated
    ']d2',
    `]d201${gtin.slice(0, -1)}`,
    `]d201${gtin}21`,
    `]d201${gtin}1728`,
    `]C100${sscc.slice(0, -1)}`,
    `https://x.cn/01/${gtin.slice(0, -1)}/21/${serial}`,
    `(01)${gtin}(21)`,
    `(01)(21)${serial}`,
    // too long, contradicting, out of order
    `https://x.cn/01/${gtin}/21/${serial}A`,
    `]d201${gtin}10${'A'.repeat(21)}`,
    `]d201${gtin}01${gtin}21${serial}`,
    `(01)${gtin}(21)${serial}(21)${serial}`,
    `]C100${sscc.slice(0, -1)}801${gtin}21${serial}`,
    `https://x.cn/01/${gtin}/21/${serial}/10/${lot}`,
    `]d221${serial}`,
    `]d2XX01${gtin}21${serial}`,
    // a symbol of GS1 holds element strings
    `]d2${nmpa.code}`,
    `]Q3https://x.cn/01/${gtin}/21/${serial}`,
    // addresses of something else
    'https://',
    'https://[',
    'https://x.cn/c/',
    'https://x.cn/index',
    'https://x.cn/index?c=',
    'https://x.cn/index?c=%2Findex%3Fc%3D' + internal.code,
    `https://x.cn/login?next=/c/${internal.code}`,
    `ftp://x.cn/c/${internal.code}`,
    `javascript:alert(1)/c/${internal.code}`,
    `https://x.cn/01/${gtin}/21/%`,
    `https://x.cn/01/${gtin}/21/%E0%A4%A`,
    // injection
    "B'; drop table lot--",
    `${internal.code}' or '1'='1`,
    `<script>${internal.code}</script>`,
    '../../../../etc/passwd',
    '${7*7}{{7*7}}',
    '𠮷'.repeat(20),
    '\uD842'.repeat(20),
  ]
  for (const text of wrong) assert.equal(readScanned(text).is, 'text', text)
  fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (text) => void readScanned(text)))
  fc.assert(
    fc.property(
      fc.constantFrom(']d201', ']C100', '(01)', '(00)', `01${gtin}`, `/01/${gtin}/`, '/index?c='),
      fc.string(),
      (start, rest) => void readScanned(start + rest),
    ),
  )
})

test('no more than 300 characters are looked at, and the interface takes no more', () => {
  const { code } = internal
  assert.equal(readCode(code.padEnd(300))?.code, code)
  assert.equal(readCode(code.padEnd(301)), undefined)
  for (const long of ['1', 'A', separator, '(01)', `10${lot}21`, '/01/', '　']) {
    const text = long.repeat(Math.ceil(4096 / long.length))
    assert.deepEqual(readScanned(text), { is: 'text', text })
    assert.equal(scannedText.safeParse(text).success, false)
  }
  assert.equal(readCode('1'.repeat(100_000)), undefined)
})

test('the interface lets separators pass, drops what cannot be seen, and keeps all else as it was typed', () => {
  assert.equal(scannedText.parse(` ]d201${gtin}10${lot}${separator}21${serial}\r\n`), `]d201${gtin}10${lot}${separator}21${serial}`)
  assert.equal(scannedText.parse('\u202E甘草（蜜炙）\u0000'), '甘草（蜜炙）')
  for (const no of ['', '  ', '\u200B', separator, '\uD842', 7, null]) assert.equal(scannedText.safeParse(no).success, false)
})

test('every code of a scheme is read as its own, from itself and from its address', () => {
  fc.assert(
    fc.property(internalCode, (code) => {
      for (const typed of [code, inGroups(code).toLowerCase(), `https://x.cn/c/${code}`, `http://localhost:3000/index?c=${code}`])
        assert.deepEqual(readCode(typed), { scheme: 'INTERNAL', code })
    }),
  )
  fc.assert(fc.property(nmpaCode, (code) => assert.equal(readCode(code)?.scheme, 'NMPA20')))
  const anySerial = fc.stringMatching(/^[0-9A-HJ-NP-Z]{20}$/)
  const anyLot = fc.stringMatching(/^[!-"%-'*-?A-Z_a-z]{1,20}$/)
  fc.assert(
    fc.property(anySerial, anyLot, (code, lot) => {
      const read = { scheme: 'GS1', code, gtin, lot }
      for (const typed of [
        digitalLink('https://x.cn', { gtin, lot, serial: code }),
        `]d201${gtin}10${lot}${separator}21${code}`,
        `]C101${gtin}21${code}${separator}10${lot}`,
        `(01)${gtin}(10)${lot}(21)${code}`,
      ])
        assert.deepEqual(readCode(typed), read, typed)
      // Where a lot ends is not known without a separator, but the serial is.
      assert.equal(readCode(`01${gtin}10${lot}21${code}`)?.code, code)
    }),
  )
})
