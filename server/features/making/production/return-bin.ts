import { Refusal } from '#contract/kernel/refusals.ts'
import type { Weighing } from '#contract/making/production-record.ts'
import { lotStates, type LotKind, type LotState } from '#contract/warehouse/lot.ts'
import { zones, type Zone } from '#contract/warehouse/movement.ts'
import { zonesFor } from '#contract/warehouse/stock.ts'
import type { Tx } from '#kernel/serve.ts'
import { mayHold, takeBin } from '#server/features/warehouse/stock/move-stock.ts'

type Returned = { lotNo: string; kind: LotKind; state: LotState; holds: number; isToxic: boolean }

/**
 * The bin that unused material goes back to: the one it came from, while that lies in the zone of the lot's state; the lot may have been rejected,
 * withdrawn or held since. Else a bin has to be chosen (`return_bin_required`).
 */
export async function returnBin(
  tx: Tx,
  lot: Returned,
  { from, chosen, path }: { from: Pick<Weighing, 'placeId' | 'placeCode'>; chosen: string | undefined; path: string },
): Promise<string> {
  const fitting = { zones: zonesFor(lot), isToxic: lot.isToxic }
  if (chosen !== undefined) return (await takeBin(tx, chosen, { ...fitting, path })).id
  // No other step disables it or changes its zone before the goods are in.
  const old = await binQuery(tx, [from.placeId]).forKeyShare().executeTakeFirstOrThrow()
  if (mayHold(old, fitting)) return from.placeId
  const where = fitting.zones.map((zone) => zones[zone]).join('或')
  const state = lot.holds > 0 && lot.state !== 'rejected' ? '已冻结' : lotStates[lot.kind][lot.state].label
  throw new Refusal('return_bin_required', [
    { path, message: `${lot.lotNo} ${state}，不能放回原货位 ${from.placeCode}，请选择${where}货位` },
  ])
}

/** The zone that a lot has to go to when it leaves the workshop unused; null when it may go back to every bin it came from. */
export async function zoneOfReturn(tx: Tx, lot: Returned, weighings: readonly Pick<Weighing, 'placeId'>[]): Promise<Zone | null> {
  if (weighings.length === 0) return null
  const fitting = { zones: zonesFor(lot), isToxic: lot.isToxic }
  const bins = await binQuery(tx, [...new Set(weighings.map(({ placeId }) => placeId))]).execute()
  return bins.every((bin) => mayHold(bin, fitting)) ? null : (fitting.zones[0] ?? null)
}

const binQuery = (tx: Tx, ids: readonly string[]) =>
  tx.selectFrom('place').select(['isActive', 'zone', 'storageCondition']).where('id', 'in', ids)
