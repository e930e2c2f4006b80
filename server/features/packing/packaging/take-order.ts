import type { Updateable } from 'kysely'
import { refusal, type Action } from '#contract/kernel/action.ts'
import type { PackagingRow, PackagingState } from '#contract/packing/packaging.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import type { Schema } from '#server/db/schema.ts'
import type { Actor, Tx } from '#kernel/serve.ts'
import type { Lot } from '#server/features/warehouse/lot/lot.ts'
import { refuseUnusable } from '#server/features/warehouse/lot/standing.ts'
import { packagingRowOf } from './queries.ts'

/** An order locked for a step, with its bulk batch. */
export type Order = { row: PackagingRow; bulk: Lot; packSpecId: string }

/** Locks the bulk batch and the order until the transaction ends, having made sure this actor may do this to it now. */
export async function takeOrder(tx: Tx, actor: Actor, action: Action<PackagingRow>, id: string): Promise<Order> {
  const taken = await tx
    .selectFrom('packagingOrder as order')
    .innerJoin('lot', (join) => join.onRef('lot.enterpriseId', '=', 'order.enterpriseId').onRef('lot.id', '=', 'order.bulkLotId'))
    .selectAll('lot')
    .select('order.packSpecId as orderedSpecId')
    .where('order.id', '=', id)
    // The batch before the order, as this names them.
    .forUpdate(['lot', 'order'])
    .executeTakeFirst()
  if (taken === undefined) throw new Refusal('not_found')
  const { orderedSpecId: packSpecId, ...bulk } = taken
  // Read after the wait for the locks.
  const row = await packagingRowOf(tx, id)
  const code = refusal(action, row, actor)
  if (code) throw new Refusal(code)
  return { row, bulk, packSpecId }
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

/** Only a batch that was found to conform, is in date and not held may be packed (domain §2.0, §2.8); asked again at each step. */
export async function checkPackable(tx: Tx, bulk: Lot): Promise<void> {
  if (bulk.kind !== 'bulk' || bulk.state !== 'conforming') throw new Refusal('batch_not_conforming')
  await refuseUnusable(tx, [{ ...bulk, path: '' }])
}

export const orderDocument = ({ id, orderNo }: { id: string; orderNo: string }) => ({ kind: 'packaging_order', id, no: orderNo })
