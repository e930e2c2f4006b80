import type { Decimal } from 'decimal.js'
import { elementAt } from '#contract/kernel/certain.ts'
import { decimalsOf, exact, Exact, meanOf, roundHalfEven } from '#contract/kernel/exact-decimal.ts'

/** With fewer points nothing is judged: limits drawn from so little would call chance a signal. */
export const fewestPoints = 10
/** From here on the control limits can be relied upon (GB/T 17989.2 asks for 20 to 25 at the start). */
export const reliablePoints = 20

/** Nelson's first four rules (Nelson 1984), as a reader of the chart says them. */
export const nelsonRules = {
  1: '1点超出均值±3σ',
  2: '连续9点在均值同一侧',
  3: '连续6点递增或递减',
  4: '连续14点上下交替',
} as const
export type NelsonRule = keyof typeof nelsonRules

/** A rule that a stretch of points breaks: the whole stretch, first and last point included. */
export type Signal = { rule: NelsonRule; from: number; to: number; way: 'up' | 'down' | 'both' }

/** What a series says, rounded for reading; the signals were found with the unrounded numbers. */
export type Series = {
  count: number
  /** null when there is no point at all. */
  mean: string | null
  lowest: string | null
  highest: string | null
  /** 标准差 s (n−1) of the values; null below two points. */
  deviation: string | null
  /** σ of the control chart, and the limits three σ from the mean; null below `fewestPoints`. */
  sigma: string | null
  upper: string | null
  lower: string | null
  signals: Signal[]
}

/** Of two neighbours: the mean of their differences, divided by this, is σ (GB/T 17989.2, d₂ for n = 2). */
const d2 = new Exact('1.128')

const sum = (values: readonly Decimal[]) => values.reduce((total, value) => total.plus(value), new Exact(0))

/** Each element with the one after it: one pair fewer than elements. */
const neighbours = <Element>(list: readonly Element[]) => list.slice(1).map((next, place) => [elementAt(list, place), next] as const)

/** 标准差 of a sample (n−1). */
function sampleDeviation(values: readonly Decimal[], mean: Decimal): Decimal {
  return sum(values.map((value) => value.minus(mean).pow(2)))
    .div(values.length - 1)
    .sqrt()
}

/** Stretches of at least `least` neighbours of one kind; what is of kind 0 belongs to none. */
function stretches(kinds: readonly number[], least: number): { from: number; to: number; kind: number }[] {
  const found: { from: number; to: number; kind: number }[] = []
  let from = 0
  for (let index = 1; index <= kinds.length; index++) {
    if (index < kinds.length && kinds[index] === kinds[from]) continue
    const kind = kinds[from] ?? 0
    if (kind !== 0 && index - from >= least) found.push({ from, to: index - 1, kind })
    from = index
  }
  return found
}

const wayOf = (sign: number): Signal['way'] => (sign > 0 ? 'up' : 'down')

/** Where a series breaks Nelson's rules 1 to 4, in the order of the points. A series of equal values breaks none. */
export function findSignals(values: readonly Decimal[], mean: Decimal, sigma: Decimal): Signal[] {
  if (sigma.isZero()) return []
  const far = sigma.times(3)
  const sides = values.map((value) => value.comparedTo(mean))
  const steps = neighbours(values).map(([value, next]) => next.comparedTo(value))
  // A step against the one before it; 0 where one of the two is no step at all.
  const turns = neighbours(steps).map(([step, next]) => (next !== 0 && next === -step ? 1 : 0))
  const signals: Signal[] = [
    ...values.flatMap((value, index) =>
      value.minus(mean).abs().greaterThan(far) ? [{ rule: 1 as const, from: index, to: index, way: wayOf(value.comparedTo(mean)) }] : [],
    ),
    ...stretches(sides, 9).map(({ from, to, kind }) => ({ rule: 2 as const, from, to, way: wayOf(kind) })),
    // Five steps join six points, twelve turns fourteen.
    ...stretches(steps, 5).map(({ from, to, kind }) => ({ rule: 3 as const, from, to: to + 1, way: wayOf(kind) })),
    ...stretches(turns, 12).map(({ from, to }) => ({ rule: 4 as const, from, to: to + 2, way: 'both' as const })),
  ]
  return signals.sort((a, b) => a.from - b.from || a.rule - b.rule)
}

/**
 * A series of results as a control chart of individuals: σ is estimated from the differences of neighbours, so that one bad
 * lot does not widen the limits that should show it. Values are plain decimals in the order in which they came about.
 */
export function chartSeries(texts: readonly string[]): Series {
  const values = texts.map(exact)
  if (values.length === 0)
    return { count: 0, mean: null, lowest: null, highest: null, deviation: null, sigma: null, upper: null, lower: null, signals: [] }
  const decimals = Math.max(...texts.map(decimalsOf))
  const mean = meanOf(values)
  const ranked = texts.toSorted((a, b) => exact(a).comparedTo(exact(b)))
  const described = {
    count: values.length,
    mean: roundHalfEven(mean, decimals + 1),
    lowest: elementAt(ranked, 0),
    highest: elementAt(ranked, -1),
    deviation: values.length < 2 ? null : roundHalfEven(sampleDeviation(values, mean), decimals + 2),
  }
  if (values.length < fewestPoints) return { ...described, sigma: null, upper: null, lower: null, signals: [] }
  const sigma = meanOf(neighbours(values).map(([value, next]) => next.minus(value).abs())).div(d2)
  return {
    ...described,
    sigma: roundHalfEven(sigma, decimals + 2),
    upper: roundHalfEven(mean.plus(sigma.times(3)), decimals + 1),
    lower: roundHalfEven(mean.minus(sigma.times(3)), decimals + 1),
    signals: findSignals(values, mean, sigma),
  }
}

/** A signal in a plain sentence; `nameOf` says what a point is called, usually its lot number. */
export function signalSentence({ rule, from, to, way }: Signal, nameOf: (index: number) => string): string {
  if (rule === 1) return `${nameOf(from)} 超出均值${way === 'up' ? '+' : '−'}3σ`
  const stretch = `${nameOf(from)} 至 ${nameOf(to)} 连续${to - from + 1}点`
  if (rule === 2) return `${stretch}在均值${way === 'up' ? '之上' : '之下'}`
  if (rule === 3) return `${stretch}${way === 'up' ? '递增' : '递减'}`
  return `${stretch}上下交替`
}
