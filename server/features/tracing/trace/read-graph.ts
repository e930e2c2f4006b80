import { sql } from 'kysely'
import { Refusal } from '#contract/kernel/refusals.ts'
import type { TraceCustomer, TraceEdge, TraceSale } from '#contract/tracing/trace.ts'
import type { MaterialUnit } from '#contract/warehouse/unit.ts'
import type { LotKind, LotState } from '#contract/warehouse/lot.ts'
import type { CodeState } from '#contract/packing/codes.ts'
import { elementAt, only, valueIn } from '#contract/kernel/certain.ts'
import type { ReasonKind, StandingReason } from '#contract/warehouse/standing.ts'
import type { Tx } from '#kernel/serve.ts'
import { worstFirst } from '#server/features/warehouse/lot/standing.ts'
import { quantityOf, unitsOf } from '#tools/fixed-point.ts'
import { textRows } from '#tools/text-rows.ts'

/** A lot of the graph. Masses are in units of 0.0001 kg. */
export type GraphLot = {
  id: string
  kind: LotKind
  lotNo: string
  batchNo: string
  name: string
  /** In what it is weighed or counted. Of counted material the masses below are pieces, in units of 0.0001. */
  unit: MaterialUnit
  state: LotState
  holds: number
  /** At birth, as the database writes it */
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
  /** What of it lies in each kind of place, the unreal ones too (negative where it came from) */
  held: Map<string, bigint>
  /** What of it went into other lots and to customers, and what of other lots went into it */
  drawn: bigint
  sold: bigint
  charged: bigint
  /** 批包装记录 of a pack lot */
  packing: { charged: string; remainder: string; loss: string } | null
  /** Of the lot asked for, when it is packed: its packs' codes by state. */
  codes: Partial<Record<CodeState, number>> | null
  /** 物料平衡表 of a batch */
  batch: { water: string; losses: string; sampled: string; leftover: string; scattered: string; low: string; high: string } | null
}

export type Graph = {
  lots: GraphLot[]
  edges: TraceEdge[]
  sales: TraceSale[]
  /** Of what left below and did not come back: packs and mass that are on their way back or missing. */
  astray: { packs: number; quantity: bigint }
  customers: TraceCustomer[]
  /** Everything that speaks against the lot asked for, the worst first. */
  standing: StandingReason[]
}

type LotRow = [
  ...[id: string, kind: LotKind, lotNo: string, batchNo: string, name: string, state: LotState, holds: string],
  ...[quantity: string, bornOn: string, expiresOn: string, unit: MaterialUnit, isBelow: string],
]
const lotRows = textRows<LotRow>(
  ...(['id', 'kind', 'lot_no', 'batch_no', 'name', 'state', 'holds'] as const),
  ...(['quantity', 'born_on', 'expires_on', 'unit', 'id in (select id from below)'] as const),
)
type BoughtRow = [lotId: string, origin: string, supplierId: string, supplierName: string]
const origin = 'concat(raw.province, nullif(raw.city, raw.province), raw.county, raw.town, raw.village)'
const boughtRows = textRows<BoughtRow>('raw.id', origin, 'raw.supplier_id', 'supplier.name')
type MadeRow = [
  lotId: string,
  water: string,
  losses: string,
  sampled: string,
  leftover: string,
  scattered: string,
  low: string,
  high: string,
]
const madeRows = textRows<MadeRow>(
  ...([
    'id',
    'water_quantity',
    'loss_quantity',
    'sampled_quantity',
    'leftover_quantity',
    'scattered',
    'balance_min',
    'balance_max',
  ] as const),
)
/** Batches that were finished, and what is left of those that were ended: their balance is what it says, to the last kilogram. */
const made = `(select id, water_quantity, loss_quantity, sampled_quantity, leftover_quantity, 0::numeric as scattered, balance_min, balance_max from bulk_lot
  union all select lot_id, water, losses, 0, 0, scattered, 100, 100 from production_ending) made`
