import { sql } from 'kysely'
import { recallScope } from '#contract/cases/recall.ts'
import type {
  RecallCustomer,
  RecallEntry,
  RecallFile,
  RecallFinding,
  RecallLine,
  RecallLot,
  RecallRow,
} from '#contract/cases/recall-file.ts'
import type { recallApi } from '#contract/cases/recall-api.ts'
import type { RecallReport } from '#contract/cases/recall-report.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import { pageOf } from '#kernel/paging.ts'
import type { Actor, Handler, Tx } from '#kernel/serve.ts'

/** Where a customer answers a notice. */
export const noticePath = '/zhaohui'

const rows = (tx: Tx) =>
  tx
    .selectFrom('recallCase')
    .innerJoin('account as author', (join) =>
      join.onRef('author.enterpriseId', '=', 'recallCase.enterpriseId').onRef('author.id', '=', 'recallCase.createdBy'),
    )
    .select(['recallCase.id', 'recallCase.caseNo', 'recallCase.kind', 'recallCase.recallClass', 'recallCase.subject', 'recallCase.reason'])
    .select([
      'recallCase.state',
      'recallCase.createdAt',
      'recallCase.startedAt',
      'recallCase.notifyBy',
      'recallCase.finalBy',
      'recallCase.closedAt',
    ])
    .select(['recallCase.shipped', 'recallCase.seconds', 'recallCase.recoveredPercent', 'recallCase.knownPercent', 'recallCase.rowVersion'])
    .select(['author.id as authorId', 'author.name as authorName'])
    .select([
      sql<string | null>`recall_report_due(recall_case)`.as('reportBy'),
      sql<number>`(select count(*)::integer from recall_lot l where l.enterprise_id = recall_case.enterprise_id and l.case_id = recall_case.id)`.as(
        'lots',
      ),
      sql<number>`(select count(*)::integer from recall_customer c
        where c.enterprise_id = recall_case.enterprise_id and c.case_id = recall_case.id)`.as('customers'),
      sql<number>`(select count(*)::integer from recall_customer c where c.enterprise_id = recall_case.enterprise_id and c.case_id = recall_case.id
        and c.notified_at is not null and c.acknowledged_at is null and c.silence_at is null)`.as('unanswered'),
    ])

type Selected = Awaited<ReturnType<ReturnType<typeof rows>['execute']>>[number]
const rowFrom = ({ authorId, authorName, ...row }: Selected): RecallRow => ({ ...row, createdBy: { id: authorId, name: authorName } })

export async function recallRowOf(tx: Tx, id: string): Promise<RecallRow> {
  const row = await rows(tx).where('recallCase.id', '=', id).executeTakeFirst()
  if (row === undefined) throw new Refusal('not_found')
  return rowFrom(row)
}

export const listRecalls: Handler<typeof recallApi.list> = async (tx, _actor, { page, pageSize, sort, q, kind, state }) => {
  const found = await pageOf(
    tx,
    rows(tx)
      .$call((query) => (kind === undefined ? query : query.where('recallCase.kind', '=', sql.lit(kind))))
      .$call((query) => (state === undefined ? query : query.where('recallCase.state', '=', sql.lit(state))))
      .$if(q !== '', (query) => query.where(sql<boolean>`(recall_case.case_no = ${q} or strpos(recall_case.subject, ${q}) > 0)`)),
    { page, pageSize, sort },
  )
  return { rows: found.rows.map(rowFrom), total: found.total }
}

/** Who may see to whom goods went. */
const seesCustomers = ({ rights }: Actor) => rights.includes('22') || rights.includes('110')

export const readRecall: Handler<typeof recallApi.read> = (tx, actor, { id }) => recallFileOf(tx, actor, id)

