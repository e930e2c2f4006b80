import type { Decimal } from 'decimal.js'
import { exact, Exact, roundHalfEven } from '#contract/kernel/exact-decimal.ts'

/**
 * The laboratory's formulas (domain §3.6), calculated exactly and rounded once, half-even, to `decimals`.
 * Inputs are plain decimals as text; a result is undefined while a divisor is not yet a positive number.
 */

const percentOf = (part: Decimal, whole: Decimal, decimals: number) =>
  whole.greaterThan(0) ? roundHalfEven(part.div(whole).times(100), decimals) : undefined

/** What remains of 1 when `moisture` percent of it is water. */
const drySubstance = (moisture: string) => new Exact(1).minus(exact(moisture).div(100))

/** 杂质 (ChP 通则 2301), %: foreign matter in a sample, both in g. */
export const foreignMatter = (given: { foreign: string; sample: string }, decimals: number) =>
  percentOf(exact(given.foreign), exact(given.sample), decimals)

/** 水分第二法, 烘干 (ChP 通则 0832), %: weight lost by a sample dried in a dish, all in g; `dried` is the dish with the dry sample. */
export const moistureByDrying = (given: { dish: string; sample: string; dried: string }, decimals: number) =>
  percentOf(exact(given.dish).plus(exact(given.sample)).minus(exact(given.dried)), exact(given.sample), decimals)

/** 水分第四法, 甲苯 (ChP 通则 0832), %: water collected in mL from a sample in g. */
export const moistureByToluene = (given: { water: string; sample: string }, decimals: number) =>
  percentOf(exact(given.water), exact(given.sample), decimals)

/** 挥发油 (ChP 通则 2204), %: oil collected in mL from a sample in g. */
export const volatileOil = (given: { oil: string; sample: string }, decimals: number) =>
  percentOf(exact(given.oil), exact(given.sample), decimals)

/** 总灰分 and 酸不溶性灰分 (ChP 通则 2302), %: what the crucible gained, from a sample, all in g. */
export const ash = (given: { crucible: string; ignited: string; sample: string }, decimals: number) =>
  percentOf(exact(given.ignited).minus(exact(given.crucible)), exact(given.sample), decimals)

/** 恒重: two weighings in g after each other differ by at most 0.3 mg (ChP 凡例). */
export const isConstantWeight = (first: string, second: string) => exact(first).minus(exact(second)).abs().lessThanOrEqualTo('0.0003')

/** 浸出物 (ChP 通则 2201), % of the dried sample: residue of an aliquot (mL) taken from the whole extract (mL); weights in g, moisture in %. */
export function extractives(
  given: { dish: string; dried: string; sample: string; extract: string; aliquot: string; moisture: string },
  decimals: number,
): string | undefined {
  const residue = exact(given.dried).minus(exact(given.dish)).times(exact(given.extract))
  return percentOf(residue, exact(given.sample).times(drySubstance(given.moisture)).times(exact(given.aliquot)), decimals)
}

/** 二氧化硫残留, 酸碱滴定 (ChP 通则 2331), mg/kg: titrant used by sample and blank in mL, its concentration in mol/L, sample in g. */
export function sulphurDioxide(
  given: { titrant: string; blank: string; concentration: string; sample: string },
  decimals: number,
): string | undefined {
  const sample = exact(given.sample)
  if (!sample.greaterThan(0)) return undefined
  const used = exact(given.titrant).minus(exact(given.blank)).abs()
  return roundHalfEven(used.times(exact(given.concentration)).times('0.032').times(1_000_000).div(sample), decimals)
}

/**
 * 含量测定, 外标法 (ChP 通则 0512, 0521), %: mean peak areas of sample and reference, reference solution in mg/mL, `volume` = the
 * dilution f in mL, sample in g; `moisture` in % only where the standard says 按干燥品计算, else null.
 */
export function assayByExternalStandard(
  given: {
    sampleArea: string
    referenceArea: string
    referenceConcentration: string
    volume: string
    sample: string
    moisture: string | null
  },
  decimals: number,
): string | undefined {
  const found = exact(given.sampleArea).times(exact(given.referenceConcentration)).times(exact(given.volume))
  const dry = exact(given.sample).times(drySubstance(given.moisture ?? '0'))
  return percentOf(found, exact(given.referenceArea).times(dry).times(1000), decimals)
}
