import type { PiecePart } from '#contract/packing/pack-material.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { zonesFor } from '#contract/warehouse/stock.ts'
import type { Tx } from '#kernel/serve.ts'
import type { Lot } from '#server/features/warehouse/lot/lot.ts'
import { takeBin, type Movement } from '#server/features/warehouse/stock/move-stock.ts'

type Leaving = { lot: Lot; placeId: string | undefined; path: string } & Record<PiecePart, number>

/** The entries of pieces of a lot that leave the line: into packs, back into a bin of the zone of the lot's state, or to the losses. */
export async function leaveLine(
  tx: Tx,
  { lot, placeId, path, used, spoiled, destroyed, sampled, returned, lost }: Leaving,
  shared: Pick<Movement, 'document' | 'occurredAt' | 'reason'>,
): Promise<Movement[]> {
  if (returned > 0 && placeId === undefined) throw new Refusal('return_bin_required', [{ path, message: `请选择 ${lot.lotNo} 退回的货位` }])
  const bin =
    returned === 0 || placeId === undefined ? null : await takeBin(tx, placeId, { zones: zonesFor(lot), isToxic: lot.isToxic, path })
  const gone = spoiled + destroyed + sampled + lost
  const from = { only: 'packing' as const }
  return [
    ...(used === 0
      ? []
      : [{ lotId: lot.id, from, to: { only: 'transformation' as const }, quantity: String(used), kind: 'pack_input' as const, ...shared }]),
    ...(bin === null ? [] : [{ lotId: lot.id, from, to: bin.id, quantity: String(returned), kind: 'pack_return' as const, ...shared }]),
    ...(gone === 0
      ? []
      : [{ lotId: lot.id, from, to: { only: 'loss' as const }, quantity: String(gone), kind: 'pack_loss' as const, ...shared }]),
  ]
}
