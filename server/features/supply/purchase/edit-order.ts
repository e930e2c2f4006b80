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
import { writeLines } from './write-lines.ts'

/** The buyer changes an order that is still theirs: a draft, or one that was sent back. Its lines are written anew. */
export const editOrder: Handler<typeof purchaseApi.edit> = async (tx, actor, { id, rowVersion, lines, submits, ...input }) => {
  const action = purchaseActions.edit
  const order = await takeOrder(tx, actor, action, id)
  if (order.rowVersion !== rowVersion) throw new Refusal('stale')
  checkDays(tx, input)
  // A date that was right when the order was written stays right.
  if (input.purchasedOn !== order.purchasedOn) await checkNotDatedBack(tx, input.purchasedOn, dayInShanghai(new Date(order.createdAt)))
  const supplier = await checkSupplier(tx, input.supplierId, input.category, input.purchasedOn)

  await tx.deleteFrom('purchaseLine').where('orderId', '=', id).execute()
  await writeLines(tx, actor, { id, ...input }, lines)
  await checkApproved(tx, input.supplierId, lines)
  await tx
    .updateTable('purchaseOrder')
    .set({ ...input, supplierKind: supplier.kind, state: action.to })
    .where('id', '=', id)
    .execute()
  if (submits) return submitOrder(tx, actor, { id })
  return orderRow(tx, actor, id)
}