const packedRows = textRows<[lotId: string, net: string, packUnit: string]>('l.id', 'spec.net_quantity', 'spec.pack_unit')
type PackingRow = [lotId: string, charged: string, remainder: string, loss: string]
const packingRows = textRows<PackingRow>('lot_id', 'charged', 'remainder', 'loss')
const reportRows = textRows<[lotId: string, reportNo: string, conforms: string]>('lot_id', 'report_no', 'conforms')
const heldRows = textRows<[lotId: string, kind: string, quantity: string]>('b.lot_id', 'p.kind', 'b.quantity')
const massRows = textRows<[lotId: string, quantity: string]>('lot_id', 'quantity')
type EdgeRow = [
  from: string,
  to: string,
  step: TraceEdge['step'],
  role: TraceEdge['role'],
  quantity: string,
  share: string,
  documentNo: string,
]
const edgeRows = textRows<EdgeRow>('from_lot_id', 'to_lot_id', 'step', 'role', 'quantity', 'share', 'document_no')
type SaleRow = [lotId: string, customerId: string, packs: string, quantity: string, arrived: string, astrayPacks: string, astray: string]
const saleRows = textRows<SaleRow>(...(['lot_id', 'customer_id', 'packs', 'quantity', 'arrived', 'astray_packs', 'astray'] as const))
const reasonRows = textRows<[kind: ReasonKind, lotId: string, lotNo: string, lotName: string]>('kind', 'lot_id', 'lot_no', 'lot_name')
const customerRows = textRows<[id: string, name: string, province: string, city: string]>('c.id', 'c.name', 'a.province', 'a.city')

const parts = [
  'lots',
  'bought',
  'made',
  'packed',
  'packings',
  'reports',
  'held',
  'drawn',
  'charged',
  'edges',
  'sales',
  'customers',
  'codes',
  'standing',
] as const
/** The rows of each part of the graph, as text. */
type Texts = Record<(typeof parts)[number], string | null>

/**
 * A lot with everything that went into it and everything that came of it, at any depth, in one statement: lots, edges,
 * customers and what they got. A lot that does not exist, or is another enterprise's, is `not_found`.
 */
