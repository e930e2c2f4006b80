import { sql } from 'kysely'
import type { climateApi, ClimateDay, ClimateLimits, ClimatePoint, ClimateReading } from '#contract/warehouse/climate.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { matches, pageOf } from '#kernel/paging.ts'
import type { Handler, Tx } from '#kernel/serve.ts'

const limitsOf = (limit: string) => sql<ClimateLimits>`jsonb_build_object('temperatureMin', ${sql.ref(`${limit}.temperatureMin`)}::text,
  'temperatureMax', ${sql.ref(`${limit}.temperatureMax`)}::text, 'humidityMin', ${sql.ref(`${limit}.humidityMin`)}::text,
  'humidityMax', ${sql.ref(`${limit}.humidityMax`)}::text)`

/** Points with the limits in force and the last reading that holds. */
const selectPoints = (tx: Tx) =>
  tx
    .selectFrom('climatePoint as p')
    .select(['p.id', 'p.number', 'p.name', 'p.byLogger', 'p.everyHours', 'p.state', 'p.dueAt', 'p.rowVersion'])
    .select([
      sql<boolean>`p.room_id is not null`.as('isRoom'),
      sql<string>`coalesce(p.warehouse, (select a.number || ' ' || a.name from asset a where a.enterprise_id = p.enterprise_id and a.id = p.room_id))`.as(
        'place',
      ),
      sql<ClimateLimits>`(select jsonb_build_object('temperatureMin', l.temperature_min::text, 'temperatureMax', l.temperature_max::text,
          'humidityMin', l.humidity_min::text, 'humidityMax', l.humidity_max::text)
        from climate_limit l where l.enterprise_id = p.enterprise_id and l.point_id = p.id order by l.id desc limit 1)`.as('limits'),
      sql<{ at: string; temperature: string; humidity: string; isOut: boolean } | null>`(
        select jsonb_build_object('at', r.measured_at, 'temperature', r.temperature::text, 'humidity', r.humidity::text, 'isOut', r.is_out)
        from climate_reading r where r.enterprise_id = p.enterprise_id and r.point_id = p.id
          and not exists (select from climate_void v where v.enterprise_id = r.enterprise_id and v.reading_id = r.id)
        order by r.measured_at desc limit 1)`.as('last'),
    ])

type Selected = Awaited<ReturnType<ReturnType<typeof selectPoints>['execute']>>[number]
const rowFrom = ({ last, ...point }: Selected): ClimatePoint => ({
  ...point,
  lastAt: last === null ? null : new Date(last.at).toISOString(),
  lastTemperature: last?.temperature ?? null,
  lastHumidity: last?.humidity ?? null,
  lastIsOut: last?.isOut ?? null,
})

export async function pointOf(tx: Tx, id: string): Promise<ClimatePoint> {
  const found = await selectPoints(tx).where('p.id', '=', id).executeTakeFirst()
  if (found === undefined) throw new Refusal('not_found')
  return rowFrom(found)
}

/** Points by number, or by id, as they are now. */
export async function pointsBy(tx: Tx, by: 'number' | 'id', keys: readonly string[]): Promise<ClimatePoint[]> {
  return (
    await selectPoints(tx)
      .where(`p.${by}`, 'in', [...keys])
      .execute()
  ).map(rowFrom)
}

export const listPoints: Handler<typeof climateApi.list> = async (tx, _actor, { q, state, ...paging }) => {
  const page = await pageOf(
    tx,
    selectPoints(tx)
      .$call((query) => (state === undefined ? query : query.where('p.state', '=', sql.lit(state))))
      .$if(q !== '', (query) => query.where(matches(q, { number: 'p.number', name: 'p.name', initials: 'p.initials' }))),
    paging,
  )
  return { ...page, rows: page.rows.map(rowFrom) }
}

const nameOf = (column: string) =>
  sql<string | null>`(select name from account where account.enterprise_id = r.enterprise_id and account.id = ${sql.ref(column)})`

const selectReadings = (tx: Tx) =>
  tx
    .selectFrom('climateReading as r')
    .innerJoin('climateLimit as l', (join) => join.onRef('l.enterpriseId', '=', 'r.enterpriseId').onRef('l.id', '=', 'r.limitId'))
    .leftJoin('climateVoid as v', (join) => join.onRef('v.enterpriseId', '=', 'r.enterpriseId').onRef('v.readingId', '=', 'r.id'))
    .select(['r.id', 'r.measuredAt', 'r.temperature', 'r.humidity', 'r.source', 'r.isOut', 'r.recordedBy', 'r.recordedAt'])
    .select(['v.reason as voidReason', nameOf('v.voidedBy').as('voidedByName'), limitsOf('l').as('limits')])
    .select([
      sql<string>`coalesce(${nameOf('r.recordedBy')}, '')`.as('recordedByName'),
      sql<string | null>`(select i.case_no from incident i where i.enterprise_id = r.enterprise_id and i.id = r.incident_id)`.as('caseNo'),
    ])

export async function readingOf(tx: Tx, id: string): Promise<ClimateReading> {
  const found = await selectReadings(tx).where('r.id', '=', id).executeTakeFirst()
  if (found === undefined) throw new Refusal('not_found')
  return found
}

export const listReadings: Handler<typeof climateApi.readings> = async (tx, _actor, { id, q: _, ...paging }) => {
  await pointOf(tx, id)
  return pageOf(tx, selectReadings(tx).where('r.pointId', '=', id), paging)
}

/** Each day of a span on which something was read, what holds of it; `from` is the first day and `until` the day after the last. */
export async function daysOf(tx: Tx, pointId: string, from: string, until: string): Promise<ClimateDay[]> {
  const { rows } = await sql<ClimateDay>`
    select (r.measured_at at time zone 'Asia/Shanghai')::date as day, min(r.temperature) as temperature_low, max(r.temperature) as temperature_high,
      min(r.humidity) as humidity_low, max(r.humidity) as humidity_high, count(*)::integer as readings,
      (count(*) filter (where (r.measured_at at time zone 'Asia/Shanghai')::time < '12:00'))::integer as mornings, (count(*) filter (where r.is_out))::integer as out
    from climate_reading r where r.point_id = ${pointId}::uuid
      and r.measured_at >= ${from}::date::timestamp at time zone 'Asia/Shanghai' and r.measured_at < ${until}::date::timestamp at time zone 'Asia/Shanghai'
      and not exists (select from climate_void v where v.enterprise_id = r.enterprise_id and v.reading_id = r.id)
    group by 1 order by 1`.execute(tx)
  return rows
}

export const readDays: Handler<typeof climateApi.days> = async (tx, _actor, { id, month }) => {
  await pointOf(tx, id)
  const [year, number] = month.split('-').map(Number)
  return daysOf(tx, id, `${month}-01`, new Date(Date.UTC(year ?? 0, number ?? 0, 1)).toISOString().slice(0, 10))
}
