import { sql } from 'kysely'
import { columnsOf } from '#contract/kernel/columns.ts'
import { exact } from '#contract/kernel/exact-decimal.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { readRecall, recalledLot, type RecallSent, type traceApi } from '#contract/tracing/trace.ts'
import type { LotState } from '#contract/warehouse/lot.ts'
import { elementAt, valueIn } from '#contract/kernel/certain.ts'
import { csvLine } from '#tools/csv.ts'
import { quantityOf, textOfUnits, unitsOf } from '#tools/fixed-point.ts'
import { textRows } from '#tools/text-rows.ts'
import type { Download, Handler, Tx } from '#kernel/serve.ts'

/** 模拟召回: all pack lots that stem from a lot at any depth, rework included, and every customer who received some of them. */
export const listRecall: Handler<typeof traceApi.recall> = (tx, _actor, { id }) => recallOf(tx, id)

/** The same list for a spreadsheet: one line for each delivery, one for what is still in the house. */
export async function exportRecall(tx: Tx, _actor: unknown, { id }: { id: string }): Promise<Download> {
  const recall = readRecall(await recallOf(tx, id))
  const codes = await shippedCodes(
    tx,
    recall.packLots.map((lot) => lot.id),
  )
  const body = [
    [
      '成品批号',
      '生产批号',
      '品名',
      '去向',
      '客户',
      '省',
      '市',
      '联系人',
      '电话',
      '出库单号',
      '销售单号',
      '发运日期',
      '签收日期',
      '包装数',
      '包装单位',
      '数量(kg)',
      '追溯码（标签领用单：序号）',
    ],
    ...recall.lines.map((line) => {
      const lot = elementAt(recall.packLots, line.lot)
      const { name, province, city, contact, phone } = elementAt(recall.customers, line.customer)
      return [
        lot.lotNo,
        lot.batchNo,
        lot.name,
        '客户',
        name,
        province,
        city,
        contact,
        phone,
        line.shipmentNo,
        line.orderNo,
        line.departedOn,
        line.arrivedOn ?? '在途',
        line.packs,
        lot.packUnit,
        line.quantity,
        codes.get(`${line.shipmentNo}/${lot.id}`) ?? '',
      ]
    }),
    ...recall.packLots
      .filter((lot) => !exact(lot.inHouse).isZero())
      .map((lot) => [
        lot.lotNo,
        lot.batchNo,
        lot.name,
        '在厂',
        '',
        '',
        '',
        '',
        '',
        '',
        '',
        '',
        '',
        lot.packs - lot.shippedPacks,
        lot.packUnit,
        lot.inHouse,
        '',
      ]),
  ]
  return { fileName: `模拟召回-${recall.lotNo}.csv`, contentType: 'text/csv; charset=utf-8', body: `\uFEFF${body.map(csvLine).join('')}` }
}

/** Which labels went out with a delivery, by the numbers on their run: BQ20260312001：1–120. */
async function shippedCodes(tx: Tx, lotIds: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ shipmentNo: string; lotId: string; codes: string }>`
    with gone (shipment_no, lot_id, range_id, first_index, last_index) as (
      select s.shipment_no, c.lot_id, c.range_id, c.first_index, c.last_index from picking_code c join shipment s on s.picking_id = c.picking_id
      where c.lot_id = any(${[...lotIds]}::uuid[]) and c.level = 1 and s.note_version = 1
      -- A corrected shipment is what its corrections made of it.
      union all select s.shipment_no, span.lot_id, c.range_id, greatest(c.first_index, span.first_index), least(c.last_index, span.last_index)
      from shipment s join shipment_line line on line.shipment_id = s.id and line.lot_id = any(${[...lotIds]}::uuid[])
      cross join lateral codes_of_shipment(s.id) c
      cross join lateral spans_within(c.range_id, c.first_index, c.last_index) span
      where s.note_version > 1 and span.lot_id = line.lot_id)
    select c.shipment_no, c.lot_id, string_agg(concat(run.run_no, '：', c.first_index - r.first_index + 1, '–', c.last_index - r.first_index + 1), '；' order by run.run_no, c.first_index) as codes
    from gone c join code_range r on r.id = c.range_id join label_run run on run.pack_range_id = r.id
    group by c.shipment_no, c.lot_id`.execute(tx)
  return new Map(rows.map((row) => [`${row.shipmentNo}/${row.lotId}`, row.codes]))
}

