import { sql, type NotNull, type SqlBool } from 'kysely'
import type { rawInspectionApi, bulkInspectionApi } from '#contract/laboratory/inspection-api.ts'
import type { InspectionFile } from '#contract/laboratory/inspection-file.ts'
import {
  inspectionState,
  statesUnderWay,
  type InspectionRow,
  type InspectionSide,
  type InspectionState,
} from '#contract/laboratory/inspection.ts'
import type { AppliedStandard, InspectableLot } from '#contract/laboratory/request.ts'
import type { CorrectedValue } from '#contract/cases/corrected-value.ts'
import { openOosStates } from '#contract/cases/oos.ts'
import { elementAt } from '#contract/kernel/certain.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { pageOf } from '#kernel/paging.ts'
import { fitsOneOf, planAnew, waysTo } from '#kernel/ways-to.ts'
import { isOnHand, lotsOf, onHand } from '#server/features/warehouse/stock/on-hand.ts'
import type { Handler, Tx } from '#kernel/serve.ts'
import { onePlan } from '#server/db/connection.ts'
import { reportsOf } from './read-report.ts'
import { itemsOf, resultsOf, standardsOf } from './written-results.ts'
import { together } from '#tools/together.ts'
import { packagesLeft } from '#contract/laboratory/sampling.ts'
import type { LotKind } from '#contract/warehouse/lot.ts'
import { dayInShanghai } from '#contract/warehouse/shelf-life.ts'

/** The standards by which an inspection is judged, all of them, the law's first. */
const standardName = sql<string>`(select string_agg(title_of_standard(s.kind, v.edition), '、' order by array_position(array['legal', 'internal', 'customer'], a.authority), v.effective_from desc, v.id)
  from standards_of_inspection(inspection) a join standard_version v on v.enterprise_id = inspection.enterprise_id and v.id = a.standard_version_id
    join standard s on s.enterprise_id = v.enterprise_id and s.id = v.standard_id)`

// Values and not joins: PostgreSQL then computes them for the rows of the page alone. A batch the factory made has neither.
const buyerId = sql<
  string | null
>`(select o.buyer_id from raw_lot l join purchase_order o on o.enterprise_id = l.enterprise_id and o.id = l.order_id
  where l.enterprise_id = inspection.enterprise_id and l.id = inspection.lot_id)`
const receiverIds = sql<string[]>`coalesce((select array_remove(array[r.received_by, r.checked_by], null) from raw_lot l
  join receipt r on r.enterprise_id = l.enterprise_id and r.id = l.receipt_id
  where l.enterprise_id = inspection.enterprise_id and l.id = inspection.lot_id), '{}')`

// The record that stands and the approved report, as values for the same reason.
const record = sql`from test_record t where t.enterprise_id = inspection.enterprise_id and t.inspection_id = inspection.id and t.state <> 'returned'`
const approvedReport = sql`from report r where r.enterprise_id = inspection.enterprise_id and r.inspection_id = inspection.id and r.state = 'approved'`

const openCase = sql`from oos_case o where o.enterprise_id = inspection.enterprise_id and o.inspection_id = inspection.id
  and o.state = any (array[${sql.join(openOosStates.map((state) => sql.lit(state)))}])`

/** Inspections as the lists show them; joined to the left, so that finding and counting rows does not pay for what is only shown. */
function inspections(tx: Tx) {
  return tx
    .selectFrom('inspection')
    .leftJoin('lot', (join) => join.onRef('lot.enterpriseId', '=', 'inspection.enterpriseId').onRef('lot.id', '=', 'inspection.lotId'))
    .leftJoin('account as requester', (join) =>
      join.onRef('requester.enterpriseId', '=', 'inspection.enterpriseId').onRef('requester.id', '=', 'inspection.requestedBy'),
    )
    .select([
      'inspection.id',
      'inspection.requestNo',
      'inspection.side',
      'inspection.requestKind',
      'inspection.stabilityMonth',
      'inspection.state',
      'inspection.priority',
      'inspection.lotId',
    ])
    .select([
      'inspection.lotQuantity',
      'inspection.packageCount',
      'inspection.requestedBy',
      'inspection.requestedAt',
      'inspection.rowVersion',
    ])
    .select(['lot.lotNo', 'lot.name as lotName', 'lot.state as lotState', 'lot.holds', 'lot.isToxic', standardName.as('standardName')])
    .select([
      'requester.name as requestedByName',
      sql<string | null>`(select t.reviewed_by ${record})`.as('reviewedBy'),
      sql<InspectionRow['verdict']>`(select t.verdict ${record})`.as('verdict'),
      sql<string | null>`(select r.id ${approvedReport})`.as('reportId'),
      sql<string | null>`(select r.report_no ${approvedReport})`.as('reportNo'),
      sql<string[]>`coalesce((select t.analyst_ids ${record}), '{}')`.as('analystIds'),
      sql<boolean>`exists (select ${openCase})`.as('isDoubted'),
      buyerId.as('buyerId'),
      receiverIds.as('receiverIds'),
    ])
    .$narrowType<{ lotNo: NotNull; lotName: NotNull; lotState: NotNull; holds: NotNull; isToxic: NotNull; requestedByName: NotNull }>()
}

