import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { only, present } from '#contract/kernel/certain.ts'
import { exact } from '#contract/kernel/exact-decimal.ts'
import { productionApi } from '#contract/making/production-api.ts'
import { releaseApi } from '#contract/release/raw-release.ts'
import { workApi } from '#contract/office/work.ts'
import { traceApi } from '#contract/tracing/trace.ts'
import type { Zone } from '#contract/warehouse/movement.ts'
import { placeApi } from '#contract/warehouse/place.ts'
import { stockApi } from '#contract/warehouse/stock.ts'
import { binIn } from '#server/demo/bin-in.ts'
import { releasedLot } from '#server/demo/inspection.ts'
import { secondPerson, signed, withQualityHead } from '#server/demo/person.ts'
import {
  checkedBefore,
  cleared,
  concludedCase,
  doneStep,
  finishedProduction,
  issuedProduction,
  nextStations,
  producedBatch,
} from '#server/demo/production.ts'
import { refused } from '#server/test/refused.ts'
import { openWorld, type World } from '#server/test/world.ts'
import { verifyDatabase } from '#server/verify/verify.ts'

/* What was issued leaves the workshop by a right way: back to the zone of its state, or destroyed when its batch is terminated. */

let world: World
before(async () => {
  world = await openWorld()
})
after(() => world.close())

const as = (userName: string) => world.as(userName)
const bin = async (userName: string, zone: Zone) => binIn(await as(userName), zone)
const charge = (quantity: string, lotId: string) => [{ lotId, quantity, reason: '按生产计划使用该批' }]
const read = async (id: string) => (await as('shengchan')).ask(productionApi.read, { id })
const reject = async (lotId: string) =>
  (await as('qa')).ask(releaseApi.rejectLot, { id: lotId, basis: '霉变', placeId: await bin('qa', 'rejected'), ...withQualityHead() })
const withdraw = async (reportId: string) =>
  (await as('qa')).ask(releaseApi.withdraw, {
    id: reportId,
    reason: '供应商通报农残超标',
    placeId: await bin('qa', 'quarantine'),
    signature: signed(),
  })

/** kg of a lot by the zone or the kind of place it lies in. */
const whereIs = async (lotId: string): Promise<Record<string, string>> => {
  const { rows } = await world.admin.query<{ place: string; kg: string }>(
    `select coalesce(p.zone, p.kind) as place, trim_scale(sum(b.quantity))::text as kg from stock_balance b join place p on p.id = b.place_id
     where b.lot_id = $1 and b.quantity <> 0 and p.kind <> 'supplier' and p.kind not in ('laboratory', 'retention') group by 1`,
    [lotId],
  )
  return Object.fromEntries(rows.map(({ place, kg }) => [place, kg]))
}

const cancel = async (id: string, bins: { lotId: string; placeId: string }[] = []) =>
  (await as('shengchan2')).ask(productionApi.cancel, { id, reason: '药材不合格', bins, signature: signed() })

test('what was issued of a lot that was rejected since does not go back into the released zone', async () => {
  const lot = await releasedLot(as, { quantity: '80' })
  const { id } = await issuedProduction(as, { lots: charge('50', lot.lotId) })
  assert.equal(only((await read(id)).lots).returnTo, null)
  await reject(lot.lotId)
  await refused(cancel(id), 'return_bin_required', 'bins')
  await refused(cancel(id, [{ lotId: lot.lotId, placeId: await bin('shengchan2', 'released') }]), 'zone_mismatch', 'bins.0.placeId')
  const other = await releasedLot(as, { quantity: '10' })
  const placeId = await bin('shengchan2', 'rejected')
  await refused(cancel(id, [{ lotId: other.lotId, placeId }]), 'wrong_lot', 'bins.0.lotId')
  assert.deepEqual(only((await read(id)).lots).returnTo, { zone: 'rejected', isToxic: false })
  await cancel(id, [{ lotId: lot.lotId, placeId }])
  const { released, rejected, production } = await whereIs(lot.lotId)
  assert.deepEqual([released, production], [undefined, undefined])
  assert.ok(Number(rejected) >= 79, rejected)
})

