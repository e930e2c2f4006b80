import { sql } from 'kysely'
import { openIncidentStates } from '#contract/cases/incident.ts'
import { elementAt, present } from '#contract/kernel/certain.ts'
import { exact } from '#contract/kernel/exact-decimal.ts'
import { refusal } from '#contract/kernel/action.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { climateActions, climateText, type climateApi, type ClimateLimits, type ClimatePoint } from '#contract/warehouse/climate.ts'
import { occurredAt } from '#kernel/occurred-at.ts'
import type { Actor, Handler, Tx } from '#kernel/serve.ts'
import { openIncident } from '#server/features/cases/incident/open-incident.ts'
import { compareText } from '#tools/compare-text.ts'
import { pointOf, pointsBy } from './queries.ts'
import { readClimateFile } from './read-file.ts'

type Source = 'hand' | 'logger' | 'file'
type Reading = { measuredAt: string; temperature: string; humidity: string; path: string }
type Named = Reading & { number: string }

const isOut = (
  { temperatureMin, temperatureMax, humidityMin, humidityMax }: ClimateLimits,
  { temperature, humidity }: { temperature: string; humidity: string },
): boolean =>
  (temperatureMin !== null && exact(temperature).lessThan(temperatureMin)) ||
  (temperatureMax !== null && exact(temperature).greaterThan(temperatureMax)) ||
  (humidityMin !== null && exact(humidity).lessThan(humidityMin)) ||
  (humidityMax !== null && exact(humidity).greaterThan(humidityMax))

type Side = 'record' | 'recordInRoom'

/** 人工记录: by those of the store, or of the room. */
export const recordReading =
  (side: Side): Handler<(typeof climateApi)[Side]> =>
  async (tx, actor, { id, temperature, humidity, measuredAt: given }) => {
    await lockPoints(tx, [id])
    const point = await pointOf(tx, id)
    const code = refusal(climateActions[side], point, actor)
    if (code !== undefined) throw new Refusal(code)
    const measuredAt = occurredAt(tx, given, 'measuredAt')
    const { caseNo } = await takeReadings(tx, actor, point, [{ measuredAt, temperature, humidity, path: 'measuredAt' }], 'hand')
    return { point: await pointOf(tx, id), caseNo }
  }

/** What a logger sends by its token, or a program collects; a person who sends so brings what a logger kept. */
export const deliverReadings: Handler<typeof climateApi.deliver> = (tx, actor, { readings }) =>
  takeNamed(
    tx,
    actor,
    readings.map((reading, index) => ({ ...reading, path: `readings.${index}` })),
    actor.isProgram ? 'logger' : 'file',
  )

/** 导入 of the file of a logger: every line or none. */
export const bringReadings: Handler<typeof climateApi.bring> = (tx, actor, { text }) => takeNamed(tx, actor, readClimateFile(text), 'file')

async function takeNamed(tx: Tx, actor: Actor, given: readonly Named[], source: Source) {
  const numbers = [...new Set(given.map(({ number }) => number))]
  const ids = (await tx.selectFrom('climatePoint').select('id').where('number', 'in', numbers).execute()).map(({ id }) => id)
  if (ids.length > 0) await lockPoints(tx, ids)
  const points = await pointsBy(tx, 'number', numbers)
  for (const { number, path } of given) {
    const point = points.find((one) => one.number === number)
    if (point === undefined) throw new Refusal('not_found', [{ path, message: `没有监测点 ${number}` }])
    if (point.state === 'disabled') throw new Refusal('wrong_state', [{ path, message: `监测点 ${number} 已停用` }])
  }
  const taken = { added: 0, known: 0, caseNos: [] as string[] }
  for (const point of points.toSorted((one, other) => compareText(one.id, other.id))) {
    const own = given
      .filter(({ number }) => number === point.number)
      .map((reading) => ({ ...reading, measuredAt: occurredAt(tx, reading.measuredAt, `${reading.path}.measuredAt`) }))
    const { added, known, caseNo } = await takeReadings(tx, actor, point, own, source)
    taken.added += added
    taken.known += known
    if (caseNo !== null) taken.caseNos.push(caseNo)
  }
  return taken
}

const lockPoints = (tx: Tx, ids: readonly string[]) =>
  tx
    .selectFrom('climatePoint')
    .select('id')
    .where('id', 'in', [...ids])
    .orderBy('id')
    .forUpdate()
    .execute()

