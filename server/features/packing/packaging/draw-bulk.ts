import { exact } from '#contract/kernel/exact-decimal.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import type { Tx } from '#kernel/serve.ts'
import type { Lot } from '#server/features/warehouse/lot/lot.ts'
import type { Movement } from '#server/features/warehouse/stock/move-stock.ts'
import { readStock, stockInBins } from '#server/features/warehouse/stock/on-hand.ts'
import { drawFrom } from '#server/features/warehouse/stock/rebook-birth.ts'
import { together } from '#tools/together.ts'
import { orderDocument, type Order } from './take-order.ts'
import type { PackedMasses } from './weigh-packs.ts'

/** What of the batch this order has reserved. */
const reservedFor = (tx: Tx, { row, bulk }: Pick<Order, 'row' | 'bulk'>) =>
  tx.selectFrom('lotReservation').select('quantity').where('lotId', '=', bulk.id).where('documentId', '=', row.id).executeTakeFirst()

/**
 * The entries of a packaging, kg: what was packed leaves the batch for the transformation and comes out of it as the pack lot, what was
 * lost goes to the losses. The remainder never left its bin. A charge of more than the bins hold is `short_stock`.
 */
export async function movementsOf(
  tx: Tx,
  { row, bulk }: Order,
  lot: Lot,
  masses: PackedMasses,
  { charged, placeId, finishedAt }: { charged: string; placeId: string; finishedAt: string },
): Promise<Movement[]> {
  const shared = { document: orderDocument(row), occurredAt: finishedAt }
  const [transformation, loss] = [{ only: 'transformation' }, { only: 'loss' }] as const
  const [lying, { available }, own] = await together([stockInBins(tx, bulk.id), readStock(tx, bulk.id), reservedFor(tx, { row, bulk })])
  const bins = lying.map(({ placeId: bin, quantity }) => ({ bin, left: exact(quantity) }))
  const short = bins.reduce((missing, bin) => missing.minus(bin.left), exact(charged))
  if (short.greaterThan(0)) throw new Refusal('short_stock', [{ path: 'charged', message: `该批库存还差 ${short.toFixed()} kg` }])
  // What leaves the batch is free, or reserved for this order: never what another one counts on.
  const free = exact(available).plus(own?.quantity ?? '0')
  if (exact(masses.packed).plus(masses.loss).greaterThan(free))
    throw new Refusal('short_stock', [{ path: 'charged', message: `其余已被其他指令预留，本指令最多可用 ${free.toFixed()} kg` }])
  const draw = (quantity: string, to: Movement['to'], kind: 'pack_input' | 'pack_loss') =>
    drawFrom(bins, quantity).map((taken): Movement => ({ lotId: bulk.id, to, kind, ...taken, ...shared }))
  return [
    ...draw(masses.packed, transformation, 'pack_input'),
    { lotId: lot.id, from: transformation, to: placeId, quantity: masses.packed, kind: 'pack_output', ...shared },
    ...draw(masses.loss, loss, 'pack_loss'),
  ]
}
