import { openOosStates } from '#contract/cases/oos.ts'
import { sql, type RawBuilder } from 'kysely'
import type { ReleaseFile, ReleaseRow, releaseApi } from '#contract/release/raw-release.ts'
import { supplierLooks } from '#contract/supply/supplier.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { dayInShanghai, retestDay } from '#contract/warehouse/shelf-life.ts'
import { idsOfPage, rowsOf } from '#kernel/paging.ts'
import { waysTo } from '#kernel/ways-to.ts'
import type { Handler, Tx } from '#kernel/serve.ts'
import { onHand } from '#server/features/warehouse/stock/on-hand.ts'

const isLatest = sql<boolean>`not exists (select from report later where later.enterprise_id = report.enterprise_id and later.lot_id = report.lot_id and later.id > report.id)`
// A lot may be rejected later, and without this report: then no decision about the report is owed or stands.
const standing = sql<
  ReleaseRow['state']
>`case when lot.state = 'rejected' then 'rejected' else coalesce(release_decision.state, 'pending') end`
const receivers = sql<string[]>`array_remove(array[receipt.received_by, receipt.checked_by], null)`

/** What was found by an investigation that the lot passes asks nobody to decide. */
const asksForDecision = sql<boolean>`not (report.conforms and exists (select from inspection asked where asked.enterprise_id = report.enterprise_id
  and asked.id = report.inspection_id and asked.request_kind = 'investigation'))`

/** Raw lots with an approved report, and the decision about each. */
function releases(tx: Tx) {
  return (
    tx
      .selectFrom('report')
      .innerJoin('inspection', (join) =>
        join.onRef('inspection.enterpriseId', '=', 'report.enterpriseId').onRef('inspection.id', '=', 'report.inspectionId'),
      )
      .innerJoin('lot', (join) => join.onRef('lot.enterpriseId', '=', 'report.enterpriseId').onRef('lot.id', '=', 'report.lotId'))
      .innerJoin('rawLot', (join) => join.onRef('rawLot.enterpriseId', '=', 'report.enterpriseId').onRef('rawLot.id', '=', 'report.lotId'))
      .innerJoin('receipt', (join) =>
        join.onRef('receipt.enterpriseId', '=', 'rawLot.enterpriseId').onRef('receipt.id', '=', 'rawLot.receiptId'),
      )
      .innerJoin('purchaseOrder', (join) =>
        join.onRef('purchaseOrder.enterpriseId', '=', 'rawLot.enterpriseId').onRef('purchaseOrder.id', '=', 'rawLot.orderId'),
      )
      .innerJoin('supplier', (join) =>
        join.onRef('supplier.enterpriseId', '=', 'rawLot.enterpriseId').onRef('supplier.id', '=', 'rawLot.supplierId'),
      )
      // A decision about a report holds for the one that took its place after a correction.
      .leftJoinLateral(
        (eb) =>
          eb
            .selectFrom('releaseDecision')
            .innerJoin('report as version', (join) =>
              join.onRef('version.enterpriseId', '=', 'releaseDecision.enterpriseId').onRef('version.id', '=', 'releaseDecision.reportId'),
            )
            .selectAll('releaseDecision')
            .whereRef('version.enterpriseId', '=', 'report.enterpriseId')
            .whereRef('version.inspectionId', '=', 'report.inspectionId')
            // A lot has few decisions: they are found by it.
            .whereRef('releaseDecision.lotId', '=', 'report.lotId')
            .orderBy('releaseDecision.id', 'desc')
            .limit(1)
            .as('releaseDecision'),
        (join) => join.onTrue(),
      )
      .leftJoin('account as decider', (join) =>
        join.onRef('decider.enterpriseId', '=', 'releaseDecision.enterpriseId').onRef('decider.id', '=', 'releaseDecision.decidedBy'),
      )
      .where('report.state', '=', 'approved')
      .where(asksForDecision)
      .select(['report.id', 'report.reportNo', 'report.approvedAt as reportedAt', 'report.conforms', 'report.analystIds'])
      .select([
        'lot.id as lotId',
        'lot.lotNo',
        'lot.name as lotName',
        'lot.state as lotState',
        'lot.holds',
        'lot.isToxic',
        'lot.bornOn',
        'lot.retestOn',
      ])
      .select([
        'supplier.name as supplierName',
        'purchaseOrder.buyerId',
        receivers.as('receiverIds'),
        onHand.as('onHand'),
        isLatest.as('isLatest'),
      ])
      .select([
        'releaseDecision.id as decisionId',
        'releaseDecision.releaseNo',
        'releaseDecision.decidedAt',
        'releaseDecision.restriction',
        'releaseDecision.basis',
        'releaseDecision.withdrawalReason',
      ])
      .select(['decider.name as decidedByName', standing.as('state')])
  )
}

