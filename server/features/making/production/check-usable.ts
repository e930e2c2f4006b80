import { Refusal } from '#contract/kernel/refusals.ts'
import { isExpired, isRetestDue } from '#contract/warehouse/shelf-life.ts'

/**
 * I3: only a released lot, inside its retest and expiry dates and without a hold, may be used. The trigger on the stock
 * ledger asks the same at the moment of issue; asking here names the lot.
 */
export function checkUsable(
  lot: { lotNo: string; state: string; holds: number; retestOn: string | null; expiresOn: string | null },
  today: string,
) {
  const named = [{ path: 'lots', message: lot.lotNo }]
  if (lot.holds > 0) throw new Refusal('lot_held', named)
  if (lot.state === 'retest_due') throw new Refusal('lot_expired', named)
  if (lot.state !== 'released') throw new Refusal('lot_not_released', named)
  if ((lot.retestOn !== null && isRetestDue(lot.retestOn, today)) || (lot.expiresOn !== null && isExpired(lot.expiresOn, today)))
    throw new Refusal('lot_expired', named)
}
