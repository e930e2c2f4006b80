import { sql } from 'kysely'
import { lookBack, type dashboardApi, type Month, type ProductYield, type ScanDay } from '#contract/office/dashboard.ts'
import { addDays, addMonths, dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import type { PageCode } from '#contract/kernel/pages.ts'
import type { Handler, Tx } from '#kernel/serve.ts'
import { together } from '#tools/together.ts'
import { listAt } from './read-figures.ts'

/** How many products the yields name: those with most batches. */
const productsAtMost = 12

async function yieldsOf(tx: Tx, since: string): Promise<ProductYield[]> {
  const { rows } = await sql<Omit<ProductYield, 'path'>>`
    select key as product, sum(count)::integer as batches, round(sum(total) / sum(count), 2) as mean, round(min(lowest), 2) as lowest,
      round(max(highest), 2) as highest
    from month_tally where series = 'yield' and month >= ${since}::date
    group by key order by sum(count) desc, key limit ${productsAtMost}`.execute(tx)
  return rows.map((row) => ({ ...row, path: listAt('15', { product: row.product, finishedFrom: since }) }))
}

async function scansOf(tx: Tx, today: string): Promise<ScanDay[]> {
  const first = addDays(today, 1 - lookBack)
  const { rows } = await sql<{ day: string; count: number }>`
    select month as day, sum(count)::integer as count from month_tally where series = 'scan_day' and month >= ${first}::date group by 1`.execute(
    tx,
  )
  const counts = new Map(rows.map(({ day, count }) => [day, count]))
  return Array.from({ length: lookBack }, (_, back) => {
    const day = addDays(first, back)
    return { day, count: counts.get(day) ?? 0, path: listAt('21', { view: 'scans', from: day, to: day }) }
  })
}

type Counted = { month: string; count: number; quantity: string }

/** What the months since then come to. */
const monthly = async (tx: Tx, series: 'output' | 'shipment', since: string): Promise<Counted[]> =>
  (
    await sql<Counted>`select to_char(month, 'YYYY-MM') as month, sum(count)::integer as count, sum(total)::numeric(14, 4) as quantity from month_tally
      where series = ${series} and month >= ${since}::date group by 1`.execute(tx)
  ).rows

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
  const shownTo = <Read>(page: PageCode, read: () => Promise<Read>) => (rights.includes(page) ? read() : null)
  const [yields, scans, output, shipments] = await together([
    shownTo('15', () => yieldsOf(tx, since)),
    shownTo('21', () => scansOf(tx, today)),
    shownTo('19', () => monthly(tx, 'output', since)),
    shownTo('110', () => monthly(tx, 'shipment', since)),
  ])
  return {
    since,
    yields,
    scans,
    output: output && monthsOf(output, since, (from, to) => listAt('19', { from, to })),
    shipments: shipments && monthsOf(shipments, since, (departedFrom, departedTo) => listAt('110', { departedFrom, departedTo })),
  }
}
