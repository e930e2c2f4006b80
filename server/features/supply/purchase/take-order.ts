import { refusal, type Action } from '#contract/kernel/action.ts'
import type { PurchaseRow } from '#contract/supply/purchase.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import type { Actor, Tx } from '#kernel/serve.ts'
import { orderRow } from './queries.ts'
import { together } from '#tools/together.ts'

/** Locks a purchase order until the transaction ends, with its row as the list shows it. Refused when this actor may not do this to it now. */
export async function takeOrder(tx: Tx, actor: Actor, action: Action<PurchaseRow>, id: string) {
  const [order, row] = await together([
    tx.selectFrom('purchaseOrder').selectAll().where('id', '=', id).forUpdate().executeTakeFirst(),
    orderRow(tx, actor, id),
  ])
  if (order === undefined) throw new Refusal('not_found')
  const code = refusal(action, row, actor)
  if (code !== undefined) throw new Refusal(code)
  return { ...order, row }
}
