import { sql } from 'kysely'
import { only, valueIn } from '#contract/kernel/certain.ts'
import { exact } from '#contract/kernel/exact-decimal.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import type { caseApi, CaseFile, CaseRow, ImpactLot } from '#contract/cases/impact.ts'
import { keysOf } from '#contract/kernel/key-of.ts'
import { standingReasons } from '#contract/warehouse/standing.ts'
import { matches, pageOf } from '#kernel/paging.ts'
import type { Handler, Tx } from '#kernel/serve.ts'
import { sharesFrom } from '#server/features/tracing/trace/shares-from.ts'
import { lotsMadeOf } from '#server/features/warehouse/lot/hold-lot.ts'

const lotsOf = sql`from impact_lot i where i.enterprise_id = quality_case.enterprise_id and i.case_id = quality_case.id`

function cases(tx: Tx) {
  return tx
    .selectFrom('qualityCase')
    .innerJoin('account as opener', (join) =>
      join.onRef('opener.enterpriseId', '=', 'qualityCase.enterpriseId').onRef('opener.id', '=', 'qualityCase.openedBy'),
    )
    .leftJoin('lot', (join) => join.onRef('lot.enterpriseId', '=', 'qualityCase.enterpriseId').onRef('lot.id', '=', 'qualityCase.lotId'))
    .select(['qualityCase.id', 'qualityCase.caseNo', 'qualityCase.kind', 'qualityCase.state', 'qualityCase.lotId', 'qualityCase.reason'])
    .select(['qualityCase.documentNo', 'qualityCase.openedAt', 'qualityCase.closedAt', 'qualityCase.rowVersion', 'opener.name as openedBy'])
    .select([
      sql<string>`coalesce(lot.lot_no, '')`.as('lotNo'),
      sql<string>`coalesce(lot.name, '')`.as('lotName'),
      sql<number>`(select count(*)::integer ${lotsOf} and i.decision is null)`.as('undecided'),
      sql<number>`(select count(*)::integer ${lotsOf})`.as('held'),
    ])
}

export const listCases: Handler<typeof caseApi.list> = (tx, _actor, { page, pageSize, sort, q, kind, state }) =>
  pageOf(
    tx,
    cases(tx)
      .$if(kind !== undefined, (query) => query.where('qualityCase.kind', '=', kind!))
      .$if(state !== undefined, (query) => query.where('qualityCase.state', '=', state!))
      .$if(q !== '', (query) =>
        query.where((eb) =>
          eb.or([
            matches(q, { number: 'qualityCase.caseNo' }),
            matches(q, { number: 'lot.lotNo', name: 'lot.name', initials: 'lot.initials' }),
            sql<boolean>`exists (select ${lotsOf} and exists (select from lot held where held.enterprise_id = i.enterprise_id and held.id = i.lot_id and held.lot_no ^@ ${q.toUpperCase()}))`,
          ]),
        ),
      ),
    { page, pageSize, sort },
  )

export const readCase: Handler<typeof caseApi.read> = async (tx, actor, { id }) => {
  const file = await caseFileOf(tx, id)
  // To whom goods went is for those who may see it elsewhere.
  const mayKnow = ['22', '110'].some((right) => actor.rights.includes(right))
  return mayKnow ? file : { ...file, lots: file.lots.map((lot) => ({ ...lot, customers: null })) }
}

/** Everything quality assurance decides on. */
async function caseFileOf(tx: Tx, id: string): Promise<CaseFile> {
  const row: CaseRow | undefined = await cases(tx).where('qualityCase.id', '=', id).executeTakeFirst()
  if (row === undefined) throw new Refusal('not_found')
  if (row.lotId === null) return { case: row, lots: [], orders: [] }
  return { case: row, lots: await madeLots(tx, { caseId: id, lotId: row.lotId }), orders: await runningOrders(tx, row.lotId) }
}

/** Who tested a lot, and who made or packed it (I7). */
export async function personsOf(tx: Tx, lotId: string): Promise<{ analystIds: string[]; producerIds: string[] }> {
  const { rows } = await sql<{ analystIds: string[]; producerIds: string[] }>`
    select analysts_of(${lotId}::uuid) as analyst_ids, producers_of(${lotId}::uuid) as producer_ids`.execute(tx)
  return only(rows)
}

/** Every lot made of the doubtful one, with what of it stems from there: shares along a path multiply, paths add up. */
async function madeLots(tx: Tx, { caseId, lotId }: { caseId: string; lotId: string }): Promise<ImpactLot[]> {
  const made = await lotsMadeOf(tx, lotId)
  if (made.length === 0) return []
  const edges = await tx
    .selectFrom('lotEdge')
    .select(['fromLotId as from', 'toLotId as to', 'share'])
    .where('fromLotId', 'in', [lotId, ...made])
    .execute()
  const shares = sharesFrom(lotId, edges, 'down')
  return (await impactLotsOf(tx, caseId, made)).map((lot) => ({
    ...lot,
    stemming: exact(lot.quantity).times(valueIn(shares, lot.lotId)).toFixed(4),
  }))
}

