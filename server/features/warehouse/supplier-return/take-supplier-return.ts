import { refusal } from '#contract/kernel/action.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { supplierReturnActions, type SupplierReturnRow } from '#contract/warehouse/supplier-return.ts'
import type { Actor, Tx } from '#kernel/serve.ts'
import { lockLot, type Lot } from '#server/features/warehouse/lot/lot.ts'
import { supplierReturnRowOf } from './queries.ts'

/** Locks the lot of a return and then itself. Refused when this actor may not do this to it now, or has seen an older version. */
export async function takeSupplierReturn(
  tx: Tx,
  actor: Actor,
  action: keyof typeof supplierReturnActions,
  { id, rowVersion }: { id: string; rowVersion?: number },
): Promise<{ row: SupplierReturnRow; lot: Lot; placeId: string }> {
  // What a return is about never changes, so its lot is known before it is locked.
  const { lotId } = await supplierReturnRowOf(tx, id)
  const lot = await lockLot(tx, lotId)
  const { placeId } = await tx.selectFrom('supplierReturn').select('placeId').where('id', '=', id).forUpdate().executeTakeFirstOrThrow()
  const row = await supplierReturnRowOf(tx, id)
  const code = refusal(supplierReturnActions[action], row, actor)
  if (code !== undefined) throw new Refusal(code)
  if (rowVersion !== undefined && row.rowVersion !== rowVersion) throw new Refusal('stale')
  return { row, lot, placeId }
}
