import { sql, type NotNull, type SqlBool } from 'kysely'
import { openOosStates } from '#contract/cases/oos.ts'
import type { InspectionState } from '#contract/laboratory/inspection.ts'
import type { recordApi } from '#contract/laboratory/record.ts'
import { matches, pageOf } from '#kernel/paging.ts'
import type { Handler, Tx } from '#kernel/serve.ts'
import { fromDay, grownIn, linesOf, standardText, stillCounts, suppliedBy, supplierText, testedBy, untilDay, versionsOf } from './narrow.ts'

/** The report that stands. */
const standing = sql`from report where report.enterprise_id = inspection.enterprise_id and report.inspection_id = inspection.id and report.state = 'approved' limit 1`

/** The register. What is only shown comes by left joins over keys, so that counting the rows does not pay for it. */
const records = (tx: Tx) =>
  tx
    .selectFrom('inspection')
    .innerJoin('lot', (join) => join.onRef('lot.enterpriseId', '=', 'inspection.enterpriseId').onRef('lot.id', '=', 'inspection.lotId'))
    .leftJoin('standardVersion', (join) =>
      join
        .onRef('standardVersion.enterpriseId', '=', 'inspection.enterpriseId')
        .onRef('standardVersion.id', '=', 'inspection.standardVersionId'),
    )
    .leftJoin('standard', (join) =>
      join.onRef('standard.enterpriseId', '=', 'standardVersion.enterpriseId').onRef('standard.id', '=', 'standardVersion.standardId'),
    )
    .leftJoin('account as requester', (join) =>
      join.onRef('requester.enterpriseId', '=', 'inspection.enterpriseId').onRef('requester.id', '=', 'inspection.requestedBy'),
    )
    .leftJoin('sampling', (join) =>
      join
        .onRef('sampling.enterpriseId', '=', 'inspection.enterpriseId')
        .onRef('sampling.inspectionId', '=', 'inspection.id')
        .on('sampling.replacedAt', 'is', null),
    )
    .leftJoin('testRecord', (join) =>
      join
        .onRef('testRecord.enterpriseId', '=', 'inspection.enterpriseId')
        .onRef('testRecord.inspectionId', '=', 'inspection.id')
        .on('testRecord.state', '<>', 'returned'),
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
      'sampling.sampledAt',
      'testRecord.submittedAt',
      'testRecord.verdict',
      'reviewer.name as reviewerName',
      'testRecord.reviewedAt',
    ])
    .select([
      sql<string | null>`(select report.id ${standing})`.as('reportId'),
      sql<string | null>`(select report.report_no ${standing})`.as('reportNo'),
      sql<string | null>`(select report.approved_at ${standing})`.as('approvedAt'),
    ])
    .select([
      standardText.as('standardName'),
      supplierText.as('supplier'),
      sql<string[]>`array(select account.name from account where account.enterprise_id = inspection.enterprise_id
        and account.id = any (test_record.analyst_ids) order by account.id <> test_record.submitted_by, account.name)`.as('analysts'),
      sql<number>`(select count(*)::integer from oos_case where oos_case.enterprise_id = inspection.enterprise_id and oos_case.inspection_id = inspection.id)`.as(
        'oosCases',
      ),
      sql<number>`(select count(*)::integer from oos_case where oos_case.enterprise_id = inspection.enterprise_id and oos_case.inspection_id = inspection.id
        and oos_case.state = ${looksOpen})`.as('oosOpen'),
    ])
    // Joined to the left for the count's sake only: every request has its requester.
    .$narrowType<{ requestedByName: NotNull }>()

const looksOpen = sql`any (${[...openOosStates]}::text[])`

/** The start of a lot's, a request's or a report's number. */
const hasNumber = (q: string) =>
  sql<SqlBool>`(${matches(q, { number: 'lot.lotNo' })} or ${matches(q, { number: 'inspection.requestNo' })}
    or exists (select from report where report.enterprise_id = inspection.enterprise_id and report.inspection_id = inspection.id and report.report_no ^@ ${q.toUpperCase()}))`

