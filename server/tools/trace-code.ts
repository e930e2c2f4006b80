import { hkdfSync } from 'node:crypto'
import { isGtin14 } from '#contract/packing/gs1.ts'
import { codeAlphabet, internalLetter, type ReadCode } from '#contract/packing/trace-code.ts'
import { ff1, type Ff1 } from './ff1.ts'

/**
 * Trace codes are a keyed permutation (FF1) of a running index: none is stored, none can be guessed, and reading one is
 * one decryption. The index runs per series; the database keeps which indexes were issued (docs/decisions/0003).
 */

/** What codes are numbered within: an NMPA identification code, a GTIN, or an enterprise. */
export type CodeSeries =
  | { scheme: 'NMPA20'; enterpriseId: string; /** 药品标识码, 7 digits, one per pack specification and level. */ product: string }
  | { scheme: 'GS1'; enterpriseId: string; gtin: string }
  | { scheme: 'INTERNAL'; /** The enterprise's small number in this installation. */ enterpriseNo: number }

/** How many codes a series can ever hold: indexes run from 0 to one less. */
export const seriesCapacity = { NMPA20: 10 ** 13, GS1: 10 ** 13, INTERNAL: 10 ** 12 } as const

/** Enterprise numbers for INTERNAL codes run from 0 to one less than this. */
export const enterpriseCapacity = 34 ** 4

// An INTERNAL code's 19 digits to base 34 hold: enterprise (4), five zeros | the index on ten digits. What is not zero
// where it should be was never issued, which a guess meets about once in 2³⁶ tries.
const enterpriseUnit = 34 ** 5
const internalLengths = { left: 9, right: 10 }

type Domain = { radix: 10 | 34; length: number; ff1: Ff1; prefix: string; plainLeft: number }

/**
 * What was prepared under a master key: for INTERNAL codes, and for each product whose codes were made or read. To prepare it costs more than to read a
 * code. Products are what somebody typed, whether anybody has such codes or not: what was prepared first goes first.
 */
const preparedAtMost = 1000
const preparedUnder = new WeakMap<Uint8Array, Map<string, Ff1>>()

function prepared(master: Uint8Array, purpose: string, tweak: string, { radix, length }: Pick<Domain, 'radix' | 'length'>): Ff1 {
  const known = preparedUnder.get(master) ?? new Map<string, Ff1>()
  preparedUnder.set(master, known)
  const name = `${purpose} ${tweak}`
  const key = () => new Uint8Array(hkdfSync('sha256', master, 'bencao trace codes', purpose, 32))
  const made = known.get(name) ?? ff1({ radix, length, key: key(), tweak: Buffer.from(tweak) })
  known.set(name, made)
  const [oldest] = known.size > preparedAtMost ? known.keys() : []
  if (oldest !== undefined) known.delete(oldest)
  return made
}

function domainOf(master: Uint8Array, series: CodeSeries): Domain {
  if (series.scheme === 'NMPA20') {
    if (!/^\d{7}$/.test(series.product)) throw new RangeError('药品标识码 has 7 digits')
    const size = { radix: 10, length: 13 } as const
    return { ...size, ff1: prepared(master, `NMPA20 ${series.enterpriseId}`, series.product, size), prefix: series.product, plainLeft: 0 }
  }
  if (series.scheme === 'GS1') {
    if (!isGtin14(series.gtin)) throw new RangeError('not a GTIN-14')
    const size = { radix: 34, length: 20 } as const
    return { ...size, ff1: prepared(master, `GS1 ${series.enterpriseId}`, series.gtin, size), prefix: '', plainLeft: 0 }
  }
  const { enterpriseNo } = series
  if (!Number.isSafeInteger(enterpriseNo) || enterpriseNo < 0 || enterpriseNo >= enterpriseCapacity)
    throw new RangeError('not an enterprise number')
  return internalDomain(master, enterpriseNo)
}

function internalDomain(master: Uint8Array, enterpriseNo: number): Domain {
  const size = { radix: 34, length: internalLengths.left + internalLengths.right } as const
  return {
    ...size,
    ff1: prepared(master, 'INTERNAL', internalLetter, size),
    prefix: internalLetter,
    plainLeft: enterpriseNo * enterpriseUnit,
  }
}

const batch = 8192

