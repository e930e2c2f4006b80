import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import { incidentApi } from '#contract/cases/incident-api.ts'
import { only } from '#contract/kernel/certain.ts'
import { assetApi } from '#contract/making/asset-api.ts'
import { workApi } from '#contract/office/work.ts'
import { tokenApi } from '#contract/people/token.ts'
import { addDays, dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import { climateApi, type ClimateLimits } from '#contract/warehouse/climate.ts'
import { releasedLot } from '#server/demo/inspection.ts'
import { demoPassword, secondPerson, signed } from '#server/demo/person.ts'
import { refused } from '#server/test/refused.ts'
import { openWorld } from '#server/test/world.ts'
import { markClimateDue } from './mark-due.ts'

const world = await openWorld()
after(() => world.close())
const { as } = world
const limits: ClimateLimits = { temperatureMin: null, temperatureMax: '20', humidityMin: '35', humidityMax: '75' }
let serial = 0

/** A point of the raw store with limits of its own. */
async function point(change: { everyHours?: number | null; roomId?: string; warehouse?: string } = {}) {
  const { roomId, everyHours = null, warehouse = '原料库' } = change
  return (await as('qa')).ask(climateApi.create, {
    ...{ number: `WS-${++serial}`, name: '原料库东侧', everyHours, limits, reason: '按贮藏要求' },
    ...(roomId === undefined ? { warehouse } : { roomId }),
    ...{ signature: signed(), approver: secondPerson('zhiliang') },
  })
}
const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()

test('limits are the firm’s own, given by one and approved by the head of quality; what was read keeps those of its time', async () => {
  const made = await point()
  assert.deepEqual([made.state, made.lastAt, made.limits.temperatureMax], ['due', null, '20.00'])
  const qa = await as('qa')
  const input = { number: 'WS-X', name: '甲', warehouse: '原料库', everyHours: null, limits, reason: '按贮藏要求', signature: signed() }
  await refused(qa.ask(climateApi.create, { ...input, approver: secondPerson('qa') }), 'same_person')
  await refused(qa.ask(climateApi.create, { ...input, approver: secondPerson('cangku') }), 'signer_lacks_duty')
  const approver = secondPerson('zhiliang')
  const none = { temperatureMin: null, temperatureMax: null, humidityMin: null, humidityMax: null }
  await refused(qa.ask(climateApi.create, { ...input, limits: none, approver }), 'invalid_input', 'limits')
  await refused(
    qa.ask(climateApi.create, { ...input, limits: { ...limits, temperatureMin: '30' }, approver }),
    'invalid_input',
    'limits.temperatureMax',
  )
  await refused(qa.ask(climateApi.create, { ...input, warehouse: '没有的库', approver }), 'not_found', 'warehouse')
  await refused(qa.ask(climateApi.create, { ...input, number: made.number, approver }), 'climate_number_taken')
  await refused((await as('cangku')).ask(climateApi.create, { ...input, approver }), 'no_permission')
  await (await as('cangku')).ask(climateApi.record, { id: made.id, temperature: '19.5', humidity: '60' })
  const { rowVersion } = only((await qa.ask(climateApi.list, { q: made.number })).rows)
  const narrow = {
    id: made.id,
    rowVersion,
    limits: { ...limits, temperatureMax: '19' },
    reason: '验证后收紧',
    signature: signed(),
    approver,
  }
  await refused(qa.ask(climateApi.setLimits, { ...narrow, rowVersion: rowVersion + 1 }), 'stale')
  await qa.ask(climateApi.setLimits, narrow)
  const { rows } = await qa.ask(climateApi.readings, { id: made.id })
  assert.deepEqual([only(rows).limits.temperatureMax, only(rows).isOut], ['20.00', false])
  await assert.rejects(world.change(`update climate_limit set temperature_max = 99 where point_id = '${made.id}'`), /evidence|never|not/)
  await assert.rejects(
    world.change(`insert into climate_limit (enterprise_id, point_id, temperature_max, reason, set_by, approved_by, set_at)
      select enterprise_id, point_id, 40, 'x', set_by, set_by, now() from climate_limit where point_id = '${made.id}' limit 1`),
    /climate_limit_by_two/,
  )
})

test('a reading out of limits opens a case with what stood there then; while it is open the next ones belong to it', async () => {
  const { lotId, lotNo } = await releasedLot(as, { quantity: '30' })
  const made = await point()
  const keeper = await as('cangku')
  const good = await keeper.ask(climateApi.record, { id: made.id, temperature: '20', humidity: '75' })
  assert.deepEqual([good.caseNo, good.point.state], [null, 'current'], 'what is at its limit is in it')
  const { caseNo } = await keeper.ask(climateApi.record, { id: made.id, temperature: '20.01', humidity: '60', measuredAt: ago(1) })
  assert.ok(caseNo)
  const incident = only((await (await as('qa')).ask(incidentApi.list, { q: caseNo })).rows)
  assert.deepEqual([incident.area, incident.source, incident.sourceNo], ['environment', 'climate_point', made.number])
  const { description, measured, expected } = await (await as('qa')).ask(incidentApi.read, { id: incident.id })
  assert.match(description, new RegExp(lotNo))
  assert.deepEqual([measured, expected], ['20.01 ℃，60 %RH', '≤ 20 ℃，35–75 %RH'])
  const again = await keeper.ask(climateApi.record, { id: made.id, temperature: '21', humidity: '60' })
  assert.equal(again.caseNo, caseNo)
  const { rows } = await world.admin.query(`select quantity::text from climate_exposure where incident_id = $1 and lot_id = $2`, [
    incident.id,
    lotId,
  ])
  assert.equal(rows.length, 1)
  // What came into the store only after the reading did not stand there then.
  const early = await point()
  await keeper.ask(climateApi.record, { id: early.id, temperature: '25', humidity: '60', measuredAt: ago(60 * 24 * 400) })
  const exposed = await world.admin.query(
    `select from climate_exposure x join climate_reading r on r.incident_id = x.incident_id where r.point_id = $1 and x.lot_id = $2`,
    [early.id, lotId],
  )
  assert.equal(exposed.rowCount, 0)
  await assert.rejects(
    world.change(`insert into climate_reading (enterprise_id, point_id, limit_id, measured_at, temperature, humidity, source, is_out, recorded_by, recorded_at)
      select enterprise_id, point_id, limit_id, now(), 30, 50, 'hand', false, recorded_by, now() from climate_reading where point_id = '${early.id}' limit 1`),
    /climate_reading_check/,
    'nor does direct SQL leave the case out',
  )
})

test('a logger sends by its token, what is sent again is known, and nothing is sent in its place', async () => {
  const made = await point({ everyHours: 1 })
  const { token } = await (
    await as('admin')
  ).ask(tokenApi.create, {
    ...{ name: '温湿度仪', rights: ['14:move'], validUntil: addDays(dayInShanghai(new Date()), 30), password: demoPassword },
  })
  const send = async (given: object) =>
    world.app.inject({
      ...{ method: 'POST', url: `/api${climateApi.deliver.path}`, payload: given },
      headers: { authorization: `Bearer ${token}`, 'idempotency-key': randomUUID() },
    })
  const readings = [ago(30), ago(20), ago(10)].map((measuredAt, index) => ({
    number: made.number,
    measuredAt,
    temperature: `1${index}.5`,
    humidity: '50',
  }))
  assert.deepEqual((await send({ readings })).json(), { added: 3, known: 0, caseNos: [] })
  assert.deepEqual((await send({ readings })).json(), { added: 0, known: 3, caseNos: [] })
  const keeper = await as('cangku')
  const other = readings.map((reading) => ({ ...reading, temperature: '19' }))
  await refused(keeper.ask(climateApi.deliver, { readings: other }), 'reading_differs', 'readings.0')
  const far = { number: made.number, measuredAt: new Date(Date.now() + 3_600_000).toISOString(), temperature: '19', humidity: '50' }
  await refused(keeper.ask(climateApi.deliver, { readings: [far] }), 'invalid_input', 'readings.0.measuredAt')
  await refused(keeper.ask(climateApi.deliver, { readings: [{ ...far, number: '没有' }] }), 'not_found', 'readings.0')
  await refused((await as('other')).ask(climateApi.deliver, { readings }), 'not_found', 'readings.0')
  const { rows } = await (await as('qa')).ask(climateApi.readings, { id: made.id })
  assert.deepEqual([rows.length, rows[0]?.source, rows[0]?.temperature], [3, 'logger', '12.50'])
  await refused((await as('qa')).ask(climateApi.void, { id: rows[0]?.id ?? '', reason: '不好看', signature: signed() }), 'wrong_state')
  await assert.rejects(world.change(`delete from climate_reading where point_id = '${made.id}'`), /evidence|never|not/)
})

test('a file of a logger comes in whole or not at all, its lines are named', async () => {
  const made = await point({ everyHours: 24 })
  const keeper = await as('cangku')
  const bring = (text: string) => keeper.ask(climateApi.bring, { text })
  await refused(
    bring(`编号,时间,温度,相对湿度\n${made.number},2026-03-05 08:00,18.2,55\n${made.number},昨天,18,55`),
    'invalid_input',
    'text',
  )
  assert.equal((await keeper.ask(climateApi.readings, { id: made.id })).total, 0)
  const text = `编号,时间,温度,相对湿度\r\n${made.number},2026-03-05 08:00,18.2,55\r\n${made.number},2026/3/5 20:30,17,56.5\r\n`
  assert.deepEqual(await bring(text), { added: 2, known: 0, caseNos: [] })
  assert.deepEqual(await keeper.ask(climateApi.days, { id: made.id, month: '2026-03' }), [
    {
      day: '2026-03-05',
      temperatureLow: '17.00',
      temperatureHigh: '18.20',
      humidityLow: '55.00',
      humidityHigh: '56.50',
      readings: 2,
      mornings: 1,
      out: 0,
    },
  ])
  await refused(bring('编号,时间\n'), 'invalid_input', 'text')
  await refused(bring(`${made.number},2026-03-05 08:00,1e9,55`), 'invalid_input', 'text')
})

test('a missing reading waits for those of the store, in a room for those who work there', async () => {
  const made = await point()
  const { rows } = await (await as('shengchan2')).ask(assetApi.list, { kind: 'room', pageSize: 1 })
  const room = await point({ roomId: only(rows).id })
  const waitsFor = async (person: 'cangku' | 'shengchan') =>
    (await (await as(person)).ask(workApi.waiting, {})).flatMap(({ document, oldest }) =>
      document === '温湿度监测点' ? oldest.map(({ no }) => no) : [],
    )
  assert.ok((await waitsFor('cangku')).includes(made.number))
  assert.ok(!(await waitsFor('cangku')).includes(room.number))
  assert.ok((await waitsFor('shengchan')).includes(room.number))
  await refused((await as('cangku')).ask(climateApi.record, { id: room.id, temperature: '18', humidity: '50' }), 'wrong_state')
  await (await as('shengchan')).ask(climateApi.recordInRoom, { id: room.id, temperature: '18', humidity: '50' })
  await (await as('cangku')).ask(climateApi.record, { id: made.id, temperature: '18', humidity: '50' })
  assert.ok(!(await waitsFor('cangku')).includes(made.number))
  const late = { now: () => new Date(Date.now() + 26 * 3_600_000) }
  assert.ok((await markClimateDue(world.pool, late)) >= 2)
  assert.equal(await markClimateDue(world.pool, late), 0)
  const { rows: due } = await (await as('cangku')).ask(climateApi.list, { state: 'due', q: made.number })
  assert.equal(only(due).id, made.id)
  const qa = await as('qa')
  await qa.ask(climateApi.disable, { id: made.id, reason: '库房停用' })
  assert.ok(!(await waitsFor('cangku')).includes(made.number))
  await refused((await as('cangku')).ask(climateApi.record, { id: made.id, temperature: '18', humidity: '50' }), 'wrong_state')
  assert.equal((await qa.ask(climateApi.enable, { id: made.id, reason: '启用' })).state, 'due')
})

test('a reading that was written down wrong is voided by another, stays, and is read again', async () => {
  const made = await point()
  const keeper = await as('cangku')
  await keeper.ask(climateApi.record, { id: made.id, temperature: '95', humidity: '50' })
  const { rows } = await keeper.ask(climateApi.readings, { id: made.id })
  const { id } = only(rows)
  await refused(keeper.ask(climateApi.void, { id, reason: '写错', signature: signed() }), 'no_permission')
  const qa = await as('qa')
  const voided = await qa.ask(climateApi.void, { id, reason: '19.5误写为95', signature: signed() })
  assert.deepEqual([voided.voidReason, voided.voidedByName, voided.temperature], ['19.5误写为95', '郑质保', '95.00'])
  await refused(qa.ask(climateApi.void, { id, reason: '再作废', signature: signed() }), 'wrong_state')
  const now = only((await qa.ask(climateApi.list, { q: made.number })).rows)
  assert.deepEqual([now.state, now.lastAt], ['due', null])
  await assert.rejects(
    world.change(`insert into climate_void (enterprise_id, reading_id, reason, voided_by, voided_at)
      select enterprise_id, id, 'x', recorded_by, now() from climate_reading where point_id = '${made.id}'`),
    /same_person|climate_voided_once/,
  )
})
