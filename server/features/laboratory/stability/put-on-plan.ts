import { Refusal } from '#contract/kernel/refusals.ts'
import type { stabilityApi } from '#contract/laboratory/stability.ts'
import type { Handler } from '#kernel/serve.ts'
import { lockLots } from '#server/features/warehouse/lot/lot.ts'
import { addPoints, refuseTooFewPacks } from './plan-points.ts'
import { planFileOf } from './queries.ts'
import { takePlan } from './take-plan.ts'

/** 列入批次: packed lots of the product follow the plan, while as many packs are kept of each as its time points need. */
export const putOnPlan: Handler<typeof stabilityApi.putOn> = async (tx, actor, { id, lotIds }) => {
  const lots = await lockLots(tx, lotIds)
  const plan = await takePlan(tx, actor, 'putOn', { id })
  for (const [place, lotId] of lotIds.entries()) {
    const path = `lotIds.${place}`
    const lot = lots.find((one) => one.id === lotId)
    if (lot === undefined || lot.kind !== 'pack' || lot.productId !== plan.productId || lot.state === 'rejected')
      throw new Refusal('stability_lot_other', [{ path, message: lot?.lotNo ?? '没有这批' }])
    const on = await tx
      .selectFrom('stabilityLot')
      .select('id')
      .where('lotId', '=', lotId)
      .where('takenOffAt', 'is', null)
      .executeTakeFirst()
    if (on !== undefined) throw new Refusal('stability_lot_planned', [{ path, message: lot.lotNo }])
    const { id: stabilityLotId } = await tx
      .insertInto('stabilityLot')
      .values({ enterpriseId: actor.enterpriseId, planId: id, lotId, putOnBy: actor.id, putOnAt: tx.now().toISOString() })
      .returning('id')
      .executeTakeFirstOrThrow()
    await addPoints(tx, actor, { id: stabilityLotId, lotId, lotNo: lot.lotNo, bornOn: lot.bornOn }, plan)
    await refuseTooFewPacks(tx, { lotId, lotNo: lot.lotNo }, path)
  }
  return planFileOf(tx, id)
}
