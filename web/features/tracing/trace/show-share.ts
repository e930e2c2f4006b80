import { Decimal } from 'decimal.js'
import { amount as exactAmount, kg as exactKg } from '#web/lib/format.ts'

/** A share of one as a percentage: 0.0909 → 9.09 %. */
export const percentOfOne = (share: string) => `${new Decimal(share).times(100).toFixed(2)} %`

/** kg with three decimals, for captions. */
export const kg = (quantity: string) => exactKg(new Decimal(quantity).toFixed())

/** A quantity with its unit, for captions. */
export const amount = (quantity: string, unit: string) => exactAmount(new Decimal(quantity).toFixed(), unit)