type LotRow = [
  ...[id: string, lotNo: string, batchNo: string, name: string, state: LotState, holds: string, expiresOn: string],
  ...[quantity: string, net: string, packUnit: string],
]
const lotRows = textRows<LotRow>(
  ...(['lot.id', 'lot.lot_no', 'lot.batch_no', 'lot.name', 'lot.state', 'lot.holds', 'lot.expires_on'] as const),
  ...(['lot.quantity', 'spec.net_quantity', 'spec.pack_unit'] as const),
)
/** kg of a lot in places of one kind. */
const balanceRows = textRows<[lotId: string, isReal: string, kind: string, quantity: string]>(
  'b.lot_id',
  'b.is_real',
  'p.kind',
  'b.quantity',
)
/** The day in the factory. By its distance alone, which has not changed since 1991: to look the zone up costs more than the rest of a line. */
const shanghaiDay = (instant: string) => `(${instant} at time zone interval '8 hours')::date`
type LineRow = [
  ...[lotId: string, customerId: string, shipmentNo: string, orderNo: string],
  ...[departedOn: string, arrivedOn: string, packs: string, quantity: string],
]
const lineRows = textRows<LineRow>(
  ...(['lot_id', 'customer_id', 'shipment_no', 'order_no'] as const),
  shanghaiDay('departed_at'),
  shanghaiDay('arrived_at'),
  ...(['packs', 'quantity'] as const),
)
type BuyerRow = [id: string, name: string, province: string, city: string, contact: string, phone: string]
const buyerRows = textRows<BuyerRow>('c.id', 'c.name', 'last.province', 'last.city', 'last.contact', 'last.phone')

type Texts = Record<'lots' | 'balances' | 'lines' | 'buyers', string | null>

/**
 * What the list is made of, in one statement, rows as text: a recall may be thousands of lines and a person is waiting
 * for it. Lots are looked up by an array of ids, and nothing is joined with the recursive part: the planner cannot know how
 * long that is, and reads whole tables.
 */
async function recallOf(tx: Tx, id: string): Promise<RecallSent> {
  const below = sql.raw('any (array(select id from below))')
  const written = (rows: { sql: (order?: string) => string }, order?: string) => sql.raw(rows.sql(order))
  const { rows } = await sql<Texts & { lotNo: string; name: string }>`
    with recursive below(id) as (
      select ${id}::uuid union select e.to_lot_id from below join lot_edge e on e.from_lot_id = below.id
    ), sent as materialized (
      select line.lot_id, line.packs, line.quantity, s.customer_id, s.shipment_no, s.order_no, s.departed_at, s.arrived_at
      from shipment_line line join shipment s on s.enterprise_id = line.enterprise_id and s.id = line.shipment_id
      where line.lot_id = ${below} and line.packs > 0
    )
    select asked.lot_no, asked.name,
      (select ${written(lotRows, 'lot.born_on, lot.lot_no')} from lot join pack_spec spec on spec.id = lot.pack_spec_id
        where lot.id = ${below} and lot.kind = 'pack') as lots,
      (select ${written(balanceRows)} from stock_balance b join place p on p.id = b.place_id
        where b.lot_id = ${below} and b.quantity <> 0 and (b.is_real or p.kind in ('loss', 'adjustment'))) as balances,
      (select ${written(lineRows, 'departed_at, shipment_no, lot_id')} from sent) as lines,
      (select ${written(buyerRows)} from customer c
        -- where the last delivery went, and who took it
        join lateral (select province, city, contact, phone from shipment where customer_id = c.id order by departed_at desc limit 1) last on true
        where c.id = any (array(select distinct customer_id from sent))) as buyers
    from lot asked where asked.id = ${id}::uuid`.execute(tx)
  const [texts] = rows
  if (texts === undefined) throw new Refusal('not_found')
  return { lotId: id, lotNo: texts.lotNo, name: texts.name, ...assembled(texts) }
}

const inChinese = new Intl.Collator('zh-CN')
const sum = (quantities: readonly bigint[]) => quantities.reduce((total, quantity) => total + quantity, 0n)

