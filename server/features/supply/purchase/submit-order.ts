import { purchaseActions } from '#contract/supply/purchase.ts'
import type { purchaseApi } from '#contract/supply/purchase-api.ts'
import { dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import { notify } from '#kernel/notify.ts'
import type { Handler } from '#kernel/serve.ts'
import { approvedOf, checkSupplier, refuseUnapproved } from './check-supplier.ts'
import { approvableLines, orderRow } from './queries.ts'
import { takeOrder } from './take-order.ts'
import { together } from '#tools/together.ts'

/** The buyer submits the order for approval; the supplier is checked again. */
export const submitOrder: Handler<typeof purchaseApi.submit> = async (tx, actor, { id }) => {
  const action = purchaseActions.submit
  const order = await takeOrder(tx, actor, action, id)
  const now = tx.now()
  const [, approved, lines] = await together([
    checkSupplier(tx, order.supplierId, order.category, dayInShanghai(now)),
    approvedOf(tx, order.supplierId),
    approvableLines(tx, id),
  ])
  refuseUnapproved(approved, lines)

  await tx.later(
    tx.updateTable('purchaseOrder').set({ state: action.to, submittedAt: now.toISOString(), returnReason: '' }).where('id', '=', id),
  )
  await notify(tx, actor, {
    duty: '11:approve',
    title: `采购单 ${order.orderNo} 待审批`,
    page: '/yuanliao-caigou',
    q: order.orderNo,
    about: { table: 'purchase_order', id, asks: 'submitted' },
  })
  return orderRow(tx, actor, id)
}
