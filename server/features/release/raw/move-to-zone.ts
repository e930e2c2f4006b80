import type { Zone } from '#contract/warehouse/movement.ts'
import type { Actor, Tx } from '#kernel/serve.ts'
import type { Lot } from '#server/features/warehouse/lot/lot.ts'
import { moveStock, stockInBins, takeBin } from '#server/features/warehouse/stock/move-stock.ts'

/**
 * Moves what stands in the warehouse of a locked lot to a bin of the zone its state asks for, because of the decision;
 * what stands in that zone already stays. A bin of another zone is `zone_mismatch`.
 */
export async function moveToZone(
  tx: Tx,
  actor: Actor,
  {
    lot,
    zone,
    placeId,
    document,
    occurredAt,
  }: { lot: Lot; zone: Zone; placeId: string; document: { kind: string; id: string; no: string }; occurredAt: string },
): Promise<void> {
  const bin = await takeBin(tx, placeId, { zones: [zone], isToxic: lot.isToxic, path: 'placeId' })
  const stock = await stockInBins(tx, lot.id)
  await moveStock(
    tx,
    actor,
    stock
      .filter((there) => there.zone !== zone)
      .map((there) => ({
        lotId: lot.id,
        from: there.placeId,
        to: bin.id,
        quantity: there.quantity,
        kind: 'transfer' as const,
        document,
        occurredAt,
      })),
  )
}
