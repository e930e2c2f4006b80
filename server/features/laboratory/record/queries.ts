import { sql, type NotNull, type SqlBool } from 'kysely'
import { openOosStates } from '#contract/cases/oos.ts'
import type { InspectionState } from '#contract/laboratory/inspection.ts'
import type { recordApi } from '#contract/laboratory/record.ts'
import { pageOf } from '#kernel/paging.ts'
import { begins, byNumber, planAnew, planOf, waysTo } from '#kernel/ways-to.ts'
import type { Handler, Tx } from '#kernel/serve.ts'
import { onePlan } from '#server/db/connection.ts'
import { judgeInspections, judgeResults } from './judge-by-standard.ts'
import { fromDay, grownIn, linesOf, stillCounts, suppliedBy, supplierText, testedBy, untilDay, versionsOf } from './narrow.ts'

/** The report that stands. */
const standingReport = sql`from report where report.enterprise_id = inspection.enterprise_id and report.inspection_id = inspection.id and report.state = 'approved' limit 1`

/**
 * The record that was not sent back. As an aggregate it gives one row in any case, so that PostgreSQL leaves it and what hangs on it out where rows are only
 * found; that an index of some rows is unique it does not believe so early.
 */
const standingRecord = sql<{ id: string | null }>`lateral (select min(t.id::text)::uuid as id from test_record t
  where t.enterprise_id = inspection.enterprise_id and t.inspection_id = inspection.id and t.state <> 'returned')`.as('standing')

/** The register. What is only shown comes by left joins over keys, so that counting the rows does not pay for it. */
const records = (tx: Tx) =>
  tx
    .selectFrom('inspection')
    .leftJoin('lot', (join) => join.onRef('lot.enterpriseId', '=', 'inspection.enterpriseId').onRef('lot.id', '=', 'inspection.lotId'))
    .leftJoin('account as requester', (join) =>
      join.onRef('requester.enterpriseId', '=', 'inspection.enterpriseId').onRef('requester.id', '=', 'inspection.requestedBy'),
    )
    .leftJoin(standingRecord, (join) => join.onTrue())
    .leftJoin('testRecord', (join) =>
      join.onRef('testRecord.enterpriseId', '=', 'inspection.enterpriseId').onRef('testRecord.id', '=', 'standing.id'),
    )
    .leftJoin('account as reviewer', (join) =>
      join.onRef('reviewer.enterpriseId', '=', 'testRecord.enterpriseId').onRef('reviewer.id', '=', 'testRecord.reviewedBy'),
    )
    .select([
      'inspection.id',
      'inspection.requestNo',
      'inspection.side',
      'inspection.requestKind',
      'inspection.state',
      'inspection.lotId',
      'inspection.origin',
      'inspection.requestedAt',
      'lot.lotNo',
      'lot.name as lotName',
      'lot.kind as lotKind',
      'lot.state as lotState',
      'requester.name as requestedByName',
      'testRecord.submittedAt',
      'testRecord.verdict',
      'reviewer.name as reviewerName',
      'testRecord.reviewedAt',
    ])
    .select([
      sql<
        string | null
      >`(select sampled_at from sampling where sampling.enterprise_id = inspection.enterprise_id and sampling.inspection_id = inspection.id
        and sampling.replaced_at is null)`.as('sampledAt'),
      sql<string | null>`(select report.id ${standingReport})`.as('reportId'),
      sql<string | null>`(select report.report_no ${standingReport})`.as('reportNo'),
      sql<string | null>`(select report.approved_at ${standingReport})`.as('approvedAt'),
    ])
    .select([
      supplierText.as('supplier'),
      sql<string[]>`array(select account.name from account where account.enterprise_id = inspection.enterprise_id
        and account.id = any (test_record.analyst_ids) order by account.id <> test_record.submitted_by, account.name)`.as('analysts'),
      sql<number>`(select count(*)::integer from oos_case where oos_case.enterprise_id = inspection.enterprise_id and oos_case.inspection_id = inspection.id)`.as(
        'oosCases',
      ),
      sql<number>`(select count(*)::integer from oos_case where oos_case.enterprise_id = inspection.enterprise_id and oos_case.inspection_id = inspection.id
        and oos_case.state = ${looksOpen})`.as('oosOpen'),
    ])
    // Joined to the left for the count's sake only: every request has its lot and its requester.
    .$narrowType<{ lotNo: NotNull; lotName: NotNull; lotKind: NotNull; lotState: NotNull; requestedByName: NotNull }>()