export const listInspections =
  (side: InspectionSide, states: readonly InspectionState[] = inspectionState.options): Handler<typeof rawInspectionApi.list> =>
  async (tx, _actor, { page, pageSize, sort, q, state, verdict, lotState, lotId, from }) =>
    pageOf(
      tx,
      inspections(tx)
        .where('inspection.side', '=', side)
        .where('inspection.state', 'in', [...states])
        .$call((query) => (state === undefined ? query : query.where('inspection.state', '=', sql.lit(state))))
        .$call((query) => (verdict === undefined ? query : query.where(sql<SqlBool>`exists (select ${record} and t.verdict = ${verdict})`)))
        .$call((query) => (lotState === undefined ? query : query.where('lot.state', '=', sql.lit(lotState))))
        .$call((query) => (lotId === undefined ? query : query.where('inspection.lotId', '=', lotId)))
        .$call((query) =>
          from === undefined
            ? query
            : query.where(sql<SqlBool>`inspection.requested_at >= (${from}::date)::timestamp at time zone 'Asia/Shanghai'`),
        ),
      {
        page,
        pageSize,
        sort,
        anyOf: await waysTo(tx, q, { numbers: ['lot.lotNo', 'inspection.requestNo'], goods: 'lot.name', isLong: true }),
      },
    )

/** One inspection as it is now; that of another side or enterprise is `not_found`. Without a side it may be of either. */
export async function inspectionRowOf(tx: Tx, side: InspectionSide | undefined, id: string): Promise<InspectionRow> {
  const row = await inspections(tx)
    .where('inspection.id', '=', id)
    .$call((query) => (side === undefined ? query : query.where('inspection.side', '=', sql.lit(side))))
    .executeTakeFirst()
  if (row === undefined) throw new Refusal('not_found')
  return row
}

/** What the request says and what became of it: by whom it was accepted and closed, and how many packages are to be opened. */
const requestOf = (tx: Tx, id: string) =>
  tx
    .selectFrom('inspection')
    .leftJoin('account as acceptor', (join) =>
      join.onRef('acceptor.enterpriseId', '=', 'inspection.enterpriseId').onRef('acceptor.id', '=', 'inspection.acceptedBy'),
    )
    .leftJoin('account as closer', (join) =>
      join.onRef('closer.enterpriseId', '=', 'inspection.enterpriseId').onRef('closer.id', '=', 'inspection.closedBy'),
    )
    .leftJoin('account as secondCloser', (join) =>
      join.onRef('secondCloser.enterpriseId', '=', 'inspection.enterpriseId').onRef('secondCloser.id', '=', 'inspection.closedSecondBy'),
    )
    .select(['spec', 'supplier', 'origin', 'department', 'remark', 'acceptedAt', 'closedAt', 'closeReason', 'requiredPackages', 'drawSeed'])
    .select(['acceptor.name as acceptedByName', 'closer.name as closedByName', 'secondCloser.name as closedSecondByName'])
    .where('inspection.id', '=', id)
    .executeTakeFirstOrThrow()