const decisions = sql`report version join release_decision d on d.enterprise_id = version.enterprise_id and d.report_id = version.id
  where version.enterprise_id = report.enterprise_id and version.inspection_id = report.inspection_id and d.lot_id = report.lot_id`
const lastDecided = (column: 'state' | 'decided_at') => sql`(select ${sql.ref(`d.${column}`)} from ${decisions} order by d.id desc limit 1)`

/** The same standing, from the decisions: what is rare is found by them and not by reading every report. */
const stands: Record<ReleaseRow['state'], RawBuilder<boolean>> = {
  // What waits for its decision is kept.
  pending: sql<boolean>`report.id = any (array(select w.id from waiting w where w.enterprise_id = current_enterprise() and w.life = 'raw_release'))`,
  released: sql<boolean>`(lot.state <> 'rejected' and ${lastDecided('state')} = 'released')`,
  withdrawn: sql<boolean>`(lot.state <> 'rejected' and ${lastDecided('state')} = 'withdrawn'
    and report.lot_id in (select lot_id from release_decision where state = 'withdrawn'))`,
  rejected: sql<boolean>`((lot.state = 'rejected' or ${lastDecided('state')} = 'rejected')
    and report.lot_id in (select id from lot where state = 'rejected' union select lot_id from release_decision where state = 'rejected'))`,
}

export const listReleases: Handler<typeof releaseApi.list> = async (tx, _actor, { page, pageSize, sort, q, state, decidedFrom }) => {
  const reported = tx
    .selectFrom('report')
    .innerJoin('lot', (join) => join.onRef('lot.enterpriseId', '=', 'report.enterpriseId').onRef('lot.id', '=', 'report.lotId'))
    .where('report.state', '=', sql.lit('approved'))
    .where(
      'lot.kind',
      'in',
      (['raw', 'auxiliary'] as const).map((kind) => sql.lit(kind)),
    )
    .where(asksForDecision)
    .select(['report.id', 'report.approvedAt as reportedAt', 'lot.lotNo', sql`${lastDecided('decided_at')}`.as('decidedAt')])
    .$call((query) => (state === undefined ? query : query.where(stands[state])))
    .$if(decidedFrom !== undefined, (query) =>
      query.where(sql<boolean>`${lastDecided('decided_at')} >= (${decidedFrom}::date)::timestamp at time zone 'Asia/Shanghai'
        and report.lot_id in (select lot_id from release_decision where decided_at >= (${decidedFrom}::date)::timestamp at time zone 'Asia/Shanghai')`),
    )
  const anyOf = await waysTo(tx, q, { numbers: ['lot.lotNo', 'report.reportNo'], goods: 'lot.name', isLong: true })
  const { ids, total } = await idsOfPage(tx, reported, { page, pageSize, sort, anyOf })
  return { rows: await rowsOf(tx, releases(tx), ids), total }
}

/** One reported raw lot and its decision, read now; `id` is the report's. */
export async function releaseRowOf(tx: Tx, id: string): Promise<ReleaseRow> {
  const row = await releases(tx).where('report.id', '=', id).executeTakeFirst()
  if (row !== undefined) return row
  const superseded = await tx.selectFrom('report').select('id').where('id', '=', id).where('state', '=', 'superseded').executeTakeFirst()
  throw new Refusal(superseded === undefined ? 'not_found' : 'report_superseded')
}

/** What the records say about each computed check, read anew. */
export async function computedChecksOf(tx: Tx, row: ReleaseRow): Promise<ReleaseFile['checks']> {
  const facts = await tx
    .selectFrom('rawLot')
    .innerJoin('supplier', (join) =>
      join.onRef('supplier.enterpriseId', '=', 'rawLot.enterpriseId').onRef('supplier.id', '=', 'rawLot.supplierId'),
    )
    .innerJoin('receipt', (join) =>
      join.onRef('receipt.enterpriseId', '=', 'rawLot.enterpriseId').onRef('receipt.id', '=', 'rawLot.receiptId'),
    )
    .innerJoin('lot', (join) => join.onRef('lot.enterpriseId', '=', 'rawLot.enterpriseId').onRef('lot.id', '=', 'rawLot.id'))
    .select(['supplier.name', 'supplier.state', 'receipt.receiptNo', 'receipt.checkedBy', 'lot.bornOn'])
    .select(
      sql<
        string | null
      >`(select case when a.result <> 'failed' and a.valid_until >= lot.born_on then 'valid' else 'over' end from supplier_audit a
        where a.enterprise_id = supplier.enterprise_id and a.supplier_id = supplier.id and a.audited_on <= lot.born_on
        order by a.audited_on desc, a.id desc limit 1)`.as('auditThen'),
    )
    .where('rawLot.id', '=', row.lotId)
    .executeTakeFirstOrThrow()
  const openCases = await tx.selectFrom('oosCase').select('id').where('lotId', '=', row.lotId).where('state', 'in', openOosStates).execute()
  return [
    { check: 'report', ok: row.conforms, evidence: row.reportNo },
    { check: 'closed', ok: row.holds === 0 && openCases.length === 0, evidence: row.holds === 0 ? '无' : `有 ${row.holds} 项冻结` },
    // The goods came from a supplier who was on the list then: the receipt was refused otherwise, and what becomes of the supplier later is no
    // fault of the goods. An audit that had failed or had ended by that day says that it was not so.
    {
      check: 'supplier',
      ok: facts.auditThen !== 'over',
      evidence: `${facts.name}，到货日 ${facts.bornOn} ${facts.auditThen === 'over' ? '评审未通过或已过期' : '在合格名录内'}${
        facts.state === 'qualified' ? '' : `（现状：${supplierLooks[facts.state].label}）`
      }`,
    },
    { check: 'receipt', ok: facts.checkedBy !== null, evidence: facts.receiptNo },
  ]
}

