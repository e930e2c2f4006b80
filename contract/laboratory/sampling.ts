import { z } from 'zod'
import { exact, Exact, isDecimal } from '#contract/kernel/exact-decimal.ts'
import { text } from '#contract/kernel/values.ts'

/** Grams, to a tenth: exact as kg with four decimals. */
export const grams = z
  .string('请填写取样量')
  .regex(/^(0|[1-9]\d{0,6})(\.\d)?$/, '请填写克数，最多1位小数')
  .refine((value) => isDecimal(value) && exact(value).gt(0), '必须大于0')

/** Grams that may be none. */
export const gramsOrZero = z.string('请填写余量').regex(/^(0|[1-9]\d{0,6})(\.\d)?$/, '请填写克数，最多1位小数')

/** 包件异常: the number of a package that is not like the others, and what was seen of it. It is told to quality assurance and does not join the pooled sample. */
export const abnormalUnit = z.strictObject({
  number: z.int('请填写件号').min(1, '件号从1开始').max(100_000, '没有这么多件'),
  seen: text(100),
})
export const abnormalUnits = z
  .array(abnormalUnit)
  .max(50, '最多50件；更多的请写入现场观察')
  .refine((units) => new Set(units.map(({ number }) => number)).size === units.length, '件号重复')
type AbnormalUnit = z.infer<typeof abnormalUnit>

/** 包件异常 as page and paper say it. */
export const abnormalWords = (units: readonly AbnormalUnit[]): string =>
  units.length === 0 ? '无' : units.map(({ number, seen }) => `第 ${number} 件 ${seen}`).join('；')

/** What is sampled by its own rule: herbs and slices, precious ones, auxiliaries. */
export type SampledGoods = 'herb' | 'precious' | 'auxiliary'

/** How many of `packages` packages are to be sampled (ChP 通则 0211; auxiliaries √N rule of GMP 附录 取样; domain §3.2). */
export function packagesToSample(packages: number, goods: SampledGoods): number {
  if (!Number.isSafeInteger(packages) || packages < 1) throw new RangeError(`not a number of packages: ${packages}`)
  if (goods === 'precious') return packages
  if (goods === 'auxiliary') {
    if (packages <= 3) return packages
    return packages <= 300 ? rootUp(packages) + 1 : Math.ceil(Math.sqrt(packages) / 2) + 1
  }
  if (packages < 5) return packages
  if (packages < 100) return 5
  // Whole-number division keeps 5 % of 100 at exactly 5, where 100 × 0.05 rounded up may be 6.
  if (packages <= 1000) return Math.ceil((packages * 5) / 100)
  return 50 + Math.ceil((packages - 1000) / 100)
}

/** How many of a lot's packages its quantity of now fills, a begun one counted whole; none of nothing. */
export const packagesLeft = (packages: number, quantity: string, ofAll: string): number =>
  Math.min(packages, exact(quantity).times(packages).div(ofAll).ceil().toNumber())

const rootUp = (n: number) => Math.ceil(Math.sqrt(n))

/**
 * The least pooled sample: three times what the tests need – for testing, recheck and retention (ChP 通则 0211); twice where whole packs are kept besides. Same unit
 * in and out.
 */
export const requiredSample = (testNeed: string, times: 2 | 3 = 3): string => exact(testNeed).times(times).toFixed()

/** Whether a pooled sample is enough for testing, recheck and retention. */
export const isEnoughSample = (sample: string, testNeed: string): boolean => exact(sample).greaterThanOrEqualTo(requiredSample(testNeed))

/** The most that is taken of a lot, kg: a tenth of what there is, and of small lots what several tests may need (start value). */
export const mostSample = (onHand: string): string => Exact.max(exact(onHand).div(10), 5).toFixed()

/**
 * Which packages make the pooled sample: those that the seed draws, without the abnormal ones among them. Sound ones are as many as the rule asks for,
 * as far as there are so many: `missing` says how many more are to be drawn.
 */
export function packagesSampled(
  draw: { packages: number; count: number; seed: string },
  required: number,
  abnormal: readonly number[],
): { numbers: number[]; missing: number } {
  const numbers = drawPackages(draw).filter((number) => !abnormal.includes(number))
  return { numbers, missing: Math.max(0, Math.min(required, draw.packages - abnormal.length) - numbers.length) }
}

/** A stored seed: 32 hexadecimal digits from a cryptographic generator, not all zero. */
export const isSeed = (seed: string) => /^[0-9a-f]{32}$/.test(seed) && !/^0+$/.test(seed)

const rotated = (x: number, k: number) => (x << k) | (x >>> (32 - k))

/** xoshiro128** by Blackman and Vigna (public domain): a published generator, so that every inspector can replay a draw from its seed. */
function* randomWords(seed: string): Generator<number, never> {
  const wordAt = (at: number) => Number.parseInt(seed.slice(at, at + 8), 16) | 0
  let [a, b, c, d] = [wordAt(0), wordAt(8), wordAt(16), wordAt(24)]
  for (;;) {
    yield Math.imul(rotated(Math.imul(b, 5), 7), 9) >>> 0
    const t = b << 9
    c ^= a
    d ^= b
    b ^= c
    a ^= d
    c ^= t
    d = rotated(d, 11)
  }
}

/**
 * Draws `count` different package numbers of 1 to `packages`, ascending. The same seed gives the same draw for ever: an
 * inspector can repeat it. Rule: Fisher–Yates, the i-th place gets one of the numbers not yet drawn, chosen by
 * (word mod how many are left); words from the incomplete last round of 2³² are skipped, so that no package is favoured.
 */
export function drawPackages({ packages, count, seed }: { packages: number; count: number; seed: string }): number[] {
  if (!isSeed(seed)) throw new RangeError('not a seed')
  if (!Number.isSafeInteger(count) || count < 0 || count > packages) throw new RangeError(`cannot draw ${count} of ${packages} packages`)
  const words = randomWords(seed)
  // Only the places that were swapped are kept; all others still hold their own number.
  const swapped = new Map<number, number>()
  const drawn: number[] = []
  for (let left = packages; drawn.length < count; left--) {
    let word = words.next().value
    while (word >= 2 ** 32 - (2 ** 32 % left)) word = words.next().value
    const place = (word % left) + 1
    drawn.push(swapped.get(place) ?? place)
    swapped.set(place, swapped.get(left) ?? left)
  }
  return drawn.sort((a, b) => a - b)
}