/** Writes what is new of the readings of one point, the point being locked. What is out of the limits names the open case about it, or a new one. */
async function takeReadings(tx: Tx, actor: Actor, point: ClimatePoint, given: readonly Reading[], source: Source) {
  const fresh = await unknownOf(tx, point, given)
  const out = fresh
    .filter((reading) => isOut(point.limits, reading))
    .toSorted((one, other) => compareText(one.measuredAt, other.measuredAt))
  const incident = out.length === 0 ? null : await caseOf(tx, actor, point, out)
  if (fresh.length > 0)
    await tx
      .insertInto('climateReading')
      .values(
        fresh.map((reading) => ({
          ...{ enterpriseId: actor.enterpriseId, pointId: point.id, source, recordedBy: actor.id, recordedAt: tx.now().toISOString() },
          ...{ measuredAt: reading.measuredAt, temperature: reading.temperature, humidity: reading.humidity },
          // The trigger names the limits and judges again.
          limitId: sql<string>`(select l.id from climate_limit l where l.point_id = ${point.id}::uuid order by l.id desc limit 1)`,
          isOut: isOut(point.limits, reading),
          incidentId: isOut(point.limits, reading) && incident !== null ? incident.id : null,
        })),
      )
      .execute()
  return { added: fresh.length, known: given.length - fresh.length, caseNo: incident?.caseNo ?? null }
}

/** A logger sends again what was lost on the way: the same is known, something else for the same moment is refused (`reading_differs`). */
async function unknownOf(tx: Tx, point: ClimatePoint, given: readonly Reading[]): Promise<Reading[]> {
  const kept = await tx
    .selectFrom('climateReading')
    .select(['measuredAt', 'temperature', 'humidity'])
    .where('pointId', '=', point.id)
    .where(
      'measuredAt',
      'in',
      given.map(({ measuredAt }) => measuredAt),
    )
    .execute()
  const known = new Map(kept.map((one) => [new Date(one.measuredAt).toISOString(), one]))
  const fresh: Reading[] = []
  for (const reading of given) {
    const before = known.get(reading.measuredAt)
    if (before === undefined) {
      known.set(reading.measuredAt, reading)
      fresh.push(reading)
    } else if (!exact(before.temperature).equals(reading.temperature) || !exact(before.humidity).equals(reading.humidity))
      throw new Refusal('reading_differs', [
        { path: reading.path, message: `${point.number} 此刻已有 ${before.temperature} ℃，${before.humidity} %RH` },
      ])
  }
  return fresh
}

/** The case of an excursion: the one that is open about the point, or a new one; with what stood there, as long as it lasted. */
async function caseOf(tx: Tx, actor: Actor, point: ClimatePoint, out: readonly Reading[]): Promise<{ id: string; caseNo: string }> {
  const open = await tx
    .selectFrom('incident')
    .select(['id', 'caseNo'])
    .where('sourceId', '=', point.id)
    .where('sourceTable', '=', 'climate_point')
    .where('state', 'in', openIncidentStates)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  const first = elementAt(out, 0)
  const { rows: stood } = await sql<{ lotId: string; lotNo: string; name: string; quantity: string }>`
    select s.lot_id, l.lot_no, l.name, s.quantity from stood_in(${point.isRoom ? '' : point.place}, ${first.measuredAt}::timestamptz) s
      join lot l on l.enterprise_id = current_enterprise() and l.id = s.lot_id order by l.lot_no`.execute(tx)
  const incident =
    open ??
    (await openIncident(tx, actor, {
      area: 'environment',
      subject: `${point.number} ${point.name} 温湿度超出限度`,
      description: `当时在此的批次${stood.length}批：${namedLots(stood)}`,
      place: point.place,
      measured: `${first.temperature} ℃，${first.humidity} %RH`,
      expected: climateText(point.limits),
      foundAt: first.measuredAt,
      source: { table: 'climate_point', id: point.id, no: point.number },
    }))
  if (stood.length > 0)
    await tx
      .insertInto('climateExposure')
      .values(
        stood.map(({ lotId, quantity }) => ({
          ...{ enterpriseId: actor.enterpriseId, incidentId: incident.id, lotId, quantity, stoodAt: present(first).measuredAt },
        })),
      )
      .onConflict((conflict) => conflict.constraint('climate_exposed_once').doNothing())
      .execute()
  return incident
}

/** As many as a description has room for. */
const namedAtMost = 30
const namedLots = (stood: readonly { lotNo: string; name: string }[]): string =>
  stood.length === 0
    ? '无'
    : stood
        .slice(0, namedAtMost)
        .map(({ lotNo, name }) => `${name} ${lotNo}`)
        .join('、') + (stood.length > namedAtMost ? ' 等' : '')
