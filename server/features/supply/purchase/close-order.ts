import { hasArrived, purchaseActions } from '#contract/supply/purchase.ts'
import type { purchaseApi } from '#contract/supply/purchase-api.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import type { Handler } from '#kernel/serve.ts'
import { orderLines, orderRow } from './queries.ts'
import { takeOrder } from './take-order.ts'

/** The buyer closes the order: the invoice has come, quantities are reconciled. What is still missing is given up with a reason. */
export const closeOrder: Handler<typeof purchaseApi.close> = async (tx, actor, { id, invoiceNo, reason }) => {
  const action = purchaseActions.close
  await takeOrder(tx, actor, action, id)
  const lines = await orderLines(tx, id)
  if (reason === '' && !lines.every((line) => hasArrived(line.quantity, line.received)))
    throw new Refusal('short_close_needs_reason', [{ path: 'reason', message: '请填写未到齐的原因' }])

  await tx
    .updateTable('purchaseOrder')
    .set({ state: action.to, endedBy: actor.id, endedAt: tx.now().toISOString(), endReason: reason, invoiceNo })
    .where('id', '=', id)
    .execute()
  return orderRow(tx, actor, id)
}