/** What a person types is a number when it has a digit; else it is a herb's name or initials. */
const looksLikeNumber = (q: string) => /\d/.test(q)

/** The states of a request that has no submitted record. */
const unsubmitted: InspectionState[] = ['requested', 'accepted', 'sampled', 'returned', 'cancelled']

export const listRecords: Handler<typeof recordApi.list> = async (
  tx,
  _actor,
  { page, pageSize, sort, q, side, state, verdict, oos, goodsId, supplierId, province, analystId, from, to },
) => {
  const words = q === '' || looksLikeNumber(q) ? undefined : q
  const versions = goodsId === undefined && words === undefined ? undefined : await versionsOf(tx, { goodsId, words })
  const concluded = verdict === 'none' ? undefined : verdict
  const fromSupplier = supplierId === undefined ? undefined : await suppliedBy(tx, supplierId)
  return pageOf(
    tx,
    records(tx)
      .$call((query) => (side === undefined ? query : query.where('inspection.side', '=', side)))
      .$call((query) => (state === undefined ? query : query.where('inspection.state', '=', state)))
      .$if(oos === 'open', (query) =>
        query.where(
          sql<SqlBool>`exists (select from oos_case o where o.enterprise_id = inspection.enterprise_id and o.inspection_id = inspection.id and o.state = ${looksOpen})`,
        ),
      )
      .$if(verdict === 'none', (query) => query.where('inspection.state', 'in', unsubmitted))
      .$call((query) => (concluded === undefined ? query : query.where('testRecord.verdict', '=', concluded)))
      .$if(versions !== undefined, (query) => query.where(sql<SqlBool>`inspection.standard_version_id = any (${versions}::uuid[])`))
      .$call((query) => (fromSupplier === undefined ? query : query.where(fromSupplier)))
      .$call((query) => (province === undefined ? query : query.where(grownIn(province))))
      .$call((query) => (analystId === undefined ? query : query.where(testedBy(analystId))))
      .$call((query) => (from === undefined ? query : query.where(fromDay('inspection.requestedAt', from))))
      .$call((query) => (to === undefined ? query : query.where(untilDay('inspection.requestedAt', to))))
      .$if(looksLikeNumber(q), (query) => query.where(hasNumber(q))),
    { page, pageSize, sort },
  )
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
  const lines = goodsId === undefined && item === undefined && words === undefined ? undefined : await linesOf(tx, { goodsId, words, item })
  const fromSupplier = supplierId === undefined ? undefined : await suppliedBy(tx, supplierId)
  return pageOf(
    tx,
    results(tx)
      .$if(lines !== undefined, (query) => query.where(sql<SqlBool>`test_result.standard_item_id = any (${lines}::uuid[])`))
      .$call((query) => (side === undefined ? query : query.where('inspection.side', '=', side)))
      .$call((query) => (verdict === undefined ? query : query.where('testResult.verdict', '=', verdict)))
      .$if(warning === 'trend', (query) => query.where('testResult.outOfTrend', '=', true))
      .$if(warning === 'near', (query) => query.where('testResult.nearLimit', '=', true))
      .$call((query) => (fromSupplier === undefined ? query : query.where(fromSupplier)))
      .$call((query) => (province === undefined ? query : query.where(grownIn(province))))
      .$call((query) => (analystId === undefined ? query : query.where('testResult.enteredBy', '=', analystId)))
      .$call((query) => (from === undefined ? query : query.where(fromDay('testResult.enteredAt', from))))
      .$call((query) => (to === undefined ? query : query.where(untilDay('testResult.enteredAt', to))))
      .$if(looksLikeNumber(q), (query) => query.where(hasNumber(q))),
    { page, pageSize, sort },
  )
}