async function impactLotsOf(tx: Tx, caseId: string, lotIds: readonly string[]): Promise<Omit<ImpactLot, 'stemming'>[]> {
  const { rows } = await sql<{ lots: Omit<ImpactLot, 'stemming'>[] }>`
    select coalesce(json_agg(json_build_object(
      'lotId', l.id, 'lotNo', l.lot_no, 'name', l.name, 'kind', l.kind, 'state', l.state, 'isToxic', l.is_toxic, 'bornOn', l.born_on, 'quantity', l.quantity::text,
      'inHouse', (select coalesce(sum(b.quantity), 0)::numeric(14, 4)::text from stock_balance b where b.enterprise_id = l.enterprise_id and b.lot_id = l.id and b.is_real),
      'shipped', coalesce(sent.quantity, 0)::numeric(14, 4)::text, 'customers', coalesce(sent.customers, '[]'::json),
      'codes', coalesce(code.packs, 0), 'codesShipped', coalesce(code.shipped, 0),
      'impactId', i.id, 'decision', i.decision, 'conclusion', i.conclusion, 'decidedBy', decider.name, 'approvedBy', approver.name, 'decidedAt', i.decided_at,
      'reasons', coalesce(against.reasons, '[]'::json),
      'analystIds', analysts_of(l.id), 'producerIds', producers_of(l.id)
    ) order by l.born_on, l.lot_no), '[]') as lots
    from unnest(${[...lotIds]}::uuid[]) as made (id) join lot l on l.enterprise_id = current_enterprise() and l.id = made.id
    left join lateral (select * from impact_lot i where i.enterprise_id = l.enterprise_id and i.case_id = ${caseId}::uuid and i.lot_id = l.id order by i.id desc limit 1) i on true
    left join account decider on decider.enterprise_id = l.enterprise_id and decider.id = i.decided_by
    left join account approver on approver.enterprise_id = l.enterprise_id and approver.id = i.approved_by
    left join (select of_lot, json_agg(json_build_object('kind', r.kind, 'lotId', r.lot_id, 'lotNo', r.lot_no, 'lotName', r.lot_name, 'isOwn', r.lot_id = r.of_lot)
        order by array_position(${keysOf(standingReasons)}::text[], r.kind)) as reasons
      from reasons_of(${[...lotIds]}::uuid[]) r where not (r.kind = 'impact' and r.lot_id = r.of_lot) group by of_lot) against on against.of_lot = l.id
    left join lateral (
      select sum(quantity) as quantity, json_agg(json_build_object('name', name, 'packs', packs, 'quantity', quantity::text) order by name) as customers from (
        select c.name, sum(line.packs) as packs, sum(line.quantity) as quantity from shipment_line line
        join shipment s on s.enterprise_id = line.enterprise_id and s.id = line.shipment_id
        join customer c on c.enterprise_id = s.enterprise_id and c.id = s.customer_id
        where line.enterprise_id = l.enterprise_id and line.lot_id = l.id and line.packs > 0 group by c.id, c.name) by_customer) sent on true
    left join lateral (
      select sum(span.last_index - span.first_index + 1)::integer as packs,
        coalesce(sum(span.last_index - span.first_index + 1) filter (where span.state = 'shipped'), 0)::integer as shipped
      from code_span span join code_range r on r.enterprise_id = span.enterprise_id and r.id = span.range_id and r.level = 1
      where span.enterprise_id = l.enterprise_id and span.lot_id = l.id) code on true`.execute(tx)
  return only(rows).lots
}

/** Batches on the line that were fed from a lot or from what was made of it: they are no lots yet, and their next step is refused. */
async function runningOrders(tx: Tx, lotId: string): Promise<CaseFile['orders']> {
  const { rows } = await sql<CaseFile['orders'][number]>`
    select o.id, o.order_no, coalesce(o.batch_no, '') as batch_no, o.product_name, sum(i.quantity) as quantity
    from production_order o join production_input i on i.enterprise_id = o.enterprise_id and i.order_id = o.id
    where o.enterprise_id = current_enterprise() and o.state in ('issued', 'in_progress', 'paused')
      and i.lot_id = any (array(select ${lotId}::uuid union select made from lots_made_of(${lotId}::uuid) as made))
    group by o.enterprise_id, o.id order by o.order_no`.execute(tx)
  return rows
}
