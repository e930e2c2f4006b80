import { purchaseActions } from '#contract/supply/purchase.ts'
import type { purchaseApi } from '#contract/supply/purchase-api.ts'
import { notify } from '#kernel/notify.ts'
import type { Handler } from '#kernel/serve.ts'
import { orderRow } from './queries.ts'
import { takeOrder } from './take-order.ts'

/** The order goes back to its author with the reason. */
export const sendBackOrder: Handler<typeof purchaseApi.sendBack> = async (tx, actor, { id, reason }) => {
  const action = purchaseActions.sendBack
  const order = await takeOrder(tx, actor, action, id)
  // What its author changes is approved anew, by whomever; the approvals of before stay on record.
  await tx
    .updateTable('purchaseOrder')
    .set({ state: action.to, returnReason: reason, approvalRound: order.approvalRound + 1 })
    .where('id', '=', id)
    .execute()
  await notify(tx, actor, {
    duty: '11:create',
    title: `采购单 ${order.orderNo} 被退回`,
    body: reason,
    page: '/yuanliao-caigou',
    q: order.orderNo,
    about: { table: 'purchase_order', id, asks: 'returned' },
  })
  return orderRow(tx, actor, id)
}
