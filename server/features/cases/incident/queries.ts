import { sql } from 'kysely'
import { incidentSource } from '#contract/cases/incident.ts'
import type { IncidentFile, IncidentLot, IncidentMeasure, IncidentRow, OwnIncident } from '#contract/cases/incident-file.ts'
import type { incidentApi } from '#contract/cases/incident-api.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { choicesAtMost } from '#contract/kernel/values.ts'
import { dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import { matches, pageOf } from '#kernel/paging.ts'
import type { Actor, Handler, Tx } from '#kernel/serve.ts'

/** Where a stranger reads the answer to what they told. */
export const answerPath = '/fankui/dafu'

/** The day that a day of a case is compared with. */
const todayOf = (tx: Tx) => sql`${dayInShanghai(tx.now())}::date`

const rows = (tx: Tx) =>
  tx
    .selectFrom('incident')
    .leftJoin('account as opener', (join) =>
      join.onRef('opener.enterpriseId', '=', 'incident.enterpriseId').onRef('opener.id', '=', 'incident.openedBy'),
    )
    .select(['incident.id', 'incident.caseNo', 'incident.kind', 'incident.area', 'incident.state', 'incident.level', 'incident.subject'])
    .select(['incident.place', 'incident.post', 'incident.sourceTable', 'incident.sourceNo', 'incident.openedAt', 'incident.foundAt'])
    .select(['incident.dueOn', 'incident.investigatedBy', 'incident.closedAt', 'incident.rowVersion'])
    .select(['opener.id as openerId', 'opener.name as openerName'])
    .select([
      sql<boolean>`coalesce(incident.due_on < ${todayOf(tx)} and incident.closed_at is null, false)`.as('isLate'),
      sql<number>`(select count(*)::integer from incident_lot l where l.enterprise_id = incident.enterprise_id and l.incident_id = incident.id)`.as(
        'lots',
      ),
      sql<number>`(select count(*)::integer from incident_lot l where l.enterprise_id = incident.enterprise_id and l.incident_id = incident.id
        and l.decision is null)`.as('undecided'),
      sql<number>`(select count(*)::integer from incident_measure m where m.enterprise_id = incident.enterprise_id and m.incident_id = incident.id
        and m.state in ('open', 'done'))`.as('openMeasures'),
      sql<number>`(select count(*)::integer from incident_measure m where m.enterprise_id = incident.enterprise_id and m.incident_id = incident.id
        and m.state = 'open' and m.due_on < ${todayOf(tx)})`.as('lateMeasures'),
      sql<string[]>`persons_of_incident(incident.id)`.as('concernedIds'),
    ])

type Selected = Awaited<ReturnType<ReturnType<typeof rows>['execute']>>[number]
const rowFrom = ({ openerId, openerName, sourceTable, ...row }: Selected): IncidentRow => ({
  ...row,
  source: incidentSource.nullable().parse(sourceTable),
  openedBy: openerId === null || openerName === null ? null : { id: openerId, name: openerName },
})

export async function incidentRowOf(tx: Tx, id: string): Promise<IncidentRow> {
  const row = await rows(tx).where('incident.id', '=', id).executeTakeFirst()
  if (row === undefined) throw new Refusal('not_found')
  return rowFrom(row)
}

/** The beginning of a day in the factory, and of the day after it. */
const dayBegins = (day: string) => sql<string>`(${day}::date)::timestamp at time zone 'Asia/Shanghai'`
const dayEnds = (day: string) => sql<string>`(${day}::date + 1)::timestamp at time zone 'Asia/Shanghai'`

export const listIncidents: Handler<typeof incidentApi.list> = async (
  tx,
  _actor,
  { page, pageSize, sort, q, kind, area, state, level, openedFrom, openedTo },
) => {
  const found = await pageOf(
    tx,
    rows(tx)
      .$call((query) => (kind === undefined ? query : query.where('incident.kind', '=', sql.lit(kind))))
      .$call((query) => (area === undefined ? query : query.where('incident.area', '=', sql.lit(area))))
      .$call((query) => (state === undefined ? query : query.where('incident.state', '=', sql.lit(state))))
      .$call((query) => (level === undefined ? query : query.where('incident.level', '=', sql.lit(level))))
      .$call((query) => (openedFrom === undefined ? query : query.where('incident.openedAt', '>=', dayBegins(openedFrom))))
      .$call((query) => (openedTo === undefined ? query : query.where('incident.openedAt', '<', dayEnds(openedTo))))
      .$if(q !== '', (query) => query.where(matches(q, { number: 'incident.caseNo', name: 'incident.subject' }))),
    { page, pageSize, sort },
  )
  return { rows: found.rows.map(rowFrom), total: found.total }
}

/** The lots of a case, each with who may not decide about it. */
export async function lotsOf(tx: Tx, incidentId: string): Promise<IncidentLot[]> {
  const { rows: lots } = await sql<IncidentLot>`
    select c.id, c.lot_id, l.lot_no, l.name, l.kind, l.state, l.is_toxic, l.unit,
      (select coalesce(sum(b.quantity), 0)::numeric(14, 4) from stock_balance b
        where b.enterprise_id = l.enterprise_id and b.lot_id = l.id and b.is_real) as in_house, h.id is not null as is_held, coalesce(h.reaches, true) as reaches, c.decision, c.conclusion, decider.name as decided_by,
      approver.name as approved_by, c.decided_at, analysts_of(l.id) as analyst_ids, producers_of(l.id) as producer_ids
    from incident_lot c join lot l on l.enterprise_id = c.enterprise_id and l.id = c.lot_id
      left join hold h on h.enterprise_id = c.enterprise_id and h.id = c.hold_id and h.lifted_at is null
      left join account decider on decider.enterprise_id = c.enterprise_id and decider.id = c.decided_by
      left join account approver on approver.enterprise_id = c.enterprise_id and approver.id = c.approved_by
    where c.incident_id = ${incidentId}::uuid order by c.id`.execute(tx)
  return lots
}

const measures = (tx: Tx, whose: ReturnType<typeof sql>) => sql<IncidentMeasure & { incidentId: string }>`
  select m.incident_id, m.id, m.serial, m.kind, m.action, jsonb_build_object('id', owner.id, 'name', owner.name) as owner,
    array(select a.name from account a where a.enterprise_id = m.enterprise_id and a.id = any (m.past_owner_ids) order by a.name) as past_owners,
    m.due_on, m.state = 'open' and m.due_on < ${todayOf(tx)} as is_late, m.state, m.proof, m.done_at, m.effect, verifier.name as verified_by, m.verified_at,
    m.row_version
  from incident_measure m join account owner on owner.enterprise_id = m.enterprise_id and owner.id = m.owner_id
    left join account verifier on verifier.enterprise_id = m.enterprise_id and verifier.id = m.verified_by
  where ${whose} order by m.incident_id, m.serial`

const withoutCase = ({ incidentId: _, ...measure }: IncidentMeasure & { incidentId: string }): IncidentMeasure => measure

async function stepsOf(tx: Tx, incidentId: string): Promise<IncidentFile['steps']> {
  const { rows: steps } = await sql<IncidentFile['steps'][number]>`
    select s.id, s.step, s.note, a.name as by, b.name as second, s.done_at as at from incident_step s
      left join account a on a.enterprise_id = s.enterprise_id and a.id = s.done_by
      left join account b on b.enterprise_id = s.enterprise_id and b.id = s.second_by
    where s.incident_id = ${incidentId}::uuid order by s.id`.execute(tx)
  return steps
}

export const readIncident: Handler<typeof incidentApi.read> = (tx, _actor, { id }) => incidentFileOf(tx, id)

/** A case with everything that belongs to it. */
export async function incidentFileOf(tx: Tx, id: string): Promise<IncidentFile> {
  const incident = await incidentRowOf(tx, id)
  const { rows: found } = await sql<
    Omit<IncidentFile, 'incident' | 'lots' | 'measures' | 'steps' | 'toldLot'> & {
      toldLotId: string | null
      toldLotNo: string | null
      toldLotName: string | null
    }
  >`
    select i.description, i.measured, i.expected, finder.name as found_by, told.id as told_lot_id, told.lot_no as told_lot_no, told.name as told_lot_name,
      i.immediate_action, i.cause, i.effects, investigator.name as investigated_by_name, approver.name as approved_by, i.approved_at,
      closer.name as closed_by, second.name as closed_second_by, i.conclusion, i.report_by, i.reported_on, i.reported_no, i.report_waived,
      customer.name as customer, i.complainant, i.contact, i.code, i.picture is not null as has_picture,
      ${answerPath} || '?t=' || i.public_token as answer_link, i.answer, answerer.name as answered_by, i.answered_at,
      case when i.source_table = 'calibration' then (select jsonb_build_object('id', c.id, 'instrumentId', c.instrument_id)
        from calibration c where c.enterprise_id = i.enterprise_id and c.id = i.source_id) end as calibration
    from incident i
      left join account finder on finder.enterprise_id = i.enterprise_id and finder.id = i.found_by
      left join account investigator on investigator.enterprise_id = i.enterprise_id and investigator.id = i.investigated_by
      left join account approver on approver.enterprise_id = i.enterprise_id and approver.id = i.approved_by
      left join account closer on closer.enterprise_id = i.enterprise_id and closer.id = i.closed_by
      left join account second on second.enterprise_id = i.enterprise_id and second.id = i.closed_second_by
      left join account answerer on answerer.enterprise_id = i.enterprise_id and answerer.id = i.answered_by
      left join customer on customer.enterprise_id = i.enterprise_id and customer.id = i.customer_id
      left join lot told on told.enterprise_id = i.enterprise_id and told.id = i.told_lot_id
    where i.id = ${id}::uuid`.execute(tx)
  const [told] = found
  if (told === undefined) throw new Refusal('not_found')
  const { toldLotId, toldLotNo, toldLotName, ...rest } = told
  const { rows: ofCase } = await measures(tx, sql`m.incident_id = ${id}::uuid`).execute(tx)
  return {
    incident,
    ...rest,
    toldLot:
      toldLotId === null || toldLotNo === null || toldLotName === null ? null : { id: toldLotId, lotNo: toldLotNo, name: toldLotName },
    lots: await lotsOf(tx, id),
    measures: ofCase.map(withoutCase),
    steps: await stepsOf(tx, id),
  }
}

/** How many of their own cases a person is shown. */
const ownAtMost = 100

export const readOwnIncidents: Handler<typeof incidentApi.own> = (tx, actor) => ownIncidentsOf(tx, actor)

/** What a person told, and the measures they answer for that are not verified yet. */
export async function ownIncidentsOf(tx: Tx, actor: Actor): Promise<OwnIncident[]> {
  const { rows: own } = await sql<Omit<OwnIncident, 'measures'>>`
    select i.id, i.case_no, i.kind, i.state, i.subject, i.opened_at, i.opened_by is not distinct from ${actor.id}::uuid as is_own from (
      (select id from incident where enterprise_id = current_enterprise() and opened_by = ${actor.id}::uuid order by opened_at desc limit ${ownAtMost})
      union
      (select incident_id from incident_measure where enterprise_id = current_enterprise() and owner_id = ${actor.id}::uuid and state in ('open', 'done')
        order by id desc limit ${ownAtMost})) mine
    join incident i on i.enterprise_id = current_enterprise() and i.id = mine.id order by i.opened_at desc, i.id limit ${ownAtMost}`.execute(
    tx,
  )
  const ids = own.map(({ id }) => id)
  const { rows: theirs } = await measures(tx, sql`m.owner_id = ${actor.id}::uuid and m.incident_id = any (${ids}::uuid[])`).execute(tx)
  return own.map((one) => ({ ...one, measures: theirs.filter(({ incidentId }) => incidentId === one.id).map(withoutCase) }))
}

/** Persons in use, for a measure. */
export const listOwners: Handler<typeof incidentApi.owners> = async (tx, _actor, { q, id }) =>
  tx
    .selectFrom('account')
    .select(['id', 'name'])
    .where('state', '=', 'active')
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
    .$if(id === undefined && q !== '', (query) => query.where(sql<boolean>`(strpos(name, ${q}) > 0 or strpos(user_name, ${q}) > 0)`))
    .orderBy('name')
    .orderBy('id')
    .limit(choicesAtMost)
    .execute()