const looksOpen = sql`any (${[...openOosStates]}::text[])`

/** The start of a lot's, a request's or a report's number: each is looked for by itself. */
const numbered = async (tx: Tx, q: string) =>
  looksLikeNumber(q)
    ? [
        ...(await waysTo(tx, q, { numbers: ['lot.lotNo', 'inspection.requestNo'], isLong: true })),
        byNumber(q, sql<SqlBool>`inspection.id in (select report.inspection_id from report where ${begins('report.reportNo', q)})`),
      ]
    : []

/** What a person types is a number when it has a digit; else it is a herb's name or initials. */
const looksLikeNumber = (q: string) => /\d/.test(q)

/** The verdict is written out: what fails is rare, and has an index of its own. */
const concludedAs = (verdict: string) =>
  sql<SqlBool>`inspection.id in (select t.inspection_id from test_record t where t.enterprise_id = inspection.enterprise_id
    and t.state <> 'returned' and t.verdict = ${sql.lit(verdict)})`

/**
 * Whatever standard is not kept. The others are on the report; those of which one is not kept are rare, and have an index of their own. An array, so that the few
 * are looked up once: of both together PostgreSQL would ask anew for each request.
 */
const anyFails = sql<SqlBool>`inspection.id = any (array(select t.inspection_id from test_record t where t.state <> 'returned' and t.verdict = 'FAIL'
  union all select report.inspection_id from report where report.state = 'approved'
    and jsonb_path_exists(report.sheet, '$.others[*].items[*] ? (@.verdict == "FAIL")')))`

/** The states of a request that has no submitted record. */
const unsubmitted: InspectionState[] = ['requested', 'accepted', 'sampled', 'returned', 'cancelled']

export const listRecords: Handler<typeof recordApi.list> = async (
  tx,
  _actor,
  { page, pageSize, sort, q, side, state, verdict, oos, goodsId, supplierId, province, analystId, from, to },
) => {
  const words = q === '' || looksLikeNumber(q) ? undefined : q
  const versions = goodsId === undefined && words === undefined ? undefined : await versionsOf(tx, { goodsId, words })
  const concluded = verdict === 'none' ? undefined : verdict === 'any_fail' ? anyFails : verdict && concludedAs(verdict)
  const fromSupplier = supplierId === undefined ? undefined : await suppliedBy(tx, supplierId)
  const fromProvince = province === undefined ? undefined : await grownIn(tx, province)
  const byAnalyst = analystId === undefined ? undefined : await testedBy(tx, analystId)
  const { rows, total } = await pageOf(
    tx,
    records(tx)
      .$call((query) => (side === undefined ? query : query.where('inspection.side', '=', sql.lit(side))))
      .$call((query) => (state === undefined ? query : query.where('inspection.state', '=', sql.lit(state))))
      .$if(oos === 'open', (query) =>
        query.where(
          sql<SqlBool>`exists (select from oos_case o where o.enterprise_id = inspection.enterprise_id and o.inspection_id = inspection.id and o.state = ${looksOpen})`,
        ),
      )
      .$if(verdict === 'none', (query) => query.where('inspection.state', 'in', unsubmitted))
      .$call((query) => (concluded === undefined ? query : query.where(concluded)))
      .$if(versions !== undefined, (query) => query.where(sql<SqlBool>`inspection.standard_version_id = any (${versions}::uuid[])`))
      .$call((query) => (fromSupplier === undefined ? query : query.where(fromSupplier)))
      .$call((query) => (fromProvince === undefined ? query : query.where(fromProvince)))
      .$call((query) => (byAnalyst === undefined ? query : query.where(byAnalyst)))
      .$call((query) => (from === undefined ? query : query.where(fromDay('inspection.requestedAt', from))))
      .$call((query) => (to === undefined ? query : query.where(untilDay('inspection.requestedAt', to)))),
    { page, pageSize, sort, anyOf: await numbered(tx, q) },
  )
  const standards = await judgeInspections(tx, rows)
  return { rows: rows.map((row) => ({ ...row, standards: standards.get(row.id) ?? [] })), total }
}

