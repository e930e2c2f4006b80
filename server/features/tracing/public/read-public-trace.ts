import { sql } from 'kysely'
import type { PublicStatus, PublicTrace } from '#contract/tracing/public-trace.ts'
import { only } from '#contract/kernel/certain.ts'
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
  state: string
  isExpired: boolean
  isHeld: boolean
  isRecalled: boolean
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
      'storage', p.storage, 'method', p.processing_method, 'isToxic', l.is_toxic, 'state', l.state,
      'isExpired', coalesce(l.expires_on < today(), false),
      'isHeld', exists (select from hold h join up on h.lot_id = up.id where h.enterprise_id = l.enterprise_id and h.lifted_at is null),
      'isRecalled', exists (select from hold h join up on h.lot_id = up.id where h.enterprise_id = l.enterprise_id and h.lifted_at is null and h.kind = 'recall'),
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

/** The status of a pack, the worst first: a warning matters more than that the code is genuine. */
function statusOf(subject: Subject, codeState: string | null): PublicStatus {
  if (codeState === 'voided') return 'voided'
  if (subject.isRecalled) return 'recalled'
  if (subject.state === 'rejected' || subject.isHeld) return 'frozen'
  if (subject.isExpired) return 'expired'
  if (codeState === 'issued') return 'not_activated'
  return subject.state === 'released' ? 'genuine' : 'not_released'
}

/** The page of one pack: `codeState` is the state of its code, `scans` how often it was looked at. */
export async function readPackTrace(tx: Tx, lotId: string, codeState: string, scans: PublicTrace['scans']): Promise<PublicTrace> {
  const subject = await readSubject(tx, lotId)
  return { ...tell(subject), status: statusOf(subject, codeState), scans, destinations: null, batchToken: subject.batchToken }
}

/** The page of a batch: all that the pack's page says, and the regions it went to. */
export async function readBatchTrace(tx: Tx, lotId: string): Promise<PublicTrace> {
  const subject = await readSubject(tx, lotId)
  const destinations = subject.lots
    .filter((lot) => lot.id === lotId)
    .flatMap((lot) => lot.events)
    .filter((event) => event.kind === 'shipped')
    .map((event) => ({
      place: `${String(event.facts['province'] ?? '')}${event.facts['city'] === event.facts['province'] ? '' : String(event.facts['city'] ?? '')}`,
      on: event.on,
    }))
  return { ...tell(subject), status: statusOf(subject, null), scans: null, destinations, batchToken: null }
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
