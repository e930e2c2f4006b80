import { sql } from 'kysely'
import { exact } from '#contract/kernel/exact-decimal.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import type { TraceCustomer, TraceEdge, TraceSale } from '#contract/tracing/trace.ts'
import type { LotKind, LotState } from '#contract/warehouse/lot.ts'
import type { CodeState } from '#contract/packing/codes.ts'
import { only } from '#contract/kernel/certain.ts'
import type { Tx } from '#kernel/serve.ts'

/** A lot of the graph as the database gives it. */
export type GraphLot = {
  id: string
  kind: LotKind
  lotNo: string
  batchNo: string
  name: string
  state: LotState
  holds: number
  quantity: string
  /** kg of one pack; null for what is not packed */
  net: string | null
  /** 袋, 盒; null for what is not packed */
  packUnit: string | null
  bornOn: string
  expiresOn: string | null
  origin: string
  supplierId: string | null
  supplierName: string
  reportNo: string | null
  conforms: boolean | null
  isBelow: boolean
  /** kg of it by kind of place, the unreal ones too (negative where it came from) */
  held: Record<string, string>
  /** kg of it that went into other lots and to customers, and kg of other lots that went into it */
  drawn: string
  sold: string
  charged: string
  /** 批包装记录 of a pack lot */
  packing: { charged: string; remainder: string; loss: string } | null
  /** Of the lot asked for, when it is packed: its packs' codes by state. */
  codes: Partial<Record<CodeState, number>> | null
  /** 物料平衡表 of a batch */
  batch: { water: string; losses: string; sampled: string; leftover: string; low: string; high: string } | null
}

/** What of a pack lot went to one customer. */
type GraphSale = Omit<TraceSale, 'lot' | 'customer'> & { lotId: string; customerId: string }

export type Graph = { lots: GraphLot[]; edges: TraceEdge[]; sales: GraphSale[]; customers: TraceCustomer[] }

/**
 * A lot with everything that went into it and everything that came of it, at any depth, in one statement: lots, edges,
 * customers and what they got. A lot that does not exist, or is another enterprise's, is `not_found`.
 */
