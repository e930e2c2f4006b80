import { sql } from 'kysely'
import { causeFactors, incidentAreas, incidentKinds } from '#contract/cases/incident.ts'
import type { incidentApi } from '#contract/cases/incident-api.ts'
import { only } from '#contract/kernel/certain.ts'
import { dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import type { Handler } from '#kernel/serve.ts'

type Tally = { dimension: string; value: string; count: number; open: number; critical: number }

/** How many of each a chart shows, the most frequent first. */
const talliesAtMost = 20

/** Where the cases of a time gather, and the figures of the yearly review. A case with lots of several herbs counts for each. */
export const readIncidentTrend: Handler<typeof incidentApi.trend> = async (tx, _actor, { from, to }) => {
  const ofTime = sql`i.enterprise_id = current_enterprise() and i.opened_at >= (${from}::date)::timestamp at time zone 'Asia/Shanghai'
    and i.opened_at < (${to}::date + 1)::timestamp at time zone 'Asia/Shanghai'`
  const today = sql`${dayInShanghai(tx.now())}::date`
  const { rows: sums } = await sql<{
    total: number
    open: number
    late: number
    medianDays: number | null
    measures: number
    lateMeasures: number
  }>`
    with seen as materialized (select i.* from incident i where ${ofTime})
    select count(*)::integer as total, (count(*) filter (where closed_at is null))::integer as open,
      (count(*) filter (where closed_at is null and due_on < ${today}))::integer as late,
      (percentile_disc(0.5) within group (order by extract(epoch from closed_at - opened_at)) filter (where closed_at is not null) / 86400)::integer as median_days,
      (select count(*)::integer from incident_measure m where m.enterprise_id = current_enterprise() and m.incident_id = any (array(select id from seen))
        and m.state <> 'cancelled') as measures,
      (select count(*)::integer from incident_measure m where m.enterprise_id = current_enterprise() and m.incident_id = any (array(select id from seen))
        and m.state = 'open' and m.due_on < ${today}) as late_measures
    from seen`.execute(tx)
  const { rows: tallies } = await sql<Tally>`
    with seen as materialized (select i.* from incident i where ${ofTime}), told as (
      select id, state, level, 'kind' as dimension, kind as value from seen
      union all select id, state, level, 'area', area from seen
      union all select id, state, level, 'place', place from seen where place <> ''
      union all select id, state, level, 'post', post from seen where post <> ''
      union all select id, state, level, 'factor', cause ->> 'factor' from seen where cause is not null
      union all
      select distinct seen.id, seen.state, seen.level, 'herb', l.name from seen
        join lateral (select c.lot_id from incident_lot c where c.enterprise_id = seen.enterprise_id and c.incident_id = seen.id
            and c.decision is distinct from 'not_concerned' union select seen.told_lot_id) about on about.lot_id is not null
        join lot l on l.enterprise_id = seen.enterprise_id and l.id = about.lot_id
    ), counted as (
      select dimension, value, count(*)::integer as count, (count(*) filter (where state not in ('closed', 'unfounded')))::integer as open,
        (count(*) filter (where level = 'critical'))::integer as critical,
        row_number() over (partition by dimension order by count(*) desc, value) as place from told group by dimension, value)
    select dimension, value, count, open, critical from counted where place <= ${talliesAtMost} order by dimension, place`.execute(tx)
  const labels: Record<string, Record<string, string>> = { kind: incidentKinds, area: incidentAreas, factor: causeFactors }
  const of = (dimension: string) =>
    tallies
      .filter((one) => one.dimension === dimension)
      .map(({ dimension: _, ...one }) => ({ ...one, label: labels[dimension]?.[one.value] ?? one.value }))
  return {
    ...only(sums),
    tallies: { kind: of('kind'), area: of('area'), place: of('place'), post: of('post'), herb: of('herb'), factor: of('factor') },
  }
}
