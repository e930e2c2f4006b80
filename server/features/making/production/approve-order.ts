import { refuseUnusable } from '#server/features/warehouse/lot/standing.ts'
import { blendMeaning, productionActions } from '#contract/making/production.ts'
import type { productionApi } from '#contract/making/production-api.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { notify } from '#kernel/notify.ts'
import type { Handler } from '#kernel/serve.ts'
import { sign, signAsSecond } from '#kernel/sign.ts'
import { reserve } from '#server/features/warehouse/stock/move-stock.ts'
import { advanceOrder, orderDocument, takeOrder, titleOf } from './take-order.ts'

/** A person other than the author approves the order; its lots are reserved from now on. A blended charge also needs QA's signature (I2). */
export const approveOrder: Handler<typeof productionApi.approve> = async (tx, actor, input) => {
  const action = productionActions.approve
  const order = await takeOrder(tx, actor, action, input.id)
  const now = tx.now()
  for (const { lot } of order.charged) await refuseUnusable(tx, lot, 'lots')
  if (order.isBlend && input.qa === undefined) throw new Refusal('blend_needs_qa')

  const record = { table: 'production_order', id: order.id }
  await tx.updateTable('productionOrder').set({ approvedBy: actor.id, approvedAt: now.toISOString() }).where('id', '=', order.id).execute()
  await sign(tx, actor, input.signature, { meaning: action.signs, ...record })
  const qa =
    order.isBlend && input.qa !== undefined ? await signAsSecond(tx, actor, input.qa, '15:qa', { meaning: blendMeaning, ...record }) : null

  for (const { lot, quantity } of order.charged) await reserve(tx, actor, { lotId: lot.id, quantity, document: orderDocument(order) })
  await notify(tx, actor, {
    duty: '15:issue',
    title: `${titleOf(order)} 待领料`,
    body: order.charge,
    page: '/yinpian-shengchan',
    q: order.orderNo,
    about: { table: 'production_order', id: order.id, asks: 'approved' },
  })
  return advanceOrder(tx, order, action, { blendApprovedBy: qa?.id ?? null })
}
