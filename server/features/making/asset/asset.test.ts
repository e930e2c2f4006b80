import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { elementAt, only, present } from '#contract/kernel/certain.ts'
import { assetApi } from '#contract/making/asset-api.ts'
import { clearanceApi } from '#contract/making/clearance.ts'
import { productionApi } from '#contract/making/production-api.ts'
import { packagingApi } from '#contract/packing/packaging.ts'
import { addDays, dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import { clearedAssets, registeredLine, scaleFor } from '#server/demo/asset.ts'
import { releasedLot } from '#server/demo/inspection.ts'
import { approvedPackaging } from '#server/demo/packaging.ts'
import { secondPerson, signed } from '#server/demo/person.ts'
import {
  checkedBefore,
  cleared,
  doneStep,
  finishedProduction,
  issuedProduction,
  nextStations,
  orderedProduction,
  terminatedProduction,
  weighingsOf,
  approvedProduction,
} from '#server/demo/production.ts'
import { refused } from '#server/test/refused.ts'
import { openWorld } from '#server/test/world.ts'

const world = await openWorld()
after(() => world.close())
const { as } = world
const today = dayInShanghai(new Date())

const herb = await releasedLot(as, { quantity: '900' })
const lots = (quantity: string) => [{ lotId: herb.lotId, quantity, reason: '按生产计划使用该批' }]
const keeper = () => as('shengchan2')
const read = async (id: string) => (await keeper()).ask(assetApi.read, { id })
const found = async (number: string) =>
  only((await (await keeper()).ask(assetApi.list, { q: number, pageSize: 200 })).rows.filter((asset) => asset.number === number))

/** A batch whose material waits on a line of its own, with what its first step would take. */
async function waitingBatch(line: string) {
  const { id } = await issuedProduction(as, { lots: lots('10'), line })
  const stations = await nextStations(as, id)
  return { id, ...stations, lineId: (await found(line)).id }
}
type Waiting = { id: string; roomId: string; equipmentIds: string[] }
const start = async ({ id, roomId, equipmentIds }: Waiting, more: { startedAt?: string } = {}) =>
  (await as('shengchan')).ask(productionApi.startStep, {
    ...{ id, stepNo: 1, input: '10', preChecks: checkedBefore, temperature: '22', humidity: '48', roomId, equipmentIds },
    ...more,
  })

const equipment = {
  kind: 'equipment' as const,
  name: '切药机',
  class: '切药机',
  place: '切制间',
  isToxic: false,
  clearanceHours: 24,
  calibrationMonths: null,
  maintenanceMonths: null,
}

test('a number is one, whatever its width, case and blanks, and is never changed', async () => {
  const create = async (number: string) => (await keeper()).ask(assetApi.create, { ...equipment, number })
  const { id, state } = await create('qy 7号')
  assert.equal(state, 'to_clean', 'nothing is made with it before somebody has cleaned it')
  for (const same of ['QY7号', 'ＱＹ７号', ' q y 7 号']) await refused(create(same), 'asset_number_taken')
  await assert.rejects(world.change(`update asset set number = 'X' where id = $1`, [id]), /recorded, not written/)
  await refused((await keeper()).ask(assetApi.create, { ...equipment, kind: 'scale', number: 'C1' }), 'invalid_input', 'calibrationMonths')
  await refused((await as('shengchan')).ask(assetApi.create, { ...equipment, number: 'C2' }), 'no_permission')
  await refused((await as('other')).ask(assetApi.read, { id }), 'not_found')
})

test('a step names room and machines of the register, and nothing else', async () => {
  const waiting = await waitingBatch('登记试验线')
  const machine = elementAt(waiting.equipmentIds, 0)
  await refused(start({ ...waiting, roomId: machine }), 'asset_unknown', 'roomId')
  await refused(start({ ...waiting, equipmentIds: [machine, waiting.roomId] }), 'asset_unknown', 'equipmentIds.1')
  await refused(start({ ...waiting, equipmentIds: [machine, machine] }), 'invalid_input', 'equipmentIds')
  await start(waiting)
  const { steps, line } = await (await as('shengchan')).ask(productionApi.read, { id: waiting.id })
  assert.equal(line, '登记试验线')
  assert.deepEqual([only(steps).room, only(steps).equipment], ['登记试验线操作间 操作间', ['登记试验线机组']])
  await assert.rejects(
    world.change(
      `insert into production_step (enterprise_id, order_id, step_no, name, is_critical, pre_checks, room, temperature, humidity, equipment, is_late_entry, started_by, started_at, input_quantity)
      select enterprise_id, order_id, 2, name, is_critical, pre_checks, '净制间', temperature, humidity, equipment, true, started_by, now(), 1 from production_step where order_id = $1`,
      [waiting.id],
    ),
    /asset_unknown/,
    'nor does direct SQL leave it out',
  )
  await refused((await as('shengchan')).ask(productionApi.create, await orderOn(machine)), 'asset_unknown', 'lineId')
})

async function orderOn(lineId: string) {
  const author = await as('shengchan')
  const product = only((await author.ask(productionApi.products, { q: '当归' })).filter(({ name }) => name === '当归'))
  return { productId: product.id, lots: lots('10'), lineId }
}

test('what is used is in use until its step ends, then it waits to be cleaned; the same batch goes on with it', async () => {
  const waiting = await waitingBatch('状态试验线')
  const states = async () => Promise.all([waiting.lineId, waiting.roomId].map(async (id) => (await read(id)).state))
  assert.deepEqual(await states(), ['clean', 'clean'])
  await start(waiting)
  assert.deepEqual(await states(), ['in_use', 'in_use'])
  await doneStep(as, waiting.id)
  assert.deepEqual(await states(), ['in_use', 'to_clean'])
  await doneStep(as, waiting.id)
  assert.deepEqual(await states(), ['in_use', 'to_clean'], 'the batch went on in its room without another clearance')
  const { rows } = await (await keeper()).ask(assetApi.uses, { id: waiting.roomId })
  assert.deepEqual(
    rows.map(({ stepName, clearanceNo, endedAt }) => [stepName, clearanceNo === null, endedAt === null]),
    [
      ['洗润', true, false],
      ['净制', false, false],
    ],
  )
  for (let step = 3; step <= 5; step++) await doneStep(as, waiting.id)
  await finishedProduction(as, waiting.id)
  assert.deepEqual(await states(), ['to_clean', 'to_clean'])
  const { changes } = await read(waiting.lineId)
  assert.deepEqual(
    changes.map(({ state }) => state),
    ['to_clean', 'in_use', 'clean'],
  )
  const { orderNo } = await (await as('shengchan')).ask(productionApi.read, { id: waiting.id })
  assert.deepEqual(
    changes.slice(0, 2).map(({ reason }) => reason),
    [orderNo, orderNo],
    'a use is itself the change',
  )
  assert.equal(elementAt(changes, 1).changedByName, '褚生产')
})

test('a room in which a step begins in the minute in which the last one ended is told to be in use', async () => {
  const waiting = await waitingBatch('同分钟试验线')
  await start(waiting)
  await doneStep(as, waiting.id)
  const person = await as('shengchan')
  const last = present((await person.ask(productionApi.read, { id: waiting.id })).steps.at(-1))
  const startedAt = new Date(Math.floor(Date.parse(present(last.endedAt)) / 60_000) * 60_000).toISOString()
  await person.ask(productionApi.startStep, {
    ...{ id: waiting.id, stepNo: 2, input: present(last.output), preChecks: checkedBefore, temperature: '22', humidity: '48', startedAt },
    ...(await nextStations(as, waiting.id)),
  })
  const { state, changes } = await read(waiting.roomId)
  assert.equal(state, 'in_use')
  assert.deepEqual(
    changes.map((change) => change.state),
    ['in_use', 'to_clean', 'in_use', 'clean'],
  )
})

/** What the firm wants done with a machine, agreed to by quality assurance. */
const plannedMaintenance = async (id: string, change: object = {}) =>
  (await keeper()).ask(assetApi.planMaintenance, {
    ...{ id, serial: (await read(id)).plans.length, months: 6, content: '检查刀片与传动，紧固、润滑', onOverdue: 'refuse' as const },
    ...{ reason: '设备维护保养规程', signature: signed(), approver: secondPerson('qa'), ...change },
  })

test('a maintenance plan is given by two; what is overdue stops the step or only warns, what failed stops it, and a wrong record is voided', async () => {
  const waiting = await waitingBatch('保养试验线')
  const machine = elementAt(waiting.equipmentIds, 0)
  const manager = await keeper()
  await refused(plannedMaintenance(machine, { approver: secondPerson('shengchan2') }), 'same_person')
  await refused(plannedMaintenance(machine, { approver: secondPerson('cangku') }), 'signer_lacks_duty')
  await refused(plannedMaintenance(machine, { content: '' }), 'invalid_input', 'content')
  await plannedMaintenance(machine)
  await refused(plannedMaintenance(machine, { serial: 0 }), 'stale')
  await refused(start(waiting), 'maintenance_overdue', 'equipmentIds.0')
  await plannedMaintenance(machine, { onOverdue: 'warn' })
  const choice = async () =>
    present((await (await as('shengchan')).ask(assetApi.choices, { orderId: waiting.id })).find(({ id }) => id === machine))
  assert.deepEqual([(await choice()).why, (await choice()).warning], [null, '保养已到期，请尽快保养'])
  const service = { id: machine, kind: 'maintenance' as const, doneOn: today, doneBy: '设备部', signature: signed() }
  const failed = { ...service, result: 'fail' as const, nextDue: null }
  await refused(manager.ask(assetApi.service, failed), 'service_needs_second', 'checker.userName')
  await refused(manager.ask(assetApi.service, { ...failed, checker: secondPerson('shengchan2') }), 'same_person')
  const { serviceId } = await manager.ask(assetApi.service, { ...failed, checker: secondPerson('qa') })
  await refused(start(waiting), 'maintenance_overdue', 'equipmentIds.0')
  const wrong = { id: serviceId, reason: '登记成了另一台', signature: signed() }
  await refused(manager.ask(assetApi.voidService, { ...wrong, approver: secondPerson('qa2') }), 'same_person')
  const admin = await as('admin')
  await refused(admin.ask(assetApi.voidService, { ...wrong, approver: secondPerson('qa') }), 'same_person')
  await refused(admin.ask(assetApi.voidService, { ...wrong, approver: secondPerson('cangku') }), 'signer_lacks_duty')
  await admin.ask(assetApi.voidService, { ...wrong, approver: secondPerson('qa2') })
  await refused(admin.ask(assetApi.voidService, { ...wrong, approver: secondPerson('qa2') }), 'wrong_state')
  const { services, serviceResult } = await read(machine)
  assert.deepEqual([serviceResult, services[0]?.voidReason], [null, '登记成了另一台'])
  await start(waiting)
  await assert.rejects(world.change(`update asset set maintenance_overdue = 'warn' where maintenance_overdue = 'refuse'`), /planned by two/)
  await assert.rejects(
    world.change(`insert into asset_service (enterprise_id, asset_id, kind, done_on, result, done_by, certificate_no, next_due, remark, recorded_by)
      select enterprise_id, asset_id, kind, done_on, 'pass', done_by, '', done_on + 9, '', recorded_by from asset_service where id = '${serviceId}'`),
    /service_needs_second/,
  )
})

test('dirty, out of service, overdue, not cleared: each refuses the start by its own sentence', async () => {
  const waiting = await waitingBatch('拒绝试验线')
  const machine = elementAt(waiting.equipmentIds, 0)
  const manager = await keeper()
  await manager.ask(assetApi.soil, { id: machine, reason: '检修时沾了油污' })
  await refused(start(waiting), 'asset_dirty', 'equipmentIds.0')
  await clearedAssets(as, [machine])
  await manager.ask(assetApi.takeOut, { id: waiting.roomId, reason: '地面维修', signature: signed() })
  await refused(start(waiting), 'asset_out_of_service', 'roomId')
  const back = { id: waiting.roomId, reason: '已修好', signature: signed() }
  await refused(manager.ask(assetApi.takeBack, { ...back, approver: secondPerson('shengchan2') }), 'same_person')
  await refused(manager.ask(assetApi.takeBack, { ...back, approver: secondPerson('shengchan') }), 'signer_lacks_duty')
  await manager.ask(assetApi.takeBack, { ...back, approver: secondPerson('qa') })
  await refused(start(waiting), 'asset_dirty', 'roomId')
  await clearedAssets(as, [waiting.roomId])
  await plannedMaintenance(machine)
  await refused(start(waiting), 'maintenance_overdue', 'equipmentIds.0')
  const service = { id: machine, kind: 'maintenance' as const, doneBy: '设备部', signature: signed(), checker: secondPerson('qa') }
  await refused(
    manager.ask(assetApi.service, { ...service, doneOn: addDays(today, 1), result: 'pass', nextDue: addDays(today, 90) }),
    'invalid_input',
    'doneOn',
  )
  await refused(manager.ask(assetApi.service, { ...service, doneOn: today, result: 'pass', nextDue: null }), 'invalid_input', 'nextDue')
  await manager.ask(assetApi.service, { ...service, doneOn: today, result: 'fail', nextDue: null })
  await refused(start(waiting), 'maintenance_overdue', 'equipmentIds.0')
  await manager.ask(assetApi.service, { ...service, doneOn: today, result: 'pass', nextDue: addDays(today, 90) })
  // The hours of the certificate are over.
  await world.change(`alter table asset disable trigger guarded; update asset set cleared_until = now() - interval '1 minute' where id = '${waiting.roomId}';
    alter table asset enable trigger guarded`)
  await refused(start(waiting), 'clearance_over', 'roomId')
  await clearedAssets(as, [waiting.roomId])
  const issued = (await (await as('shengchan')).ask(productionApi.read, { id: waiting.id })).issue?.issuedAt ?? ''
  await refused(start(waiting, { startedAt: issued }), 'used_before_cleared', 'startedAt')
  await start(waiting)
  await refused(manager.ask(assetApi.takeOut, { id: machine, reason: '维修', signature: signed() }), 'wrong_state')
  await assert.rejects(
    world.change(
      `insert into asset_change (enterprise_id, asset_id, state, reason, changed_by, changed_at) select enterprise_id, id, 'out_of_service', 'x', (select id from account where user_name = 'qa'), now() from asset where id = $1`,
      [machine],
    ),
    /asset_occupied/,
  )
})

test('toxic goods are made with what is dedicated to them; other goods follow only after a clearance that says so', async () => {
  const toxic = await waitingBatch('毒性甲线')
  await world.change(`update production_order set is_toxic = true where id = $1`, [toxic.id])
  await refused(start(toxic), 'asset_not_dedicated', 'lineId')
  await registeredLine(as, '毒性乙线', { isToxic: true })
  const [room, machine] = [await found('毒性乙线操作间'), await found('毒性乙线机组')]
  const ordinary = await waitingBatch('普通丙线')
  const inToxic = { ...ordinary, roomId: room.id, equipmentIds: [machine.id] }
  await refused(start(inToxic), 'asset_for_toxic', 'roomId')
  const clear = (freesOfToxic: boolean) =>
    as('shengchan').then((person) =>
      person.ask(clearanceApi.clear, {
        ...{ assetIds: [room.id, machine.id], checks: cleared, freesOfToxic, signature: signed(), checker: secondPerson('qa') },
      }),
    )
  await clear(false)
  await refused(start(inToxic), 'asset_for_toxic', 'roomId')
  await clear(true)
  await start(inToxic)
  const { rowVersion, name, place, clearanceHours, calibrationMonths, class: sort } = await read(room.id)
  const registered = { id: room.id, rowVersion, name, place, clearanceHours, calibrationMonths, class: sort }
  await refused((await keeper()).ask(assetApi.edit, { ...registered, isToxic: false }), 'asset_in_service', 'isToxic')
})

test('a clearance is cleaned by one and looked at by another, is used up by one start, and is withdrawn by two before it', async () => {
  const waiting = await waitingBatch('清场试验线')
  const assetIds = [waiting.lineId, waiting.roomId, ...waiting.equipmentIds]
  const input = { assetIds, checks: cleared, signature: signed() }
  const cleaner = await as('shengchan')
  await refused(cleaner.ask(clearanceApi.clear, { ...input, checker: secondPerson('shengchan') }), 'same_person')
  await refused(cleaner.ask(clearanceApi.clear, { ...input, checker: secondPerson('shengchan2') }), 'signer_lacks_duty')
  await refused(
    cleaner.ask(clearanceApi.clear, { ...input, checks: { ...cleared, site: false as never }, checker: secondPerson('qa') }),
    'invalid_input',
    'checks.site',
  )
  const { id } = await cleaner.ask(clearanceApi.clear, { ...input, checker: secondPerson('qa') })
  const qa = await as('qa')
  const withdraw = { id, reason: '地漏未清洁', signature: signed() }
  await refused(qa.ask(clearanceApi.withdraw, { ...withdraw, approver: secondPerson('qa') }), 'same_person')
  await refused(qa.ask(clearanceApi.withdraw, { ...withdraw, approver: secondPerson('shengchan') }), 'signer_lacks_duty')
  const withdrawn = await qa.ask(clearanceApi.withdraw, { ...withdraw, approver: secondPerson('shengchan2') })
  assert.equal(withdrawn.state, 'withdrawn')
  assert.equal((await read(waiting.roomId)).state, 'to_clean')
  await refused(start(waiting), 'asset_dirty', 'lineId')
  await refused(qa.ask(clearanceApi.withdraw, { ...withdraw, approver: secondPerson('shengchan2') }), 'wrong_state')
  const second = await clearedAssets(as, assetIds)
  await start(waiting)
  await refused(qa.ask(clearanceApi.withdraw, { ...withdraw, id: second.id, approver: secondPerson('shengchan2') }), 'wrong_state')
  const { rows } = await qa.ask(clearanceApi.list, { q: second.clearanceNo })
  const { orderNo } = await cleaner.ask(productionApi.read, { id: waiting.id })
  assert.deepEqual(
    only(rows).assets.map(({ usedForOrderNo }) => usedForOrderNo),
    [orderNo, orderNo, orderNo],
  )
  await refused(cleaner.ask(clearanceApi.clear, { ...input, checker: secondPerson('qa') }), 'asset_occupied', 'assetIds.0')
  // By direct SQL a certificate serves no second start.
  await assert.rejects(
    world.change(`insert into asset_use (enterprise_id, asset_id, production_order_id, is_toxic, clearance_id, started_by, started_at)
      select enterprise_id, asset_id, production_order_id, false, clearance_id, started_by, now() from asset_use where clearance_id = '${second.id}' limit 1`),
    /a use uses up the certificate in force/,
  )
  await assert.rejects(world.change(`update clearance set remark = 'x' where id = '${id}'`), /not rewritten/)
})

test('of two batches that start on one line at once one is refused, and so it is with a room', async () => {
  const first = await waitingBatch('同时试验线')
  const second = await waitingBatch('同时试验线')
  const answers = await Promise.allSettled([start(first), start(second)])
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected'])
  const other = await waitingBatch('同时另一线')
  const third = await waitingBatch('同时第三线')
  const shared = await Promise.allSettled([start(other), start({ ...third, roomId: other.roomId })])
  assert.deepEqual(shared.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected'])
  const running = await world.admin.query(`select count(*)::int as uses from asset_use where asset_id = any($1) and ended_at is null`, [
    [first.lineId, other.roomId],
  ])
  assert.equal(running.rows[0].uses, 2)
  const [loser] = answers[0]?.status === 'fulfilled' ? [second] : [first]
  await refused(start(loser), 'line_busy', 'lineId')
  if (shared[0]?.status === 'fulfilled') await refused(start({ ...third, roomId: other.roomId }), 'asset_occupied', 'roomId')
})

test('a batch that is ended before its time frees what it was in, to be cleaned', async () => {
  const waiting = await waitingBatch('终止释放线')
  await start(waiting)
  await terminatedProduction(as, waiting.id, { remains: '9' })
  for (const id of [waiting.lineId, waiting.roomId, ...waiting.equipmentIds]) assert.equal((await read(id)).state, 'to_clean')
})

test('a scale is of the register and calibrated; many weigh on it', async () => {
  const manager = await keeper()
  const scale = { ...equipment, kind: 'scale' as const, number: 'TCS-9', name: '台秤', class: '台秤', calibrationMonths: 12 }
  const { id: scaleId } = await manager.ask(assetApi.create, scale)
  const { id } = await approvedProduction(as, { lots: lots('10') })
  const issue = async (given: string) =>
    (await as('cangku')).ask(productionApi.issue, {
      ...{ id, scaleId: given, weighings: await weighingsOf(as, id), signature: signed(), checker: secondPerson('shengchan') },
    })
  await refused(issue(scaleId), 'scale_overdue', 'scaleId')
  await refused(issue((await found('1号线')).id), 'asset_unknown', 'scaleId')
  const calibration = { id: scaleId, kind: 'calibration' as const, doneBy: '计量所', certificateNo: 'JD-1', signature: signed() }
  await manager.ask(assetApi.service, { ...calibration, doneOn: today, result: 'pass', nextDue: addDays(today, 365) })
  await manager.ask(assetApi.service, { ...calibration, doneOn: today, result: 'fail', nextDue: null })
  await refused(issue(scaleId), 'scale_overdue', 'scaleId')
  await manager.ask(assetApi.service, { ...calibration, doneOn: today, result: 'pass', nextDue: addDays(today, 365) })
  await issue(scaleId)
  const { issue: issued } = await (await as('shengchan')).ask(productionApi.read, { id })
  assert.deepEqual([issued?.scaleNo, issued?.scaleValidUntil], ['TCS-9', addDays(today, 365)])
  assert.equal((await read(scaleId)).state, 'clean')
  assert.equal((await manager.ask(assetApi.uses, { id: scaleId })).total, 1)
})

test('packing begins in a room that is cleared, and frees it at its end', async () => {
  const { orderId } = await approvedPackaging(as, { quantity: '60', packs: 10 })
  const packer = await as('baozhuang')
  const labels = { id: orderId, packLabels: 10, boxLabels: 1 }
  await refused(packer.ask(packagingApi.issueLabels, labels), 'asset_unknown', 'stations.roomId')
  const [room, machine, scale] = [await found('BZ-1'), await found('BZ-FK1'), await found('DZC-30-01')]
  const stations = { roomId: room.id, equipmentIds: [machine.id], scaleId: scale.id }
  await refused(packer.ask(packagingApi.issueLabels, { ...labels, stations }), 'asset_dirty', 'stations.roomId')
  await clearedAssets(as, [room.id, machine.id], 'baozhuang')
  const wrong = { ...stations, scaleId: room.id }
  await refused(packer.ask(packagingApi.issueLabels, { ...labels, stations: wrong }), 'asset_unknown', 'stations.scaleId')
  await packer.ask(packagingApi.issueLabels, { ...labels, stations })
  assert.equal((await read(room.id)).state, 'in_use')
  const other = await approvedPackaging(as, { quantity: '60', packs: 10 })
  await refused(packer.ask(packagingApi.issueLabels, { ...labels, id: other.orderId, stations }), 'asset_occupied', 'stations.roomId')
  const detail = await packer.ask(packagingApi.read, { id: orderId })
  assert.deepEqual(
    detail.stations.map(({ number }) => number),
    ['BZ-FK1', 'BZ-1', 'DZC-30-01'],
  )
  await (await keeper()).ask(packagingApi.cancel, { id: orderId, reason: '改期' })
  assert.equal((await read(room.id)).state, 'to_clean')
})

test('the form offers what may be used now, and says of the rest why not', async () => {
  const { id } = await orderedProduction(as, { lots: lots('10'), line: '选择试验线' })
  const choices = await (await as('shengchan')).ask(assetApi.choices, { orderId: id })
  const why = (number: string) => only(choices.filter((one) => one.number === number)).why
  assert.equal(why('选择试验线操作间'), null)
  assert.match(why('A-1') ?? '', /待清洁/)
  assert.equal(why('TCS-300-02'), null)
  await refused((await as('other')).ask(assetApi.choices, { orderId: id }), 'not_found')
  assert.equal(await scaleFor(await as('cangku')), only(choices.filter((one) => one.number === 'TCS-300-02')).id)
})