test('after a withdrawal it goes to quarantine, from a frozen lot to isolation', async () => {
  const withdrawn = await releasedLot(as, { quantity: '60' })
  const first = await issuedProduction(as, { lots: charge('50', withdrawn.lotId) })
  await withdraw(withdrawn.reportId)
  await refused(cancel(first.id), 'return_bin_required', 'bins')
  await cancel(first.id, [{ lotId: withdrawn.lotId, placeId: await bin('shengchan2', 'quarantine') }])
  assert.deepEqual(Object.keys(await whereIs(withdrawn.lotId)), ['quarantine'])

  const frozen = await releasedLot(as, { quantity: '60' })
  const second = await issuedProduction(as, { lots: charge('50', frozen.lotId) })
  await (await as('qa')).ask(stockApi.raw.freeze, { id: frozen.lotId, kind: 'freeze', reason: '调查中', reaches: true })
  await refused(cancel(second.id), 'return_bin_required', 'bins')
  await cancel(second.id, [{ lotId: frozen.lotId, placeId: await bin('shengchan2', 'quarantine') }])
  assert.equal((await whereIs(frozen.lotId)).quarantine, '50')
})

test('a bin that was put out of use meanwhile takes nothing back', async () => {
  const lot = await releasedLot(as, { quantity: '60' })
  const keeper = await as('cangku')
  const warden = await as('admin')
  const place = await warden.ask(placeApi.create, {
    code: 'Z-99-01',
    name: '临时货位',
    warehouse: '药材库',
    zone: 'released',
    storageCondition: '常温',
    remark: '',
  })
  const { places } = await keeper.ask(stockApi.raw.stock, { id: lot.lotId })
  for (const { id: fromPlaceId, quantity } of places.filter(({ zone }) => zone !== null))
    await keeper.ask(stockApi.raw.transfer, { id: lot.lotId, fromPlaceId, toPlaceId: place.id, quantity, reason: '腾库' })
  const { available } = await keeper.ask(stockApi.read, { id: lot.lotId })
  const { id } = await issuedProduction(as, { lots: charge(available, lot.lotId) })
  await warden.ask(placeApi.disable, { id: place.id, reason: '不再使用' })
  await refused(cancel(id), 'return_bin_required', 'bins')
  assert.deepEqual(only((await read(id)).lots).returnTo, { zone: 'released', isToxic: false })
  await cancel(id, [{ lotId: lot.lotId, placeId: await bin('shengchan2', 'released') }])
  assert.deepEqual(Object.keys(await whereIs(lot.lotId)), ['released'])
})

test('unused material of a finished batch goes where the state of its lot says, too', async () => {
  const lot = await releasedLot(as, { quantity: '130' })
  const { id } = await issuedProduction(as, { lots: charge('120', lot.lotId) })
  await doneStep(as, id, { input: '100' })
  for (let step = 2; step <= 5; step++) await doneStep(as, id)
  // Missing papers hold the lot, not what is made of it.
  await (await as('qa')).ask(stockApi.raw.freeze, { id: lot.lotId, kind: 'doc_missing', reason: '缺检疫证', reaches: false })
  const back = { lotId: lot.lotId, quantity: '20' }
  await refused(finishedProduction(as, id, { returns: [back] }), 'return_bin_required', 'returns.0.placeId')
  const placeId = await bin('shengchan', 'quarantine')
  await finishedProduction(as, id, { returns: [{ ...back, placeId }] })
  assert.equal((await whereIs(lot.lotId)).quarantine, '20')
})

// ── 终止 ─────────────────────────────────────────────────────────────────────────────────────────────────────────────

type Ended = { by?: string; approver?: string; reason?: string; remains?: string; water?: string; placeId?: string }
type Returned = { lotId: string; quantity: string; placeId?: string }

const terminate = async (
  id: string,
  { by = 'qa', approver = 'zhiliang', reason = '药材判定不合格', remains = '0', ...rest }: Ended & { returns?: Returned[] } = {},
) =>
  (await as(by)).ask(productionApi.terminate, {
    ...{ id, reason, remains, clearance: cleared, clearedUntil: '2199-12-31', ...rest },
    ...(remains !== '0' && { placeId: rest.placeId ?? (await bin('qa', 'rejected')) }),
    ...{ signature: signed(), approver: secondPerson(approver) },
  })