export async function readGraph(tx: Tx, id: string): Promise<Graph> {
  // Everything is looked up by an array of ids: joined with the recursive part, whose length the planner cannot know, it reads whole tables.
  const all = sql.raw('any ((select lots from reach)::uuid[])')
  const written = (rows: { sql: (order?: string) => string }, order?: string) => sql.raw(rows.sql(order))
  const { rows } = await sql<Texts>`
    with recursive above(id) as (
      select ${id}::uuid union select e.from_lot_id from above join lot_edge e on e.to_lot_id = above.id
    ), below(id) as (
      select ${id}::uuid union select e.to_lot_id from below join lot_edge e on e.from_lot_id = below.id
    ), reach as materialized (
      select array(select id from above) as above, array(select id from below) as below, array(select id from above union select id from below) as lots
    ), sold as materialized (
      select line.lot_id, s.customer_id, line.packs - coalesce(c.lost + c.returned, 0) as packs,
        case when c.lot_id is null then line.quantity else (line.quantity * (line.packs - c.lost - c.returned) / line.packs)::numeric(14, 4) end as quantity,
        s.arrived_at is not null as arrived, coalesce(c.returning + c.claimed, 0) as astray_packs,
        case when c.lot_id is null then 0 else (line.quantity * (c.returning + c.claimed) / line.packs)::numeric(14, 4) end as astray
      from shipment_line line join shipment s on s.enterprise_id = line.enterprise_id and s.id = line.shipment_id
        left join (select e.shipment_id, e.lot_id, ${sql.raw(['lost', 'returned', 'returning', 'claimed'].map((fate) => `sum(case '${fate}' when e.to_fate then e.packs when e.from_fate then -e.packs else 0 end) as ${fate}`).join(', '))}
          from custody_entry e where e.lot_id = ${all} group by 1, 2) c on c.shipment_id = line.shipment_id and c.lot_id = line.lot_id
      where line.lot_id = ${all} and line.packs > coalesce(c.lost + c.returned, 0)
    )
    select
      (select ${written(lotRows, 'born_on, lot_no')} from lot where id = ${all}) as lots,
      (select ${written(boughtRows)} from raw_lot raw left join supplier on supplier.id = raw.supplier_id where raw.id = ${all}) as bought,
      (select ${written(madeRows)} from ${sql.raw(made)} where id = ${all}) as made,
      (select ${written(packedRows)} from lot l join pack_spec spec on spec.id = l.pack_spec_id where l.id = ${all}) as packed,
      -- Apart: joined with the lots, of which there may be thousands and PostgreSQL expects ten, each is compared with each.
      (select ${written(packingRows)} from packaging_record where lot_id = ${all}) as packings,
      (select ${written(reportRows, 'id')} from report where lot_id = ${all} and state = 'approved') as reports,
      (select ${written(heldRows)} from stock_balance b join place p on p.id = b.place_id where b.lot_id = ${all} and b.quantity <> 0) as held,
      (select ${written(massRows)} from (select from_lot_id as lot_id, sum(quantity) as quantity from lot_edge where from_lot_id = ${all} group by 1) x) as drawn,
      (select ${written(massRows)} from (select to_lot_id as lot_id, sum(quantity) as quantity from lot_edge where to_lot_id = ${all} and role <> 'packaging' group by 1) x) as charged,
      (select ${written(edgeRows, 'id')} from (select * from lot_edge where from_lot_id = any ((select below from reach)::uuid[])
          union all select * from lot_edge where to_lot_id = any ((select above from reach)::uuid[])) e) as edges,
      (select ${written(saleRows)} from sold) as sales,
      (select ${written(customerRows, 'c.name, c.id')} from customer c
        left join lateral (select province, city from customer_address where customer_id = c.id order by id limit 1) a on true
        where c.id = any (array(select distinct customer_id from sold where lot_id in (select id from below)))) as customers,
      (select json_object_agg(state, packs)::text from (select span.state, sum(span.last_index - span.first_index + 1) as packs
        from code_span span join code_range r on r.id = span.range_id and r.level = 1 where span.lot_id = ${id}::uuid group by span.state) by_state) as codes,
      (select ${written(reasonRows)} from lot_reasons(${id}::uuid)) as standing`.execute(tx)
  return graphOf(id, only(rows))
}

function graphOf(root: string, texts: Texts): Graph {
  const lots = lotsOf(texts)
  const lotOf = new Map(lots.map((lot) => [lot.id, lot]))
  const asked = lotOf.get(root)
  if (asked === undefined) throw new Refusal('not_found')
  if (texts.codes !== null) asked.codes = JSON.parse(texts.codes)
  for (const [lotId, kind, quantity] of heldRows.read(texts.held)) {
    const { held } = valueIn(lotOf, lotId)
    held.set(kind, (held.get(kind) ?? 0n) + unitsOf(quantity))
  }
  for (const [lotId, quantity] of massRows.read(texts.drawn)) valueIn(lotOf, lotId).drawn = unitsOf(quantity)
  for (const [lotId, quantity] of massRows.read(texts.charged)) valueIn(lotOf, lotId).charged = unitsOf(quantity)

  const customers = customerRows.read(texts.customers).map(([id, name, province, city]) => ({ id, name, province, city }))
  const edges = edgeRows
    .read(texts.edges)
    .map(([from, to, step, role, quantity, share, documentNo]) => ({ from, to, step, role, quantity, share, documentNo }))
  const standing = reasonRows
    .read(texts.standing)
    .map(([kind, lotId, lotNo, lotName]) => ({ kind, lotId, lotNo, lotName, isOwn: lotId === root }))
  return { lots, edges, ...salesOf(texts.sales, lots, customers), customers, standing: worstFirst(standing) }
}

