import { purchaseActions } from '#contract/supply/purchase.ts'
import type { purchaseApi } from '#contract/supply/purchase-api.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import type { Handler } from '#kernel/serve.ts'
import { checkApproved, checkSupplier } from './check-supplier.ts'
import { checkDays, checkNotDatedBack } from './create-order.ts'
import { orderRow } from './queries.ts'
import { submitOrder } from './submit-order.ts'
import { takeOrder } from './take-order.ts'
import { checkLines, writeLines } from './write-lines.ts'
import { together } from '#tools/together.ts'

/** The buyer changes an order that is still theirs: a draft, or one that was sent back. Its lines are written anew. */
export const editOrder: Handler<typeof purchaseApi.edit> = async (tx, actor, { id, rowVersion, lines, submits, ...input }) => {
  const action = purchaseActions.edit
  const order = await takeOrder(tx, actor, action, id)
  if (order.rowVersion !== rowVersion) throw new Refusal('stale')
  checkDays(tx, input)
  // A date that was right when the order was written stays right.
  if (input.purchasedOn !== order.purchasedOn) await checkNotDatedBack(tx, input.purchasedOn, dayInShanghai(new Date(order.createdAt)))
  const [supplier] = await together([
    checkSupplier(tx, input.supplierId, input.category, input.purchasedOn),
    checkLines(tx, input, lines),
    checkApproved(tx, input.supplierId, lines),
  ])

  await tx.later(tx.deleteFrom('purchaseLine').where('orderId', '=', id))
  await writeLines(tx, actor, id, lines)
  await tx.later(
    tx
      .updateTable('purchaseOrder')
      .set({ ...input, supplierKind: supplier.kind, state: action.to })
      .where('id', '=', id),
  )
  if (submits) return submitOrder(tx, actor, { id })
  return orderRow(tx, actor, id)
}