export async function readGraph(tx: Tx, id: string): Promise<Graph> {
  // JSON as text: the rows are many and their keys are already those of the contract. Lots are looked up by an array of ids:
  // joined with the recursive part, whose length the planner cannot know, it reads whole tables.
  const { rows } = await sql<{ lots: string | null; held: string; edges: string; sales: string; customers: string }>`
    with recursive above(id) as (
      select ${id}::uuid union select e.from_lot_id from above join lot_edge e on e.to_lot_id = above.id
    ), below(id) as (
      select ${id}::uuid union select e.to_lot_id from below join lot_edge e on e.from_lot_id = below.id
    ), sold as (
      select line.lot_id, s.customer_id, count(*) as deliveries, sum(line.packs) as packs, sum(line.quantity) as quantity,
        coalesce(sum(line.packs) filter (where s.arrived_at is not null), 0) as arrived_packs,
        coalesce(sum(line.quantity) filter (where s.arrived_at is not null), 0) as arrived_quantity
      from shipment_line line join shipment s on s.id = line.shipment_id where line.lot_id = any (array(select id from below)) and line.packs > 0 group by line.lot_id, s.customer_id
    )
    select
      (select json_agg(json_build_object(
          'id', l.id, 'kind', l.kind, 'lotNo', l.lot_no, 'batchNo', l.batch_no, 'name', l.name, 'state', l.state, 'holds', l.holds,
          'quantity', l.quantity::text, 'net', spec.net_quantity::text, 'packUnit', spec.pack_unit, 'bornOn', l.born_on, 'expiresOn', l.expires_on,
          'origin', coalesce(concat(raw.province, nullif(raw.city, raw.province), raw.county, raw.town, raw.village), ''),
          'supplierId', raw.supplier_id, 'supplierName', coalesce(supplier.name, ''),
          'reportNo', verdict.report_no, 'conforms', verdict.conforms, 'isBelow', l.id in (select id from below),
          'packing', case when packing.id is not null then json_build_object('charged', packing.charged::text, 'remainder', packing.remainder::text, 'loss', packing.loss::text) end,
          'codes', case when l.id = ${id}::uuid then (select json_object_agg(state, packs) from (select span.state, sum(span.last_index - span.first_index + 1) as packs
            from code_span span join code_range r on r.id = span.range_id and r.level = 1 where span.lot_id = l.id group by span.state) by_state) end,
          'drawn', drawn.quantity::text, 'sold', sent.quantity::text, 'charged', charged.quantity::text,
          'batch', case when batch.id is not null then json_build_object('water', batch.water_quantity::text, 'losses', batch.loss_quantity::text,
            'sampled', batch.sampled_quantity::text, 'leftover', batch.leftover_quantity::text, 'low', batch.balance_min::text, 'high', batch.balance_max::text) end
        ) order by l.born_on, l.lot_no)::text
        from lot l
        left join pack_spec spec on spec.id = l.pack_spec_id
        left join raw_lot raw on raw.id = l.id
        left join supplier on supplier.id = raw.supplier_id
        left join bulk_lot batch on batch.id = l.id
        left join packaging_record packing on packing.lot_id = l.id
        left join lateral (select report_no, conforms from report where report.lot_id = l.id and report.state = 'approved' order by report.id desc limit 1) verdict on true
        left join lateral (select coalesce(sum(quantity), 0) as quantity from lot_edge where from_lot_id = l.id) drawn on true
        left join lateral (select coalesce(sum(quantity), 0) as quantity from shipment_line where lot_id = l.id) sent on true
        left join lateral (select coalesce(sum(quantity), 0) as quantity from lot_edge where to_lot_id = l.id) charged on true
        where l.id = any (array(select id from below union select id from above))
      ) as lots,
      (select coalesce(json_agg(json_build_array(b.lot_id, p.kind, b.quantity::text)), '[]')::text from stock_balance b join place p on p.id = b.place_id
        where b.lot_id = any (array(select id from below union select id from above))
      ) as held,
      (select coalesce(json_agg(json_build_object('from', e.from_lot_id, 'to', e.to_lot_id, 'step', e.step, 'role', e.role,
          'quantity', e.quantity::text, 'share', e.share::text, 'documentNo', e.document_no) order by e.id), '[]')::text
        from (select * from lot_edge where from_lot_id = any (array(select id from below))
          union all select * from lot_edge where to_lot_id = any (array(select id from above))) e
      ) as edges,
      (select coalesce(json_agg(json_build_object('lotId', lot_id, 'customerId', customer_id, 'deliveries', deliveries, 'packs', packs, 'quantity', quantity::text,
          'arrivedPacks', arrived_packs, 'arrivedQuantity', arrived_quantity::text)), '[]')::text from sold
      ) as sales,
      (select coalesce(json_agg(json_build_object('id', c.id, 'name', c.name, 'province', coalesce(a.province, ''), 'city', coalesce(a.city, '')) order by c.name), '[]')::text
        from (select distinct customer_id from sold) buyer join customer c on c.id = buyer.customer_id
        left join lateral (select province, city from customer_address where customer_id = c.id order by id limit 1) a on true
      ) as customers`.execute(tx)
  const { lots, held, edges, sales, customers } = only(rows)
  const balances: Held[] = JSON.parse(held)
  const heldOf = Map.groupBy(balances, ([lotId]) => lotId)
  const bare: Omit<GraphLot, 'held'>[] = JSON.parse(lots ?? '[]')
  const found = bare.map((lot) => ({ ...lot, held: byKind(heldOf.get(lot.id) ?? []) }))
  if (!found.some((lot) => lot.id === id)) throw new Refusal('not_found')
  return {
    lots: found,
    edges: JSON.parse(edges),
    sales: JSON.parse(sales),
    customers: JSON.parse(customers),
  }
}

/** kg of a lot at a place of some kind. */
type Held = [lotId: string, kind: string, quantity: string]

function byKind(held: readonly Held[]): Record<string, string> {
  const sums: Record<string, string> = {}
  for (const [, kind, quantity] of held) {
    const before = sums[kind]
    sums[kind] = before === undefined ? quantity : exact(before).plus(quantity).toFixed()
  }
  return sums
}
