import { sql } from 'kysely'
import { statusesByWorst, type PublicStatus, type PublicTrace } from '#contract/tracing/public-trace.ts'
import type { ReasonKind } from '#contract/warehouse/standing.ts'
import { only, valueIn } from '#contract/kernel/certain.ts'
import type { Tx } from '#kernel/serve.ts'
import { originsOf, reportsOf, stepsOf, type PublicLot } from './tell-events.ts'

type Subject = {
  name: string
  spec: string
  packSpec: string | null
  batchNo: string
  bornOn: string
  expiresOn: string | null
  storage: string
  method: string
  isToxic: boolean
  reasons: ReasonKind[]
  batchToken: string
  enterprise: PublicTrace['enterprise']
  lots: PublicLot[]
}

/**
 * Everything the public page tells of a lot, in one statement: the lot, its enterprise, and the public facts of its events and
 * of all its ancestors' events. `lotId` belongs to the enterprise the transaction is set to.
 */
async function readSubject(tx: Tx, lotId: string): Promise<Subject> {
  const { rows } = await sql<{ subject: Subject }>`
    with recursive up (id, role) as (
      select ${lotId}::uuid, 'main'
      union
      select e.from_lot_id, case when up.role = 'auxiliary' then 'auxiliary' else e.role end
      from up join lot_edge e on e.enterprise_id = current_enterprise() and e.to_lot_id = up.id
    ), told as (
      select l.id, l.kind, up.role, l.name, l.batch_no, l.born_on, m.latin, m.medicinal_part as part,
        (select coalesce(jsonb_agg(jsonb_build_object('kind', t.kind, 'on', (t.occurred_at at time zone 'Asia/Shanghai')::date, 'no', t.document_no, 'facts', t.public_facts)
            order by t.occurred_at, t.id), '[]') from trace_event t where t.enterprise_id = l.enterprise_id and t.lot_id = l.id) as events
      from up join lot l on l.enterprise_id = current_enterprise() and l.id = up.id
      left join material m on m.enterprise_id = l.enterprise_id and m.id = l.material_id
    )
    select jsonb_build_object(
      'name', l.name, 'spec', p.cut_spec, 'packSpec', s.name, 'batchNo', l.batch_no, 'bornOn', l.born_on, 'expiresOn', l.expires_on,
      'storage', p.storage, 'method', p.processing_method, 'isToxic', l.is_toxic, 'reasons', array(select kind from lot_reasons(l.id)),
      'batchToken', l.public_token,
      'enterprise', jsonb_build_object('name', e.name, 'licenceNo', e.licence_no, 'address', e.address, 'phone', e.phone, 'introduction', e.introduction, 'isDemo', e.is_demo),
      'lots', (select jsonb_agg(jsonb_build_object('id', id, 'kind', kind, 'role', role, 'name', name, 'batchNo', batch_no, 'bornOn', born_on, 'latin', latin, 'part', part, 'events', events)
        order by born_on, id) from told)) as subject
    from lot l join product p on p.enterprise_id = l.enterprise_id and p.id = l.product_id
    left join pack_spec s on s.enterprise_id = l.enterprise_id and s.id = l.pack_spec_id
    join enterprise e on e.id = l.enterprise_id
    where l.enterprise_id = current_enterprise() and l.id = ${lotId}::uuid`.execute(tx)
  return only(rows).subject
}

/** What a person is told when this speaks against the lot they hold. */
const statusOfReason: Record<ReasonKind, PublicStatus> = {
  recall: 'recalled',
  rejected: 'rejected',
  regulator: 'frozen',
  withdrawn: 'frozen',
  oos: 'frozen',
  impact: 'frozen',
  freeze: 'frozen',
  deviation: 'frozen',
  complaint: 'frozen',
  doc_missing: 'frozen',
  expired: 'expired',
  retest_due: 'frozen',
  not_released: 'not_released',
}

