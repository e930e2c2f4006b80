import { refusal } from '#contract/kernel/action.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { planActions, type PlanRow } from '#contract/laboratory/stability.ts'
import type { Actor, Tx } from '#kernel/serve.ts'
import { planRowOf } from './queries.ts'

type Taken = { id: string; rowVersion?: number }

/** Locks a plan with all its versions until the transaction ends; its lots are locked before it. Refused when this actor may not do this to it now. */
export async function takePlan(tx: Tx, actor: Actor, action: keyof typeof planActions, { id, rowVersion }: Taken): Promise<PlanRow> {
  const { planNo } = await planRowOf(tx, id)
  await tx.selectFrom('stabilityPlan').select('id').where('planNo', '=', planNo).orderBy('id').forUpdate().execute()
  const plan = await planRowOf(tx, id)
  const code = refusal(planActions[action], plan, actor)
  if (code !== undefined) throw new Refusal(code)
  if (rowVersion !== undefined && plan.rowVersion !== rowVersion) throw new Refusal('stale')
  return plan
}

/** The lots that are on any version of a plan now. */
export const lotsOn = (tx: Tx, planNo: string) =>
  tx
    .selectFrom('stabilityLot')
    .innerJoin('stabilityPlan', (join) =>
      join.onRef('stabilityPlan.enterpriseId', '=', 'stabilityLot.enterpriseId').onRef('stabilityPlan.id', '=', 'stabilityLot.planId'),
    )
    .innerJoin('lot', (join) => join.onRef('lot.enterpriseId', '=', 'stabilityLot.enterpriseId').onRef('lot.id', '=', 'stabilityLot.lotId'))
    .select(['stabilityLot.id', 'stabilityLot.lotId', 'lot.lotNo', 'lot.bornOn'])
    .where('stabilityPlan.planNo', '=', planNo)
    .where('stabilityLot.takenOffAt', 'is', null)
    .orderBy('stabilityLot.id')
    .execute()
