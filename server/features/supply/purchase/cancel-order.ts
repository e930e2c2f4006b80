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
      .set({ state: action.to, endedBy: actor.id, endedAt: new Date().toISOString(), endReason: reason })
      .where('id', '=', id)
      .execute()
    return orderRow(tx, actor, id)
  }

/** An order that was not approved is dropped by those who buy. */
export const cancelOrder: Cancel = ending(purchaseActions.cancel)

/** An approved order of which nothing has come in is called off by those who approve. */
export const callOffOrder: Cancel = ending(purchaseActions.callOff)
