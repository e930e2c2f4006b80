import assert from 'node:assert/strict'
import { hkdfSync } from 'node:crypto'
import { test } from 'node:test'
import { FF1 } from '@noble/ciphers/ff1.js'
import fc from 'fast-check'
import { digitalLink } from '#contract/packing/gs1.ts'
import { readCode } from '#contract/packing/scanned-code.ts'
import { codeAlphabet, type ReadCode } from '#contract/packing/trace-code.ts'
import { enterpriseCapacity, indexOf, issueCodes, openInternalCode, seriesCapacity, type CodeSeries } from './trace-code.ts'

const master = Buffer.from('000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f', 'hex')
const otherMaster = Buffer.alloc(32, 1)

const nmpa = { scheme: 'NMPA20', enterpriseId: 'a', product: '8385793' } as const
const gs1 = { scheme: 'GS1', enterpriseId: 'a', gtin: '06291041500213' } as const
const internal = { scheme: 'INTERNAL', enterpriseNo: 7 } as const

const codeAt = (series: CodeSeries, index: number, key = master): string => issueCodes(key, series, index, 1).next().value![0]!
const codes = (series: CodeSeries, first: number, count: number) => [...issueCodes(master, series, first, count)].flat()
const read = (series: CodeSeries, code: string): ReadCode =>
  readCode(series.scheme === 'GS1' ? digitalLink('', { gtin: series.gtin, lot: null, serial: code }) : code)!

const anyIndex = (scheme: keyof typeof seriesCapacity) =>
  fc.oneof(fc.integer({ min: 0, max: 10_000 }), fc.integer({ min: 0, max: seriesCapacity[scheme] - 1 }))

test('a code leads back to its index, in every scheme', () => {
  fc.assert(
    fc.property(anyIndex('NMPA20'), (index) => assert.equal(indexOf(master, nmpa, read(nmpa, codeAt(nmpa, index))), index)),
    { numRuns: 200 },
  )
  fc.assert(
    fc.property(anyIndex('GS1'), (index) => assert.equal(indexOf(master, gs1, read(gs1, codeAt(gs1, index))), index)),
    { numRuns: 200 },
  )
  fc.assert(
    fc.property(anyIndex('INTERNAL'), fc.integer({ min: 0, max: enterpriseCapacity - 1 }), (index, enterpriseNo) => {
      const code = codeAt({ scheme: 'INTERNAL', enterpriseNo }, index)
      assert.deepEqual(openInternalCode(master, code), { enterpriseNo, index })
    }),
    { numRuns: 300 },
  )
})

test('the first and the last index of every series can be issued and read', () => {
  for (const series of [nmpa, gs1]) {
    for (const index of [0, seriesCapacity[series.scheme] - 1])
      assert.equal(indexOf(master, series, read(series, codeAt(series, index))), index)
    assert.throws(() => codeAt(series, seriesCapacity[series.scheme]), RangeError)
  }
  const last = { scheme: 'INTERNAL', enterpriseNo: enterpriseCapacity - 1 } as const
  const index = seriesCapacity.INTERNAL - 1
  assert.deepEqual(openInternalCode(master, codeAt(last, index)), { enterpriseNo: last.enterpriseNo, index })
  assert.throws(() => codeAt({ scheme: 'INTERNAL', enterpriseNo: enterpriseCapacity }, 0), RangeError)
})

test('20,000 codes of a series are 20,000 different ones, each with its scheme’s form', () => {
  for (const series of [nmpa, gs1, internal]) {
    const issued = codes(series, 123_456, 20_000)
    assert.equal(new Set(issued).size, 20_000)
    for (const code of issued) {
      assert.equal(code.length, 20)
      assert.equal(read(series, code).scheme, series.scheme)
      assert.equal(read(series, code).code, code)
    }
  }
  assert.ok(codes(nmpa, 0, 100).every((code) => /^8385793\d{13}$/.test(code)))
})

test('a batch gives the same codes as one by one, at any borders', () => {
  for (const series of [nmpa, gs1, internal]) {
    const together = codes(series, 5000, 9000)
    for (const k of [0, 1, 8191, 8192, 8999]) assert.equal(together[k], codeAt(series, 5000 + k))
  }
})

/** FF1 of digits as the library makes it, spelled in the alphabet of codes. */
const made = (purpose: string, radix: number, tweak: string, plain: readonly number[]) =>
  FF1(radix, new Uint8Array(hkdfSync('sha256', master, 'bencao trace codes', purpose, 32)), Buffer.from(tweak))
    .encrypt([...plain])
    .map((digit) => codeAlphabet[digit])
    .join('')

const zeros = (count: number) => Array.from({ length: count }, () => 0)

test('the codes are the library’s FF1 of the index under a key derived by HKDF', () => {
  assert.equal(codeAt(nmpa, 879_766_660), `8385793${made('NMPA20 a', 10, '8385793', [0, 0, 0, 0, 8, 7, 9, 7, 6, 6, 6, 6, 0])}`)
  assert.equal(codeAt(gs1, 35), made('GS1 a', 34, gs1.gtin, [...zeros(18), 1, 1]))
  assert.equal(codeAt(internal, 35), `B${made('INTERNAL', 34, 'B', [0, 0, 0, 7, ...zeros(13), 1, 1])}`)
})

