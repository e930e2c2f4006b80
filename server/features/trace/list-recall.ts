import { Decimal } from 'decimal.js'
import { sql } from 'kysely'
import { exact } from '../../../contract/exact-decimal.ts'
import { Refusal } from '../../../contract/refusals.ts'
import type { RecallList, traceApi } from '../../../contract/trace.ts'
import { csvLine } from '../../platform/csv.ts'
import type { Download, Handler, Tx } from '../../platform/serve.ts'

/** 模拟召回: all finished lots that stem from a lot at any depth, rework included, and everybody who got some of them. */
export const listRecall: Handler<typeof traceApi.recall> = (tx, _actor, { id }) => recallOf(tx, id)

/** The same list for a spreadsheet: one line for each delivery, one for what is still in the house. */
export async function exportRecall(tx: Tx, _actor: unknown, { id }: { id: string }): Promise<Download> {
  const recall = await recallOf(tx, id)
  const codes = await shippedCodes(tx, recall.finished.map((lot) => lot.id))
  const body = [
    ['成品批号', '生产批号', '品名', '去向', '客户', '省', '市', '联系人', '电话', '出库单号', '销售单号', '发运日期', '签收日期', '袋数', '数量(kg)', '追溯码（标签领用单：序号）'],
    ...recall.lines.map((line) => {
      const lot = recall.finished[line.lot]!
      const { name, province, city, contact, phone } = recall.customers[line.customer]!
      return [lot.lotNo, lot.batchNo, lot.name, '客户', name, province, city, contact, phone, line.shipmentNo, line.orderNo, line.departedOn, line.arrivedOn ?? '在途', line.packs, line.quantity, codes.get(`${line.shipmentNo}/${lot.id}`) ?? '']
    }),
    ...recall.finished
      .filter((lot) => !exact(lot.inStock).isZero())
      .map((lot) => [lot.lotNo, lot.batchNo, lot.name, '在库', '', '', '', '', '', '', '', '', '', lot.packs - lot.shippedPacks, lot.inStock, '']),
  ]
  return { fileName: `模拟召回-${recall.lotNo}.csv`, contentType: 'text/csv; charset=utf-8', body: `\uFEFF${body.map(csvLine).join('')}` }
}

/** Which labels went out with a delivery, by the numbers on their run: BQ20260312001：1–120. */
async function shippedCodes(tx: Tx, lotIds: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ shipmentNo: string; lotId: string; codes: string }>`
    select s.shipment_no, c.lot_id, string_agg(concat(run.run_no, '：', c.first_index - r.first_index + 1, '–', c.last_index - r.first_index + 1), '；' order by run.run_no, c.first_index) as codes
    from picking_code c join shipment s on s.picking_id = c.picking_id join code_range r on r.id = c.range_id join label_run run on run.pack_range_id = r.id
    where c.lot_id = any(${[...lotIds]}::uuid[]) and c.level = 1 group by s.shipment_no, c.lot_id`.execute(tx)
  return new Map(rows.map((row) => [`${row.shipmentNo}/${row.lotId}`, row.codes]))
}

type Finished = Omit<RecallList['finished'][number], 'shipped' | 'shippedPacks'> & { rest: string }

