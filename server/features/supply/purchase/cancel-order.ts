import { purchaseActions } from '#contract/supply/purchase.ts'
import type { purchaseApi } from '#contract/supply/purchase-api.ts'
import type { Handler } from '#kernel/serve.ts'
import { orderRow } from './queries.ts'
import { takeOrder } from './take-order.ts'

type Cancel = Handler<typeof purchaseApi.cancel>

const ending =
  (action: typeof purchaseActions.cancel | typeof purchaseActions.callOff): Cancel =>
  async (tx, actor, { id, reason }) => {
    await takeOrder(tx, actor, action, id)
    await tx
      .updateTable('purchaseOrder')
      .set({ state: action.to, endedBy: actor.id, endedAt: tx.now().toISOString(), endReason: reason })
      .where('id', '=', id)
      .execute()
    return orderRow(tx, actor, id)
  }

/** Those who buy cancel an order that was not approved. */
export const cancelOrder: Cancel = ending(purchaseActions.cancel)

/** Those who approve call off an approved order of which nothing has come in. */
export const callOffOrder: Cancel = ending(purchaseActions.callOff)
