import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { present } from '#contract/kernel/certain.ts'
import { bulkInspectionApi, rawInspectionApi } from '#contract/laboratory/inspection-api.ts'
import { releaseApi } from '#contract/release/raw-release.ts'
import { addDays, addMonths, dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import { stockApi } from '#contract/warehouse/stock.ts'
import { allWell, receivedSamples, release, releasedLot, reported, sampled, sampleOf } from '#server/demo/inspection.ts'
import { binIn } from '#server/demo/bin-in.ts'
import { secondPerson, signed } from '#server/demo/person.ts'
import { conformingBatch, issuedProduction } from '#server/demo/production.ts'
import { refused } from '#server/test/refused.ts'
import { openWorld } from '#server/test/world.ts'

const world = await openWorld()
after(() => world.close())
const { as } = world
const today = dayInShanghai(new Date())
const stateOf = async (id: string) =>
  (await world.admin.query<{ state: string }>(`select state from lot where id = $1`, [id])).rows[0]?.state
const dueIn = (lotId: string, days: number) => world.change(`update lot set retest_on = today() + ${days} where id = $1`, [lotId])
const offered = async (lotId: string) => (await (await as('cangku')).ask(rawInspectionApi.lots, { lotId })).rows[0]
/** A released lot of which some was issued already. */
async function begunLot() {
  const lot = await releasedLot(as, { quantity: '100' })
  await issuedProduction(as, { lots: [{ lotId: lot.lotId, quantity: '40', reason: '按计划' }] })
  return lot
}

test('a retest is offered from 30 days before its day; the lot stays usable, and its new day is one interval later', async () => {
  const { lotId } = await begunLot()
  await dueIn(lotId, 31)
  assert.equal(await offered(lotId), undefined)
  const early = { lotId, department: '仓库' }
  await refused((await as('cangku')).ask(rawInspectionApi.request, early), 'wrong_state')
  await dueIn(lotId, 30)
  const lot = present(await offered(lotId))
  assert.deepEqual([lot.requestKind, lot.extensions, lot.retestOn], ['periodic', 0, addDays(today, 30)])
  assert.equal(lot.quantity, '59.7000', 'what is there now: samples and the issue are gone')
  const { inspectionId } = await sampled(as, lotId, 'raw')
  const { inspection } = await (await as('jianyan')).ask(rawInspectionApi.file, { id: inspectionId })
  assert.deepEqual([inspection.requestKind, inspection.lotState, inspection.lotQuantity], ['periodic', 'released', '59.7000'])
  assert.ok(inspection.packageCount < 20, `${inspection.packageCount} packages are left`)
  await issuedProduction(as, { lots: [{ lotId, quantity: '10', reason: '复验期间照常使用' }] })
  const { reportId } = await reported(as, inspectionId, 'raw')
  const qa = await as('qa')
  const { rows } = await qa.ask(releaseApi.list, { state: 'pending' })
  assert.ok(rows.some(({ id }) => id === reportId))
  const { latestRetestOn, release: row } = await qa.ask(releaseApi.file, { id: reportId })
  assert.equal(latestRetestOn, addMonths(addDays(today, 30), 12), 'the day it had, and one interval')
  const released = { id: reportId, checklist: allWell, placeId: await binIn(qa, 'released', row), signature: signed() }
  await refused(qa.ask(releaseApi.release, { ...released, retestOn: addDays(latestRetestOn, 1) }), 'invalid_input', 'retestOn')
  await release(as, reportId)
  assert.equal(await stateOf(lotId), 'released')
  assert.equal(
    (await qa.ask(releaseApi.list, { state: 'pending' })).rows.some(({ id }) => id === reportId),
    false,
  )
})

test('the material says how early, and how often, the life of its lots is made longer', async () => {
  const { lotId } = await begunLot()
  await world.change(
    `update material set retest_notice = 90, retest_limit = 1 where enterprise_id = current_enterprise() and id = (select material_id from lot where id = $1)`,
    [lotId],
  )
  await dueIn(lotId, 90)
  await release(as, (await reported(as, (await sampled(as, lotId, 'raw')).inspectionId, 'raw')).reportId)
  await dueIn(lotId, 10)
  const lot = present(await offered(lotId))
  assert.deepEqual([lot.extensions, lot.retestLimit], [1, 1])
  const again = { lotId, department: '仓库' }
  await refused((await as('cangku')).ask(rawInspectionApi.request, again), 'retest_limit', 'lotId')
  await world.change(`update material set retest_notice = 30, retest_limit = null where enterprise_id = current_enterprise()`)
})

test('a retest that is given up leaves the lot due for it', async () => {
  const { lotId } = await begunLot()
  await dueIn(lotId, 0)
  const { inspectionId } = await sampled(as, lotId, 'raw')
  assert.equal(await stateOf(lotId), 'under_test')
  const given = { id: inspectionId, reason: '送错批', samples: 'return' as const, signature: signed(), second: secondPerson('qa') }
  await (await as('zhuguan')).ask(rawInspectionApi.giveUp, given)
  assert.equal(await stateOf(lotId), 'retest_due')
})

test('quality assurance has a released lot looked into; it stays what it is, and nobody is asked to release it again', async () => {
  const { lotId } = await begunLot()
  const qa = await as('qa')
  const lot = present((await qa.ask(rawInspectionApi.decidedLots, { lotId })).rows[0])
  assert.equal(lot.requestKind, 'investigation')
  const asked = { lotId, department: '质量部', remark: '客户投诉色泽' }
  await refused((await as('cangku')).ask(rawInspectionApi.investigate, asked), 'no_permission')
  await refused(qa.ask(rawInspectionApi.investigate, { ...asked, remark: '' }), 'invalid_input', 'remark')
  const { id, requestKind } = await qa.ask(rawInspectionApi.investigate, asked)
  assert.equal(requestKind, 'investigation')
  await refused(qa.ask(rawInspectionApi.investigate, asked), 'inspection_open')
  await (await as('zhuguan')).ask(rawInspectionApi.accept, { id })
  await (await as('quyang')).ask(rawInspectionApi.sample, { id, ...sampleOf('raw') })
  await receivedSamples(as, id, 'raw')
  const { reportId } = await reported(as, id, 'raw')
  assert.equal(await stateOf(lotId), 'released')
  await refused(qa.ask(releaseApi.file, { id: reportId }), 'not_found')
  await issuedProduction(as, { lots: [{ lotId, quantity: '10', reason: '按计划' }] })
})

test('an investigation that the lot fails holds it, and its rejection follows from the report', async () => {
  const { lotId } = await begunLot()
  const qa = await as('qa')
  const { id } = await qa.ask(rawInspectionApi.investigate, {
    ...{ lotId, department: '质量部', remark: '留样观察发现变色' },
  })
  await (await as('zhuguan')).ask(rawInspectionApi.accept, { id })
  await (await as('quyang')).ask(rawInspectionApi.sample, { id, ...sampleOf('raw') })
  await receivedSamples(as, id, 'raw')
  const { reportId } = await reported(as, id, 'raw', 'fail')
  const { release: row } = await qa.ask(releaseApi.file, { id: reportId })
  assert.deepEqual([row.state, row.conforms, row.holds > 0], ['pending', false, true])
  const { holds } = await qa.ask(stockApi.raw.stock, { id: lotId })
  assert.ok(holds.some(({ kind }) => kind === 'oos'))
})

test('a batch that was found good is looked into without losing its conformity', async () => {
  const batch = await conformingBatch(as)
  const qa = await as('qa')
  assert.equal((await qa.ask(bulkInspectionApi.decidedLots, { lotId: batch.lotId })).total, 1)
  const { id } = await qa.ask(bulkInspectionApi.investigate, {
    ...{ lotId: batch.lotId, department: '质量部', remark: '稳定性考察', packageCount: 4 },
  })
  await (await as('zhuguan')).ask(bulkInspectionApi.accept, { id })
  await (await as('quyang')).ask(bulkInspectionApi.sample, { id, ...sampleOf('bulk') })
  await receivedSamples(as, id, 'bulk')
  await reported(as, id, 'bulk')
  assert.equal(await stateOf(batch.lotId), 'conforming')
})

test('a retest that ends more than an interval late counts as so many extensions, within the number that the material allows', async () => {
  const { lotId } = await begunLot()
  await dueIn(lotId, -400)
  const { inspectionId } = await sampled(as, lotId, 'raw')
  assert.equal(await stateOf(lotId), 'under_test', 'blocked until it is decided about')
  const { reportId } = await reported(as, inspectionId, 'raw')
  const qa = await as('qa')
  const { latestRetestOn, extensions, release: row } = await qa.ask(releaseApi.file, { id: reportId })
  assert.deepEqual([latestRetestOn, extensions], [addMonths(addDays(today, -400), 24), { used: 0, now: 2, limit: null }])
  const set = (limit: string) =>
    world.change(
      `update material set retest_limit = ${limit} where enterprise_id = current_enterprise() and id = (select material_id from lot where id = $1)`,
      [lotId],
    )
  const released = {
    id: reportId,
    checklist: allWell,
    placeId: await binIn(qa, 'released', row),
    retestOn: latestRetestOn,
    signature: signed(),
  }
  await set('1')
  await refused(qa.ask(releaseApi.release, released), 'retest_limit', 'retestOn')
  await set('2')
  await refused(qa.ask(releaseApi.release, { ...released, retestOn: addMonths(latestRetestOn, -12) }), 'invalid_input', 'retestOn')
  await qa.ask(releaseApi.release, released)
  assert.equal(await stateOf(lotId), 'released')
  await dueIn(lotId, 10)
  assert.equal(present(await offered(lotId)).extensions, 2, 'both are used')
  await refused((await as('cangku')).ask(rawInspectionApi.request, { lotId, department: '仓库' }), 'retest_limit', 'lotId')
  await set('null')
})

test('by direct SQL no retest makes a life longer than its extensions', async () => {
  const { lotId } = await begunLot()
  await dueIn(lotId, 5)
  const { reportId } = await reported(as, (await sampled(as, lotId, 'raw')).inspectionId, 'raw')
  const decide = (extensions: number, months: number) =>
    world.change(
      `insert into release_decision (enterprise_id, release_no, lot_id, report_id, decision, state, quantity, retest_on, checklist, analyst_ids, receiver_ids, decided_by, extensions)
       select l.enterprise_id, 'FX-x', l.id, $2, 'release', 'released', 1, (l.retest_on + make_interval(months => $4::integer))::date, '[]', '{}', '{}',
         (select id from account where user_name = 'qa'), $3 from lot l where l.id = $1`,
      [lotId, reportId, extensions, months],
    )
  await assert.rejects(decide(0, 12), /extensions/)
  await assert.rejects(decide(1, 13), /extensions/)
  await assert.rejects(decide(2, 24), /extensions/)
})
