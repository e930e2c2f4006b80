import { sql } from 'kysely'
import { lookBack, type dashboardApi, type Month, type ProductYield, type ScanDay } from '#contract/office/dashboard.ts'
import { addDays, addMonths, dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import type { Handler, Tx } from '#kernel/serve.ts'
import { listAt } from './read-figures.ts'

/** How many products the yields name: those with most batches. */
const productsAtMost = 12

async function yieldsOf(tx: Tx, since: string): Promise<ProductYield[]> {
  const { rows } = await sql<Omit<ProductYield, 'path'>>`
    select o.product_name as product, count(*)::integer as batches, round(avg(b.yield_percent), 2) as mean, round(min(b.yield_percent), 2) as lowest,
      round(max(b.yield_percent), 2) as highest
    from bulk_lot b join production_order o on o.enterprise_id = b.enterprise_id and o.id = b.order_id
    where b.finished_at >= (${since}::date)::timestamp at time zone 'Asia/Shanghai'
    group by o.product_name order by count(*) desc, o.product_name limit ${productsAtMost}`.execute(tx)
  return rows.map((row) => ({ ...row, path: listAt('15', { product: row.product, finishedFrom: since }) }))
}

async function scansOf(tx: Tx, today: string): Promise<ScanDay[]> {
  const first = addDays(today, 1 - lookBack)
  const { rows } = await sql<{ day: string; count: number }>`
    select (scanned_at at time zone 'Asia/Shanghai')::date as day, count(*)::integer as count from code_scan
    where scanned_at >= (${first}::date)::timestamp at time zone 'Asia/Shanghai' group by 1`.execute(tx)
  const counts = new Map(rows.map(({ day, count }) => [day, count]))
  return Array.from({ length: lookBack }, (_, back) => {
    const day = addDays(first, back)
    return { day, count: counts.get(day) ?? 0, path: listAt('21', { view: 'scans', from: day, to: day }) }
  })
}

type Counted = { month: string; count: number; quantity: string }

const outputOf = (tx: Tx, since: string) =>
  sql<Counted>`select to_char(born_on, 'YYYY-MM') as month, count(*)::integer as count, sum(quantity) as quantity from lot
    where kind = 'pack' and born_on >= ${since}::date group by 1`.execute(tx)

const shipmentsOf = (tx: Tx, since: string) =>
  sql<Counted>`select to_char(departed_at at time zone 'Asia/Shanghai', 'YYYY-MM') as month, count(*)::integer as count, sum(quantity) as quantity
    from shipment where departed_at >= (${since}::date)::timestamp at time zone 'Asia/Shanghai' group by 1`.execute(tx)

/** The last twelve months up to this one, months without anything included. */
function monthsOf(rows: readonly Counted[], since: string, pathOf: (first: string, last: string) => string): Month[] {
  const counted = new Map(rows.map((row) => [row.month, row]))
  return Array.from({ length: 12 }, (_, index) => {
    const first = addMonths(since, index)
    const name = first.slice(0, 7)
    const { count, quantity } = counted.get(name) ?? { count: 0, quantity: '0' }
    return { month: name, count, quantity, path: pathOf(first, addDays(addMonths(since, index + 1), -1)) }
  })
}

/** The figures that are shown as a line or bars, for a person who may open the lists behind them. Days and months are those of Asia/Shanghai. */
export const readTrends: Handler<typeof dashboardApi.trends> = async (tx, { rights }) => {
  const today = dayInShanghai(tx.now())
  const since = addMonths(`${today.slice(0, 7)}-01`, -11)
  return {
    since,
    yields: rights.includes('15') ? await yieldsOf(tx, since) : null,
    scans: rights.includes('21') ? await scansOf(tx, today) : null,
    output: rights.includes('19') ? monthsOf((await outputOf(tx, since)).rows, since, (from, to) => listAt('19', { from, to })) : null,
    shipments: rights.includes('110')
      ? monthsOf((await shipmentsOf(tx, since)).rows, since, (departedFrom, departedTo) => listAt('110', { departedFrom, departedTo }))
      : null,
  }
}
