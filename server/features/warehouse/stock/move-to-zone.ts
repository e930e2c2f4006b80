import { Refusal } from '#contract/kernel/refusals.ts'
import type { Zone } from '#contract/warehouse/movement.ts'
import type { Actor, Tx } from '#kernel/serve.ts'
import type { Lot } from '#server/features/warehouse/lot/lot.ts'
import { together } from '#tools/together.ts'
import { moveStock, takeBin, type Movement } from './move-stock.ts'
import { stockInBins } from './on-hand.ts'

type Target = { zone: Zone; placeId: string } & Pick<Movement, 'document' | 'occurredAt'>

type Document = Pick<Movement, 'document' | 'occurredAt'>

/** What customers sent back stays in its position: its return decides about it. */
const staysApart = (lot: Lot, zone: Zone | null) => lot.kind === 'pack' && zone === 'returned'

/** Moves what of a rejected lot lies in bins into the rejected zone. A bin need only be named when anything is there (`rejected_bin_required`). */
export async function moveToRejected(
  tx: Tx,
  actor: Actor,
  lot: Lot,
  { placeId, ...document }: Document & { placeId: string | undefined },
): Promise<void> {
  if (placeId !== undefined) return moveToZone(tx, actor, lot, { zone: 'rejected', placeId, ...document })
  const elsewhere = (await stockInBins(tx, lot.id)).some(({ zone }) => zone !== 'rejected' && !staysApart(lot, zone))
  if (elsewhere) throw new Refusal('rejected_bin_required', [{ path: 'placeId', message: '请选择不合格区货位' }])
}

/**
 * Moves what of a locked lot lies in bins of other zones into a bin of the zone that the decision about the lot asks for. What lies
 * in that zone already stays in its bin: the zone must match the state (domain §2.4), no person carries goods from one right bin to
 * another because of a signature, and the ledger records only movements that were made. A bin of another zone is `zone_mismatch`,
 * one of the wrong store `toxic_store`.
 */
export async function moveToZone(tx: Tx, actor: Actor, lot: Lot, { zone, placeId, document, occurredAt }: Target): Promise<void> {
  const [bin, stock] = await together([
    takeBin(tx, placeId, { zones: [zone], isToxic: lot.isToxic, path: 'placeId' }),
    stockInBins(tx, lot.id),
  ])
  await moveStock(
    tx,
    actor,
    stock
      .filter((stored) => stored.zone !== zone && !staysApart(lot, stored.zone))
      .map(({ placeId: from, quantity }) => ({ lotId: lot.id, from, to: bin.id, quantity, kind: 'transfer', document, occurredAt })),
  )
}
