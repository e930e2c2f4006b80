import { refusal, type Action } from '#contract/kernel/action.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import type { SupplierRow } from '#contract/supply/supplier.ts'
import type { Actor, Tx } from '#kernel/serve.ts'
import { supplierRowOf } from './queries.ts'

/**
 * Locks a supplier until the transaction ends. Refused when this actor may not do this to it now. A transaction that orders from the
 * supplier or receives its goods holds the row shared: one of the two comes first, and the other sees its result.
 */
export async function takeSupplier(tx: Tx, actor: Actor, action: Action<SupplierRow>, id: string): Promise<SupplierRow> {
  await tx.selectFrom('supplier').select('id').where('id', '=', id).forUpdate().execute()
  const supplier = await supplierRowOf(tx, id)
  const no = refusal(action, supplier, actor)
  if (no !== undefined) throw new Refusal(no)
  return supplier
}
