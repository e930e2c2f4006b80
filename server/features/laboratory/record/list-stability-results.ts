import { sql, type SqlBool } from 'kysely'
import { Refusal } from '#contract/kernel/refusals.ts'
import type { stabilityApi } from '#contract/laboratory/stability.ts'
import { pageOf } from '#kernel/paging.ts'
import type { Handler } from '#kernel/serve.ts'
import { waysTo } from '#kernel/ways-to.ts'
import { stillCounts } from './narrow.ts'

/** What was found at the time points of a plan, of all its lots and versions: the values that count, as submitted. */
export const listStabilityResults: Handler<typeof stabilityApi.results> = async (tx, _actor, { id, item, page, pageSize, sort, q }) => {
  const plan = await tx.selectFrom('stabilityPlan').select('planNo').where('id', '=', id).executeTakeFirst()
  if (plan === undefined) throw new Refusal('not_found')
  return pageOf(
    tx,
    tx
      .selectFrom('testResult')
      .innerJoin('inspection', (join) =>
        join.onRef('inspection.enterpriseId', '=', 'testResult.enterpriseId').onRef('inspection.id', '=', 'testResult.inspectionId'),
      )
      .innerJoin('lot', (join) => join.onRef('lot.enterpriseId', '=', 'inspection.enterpriseId').onRef('lot.id', '=', 'inspection.lotId'))
      .innerJoin('standardItem', (join) =>
        join.onRef('standardItem.enterpriseId', '=', 'testResult.enterpriseId').onRef('standardItem.id', '=', 'testResult.standardItemId'),
      )
      .select(['testResult.id', 'testResult.inspectionId', 'inspection.requestNo', 'lot.lotNo', 'standardItem.name as item'])
      .select(['testResult.mean as value', 'testResult.words', 'standardItem.unit', 'standardItem.low', 'standardItem.specText'])
      .select(['standardItem.internalLow', 'standardItem.internalHigh', 'testResult.verdict', 'testResult.outOfTrend'])
      .select([
        sql<number>`inspection.stability_month`.as('month'),
        sql<string | null>`case when standard_item.operator = 'eq' then standard_item.low else standard_item.high end`.as('high'),
      ])
      .where(sql<SqlBool>`test_result.inspection_id = any (array(select t.inspection_id from stability_plan p
          join stability_lot l on l.enterprise_id = p.enterprise_id and l.plan_id = p.id
          join stability_point t on t.enterprise_id = l.enterprise_id and t.stability_lot_id = l.id and t.inspection_id is not null
        where p.enterprise_id = current_enterprise() and p.plan_no = ${plan.planNo}))`)
      .where(stillCounts)
      .where(sql<SqlBool>`exists (select from test_record r where r.enterprise_id = test_result.enterprise_id and r.inspection_id = test_result.inspection_id
        and r.state <> 'returned')`)
      .$call((query) => (item === undefined ? query : query.where('standardItem.name', '=', item))),
    { page, pageSize, sort, anyOf: await waysTo(tx, q, { numbers: ['lot.lotNo', 'inspection.requestNo'] }) },
  )
}
