import { blendMeaning, productionActions } from '#contract/making/production.ts'
import type { productionApi } from '#contract/making/production-api.ts'
import { reworkMeaning } from '#contract/making/rework.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { notify } from '#kernel/notify.ts'
import type { Handler } from '#kernel/serve.ts'
import { proveSecond, proveSigner, writeSignatures } from '#kernel/sign.ts'
import { reserve } from '#server/features/warehouse/stock/move-stock.ts'
import { refuseBeyondOwnLicence } from './check-own-licence.ts'
import { refuseUnusableCharge } from './rework-lots.ts'
import { advanceOrder, orderDocument, takeOrder, titleOf } from './take-order.ts'

/**
 * A person other than the author approves the order; its lots are reserved from now on. A blended charge also needs QA's signature (I2), a rework that of
 * the 质量负责人.
 */
export const approveOrder: Handler<typeof productionApi.approve> = async (tx, actor, input) => {
  const action = productionActions.approve
  const order = await takeOrder(tx, actor, action, input.id)
  const now = tx.now()
  await refuseBeyondOwnLicence(tx, order.productId)
  await refuseUnusableCharge(tx, order, 'lots')
  if (order.isBlend && input.qa === undefined) throw new Refusal('blend_needs_qa')
  const isRework = order.reworkOf !== null
  if (isRework && input.qualityHead === undefined)
    throw new Refusal('rework_needs_quality_head', [{ path: 'qualityHead.userName', message: '请输入账号' }])

  const record = { table: 'production_order', id: order.id }
  const approver = await proveSigner(actor, input.signature)
  const qa = order.isBlend && input.qa !== undefined ? await proveSecond(actor, input.qa, '15:qa') : null
  const head = isRework && input.qualityHead !== undefined ? await proveSecond(actor, input.qualityHead, '13:approve') : null
  const approved = await advanceOrder(tx, order, action, {
    approvedBy: actor.id,
    approvedAt: now.toISOString(),
    blendApprovedBy: qa?.id ?? null,
    reworkApprovedBy: head?.id ?? null,
  })
  await writeSignatures(tx, [
    { signer: approver, meaning: action.signs, ...record },
    ...(qa === null ? [] : [{ signer: qa, meaning: blendMeaning, ...record }]),
    ...(head === null ? [] : [{ signer: head, meaning: reworkMeaning, ...record }]),
  ])

  await reserve(
    tx,
    actor,
    orderDocument(order),
    order.charged.map(({ lot, quantity }) => ({ lotId: lot.id, quantity })),
  )
  await notify(tx, actor, {
    duty: '15:issue',
    title: `${titleOf(order)} 待领料`,
    body: order.charge,
    page: '/yinpian-shengchan',
    q: order.orderNo,
    about: { table: 'production_order', id: order.id, asks: 'approved' },
  })
  return approved
}
