import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { elementAt } from '#contract/kernel/certain.ts'
import { productionApi } from '#contract/making/production-api.ts'
import { secondPerson, signed } from '#server/demo/person.ts'
import { checkedBefore, doneStep, issuedProduction, nextStations } from '#server/demo/production.ts'
import { releasedLot } from '#server/demo/inspection.ts'
import { refused } from '#server/test/refused.ts'
import { openWorld } from '#server/test/world.ts'

const world = await openWorld()
after(() => world.close())
const { as } = world
const angelica = await releasedLot(as, { quantity: '900' })
const read = async (id: string) => (await as('shengchan')).ask(productionApi.read, { id })
const issued = () => issuedProduction(as, { lots: [{ lotId: angelica.lotId, quantity: '100' }] })

const hours = (from: string, many: number) => new Date(Date.parse(from) + many * 3_600_000).toISOString()

/** An order weighed out this many hours ago, whose first step ended right then: the next is 洗润, with its 闷润时间. */
async function waitingForMoistening(hoursAgo: number) {
  const { id } = await issued()
  // Evidence changes by a correction alone; when it was issued no correction changes.
  await world.change(`alter table production_issue disable trigger corrected;
    update production_issue set issued_at = issued_at - make_interval(hours => ${hoursAgo}) where order_id = '${id}';
    alter table production_issue enable trigger corrected;
    alter table clearance disable trigger guarded;
    update clearance set cleaned_at = cleaned_at - make_interval(hours => ${hoursAgo});
    alter table clearance enable trigger guarded`)
  const { issue } = await read(id)
  const start = issue?.issuedAt ?? ''
  await doneStep(as, id, { startedAt: start, endedAt: hours(start, 1) })
  return { id, after: hours(start, 1) }
}

async function startMoistening(id: string, startedAt?: string) {
  const { step, steps } = await read(id)
  assert.equal(step?.name, '洗润')
  return (await as('shengchan')).ask(productionApi.startStep, {
    id,
    stepNo: step?.no ?? 0,
    preChecks: checkedBefore,
    ...(await nextStations(as, id)),
    temperature: '22.5',
    humidity: '48',
    input: elementAt(steps, -1).output ?? '',
    ...(startedAt && { startedAt }),
  })
}

async function endMoistening(id: string, change: { moistened: string; timeReason?: string; endedAt?: string }) {
  const { steps } = await read(id)
  const running = elementAt(steps, -1)
  const { moistened, ...rest } = change
  return (await as('shengchan')).ask(productionApi.finishStep, {
    id,
    stepNo: running.no,
    output: running.input,
    parameters: [{ code: 'moisten_hours', value: moistened }],
    ...(running.isCritical && { signature: signed() }),
    checker: secondPerson('shengchan2'),
    ...rest,
  })
}

test('four hours of moistening do not fit into a step of a minute: it is said why, and stands in the batch record', async () => {
  const { id } = await waitingForMoistening(3)
  await startMoistening(id)
  await refused(endMoistening(id, { moistened: '4' }), 'duration_unexplained', 'timeReason')
  await refused(endMoistening(id, { moistened: '4', timeReason: ' ' }), 'duration_unexplained', 'timeReason')
  await endMoistening(id, { moistened: '4', timeReason: '开始时忘记登记，实际 8:00 开始' })
  const { steps, found } = await read(id)
  assert.equal(elementAt(steps, -1).timeReason, '开始时忘记登记，实际 8:00 开始')
  assert.deepEqual(found, [], 'it is marked for QA, and no deviation of the process')
})

test('a step whose own times hold the duration asks nothing, and keeps no reason', async () => {
  const { id, after: began } = await waitingForMoistening(6)
  await startMoistening(id, began)
  await refused(endMoistening(id, { moistened: '4', endedAt: hours(began, 3.95) }), 'duration_unexplained', 'timeReason')
  await endMoistening(id, { moistened: '4', endedAt: hours(began, 4), timeReason: '多余的说明' })
  assert.equal(elementAt((await read(id)).steps, -1).timeReason, null)
})

test('the database knows it too: of durations, and of steps that precede one another', async () => {
  const { id, after: began } = await waitingForMoistening(6)
  await startMoistening(id, began)
  const running = elementAt((await read(id)).steps, -1)
  const end = (parameters: object[], lasted: string) =>
    world.change(
      `update production_step set ended_by = started_by, ended_at = started_at + $2::interval, output_quantity = input_quantity, water_quantity = 0,
        losses = '[]', parameters = $3, remark = '' where id = $1`,
      [running.id, lasted, JSON.stringify(parameters)],
    )
  const moistened = (value: string, unit: string) => [{ code: 'moisten_hours', name: '闷润时间', value, unit }]
  await assert.rejects(end(moistened('4', 'h'), '1 minute'), /duration_unexplained/)
  await assert.rejects(end(moistened('240', '分钟'), '3 hours'), /duration_unexplained/)
  await assert.rejects(end(moistened('1', '天'), '5 hours'), /duration_unexplained/)
  const before = (change: string) => world.change(`update production_step set ${change} where id = $1`, [running.id])
  await assert.rejects(before(`started_at = started_at - interval '1 minute'`), /steps_out_of_order|evidence/)
  await end(moistened('约四小时', 'h'), '3 hours') // words are no number
  const insert = (shift: string) =>
    world.change(
      `insert into production_step (enterprise_id, order_id, step_no, name, is_critical, pre_checks, room, room_id, temperature, humidity, equipment, is_late_entry, started_by, started_at, input_quantity)
      select enterprise_id, order_id, step_no + 1, name, is_critical, pre_checks, room, room_id, temperature, humidity, equipment, true, started_by, ended_at ${shift}, 1 from production_step where id = $1`,
      [running.id],
    )
  await assert.rejects(insert(`- interval '5 hours'`), /steps_out_of_order/, 'a later step does not begin before an earlier one')
})

test('a step answers the batch number, state and version that the order has afterwards', async () => {
  const { id } = await issued()
  const shengchan = await as('shengchan')
  const { step } = await read(id)
  const standing = async () => {
    const { rows } = await world.admin.query<{ standing: unknown }>(
      `select jsonb_build_array(batch_no, state, row_version) as standing from production_order where id = $1`,
      [id],
    )
    return elementAt(rows, 0).standing
  }
  const started = await shengchan.ask(productionApi.startStep, {
    id,
    stepNo: step?.no ?? 0,
    preChecks: checkedBefore,
    ...(await nextStations(as, id)),
    temperature: '22.5',
    humidity: '48',
    input: '100',
  })
  assert.match(started.batchNo ?? '', /^\d{8}$/)
  assert.deepEqual([started.batchNo, started.state, started.rowVersion], await standing())
  const finished = await doneStep(as, id)
  assert.deepEqual([finished.batchNo, finished.state, finished.rowVersion], await standing())
})
