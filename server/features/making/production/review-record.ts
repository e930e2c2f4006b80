import { productionActions } from '#contract/making/production.ts'
import type { productionApi } from '#contract/making/production-api.ts'
import { approvalMeaning } from '#contract/release/raw-release.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { notify } from '#kernel/notify.ts'
import type { Handler, Tx } from '#kernel/serve.ts'
import { sign, signAsSecond } from '#kernel/sign.ts'
import { openBreakdownCases } from '#server/features/making/asset/breakdowns.ts'
import { liftHold } from '#server/features/warehouse/lot/hold-lot.ts'
import { recordTrace } from '#server/features/tracing/trace/record-trace.ts'
import { together } from '#tools/together.ts'
import { refuseOpenCases } from './note-deviations.ts'
import { advanceOrder, fedOrder, takeOrder, titleOf } from './take-order.ts'

/** QA reviews the batch record. Deviations need a conclusion; with it, and the 质量负责人's signature, their holds on the batch end (I5). */
export const reviewRecord: Handler<typeof productionApi.review> = async (tx, actor, input) => {
  const action = productionActions.review
  const order = fedOrder(await takeOrder(tx, actor, action, input.id))
  const [batch, breakdowns] = await together([
    tx
      .selectFrom('bulkLot')
      .innerJoin('lot', (join) => join.onRef('lot.enterpriseId', '=', 'bulkLot.enterpriseId').onRef('lot.id', '=', 'bulkLot.id'))
      .select(['bulkLot.id', 'bulkLot.holdId', 'lot.state'])
      .where('bulkLot.orderId', '=', order.id)
      .forUpdate('lot')
      .executeTakeFirstOrThrow(),
    // The step went on when a machine broke; what that did to the goods is known before the record is reviewed.
    openBreakdownCases(tx, 'u.productionOrderId', order.id),
  ])
  refuseOpenCases({ openCases: [...order.openCases, ...breakdowns] })
  const hasDeviated = order.deviationKinds.length > 0
  if (hasDeviated && input.deviationConclusion === '')
    throw new Refusal('conclusion_required', [{ path: 'deviationConclusion', message: '请填写偏差处理结论' }])

  const now = tx.now().toISOString()
  const deviationConclusion = hasDeviated ? input.deviationConclusion : null
  const reviewed = await advanceOrder(tx, order, action, { reviewedBy: actor.id, reviewedAt: now, deviationConclusion })
  await sign(tx, actor, input.signature, { meaning: action.signs, table: 'production_order', id: order.id })
  const holds = await deviationHolds(tx, batch)
  if (holds.length > 0) {
    if (input.approver === undefined) throw new Refusal('approver_required', [{ path: 'approver', message: '请由质量负责人会签' }])
    const signed = { meaning: approvalMeaning, table: 'production_order', id: order.id }
    const second = await signAsSecond(tx, actor, input.approver, '13:approve', signed)
    for (const { id } of holds)
      await liftHold(tx, actor, id, {
        conclusion: input.deviationConclusion,
        evidence: `批生产记录 ${order.orderNo}`,
        secondId: second.id,
      })
    await recordTrace(tx, actor, [
      {
        lotId: batch.id,
        kind: 'unfrozen',
        occurredAt: now,
        documentNo: order.orderNo,
        privateFacts: { conclusion: input.deviationConclusion },
      },
    ])
  }
  // What came of the batch beside its product is tested by itself.
  const lotIds = [...(batch.state === 'rejected' ? [] : [batch.id]), ...order.coProducts.map(({ lotId }) => lotId)]
  for (const id of lotIds)
    await notify(tx, actor, {
      duty: '16:request',
      title: `${titleOf(order)}${id === batch.id ? '' : ' 联产品'} 待请验`,
      body: '批生产记录已审核',
      page: '/yinpian-qingyan',
      at: { view: 'request', lot: id },
      about: { table: 'lot', id, asks: 'request' },
    })
  return reviewed
}

/** The holds for this batch's own deviations: those that its end found, and those that a correction of the record showed since. */
const deviationHolds = (tx: Tx, batch: { id: string; holdId: string | null }) =>
  tx
    .selectFrom('hold')
    .select('id')
    .where('lotId', '=', batch.id)
    .where('liftedAt', 'is', null)
    .where((eb) => eb.or([eb('id', '=', batch.holdId), eb('correctionId', 'is not', null)]))
    .orderBy('id')
    .execute()
