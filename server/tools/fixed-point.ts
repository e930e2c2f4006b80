import { isDecimal } from '#contract/kernel/exact-decimal.ts'

/** How many units make one: quantities have four decimals, in kg 0.1 g. */
export const unitsInOne = 10_000n
/** How many units the last digit of a decimal makes, by its places. */
const unitsInLastDigit = [unitsInOne, 1000n, 100n, 10n, 1n] as const

/** A decimal of at most four places as a whole number of units. Sums of thousands of quantities are made so, exactly; a decimal library takes ten times as long. */
export function unitsOf(text: string): bigint {
  if (text === '0') return 0n // what went astray of a sale, mostly
  const point = text.indexOf('.')
  const lastDigit = unitsInLastDigit[point === -1 ? 0 : text.length - point - 1]
  if (lastDigit === undefined || !isDecimal(text)) throw new RangeError(`not a decimal of at most four places: ${text}`)
  return BigInt(point === -1 ? text : text.slice(0, point) + text.slice(point + 1)) * lastDigit
}

/** Units as the shortest decimal: 12.5, never 12.5000. */
export function textOfUnits(units: bigint): string {
  return units === 0n ? '0' : quantityOf(units).replace(/\.?0+$/, '')
}

/** Units as the database writes a quantity: 12.5000; nothing is 0. */
export function quantityOf(units: bigint): string {
  if (units === 0n) return '0'
  const [sign, size] = units < 0n ? ['-', -units] : ['', units]
  const digits = size.toString().padStart(5, '0')
  return `${sign}${digits.slice(0, -4)}.${digits.slice(-4)}`
}