async function recallOf(tx: Tx, id: string): Promise<RecallList> {
  // One statement, rows as JSON text: a recall may be thousands of lines and somebody is waiting for it.
  const { rows } = await sql<{ lot: string | null; finished: string; lines: string; customers: string }>`
    with recursive below(id) as (
      select ${id}::uuid union select e.to_lot_id from below join lot_edge e on e.from_lot_id = below.id
    ), made as materialized (
      select lot.id, lot.lot_no, lot.batch_no, lot.name, lot.state, lot.holds, lot.expires_on, lot.quantity, trunc(lot.quantity / spec.net_quantity) as packs,
        row_number() over (order by lot.born_on, lot.lot_no) - 1 as place
      from below join lot on lot.id = below.id and lot.kind = 'finished' join pack_spec spec on spec.id = lot.pack_spec_id
    ), sent as materialized (
      select made.place as lot, s.customer_id, s.shipment_no, o.order_no, s.departed_at, s.arrived_at, s.province, s.city, s.contact, s.phone, line.packs, line.quantity
      from made join shipment_line line on line.lot_id = made.id join shipment s on s.id = line.shipment_id join sales_order o on o.id = s.order_id
    ), buyer as materialized (
      select got.*, c.name, row_number() over (order by got.quantity desc, c.name, c.id) - 1 as place
      from (select customer_id, count(distinct shipment_no) as deliveries, sum(packs) as packs, sum(quantity) as quantity,
          -- where the last delivery went, and who took it
          (array_agg(array[province, city, contact, phone] order by departed_at desc))[1:1] as reach
        from sent group by customer_id) got
      join customer c on c.id = got.customer_id
    )
    select
      (select json_build_object('lotId', id, 'lotNo', lot_no, 'name', name)::text from lot where id = ${id}::uuid) as lot,
      (select coalesce(json_agg(json_build_object('id', made.id, 'lotNo', lot_no, 'batchNo', batch_no, 'name', name, 'state', state, 'holds', holds, 'expiresOn', expires_on,
          'quantity', quantity::text, 'packs', packs, 'inStock', stock.here::text, 'rest', stock.rest::text) order by place), '[]')::text
        from made join lateral (select coalesce(sum(b.quantity) filter (where b.is_real), 0) as here, coalesce(sum(b.quantity) filter (where p.kind in ('loss', 'adjustment')), 0) as rest
          from stock_balance b join place p on p.id = b.place_id where b.lot_id = made.id) stock on true) as finished,
      (select coalesce(json_agg(json_build_object('id', customer_id, 'name', name, 'province', reach[1][1], 'city', reach[1][2], 'contact', reach[1][3], 'phone', reach[1][4],
          'deliveries', deliveries, 'packs', packs, 'quantity', quantity::text) order by place), '[]')::text from buyer) as customers,
      (select coalesce(json_agg(json_build_object('lot', sent.lot, 'customer', buyer.place, 'shipmentNo', shipment_no, 'orderNo', order_no,
          'departedOn', (departed_at at time zone 'Asia/Shanghai')::date, 'arrivedOn', (arrived_at at time zone 'Asia/Shanghai')::date,
          'packs', sent.packs, 'quantity', sent.quantity::text) order by buyer.place, departed_at, shipment_no), '[]')::text
        from sent join buyer on buyer.customer_id = sent.customer_id) as lines`.execute(tx)
  const { lot, finished, lines, customers } = rows[0]!
  if (lot === null) throw new Refusal('not_found')
  return completed(JSON.parse(lot) as Pick<RecallList, 'lotId' | 'lotNo' | 'name'>, JSON.parse(finished) as Finished[], JSON.parse(lines) as RecallList['lines'], JSON.parse(customers) as RecallList['customers'])
}

const sum = (quantities: readonly string[]) => quantities.reduce((total, quantity) => total.plus(quantity), new Decimal(0))

function completed(lot: Pick<RecallList, 'lotId' | 'lotNo' | 'name'>, made: readonly Finished[], lines: RecallList['lines'], customers: RecallList['customers']): RecallList {
  const linesOf = Map.groupBy(lines, (line) => line.lot)
  const finished = made.map(({ rest: _, ...one }, place) => {
    const sent = linesOf.get(place) ?? []
    return { ...one, shipped: sum(sent.map((line) => line.quantity)).toFixed(), shippedPacks: sent.reduce((packs, line) => packs + line.packs, 0) }
  })
  const quantity = sum(made.map((one) => one.quantity))
  const shipped = sum(lines.map((line) => line.quantity))
  const inStock = sum(made.map((one) => one.inStock))
  const other = sum(made.map((one) => one.rest))
  return {
    ...lot,
    finished,
    customers,
    lines,
    totals: {
      lots: made.length,
      customers: customers.length,
      deliveries: new Set(lines.map((line) => line.shipmentNo)).size,
      packs: lines.reduce((packs, line) => packs + line.packs, 0),
      quantity: quantity.toFixed(),
      shipped: shipped.toFixed(),
      inStock: inStock.toFixed(),
      other: other.toFixed(),
    },
    closes: quantity.equals(shipped.plus(inStock).plus(other)),
  }
}
