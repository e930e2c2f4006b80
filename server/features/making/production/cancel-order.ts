import { productionActions } from '#contract/making/production.ts'
import type { productionApi } from '#contract/making/production-api.ts'
import { notify } from '#kernel/notify.ts'
import type { Handler } from '#kernel/serve.ts'
import { sign } from '#kernel/sign.ts'
import { moveStock, placeOfKind, reserve } from '#server/features/warehouse/stock/move-stock.ts'
import { readIssue } from './read-issue.ts'
import { advanceOrder, orderDocument, takeOrder, titleOf } from './take-order.ts'

/** Voids an order before anything was fed: what was weighed out goes back to its bins, reservations end, the number stays. */
export const cancelOrder: Handler<typeof productionApi.cancel> = async (tx, actor, { id, reason, signature }) => {
  const action = productionActions.cancel
  const order = await takeOrder(tx, actor, action, id)
  const now = new Date().toISOString()
  await tx
    .updateTable('productionOrder')
    .set({ cancelReason: reason, cancelledBy: actor.id, cancelledAt: now })
    .where('id', '=', order.id)
    .execute()
  await sign(tx, actor, signature, { meaning: action.signs, table: 'production_order', id: order.id })

  if (order.state === 'issued') {
    const production = await placeOfKind(tx, 'production')
    const { weighings } = await readIssue(tx, order.id)
    await moveStock(
      tx,
      actor,
      weighings.map(({ lotId, placeId, net }) => ({
        lotId,
        from: production,
        to: placeId,
        quantity: net,
        kind: 'return_from_production' as const,
        document: orderDocument(order),
        reason: `指令作废：${reason}`,
        occurredAt: now,
      })),
    )
  }
  if (order.state === 'approved')
    for (const { lot } of order.charged) await reserve(tx, actor, { lotId: lot.id, quantity: '0', document: orderDocument(order) })
  await notify(tx, actor, {
    duty: '15:create',
    title: `${titleOf(order)} 指令已作废`,
    body: reason,
    page: '/yinpian-shengchan',
    q: order.orderNo,
  })
  return advanceOrder(tx, order, action)
}
