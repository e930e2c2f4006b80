import { purchaseActions } from '#contract/supply/purchase.ts'
import type { purchaseApi } from '#contract/supply/purchase-api.ts'
import { dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import { notify } from '#kernel/notify.ts'
import type { Handler } from '#kernel/serve.ts'
import { approvedOf, checkSupplier, refuseUnapproved } from './check-supplier.ts'
import { approvableLines, orderRow } from './queries.ts'
import { takeOrder } from './take-order.ts'
import { together } from '#tools/together.ts'

/**
 * A person other than the buyer approves the order; the supplier is checked once more. By its amount the enterprise's rule may ask for more
 * persons: then it waits for the next, who has not approved it yet (decision 0036).
 */
export const approveOrder: Handler<typeof purchaseApi.approve> = async (tx, actor, { id }) => {
  const action = purchaseActions.approve
  const order = await takeOrder(tx, actor, action, id)
  const now = tx.now()
  const [, approved, lines] = await together([
    checkSupplier(tx, order.supplierId, order.category, dayInShanghai(now)),
    approvedOf(tx, order.supplierId),
    approvableLines(tx, id),
  ])
  refuseUnapproved(approved, lines)
  const { approvals, approvalsNeeded } = order.row
  const step = approvals.length + 1
  await tx.later(
    tx.insertInto('purchaseApproval').values({
      enterpriseId: actor.enterpriseId,
      orderId: id,
      round: order.approvalRound,
      step,
      buyerId: order.buyerId,
      approvedBy: actor.id,
      approvedAt: now.toISOString(),
    }),
  )
  if (step < approvalsNeeded) {
    await tx.updateTable('purchaseOrder').set({ state: 'half_approved' }).where('id', '=', id).execute()
    await notify(tx, actor, {
      duty: '11:approve',
      title: `采购单 ${order.orderNo} 待第${step + 1}人批准`,
      body: `${actor.name}已批准；按本厂采购规则共须${approvalsNeeded}人先后批准，由另一人接着办理`,
      page: '/yuanliao-caigou',
      q: order.orderNo,
      about: { table: 'purchase_order', id, asks: 'half_approved' },
    })
    return orderRow(tx, actor, id)
  }
  await tx.later(
    tx.updateTable('purchaseOrder').set({ state: action.to, approvedBy: actor.id, approvedAt: now.toISOString() }).where('id', '=', id),
  )
  await notify(tx, actor, {
    duty: '11:receive',
    title: `采购单 ${order.orderNo} 已批准，待到货验收`,
    page: '/yuanliao-caigou',
    q: order.orderNo,
    about: { table: 'purchase_order', id, asks: 'approved' },
  })
  return orderRow(tx, actor, id)
}
