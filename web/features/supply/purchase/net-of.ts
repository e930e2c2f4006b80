import { Decimal } from 'decimal.js'
import { isDecimal } from '#contract/kernel/exact-decimal.ts'

/** What is typed of a weighing; net only where it is another than gross less tare. */
export type Weights = { gross?: string; tare?: string; net?: string; noteQuantity?: string }

/** 净重: what was typed, or gross less tare once both are known. */
export function netOf({ gross = '', tare = '', net }: Weights): string | undefined {
  if (net !== undefined) return isDecimal(net) ? net : undefined
  return isDecimal(gross) && isDecimal(tare) ? new Decimal(gross).minus(tare).toFixed() : undefined
}