/** Every equation of these lots closes, and the verifier finds nothing. */
async function closes(...lotIds: string[]) {
  for (const id of lotIds) {
    const { balances } = await (await as('qa')).ask(traceApi.view, { id })
    assert.deepEqual(
      balances.filter((one) => !one.closes || one.difference !== '0'),
      [],
    )
  }
  const client = await world.admin.connect()
  try {
    assert.deepEqual((await verifyDatabase(client)).findings, [])
  } finally {
    client.release()
  }
}

const startStep = async (id: string, stepNo: number, input: string, more: { deviation?: string; startedAt?: string } = {}) =>
  (await as('shengchan')).ask(productionApi.startStep, {
    ...{ id, stepNo, input, preChecks: checkedBefore, temperature: '22', humidity: '48', ...(await nextStations(as, id)) },
    ...more,
  })

test('a batch whose herb was rejected is terminated: what is left is weighed into the 不合格区 as a rejected lot, its line is free', async () => {
  const herb = await releasedLot(as, { material: '白术', quantity: '220' })
  const bran = await releasedLot(as, { material: '麦麸', quantity: '60' })
  const order = { product: '麸炒白术', lots: charge('200', herb.lotId), auxiliaries: charge('20', bran.lotId), line: '终止试验线' }
  const { id } = await issuedProduction(as, order)
  await doneStep(as, id)
  const waits = async (userName: string) =>
    (await (await as(userName)).ask(workApi.waiting, {})).filter(
      ({ document, steps }) => document === '批生产指令' && steps.includes('终止'),
    )
  assert.deepEqual(await waits('qa'), [])
  await reject(herb.lotId)
  assert.equal((await waits('qa')).length, 1)

  await refused(doneStep(as, id), 'ancestor_unfit')
  await refused(cancel(id), 'wrong_state')
  await refused(terminate(id, { by: 'shengchan' }), 'no_permission')
  await refused(terminate(id, { approver: 'qa' }), 'same_person')
  await refused(terminate(id, { approver: 'shengchan2' }), 'signer_lacks_duty')
  await refused(terminate(id, { remains: '190', placeId: await bin('shengchan', 'bulk') }), 'zone_mismatch', 'placeId')
  await refused(terminate(id, { remains: '224.41' }), 'mass_from_nothing', 'remains')
  // No step runs that could have taken up water, and all of the herb was fed.
  await refused(terminate(id, { remains: '190', water: '1' }), 'water_exceeds', 'water')
  await refused(terminate(id, { remains: '190', returns: [{ lotId: herb.lotId, quantity: '1' }] }), 'return_bin_required')
  const back = { lotId: herb.lotId, quantity: '1', placeId: await bin('qa', 'rejected') }
  await refused(terminate(id, { remains: '190', returns: [back] }), 'return_exceeds', 'returns')
  const ended = await terminate(id, { remains: '190', returns: [{ lotId: bran.lotId, quantity: '20' }] })
  assert.equal(ended.state, 'cancelled')
  await refused(terminate(id), 'wrong_state')

  const record = await read(id)
  assert.equal(record.balance, null)
  const { lotId, charged, losses, remains, scattered } = present(record.ending)
  assert.deepEqual([lotId, charged, losses, remains, scattered].map(String), [ended.lotId, '200.0000', '6.0000', '190.0000', '4.0000'])
  assert.deepEqual(
    record.signatures.slice(-4).map(({ of, signerName, meaning, holds }) => [of, signerName, meaning, holds]),
    [
      ['批生产指令', '郑质保', '终止生产', true],
      ['批生产指令', '何质量', '批准', true],
      ['终止结算', '郑质保', '终止生产', true],
      ['终止结算', '何质量', '批准', true],
    ],
  )
  const rest = present(ended.lotId)
  assert.equal((await whereIs(rest)).rejected, '190')
  const { rows } = await world.admin.query(`select lot_no, state, kind from lot where id = $1`, [rest])
  assert.deepEqual(rows, [{ lot_no: record.batchNo, state: 'rejected', kind: 'bulk' }])
  assert.equal((await whereIs(bran.lotId)).production, undefined)
  await closes(herb.lotId, bran.lotId, rest)
  const { events } = await (await as('qa')).ask(traceApi.timeline, { id: herb.lotId })
  assert.ok(events.some(({ kind }) => kind === 'terminated'))
  const next = await releasedLot(as, { quantity: '60' })
  await producedBatch(as, { lot: next, quantity: '50', line: '终止试验线' })
})