/** The sampling of an inspection with the parts it was divided into; null before the lot was sampled. */
async function samplingOf(tx: Tx, inspectionId: string): Promise<InspectionFile['sampling']> {
  const sampling = await tx
    .selectFrom('sampling')
    .innerJoin('account as sampler', (join) =>
      join.onRef('sampler.enterpriseId', '=', 'sampling.enterpriseId').onRef('sampler.id', '=', 'sampling.sampledBy'),
    )
    .leftJoin('account as witness', (join) =>
      join.onRef('witness.enterpriseId', '=', 'sampling.enterpriseId').onRef('witness.id', '=', 'sampling.witnessedBy'),
    )
    .select([
      'sampling.id',
      'samplingNo',
      'packageNumbers',
      'samplingPoint',
      'method',
      'place',
      'temperature',
      'humidity',
      'testNeed',
      'total',
      'fieldNote',
      'quartered',
      'abnormalUnits',
      'sampledAt',
    ])
    .select(['sampler.name as sampledByName', 'witness.name as witnessedByName'])
    .select(sql<CorrectedValue[]>`corrections_of('sampling', sampling.id)`.as('corrections'))
    .where('inspectionId', '=', inspectionId)
    .where('sampling.replacedAt', 'is', null)
    .executeTakeFirst()
  if (sampling === undefined) return null
  const samples = await tx
    .selectFrom('sample')
    .select(['id', 'sampleNo', 'kind', 'state', 'quantity', 'container', 'shelf'])
    .select(sql<CorrectedValue[]>`corrections_of('sample', sample.id)`.as('corrections'))
    .where('samplingId', '=', sampling.id)
    .orderBy('sampleNo')
    .execute()
  return { ...sampling, samples }
}

/** The samplings that were done again, oldest first. */
const replacedSamplingsOf = (tx: Tx, inspectionId: string): Promise<InspectionFile['replacedSamplings']> =>
  tx
    .selectFrom('sampling')
    .innerJoin('account as sampler', (join) =>
      join.onRef('sampler.enterpriseId', '=', 'sampling.enterpriseId').onRef('sampler.id', '=', 'sampling.sampledBy'),
    )
    .select(['sampling.id', 'samplingNo', 'sampler.name as sampledByName', 'sampledAt', 'replaceReason'])
    .select(
      sql<
        InspectionFile['replacedSamplings'][number]['samples']
      >`(select jsonb_agg(jsonb_build_object('id', p.id, 'sampleNo', p.sample_no, 'kind', p.kind,
          'state', p.state) order by p.sample_no) from sample p where p.enterprise_id = sampling.enterprise_id and p.sampling_id = sampling.id)`.as(
        'samples',
      ),
    )
    .where('inspectionId', '=', inspectionId)
    .where('replacedAt', 'is not', null)
    .orderBy('sampling.id')
    .$narrowType<{ replaceReason: NotNull }>()
    .execute()

/** How the last lot of the same material or product was sampled for an inspection of the same side. */
async function usualSamplingOf(tx: Tx, { side, lotId }: { side: InspectionSide; lotId: string }): Promise<InspectionFile['usualSampling']> {
  const part = (kind: 'test' | 'recheck' | 'retention') =>
    sql<string>`coalesce((select p.quantity from sample p where p.enterprise_id = s.enterprise_id and p.sampling_id = s.id and p.kind = ${kind}), 0)`
  const { rows } = await sql<NonNullable<InspectionFile['usualSampling']>>`
    select s.sampling_point, s.method, s.place, s.test_need, ${part('test')} as test, ${part('recheck')} as recheck, ${part('retention')} as retention
    from lot this
      join lot other on other.enterprise_id = this.enterprise_id and other.kind = this.kind
        and (other.material_id, other.product_id) is not distinct from (this.material_id, this.product_id)
      join inspection i on i.enterprise_id = other.enterprise_id and i.lot_id = other.id and i.side = ${side}
      join sampling s on s.enterprise_id = i.enterprise_id and s.inspection_id = i.id
    where this.enterprise_id = current_enterprise() and this.id = ${lotId}
    order by s.sampled_at desc limit 1`.execute(tx)
  return rows[0] ?? null
}

/** The records that the analysts submitted, oldest first, with those that were sent back. */
const recordsOf = (tx: Tx, inspectionId: string): Promise<InspectionFile['records']> =>
  tx
    .selectFrom('testRecord')
    .innerJoin('account as analyst', (join) =>
      join.onRef('analyst.enterpriseId', '=', 'testRecord.enterpriseId').onRef('analyst.id', '=', 'testRecord.submittedBy'),
    )
    .leftJoin('account as reviewer', (join) =>
      join.onRef('reviewer.enterpriseId', '=', 'testRecord.enterpriseId').onRef('reviewer.id', '=', 'testRecord.reviewedBy'),
    )
    .leftJoin('account as returner', (join) =>
      join.onRef('returner.enterpriseId', '=', 'testRecord.enterpriseId').onRef('returner.id', '=', 'testRecord.returnedBy'),
    )
    .select([
      'testRecord.id',
      'revision',
      'testRecord.state',
      'verdict',
      'analyst.name as submittedByName',
      'submittedAt',
      'reviewer.name as reviewedByName',
      'reviewedAt',
    ])
    .select(['returner.name as returnedByName', 'returnedAt', 'returnReason'])
    .where('inspectionId', '=', inspectionId)
    .orderBy('revision')
    .execute()

