import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { elementAt, present } from '#contract/kernel/certain.ts'
import { bulkInspectionApi } from '#contract/laboratory/inspection-api.ts'
import { packRetentionApi } from '#contract/laboratory/pack-retention.ts'
import { sampleLaboratoryApi } from '#contract/laboratory/sample.ts'
import { stabilityApi } from '#contract/laboratory/stability.ts'
import { paperApi } from '#contract/office/paper.ts'
import { workApi } from '#contract/office/work.ts'
import { keptPacks, packCodes, releasedPack } from '#server/demo/packaging.ts'
import { secondPerson, signed } from '#server/demo/person.ts'
import { approvedPlan, planOf, putOn, testedPoint } from '#server/demo/stability.ts'
import { tellExpiring } from '#server/features/supply/licence/tell-expiring.ts'
import { takeFile } from '#server/test/file-hand.ts'
import { readPdf } from '#server/test/read-pdf.ts'
import { refused } from '#server/test/refused.ts'
import { openWorld } from '#server/test/world.ts'

const world = await openWorld()
after(() => world.close())
const { as } = world
const absent = '019a0000-0000-7000-8000-000000000000'

/** A released lot of which some packs are kept. */
async function keptLot(packs: number) {
  const pack = await releasedPack(as)
  const codes = await packCodes(as, pack.lotNo, packs)
  await keptPacks(as, { lotId: pack.lotId, codes })
  const { rows } = await world.admin.query<{ id: string; grams: string }>(
    `select l.product_id as id, (1000 * s.net_quantity)::text as grams from lot l join pack_spec s on s.id = l.pack_spec_id where l.id = $1`,
    [pack.lotId],
  )
  const { id: productId, grams } = elementAt(rows, 0)
  return { lotId: pack.lotId, lotNo: pack.lotNo, codes, productId, grams }
}
const first = await keptLot(5)
/** Ends what an earlier test put in force. */
async function endAll() {
  const qa = await as('qa')
  const { rows } = await qa.ask(stabilityApi.list, { state: 'approved' })
  for (const { id, rowVersion } of rows)
    await qa.ask(stabilityApi.end, { id, rowVersion, reason: '考察完成', signature: signed(), second: secondPerson('zhiliang') })
}

test('a plan is written by quality assurance and approved by another, with the items of the standard in force', async () => {
  const qa = await as('qa')
  const written = await planOf(as, first.productId)
  await refused((await as('jianyan')).ask(stabilityApi.write, written), 'no_permission')
  await refused(qa.ask(stabilityApi.write, { ...written, productId: absent }), 'not_found', 'productId')
  await refused(qa.ask(stabilityApi.write, { ...written, items: ['没有的项目'] }), 'stability_item_unknown', 'items.0')
  await refused(qa.ask(stabilityApi.write, { ...written, months: [3, 3] }), 'invalid_input', 'months')
  await refused(qa.ask(stabilityApi.write, { ...written, packsPerPoint: 201 }), 'invalid_input', 'packsPerPoint')
  await refused(qa.ask(stabilityApi.write, { ...written, windowDays: 61 }), 'invalid_input', 'windowDays')
  const { plan } = await qa.ask(stabilityApi.write, { ...written, months: [3, 0] })
  assert.deepEqual([plan.state, plan.version, plan.months], ['draft', 1, [0, 3]])
  await refused(qa.ask(stabilityApi.putOn, { id: plan.id, lotIds: [first.lotId] }), 'wrong_state')
  const approval = { id: plan.id, rowVersion: plan.rowVersion, signature: signed() }
  await refused(qa.ask(stabilityApi.approve, approval), 'no_permission')
  const { plan: edited } = await qa.ask(stabilityApi.edit, { ...without(written), id: plan.id, rowVersion: plan.rowVersion, windowDays: 5 })
  await refused((await as('zhiliang')).ask(stabilityApi.approve, approval), 'stale')
  await assert.rejects(
    world.change(`update stability_plan set state = 'approved', approved_by = written_by, approved_at = now() where id = $1`, [plan.id]),
    /stability_plan_approved_by_another/,
  )
  const zhiliang = await as('zhiliang')
  assert.ok(
    (await zhiliang.ask(workApi.waiting, {})).some(({ document, steps }) => document === '稳定性考察方案' && steps.includes('批准')),
  )
  const done = await zhiliang.ask(stabilityApi.approve, { ...approval, rowVersion: edited.rowVersion })
  assert.deepEqual([done.plan.state, done.plan.windowDays], ['approved', 5])
  await refused(zhiliang.ask(stabilityApi.approve, { ...approval, rowVersion: done.plan.rowVersion }), 'wrong_state')
  await assert.rejects(
    world.change(`update stability_plan set months = '{0}' where id = $1`, [plan.id]),
    /goes from draft to approved to its end/,
  )
  const twin = await qa.ask(stabilityApi.write, written)
  const again = { id: twin.plan.id, rowVersion: twin.plan.rowVersion, signature: signed() }
  await refused(zhiliang.ask(stabilityApi.approve, again), 'stability_plan_exists')
  const { plan: gone } = await qa.ask(stabilityApi.discard, { id: twin.plan.id, reason: '与现行方案重复' })
  assert.equal(gone.state, 'discarded')
  await refused(qa.ask(stabilityApi.discard, { id: twin.plan.id, reason: '再作废' }), 'wrong_state')
})

