import { Decimal } from 'decimal.js'

/** Decimals wide enough that no laboratory formula is rounded before its end. */
export const Exact = Decimal.clone({ precision: 100, rounding: Decimal.ROUND_HALF_EVEN, toExpNeg: -1000, toExpPos: 1000 })

/** Whether `text` is a plain decimal as a person writes it: 13.59, never 1e3, NaN, 1. or full-width digits. */
export const isDecimal = (text: string) => /^-?(0|[1-9]\d*)(\.\d+)?$/.test(text)

/** A plain decimal as a number to calculate with; anything else is a RangeError. */
export function exact(text: string): Decimal {
  if (!isDecimal(text)) throw new RangeError(`not a plain decimal: ${text}`)
  return new Exact(text)
}

/** How many digits there are behind the point: 15.0 has one, 15 has none. */
export const decimalsOf = (text: string) => text.split('.')[1]?.length ?? 0

/** 四舍六入五成双: rounded to so many decimals, an exact half to the even digit (ChP 凡例; domain I11). */
export function roundHalfEven(value: Decimal, decimals: number): string {
  const rounded = value.toDecimalPlaces(decimals, Decimal.ROUND_HALF_EVEN)
  return (rounded.isZero() ? rounded.abs() : rounded).toFixed(decimals)
}

/** The mean of at least one value, unrounded. */
export const meanOf = (values: readonly Decimal[]) => values.reduce((sum, value) => sum.plus(value), new Exact(0)).div(values.length)

/** 相对偏差 of two parallel results, in percent: |X1−X2| / |X1+X2| × 100; undefined where it has no meaning (X1 = −X2). */
export function relativeDeviation(a: Decimal, b: Decimal): Decimal | undefined {
  if (a.equals(b)) return new Exact(0)
  const sum = a.plus(b).abs()
  return sum.isZero() ? undefined : a.minus(b).abs().div(sum).times(100)
}

/** 相对标准偏差 (RSD) of two or more results, in percent: sd(n−1) / |mean| × 100; undefined for fewer, or where the mean is zero. */
export function relativeStandardDeviation(values: readonly Decimal[]): Decimal | undefined {
  const [first, ...others] = values
  if (first === undefined || others.length === 0) return undefined
  if (others.every((value) => value.equals(first))) return new Exact(0)
  const mean = meanOf(values)
  if (mean.isZero()) return undefined
  const squares = values.reduce((sum, value) => sum.plus(value.minus(mean).pow(2)), new Exact(0))
  return squares
    .div(values.length - 1)
    .sqrt()
    .div(mean.abs())
    .times(100)
}