/** The cases about results of an inspection, oldest first. */
const oosCasesOf = (tx: Tx, inspectionId: string): Promise<InspectionFile['oosCases']> =>
  tx
    .selectFrom('oosCase')
    .innerJoin('standardItem', (join) =>
      join.onRef('standardItem.enterpriseId', '=', 'oosCase.enterpriseId').onRef('standardItem.id', '=', 'oosCase.standardItemId'),
    )
    .leftJoin('account as concluder', (join) =>
      join.onRef('concluder.enterpriseId', '=', 'oosCase.enterpriseId').onRef('concluder.id', '=', 'oosCase.concludedBy'),
    )
    .select([
      'oosCase.id',
      'oosCase.caseNo',
      'oosCase.kind',
      'standardItemId as itemId',
      'standardItem.name as itemName',
      'testResultId as resultId',
      'oosCase.state',
      'openedAt',
      'conclusion',
      'concluder.name as concludedByName',
      'concludedAt',
    ])
    .where('inspectionId', '=', inspectionId)
    .orderBy('openedAt')
    .orderBy('oosCase.id')
    .execute()

/** One inspection with everything that was written in it. */
export async function inspectionFileOf(tx: Tx, side: InspectionSide | undefined, id: string): Promise<InspectionFile> {
  const inspection = await inspectionRowOf(tx, side, id)
  const request = await requestOf(tx, id)
  const standards = await standardsOf(tx, id)
  const sampling = await samplingOf(tx, id)
  return {
    inspection,
    ...request,
    standards,
    items: await itemsOf(tx, standards),
    results: await resultsOf(tx, id),
    sampling,
    replacedSamplings: sampling === null ? [] : await replacedSamplingsOf(tx, id),
    usualSampling: sampling === null ? await usualSamplingOf(tx, inspection) : null,
    records: await recordsOf(tx, id),
    oosCases: await oosCasesOf(tx, id),
    reports: inspection.reportId === null ? [] : await reportsOf(tx, id),
  }
}

export const readInspection =
  (side?: InspectionSide): Handler<typeof rawInspectionApi.file> =>
  (tx, _actor, { id }) =>
    inspectionFileOf(tx, side, id)

/** The standards by which a lot is tested that is requested today, the one that leads first. */
export async function applyingTo(tx: Tx, lotId: string): Promise<AppliedStandard[]> {
  const { rows } = await sql<AppliedStandard>`
    select v.id as version_id, title_of_standard(s.kind, v.edition) as name, applying.authority, s.customer_id, coalesce(c.name, '') as customer
    from lot l cross join standards_applying(l, ${dayInShanghai(tx.now())}::date) applying
      join standard_version v on v.enterprise_id = l.enterprise_id and v.id = applying.standard_version_id
      join standard s on s.enterprise_id = v.enterprise_id and s.id = v.standard_id
      left join customer c on c.enterprise_id = s.enterprise_id and c.id = s.customer_id
    where l.enterprise_id = current_enterprise() and l.id = ${lotId} order by applying.turn`.execute(tx)
  return rows
}

/** How often the retest day of a lot was put off by retests that it passed, in intervals. */
export const extensionsOf = sql<number>`(select coalesce(sum(d.extensions), 0)::integer from release_decision d
  where d.enterprise_id = lot.enterprise_id and d.lot_id = lot.id)`

/** Whether a released lot may be tested again already: from so many days before its day as its material says. Joined as `material`. */
export const retestIsOffered = (today: string) =>
  sql<boolean>`coalesce(lot.state = 'released' and lot.retest_on <= ${today}::date + coalesce(material.retest_notice, 0), false)`

/**
 * Whether a lot may be due to be tested: all that are due, and few others. In quarantine, or at hand and near the retest day, as near as any material says. By this
 * they are found; what must be true of them is asked of these alone.
 */
