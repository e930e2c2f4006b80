import type { Decimal } from 'decimal.js'
import { exact, Exact, roundHalfEven } from '#contract/kernel/exact-decimal.ts'

/** What a batch took in and what became of it, kg as text (物料平衡表, domain §2.5). */
export type Masses = {
  /** 领料: the main herb as weighed out of the warehouse. */
  issued: string
  /** 辅料: auxiliaries used, after what was given back. */
  auxiliaries: string
  /** 吸水: water that washing and moistening put into the herb; the 水分校正 of the balance. */
  water: string
  /** 合格产出 */
  output: string
  /** Σ损耗 over all steps, evaporation among it. */
  losses: string
  /** 中间控制取样 */
  sampled: string
  /** 尾料: what is left on the line and cannot go back. */
  leftover: string
  /** 联产品 that were kept as lots of their own. */
  coProducts: string
  /** 退料: of the main herb, unused and sealed, back to the warehouse. */
  returned: string
}

/** Limits of the process version, % as text; the firm's own, always both ends. */
export type BalanceLimits = { yieldMin: string; yieldMax: string; balanceMin: string; balanceMax: string }

/** What a step or a whole batch may deviate in. */
export const deviationKinds = {
  parameter: '工艺参数超出范围',
  yield: '收率超出范围',
  balance: '物料平衡超出范围',
  gain: '未加辅料而收率超过100%',
  event: '异常情况',
  hold_time: '存放超时',
  surplus: '工序产出高于投入',
  co_product: '联产品比例超出范围',
} as const
export type DeviationKind = keyof typeof deviationKinds

export type Balance = {
  /** 投料量: what was issued and not returned, kg */
  charged: string
  /** 收率 and 物料平衡, %, four decimals; judged before they were rounded. */
  yieldPercent: string
  balancePercent: string
  /** What the masses leave unexplained, kg; negative when more came out than went in. */
  unexplained: string
  deviations: ('yield' | 'balance' | 'gain')[]
}

/** How much more than went in may be weighed out, %: what scales and damp air add (start value; the database says the same). */
const weighedOutTolerance = '2'

/** How often its own mass of water a herb takes up at most in one step (start value; the database says the same). */
const mostWater = '3'

/** The most water a step may add to its input, kg. */
export const mostWaterFor = (input: string): string => exact(input).times(mostWater).toFixed()

/** The most that may be weighed out of so much that went in, kg. */
const mostOf = (cameIn: Decimal): Decimal => cameIn.times(exact('100').plus(weighedOutTolerance)).div(100)

/**
 * What a step may give at most, kg: output, co-products and losses together by what it took in with the auxiliaries, output and co-products by what was fed
 * at the beginning and was not kept as a co-product since. So neither is made of nothing, nor comes back what was set aside between two steps.
 */
export function mostOfStep(
  { input, water }: { input: string; water: string },
  { fed, earlierWater, earlierKept, auxiliaries }: { fed: string; earlierWater: string; earlierKept: string; auxiliaries: string },
) {
  const added = exact(water).plus(auxiliaries)
  return {
    together: mostOf(added.plus(input)).toFixed(),
    output: mostOf(added.plus(fed).plus(earlierWater)).minus(earlierKept).toFixed(),
  }
}

/**
 * What output, sample and remainder of a batch weigh at most, kg: what went in and did not go back, less losses and co-products. What the last step
 * gave is never refused for the losses' sake: a loss that was recorded before the database weighed it shows in the balance
 * and locks no batch.
 */
export function mostOfBatch(
  {
    issued,
    returned,
    auxiliaries,
    water,
    losses,
    coProducts,
  }: Pick<Masses, 'issued' | 'returned' | 'auxiliaries' | 'water' | 'losses' | 'coProducts'>,
  lastOutput: string,
): string {
  const there = mostOf(exact(issued).minus(returned).plus(auxiliaries).plus(water))
  return Exact.min(there, Exact.max(there.minus(losses).minus(coProducts), lastOutput)).toFixed()
}