/** What an edit or a revision takes of it. */
const without = ({ productId: _, ...written }: Awaited<ReturnType<typeof planOf>>) => written

test('a lot is put on the plan of its product once, while enough packs are kept, in the step and by direct SQL', async () => {
  await endAll()
  const qa = await as('qa')
  const { plan } = await approvedPlan(as, first.productId, [0, 3, 6, 12])
  const put = { id: plan.id, lotIds: [first.lotId] }
  await refused((await as('jianyan')).ask(stabilityApi.putOn, put), 'no_permission')
  await refused(qa.ask(stabilityApi.putOn, { id: absent, lotIds: [first.lotId] }), 'not_found')
  await refused(qa.ask(stabilityApi.putOn, { id: plan.id, lotIds: [absent] }), 'not_found')
  const few = await keptLot(4)
  await refused(qa.ask(stabilityApi.putOn, { id: plan.id, lotIds: [few.lotId] }), 'stability_packs_short', 'lotIds.0')
  await assert.rejects(
    world.change(
      `with l as (insert into stability_lot (enterprise_id, plan_id, lot_id, put_on_by, put_on_at)
         select enterprise_id, $1, id, (select id from account where user_name = 'qa'), now() from lot where id = $2 returning *)
       select from l`,
      [plan.id, elementAt((await world.admin.query<{ id: string }>(`select id from lot where kind = 'bulk' limit 1`)).rows, 0).id],
    ),
    /approved plan of its product/,
  )
  const bulk = elementAt((await world.admin.query<{ id: string }>(`select id from lot where kind = 'bulk' limit 1`)).rows, 0).id
  await refused(qa.ask(stabilityApi.putOn, { id: plan.id, lotIds: [bulk] }), 'stability_lot_other', 'lotIds.0')
  const offered = await qa.ask(stabilityApi.lots, { id: plan.id, q: first.lotNo })
  assert.deepEqual(
    offered.rows.map(({ id, packsToOpen }) => [id, packsToOpen]),
    [[first.lotId, 4]],
  )
  const { lots } = await qa.ask(stabilityApi.putOn, put)
  const lot = present(lots[0])
  assert.deepEqual(
    [lot.points.map(({ month, state }) => [month, state]), lot.packsPlanned],
    [
      [
        [0, 'open'],
        [3, 'open'],
        [6, 'open'],
        [12, 'open'],
      ],
      4,
    ],
  )
  await refused(qa.ask(stabilityApi.putOn, put), 'stability_lot_planned', 'lotIds.0')
  assert.equal((await qa.ask(stabilityApi.lots, { id: plan.id, q: first.lotNo })).total, 0)
})

