import { productionActions } from '#contract/making/production.ts'
import type { productionApi } from '#contract/making/production-api.ts'
import type { Handler } from '#kernel/serve.ts'
import { advanceOrder, takeOrder } from './take-order.ts'

/** Interrupts production with a reason; the line stays occupied. */
export const pauseProduction: Handler<typeof productionApi.pause> = async (tx, actor, { id, reason }) => {
  const order = await takeOrder(tx, actor, productionActions.pause, id)
  return advanceOrder(tx, order, productionActions.pause, { pauseReason: reason })
}

/** Continues production after an interruption. */
export const resumeProduction: Handler<typeof productionApi.resume> = async (tx, actor, { id }) => {
  const order = await takeOrder(tx, actor, productionActions.resume, id)
  return advanceOrder(tx, order, productionActions.resume, { pauseReason: null })
}
