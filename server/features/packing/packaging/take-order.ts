import type { Updateable } from 'kysely'
import { refusal, type Action } from '#contract/kernel/action.ts'
import type { PackagingRow, PackagingState } from '#contract/packing/packaging.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { lotStates } from '#contract/warehouse/lot.ts'
import type { Schema } from '#server/db/schema.ts'
import type { Actor, Tx } from '#kernel/serve.ts'
import { lockLot, type Lot } from '#server/features/warehouse/lot/lot.ts'
import { refuseUnusable } from '#server/features/warehouse/lot/standing.ts'
import { packagingRowOf } from './queries.ts'

/** An order locked for a step, with its bulk batch. `source` is what is packed: the batch, or of a repack the lot of which packs are opened. */
export type Order = { row: PackagingRow; bulk: Lot; source: Lot; packSpecId: string }

/** Locks the bulk batch, the order and the packs that it opens until the transaction ends, having made sure this actor may do this to it now. */
export async function takeOrder(tx: Tx, actor: Actor, action: Action<PackagingRow>, id: string): Promise<Order> {
  const taken = await tx
    .selectFrom('packagingOrder as order')
    .innerJoin('lot', (join) => join.onRef('lot.enterpriseId', '=', 'order.enterpriseId').onRef('lot.id', '=', 'order.bulkLotId'))
    .selectAll('lot')
    .select(['order.packSpecId as orderedSpecId', 'order.repackOf as openedLotId'])
    .where('order.id', '=', id)
    // The batch before the order, as this names them.
    .forUpdate(['lot', 'order'])
    .executeTakeFirst()
  if (taken === undefined) throw new Refusal('not_found')
  const { orderedSpecId: packSpecId, openedLotId, ...bulk } = taken
  const source = openedLotId === null ? bulk : await lockLot(tx, openedLotId)
  // Read after the wait for the locks.
  const row = await packagingRowOf(tx, id)
  const code = refusal(action, row, actor)
  if (code) throw new Refusal(code)
  return { row, bulk, source, packSpecId }
}

type Later = Omit<Updateable<Schema['packagingOrder']>, 'state' | 'id' | 'enterpriseId'>

/** Moves a taken order to where the action leads, filling in what this step adds. */
export async function advanceOrder(
  tx: Tx,
  { row }: Order,
  action: Action<PackagingRow>,
  later: Later = {},
): Promise<{ id: string; state: PackagingState }> {
  await tx
    .updateTable('packagingOrder')
    .set({ ...later, state: action.to })
    .where('id', '=', row.id)
    .execute()
  return { id: row.id, state: action.to }
}

/**
 * Only a batch that was found to conform, is in date and not held may be packed (domain §2.0, §2.8), and only packs that were released are opened; asked again
 * at each step.
 */
export async function checkPackable(
  tx: Tx,
  { source, row }: Pick<Order, 'source'> & { row: Pick<PackagingRow, 'repackOf'> },
): Promise<void> {
  if (row.repackOf !== null) return checkRepackable(tx, source)
  if (source.kind !== 'bulk' || source.state !== 'conforming') throw new Refusal('batch_not_conforming')
  await refuseUnusable(tx, [{ ...source, path: '' }])
}

/** Packs are opened of a lot that was released and may be used: what is wrong is not put right by another bag. */
export async function checkRepackable(tx: Tx, lot: Lot, path = ''): Promise<void> {
  if (lot.kind !== 'pack' || lot.state !== 'released')
    throw new Refusal('not_repackable', [{ path, message: `${lot.lotNo} ${lotStates[lot.kind][lot.state].label}` }])
  await refuseUnusable(tx, [{ ...lot, path }])
}

export const orderDocument = ({ id, orderNo }: { id: string; orderNo: string }) => ({ kind: 'packaging_order', id, no: orderNo })