/**
 * The latest retest day that may be given: so many months after the receipt as the material allows; after a retest one interval after the day that it was
 * done for, and where it ended later than that, as many intervals as bring it beyond today; where nothing of this holds, so many months from today. `now` is
 * how many extensions it takes, beside those that were `used` before.
 */
export async function retestBounds(tx: Tx, row: ReleaseRow): Promise<Pick<ReleaseFile, 'latestRetestOn' | 'extensions'>> {
  const today = dayInShanghai(tx.now())
  const { retestMonths, requestKind, used, limit } = await tx
    .selectFrom('report')
    .innerJoin('inspection', (join) =>
      join.onRef('inspection.enterpriseId', '=', 'report.enterpriseId').onRef('inspection.id', '=', 'report.inspectionId'),
    )
    .innerJoin('lot', (join) => join.onRef('lot.enterpriseId', '=', 'report.enterpriseId').onRef('lot.id', '=', 'report.lotId'))
    .innerJoin('material', (join) =>
      join.onRef('material.enterpriseId', '=', 'lot.enterpriseId').onRef('material.id', '=', 'lot.materialId'),
    )
    .select(['inspection.requestKind', 'material.retestMonths', 'material.retestLimit as limit'])
    .select(
      sql<number>`(select coalesce(sum(d.extensions), 0)::integer from release_decision d where d.enterprise_id = lot.enterprise_id and d.lot_id = lot.id)`.as(
        'used',
      ),
    )
    .where('report.id', '=', row.id)
    .executeTakeFirstOrThrow()
  // A retest makes the life of the lot longer by intervals of its own, whenever it is done (domain §2.4).
  if (requestKind === 'periodic' && row.retestOn !== null) {
    let now = 1
    while (retestDay(row.retestOn, now * retestMonths) <= today) now++
    return { latestRetestOn: retestDay(row.retestOn, now * retestMonths), extensions: { used, now, limit } }
  }
  const fromReceipt = retestDay(row.bornOn, retestMonths)
  const latestRetestOn = requestKind === 'initial' && fromReceipt > today ? fromReceipt : retestDay(today, retestMonths)
  return { latestRetestOn, extensions: { used, now: 0, limit } }
}

/** What was made of a lot, at any depth: the quantity is what went into each from the lot above it, kg. */
async function downstreamOf(tx: Tx, lotId: string): Promise<ReleaseFile['downstream']> {
  const { rows } = await sql<ReleaseFile['downstream'][number]>`
    with recursive made (id) as (
      select ${lotId}::uuid union select e.to_lot_id from made join lot_edge e on e.from_lot_id = made.id
    )
    select lot.id as lot_id, lot.lot_no, lot.name, lot.kind, lot.state, sum(e.quantity) as quantity
    from lot_edge e join lot on lot.id = e.to_lot_id where e.from_lot_id = any (array(select id from made))
    group by lot.enterprise_id, lot.id order by lot.lot_no`.execute(tx)
  return rows
}

/** Everything that the person who decides looks at. */
export async function releaseFileOf(tx: Tx, id: string): Promise<ReleaseFile> {
  const release = await releaseRowOf(tx, id)
  const decision = await tx.selectFrom('releaseDecision').select('checklist').where('id', '=', release.decisionId).executeTakeFirst()
  return {
    release,
    checks: await computedChecksOf(tx, release),
    ...(await retestBounds(tx, release)),
    answers: decision?.checklist ?? [],
    downstream: await downstreamOf(tx, release.lotId),
  }
}

export const readRelease: Handler<typeof releaseApi.file> = (tx, _actor, { id }) => releaseFileOf(tx, id)