test('a sound batch is stopped in the third step: its goods with their water, what was never fed goes back to its bin', async () => {
  const lot = await releasedLot(as, { quantity: '90' })
  const { id } = await issuedProduction(as, { lots: charge('80', lot.lotId) })
  await doneStep(as, id, { input: '60' })
  await doneStep(as, id)
  const { steps } = await read(id)
  await startStep(id, 3, present(steps[1]?.output))
  await (await as('shengchan')).ask(productionApi.pause, { id, reason: '切药机断刀', kept: '料斗封存' })
  const back = [{ lotId: lot.lotId, quantity: '20' }]
  const before = present((await whereIs(lot.lotId)).released)
  await refused(terminate(id, { remains: '300', water: '200' }), 'mass_from_nothing', 'remains')
  await refused(terminate(id, { remains: '66', water: '201.01' }), 'water_exceeds', 'water')
  const { lotId } = await terminate(id, { reason: '断刀落入物料', remains: '66', returns: back })
  assert.equal((await whereIs(lot.lotId)).released, exact(before).plus(20).toFixed())
  assert.equal((await whereIs(present(lotId))).rejected, '66')
  await closes(lot.lotId, present(lotId))
  const paper = (await read(id)).pauses
  assert.deepEqual([paper.length, paper[0]?.kept, paper[0]?.resumedAt], [1, '料斗封存', null])
  // It stays what it is: nothing is packed, tested or made of it.
  await refused((await as('shengchan2')).ask(productionApi.resume, { id, found: '无异常' }), 'wrong_state')
  await assert.rejects(world.change(`update lot set state = 'conforming' where id = $1`, [lotId]), /wrong_state/)
})

test('of a batch of which nothing is left there is no lot, and what was fed is lost', async () => {
  const lot = await releasedLot(as, { quantity: '60' })
  const { id } = await issuedProduction(as, { lots: charge('50', lot.lotId) })
  await doneStep(as, id)
  const { lotId } = await terminate(id, { reason: '失火烧毁' })
  assert.equal(lotId, null)
  assert.equal((await whereIs(lot.lotId)).loss, '50')
  await closes(lot.lotId)
})

test('a paused batch in the middle of a step is terminated too, and its step stays as it was recorded', async () => {
  const lot = await releasedLot(as, { quantity: '60' })
  const { id } = await issuedProduction(as, { lots: charge('50', lot.lotId) })
  const operator = await as('shengchan')
  await doneStep(as, id)
  await startStep(id, 2, '10')
  await operator.ask(productionApi.pause, { id, reason: '等待复核', kept: '原位加盖' })
  await withdraw(lot.reportId)
  await terminate(id, { remains: '60', water: '12' })
  const { steps, pauseReason, state } = await read(id)
  assert.deepEqual([steps.length, steps[1]?.endedAt, pauseReason, state], [2, null, '等待复核', 'cancelled'])
  await closes(lot.lotId)
})

test('two who end a batch at once: one does, its goods are weighed once', async () => {
  const lot = await releasedLot(as, { quantity: '60' })
  const { id } = await issuedProduction(as, { lots: charge('50', lot.lotId) })
  await doneStep(as, id)
  const answers = await Promise.allSettled([terminate(id, { remains: '40' }), terminate(id, { remains: '41' }), doneStep(as, id)])
  assert.equal(answers.slice(0, 2).filter(({ status }) => status === 'fulfilled').length, 1)
  await closes(lot.lotId)
})

