import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { elementAt } from '#contract/kernel/certain.ts'
import { exact } from '#contract/kernel/exact-decimal.ts'
import { bulkInspectionApi, bulkTestApi } from '#contract/laboratory/inspection-api.ts'
import { packRetentionApi } from '#contract/laboratory/pack-retention.ts'
import { sampleApi } from '#contract/laboratory/sample.ts'
import { stabilityApi } from '#contract/laboratory/stability.ts'
import { traceApi } from '#contract/tracing/trace.ts'
import { receivedSamples, reported, sampleOf } from '#server/demo/inspection.ts'
import { keptPacks, packCodes, releasedPack } from '#server/demo/packaging.ts'
import { Refused, secondPerson, signed } from '#server/demo/person.ts'
import { approvedPlan, putOn } from '#server/demo/stability.ts'
import { refused } from '#server/test/refused.ts'
import { openWorld } from '#server/test/world.ts'

const world = await openWorld()
after(() => world.close())
const { as } = world

let plan: string | undefined
/** A lot of which four packs are kept, with their codes, on the plan of its product. */
async function kept() {
  const pack = await releasedPack(as)
  const codes = await packCodes(as, pack.lotNo, 5)
  const { sample } = await keptPacks(as, { lotId: pack.lotId, codes: codes.slice(0, 4) })
  const { rows } = await world.admin.query<{ id: string }>(`select product_id as id from lot where id = $1`, [pack.lotId])
  plan ??= (await approvedPlan(as, elementAt(rows, 0).id)).plan.id
  await putOn(as, plan, pack.lotId)
  const ask = { lotId: pack.lotId, month: 0 as const, department: '质量部', remark: '稳定性考察' }
  const grams = exact(pack.spec.netQuantity).times(1000)
  // What stays whole is kept already: the opened pack need not hold twice a test's need beside the test.
  const need = grams.div(3).toDecimalPlaces(1, 1)
  const parts = {
    ...{ testNeed: need.toFixed(), test: need.toFixed(), recheck: need.toFixed(), retention: grams.minus(need.times(2)).toFixed() },
  }
  return { pack, codes, sample, ask, parts, grams, planId: plan }
}
const pointOf = async (lotId: string, month: number) => {
  const { rows } = await (await as('qa')).ask(stabilityApi.points, { lotId })
  return elementAt(
    rows.filter((row) => row.month === month),
    0,
  )
}
const closes = async (lotId: string) => {
  const { balances } = await (await as('qa')).ask(traceApi.view, { id: lotId })
  assert.deepEqual(
    balances.filter((one) => !one.closes || one.difference !== '0'),
    [],
  )
}
/** So many days pass for a lot and its time points, which no step brings about. */
const pass = async (lotId: string, days: number) => {
  await world.admin.query(
    `begin; set local session_replication_role = replica; update lot set born_on = born_on - ${days} where id = '${lotId}';
     update stability_point set test_on = test_on - ${days}, opens_on = opens_on - ${days}, closes_on = closes_on - ${days} where lot_id = '${lotId}'; commit`,
  )
}

