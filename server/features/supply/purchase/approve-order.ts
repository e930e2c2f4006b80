import { purchaseActions, type PurchaseRow } from '#contract/supply/purchase.ts'
import type { purchaseApi } from '#contract/supply/purchase-api.ts'
import { dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import { notify } from '#kernel/notify.ts'
import type { Actor, Handler, Tx } from '#kernel/serve.ts'
import { checkApproved, checkSupplier } from './check-supplier.ts'
import { approvableLines, orderRow } from './queries.ts'
import { takeOrder } from './take-order.ts'

/**
 * A person other than the buyer approves the order; the supplier is checked once more. Above the enterprise's limit this is the first
 * approval of two, and the second is another person's (decision 0034).
 */
export const approveOrder: Handler<typeof purchaseApi.approve> = async (tx, actor, { id }) => {
  const action = purchaseActions.approve
  const order = await takeOrder(tx, actor, action, id)
  const now = tx.now()
  await checkSupplier(tx, order.supplierId, order.category, dayInShanghai(now))
  await checkApproved(tx, order.supplierId, await approvableLines(tx, id))
  if ((await orderRow(tx, actor, id)).needsSecondApproval) return approveFirst(tx, actor, order, now)

  await tx
    .updateTable('purchaseOrder')
    .set({ state: action.to, approvedBy: actor.id, approvedAt: now.toISOString() })
    .where('id', '=', id)
    .execute()
  await notify(tx, actor, {
    duty: '11:receive',
    title: `采购单 ${order.orderNo} 已批准，待到货验收`,
    page: '/yuanliao-caigou',
    q: order.orderNo,
    about: { table: 'purchase_order', id, asks: 'approved' },
  })
  return orderRow(tx, actor, id)
}

async function approveFirst(tx: Tx, actor: Actor, order: { id: string; orderNo: string }, now: Date): Promise<PurchaseRow> {
  await tx
    .updateTable('purchaseOrder')
    .set({ state: 'half_approved', firstApprovedBy: actor.id, firstApprovedAt: now.toISOString() })
    .where('id', '=', order.id)
    .execute()
  await notify(tx, actor, {
    duty: '11:approve',
    title: `采购单 ${order.orderNo} 待二审`,
    body: `${actor.name}已批准；金额超过本厂限额，须由另一人再批准`,
    page: '/yuanliao-caigou',
    q: order.orderNo,
    about: { table: 'purchase_order', id: order.id, asks: 'half_approved' },
  })
  return orderRow(tx, actor, order.id)
}
