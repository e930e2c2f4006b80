import type { purchaseApi } from '#contract/supply/purchase-api.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { addDays, dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import { documentNo } from '#kernel/number.ts'
import type { Handler, Tx } from '#kernel/serve.ts'
import { checkApproved, checkSupplier } from './check-supplier.ts'
import { purchaseRuleOf } from './purchase-rule.ts'
import { orderRow } from './queries.ts'
import { submitOrder } from './submit-order.ts'
import { checkLines, writeLines } from './write-lines.ts'
import type { Clock } from '#tools/clock.ts'
import { together } from '#tools/together.ts'

/** The days an order names: it is bought today or earlier, and expected no sooner. */
export function checkDays(clock: Clock, { purchasedOn, expectedOn }: { purchasedOn: string; expectedOn: string | null }): void {
  if (purchasedOn > dayInShanghai(clock.now()))
    throw new Refusal('invalid_input', [{ path: 'purchasedOn', message: '采购日期不能晚于今天' }])
  if (expectedOn !== null && expectedOn < purchasedOn)
    throw new Refusal('invalid_input', [{ path: 'expectedOn', message: '要求到货日期不能早于采购日期' }])
}

/** Refuses an order dated further back, from the day it was written down, than the enterprise allows. */
export async function checkNotDatedBack(tx: Tx, purchasedOn: string, writtenOn: string): Promise<void> {
  const earliest = addDays(writtenOn, -(await purchaseRuleOf(tx)).orderBackDays)
  if (purchasedOn < earliest) throw new Refusal('dated_back', [{ path: 'purchasedOn', message: `采购日期不能早于${earliest}` }])
}

/** The buyer writes a purchase order; it stays a draft until submitted, which may be at once. */
export const createOrder: Handler<typeof purchaseApi.create> = async (tx, actor, { lines, submits, ...input }) => {
  checkDays(tx, input)
  const [supplier] = await together([
    checkSupplier(tx, input.supplierId, input.category, input.purchasedOn),
    checkNotDatedBack(tx, input.purchasedOn, dayInShanghai(tx.now())),
    checkLines(tx, input, lines),
    checkApproved(tx, input.supplierId, lines),
  ])
  const order = await tx
    .insertInto('purchaseOrder')
    .values({
      enterpriseId: actor.enterpriseId,
      ...input,
      supplierKind: supplier.kind,
      buyerId: actor.id,
      orderNo: documentNo('CG', input.purchasedOn),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await writeLines(tx, actor, order.id, lines)
  if (submits) return submitOrder(tx, actor, { id: order.id })
  return orderRow(tx, actor, order.id)
}