/** What is left of a batch that was ended weighs at most, kg: what was fed and its water, with what scales and damp air add. */
export const mostOfEnding = ({ charged, water }: { charged: string; water: string }): string => mostOf(exact(charged).plus(water)).toFixed()

/** The decimals of a percentage as it is kept. */
const places = 4

/**
 * 收率 = 合格产出 ÷ 投料量 × 100; 物料平衡 = (合格产出 + 联产品 + Σ损耗 + 取样 + 尾料 + 退料) ÷ (领料 + 辅料 + 吸水) × 100, both exact
 * and compared unrounded (domain §2.5, §3.5). More than 100 % without an auxiliary is a deviation even inside the limits
 * (domain §8 item 18). Nothing charged is a RangeError: there is no batch.
 */
export function balanceOf(masses: Masses, limits: BalanceLimits): Balance {
  const kg = (name: keyof Masses) => exact(masses[name])
  const charged = kg('issued').minus(kg('returned'))
  if (charged.lessThanOrEqualTo(0)) throw new RangeError('nothing was charged')
  const cameIn = kg('issued').plus(kg('auxiliaries')).plus(kg('water'))
  const accounted = kg('output').plus(kg('coProducts')).plus(kg('losses')).plus(kg('sampled')).plus(kg('leftover')).plus(kg('returned'))
  const yielded = percentOf(kg('output'), charged)
  const balanced = percentOf(accounted, cameIn)
  const deviations: Balance['deviations'] = []
  if (isOutside(yielded, limits.yieldMin, limits.yieldMax)) deviations.push('yield')
  if (isOutside(balanced, limits.balanceMin, limits.balanceMax)) deviations.push('balance')
  if (kg('auxiliaries').isZero() && yielded.greaterThan(100)) deviations.push('gain')
  return {
    charged: charged.toFixed(),
    yieldPercent: roundHalfEven(yielded, places),
    balancePercent: roundHalfEven(balanced, places),
    unexplained: cameIn.minus(accounted).toFixed(),
    deviations,
  }
}

const percentOf = (part: Decimal, whole: Decimal) => part.div(whole).times(100)
const isOutside = (value: Decimal, min: string, max: string) => value.lessThan(min) || value.greaterThan(max)

/** The yield of one step, % with two decimals, for the eye; undefined while a mass is missing or nothing went in. */
export function stepYield(input: string, output: string): string | undefined {
  if (!/^\d+(\.\d+)?$/.test(input) || !/^\d+(\.\d+)?$/.test(output) || exact(input).isZero()) return undefined
  return roundHalfEven(percentOf(exact(output), exact(input)), 2)
}

/** The share of a co-product, % of what the step took in, four decimals. */
export const coProductShare = (quantity: string, input: string): string => roundHalfEven(percentOf(exact(quantity), exact(input)), places)

/** The sum of masses given as text. */
export const sumOf = (masses: readonly string[]): string => masses.reduce((sum, mass) => sum.plus(mass), new Exact(0)).toFixed()

/** How much of an auxiliary a charge of the main herb takes: kg per 100 kg, rounded to the four decimals of a mass. */
export const auxiliaryFor = (charge: string, ratio: string): string =>
  exact(roundHalfEven(exact(charge).times(ratio).div(100), 4)).toFixed()

/** The actual ratio, kg per 100 kg of the main herb, four decimals. */
export const actualRatio = (auxiliary: string, charge: string): string => roundHalfEven(percentOf(exact(auxiliary), exact(charge)), 4)

/** Whether so much of an auxiliary keeps to its ratio within the tolerance, which is a percentage of the ratio (domain §4.2, e.g. ±2 %). */
export function keepsRatio({
  auxiliary,
  charge,
  ratio,
  tolerance,
}: {
  auxiliary: string
  charge: string
  ratio: string
  tolerance: string
}): boolean {
  const due = exact(charge).times(ratio).div(100)
  return exact(auxiliary).minus(due).abs().lessThanOrEqualTo(due.times(tolerance).div(100))
}