/** What of each lot went to each customer, all deliveries together. Summed here: thousands of sums of a few rows each cost the database more than the rows. */
function salesOf(text: string | null, lots: readonly GraphLot[], customers: readonly TraceCustomer[]): Pick<Graph, 'sales' | 'astray'> {
  const placeOfLot = placesOf(lots)
  const placeOfCustomer = placesOf(customers)
  const sums = new Map<number, Omit<TraceSale, 'quantity' | 'arrivedQuantity'> & { quantity: bigint; arrivedQuantity: bigint }>()
  const astray = { packs: 0, quantity: 0n }
  for (const [lotId, customerId, packs, written, arrived, astrayPacks, astrayQuantity] of saleRows.read(text)) {
    const place = valueIn(placeOfLot, lotId)
    const lot = elementAt(lots, place)
    const quantity = unitsOf(written)
    lot.sold += quantity
    // What became of packs that went into the lot is told by their own graph.
    if (!lot.isBelow) continue
    const customer = valueIn(placeOfCustomer, customerId)
    const key = place * customers.length + customer
    let sum = sums.get(key)
    if (sum === undefined) {
      sum = { lot: place, customer, deliveries: 0, packs: 0, quantity: 0n, arrivedPacks: 0, arrivedQuantity: 0n }
      sums.set(key, sum)
    }
    sum.deliveries++
    sum.packs += Number(packs)
    sum.quantity += quantity
    if (arrived !== 'true') continue
    sum.arrivedPacks += Number(packs) - Number(astrayPacks)
    sum.arrivedQuantity += quantity - unitsOf(astrayQuantity)
    astray.packs += Number(astrayPacks)
    astray.quantity += unitsOf(astrayQuantity)
  }
  const sales = [...sums.values()].map(({ quantity, arrivedQuantity, ...sum }) => ({
    ...sum,
    quantity: quantityOf(quantity),
    arrivedQuantity: quantityOf(arrivedQuantity),
  }))
  return { sales, astray }
}

/** The lots with what those of their kind have. */
function lotsOf(texts: Texts): GraphLot[] {
  const bought = rowOfLot(boughtRows.read(texts.bought))
  const made = rowOfLot(madeRows.read(texts.made))
  const packed = rowOfLot(packedRows.read(texts.packed))
  const packings = rowOfLot(packingRows.read(texts.packings))
  // In the order of approval: the last one counts.
  const reported = rowOfLot(reportRows.read(texts.reports))
  return lotRows.read(texts.lots).map(([id, kind, lotNo, batchNo, name, state, holds, quantity, bornOn, expiresOn, unit, isBelow]) => {
    const [, origin = '', supplierId = '', supplierName = ''] = bought.get(id) ?? []
    const [, net = null, packUnit = null] = packed.get(id) ?? []
    const packing = packings.get(id)
    const [, reportNo = null, conforms] = reported.get(id) ?? []
    const batch = made.get(id)
    return {
      id,
      kind,
      lotNo,
      batchNo,
      name,
      unit,
      state,
      holds: Number(holds),
      quantity,
      net,
      packUnit,
      bornOn,
      expiresOn: orNull(expiresOn),
      origin,
      supplierId: orNull(supplierId),
      supplierName,
      reportNo,
      conforms: conforms === undefined ? null : conforms === 'true',
      isBelow: isBelow === 'true',
      held: new Map(),
      drawn: 0n,
      sold: 0n,
      charged: 0n,
      packing: packing === undefined ? null : packingOf(packing),
      codes: null,
      batch: batch === undefined ? null : batchOf(batch),
    }
  })
}

const orNull = (text: string) => (text === '' ? null : text)
const packingOf = ([, charged, remainder, loss]: PackingRow) => ({ charged, remainder, loss })
const batchOf = ([, water, losses, sampled, leftover, scattered, low, high]: MadeRow) => ({
  ...{ water, losses, sampled, leftover, scattered },
  ...{ low, high },
})
const rowOfLot = <Row extends readonly [lotId: string, ...string[]]>(rows: readonly Row[]) => new Map(rows.map((row) => [row[0], row]))
/** Where each thing is in a list, from 0, by its id. */
const placesOf = (list: readonly { id: string }[]) => new Map(list.map((one, place) => [one.id, place]))
