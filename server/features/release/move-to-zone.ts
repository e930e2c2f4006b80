import type { Zone } from '../../../contract/movement.ts'
import { Refusal } from '../../../contract/refusals.ts'
import type { Actor, Tx } from '../../platform/serve.ts'
import { moveStock, stockInBins } from '../stock/move-stock.ts'

/**
 * Moves what stands in the warehouse of a locked lot to a bin of the zone its state asks for, because of the decision;
 * what stands there already stays. A bin of another zone is `zone_mismatch`.
 */
export async function moveToZone(
  tx: Tx,
  actor: Actor,
  { lotId, zone, placeId, document, occurredAt }: { lotId: string; zone: Zone; placeId: string; document: { kind: string; id: string; no: string }; occurredAt: string },
): Promise<void> {
  const bin = await tx.selectFrom('place').select(['id', 'zone']).where('id', '=', placeId).where('isActive', '=', true).executeTakeFirst()
  if (bin?.zone !== zone) throw new Refusal('zone_mismatch', [{ path: 'placeId', message: '请选择相应库区的货位' }])
  const stock = await stockInBins(tx, lotId)
  await moveStock(
    tx,
    actor,
    stock
      .filter((there) => there.zone !== zone)
      .map((there) => ({ lotId, from: there.placeId, to: placeId, quantity: there.quantity, kind: 'transfer' as const, document, occurredAt })),
  )
}
