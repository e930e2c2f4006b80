import { Refusal } from '#contract/kernel/refusals.ts'
import { planActions, planEndSecond, takeOffSecond, type stabilityApi } from '#contract/laboratory/stability.ts'
import type { Handler } from '#kernel/serve.ts'
import { proveSecond, proveSigner, writeSignatures } from '#kernel/sign.ts'
import { lockLot, lockLots } from '#server/features/warehouse/lot/lot.ts'
import { dropPoints } from './plan-points.ts'
import { planFileOf, planRowOf } from './queries.ts'
import { lotsOn, takePlan } from './take-plan.ts'

/** 终止: quality assurance and the head of quality end a plan. What nobody has begun is dropped; what was begun is tested to its end. */
export const endPlan: Handler<typeof stabilityApi.end> = async (tx, actor, { id, rowVersion, reason, signature, second }) => {
  const { planNo } = await planRowOf(tx, id)
  await lockLots(
    tx,
    (await lotsOn(tx, planNo)).map(({ lotId }) => lotId),
  )
  await takePlan(tx, actor, 'end', { id, rowVersion })
  const draft = await tx
    .selectFrom('stabilityPlan')
    .select('id')
    .where('planNo', '=', planNo)
    .where('state', '=', 'draft')
    .executeTakeFirst()
  if (draft !== undefined) throw new Refusal('stability_plan_revised')
  const signer = await proveSigner(actor, signature)
  const other = await proveSecond(actor, second, '13:approve')
  const endedAt = tx.now().toISOString()
  const lots = (await lotsOn(tx, planNo)).map((lot) => lot.id)
  if (lots.length > 0) {
    await dropPoints(tx, lots)
    await tx
      .updateTable('stabilityLot')
      .set({ takenOffBy: actor.id, takenOffSecondBy: other.id, takenOffAt: endedAt, takeOffReason: reason })
      .where('id', 'in', lots)
      .execute()
  }
  await tx
    .updateTable('stabilityPlan')
    .set({ state: 'ended', endedBy: actor.id, endedSecondBy: other.id, endedAt, endReason: reason })
    .where('id', '=', id)
    .execute()
  const signed = { table: 'stability_plan', id }
  await writeSignatures(tx, [
    { signer, meaning: planActions.end.signs, ...signed },
    { signer: other, meaning: planEndSecond, ...signed },
  ])
  return planFileOf(tx, id)
}

/** 移出批次: a lot that was put on by mistake, or that is no more, leaves the plan by two persons. */
export const takeOffPlan: Handler<typeof stabilityApi.takeOff> = async (tx, actor, { id, lotId, reason, signature, second }) => {
  await lockLot(tx, lotId)
  await takePlan(tx, actor, 'takeOff', { id })
  const on = await tx
    .selectFrom('stabilityLot')
    .select('id')
    .where('planId', '=', id)
    .where('lotId', '=', lotId)
    .where('takenOffAt', 'is', null)
    .executeTakeFirst()
  if (on === undefined) throw new Refusal('wrong_state', [{ path: 'lotId', message: '该批不在方案中' }])
  const signer = await proveSigner(actor, signature)
  const other = await proveSecond(actor, second, '13:approve')
  await dropPoints(tx, [on.id])
  await tx
    .updateTable('stabilityLot')
    .set({ takenOffBy: actor.id, takenOffSecondBy: other.id, takenOffAt: tx.now().toISOString(), takeOffReason: reason })
    .where('id', '=', on.id)
    .execute()
  const signed = { table: 'stability_lot', id: on.id }
  await writeSignatures(tx, [
    { signer, meaning: planActions.takeOff.signs, ...signed },
    { signer: other, meaning: takeOffSecond, ...signed },
  ])
  return planFileOf(tx, id)
}
