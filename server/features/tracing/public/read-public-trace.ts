import { sql } from 'kysely'
import { statusesByWorst, type PublicStatus, type PublicTrace } from '#contract/tracing/public-trace.ts'
import type { TraceEdge } from '#contract/tracing/trace.ts'
import type { ReasonKind } from '#contract/warehouse/standing.ts'
import { only, valueIn } from '#contract/kernel/certain.ts'
import type { Tx } from '#kernel/serve.ts'
import { sharesFrom } from '#server/features/tracing/trace/shares-from.ts'
import { exact, Exact } from '#contract/kernel/exact-decimal.ts'
import { auxiliariesOf, destinationsOf, originsOf, placeOf, reportNoOf, reportsOf, stepsOf, type PublicLot } from './tell-events.ts'

/** What speaks against a lot, and since when it is held for it. */
type Reason = { kind: ReasonKind; since: string | null }

type Subject = {
  id: string
  name: string
  spec: string
  packSpec: string | null
  batchNo: string
  bornOn: string
  expiresOn: string | null
  storage: string
  method: string
  isToxic: boolean
  daysExpired: number | null
  reasons: Reason[]
  batchToken: string
  enterprise: PublicTrace['enterprise']
  /** Photographs of the product, then of its herb, the newest first; and the enterprise's maps. */
  photo: string | null
  map: { digest: string; mapNo: string } | null
  lots: PublicLot[]
  edges: Pick<TraceEdge, 'from' | 'to' | 'share'>[]
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
      from up join lot_edge e on e.enterprise_id = current_enterprise() and e.to_lot_id = up.id and e.role <> 'packaging'
    ), told as (
      select l.id, l.kind, up.role, l.name, l.batch_no, l.born_on, m.latin, m.medicinal_part as part,
        exists (select from up below join lot_edge e on e.enterprise_id = l.enterprise_id and e.to_lot_id = below.id
          where e.from_lot_id = l.id and e.step = 'rework') as is_reworked,
        (select coalesce(jsonb_agg(jsonb_build_object('kind', t.kind, 'on', (t.occurred_at at time zone 'Asia/Shanghai')::date, 'time', to_char(t.occurred_at at time zone 'Asia/Shanghai', 'HH24:MI'), 'no', t.document_no, 'facts', t.public_facts)
            order by t.occurred_at, t.id), '[]') from trace_event t where t.enterprise_id = l.enterprise_id and t.lot_id = l.id) as events
      from up join lot l on l.enterprise_id = current_enterprise() and l.id = up.id
      left join material m on m.enterprise_id = l.enterprise_id and m.id = l.material_id
    ), shown as (
      select a.id, a.owner_table, a.owner_id, a.kind, a.digest, a.map_no from attachment a
      where a.enterprise_id = current_enterprise() and a.kind in ('公开照片', '公开地图')
        and not exists (select from attachment_void v where v.enterprise_id = a.enterprise_id and v.attachment_id = a.id)
    )
    select jsonb_build_object(
      'id', l.id, 'name', l.name, 'spec', p.cut_spec, 'packSpec', s.name, 'batchNo', l.batch_no, 'bornOn', l.born_on, 'expiresOn', l.expires_on,
      'storage', p.storage, 'method', p.processing_method, 'isToxic', l.is_toxic,
      'daysExpired', case when l.expires_on < today() then today() - l.expires_on end,
      'reasons', (select coalesce(jsonb_agg(jsonb_build_object('kind', r.kind, 'since', (select (min(h.placed_at) at time zone 'Asia/Shanghai')::date from hold h
        where h.enterprise_id = current_enterprise() and h.lot_id = r.lot_id and h.kind = r.kind and h.lifted_at is null))), '[]') from lot_reasons(l.id) r),
      'batchToken', l.public_token,
      'enterprise', jsonb_build_object('name', e.name, 'licenceNo', e.licence_no, 'address', e.address, 'phone', e.phone, 'introduction', e.introduction, 'isDemo', e.is_demo),
      'photo', (select digest from shown where kind = '公开照片' and owner_id in (p.id, p.material_id)
        order by owner_table = 'product' desc, shown.id desc limit 1),
      'map', (select jsonb_build_object('digest', digest, 'mapNo', map_no) from shown where kind = '公开地图' order by shown.id desc limit 1),
      'edges', (select coalesce(jsonb_agg(jsonb_build_object('from', x.from_lot_id, 'to', x.to_lot_id, 'share', x.share::text) order by x.id), '[]') from lot_edge x
        where x.enterprise_id = current_enterprise() and x.role = 'main' and x.to_lot_id in (select id from up where role = 'main')),
      'lots', (select jsonb_agg(jsonb_build_object('id', id, 'kind', kind, 'role', role, 'name', name, 'batchNo', batch_no, 'bornOn', born_on, 'latin', latin, 'part', part, 'isReworked', is_reworked, 'events', events)
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
  regulator: 'locked',
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
function statusOf(reasons: readonly Pick<Reason, 'kind'>[], codeState: string | null): PublicStatus {
  const found = new Set(reasons.map(({ kind }) => statusOfReason[kind]))
  // A sample never leaves the house: who scans its code has a copy of the label.
  // One that was opened to be packed anew has a new code on its content.
  if (codeState !== null && ['sampled', 'repacked', 'voided', 'destroyed', 'missing'].includes(codeState)) found.add('voided')
  if (codeState === 'locked') found.add('locked')
  // It lies apart in the house until two have decided about its return.
  if (codeState === 'returned') found.add('returned')
  if (codeState === 'issued') found.add('not_activated')
  return statusesByWorst.find((status) => found.has(status)) ?? 'genuine'
}

/** The page of the packs of a lot whose codes are in a state; how often one of them was looked at is its own. */
export async function readPackTrace(tx: Tx, lotId: string, codeState: string): Promise<PublicTrace> {
  const subject = await readSubject(tx, lotId)
  const { photo } = subject
  return { ...tell(subject, codeState), scans: null, genealogy: null, picture: photo === null ? null : { digest: photo, mapNo: null } }
}

/** The batches whose packs lie in one box, with the status of each, the worst first. `packs` are its runs of codes. */
export async function readBoxedBatches(tx: Tx, packs: readonly { lotId: string; packs: number }[], codeState: string) {
  const counts = Map.groupBy(packs, ({ lotId }) => lotId)
  const { rows } = await sql<{
    lotId: string
    name: string
    packSpec: string | null
    packUnit: string
    batchNo: string
    batchToken: string
    reasons: Reason['kind'][]
  }>`
    select l.id as lot_id, l.name, s.name as pack_spec, coalesce(s.pack_unit, '件') as pack_unit, l.batch_no, l.public_token as batch_token, array(select kind from lot_reasons(l.id)) as reasons
    from lot l left join pack_spec s on s.enterprise_id = l.enterprise_id and s.id = l.pack_spec_id
    where l.enterprise_id = current_enterprise() and l.id = any (${[...counts.keys()]}::uuid[]) order by l.lot_no`.execute(tx)
  return rows
    .map(({ reasons, ...batch }) => ({
      ...batch,
      packs: valueIn(counts, batch.lotId).reduce((sum, run) => sum + run.packs, 0),
      status: statusOf(
        reasons.map((kind) => ({ kind })),
        codeState,
      ),
    }))
    .toSorted((one, other) => statusesByWorst.indexOf(one.status) - statusesByWorst.indexOf(other.status))
}

/** The page of a batch: all that the pack's page says, with times, and what the batch was made of. */
export async function readBatchTrace(tx: Tx, lotId: string): Promise<PublicTrace> {
  const subject = await readSubject(tx, lotId)
  const { photo, map } = subject
  const photograph = photo === null ? null : { digest: photo, mapNo: null }
  return { ...tell(subject, null), scans: null, genealogy: genealogyOf(lotId, subject), picture: map ?? photograph }
}

/** Who answers for a code that is on no pack. */
export async function readEnterprise(tx: Tx): Promise<PublicTrace['enterprise']> {
  return tx
    .selectFrom('enterprise')
    .select(['name', 'licenceNo', 'address', 'phone', 'introduction', 'isDemo'])
    .where('id', '=', sql<string>`current_enterprise()`)
    .executeTakeFirstOrThrow()
}

/** The lots on the way to the batch and the batch itself, with their shares in it. Of auxiliaries the name alone: the rest is recipe. */
function genealogyOf(lotId: string, { lots, edges }: Subject): NonNullable<PublicTrace['genealogy']> {
  // A share counts everything that went in; here the herbs alone make up the whole.
  const whole = Map.groupBy(edges, (edge) => edge.to)
  const ofHerbs = edges.map((edge) => {
    const together = valueIn(whole, edge.to).reduce((sum, one) => sum.plus(one.share), new Exact(0))
    return { ...edge, share: exact(edge.share).div(together).toDecimalPlaces(12).toFixed() }
  })
  const shares = sharesFrom(lotId, ofHerbs, 'up')
  return lots.map((lot) => {
    const share = lot.role === 'main' && lot.id !== lotId ? shares.get(lot.id) : undefined
    return {
      kind: lot.kind,
      name: lot.name,
      batchNo: lot.batchNo,
      bornOn: lot.bornOn,
      place: lot.role === 'main' ? placeOf(lot) : '',
      reportNo: reportNoOf(lot),
      share: share === undefined ? null : wholePercent(share),
    }
  })
}

/** A share in whole percent; one that would round to nothing is said to be less than one. */
function wholePercent(share: string): string {
  const percent = exact(share).times(100)
  return percent.lessThan(1) ? '不到 1 %' : `${percent.toDecimalPlaces(0).toFixed()} %`
}

function tell(subject: Subject, codeState: string | null): Omit<PublicTrace, 'scans' | 'genealogy' | 'picture'> {
  const { enterprise, lots, reasons, batchToken, daysExpired } = subject
  const reports = reportsOf(lots)
  const status = statusOf(reasons, codeState)
  const days = reasons.flatMap(({ kind, since }) => (statusOfReason[kind] === status && since !== null ? [since] : []))
  return {
    status,
    since: days.toSorted()[0] ?? null,
    daysExpired,
    inBox: null,
    product: {
      name: subject.name,
      spec: subject.spec,
      packSpec: subject.packSpec,
      batchNo: subject.batchNo,
      producedOn: subject.bornOn,
      expiresOn: subject.expiresOn,
      storage: subject.storage,
      method: subject.method,
      standard: reports.find((report) => report.subject === '饮片')?.standard ?? null,
      isToxic: subject.isToxic,
    },
    enterprise,
    origins: originsOf(lots),
    auxiliaries: auxiliariesOf(lots),
    reports,
    steps: stepsOf(lots, codeState === null),
    // Where packs went that were not opened for these says nothing of these.
    destinations: destinationsOf(lots.filter(({ id, kind }) => kind !== 'pack' || id === subject.id)),
    batchToken,
  }
}