test('a lot is taken off and a plan ended by two persons; what nobody has begun is dropped, and the lot may be put on again', async () => {
  await endAll()
  const qa = await as('qa')
  const { plan } = await approvedPlan(as, first.productId)
  await putOn(as, plan.id, first.lotId)
  const off = { id: plan.id, lotId: first.lotId, reason: '选错批次', signature: signed(), second: secondPerson('zhiliang') }
  await refused(qa.ask(stabilityApi.takeOff, { ...off, second: secondPerson('qa') }), 'same_person')
  await refused(qa.ask(stabilityApi.takeOff, { ...off, second: secondPerson('jianyan') }), 'signer_lacks_duty')
  await assert.rejects(
    world.change(
      `update stability_lot set taken_off_at = now(), taken_off_by = put_on_by, taken_off_second_by = put_on_by, take_off_reason = 'x' where lot_id = $1 and taken_off_at is null`,
      [first.lotId],
    ),
    /stability_lot_taken_off_by_two/,
  )
  const { lots } = await qa.ask(stabilityApi.takeOff, off)
  assert.ok(present(lots[0]).points.every(({ state }) => state === 'dropped'))
  await refused(qa.ask(stabilityApi.takeOff, off), 'wrong_state', 'lotId')
  await putOn(as, plan.id, first.lotId)
  const { plan: now } = await qa.ask(stabilityApi.read, { id: plan.id })
  const end = { id: plan.id, rowVersion: now.rowVersion, reason: '产品停产', signature: signed(), second: secondPerson('zhiliang') }
  await refused(qa.ask(stabilityApi.end, { ...end, second: secondPerson('qa') }), 'same_person')
  await refused(qa.ask(stabilityApi.end, { ...end, second: secondPerson('cangku') }), 'signer_lacks_duty')
  await refused(qa.ask(stabilityApi.end, { ...end, rowVersion: 999 }), 'stale')
  const ended = await qa.ask(stabilityApi.end, end)
  assert.deepEqual([ended.plan.state, ended.plan.lots, ended.endReason], ['ended', 0, '产品停产'])
  await refused(qa.ask(stabilityApi.end, { ...end, rowVersion: ended.plan.rowVersion }), 'wrong_state')
  const asked = { lotId: first.lotId, month: 0 as const, department: '质量部', remark: '考察' }
  await refused(qa.ask(bulkInspectionApi.requestStability, asked), 'stability_point_closed', 'month')
})

test('kept packs that open time points still need are neither put back nor disposed of; once the lot is off its plan they are', async () => {
  await endAll()
  const qa = await as('qa')
  const lot = await keptLot(5)
  const { plan } = await approvedPlan(as, lot.productId, [0, 3, 6, 12])
  await putOn(as, plan.id, lot.lotId)
  const { rows } = await world.admin.query<{ id: string }>('select id from sample where lot_id = $1', [lot.lotId])
  const back = { id: elementAt(rows, 0).id, reason: '多留了', signature: signed(), second: secondPerson('qa') }
  const analyst = await as('jianyan')
  await refused(analyst.ask(packRetentionApi.putBack, back), 'stability_packs_needed')
  // Nor when their time in the cabinet is over.
  await world.change(`update sample set retain_until = today() - 1 where id = $1`, [back.id])
  const disposed = { id: back.id, leftOver: '0', reason: '留样期满', signature: signed(), witness: secondPerson('qa') }
  await refused(analyst.ask(sampleLaboratoryApi.bulk.dispose, disposed), 'stability_packs_needed')
  await assert.rejects(world.change(`update sample set state = 'disposed' where id = $1`, [back.id]), /stability_packs_needed/)
  const both = await Promise.allSettled([
    analyst.ask(packRetentionApi.putBack, back),
    qa.ask(stabilityApi.takeOff, {
      id: plan.id,
      lotId: lot.lotId,
      reason: '选错批次',
      signature: signed(),
      second: secondPerson('zhiliang'),
    }),
  ])
  assert.equal(elementAt(both, 1).status, 'fulfilled')
  if (elementAt(both, 0).status === 'rejected') await analyst.ask(packRetentionApi.putBack, back)
  await refused(qa.ask(stabilityApi.putOn, { id: plan.id, lotIds: [lot.lotId] }), 'stability_packs_short', 'lotIds.0')
})

