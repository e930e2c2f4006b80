import { Decimal } from 'decimal.js'
import { sql } from 'kysely'
import { exact } from '#contract/kernel/exact-decimal.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import type { RecallList, traceApi } from '#contract/tracing/trace.ts'
import { elementAt, only, valueIn } from '#contract/kernel/certain.ts'
import { csvLine } from '#tools/csv.ts'
import type { Download, Handler, Tx } from '#kernel/serve.ts'

/** 模拟召回: all pack lots that stem from a lot at any depth, rework included, and every customer who received some of them. */
export const listRecall: Handler<typeof traceApi.recall> = (tx, _actor, { id }) => recallOf(tx, id)

/** The same list for a spreadsheet: one line for each delivery, one for what is still in the house. */
export async function exportRecall(tx: Tx, _actor: unknown, { id }: { id: string }): Promise<Download> {
  const recall = await recallOf(tx, id)
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

type Made = Omit<RecallList['packLots'][number], 'inHouse' | 'shipped' | 'shippedPacks'>
/** kg of a lot: in real places, and what the ledger says was lost. */
type Balance = { lotId: string; inHouse: string; lost: string }
type Sent = Omit<RecallList['lines'][number], 'lot' | 'customer'> & { lotId: string; customerId: string }
type Buyer = Omit<RecallList['customers'][number], 'deliveries' | 'packs' | 'quantity'>

/**
 * What the list is made of, in one statement, rows as JSON text: a recall may be thousands of lines and a person is waiting
 * for it. Lots are looked up by an array of ids, and nothing is joined with the recursive part: the planner cannot know how
 * long that is, and reads whole tables.
 */
async function recallOf(tx: Tx, id: string): Promise<RecallList> {
  const { rows } = await sql<{ lot: string | null; made: string; balances: string; sent: string; buyers: string }>`
    with recursive below(id) as (
      select ${id}::uuid union select e.to_lot_id from below join lot_edge e on e.from_lot_id = below.id
    ), sent as materialized (
      select line.lot_id, line.packs, line.quantity, s.customer_id, s.shipment_no, s.order_no, s.departed_at, s.arrived_at
      from shipment_line line join shipment s on s.id = line.shipment_id where line.lot_id = any (array(select id from below)) and line.packs > 0
    )
    select
      (select json_build_object('lotId', id, 'lotNo', lot_no, 'name', name)::text from lot where id = ${id}::uuid) as lot,
      (select coalesce(json_agg(json_build_object('id', lot.id, 'lotNo', lot.lot_no, 'batchNo', lot.batch_no, 'name', lot.name, 'state', lot.state, 'holds', lot.holds,
          'expiresOn', lot.expires_on, 'quantity', lot.quantity::text, 'packs', trunc(lot.quantity / spec.net_quantity), 'packUnit', spec.pack_unit) order by lot.born_on, lot.lot_no), '[]')::text
        from lot join pack_spec spec on spec.id = lot.pack_spec_id where lot.id = any (array(select id from below)) and lot.kind = 'pack') as made,
      (select coalesce(json_agg(json_build_object('lotId', lot_id, 'inHouse', in_house::text, 'lost', lost::text)), '[]')::text from (
        select b.lot_id, coalesce(sum(b.quantity) filter (where b.is_real), 0) as in_house, coalesce(sum(b.quantity) filter (where p.kind in ('loss', 'adjustment')), 0) as lost
        from stock_balance b join place p on p.id = b.place_id where b.lot_id = any (array(select id from below)) group by b.lot_id) held) as balances,
      (select coalesce(json_agg(json_build_object('lotId', lot_id, 'customerId', customer_id, 'shipmentNo', shipment_no, 'orderNo', order_no,
          'departedOn', (departed_at at time zone 'Asia/Shanghai')::date, 'arrivedOn', (arrived_at at time zone 'Asia/Shanghai')::date,
          'packs', packs, 'quantity', quantity::text) order by departed_at, shipment_no), '[]')::text from sent) as sent,
      (select coalesce(json_agg(json_build_object('id', c.id, 'name', c.name, 'province', last.province, 'city', last.city, 'contact', last.contact, 'phone', last.phone)), '[]')::text
        from customer c
        -- where the last delivery went, and who took it
        join lateral (select province, city, contact, phone from shipment where customer_id = c.id order by departed_at desc limit 1) last on true
        where c.id = any (array(select customer_id from sent))) as buyers`.execute(tx)
  const { lot, made, balances, sent, buyers } = only(rows)
  if (lot === null) throw new Refusal('not_found')
  const recalled: Pick<RecallList, 'lotId' | 'lotNo' | 'name'> = JSON.parse(lot)
  return { ...recalled, ...assembled(JSON.parse(made), JSON.parse(balances), JSON.parse(sent), JSON.parse(buyers)) }
}

const sum = (quantities: readonly string[]) => quantities.reduce((total, quantity) => total.plus(quantity), new Decimal(0))
/** Where each thing is in a list, from 0, by its id. */
const placesOf = (list: readonly { id: string }[]) => new Map(list.map((one, place) => [one.id, place]))
const packsOf = (lines: readonly Sent[]) => lines.reduce((packs, line) => packs + line.packs, 0)

/** The list with its sums, largest customer first, and whether made = shipped + in the house + what the ledger says was lost. */
function assembled(
  made: readonly Made[],
  balances: readonly Balance[],
  sent: readonly Sent[],
  buyers: readonly Buyer[],
): Omit<RecallList, 'lotId' | 'lotNo' | 'name'> {
  const ofLot = Map.groupBy(sent, (line) => line.lotId)
  const ofCustomer = Map.groupBy(sent, (line) => line.customerId)
  const balanceOf = new Map(balances.map((one) => [one.lotId, one]))
  const packLots = made.map((lot) => {
    const lines = ofLot.get(lot.id) ?? []
    return {
      ...lot,
      inHouse: balanceOf.get(lot.id)?.inHouse ?? '0',
      shipped: sum(lines.map((line) => line.quantity)).toFixed(),
      shippedPacks: packsOf(lines),
    }
  })
  const customers = buyers
    .map((buyer) => {
      const lines = valueIn(ofCustomer, buyer.id)
      return {
        ...buyer,
        deliveries: new Set(lines.map((line) => line.shipmentNo)).size,
        packs: packsOf(lines),
        quantity: sum(lines.map((line) => line.quantity)).toFixed(),
      }
    })
    .sort((a, b) => exact(b.quantity).comparedTo(exact(a.quantity)) || a.name.localeCompare(b.name, 'zh-CN'))
  const placeOfLot = placesOf(packLots)
  const placeOfCustomer = placesOf(customers)
  const lines = sent
    .map(({ lotId, customerId, ...line }) => ({ lot: valueIn(placeOfLot, lotId), customer: valueIn(placeOfCustomer, customerId), ...line }))
    .sort((a, b) => a.customer - b.customer)

  const quantity = sum(made.map((lot) => lot.quantity))
  const shipped = sum(packLots.map((lot) => lot.shipped))
  const inHouse = sum(packLots.map((lot) => lot.inHouse))
  const other = sum(made.map((lot) => balanceOf.get(lot.id)?.lost ?? '0'))
  return {
    packLots,
    customers,
    lines,
    totals: {
      lots: made.length,
      customers: customers.length,
      deliveries: customers.reduce((deliveries, customer) => deliveries + customer.deliveries, 0),
      packs: packsOf(sent),
      quantity: quantity.toFixed(),
      shipped: shipped.toFixed(),
      inHouse: inHouse.toFixed(),
      other: other.toFixed(),
    },
    closes: quantity.equals(shipped.plus(inHouse).plus(other)),
  }
}
