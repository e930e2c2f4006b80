import { productionActions } from '#contract/making/production.ts'
import type { productionApi } from '#contract/making/production-api.ts'
import type { Handler } from '#kernel/serve.ts'
import { advanceOrder, takeOrder } from './take-order.ts'

/** Interrupts production: why, and how the goods are kept meanwhile. The line stays occupied, and the time that the goods may lie goes on. */
export const pauseProduction: Handler<typeof productionApi.pause> = async (tx, actor, { id, reason, kept }) => {
  const order = await takeOrder(tx, actor, productionActions.pause, id)
  await tx
    .insertInto('productionPause')
    .values({ enterpriseId: actor.enterpriseId, orderId: order.id, reason, kept, pausedBy: actor.id, pausedAt: tx.now().toISOString() })
    .execute()
  return advanceOrder(tx, order, productionActions.pause, { pauseReason: reason })
}

/** Continues production after an interruption, once somebody has looked at the goods. */
export const resumeProduction: Handler<typeof productionApi.resume> = async (tx, actor, { id, found }) => {
  const order = await takeOrder(tx, actor, productionActions.resume, id)
  await tx
    .updateTable('productionPause')
    .set({ found, resumedBy: actor.id, resumedAt: tx.now().toISOString() })
    .where('orderId', '=', order.id)
    .where('resumedAt', 'is', null)
    .execute()
  return advanceOrder(tx, order, productionActions.resume, { pauseReason: null })
}
