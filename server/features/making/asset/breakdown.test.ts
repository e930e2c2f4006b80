import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { elementAt, only } from '#contract/kernel/certain.ts'
import { assetApi } from '#contract/making/asset-api.ts'
import { productionApi } from '#contract/making/production-api.ts'
import { packagingApi } from '#contract/packing/packaging.ts'
import { incidentApi } from '#contract/cases/incident-api.ts'
import { addDays, dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import { clearedAssets } from '#server/demo/asset.ts'
import { releasedLot } from '#server/demo/inspection.ts'
import { approvedPackaging } from '#server/demo/packaging.ts'
import { secondPerson, signed } from '#server/demo/person.ts'
import {
  approvedProduction,
  checkedBefore,
  concludedCase,
  doneStep,
  finishedProduction,
  issuedProduction,
  nextStations,
  weighingsOf,
} from '#server/demo/production.ts'
import { refused } from '#server/test/refused.ts'
import { openWorld } from '#server/test/world.ts'

const world = await openWorld()
after(() => world.close())
const { as } = world
const herb = await releasedLot(as, { quantity: '300' })
const lots = (quantity: string) => [{ lotId: herb.lotId, quantity, reason: '按生产计划使用该批' }]
const found = async (number: string) =>
  only((await (await as('shengchan2')).ask(assetApi.list, { q: number, pageSize: 200 })).rows.filter((asset) => asset.number === number))
const read = async (id: string) => (await as('shengchan2')).ask(assetApi.read, { id })
const record = async (id: string) => (await as('shengchan')).ask(productionApi.read, { id })

/** A batch in its first step, on a line of its own, and a second machine of the class of the first. */
async function runningStep(line: string, more: { class?: string; isCleared?: boolean } = {}) {
  const { id } = await issuedProduction(as, { lots: lots('10'), line })
  const { roomId, equipmentIds } = await nextStations(as, id)
  const machine = await read(elementAt(equipmentIds, 0))
  const spare = await (
    await as('shengchan2')
  ).ask(assetApi.create, {
    ...{ kind: 'equipment', number: `${line}备机`, name: '备用机组', class: more.class ?? machine.class, place: line },
    ...{ isToxic: false, clearanceHours: 24, calibrationMonths: null, maintenanceMonths: null },
  })
  if (more.isCleared !== false) await clearedAssets(as, [spare.id])
  await (
    await as('shengchan')
  ).ask(productionApi.startStep, {
    ...{ id, stepNo: 1, input: '10', preChecks: checkedBefore, temperature: '22', humidity: '48', roomId, equipmentIds },
  })
  return { id, machine, spare }
}

const broken = (id: string, replacementId?: string) => ({
  ...{ id, found: '刀片断裂，断片已找齐，物料已移出', signature: signed() },
  ...(replacementId !== undefined && { replacementId }),
})

test('a machine that breaks midway is out of service with a case; the step goes on with another of its class and the record names both', async () => {
  const { id, machine, spare } = await runningStep('故障甲线')
  const operator = await as('shengchan')
  await refused((await as('cangku')).ask(assetApi.breakDown, broken(machine.id, spare.id)), 'no_permission')
  await refused(operator.ask(assetApi.breakDown, { ...broken(machine.id), signature: { password: 'x' } }), 'wrong_password')
  await refused((await as('other')).ask(assetApi.breakDown, broken(machine.id)), 'not_found')
  const { caseNo } = await operator.ask(assetApi.breakDown, broken(machine.id, spare.id))
  assert.deepEqual([(await read(machine.id)).state, (await read(spare.id)).state], ['out_of_service', 'in_use'])
  const uses = async (assetId: string) => (await (await as('shengchan2')).ask(assetApi.uses, { id: assetId })).rows
  assert.deepEqual(
    [only(await uses(machine.id)), only(await uses(spare.id))].map(({ orderNo, stepName, endedAt }) => [
      orderNo,
      stepName,
      endedAt === null,
    ]),
    [
      [(await record(id)).orderNo, '净制', false],
      [(await record(id)).orderNo, '净制', true],
    ],
    'both logs have it',
  )
  const [breakdown] = (await record(id)).breakdowns
  assert.deepEqual(
    [breakdown?.number, breakdown?.replacedBy, breakdown?.caseNo, breakdown?.isCaseOpen],
    ['故障甲线机组', '故障甲线备机', caseNo, true],
  )
  const incident = only((await (await as('qa')).ask(incidentApi.list, { q: caseNo })).rows)
  assert.deepEqual([incident.area, incident.source, incident.sourceNo], ['equipment', 'asset', '故障甲线机组'])
  await refused(operator.ask(assetApi.breakDown, broken(machine.id)), 'wrong_state')
  // The broken machine's own times stay when the step ends.
  for (let step = 1; step <= 5; step++) await doneStep(as, id)
  const [end] = await uses(machine.id)
  assert.equal(end?.endedAt, breakdown?.reportedAt)
  await finishedProduction(as, id)
  const review = async () => (await as('qa')).ask(productionApi.review, { id, deviationConclusion: '', signature: signed() })
  await refused(review(), 'case_open')
  await assert.rejects(
    world.change(
      `update production_order set state = 'reviewed', reviewed_by = (select id from account where user_name = 'qa'), reviewed_at = now() where id = '${id}'`,
    ),
    /case_open/,
  )
  await concludedCase(as, caseNo)
  await review()
})

test('what goes on is of the same class, cleared and free; where none is at hand it is named later, once, while the step runs', async () => {
  const { id, machine, spare } = await runningStep('故障乙线', { isCleared: false })
  const operator = await as('shengchan')
  await refused(operator.ask(assetApi.breakDown, broken(machine.id, spare.id)), 'asset_dirty', 'replacementId')
  assert.equal((await read(machine.id)).state, 'in_use', 'what is refused changes nothing')
  const { breakdownId } = await operator.ask(assetApi.breakDown, broken(machine.id))
  const replace = (replacementId: string) => operator.ask(assetApi.replace, { id: breakdownId, replacementId })
  await refused(replace(machine.id), 'asset_out_of_service', 'replacementId')
  await refused(replace((await found('TCS-300-02')).id), 'asset_unknown', 'replacementId')
  const other = await runningStep('故障丙线', { class: '离心机' })
  await refused(replace(other.machine.id), 'asset_occupied', 'replacementId')
  await refused(replace(other.spare.id), 'replacement_differs', 'replacementId')
  await assert.rejects(
    world.change(`insert into asset_use (enterprise_id, asset_id, production_order_id, step_id, is_toxic, clearance_id, after_breakdown_id, started_by, started_at)
      select a.enterprise_id, a.id, u.production_order_id, u.step_id, false, a.clearance_id, b.id, u.started_by, now()
      from asset_breakdown b join asset_use u on u.id = b.use_id, asset a where b.id = '${breakdownId}' and a.id = '${other.spare.id}'`),
    /replacement_differs/,
    'nor by direct SQL',
  )
  await refused((await as('baozhuang')).ask(assetApi.replaceInPacking, { id: breakdownId, replacementId: spare.id }), 'wrong_state')
  await clearedAssets(as, [spare.id])
  const answers = await Promise.allSettled([replace(spare.id), replace(spare.id)])
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected'], 'of two at once one is refused')
  await refused(replace(spare.id), 'wrong_state')
  const third = await runningStep('故障丁线')
  const late = await (await as('shengchan')).ask(assetApi.breakDown, broken(third.machine.id))
  await doneStep(as, third.id)
  await refused(operator.ask(assetApi.replace, { id: late.breakdownId, replacementId: third.spare.id }), 'wrong_state')
  await refused(operator.ask(assetApi.breakDown, broken((await record(id)).steps[0]?.id ?? '')), 'not_found')
})

test('a room or a line is not reported as a machine, and a step does not end before its machine broke', async () => {
  const { id, machine } = await runningStep('故障戊线')
  const operator = await as('shengchan')
  await refused(operator.ask(assetApi.breakDown, broken((await found('故障戊线操作间')).id)), 'wrong_state')
  const { breakdownId } = await operator.ask(assetApi.breakDown, broken(machine.id))
  await world.change(
    `set local session_replication_role = replica; update production_step set started_at = started_at - interval '2 hours' where order_id = '${id}'`,
  )
  await assert.rejects(
    world.change(`update production_step set ended_at = now() - interval '1 hour' where order_id = '${id}'`),
    /steps_out_of_order/,
  )
  await assert.rejects(world.change(`update asset_breakdown set found = 'x' where id = '${breakdownId}'`), /evidence|refuse|not/)
})

test('a sealer that breaks while packs are made is replaced, and the packs wait for its case', async () => {
  const { orderId } = await approvedPackaging(as, { quantity: '60', packs: 10 })
  const packer = await as('baozhuang')
  const [room, machine, other, scale] = [await found('BZ-1'), await found('BZ-FK1'), await found('BZ-FK2'), await found('DZC-30-01')]
  await clearedAssets(as, [room.id, machine.id, other.id], 'baozhuang')
  const stations = { roomId: room.id, equipmentIds: [machine.id], scaleId: scale.id }
  await packer.ask(packagingApi.issueLabels, { id: orderId, packLabels: 10, boxLabels: 1, stations })
  await refused((await as('shengchan')).ask(assetApi.breakDown, broken(machine.id, other.id)), 'wrong_state')
  await packer.ask(assetApi.breakDownInPacking, broken(machine.id, other.id))
  const { stations: used, breakdowns } = await packer.ask(packagingApi.read, { id: orderId })
  assert.deepEqual(
    used.map(({ number }) => number),
    ['BZ-FK1', 'BZ-FK2', 'BZ-1', 'DZC-30-01'],
  )
  assert.deepEqual([only(breakdowns).number, only(breakdowns).replacedBy], ['BZ-FK1', 'BZ-FK2'])
  await (await as('shengchan2')).ask(packagingApi.cancel, { id: orderId, reason: '改期' })
  assert.deepEqual([(await read(machine.id)).state, (await read(other.id)).state], ['out_of_service', 'to_clean'])
})

test('a scale that fails its calibration has a case, and lists every weighing since it was last good', async () => {
  const manager = await as('shengchan2')
  const today = dayInShanghai(new Date())
  const registered = { kind: 'scale' as const, number: 'TCS-疑', name: '台秤', class: '台秤', place: '领料间' }
  const { id: scaleId } = await manager.ask(assetApi.create, {
    ...{ ...registered, isToxic: false, clearanceHours: 24, calibrationMonths: 12, maintenanceMonths: null },
  })
  const calibrated = { id: scaleId, kind: 'calibration' as const, doneBy: '计量所', certificateNo: 'JD-9', signature: signed() }
  const good = await manager.ask(assetApi.service, { ...calibrated, doneOn: today, result: 'pass', nextDue: addDays(today, 365) })
  const { id } = await approvedProduction(as, { lots: lots('10') })
  await (
    await as('cangku')
  ).ask(productionApi.issue, { id, scaleId, weighings: await weighingsOf(as, id), signature: signed(), checker: secondPerson('shengchan') })
  const failed = await manager.ask(assetApi.service, { ...calibrated, doneOn: today, result: 'fail', nextDue: null })
  const doubtful = await manager.ask(assetApi.serviceUses, { id: failed.serviceId })
  assert.deepEqual(
    doubtful.rows.map(({ orderNo }) => orderNo),
    [(await record(id)).orderNo],
  )
  assert.equal((await manager.ask(assetApi.serviceUses, { id: good.serviceId })).total, 0, 'before the first good one nothing was weighed')
  const { rows } = await (await as('qa')).ask(incidentApi.list, { q: 'TCS-疑' })
  assert.match(only(rows).subject, /校准不合格/)
  await refused((await as('other')).ask(assetApi.serviceUses, { id: failed.serviceId }), 'not_found')
})