/**
 * The codes of `count` indexes from `first` on, in arrays of up to 8,192: the 20 digits (NMPA20), the serial (GS1) or the
 * whole code (INTERNAL). The same indexes always give the same codes.
 */
export function* issueCodes(master: Uint8Array, series: CodeSeries, first: number, count: number): Generator<string[]> {
  if (
    !Number.isSafeInteger(first) ||
    !Number.isSafeInteger(count) ||
    first < 0 ||
    count < 0 ||
    first + count > seriesCapacity[series.scheme]
  )
    throw new RangeError(`no such indexes in ${series.scheme}: ${first} + ${count}`)
  const domain = domainOf(master, series)
  const rightLength = Math.ceil(domain.length / 2)
  const unit = domain.radix ** rightLength
  for (let from = first; from < first + count; from += batch) {
    const size = Math.min(batch, first + count - from)
    const left = new Float64Array(size)
    const right = new Float64Array(size)
    for (let k = 0; k < size; k++) {
      const upper = Math.floor((from + k) / unit)
      left[k] = domain.plainLeft + upper
      right[k] = from + k - upper * unit
    }
    domain.ff1.encrypt({ left, right })
    yield spell(domain, left, right)
  }
}

const letters = Uint8Array.from(codeAlphabet, (letter) => letter.charCodeAt(0))

/** Writes a batch as text: all codes into one buffer, cut apart at the end, which costs a quarter of joining digits. */
function spell({ radix, length, prefix }: Domain, left: Float64Array, right: Float64Array): string[] {
  const width = prefix.length + length
  const leftEnd = prefix.length + Math.floor(length / 2)
  const bytes = Buffer.alloc(left.length * width)
  const spellHalf = (number: number, from: number, to: number) => {
    for (let rest = number, at = to - 1; at >= from; at--) {
      const upper = Math.floor(rest / radix)
      bytes[at] = letters[rest - upper * radix]! // a digit is below the radix; here and below a check would cost at every code
      rest = upper
    }
  }
  for (let k = 0; k < left.length; k++) {
    const start = k * width
    bytes.write(prefix, start, 'latin1')
    spellHalf(left[k]!, start + prefix.length, start + leftEnd)
    spellHalf(right[k]!, start + leftEnd, start + width)
  }
  const text = bytes.toString('latin1')
  return Array.from(left, (_, k) => text.slice(k * width, (k + 1) * width))
}

/** What a code was before encryption: its left and right half, as numbers. */
function open({ radix, length, ff1 }: Domain, digits: string): { left: number; right: number } {
  if (digits.length !== length) throw new RangeError(`${length} digits, not ${digits.length}`)
  const half = (text: string) => {
    let number = 0
    for (const letter of text) {
      const digit = codeAlphabet.indexOf(letter)
      if (digit < 0 || digit >= radix) throw new RangeError('no digit of this radix')
      number = number * radix + digit
    }
    return Float64Array.of(number)
  }
  const middle = Math.floor(length / 2)
  const [left, right] = [half(digits.slice(0, middle)), half(digits.slice(middle))]
  ff1.decrypt({ left, right })
  return { left: left[0]!, right: right[0]! }
}

/** Whose INTERNAL code this is and its index, or undefined when this installation's key never made it. No database is asked. */
export function openInternalCode(master: Uint8Array, code: string): { enterpriseNo: number; index: number } | undefined {
  const { left, right } = open(internalDomain(master, 0), code.slice(internalLetter.length))
  const enterpriseNo = Math.floor(left / enterpriseUnit)
  return left === enterpriseNo * enterpriseUnit && right < seriesCapacity.INTERNAL ? { enterpriseNo, index: right } : undefined
}

/** The index of an NMPA20 or GS1 code within its series, or undefined when the series cannot hold it. Whether it was issued, the database knows. */
export function indexOf(master: Uint8Array, series: Exclude<CodeSeries, { scheme: 'INTERNAL' }>, read: ReadCode): number | undefined {
  if (read.scheme !== series.scheme) return undefined
  const domain = domainOf(master, series)
  if (!read.code.startsWith(domain.prefix)) return undefined
  const { left, right } = open(domain, read.code.slice(domain.prefix.length))
  const index = left * domain.radix ** Math.ceil(domain.length / 2) + right
  return index < seriesCapacity[series.scheme] ? index : undefined
}
