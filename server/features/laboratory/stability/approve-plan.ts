import { planActions, type stabilityApi } from '#contract/laboratory/stability.ts'
import type { Handler } from '#kernel/serve.ts'
import { proveSigner, writeSignatures } from '#kernel/sign.ts'
import { lockLots } from '#server/features/warehouse/lot/lot.ts'
import { refuseTooFewPacks, renewPoints } from './plan-points.ts'
import { planFileOf, planRowOf } from './queries.ts'
import { lotsOn, takePlan } from './take-plan.ts'

/** 批准: another person than its author puts a plan in force. A later version takes the place of the one in force, and its lots go over to it. */
export const approvePlan: Handler<typeof stabilityApi.approve> = async (tx, actor, { id, rowVersion, signature }) => {
  const { planNo } = await planRowOf(tx, id)
  const before = await lotsOn(tx, planNo)
  await lockLots(
    tx,
    before.map(({ lotId }) => lotId),
  )
  const plan = await takePlan(tx, actor, 'approve', { id, rowVersion })
  const signer = await proveSigner(actor, signature)
  await tx.updateTable('stabilityPlan').set({ state: 'superseded' }).where('planNo', '=', planNo).where('state', '=', 'approved').execute()
  await tx
    .updateTable('stabilityPlan')
    .set({ state: 'approved', approvedBy: actor.id, approvedAt: tx.now().toISOString() })
    .where('id', '=', id)
    .execute()
  await writeSignatures(tx, [{ signer, meaning: planActions.approve.signs, table: 'stability_plan', id }])
  for (const lot of await lotsOn(tx, planNo)) {
    await tx.updateTable('stabilityLot').set({ planId: id }).where('id', '=', lot.id).execute()
    await renewPoints(tx, actor, lot, plan)
    await refuseTooFewPacks(tx, lot, 'id')
  }
  return planFileOf(tx, id)
}