test('packs that are kept are tested at the time point of their plan: asked by quality assurance, once, and not before its days', async () => {
  const { pack, codes, sample, ask, parts, grams } = await kept()
  const qa = await as('qa')
  await refused((await as('shengchan')).ask(bulkInspectionApi.requestStability, ask), 'no_permission')
  await refused(qa.ask(bulkInspectionApi.requestStability, { ...ask, month: 3 }), 'stability_not_due', 'month')
  await refused(qa.ask(bulkInspectionApi.requestStability, { ...ask, month: 6 }), 'stability_not_planned', 'month')
  const { id, requestKind, stabilityMonth } = await qa.ask(bulkInspectionApi.requestStability, ask)
  assert.deepEqual([requestKind, stabilityMonth, (await pointOf(pack.lotId, 0)).state], ['stability', 0, 'begun'])
  await refused(qa.ask(bulkInspectionApi.requestStability, ask), 'stability_month_tested', 'month')
  await refused(qa.ask(bulkInspectionApi.accept, { id }), 'no_permission')
  await (await as('zhuguan')).ask(bulkInspectionApi.accept, { id })
  const quyang = await as('quyang')
  const drawn = { id, ...sampleOf('bulk'), ...parts }
  await refused(quyang.ask(bulkInspectionApi.sample, { ...drawn, packs: [elementAt(codes, 4)] }), 'code_not_in_stock', 'packs.0')
  await refused(quyang.ask(bulkInspectionApi.sample, { ...drawn, packs: codes.slice(0, 2) }), 'packs_not_whole', 'packs')
  await quyang.ask(bulkInspectionApi.sample, { ...drawn, packs: [elementAt(codes, 0)] })
  const file = await qa.ask(sampleApi.file, { id: sample.id })
  assert.deepEqual([exact(file.sample.quantity).toFixed(), file.events.at(-1)?.kind], [grams.times(3).toFixed(), 'opened'])
  await receivedSamples(as, id, 'bulk')
  await reported(as, id, 'bulk')
  assert.equal((await pointOf(pack.lotId, 0)).state, 'done')
  assert.equal((await pointOf(pack.lotId, 3)).hasOpened, false)
  const { rows } = await world.admin.query<{ state: string }>(`select state from lot where id = $1`, [pack.lotId])
  assert.equal(rows[0]?.state, 'released')
  await closes(pack.lotId)
})

test('a pack is opened once, one is always left, and what was opened does not go back into stock', async () => {
  const { pack, codes, sample, ask, parts } = await kept()
  const first = await (await as('qa')).ask(bulkInspectionApi.requestStability, ask)
  await (await as('zhuguan')).ask(bulkInspectionApi.accept, { id: first.id })
  const quyang = await as('quyang')
  await quyang.ask(bulkInspectionApi.sample, { id: first.id, ...sampleOf('bulk'), ...parts, packs: [elementAt(codes, 0)] })
  await receivedSamples(as, first.id, 'bulk')
  await reported(as, first.id, 'bulk')
  await pass(pack.lotId, 100)
  const { id } = await (await as('qa')).ask(bulkInspectionApi.requestStability, { ...ask, month: 3 })
  await (await as('zhuguan')).ask(bulkInspectionApi.accept, { id })
  const again = { id, ...sampleOf('bulk'), ...parts, packs: [elementAt(codes, 0)] }
  await refused(quyang.ask(bulkInspectionApi.sample, again), 'code_not_in_stock', 'packs')
  const back = { id: sample.id, reason: '多留一袋', signature: signed(), second: secondPerson('qa') }
  await refused((await as('jianyan')).ask(packRetentionApi.putBack, back), 'sample_opened')
  await assert.rejects(
    world.change(`update sample set opened_quantity = opened_quantity + 1 where id = $1`, [sample.id]),
    /packs_not_whole/,
  )
  await assert.rejects(world.change(`update inspection set stability_month = 0 where id = $1`, [id]), /stability_month_tested/)
})

test('a request that is sent back, cancelled or given up opens its time point again; what was opened is scrapped', async () => {
  const { pack, codes, ask, parts } = await kept()
  const qa = await as('qa')
  const zhuguan = await as('zhuguan')
  const back = await qa.ask(bulkInspectionApi.requestStability, ask)
  await zhuguan.ask(bulkInspectionApi.return, { id: back.id, reason: '袋数不对' })
  assert.deepEqual([(await pointOf(pack.lotId, 0)).state, (await pointOf(pack.lotId, 0)).inspectionId], ['open', null])
  const { id } = await qa.ask(bulkInspectionApi.requestStability, ask)
  await zhuguan.ask(bulkInspectionApi.accept, { id })
  const quyang = await as('quyang')
  await quyang.ask(bulkInspectionApi.sample, { id, ...sampleOf('bulk'), ...parts, packs: [elementAt(codes, 0)] })
  const given = { id, reason: '方案变更', signature: signed(), second: secondPerson('qa') }
  await refused(zhuguan.ask(bulkInspectionApi.giveUp, { ...given, samples: 'return' }), 'sample_no_home', 'samples')
  await zhuguan.ask(bulkInspectionApi.giveUp, { ...given, samples: 'scrap' })
  assert.equal((await pointOf(pack.lotId, 0)).state, 'open')
  await closes(pack.lotId)
})