/** A recall with its lists as they are now. */
export async function recallFileOf(tx: Tx, actor: Actor, id: string): Promise<RecallFile> {
  const recall = await recallRowOf(tx, id)
  const { question, made, inHouse, shipped, other, withdrawnBy, withdrawnSecond, withdrawnAt, withdrawReason, ...told } = await tx
    .selectFrom('recallCase')
    .leftJoin('account as starter', (join) =>
      join.onRef('starter.enterpriseId', '=', 'recallCase.enterpriseId').onRef('starter.id', '=', 'recallCase.startedBy'),
    )
    .leftJoin('account as closer', (join) =>
      join.onRef('closer.enterpriseId', '=', 'recallCase.enterpriseId').onRef('closer.id', '=', 'recallCase.closedBy'),
    )
    .leftJoin('account as undoer', (join) =>
      join.onRef('undoer.enterpriseId', '=', 'recallCase.enterpriseId').onRef('undoer.id', '=', 'recallCase.withdrawnBy'),
    )
    .leftJoin('account as second', (join) =>
      join.onRef('second.enterpriseId', '=', 'recallCase.enterpriseId').onRef('second.id', '=', 'recallCase.withdrawnSecond'),
    )
    .select(['undoer.name as withdrawnBy', 'second.name as withdrawnSecond', 'withdrawnAt', 'withdrawReason'])
    .select(['question', 'advice', 'authorityNo', 'conclusion', 'cancelReason', 'made', 'inHouse', 'shipped', 'other'])
    .select(['starter.name as startedBy', 'closer.name as closedBy'])
    .where('recallCase.id', '=', id)
    .executeTakeFirstOrThrow()
  const isOpen = seesCustomers(actor)
  return {
    recall,
    scope: recallScope.parse(question),
    ...told,
    withdrawn:
      withdrawnBy === null || withdrawnSecond === null || withdrawnAt === null || withdrawReason === null
        ? null
        : { by: withdrawnBy, second: withdrawnSecond, at: withdrawnAt, reason: withdrawReason },
    figures: made === null || inHouse === null || shipped === null || other === null ? null : { made, inHouse, shipped, other },
    lots: await lotsOf(tx, id),
    customers: isOpen ? await customersOf(tx, id) : null,
    lines: isOpen ? await linesOf(tx, id) : null,
    entries: isOpen ? await entriesOf(tx, id) : null,
    reports: await reportsOf(tx, id),
    findings: await findingsOf(tx, id, dayInShanghai(tx.now())),
  }
}

/** The lots concerned: figures as they were when it began, state and holds as they are now. */
async function lotsOf(tx: Tx, caseId: string): Promise<RecallLot[]> {
  const { rows: lots } = await sql<RecallLot>`
    select r.lot_id, l.lot_no, l.name, l.kind, r.role, l.state, l.holds, h.id is not null as is_held, l.unit, r.quantity, r.in_house, r.shipped,
      r.other
    from recall_lot r left join hold h on h.enterprise_id = r.enterprise_id and h.id = r.hold_id and h.lifted_at is null
      join lot l on l.enterprise_id = r.enterprise_id and l.id = r.lot_id
    where r.case_id = ${caseId}::uuid order by r.role desc, l.born_on, l.lot_no`.execute(tx)
  return lots
}

export async function customersOf(tx: Tx, caseId: string): Promise<RecallCustomer[]> {
  const { rows: customers } = await sql<RecallCustomer>`
    select c.id, c.customer_id, c.name, coalesce(last.contact, '') as contact, coalesce(last.phone, '') as phone, c.deliveries, c.packs, c.quantity,
      case when c.notified_at is null then 'listed' when c.acknowledged_at is not null then 'acknowledged' when c.silence_at is not null then 'silent'
        else 'notified' end as notice,
      ${noticePath} || '?t=' || c.public_token as link, c.mailed_to, c.notified_at, c.acknowledged_at, c.acknowledged_name, noter.name as noted_by,
      c.silence_reason, c.row_version
    from recall_customer c
      left join account noter on noter.enterprise_id = c.enterprise_id and noter.id = c.noted_by
      -- who took the last delivery
      left join lateral (select s.contact, s.phone from shipment s where s.enterprise_id = c.enterprise_id and s.customer_id = c.customer_id
        order by s.departed_at desc limit 1) last on true
    where c.case_id = ${caseId}::uuid order by c.quantity desc, c.name`.execute(tx)
  return customers
}

