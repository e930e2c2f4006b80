import { sql } from 'kysely'
import { incidentKinds, openIncidentStates, type IncidentArea, type IncidentKind, type IncidentSource } from '#contract/cases/incident.ts'
import type { incidentApi } from '#contract/cases/incident-api.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import { notify } from '#kernel/notify.ts'
import { documentNo } from '#kernel/number.ts'
import { occurredAt } from '#kernel/occurred-at.ts'
import type { Actor, Handler, Tx } from '#kernel/serve.ts'
import { lockLots } from '#server/features/warehouse/lot/lot.ts'
import { holdForIncident } from './hold-lots.ts'
import { writeStep } from './take-incident.ts'

/** What went wrong, as a step or a person tells it. */
export type NewIncident = {
  kind?: IncidentKind
  area: IncidentArea
  subject: string
  description?: string
  place?: string
  /** What was measured and what it should have been, as people read it: 86.3%, 95.0%–101.0%. */
  measured?: string
  expected?: string
  /** The record in which it showed. */
  source?: { table: IncidentSource; id: string; no: string }
  /** Lots that are held at once. They are locked in the order of their ids. */
  lotIds?: readonly string[]
  /** Whether what was made of these lots is held as well. */
  reaches?: boolean
  /** Who saw it, where it is not the actor. */
  foundBy?: string
  foundAt?: string
  toldLotId?: string | null
  customerId?: string | null
  complainant?: string
  contact?: string
}

const numberOf = { deviation: 'PC', complaint: 'TS', adverse: 'BL' } as const satisfies Record<IncidentKind, string>

/**
 * Opens a case within the caller's transaction, holds its lots and tells quality assurance. A refusal that the caller throws afterwards undoes the case
 * too: a step that may not go on keeps its own state and asks `refuseWhileOpen` when it is tried again.
 */
export async function openIncident(tx: Tx, actor: Actor, given: NewIncident): Promise<{ id: string; caseNo: string }> {
  const { kind = 'deviation', area, subject, lotIds = [], source } = given
  if (lotIds.length > 0) await lockLots(tx, lotIds)
  const now = tx.now().toISOString()
  const { id, caseNo } = await tx
    .insertInto('incident')
    .values({
      enterpriseId: actor.enterpriseId,
      caseNo: documentNo(numberOf[kind], dayInShanghai(tx.now())),
      kind,
      area,
      sourceTable: source?.table ?? null,
      sourceId: source?.id ?? null,
      sourceNo: source?.no ?? '',
      state: 'open',
      subject,
      description: given.description ?? '',
      place: given.place ?? '',
      measured: given.measured ?? '',
      expected: given.expected ?? '',
      foundBy: given.foundBy ?? actor.id,
      foundAt: given.foundAt ?? now,
      openedBy: actor.id,
      openedAt: now,
      inStateSince: now,
      toldLotId: given.toldLotId ?? null,
      customerId: given.customerId ?? null,
      complainant: given.complainant ?? '',
      contact: given.contact ?? '',
    })
    .returning(['id', 'caseNo'])
    .executeTakeFirstOrThrow()
  await writeStep(tx, actor.enterpriseId, id, { step: 'opened', note: subject, doneBy: actor.id })
  await holdForIncident(tx, actor, { id, caseNo, kind, subject }, lotIds, given.reaches ?? true)
  await tellOpened(tx, actor, { id, caseNo, kind, subject })
  return { id, caseNo }
}

/** Tells quality assurance that a case waits to be classified. */
export const tellOpened = (
  tx: Tx,
  actor: Pick<Actor, 'id'>,
  { id, caseNo, kind, subject }: { id: string; caseNo: string; kind: IncidentKind; subject: string },
) =>
  notify(tx, actor, {
    duty: '37:decide',
    title: `${incidentKinds[kind]} ${caseNo} 待分级`,
    body: subject,
    page: '/zhiliang-shijian',
    at: { view: 'incident', id },
    about: { table: 'incident', id, asks: 'open' },
  })

/** The open cases in which a record is named, the oldest first: as their source, and a lot also as what was told. */
async function openIncidentsOf(
  tx: Tx,
  { table, id }: { table: IncidentSource; id: string },
): Promise<{ id: string; caseNo: string; subject: string }[]> {
  return tx
    .selectFrom('incident')
    .select(['id', 'caseNo', 'subject'])
    .where((eb) => {
      const isSource = eb.and([eb('sourceId', '=', id), eb('sourceTable', '=', table)])
      return table === 'lot' ? eb.or([isSource, eb('toldLotId', '=', id)]) : isSource
    })
    .where('state', 'in', openIncidentStates)
    .orderBy('id')
    .limit(20)
    .execute()
}

/** Refuses a step that must wait for the cases about its record (`case_open`); each is named at `path`. */
export async function refuseWhileOpen(tx: Tx, source: { table: IncidentSource; id: string }, path = ''): Promise<void> {
  const open = await openIncidentsOf(tx, source)
  if (open.length > 0)
    throw new Refusal(
      'case_open',
      open.map(({ caseNo, subject }) => ({ path, message: `${caseNo} ${subject}` })),
    )
}

/** 上报: anybody who is signed in tells what they saw. Quality assurance says what it is worth; until then nothing is held. */
export const reportIncident: Handler<typeof incidentApi.open> = async (tx, actor, { source, sourceId, lotNo, foundAt, ...told }) => {
  return openIncident(tx, actor, {
    ...told,
    foundAt: occurredAt(tx, foundAt, 'foundAt'),
    toldLotId: lotNo === '' ? null : (await lotOfNumber(tx, lotNo, 'lotNo')).id,
    ...(source !== undefined &&
      sourceId !== undefined && { source: { table: source, id: sourceId, no: await numberOfSource(tx, source, sourceId) } }),
  })
}

/** The lot with this number; a number that no lot has is refused at `path`. */
export async function lotOfNumber(tx: Tx, lotNo: string, path: string): Promise<{ id: string; lotNo: string }> {
  const lot = await tx.selectFrom('lot').select(['id', 'lotNo']).where('lotNo', '=', lotNo.toUpperCase()).executeTakeFirst()
  if (lot === undefined) throw new Refusal('not_found', [{ path, message: `没有批号 ${lotNo}` }])
  return lot
}

/** What each kind of record is called by its people. */
const numberColumns: Record<IncidentSource, string> = {
  lot: 'lot_no',
  purchase_order: 'order_no',
  receipt: 'receipt_no',
  inspection: 'request_no',
  oos_case: `(select request_no from inspection i where i.enterprise_id = t.enterprise_id and i.id = t.inspection_id)`,
  production_order: 'order_no',
  packaging_order: 'order_no',
  label_run: 'run_no',
  sales_order: 'order_no',
  supplier: 'code',
  asset: 'number',
  climate_point: 'number',
  care_record: 'care_no',
  calibration: `(select number from instrument i where i.enterprise_id = t.enterprise_id and i.id = t.instrument_id)`,
  recall_case: 'case_no',
  incident: 'case_no',
}

async function numberOfSource(tx: Tx, table: IncidentSource, id: string): Promise<string> {
  const { rows } = await sql<{ no: string }>`
    select ${sql.raw(numberColumns[table])} as no from ${sql.table(table)} t where t.id = ${id}::uuid`.execute(tx)
  const [found] = rows
  if (found === undefined) throw new Refusal('not_found', [{ path: 'sourceId', message: '没有这张来源单据，请刷新后重试' }])
  return found.no
}