test('codes that are printed never change: these are held fast', () => {
  assert.equal(codeAt(nmpa, 1), '83857930071847474306')
  assert.equal(codeAt(gs1, 1), 'NUZWQBKAFQ1UK92JPYHM')
  assert.equal(codeAt(internal, 1), 'BP1107S0LMFF33PUKWMB')
})

test('another enterprise, product, GTIN or key has other codes for the same index', () => {
  const variants = [
    codeAt(nmpa, 1),
    codeAt({ ...nmpa, enterpriseId: 'b' }, 1),
    codeAt({ ...nmpa, product: '8385794' }, 1),
    codeAt(nmpa, 1, otherMaster),
    codeAt(gs1, 1),
    codeAt({ ...gs1, enterpriseId: 'b' }, 1),
    codeAt({ ...gs1, gtin: '09521234000013' }, 1),
    codeAt(gs1, 1, otherMaster),
    codeAt(internal, 1),
    codeAt({ ...internal, enterpriseNo: 8 }, 1),
    codeAt(internal, 1, otherMaster),
  ].map((code) => code.slice(-13))
  assert.equal(new Set(variants).size, variants.length)
})

test('neighbouring indexes have nothing in common: about half of all digits differ by chance alone', () => {
  for (const series of [nmpa, gs1, internal]) {
    const issued = codes(series, 0, 2000).map((code) => (series.scheme === 'NMPA20' ? code.slice(7) : code.slice(1)))
    const radix = series.scheme === 'NMPA20' ? 10 : 34
    let same = 0
    for (let k = 1; k < issued.length; k++) for (let at = 0; at < issued[k]!.length; at++) if (issued[k]![at] === issued[k - 1]![at]) same++
    const places = (issued.length - 1) * issued[0]!.length
    const expected = places / radix
    assert.ok(
      Math.abs(same - expected) < 6 * Math.sqrt(expected),
      `${series.scheme}: ${same} of ${places} digits are the neighbour’s, ${expected} by chance`,
    )
  }
})

test('an INTERNAL code that this key never made belongs to nobody', () => {
  assert.equal(openInternalCode(otherMaster, codeAt(internal, 1)), undefined)
  const genuine = codeAt(internal, 1)
  for (let at = 1; at < 20; at++)
    for (const other of codeAlphabet)
      if (other !== genuine[at])
        assert.equal(openInternalCode(master, genuine.slice(0, at) + other + genuine.slice(at + 1)), undefined, 'one wrong character')
})

const forged = (...plain: number[]) => openInternalCode(master, `B${made('INTERNAL', 34, 'B', plain)}`)

test('an INTERNAL code made with the key but without its zeros belongs to nobody', () => {
  assert.deepEqual(forged(0, 0, 0, 7, ...zeros(14), 1), { enterpriseNo: 7, index: 1 })
  assert.equal(forged(0, 0, 0, 7, 0, 0, 0, 0, 1, ...zeros(9), 1), undefined, 'between enterprise and index')
  assert.equal(forged(0, 0, 0, 7, ...zeros(5), 1, ...zeros(8), 1), undefined, 'an index beyond the last')
})

test('a GS1 serial that no index of the series has belongs to nobody, and a code of one scheme is none of another', () => {
  assert.equal(indexOf(master, gs1, read(gs1, 'ABCDEFGHJKLMNPQRSTUV')), undefined)
  assert.equal(indexOf(master, gs1, read(nmpa, codeAt(nmpa, 1))), undefined)
  assert.equal(indexOf(master, nmpa, read(nmpa, codeAt({ ...nmpa, product: '8385794' }, 1))), undefined)
})

test('codes are wide enough that a guess among a million needs more than 10²⁰ tries', () => {
  const issued = 10 ** 6
  assert.ok(34 ** 19 / issued > 10 ** 20, 'INTERNAL')
  assert.ok(Math.log2(34 ** 19) >= 96)
  assert.ok(Math.log2(34 ** 20) >= 96, 'GS1')
})

test('a series that is none is refused', () => {
  assert.throws(() => codeAt({ ...nmpa, product: '838579' }, 0), RangeError)
  assert.throws(() => codeAt({ ...gs1, gtin: '06291041500214' }, 0), RangeError)
  for (const wrong of [-1, 0.5, Number.NaN]) assert.throws(() => codeAt(nmpa, wrong), RangeError)
  assert.deepEqual(codes(nmpa, 0, 0), [])
})

test('a code is still read after thousands of products that nobody has were asked for', () => {
  const code = codeAt(nmpa, 4711)
  for (let product = 0; product < 3000; product++) {
    const other = { ...nmpa, product: String(product).padStart(7, '0') }
    assert.notEqual(indexOf(master, other, read(nmpa, `${other.product}${code.slice(7)}`)), 4711)
  }
  assert.equal(indexOf(master, nmpa, read(nmpa, code)), 4711)
})

test('what has not the digits of its series is not read as another code', () => {
  for (const digits of ['', '1', '123456789012', '12345678901234', '123456789012A', '123456789012Z'])
    assert.throws(() => indexOf(master, nmpa, { ...read(nmpa, codeAt(nmpa, 0)), code: `${nmpa.product}${digits}` }), RangeError, digits)
})