/** The packed lots, with what the ledger says of them. */
function lotsOf(texts: Texts) {
  const lots = lotRows.read(texts.lots).map(([id, lotNo, batchNo, name, state, holds, expiresOn, quantity, net, packUnit]) => {
    const told = { id, lotNo, batchNo, name, state, holds: Number(holds), expiresOn, quantity, packUnit }
    return {
      told,
      made: unitsOf(quantity),
      packs: Number(unitsOf(quantity) / unitsOf(net)),
      shipped: 0n,
      shippedPacks: 0,
      inHouse: 0n,
      lost: 0n,
    }
  })
  const lotOf = new Map(lots.map((lot) => [lot.told.id, lot]))
  for (const [lotId, isReal, kind, quantity] of balanceRows.read(texts.balances)) {
    const lot = lotOf.get(lotId)
    if (lot === undefined) continue // no pack lot
    if (isReal === 'true') lot.inHouse += unitsOf(quantity)
    if (kind === 'loss' || kind === 'adjustment') lot.lost += unitsOf(quantity)
  }
  return lots
}

/** The list with its sums, largest customer first, and whether made = shipped + in the house + what the ledger says was lost. */
function assembled(texts: Texts): Omit<RecallSent, 'lotId' | 'lotNo' | 'name'> {
  const lots = lotsOf(texts)
  const buyers = buyerRows.read(texts.buyers).map(([id, name, province, city, contact, phone]) => {
    const lines: number[] = []
    return { told: { id, name, province, city, contact, phone }, lines, deliveries: 0, packs: 0, quantity: 0n }
  })
  const placeOfLot = new Map(lots.map(({ told }, place) => [told.id, place]))
  const buyerOf = new Map(buyers.map((buyer) => [buyer.told.id, buyer]))
  // Lines are thousands: each column is read as a whole, and brought into the order of the customers when that is known.
  const [lotIds, customerIds, shipmentNos, orderNos, departures, arrivals, counts, quantities] = lineRows.readColumns(texts.lines)
  const lotPlaces = lotIds.map((lotId) => valueIn(placeOfLot, lotId))
  const packs = counts.map(Number)
  const shipments = new Set<string>()
  for (const [line, lotPlace] of lotPlaces.entries()) {
    const lot = elementAt(lots, lotPlace)
    const buyer = valueIn(buyerOf, elementAt(customerIds, line))
    const [count, units] = [elementAt(packs, line), unitsOf(elementAt(quantities, line))]
    lot.shipped += units
    lot.shippedPacks += count
    buyer.quantity += units
    buyer.packs += count
    // A shipment may have lines of several lots, and goes to one customer.
    const shipmentNo = elementAt(shipmentNos, line)
    if (!shipments.has(shipmentNo)) buyer.deliveries++
    shipments.add(shipmentNo)
    buyer.lines.push(line)
  }
  buyers.sort((a, b) => (a.quantity === b.quantity ? inChinese.compare(a.told.name, b.told.name) : a.quantity < b.quantity ? 1 : -1))
  const inOrder = buyers.flatMap(({ lines }) => lines)
  const ordered = <Value extends string | number>(column: readonly Value[]) => inOrder.map((line) => elementAt(column, line))

  const quantity = sum(lots.map((lot) => lot.made))
  const shipped = sum(lots.map((lot) => lot.shipped))
  const inHouse = sum(lots.map((lot) => lot.inHouse))
  const other = sum(lots.map((lot) => lot.lost))
  return {
    packLots: columnsOf(
      recalledLot,
      lots.map((lot) => ({
        ...lot.told,
        packs: lot.packs,
        inHouse: quantityOf(lot.inHouse),
        shipped: textOfUnits(lot.shipped),
        shippedPacks: lot.shippedPacks,
      })),
    ),
    customers: buyers.map((buyer) => ({
      ...buyer.told,
      deliveries: buyer.deliveries,
      packs: buyer.packs,
      quantity: textOfUnits(buyer.quantity),
    })),
    lines: {
      lot: ordered(lotPlaces),
      customer: buyers.flatMap(({ lines }, place) => lines.map(() => place)),
      shipmentNo: ordered(shipmentNos),
      orderNo: ordered(orderNos),
      departedOn: ordered(departures),
      arrivedOn: ordered(arrivals).map((day) => (day === '' ? null : day)),
      packs: ordered(packs),
      quantity: ordered(quantities),
    },
    totals: {
      lots: lots.length,
      customers: buyers.length,
      deliveries: shipments.size,
      packs: buyers.reduce((total, buyer) => total + buyer.packs, 0),
      quantity: textOfUnits(quantity),
      shipped: textOfUnits(shipped),
      inHouse: textOfUnits(inHouse),
      other: textOfUnits(other),
    },
    closes: quantity === shipped + inHouse + other,
  }
}