export async function linesOf(tx: Tx, caseId: string): Promise<RecallLine[]> {
  const { rows: lines } = await sql<RecallLine>`
    select line.recall_customer_id, line.lot_id, l.lot_no, l.name, spec.pack_unit, line.packs, line.quantity,
      coalesce(told.recovered, 0)::integer as recovered, coalesce(told.consumed, 0)::integer as consumed, coalesce(told.destroyed, 0)::integer as destroyed,
      coalesce(told.unaccounted, 0)::integer as unaccounted, line.packs - line.known_packs as open
    from recall_line line join lot l on l.enterprise_id = line.enterprise_id and l.id = line.lot_id
      join pack_spec spec on spec.enterprise_id = l.enterprise_id and spec.id = l.pack_spec_id
      left join (select r.recall_customer_id, r.lot_id, sum(r.packs) filter (where r.became = 'recovered') as recovered,
          sum(r.packs) filter (where r.became = 'consumed') as consumed, sum(r.packs) filter (where r.became = 'destroyed') as destroyed,
          sum(r.packs) filter (where r.became = 'unaccounted') as unaccounted
        from recall_recovery r join recall_customer c on c.enterprise_id = r.enterprise_id and c.id = r.recall_customer_id and c.case_id = ${caseId}::uuid
        group by r.recall_customer_id, r.lot_id) told on told.recall_customer_id = line.recall_customer_id and told.lot_id = line.lot_id
    where line.case_id = ${caseId}::uuid order by l.lot_no`.execute(tx)
  return lines
}

async function entriesOf(tx: Tx, caseId: string): Promise<RecallEntry[]> {
  const { rows: entries } = await sql<RecallEntry>`
    select r.id, r.recall_customer_id, l.lot_no, r.became as outcome, r.packs, r.quantity, r.note, a.name as recorded_by, r.recorded_at, r.takes_back, r.return_id, back.return_no,
      exists (select from recall_recovery later where later.enterprise_id = r.enterprise_id and later.takes_back = r.id) as is_taken_back
    from recall_recovery r join recall_customer c on c.enterprise_id = r.enterprise_id and c.id = r.recall_customer_id
      join lot l on l.enterprise_id = r.enterprise_id and l.id = r.lot_id
      join account a on a.enterprise_id = r.enterprise_id and a.id = r.recorded_by
      left join customer_return back on back.enterprise_id = r.enterprise_id and back.id = r.return_id
    where c.case_id = ${caseId}::uuid order by r.recorded_at, r.id`.execute(tx)
  return entries
}

async function reportsOf(tx: Tx, caseId: string): Promise<RecallReport[]> {
  const { rows: reports } = await sql<RecallReport>`
    select r.id, r.stage, r.authority, r.document_no, r.sent_at, r.note, r.customers, r.unanswered, r.shipped, r.recovered_percent, r.known_percent,
      a.name as recorded_by, r.recorded_at, r.takes_back,
      exists (select from recall_report later where later.enterprise_id = r.enterprise_id and later.takes_back = r.id) as is_taken_back
    from recall_report r join account a on a.enterprise_id = r.enterprise_id and a.id = r.recorded_by
    where r.case_id = ${caseId}::uuid order by r.recorded_at, r.id`.execute(tx)
  return reports
}

/** What was told from it, the oldest first, each with its measures. */
async function findingsOf(tx: Tx, caseId: string, today: string): Promise<RecallFinding[]> {
  const { rows: findings } = await sql<RecallFinding>`
    select i.id, i.case_no, i.subject, i.state, coalesce((select jsonb_agg(jsonb_build_object('serial', m.serial, 'action', m.action, 'owner', owner.name,
        'dueOn', m.due_on, 'state', m.state, 'isLate', m.state = 'open' and m.due_on < ${today}::date) order by m.serial)
      from incident_measure m join account owner on owner.enterprise_id = m.enterprise_id and owner.id = m.owner_id
      where m.enterprise_id = i.enterprise_id and m.incident_id = i.id), '[]') as measures
    from incident i where i.source_id = ${caseId}::uuid and i.source_table = 'recall_case' order by i.opened_at, i.id`.execute(tx)
  return findings
}
