import type { Zone } from '#contract/warehouse/movement.ts'
import type { Actor, Tx } from '#kernel/serve.ts'
import type { Lot } from '#server/features/warehouse/lot/lot.ts'
import { moveStock, stockInBins, takeBin } from '#server/features/warehouse/stock/move-stock.ts'

type Target = { zone: Zone; placeId: string; document: { kind: string; id: string; no: string }; occurredAt: string }

/** Moves all of a locked lot that stands in the warehouse into a bin of the zone that the decision about it asks for. */
export async function moveToZone(tx: Tx, actor: Actor, lot: Lot, { zone, placeId, document, occurredAt }: Target): Promise<void> {
  const bin = await takeBin(tx, placeId, { zones: [zone], isToxic: lot.isToxic, path: 'placeId' })
  const stock = await stockInBins(tx, lot.id)
  await moveStock(
    tx,
    actor,
    stock.flatMap(({ placeId: from, quantity }) =>
      from === bin.id ? [] : [{ lotId: lot.id, from, to: bin.id, quantity, kind: 'transfer' as const, document, occurredAt }],
    ),
  )
}