test('who worked on a batch does not terminate it, nor does one person alone, nor anybody without an account of its goods by direct SQL', async () => {
  const lot = await releasedLot(as, { quantity: '60' })
  const { id } = await issuedProduction(as, { lots: charge('50', lot.lotId) })
  await doneStep(as, id)
  const account = `insert into production_ending (enterprise_id, order_id, charged, water, losses, remains, scattered, clearance, cleared_until, ended_by, ended_at)
    select enterprise_id, id, 50, 0, 1, 0, 49, '{}', '2199-12-31', created_by, now() from production_order where id = $1;`
  const end = (by: string, second: string) =>
    world.change(
      `update production_order set state = 'cancelled', cancel_reason = 'x', cancelled_at = now(),
        cancelled_by = (select id from account where user_name = $2), termination_approved_by = (select id from account where user_name = $3) where id = $1`,
      [id, by, second],
    )
  await assert.rejects(end('qa', 'zhiliang'), /account of its goods/)
  await world.change(account, [id])
  await assert.rejects(end('qa', 'qa'), /production_termination_second_person/)
  await assert.rejects(end('qa', 'nobody'), /production_terminated_by_two/)
  await assert.rejects(end('shengchan', 'zhiliang'), /operator_reviews/)
  await assert.rejects(end('qa', 'shengchan2'), /operator_reviews/)
})

// ── 暂停 ─────────────────────────────────────────────────────────────────────────────────────────────────────────────

test('a pause says how the goods are kept, going on says how they were found, and neither is rewritten', async () => {
  const lot = await releasedLot(as, { quantity: '60' })
  const { id } = await issuedProduction(as, { lots: charge('50', lot.lotId) })
  await doneStep(as, id)
  const operator = await as('shengchan')
  await operator.ask(productionApi.pause, { id, reason: '停电', kept: '周转箱加盖，挂待处理牌' })
  const answers = await Promise.allSettled(['无异常', '完好'].map((found) => operator.ask(productionApi.resume, { id, found })))
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected'])
  const { pauses, state, pauseReason } = await read(id)
  assert.deepEqual([pauses.length, pauses[0]?.kept, state, pauseReason], [1, '周转箱加盖，挂待处理牌', 'in_progress', null])
  await assert.rejects(world.change(`update production_pause set found = 'x' where order_id = $1`, [id]), /not rewritten/)
})

test('the time that goods may lie goes on during a pause; what is beyond it is a deviation and holds the batch', async () => {
  const lot = await releasedLot(as, { quantity: '60' })
  const { id } = await issuedProduction(as, { lots: charge('50', lot.lotId) })
  await world.change(`update production_order set process = jsonb_set(process, '{steps,0,holdHours}', '"0.000001"') where id = $1`, [id])
  const operator = await as('shengchan')
  await doneStep(as, id)
  await operator.ask(productionApi.pause, { id, reason: '停电', kept: '周转箱加盖' })
  await operator.ask(productionApi.resume, { id, found: '无异常' })
  const { steps } = await read(id)
  const input = present(steps[0]?.output)
  await refused(startStep(id, 2, input), 'deviation_required', 'deviation')
  const { caseNo } = await startStep(id, 2, input, { deviation: '停电，物料加盖，未见异常' })
  await refused(startStep(id, 2, input, { deviation: '停电，物料加盖，未见异常' }), 'case_open')
  await concludedCase(as, present(caseNo))
  await startStep(id, 2, input, { deviation: '停电，物料加盖，未见异常' })
  assert.deepEqual(
    (await read(id)).found.map(({ kind, stepNo }) => [kind, stepNo]),
    [['hold_time', 2]],
  )
  for (let step = 2; step <= 5; step++) await doneStep(as, id)
  assert.equal((await finishedProduction(as, id)).held, true)
  const other = await issuedProduction(as, { lots: charge('5', lot.lotId) })
  await world.change(`update production_order set process = jsonb_set(process, '{steps,0,holdHours}', '"0.000001"') where id = $1`, [
    other.id,
  ])
  await doneStep(as, other.id)
  await assert.rejects(
    world.change(
      `insert into production_step (enterprise_id, order_id, step_no, name, option, is_critical, pre_checks, room, room_id, temperature, humidity, equipment, is_late_entry, started_by, started_at, input_quantity)
      select enterprise_id, order_id, 2, name, option, is_critical, pre_checks, room, room_id, temperature, humidity, equipment, false, started_by, ended_at + interval '1 hour', 1
      from production_step where order_id = $1`,
      [other.id],
    ),
    /deviation_required/,
  )
})
