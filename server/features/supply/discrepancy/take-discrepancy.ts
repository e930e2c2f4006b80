import { refusal } from '#contract/kernel/action.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { discrepancyActions, type DiscrepancyRow } from '#contract/supply/discrepancy.ts'
import type { Actor, Tx } from '#kernel/serve.ts'
import { discrepancyRowOf } from './queries.ts'

/** Locks the order of a discrepancy and then itself. Refused when this actor may not do this to it now, or has seen an older version. */
export async function takeDiscrepancy(
  tx: Tx,
  actor: Actor,
  action: keyof typeof discrepancyActions,
  { id, rowVersion }: { id: string; rowVersion?: number },
): Promise<DiscrepancyRow> {
  // The order is locked first, as by who closes it or takes a receipt of it back.
  const { orderId } = await discrepancyRowOf(tx, id)
  await tx.selectFrom('purchaseOrder').select('id').where('id', '=', orderId).forUpdate().execute()
  await tx.selectFrom('receiptDiscrepancy').select('id').where('id', '=', id).forUpdate().execute()
  const row = await discrepancyRowOf(tx, id)
  const code = refusal(discrepancyActions[action], row, actor)
  if (code !== undefined) throw new Refusal(code)
  if (rowVersion !== undefined && row.rowVersion !== rowVersion) throw new Refusal('stale')
  return row
}