/** The status of a pack, the worst first: a warning matters more than that the code is genuine. */
function statusOf(reasons: readonly ReasonKind[], codeState: string | null): PublicStatus {
  const found = new Set(reasons.map((kind) => statusOfReason[kind]))
  if (codeState === 'voided') found.add('voided')
  if (codeState === 'issued') found.add('not_activated')
  return statusesByWorst.find((status) => found.has(status)) ?? 'genuine'
}

/** The page of one pack: `codeState` is the state of its code, `scans` how often it was looked at. */
export async function readPackTrace(tx: Tx, lotId: string, codeState: string, scans: PublicTrace['scans']): Promise<PublicTrace> {
  const subject = await readSubject(tx, lotId)
  const status = statusOf(subject.reasons, codeState)
  return { ...tell(subject), status, scans, inBox: null, destinations: null, batchToken: subject.batchToken }
}

/** The batches whose packs lie in one box, with the status of each, the worst first. `packs` are its runs of codes. */
export async function readBoxedBatches(tx: Tx, packs: readonly { lotId: string; packs: number }[], codeState: string) {
  const counts = Map.groupBy(packs, ({ lotId }) => lotId)
  const { rows } = await sql<{
    lotId: string
    name: string
    packSpec: string | null
    batchNo: string
    batchToken: string
    reasons: ReasonKind[]
  }>`
    select l.id as lot_id, l.name, s.name as pack_spec, l.batch_no, l.public_token as batch_token, array(select kind from lot_reasons(l.id)) as reasons
    from lot l left join pack_spec s on s.enterprise_id = l.enterprise_id and s.id = l.pack_spec_id
    where l.enterprise_id = current_enterprise() and l.id = any (${[...counts.keys()]}::uuid[]) order by l.lot_no`.execute(tx)
  return rows
    .map(({ reasons, ...batch }) => ({
      ...batch,
      packs: valueIn(counts, batch.lotId).reduce((sum, run) => sum + run.packs, 0),
      status: statusOf(reasons, codeState),
    }))
    .toSorted((one, other) => statusesByWorst.indexOf(one.status) - statusesByWorst.indexOf(other.status))
}

/** The deliveries that something of a lot left with, without those of which a correction took all of it back. */
function deliveriesOf(events: PublicLot['events']): PublicLot['events'] {
  const withdrawn = events.filter(({ kind }) => kind === 'corrected').flatMap(({ facts }) => facts['withdrawn'] ?? [])
  const shipped = [
    ...Map.groupBy(
      events.filter(({ kind }) => kind === 'shipped'),
      ({ no }) => no,
    ),
  ]
  return shipped.flatMap(([shipmentNo, told]) => told.slice(withdrawn.filter((no) => no === shipmentNo).length).slice(0, 1))
}

/** The page of a batch: all that the pack's page says, and the regions it went to. */
export async function readBatchTrace(tx: Tx, lotId: string): Promise<PublicTrace> {
  const subject = await readSubject(tx, lotId)
  const destinations = deliveriesOf(subject.lots.filter((lot) => lot.id === lotId).flatMap((lot) => lot.events)).map((event) => ({
    place: `${String(event.facts['province'] ?? '')}${event.facts['city'] === event.facts['province'] ? '' : String(event.facts['city'] ?? '')}`,
    on: event.on,
  }))
  return { ...tell(subject), status: statusOf(subject.reasons, null), scans: null, inBox: null, destinations, batchToken: null }
}

function tell({ enterprise, lots, ...product }: Subject) {
  const reports = reportsOf(lots)
  return {
    product: {
      name: product.name,
      spec: product.spec,
      packSpec: product.packSpec,
      batchNo: product.batchNo,
      producedOn: product.bornOn,
      expiresOn: product.expiresOn,
      storage: product.storage,
      method: product.method,
      standard: reports.find((report) => report.subject === '饮片')?.standard ?? null,
      isToxic: product.isToxic,
    },
    enterprise,
    origins: originsOf(lots),
    reports,
    steps: stepsOf(lots),
  }
}