test('a revision takes the place of the version in force: its lots go over, months it leaves out are dropped, packs must still suffice', async () => {
  await endAll()
  const qa = await as('qa')
  const zhiliang = await as('zhiliang')
  const { plan } = await approvedPlan(as, first.productId, [0, 3, 6])
  await putOn(as, plan.id, first.lotId)
  const written = without(await planOf(as, first.productId, [0, 9, 12]))
  const { plan: now } = await qa.ask(stabilityApi.read, { id: plan.id })
  await refused(qa.ask(stabilityApi.renew, { ...written, id: plan.id, rowVersion: 999 }), 'stale')
  const { plan: next } = await qa.ask(stabilityApi.renew, { ...written, packsPerPoint: 2, id: plan.id, rowVersion: now.rowVersion })
  assert.deepEqual([next.planNo, next.version, next.state], [plan.planNo, 2, 'draft'])
  await refused(qa.ask(stabilityApi.renew, { ...written, id: plan.id, rowVersion: now.rowVersion }), 'stability_plan_revised')
  const end = { id: plan.id, rowVersion: now.rowVersion, reason: '停产', signature: signed(), second: secondPerson('zhiliang') }
  await refused(qa.ask(stabilityApi.end, end), 'stability_plan_revised')
  const approval = { id: next.id, signature: signed() }
  await refused(zhiliang.ask(stabilityApi.approve, { ...approval, rowVersion: next.rowVersion }), 'stability_packs_short', 'id')
  const { plan: lean } = await qa.ask(stabilityApi.edit, { ...written, id: next.id, rowVersion: next.rowVersion })
  const { lots, versions } = await zhiliang.ask(stabilityApi.approve, { ...approval, rowVersion: lean.rowVersion })
  assert.deepEqual(
    versions.map(({ version, state }) => [version, state]),
    [
      [2, 'approved'],
      [1, 'superseded'],
    ],
  )
  assert.deepEqual(
    present(lots[0]).points.map(({ month, state }) => [month, state]),
    [
      [0, 'open'],
      [3, 'dropped'],
      [6, 'dropped'],
      [9, 'open'],
      [12, 'open'],
    ],
  )
})

test('a time point waits from the first of its days, messages are sent before and after its day, and its results are the trend of the plan', async () => {
  await endAll()
  const lot = await keptLot(4)
  const qa = await as('qa')
  const { plan } = await approvedPlan(as, lot.productId)
  await putOn(as, plan.id, lot.lotId)
  const waits = async () =>
    (await qa.ask(workApi.waiting, {})).find(({ document }) => document === '稳定性考察时间点')?.oldest.map(({ subject }) => subject) ?? []
  assert.equal((await waits()).length, 1, 'the third month is not due')
  assert.ok((await tellExpiring(world.pool)) > 0)
  const told = async () =>
    (
      await world.admin.query<{ title: string; done: boolean }>(
        `select n.title, n.done_at is not null as done from notification n join stability_point t on t.id = n.record_id where t.lot_id = $1 order by n.id`,
        [lot.lotId],
      )
    ).rows
  assert.ok((await told()).every(({ title, done }) => title.includes('稳定性考察0个月') && !done))
  const grams = lot.grams
  await testedPoint(as, { lotId: lot.lotId, month: 0 }, { codes: lot.codes.slice(0, 1), grams })
  assert.deepEqual(await waits(), [])
  assert.ok((await told()).every(({ done }) => done))
  const results = await qa.ask(stabilityApi.results, { id: plan.id, pageSize: 200 })
  assert.ok(results.total > 0 && results.rows.every(({ month, lotNo }) => month === 0 && lotNo === lot.lotNo))
  const item = elementAt(results.rows, 0).item
  const { content } = await takeFile(world, 'qa', paperApi.preview, { kind: 'stability_record', id: plan.id })
  const said = (await readPdf(content)).join('')
  const { rows: reports } = await world.admin.query<{ no: string }>(
    `select r.report_no as no from report r join stability_point t on t.inspection_id = r.inspection_id where t.lot_id = $1`,
    [lot.lotId],
  )
  for (const word of [lot.lotNo, item, elementAt(reports, 0).no, '待考察']) assert.ok(said.includes(word), `${word} in ${said}`)
  assert.ok((await qa.ask(stabilityApi.results, { id: plan.id, item })).rows.every((row) => row.item === item))
  await refused(qa.ask(stabilityApi.results, { id: absent }), 'not_found')
})

test('two who put the same lot on at once: one does', async () => {
  await endAll()
  const { plan } = await approvedPlan(as, first.productId)
  const [one, other] = [await as('qa'), await as('qa2')]
  const answers = await Promise.allSettled([
    one.ask(stabilityApi.putOn, { id: plan.id, lotIds: [first.lotId] }),
    other.ask(stabilityApi.putOn, { id: plan.id, lotIds: [first.lotId] }),
  ])
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected'])
})
