import { sql, type RawBuilder } from 'kysely'
import { only } from '#contract/kernel/certain.ts'
import { openOosStates } from '#contract/cases/oos.ts'
import type { PageCode } from '#contract/kernel/pages.ts'
import {
  lookAhead,
  neededPapers,
  oversightDays,
  type dashboardApi,
  type Ending,
  type LeadTime,
  type PassRate,
} from '#contract/office/dashboard.ts'
import { addDays, dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import type { Actor, Handler, Tx } from '#kernel/serve.ts'
import { onePlan } from '#server/db/connection.ts'
import { together } from '#tools/together.ts'
import { listAt } from './read-figures.ts'

type Window = { since: string; before: string }
const startOf = (of: string) => sql`((${of}::date)::timestamp at time zone 'Asia/Shanghai')`

/** Whether a moment is in the days that are asked about. */
type At = (moment: RawBuilder<unknown>) => RawBuilder<unknown>

// The plan is made once, for any days: what belongs to a taking is looked up for it alone (`offset 0`), so that no table is read for a few of its rows.

/** One step: where its list is, and its takings in some days with when each was finished (`at`) and how long it took (`took`). */
type Taken = { title: string; page: PageCode; query: Record<string, string>; rows: (at: At) => RawBuilder<unknown> }

const tested = (side: 'raw' | 'bulk') => (at: At) =>
  sql`
  select i.requested_at as at, r.approved_at - i.requested_at as took
  from inspection i cross join lateral (select r.approved_at from report r
    where r.enterprise_id = i.enterprise_id and r.inspection_id = i.id and r.version = 1 offset 0) r
  where i.side = ${side} and i.state = 'approved' and ${at(sql`i.requested_at`)}`

/** The decision that holds about each reported inspection, as page 13 lists it. */
const decided = (took: RawBuilder<unknown>, only: RawBuilder<unknown>) => (at: At) =>
  sql`
  select d.decided_at as at, ${took} as took
  from release_decision d
    cross join lateral (select v.* from report v where v.enterprise_id = d.enterprise_id and v.id = d.report_id offset 0) v
    cross join lateral (select from report r where r.enterprise_id = v.enterprise_id and r.inspection_id = v.inspection_id and r.state = 'approved' offset 0) r
    cross join lateral (select l.state from lot l where l.enterprise_id = d.enterprise_id and l.id = d.lot_id offset 0) l
    cross join lateral (select c.arrived_at from raw_lot w join receipt c on c.enterprise_id = w.enterprise_id and c.id = w.receipt_id
      where w.enterprise_id = d.enterprise_id and w.id = d.lot_id offset 0) c
    cross join lateral (select later.id from report other
      join release_decision later on later.enterprise_id = other.enterprise_id and later.report_id = other.id
      where other.enterprise_id = v.enterprise_id and other.inspection_id = v.inspection_id order by later.id desc limit 1) newest
  where newest.id = d.id and ${at(sql`d.decided_at`)} and ${only}`

/** From the arrival to the first release. What was tested again lay released meanwhile: it is among the decisions and has no such time. */
const sinceArrival = sql`case when not exists (
  select from release_decision before join report b on b.enterprise_id = before.enterprise_id and b.id = before.report_id
  where before.enterprise_id = d.enterprise_id and before.lot_id = d.lot_id and before.id < d.id and b.inspection_id <> v.inspection_id)
  then d.decided_at - c.arrived_at end`

const steps = ({ since }: Window): readonly Taken[] => [
  {
    title: '到货至放行',
    page: '13',
    query: { state: 'released', decidedFrom: since },
    rows: decided(sinceArrival, sql`d.state = 'released' and l.state <> 'rejected'`),
  },
  { title: '原料检验', page: '37', query: { side: 'raw', state: 'approved', from: since }, rows: tested('raw') },
  { title: '原料放行', page: '13', query: { decidedFrom: since }, rows: decided(sql`d.decided_at - v.approved_at`, sql`true`) },
  {
    title: '生产',
    page: '15',
    query: { finishedFrom: since },
    rows: (at) => sql`select b.finished_at as at, b.finished_at - o.approved_at as took
      from bulk_lot b join production_order o on o.enterprise_id = b.enterprise_id and o.id = b.order_id where ${at(sql`b.finished_at`)}`,
  },
  { title: '成品检验', page: '37', query: { side: 'bulk', state: 'approved', from: since }, rows: tested('bulk') },
  {
    title: '包装',
    page: '18',
    query: { finishedFrom: since },
    rows: (at) => sql`select r.finished_at as at, r.finished_at - o.approved_at as took
      from packaging_record r join packaging_order o on o.enterprise_id = r.enterprise_id and o.id = r.packaging_order_id where ${at(sql`r.finished_at`)}`,
  },
  {
    title: '成品放行',
    page: '19',
    query: { decidedFrom: since },
    rows: (at) => sql`select d.decided_at as at, d.decided_at - l.created_at as took
      from pack_release d cross join lateral (select l.created_at from lot l where l.enterprise_id = d.enterprise_id and l.id = d.lot_id offset 0) l where ${at(sql`d.decided_at`)}`,
  },
]

/** So many of the days' last ones say how long a step takes: counting stops where the lists stop. */
const takenAtMost = 1001

async function leadTimes(tx: Tx, actor: Pick<Actor, 'rights'>, { since, before }: Window): Promise<LeadTime[]> {
  const asked = steps({ since, before }).filter(({ page }) => actor.rights.includes(page))
  const days: readonly At[] = [
    (moment) => sql`${moment} >= ${startOf(since)}`,
    (moment) => sql`${moment} >= ${startOf(before)} and ${moment} < ${startOf(since)}`,
  ]
  const parts = asked.flatMap(({ rows }, place) =>
    days.map(
      (at, back) => sql`select ${sql.lit(place)}::integer as place, ${sql.lit(back)}::integer as back, count(*)::integer as count,
        round((percentile_cont(0.5) within group (order by extract(epoch from greatest(took, interval '0'))) filter (where took is not null) / 86400)::numeric, 3) as median
        from (${rows(at)} order by at desc limit ${sql.lit(takenAtMost)}) taken`,
    ),
  )
  if (parts.length === 0) return []
  const { rows } = await sql<{
    place: number
    back: number
    count: number
    median: string | null
  }>`${sql.raw(onePlan)}${sql.join(parts, sql` union all `)}`.execute(tx)
  return asked.map(({ title, page, query }, place) => {
    const of = (back: number) => only(rows.filter((row) => row.place === place && row.back === back))
    return { title, count: of(0).count, median: of(0).median, before: of(1).median, path: listAt(page, query) }
  })
}

/** Of the inspections that were requested and are reported, how many conformed at once. */
async function passRates(tx: Tx, { since, before }: Window): Promise<PassRate[]> {
  const { rows } = await sql<{ side: '' | 'raw' | 'bulk'; count: number; failed: number; rate: string | null; before: string | null }>`
    select coalesce(side, '') as side, (count(*) filter (where now))::integer as count, (count(*) filter (where now and failed))::integer as failed,
      round(100.0 * count(*) filter (where now and not failed) / nullif(count(*) filter (where now), 0), 1) as rate,
      round(100.0 * count(*) filter (where not now and not failed) / nullif(count(*) filter (where not now), 0), 1) as before
    from (select i.side, i.requested_at >= ${startOf(since)} as now, t.verdict = 'FAIL' as failed
      from inspection i join test_record t on t.enterprise_id = i.enterprise_id and t.inspection_id = i.id and t.state <> 'returned'
      where i.state = 'approved' and i.requested_at >= ${startOf(before)}) found group by grouping sets ((), (side))`.execute(tx)
  return (['', 'raw', 'bulk'] as const).map((side) => {
    const found = rows.find((row) => row.side === side)
    const query = { ...(side !== '' && { side }), state: 'approved', from: since }
    return {
      title: { '': '全部', raw: '原料', bulk: '成品' }[side],
      count: found?.count ?? 0,
      failed: found?.failed ?? 0,
      rate: found?.rate ?? null,
      before: found?.before ?? null,
      path: listAt('37', query),
      failedPath: listAt('37', { ...query, verdict: 'FAIL' }),
    }
  })
}

async function openOos(tx: Tx) {
  const { rows } = await sql<{ count: number; since: string | null }>`${sql.raw(onePlan)}
    select count(distinct inspection_id)::integer as count, min(opened_at) as since from oos_case where state = any (${[...openOosStates]}::text[])`.execute(
    tx,
  )
  return { ...only(rows), path: listAt('37', { oos: 'open' }) }
}

/** How many of each kind of ending are named. */
const namedAtMost = 4
const ownPapers = listAt('33', { by: 'own' })

async function paperEndings(tx: Tx): Promise<Ending[]> {
  const { rows } = await sql<{ kind: string; number: string; on: string | null }>`
    select kind, number, valid_until as on from licence
    where enterprise_id = current_enterprise() and supplier_id is null and customer_id is null and is_active order by valid_until nulls last, kind`.execute(
    tx,
  )
  const missing = neededPapers.filter((kind) => rows.every((paper) => paper.kind !== kind))
  return [
    ...missing.map((kind): Ending => ({ kind: 'paper', title: kind, on: null, missing: true, path: ownPapers })),
    ...rows.map(({ kind, on }): Ending => ({ kind: 'paper', title: kind, on, missing: false, path: ownPapers })),
  ]
}

async function lotEndings(tx: Tx, kind: 'retest' | 'expiry', today: string): Promise<Ending[]> {
  const [kinds, on, days] =
    kind === 'retest'
      ? [['raw', 'auxiliary'], sql.ref('h.retest_on'), lookAhead.retest]
      : [['pack'], sql.ref('h.expires_on'), lookAhead.expiry]
  const soonest = kinds.map(
    (
      of,
    ) => sql`(select h.lot_id, ${on} as on from lot_at_hand h where h.kind = ${sql.lit(of)} and ${on} <= ${today}::date + ${days}::integer
      order by ${on} limit ${sql.lit(namedAtMost)})`,
  )
  const { rows } = await sql<{ name: string; lotNo: string; on: string }>`
    select lot.name, lot.lot_no, soonest.on from (${sql.join(soonest, sql` union all `)}) soonest join lot on lot.id = soonest.lot_id
    order by soonest.on, lot.id limit ${sql.lit(namedAtMost)}`.execute(tx)
  return rows.map(({ name, lotNo, on: end }) => ({
    kind,
    title: `${name} ${lotNo}`,
    on: end,
    missing: false,
    path: listAt(kind === 'retest' ? '14' : '19', { q: lotNo, stock: 'yes' }),
  }))
}

/** What somebody looks at who answers for the work of others. */
export const readOversight: Handler<typeof dashboardApi.oversight> = async (tx, actor) => {
  const today = dayInShanghai(tx.now())
  const window = { since: addDays(today, 1 - oversightDays), before: addDays(today, 1 - 2 * oversightDays) }
  const may = (page: PageCode) => actor.rights.includes(page)
  const [papers, retests, expiries, lead, passed, oos] = await together([
    may('33') ? paperEndings(tx) : null,
    may('14') ? lotEndings(tx, 'retest', today) : [],
    may('19') ? lotEndings(tx, 'expiry', today) : [],
    leadTimes(tx, actor, window),
    passRates(tx, window),
    openOos(tx),
  ])
  const soon = addDays(today, lookAhead.expiry)
  return {
    leadTimes: lead,
    passRates: passed,
    oos,
    endings: [...(papers ?? []), ...retests, ...expiries].sort((a, b) => (endOf(a) < endOf(b) ? -1 : 1)),
    papers: papers && { count: papers.filter(({ on, missing }) => missing || (on !== null && on <= soon)).length, path: ownPapers },
  }
}

/** What is missing comes first; what has no end comes last. */
const endOf = ({ on, missing }: Ending) => (missing ? '' : (on ?? '9999'))