test('a failing value of a time point opens a case and holds the lot; the point is done when the report says so', async () => {
  const { pack, codes, ask, parts } = await kept()
  const { id } = await (await as('qa')).ask(bulkInspectionApi.requestStability, ask)
  await (await as('zhuguan')).ask(bulkInspectionApi.accept, { id })
  await (await as('quyang')).ask(bulkInspectionApi.sample, { id, ...sampleOf('bulk'), ...parts, packs: [elementAt(codes, 0)] })
  await receivedSamples(as, id, 'bulk')
  await reported(as, id, 'bulk', 'fail')
  const { rows } = await world.admin.query<{ kind: string }>(`select kind from hold where lot_id = $1 and lifted_at is null`, [pack.lotId])
  assert.deepEqual(rows, [{ kind: 'oos' }])
  const { oosCases } = await (await as('qa')).ask(bulkTestApi.file, { id })
  assert.deepEqual(
    oosCases.map(({ kind }) => kind),
    ['oos'],
  )
  assert.equal((await pointOf(pack.lotId, 0)).state, 'done')
  await closes(pack.lotId)
})

test('what the plan asks for is tested before the results are submitted, and nothing more has to be', async () => {
  const { pack, codes, ask, parts, planId } = await kept()
  const { id } = await (await as('qa')).ask(bulkInspectionApi.requestStability, ask)
  await (await as('zhuguan')).ask(bulkInspectionApi.accept, { id })
  await (await as('quyang')).ask(bulkInspectionApi.sample, { id, ...sampleOf('bulk'), ...parts, packs: [elementAt(codes, 0)] })
  await receivedSamples(as, id, 'bulk')
  const { items } = (await (await as('qa')).ask(stabilityApi.read, { id: planId })).plan
  await refused((await as('jianyan')).ask(bulkTestApi.submit, { id, signature: signed() }), 'results_incomplete', elementAt(items, 0))
  const error = await (await as('jianyan')).ask(bulkTestApi.submit, { id, signature: signed() }).catch((given: unknown) => given)
  const { rows } = await world.admin.query<{ items: string[] }>(`select items from stability_point where inspection_id = $1`, [id])
  assert.deepEqual(elementAt(rows, 0).items, items)
  assert.ok(error instanceof Refused)
  const named = error.body.errors?.map(({ path }) => path)
  assert.deepEqual(named?.toSorted(), items.toSorted())
  assert.equal((await pointOf(pack.lotId, 0)).state, 'begun')
})

test('a time point that was missed has a reason, once its days are over, and is not begun afterwards, neither in the step nor by direct SQL', async () => {
  const { pack, ask } = await kept()
  const qa = await as('qa')
  const point = await pointOf(pack.lotId, 0)
  const missed = { id: point.id, reason: '留样柜故障，当月未能取样', signature: signed() }
  await refused((await as('jianyan')).ask(stabilityApi.miss, missed), 'no_permission')
  await refused(qa.ask(stabilityApi.miss, missed), 'stability_not_overdue')
  await assert.rejects(
    world.change(
      `update stability_point set state = 'missed', missed_at = now(), miss_reason = 'x', missed_by = (select id from account where user_name = 'qa') where id = $1`,
      [point.id],
    ),
    /stability_not_overdue/,
  )
  await pass(pack.lotId, 40)
  const { state, missReason } = await qa.ask(stabilityApi.miss, missed)
  assert.deepEqual([state, missReason], ['missed', missed.reason])
  await refused(qa.ask(stabilityApi.miss, missed), 'wrong_state')
  await refused(qa.ask(bulkInspectionApi.requestStability, ask), 'stability_point_closed', 'month')
  await assert.rejects(
    world.change(`update stability_point set state = 'open', missed_at = null, miss_reason = null, missed_by = null where id = $1`, [
      point.id,
    ]),
    /stability_point_closed/,
  )
})
