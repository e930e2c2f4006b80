import { sql, type SqlBool } from 'kysely'
import { only } from '#contract/kernel/certain.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import type { instrumentApi, InstrumentUse } from '#contract/laboratory/instrument.ts'
import { pageOf } from '#kernel/paging.ts'
import type { Handler, Tx } from '#kernel/serve.ts'

/** What was measured with an instrument, and what of it a failed calibration puts in doubt. */

/** The day after which results are in doubt that were measured before a failed calibration: that of the last good one before it. */
const lastGood = (id: string, calibrationId: string) => sql`(
  select coalesce(max(good.calibrated_on), '-infinity'::date) from calibration failed
    left join calibration good on good.enterprise_id = failed.enterprise_id and good.instrument_id = failed.instrument_id and good.result = 'pass'
      and (good.calibrated_on, good.id) < (failed.calibrated_on, failed.id)
  where failed.id = ${calibrationId}::uuid and failed.instrument_id = ${id}::uuid)`

/** Results that were measured with an instrument; for a failed calibration those since the last good one, up to when it was recorded. */
const usesOf = (tx: Tx, id: string, calibrationId: string | undefined) =>
  tx
    .selectFrom('resultMeans')
    .innerJoin('testResult', (join) =>
      join.onRef('testResult.enterpriseId', '=', 'resultMeans.enterpriseId').onRef('testResult.id', '=', 'resultMeans.testResultId'),
    )
    .leftJoin('inspection', (join) =>
      join.onRef('inspection.enterpriseId', '=', 'testResult.enterpriseId').onRef('inspection.id', '=', 'testResult.inspectionId'),
    )
    .leftJoin('lot', (join) => join.onRef('lot.enterpriseId', '=', 'inspection.enterpriseId').onRef('lot.id', '=', 'inspection.lotId'))
    .leftJoin('standardItem', (join) =>
      join.onRef('standardItem.enterpriseId', '=', 'testResult.enterpriseId').onRef('standardItem.id', '=', 'testResult.standardItemId'),
    )
    .leftJoin('account', (join) =>
      join.onRef('account.enterpriseId', '=', 'testResult.enterpriseId').onRef('account.id', '=', 'testResult.enteredBy'),
    )
    .select(['resultMeans.id', 'usedOn', 'testResult.inspectionId'])
    // A foreign key says that each is there.
    .select([
      sql<string>`inspection.request_no`.as('requestNo'),
      sql<InstrumentUse['inspectionState']>`inspection.state`.as('inspectionState'),
      sql<string>`lot.lot_no`.as('lotNo'),
      sql<string>`lot.name`.as('lotName'),
      sql<InstrumentUse['lotState']>`lot.state`.as('lotState'),
      sql<string>`standard_item.name`.as('itemName'),
      sql<string>`coalesce(test_result.mean || standard_item.unit, nullif(test_result.words, ''), array_to_string(test_result.individual, '，'))`.as(
        'value',
      ),
      sql<string>`account.name`.as('analystName'),
    ])
    .where('resultMeans.instrumentId', '=', id)
    .$call((query) =>
      calibrationId === undefined
        ? query
        : query
            .where(sql<SqlBool>`result_means.used_on >= ${lastGood(id, calibrationId)}`)
            .where(
              sql<SqlBool>`result_means.used_on <= (select greatest(c.calibrated_on, (c.recorded_at at time zone 'Asia/Shanghai')::date) from calibration c where c.id = ${calibrationId}::uuid)`,
            ),
    )

export const listUses: Handler<typeof instrumentApi.uses> = async (tx, _actor, { id, calibrationId, q, ...paging }) => {
  await refuseUnknown(tx, id)
  return pageOf(
    tx,
    usesOf(tx, id, calibrationId).$if(q !== '', (query) => query.where(sql<SqlBool>`lot.lot_no ^@ ${q.toUpperCase()}`)),
    paging,
  )
}

async function refuseUnknown(tx: Tx, id: string): Promise<void> {
  if ((await tx.selectFrom('instrument').select('id').where('id', '=', id).executeTakeFirst()) === undefined) throw new Refusal('not_found')
}

/** How many results a failed calibration puts in doubt, counted up to a thousand. */
export async function countSuspects(tx: Tx, id: string, calibrationId: string): Promise<number> {
  const { rows } = await sql<{
    count: number
  }>`select count(*)::integer as count from (${usesOf(tx, id, calibrationId).limit(1000)}) used`.execute(tx)
  return only(rows).count
}

/** They themselves, oldest first, up to `limit`: for the paper of the case. */
export const suspectsOf = (tx: Tx, { id, instrumentId }: { id: string; instrumentId: string }, limit: number): Promise<InstrumentUse[]> =>
  usesOf(tx, instrumentId, id).orderBy('usedOn').orderBy('resultMeans.id').limit(limit).execute()