/** Every result that counts, with the lot it belongs to. */
const results = (tx: Tx) =>
  tx
    .selectFrom('testResult')
    .innerJoin('inspection', (join) =>
      join.onRef('inspection.enterpriseId', '=', 'testResult.enterpriseId').onRef('inspection.id', '=', 'testResult.inspectionId'),
    )
    .innerJoin('lot', (join) => join.onRef('lot.enterpriseId', '=', 'inspection.enterpriseId').onRef('lot.id', '=', 'inspection.lotId'))
    .leftJoin('standardItem', (join) =>
      join.onRef('standardItem.enterpriseId', '=', 'testResult.enterpriseId').onRef('standardItem.id', '=', 'testResult.standardItemId'),
    )
    .leftJoin('account as analyst', (join) =>
      join.onRef('analyst.enterpriseId', '=', 'testResult.enterpriseId').onRef('analyst.id', '=', 'testResult.enteredBy'),
    )
    .where(stillCounts)
    .select([
      'testResult.id',
      'testResult.inspectionId',
      'testResult.individual',
      'testResult.words',
      'testResult.mean',
      'testResult.verdict',
      'testResult.reason',
      'testResult.outOfTrend',
      'testResult.nearLimit',
      'testResult.source',
      'testResult.enteredAt',
      'inspection.requestNo',
      'inspection.side',
      'inspection.state as inspectionState',
      'inspection.origin',
      'lot.lotNo',
      'lot.name as lotName',
      'standardItem.itemGroup',
      'standardItem.name as itemName',
      'standardItem.specText',
      'standardItem.unit',
      'analyst.name as analystName',
    ])
    .select(supplierText.as('supplier'))
    // Joined to the left for the count's sake only: every result has its item and its analyst.
    .$narrowType<{ itemGroup: NotNull; itemName: NotNull; specText: NotNull; unit: NotNull; analystName: NotNull }>()

export const listResults: Handler<typeof recordApi.results> = async (
  tx,
  _actor,
  { page, pageSize, sort, q, side, item, verdict, warning, goodsId, supplierId, province, analystId, from, to },
) => {
  const words = q === '' || looksLikeNumber(q) ? undefined : q
  const ways = await numbered(tx, q)
  const lines = goodsId === undefined && item === undefined && words === undefined ? undefined : await linesOf(tx, { goodsId, words, item })
  const fromSupplier = supplierId === undefined ? undefined : await suppliedBy(tx, supplierId)
  const fromProvince = province === undefined ? undefined : await grownIn(tx, province)
  // Where a province leads to few, they come by their ids.
  const isFound = fromProvince !== undefined && ways.length === 0
  const plan = lines !== undefined || verdict !== undefined ? planAnew(ways) : isFound ? onePlan : planOf(ways)
  const { rows, total } = await pageOf(
    tx,
    results(tx)
      .$if(lines !== undefined, (query) => query.where(sql<SqlBool>`test_result.standard_item_id = any (${lines}::uuid[])`))
      .$call((query) => (side === undefined ? query : query.where('inspection.side', '=', sql.lit(side))))
      .$call((query) => (verdict === undefined ? query : query.where('testResult.verdict', '=', sql.lit(verdict))))
      .$if(warning === 'trend', (query) => query.where(sql<SqlBool>`test_result.out_of_trend`))
      .$if(warning === 'near', (query) => query.where(sql<SqlBool>`test_result.near_limit`))
      .$call((query) => (fromSupplier === undefined ? query : query.where(fromSupplier)))
      .$call((query) => (fromProvince === undefined ? query : query.where(fromProvince)))
      .$call((query) => (analystId === undefined ? query : query.where('testResult.enteredBy', '=', analystId)))
      .$call((query) => (from === undefined ? query : query.where(fromDay('testResult.enteredAt', from))))
      .$call((query) => (to === undefined ? query : query.where(untilDay('testResult.enteredAt', to)))),
    { page, pageSize, sort, anyOf: ways, plan },
  )
  const judgements = await judgeResults(
    tx,
    rows.map(({ id }) => id),
  )
  return { rows: rows.map((row) => ({ ...row, judgements: judgements.get(row.id) ?? [] })), total }
}
