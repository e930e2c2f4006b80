import { sql } from 'kysely'
import type { Tx } from '#kernel/serve.ts'

/** The items that the stability plan asks for at the time point of an inspection; null of any other inspection, and of those before there were plans. */
export async function plannedItems(tx: Tx, inspectionId: string): Promise<readonly string[] | null> {
  const point = await tx.selectFrom('stabilityPoint').select('items').where('inspectionId', '=', inspectionId).executeTakeFirst()
  return point?.items ?? null
}

/** The report of its request ends a time point. */
export const finishPoint = (tx: Tx, inspectionId: string) =>
  tx.updateTable('stabilityPoint').set({ state: 'done' }).where('inspectionId', '=', inspectionId).where('state', '=', 'begun').execute()

/** Its request came to nothing: the time point is open again, if its lot is still on a plan that has it. Its days are those of the plan of now. */
export const reopenPoint = (tx: Tx, inspectionId: string) =>
  tx
    .updateTable('stabilityPoint')
    .from('stabilityLot')
    .innerJoin('stabilityPlan', (join) =>
      join.onRef('stabilityPlan.enterpriseId', '=', 'stabilityLot.enterpriseId').onRef('stabilityPlan.id', '=', 'stabilityLot.planId'),
    )
    .set({
      state: sql`case when stability_lot.taken_off_at is null and stability_point.month = any (stability_plan.months) then ${'open'} else ${'dropped'} end`,
      opensOn: sql`stability_point.test_on - stability_plan.window_days`,
      closesOn: sql`stability_point.test_on + stability_plan.window_days`,
      items: null,
      inspectionId: null,
    })
    .whereRef('stabilityLot.enterpriseId', '=', 'stabilityPoint.enterpriseId')
    .whereRef('stabilityLot.id', '=', 'stabilityPoint.stabilityLotId')
    .where('stabilityPoint.inspectionId', '=', inspectionId)
    .execute()
