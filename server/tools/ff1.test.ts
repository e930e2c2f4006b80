import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FF1 } from '@noble/ciphers/ff1.js'
import fc from 'fast-check'
import { ff1, type Ff1Domain } from './ff1.ts'

const digitsOf = (value: bigint, { radix, length }: { radix: number; length: number }) => {
  const digits: number[] = []
  for (let rest = value, i = 0; i < length; i++, rest /= BigInt(radix)) digits.unshift(Number(rest % BigInt(radix)))
  return digits
}
const numberOf = (digits: readonly number[], radix: number) => digits.reduce((sum, digit) => sum * radix + digit, 0)

/** The batch's answer for digit strings. What it encrypts it decrypts again. */
function encryptAll(domain: Ff1Domain, strings: readonly (readonly number[])[]): number[][] {
  const u = Math.floor(domain.length / 2)
  const left = Float64Array.from(strings, (digits) => numberOf(digits.slice(0, u), domain.radix))
  const right = Float64Array.from(strings, (digits) => numberOf(digits.slice(u), domain.radix))
  const plain = { left: left.slice(), right: right.slice() }
  const { encrypt, decrypt } = ff1(domain)
  encrypt({ left, right })
  const opened = { left: left.slice(), right: right.slice() }
  decrypt(opened)
  assert.deepEqual(opened, plain)
  const text = (value: number, length: number) => digitsOf(BigInt(value), { radix: domain.radix, length })
  return strings.map((_, k) => [...text(left[k]!, u), ...text(right[k]!, domain.length - u)])
}

const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex')
const alphabet = '0123456789abcdefghijklmnopqrstuvwxyz'
const digits = (text: string) => [...text].map((character) => alphabet.indexOf(character))

const key128 = '2B7E1516 28AED2A6 ABF71588 09CF4F3C'
const key192 = `${key128} EF4359D8 D580AA4F`
const key256 = `${key128} EF4359D8 D580AA4F 7F036D6F 04FC6A94`
const short = '39383736353433323130'
const long = '3737373770717273373737'

// NIST, Examples with Intermediate Values: FF1 samples 1 to 9.
const nist = [
  [key128, 10, '', '0123456789', '2433477484'],
  [key128, 10, short, '0123456789', '6124200773'],
  [key128, 36, long, '0123456789abcdefghi', 'a9tv40mll9kdu509eum'],
  [key192, 10, '', '0123456789', '2830668132'],
  [key192, 10, short, '0123456789', '2496655549'],
  [key192, 36, long, '0123456789abcdefghi', 'xbj3kv35jrawxv32ysr'],
  [key256, 10, '', '0123456789', '6657667009'],
  [key256, 10, short, '0123456789', '1001623463'],
  [key256, 36, long, '0123456789abcdefghi', 'xs8a0azh2avyalyzuwd'],
] as const

test('the nine FF1 samples of NIST come out as published, from the batch and from the library', () => {
  for (const [key, radix, tweak, plain, cipher] of nist) {
    const domain = { radix, length: plain.length, key: hex(key), tweak: hex(tweak) }
    assert.deepEqual(encryptAll(domain, [digits(plain)]), [digits(cipher)])
    assert.deepEqual(FF1(radix, domain.key, domain.tweak).encrypt(digits(plain)), digits(cipher))
  }
})

const bytes = (lengths: fc.Arbitrary<number>) => lengths.chain((length) => fc.uint8Array({ minLength: length, maxLength: length }))

test('every string of a batch is what the library makes of it, for every radix, length, key and tweak', () => {
  const shape = fc
    .tuple(fc.integer({ min: 2, max: 100 }), fc.integer({ min: 4, max: 40 }))
    .filter(
      ([radix, length]) =>
        radix ** length >= 1_000_000 && radix ** Math.ceil(length / 2) < 2 ** 52 && radix ** Math.ceil(length / 4) < 2 ** 28,
    )
  fc.assert(
    fc.property(
      shape,
      bytes(fc.constantFrom(16, 24, 32)),
      bytes(fc.integer({ min: 0, max: 40 })),
      fc.array(fc.bigInt({ min: 0n, max: 2n ** 128n }), { minLength: 1, maxLength: 4 }),
      ([radix, length], key, tweak, values) => {
        const domain = { radix, length, key, tweak }
        const strings = values.map((value) => digitsOf(value, domain))
        const library = FF1(radix, key, tweak)
        assert.deepEqual(
          encryptAll(domain, strings),
          strings.map((string) => library.encrypt([...string])),
        )
      },
    ),
    { numRuns: 500 },
  )
})

test('the greatest and smallest strings are no exception', () => {
  for (const [radix, length] of [
    [10, 13],
    [34, 19],
    [34, 20],
  ] as const) {
    const domain = { radix, length, key: hex(key256), tweak: hex(long) }
    const strings = [0, 1, radix - 1].map((digit) => Array.from({ length }, () => digit))
    const library = FF1(radix, domain.key, domain.tweak)
    assert.deepEqual(
      encryptAll(domain, strings),
      strings.map((string) => library.encrypt([...string])),
    )
  }
})

test('a domain too small to be safe or too wide for exact numbers is refused', () => {
  assert.throws(() => ff1({ radix: 10, length: 5, key: hex(key256), tweak: hex('') }), RangeError)
  assert.throws(() => ff1({ radix: 36, length: 21, key: hex(key256), tweak: hex('') }), RangeError)
  assert.throws(() => ff1({ radix: 95, length: 16, key: hex(key256), tweak: hex('') }), RangeError)
  assert.throws(() => ff1({ radix: 60_000, length: 6, key: hex(key256), tweak: hex('') }), RangeError)
})
