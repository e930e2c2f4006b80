import { sql, type RawBuilder } from 'kysely'
import { lookAhead, lookBack, type dashboardApi, type Figure, type LotCensus } from '#contract/office/dashboard.ts'
import { lotStates, lotStatesOf, type LotKind, type LotState } from '#contract/warehouse/lot.ts'
import { pageOfCode, type PageCode } from '#contract/kernel/pages.ts'
import { addDays, dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import type { StockSide } from '#contract/warehouse/stock.ts'
import { elementAt, only, valueIn } from '#contract/kernel/certain.ts'
import type { Installation } from '#kernel/installation.ts'
import type { Handler, Tx } from '#kernel/serve.ts'
import { anyValue } from '#server/db/any-value.ts'
import { together } from '#tools/together.ts'
import { readBeginnings } from './read-beginnings.ts'

/** The address of a page's list with these filters. */
export const listAt = (code: PageCode, query: Record<string, string>) => `${pageOfCode(code).path}?${new URLSearchParams(query)}`

type Side = { side: StockSide; page: PageCode; title: string; kind: LotKind; states: readonly LotState[] }
const sides: readonly Side[] = [
  { side: 'raw', page: '14', title: '在库原料批', kind: 'raw', states: lotStatesOf('raw') },
  { side: 'pack', page: '19', title: '在库成品批', kind: 'pack', states: lotStatesOf('pack') },
]

/** Counting stops where the lists stop, so that a figure costs no more in a large house and still equals its list. */
const countCap = 1001

/** Lots of one side with something in a bin now, narrowed by what `only` says about the lot; kind by kind, since an index knows one at a time. */
const lotsInStock = (side: StockSide, only: RawBuilder<unknown>) =>
  sql.join(
    kindsOf(side).map(
      (kind) => sql`(select lot_id from lot_at_hand lot where lot.kind = ${sql.lit(kind)} and ${only} limit ${sql.lit(countCap)})`,
    ),
    sql` union all `,
  )

const kindsOf = (side: StockSide) => (side === 'raw' ? ['raw', 'auxiliary'] : ['pack'])

type Query = RawBuilder<unknown>

/** How many rows each of these finds, all in one statement. */
async function countEach(tx: Tx, queries: readonly Query[]): Promise<Map<Query, number>> {
  if (queries.length === 0) return new Map()
  const counts = queries.map((query) => sql`(select count(*)::integer from (select from (${query}) rows limit ${sql.lit(countCap)}) found)`)
  const { rows } = await sql<{ counts: number[] }>`select array[${sql.join(counts)}] as counts`.execute(tx)
  const found = only(rows).counts
  return new Map(queries.map((query, place) => [query, elementAt(found, place)]))
}

/** How many lots of each side lie in bins in each state, up to where the lists stop: one plan that is run for each, since thirty of their own take longer to begin. */
async function countLots(tx: Tx, asked: readonly Side[]): Promise<Map<string, number>> {
  if (asked.length === 0) return new Map()
  const wanted = asked.flatMap(({ side, states }) =>
    kindsOf(side).flatMap((kind) => states.map((state) => sql`(${sql.lit(side)}, ${sql.lit(kind)}, ${sql.lit(state)})`)),
  )
  const { rows } = await sql<{ side: StockSide; state: LotState; count: number }>`
    select side, state, least(sum(found.count), ${sql.lit(countCap)})::integer as count from (values ${sql.join(wanted)}) wanted (side, kind, state)
    cross join lateral (select count(*) from (
      select from lot_at_hand lot where lot.kind = wanted.kind and lot.state = wanted.state limit ${sql.lit(countCap)}) one) found
    group by side, state`.execute(tx)
  return new Map(rows.map(({ side, state, count }) => [`${side} ${state}`, count]))
}

/** Inspections requested since a day whose test record does not conform; a returned record does not count. */
const failures = (side: 'raw' | 'bulk', from: string) => sql`
  select i.id from inspection i join test_record t on t.enterprise_id = i.enterprise_id and t.inspection_id = i.id and t.state <> 'returned' and t.verdict = 'FAIL'
  where i.side = ${sql.lit(side)} and i.requested_at >= ${anyValue(from, 'date')}::timestamp at time zone 'Asia/Shanghai'`

/** Suppliers or customers in use whose qualification, licence or papers end within 90 days or have ended: what `expiring` lists. */
const expiring = {
  supplier: sql`select s.id from supplier s where s.state <> 'removed' and s.valid_until <= today() + ${sql.lit(lookAhead.expiry)}
    union select s.id from licence l join supplier s on s.id = l.supplier_id
    where l.is_active and l.valid_until <= today() + ${sql.lit(lookAhead.expiry)} and s.state <> 'removed'`,
  customer: sql`select c.id from customer c where c.is_active and c.licence_valid_until <= today() + ${sql.lit(lookAhead.expiry)}
    union select c.id from licence l join customer c on c.id = l.customer_id
    where l.is_active and l.valid_until <= today() + ${sql.lit(lookAhead.expiry)} and c.is_active`,
}

type Asked = { title: string; tone: Figure['tone']; page: PageCode; query: Record<string, string>; rows: Query }

/** All figures but the lots by state. `from` is the first day of the failures. */
function figuresAsked(from: string): Asked[] {
  const { retest, expiry } = lookAhead
  const held = { held: 'yes', stock: 'yes' }
  const failed = { verdict: 'FAIL', from }
  return [
    {
      title: `${retest}天内到复验期的原料批`,
      tone: 'warning',
      page: '14',
      query: { within: String(retest), stock: 'yes' },
      rows: lotsInStock('raw', sql`lot.retest_on <= today() + ${sql.lit(retest)}`),
    },
    { title: '冻结的原料批', tone: 'bad', page: '14', query: held, rows: lotsInStock('raw', sql`lot.is_held`) },
    {
      title: `${expiry}天内到期的成品批`,
      tone: 'warning',
      page: '19',
      query: { within: String(expiry), stock: 'yes' },
      rows: lotsInStock('pack', sql`lot.expires_on <= today() + ${sql.lit(expiry)}`),
    },
    { title: '冻结的成品批', tone: 'bad', page: '19', query: held, rows: lotsInStock('pack', sql`lot.is_held`) },
    { title: `近${lookBack}天检验不合格的原料`, tone: 'bad', page: '12', query: failed, rows: failures('raw', from) },
    { title: `近${lookBack}天检验不合格的成品`, tone: 'bad', page: '17', query: failed, rows: failures('bulk', from) },
    { title: `${expiry}天内证照或资格到期的供应商`, tone: 'warning', page: '33', query: { expiring: 'yes' }, rows: expiring.supplier },
    { title: `${expiry}天内证照到期的客户`, tone: 'warning', page: '34', query: { expiring: 'yes' }, rows: expiring.customer },
  ]
}

/** The numbers of the pages this person may open, each with the list it is the length of. */
export const readFigures =
  (installation: Installation): Handler<typeof dashboardApi.figures> =>
  async (tx, actor) => {
    const asked = figuresAsked(addDays(dayInShanghai(tx.now()), 1 - lookBack)).filter(({ page }) => actor.rights.includes(page))
    const sidesAsked = sides.filter(({ page }) => actor.rights.includes(page))
    const [counts, lotCounts, beginnings] = await together([
      countEach(
        tx,
        asked.map(({ rows }) => rows),
      ),
      countLots(tx, sidesAsked),
      readBeginnings(tx, actor, installation),
    ])
    const figures = asked.map(({ title, tone, page, query, rows }): Figure => ({
      title,
      value: valueIn(counts, rows),
      path: listAt(page, query),
      tone,
    }))
    const lots = sidesAsked.map(({ side, page, title, kind, states }): LotCensus => ({
      title,
      states: states.map((state) => ({
        state,
        label: lotStates[kind][state].label,
        count: lotCounts.get(`${side} ${state}`) ?? 0,
        path: listAt(page, { state, stock: 'yes' }),
      })),
    }))
    return { figures, lots, beginnings }
  }
