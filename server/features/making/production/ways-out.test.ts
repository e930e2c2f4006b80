import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { only } from '#contract/kernel/certain.ts'
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
import { checkedBefore, doneStep, finishedProduction, issuedProduction, producedBatch } from '#server/demo/production.ts'
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

const terminate = async (id: string, { by = 'qa', approver = 'zhiliang', reason = '药材判定不合格' } = {}) =>
  (await as(by)).ask(productionApi.terminate, { id, reason, signature: signed(), approver: secondPerson(approver) })

test('a batch whose herb was rejected is terminated: no lot is born, all of its charge is destroyed, its line is free', async () => {
  const herb = await releasedLot(as, { material: '白术', quantity: '220' })
  const bran = await releasedLot(as, { material: '麦麸', quantity: '60' })
  const order = { product: '麸炒白术', lots: charge('200', herb.lotId), auxiliaries: charge('20', bran.lotId), line: '终止试验线' }
  const { id } = await issuedProduction(as, order)
  await doneStep(as, id)
  await refused(terminate(id), 'charge_sound')
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
  const ended = await terminate(id)
  assert.equal(ended.state, 'cancelled')
  await refused(terminate(id), 'wrong_state')

  const record = await read(id)
  assert.equal(record.balance, null)
  assert.ok(record.batchNo !== null)
  assert.deepEqual(
    record.signatures.slice(-2).map(({ signerName, meaning, holds }) => [signerName, meaning, holds]),
    [
      ['郑质保', '终止生产', true],
      ['何质量', '批准', true],
    ],
  )
  for (const [lot, quantity] of [
    [herb, '200'],
    [bran, '20'],
  ] as const) {
    const { production, loss } = await whereIs(lot.lotId)
    assert.deepEqual([production, loss], [undefined, quantity])
    const { balances } = await (await as('qa')).ask(traceApi.view, { id: lot.lotId })
    assert.ok(balances.every(({ closes }) => closes))
    const { events } = await (await as('qa')).ask(traceApi.timeline, { id: lot.lotId })
    assert.ok(events.some(({ kind }) => kind === 'terminated'))
  }
  const next = await releasedLot(as, { quantity: '60' })
  await producedBatch(as, { lot: next, quantity: '50', line: '终止试验线' })
  const client = await world.admin.connect()
  try {
    assert.deepEqual((await verifyDatabase(client)).findings, [])
  } finally {
    client.release()
  }
})

test('a paused batch in the middle of a step is terminated too, and its step stays as it was recorded', async () => {
  const lot = await releasedLot(as, { quantity: '60' })
  const { id } = await issuedProduction(as, { lots: charge('50', lot.lotId) })
  const operator = await as('shengchan')
  await doneStep(as, id)
  await operator.ask(productionApi.startStep, {
    id,
    stepNo: 2,
    preChecks: checkedBefore,
    room: '洗润间',
    temperature: '22',
    humidity: '48',
    equipment: ['RX-01'],
    input: '10',
  })
  await operator.ask(productionApi.pause, { id, reason: '等待复核' })
  await withdraw(lot.reportId)
  await terminate(id)
  const { steps, pauseReason, state } = await read(id)
  assert.deepEqual([steps.length, steps[1]?.endedAt, pauseReason, state], [2, null, '等待复核', 'cancelled'])
})

test('who worked on a batch does not terminate it, nor does one person alone, nor anybody a sound one by direct SQL', async () => {
  const lot = await releasedLot(as, { quantity: '60' })
  const { id } = await issuedProduction(as, { lots: charge('50', lot.lotId) })
  await doneStep(as, id)
  const end = (by: string, second: string) =>
    world.change(
      `update production_order set state = 'cancelled', cancel_reason = 'x', cancelled_at = now(),
        cancelled_by = (select id from account where user_name = $2), termination_approved_by = (select id from account where user_name = $3) where id = $1`,
      [id, by, second],
    )
  await assert.rejects(end('qa', 'zhiliang'), /charge_sound/)
  await withdraw(lot.reportId)
  await assert.rejects(end('qa', 'qa'), /production_termination_second_person/)
  await assert.rejects(end('qa', 'nobody'), /production_terminated_by_two/)
  await world.change(
    `update production_order set operator_ids = operator_ids || (select id from account where user_name = 'qa') where id = $1`,
    [id],
  )
  await refused(terminate(id), 'operator_reviews')
})