const perhapsDue = (kinds: readonly LotKind[], today: string) => {
  const ofKinds = sql`kind in (${sql.join(kinds.map((kind) => sql.lit(kind)))})`
  return sql<SqlBool>`(lot.state = 'quarantine' or lot.id = any (array(select lot_id from lot_at_hand where ${ofKinds} and state = 'retest_due'
    union all select lot_id from lot_at_hand where ${ofKinds} and retest_on <= ${today}::date + (select coalesce(max(retest_notice), 0) from material))))`
}

/** The states of a request that is under way, written out, so that a list asks the same for everybody and is planned once a connection. */
export const underWay = statesUnderWay.map((state) => sql.lit(state))

/** Which lots are asked for: those whose test the warehouse or the workshop requests, or those that quality assurance may have looked into. */
type Asked = 'due' | 'decided'

/** Lots that may be requested now, with the standards of today; none of which a request is under way. */
export const listInspectableLots =
  (side: InspectionSide, which: Asked = 'due'): Handler<typeof bulkInspectionApi.lots> =>
  async (tx, _actor, { page, pageSize, sort, q, lotId }) => {
    const kinds: LotKind[] = side === 'raw' ? ['raw', 'auxiliary'] : ['bulk']
    const today = dayInShanghai(tx.now())
    const ways = await waysTo(tx, q, { numbers: ['lot.lotNo'], goods: 'lot.name', isLong: true })
    const lots = await pageOf(
      tx,
      tx
        .selectFrom(lotsOf(which === 'decided' ? 'on hand' : 'all'))
        .leftJoin('rawLot', (join) => join.onRef('rawLot.enterpriseId', '=', 'lot.enterpriseId').onRef('rawLot.id', '=', 'lot.id'))
        .leftJoin('material', (join) =>
          join.onRef('material.enterpriseId', '=', 'lot.enterpriseId').onRef('material.id', '=', 'lot.materialId'),
        )
        .select([onHand.as('onHand'), extensionsOf.as('extensions'), 'material.retestLimit', 'lot.retestOn'])
        .select(
          sql<boolean>`exists (select from report r where r.enterprise_id = lot.enterprise_id and r.lot_id = lot.id)`.as('wasReported'),
        )
        .select(['lot.id', 'lot.lotNo', 'lot.name', 'lot.state', 'lot.quantity', 'lot.bornOn', 'rawLot.packageCount'])
        // Written out, as the state is: PostgreSQL then knows how many there are, and reads all or walks the newest.
        .where(
          'lot.kind',
          'in',
          kinds.map((kind) => sql.lit(kind)),
        )
        .$if(which === 'due', (query) => query.where(perhapsDue(kinds, today)))
        // What is counted is accepted, not tested.
        .where('lot.unit', '=', sql.lit('kg'))
        // Of a lot that is used up there is nothing to test again.
        .where((eb) =>
          which === 'decided'
            ? eb('lot.state', '=', sql.lit(side === 'raw' ? 'released' : 'conforming'))
            : eb.or([
                // What comes of a batch is tested when it is whole.
                eb.and([eb('lot.state', '=', 'quarantine'), ...(side === 'bulk' ? [sql<boolean>`not is_unfinished(lot)`] : [])]),
                eb.and([eb.or([eb('lot.state', '=', 'retest_due'), retestIsOffered(today)]), isOnHand]),
              ]),
        )
        .where((eb) =>
          eb.not(
            eb.exists(
              eb
                .selectFrom('inspection')
                .select('inspection.id')
                .whereRef('inspection.enterpriseId', '=', 'lot.enterpriseId')
                .whereRef('inspection.lotId', '=', 'lot.id')
                .where('inspection.state', 'in', underWay),
            ),
          ),
        )
        .where(fitsOneOf(ways))
        .$call((query) => (lotId === undefined ? query : query.where('lot.id', '=', lotId))),
      { page, pageSize, sort, plan: which === 'due' ? onePlan : planAnew(ways) },
    )
    // In one message.
    const standards = await together(lots.rows.map(({ id }) => applyingTo(tx, id)))
    const rows = lots.rows.map(({ onHand: left, wasReported, packageCount, ...lot }, place): InspectableLot => ({
      ...lot,
      quantity: left,
      packageCount: packageCount === null ? null : packagesLeft(packageCount, left, lot.quantity),
      requestKind:
        which === 'decided' ? 'investigation' : lot.state !== 'quarantine' ? 'periodic' : wasReported ? 'supplementary' : 'initial',
      standards: elementAt(standards, place),
    }))
    return { rows, total: lots.total }
  }
