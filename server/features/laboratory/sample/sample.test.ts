import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import { present } from '#contract/kernel/certain.ts'
import { rawInspectionApi } from '#contract/laboratory/inspection-api.ts'
import type { SampleState } from '#contract/laboratory/sample-state.ts'
import { sampleApi, sampleLaboratoryApi } from '#contract/laboratory/sample.ts'
import { workApi } from '#contract/office/work.ts'
import { traceApi } from '#contract/tracing/trace.ts'
import { addMonths, dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import { findingFor } from '#server/demo/finding.ts'
import { inspect, receivedSamples, release, reported, sampleOf, sampled } from '#server/demo/inspection.ts'
import { secondPerson, signed } from '#server/demo/person.ts'
import { producedBatch } from '#server/demo/production.ts'
import { receivedLot } from '#server/demo/purchase.ts'
import { refused } from '#server/test/refused.ts'
import { openWorld } from '#server/test/world.ts'

const world = await openWorld()
after(() => world.close())
const { as } = world
const { raw, bulk } = sampleLaboratoryApi
const today = dayInShanghai(new Date())

/** A raw lot that was sampled, its samples not yet received. */
async function drawn(options: Parameters<typeof receivedLot>[1] = {}) {
  const { lotId, lotNo } = await receivedLot(as, options)
  const { id } = await (await as('cangku')).ask(rawInspectionApi.request, { lotId, department: '仓库' })
  await (await as('zhuguan')).ask(rawInspectionApi.accept, { id })
  await (await as('quyang')).ask(rawInspectionApi.sample, { id, ...sampleOf('raw') })
  return { lotId, lotNo, inspectionId: id }
}
const fileOf = async (id: string) => (await as('jianyan')).ask(rawInspectionApi.file, { id })
const samplesOf = async (inspectionId: string) => {
  const { samples } = present((await fileOf(inspectionId)).sampling)
  const of = (kind: 'test' | 'recheck' | 'retention') => present(samples.find((sample) => sample.kind === kind))
  return { test: of('test'), recheck: of('recheck'), retention: of('retention') }
}
const statesOf = async (inspectionId: string): Promise<SampleState[]> =>
  Object.values(await samplesOf(inspectionId)).map(({ state }) => state)
const receiving = { container: '玻璃瓶', shelf: 'H-01', retentionShelf: 'L-03' }
const disposal = (leftOver: string) => ({ leftOver, reason: '检验完毕', signature: signed(), witness: secondPerson('qa') })
const allWell = async (inspectionId: string) => {
  const { items } = await fileOf(inspectionId)
  return items.map((item) => ({ itemId: item.id, revision: 0, ...findingFor(item, true) }))
}
/** What of a lot lies in the laboratory and the cabinet, kg. */
const heldOf = async (lotId: string) =>
  (
    await world.admin.query<{ held: string | null }>(
      `select sum(b.quantity)::text as held from stock_balance b join place p on p.id = b.place_id where b.lot_id = $1 and p.kind in ('laboratory', 'retention')`,
      [lotId],
    )
  ).rows[0]?.held
const lotState = async (lotId: string) =>
  (await world.admin.query<{ state: string }>(`select state from lot where id = $1`, [lotId])).rows[0]?.state
const closes = async (lotId: string) => {
  const { balances } = await (await as('qa')).ask(traceApi.view, { id: lotId })
  assert.deepEqual(
    balances.filter((one) => !one.closes || one.difference !== '0'),
    [],
  )
}

test('a sample is received by another person than the sampler before anything of it is measured', async () => {
  const { inspectionId } = await drawn()
  const results = await allWell(inspectionId)
  await refused((await as('jianyan')).ask(rawInspectionApi.record, { id: inspectionId, results }), 'sample_not_received')
  const { test: sample } = await samplesOf(inspectionId)
  await world.change(`insert into role_right (enterprise_id, role_id, right_code) select r.enterprise_id, r.role_id, '12:test' from account_role r
    join account a on a.enterprise_id = r.enterprise_id and a.id = r.account_id where a.user_name = 'quyang' on conflict do nothing`)
  await refused((await as('quyang')).ask(raw.receive, { id: sample.id, ...receiving }), 'sampler_receives')
  await refused((await as('cangku')).ask(raw.receive, { id: sample.id, ...receiving }), 'no_permission')
  const jianyan = await as('jianyan')
  const file = await jianyan.ask(raw.receive, { id: sample.id, ...receiving })
  assert.deepEqual([file.sample.state, file.sample.shelf, file.events.map(({ kind }) => kind)], ['received', 'H-01', ['received']])
  assert.deepEqual(await statesOf(inspectionId), ['received', 'received', 'retained'])
  assert.equal((await samplesOf(inspectionId)).retention.shelf, 'L-03')
  await refused(jianyan.ask(raw.receive, { id: sample.id, ...receiving }), 'wrong_state')
  await jianyan.ask(rawInspectionApi.record, { id: inspectionId, results })
  assert.deepEqual(await statesOf(inspectionId), ['in_test', 'received', 'retained'])
})

test('even the database writes no value of a sample that nobody received', async () => {
  const { inspectionId } = await drawn()
  const [item] = (await fileOf(inspectionId)).items
  await assert.rejects(
    world.change(
      `insert into test_result (enterprise_id, inspection_id, standard_item_id, revision, source, words, verdict, reason, entered_by)
       select enterprise_id, id, $2, 1, 'measured', '符合', 'PASS', 'met', (select id from account where user_name = 'jianyan') from inspection where id = $1`,
      [inspectionId, present(item).id],
    ),
    /sample_not_received/,
  )
})

test('several go under one pair of signatures, each with its amount and its own signatures; one that may not go keeps all', async () => {
  const { lotId } = await receivedLot(as)
  const { inspectionId } = await sampled(as, lotId, 'raw')
  await reported(as, inspectionId, 'raw')
  const { lotId: otherLot } = await receivedLot(as)
  const { inspectionId: otherInspection } = await sampled(as, otherLot, 'raw')
  await reported(as, otherInspection, 'raw')
  const { test: sample, recheck, retention } = await samplesOf(inspectionId)
  const { test: other } = await samplesOf(otherInspection)
  const jianyan = await as('jianyan')
  const { leftOver: _, ...given } = disposal('0')
  const all = (samples: { id: string; leftOver: string }[], more: object = {}) =>
    jianyan.ask(raw.disposeSeveral, { samples, ...given, ...more })
  const [first, second, third] = [
    { id: sample.id, leftOver: '20' },
    { id: recheck.id, leftOver: '100' },
    { id: other.id, leftOver: '0' },
  ]
  await refused(all([first, { ...second, leftOver: '100.1' }]), 'left_over_too_much', 'samples.1')
  await refused(all([first, { id: retention.id, leftOver: '100' }]), 'retention_not_over', 'samples.1')
  await refused(all([first, second, first]), 'invalid_input', 'samples.2')
  await refused(all([first, { id: randomUUID(), leftOver: '1' }]), 'not_found', 'samples.1')
  await refused(all([first, second], { witness: secondPerson('jianyan') }), 'same_person')
  await refused(all([first, second], { witness: secondPerson('cangku') }), 'signer_lacks_duty')
  await refused(jianyan.ask(bulk.disposeSeveral, { samples: [first], ...given }), 'not_found', 'samples.0')
  assert.deepEqual(await statesOf(inspectionId), ['tested', 'tested', 'retained'], 'nothing of it was disposed of')

  assert.deepEqual(await all([first, second, third]), { disposed: 3 })
  assert.deepEqual(await statesOf(inspectionId), ['disposed', 'disposed', 'retained'])
  const { rows } = await world.admin.query<{ left: string; meanings: string[] }>(
    `select e.left_over::text as left, array_agg(s.meaning order by s.id) as meanings from sample_event e
       join signature s on s.record_table = 'sample_event' and s.record_id = e.id
     where e.kind = 'disposed' and e.sample_id = any ($1::uuid[]) group by e.id, e.left_over order by e.left_over`,
    [[sample.id, recheck.id, other.id]],
  )
  assert.deepEqual(
    rows.map(({ left, meanings }) => [left, meanings]),
    [
      ['0.0', ['样品处置', '样品处置（见证）']],
      ['20.0', ['样品处置', '样品处置（见证）']],
      ['100.0', ['样品处置', '样品处置（见证）']],
    ],
  )
  assert.equal(await heldOf(lotId), '0.1000', 'the laboratory came down to the retention sample')
  await refused(all([third]), 'wrong_state', 'samples.0')
  const found = (await jianyan.ask(sampleApi.list, { due: 'end', pageSize: 200 })).rows
  assert.ok(!found.some(({ id }) => id === sample.id))
  assert.ok(found.every(({ state, isRetentionOver }) => state !== 'retained' || isRetentionOver))
})

test('after the report what is left goes before a witness, and the laboratory comes down to zero', async () => {
  const { lotId } = await receivedLot(as)
  const { inspectionId } = await sampled(as, lotId, 'raw')
  const { reportId } = await reported(as, inspectionId, 'raw')
  assert.deepEqual(await statesOf(inspectionId), ['tested', 'tested', 'retained'])
  const { test: sample, recheck, retention } = await samplesOf(inspectionId)
  const jianyan = await as('jianyan')
  await refused(jianyan.ask(raw.dispose, { id: sample.id, ...disposal('101') }), 'left_over_too_much', 'leftOver')
  await refused(jianyan.ask(raw.dispose, { id: sample.id, ...disposal('20'), witness: secondPerson('jianyan') }), 'same_person')
  await refused(jianyan.ask(raw.dispose, { id: sample.id, ...disposal('20'), witness: secondPerson('cangku') }), 'signer_lacks_duty')
  await jianyan.ask(raw.dispose, { id: sample.id, ...disposal('20') })
  await refused(jianyan.ask(raw.dispose, { id: sample.id, ...disposal('20') }), 'wrong_state')
  const { sample: gone, events } = await jianyan.ask(raw.dispose, { id: recheck.id, ...disposal('100') })
  assert.equal(gone.state, 'disposed')
  assert.deepEqual(
    events.map(({ kind, witnessName }) => [kind, witnessName !== null]),
    [
      ['received', false],
      ['disposed', true],
    ],
  )
  await release(as, reportId)
  await refused(jianyan.ask(raw.dispose, { id: retention.id, ...disposal('100') }), 'retention_not_over')
  const kept = (await jianyan.ask(sampleApi.file, { id: retention.id })).sample
  assert.deepEqual(
    [kept.retainUntil, kept.observeOn],
    [addMonths(today, 12), addMonths(today, 12)],
    'release and a year; looked at every year',
  )
  await assert.rejects(
    world.change(`update sample set state = 'disposed' where id = $1`, [retention.id]),
    /retention_not_over/,
    'nor by direct SQL',
  )
  await world.change(`update sample set retain_until = today() - 1, observe_on = today() where id = $1`, [retention.id])
  await jianyan.ask(raw.dispose, { id: retention.id, ...disposal('100') })
  assert.equal(await heldOf(lotId), '0.0000')
  await closes(lotId)
})

test('a retention sample is looked at once a year, and a change reaches quality assurance', async () => {
  const { lotId, lotNo } = await receivedLot(as)
  const { inspectionId } = await inspect(as, lotId, { side: 'raw' })
  const { retention } = await samplesOf(inspectionId)
  const jianyan = await as('jianyan')
  const looked = { id: retention.id, isChanged: false, signature: signed() }
  await refused(jianyan.ask(raw.observe, looked), 'observation_not_due')
  await world.change(`update sample set observe_on = today() where id = $1`, [retention.id])
  const due = await jianyan.ask(sampleApi.list, { due: 'observe', q: lotNo })
  assert.deepEqual(
    due.rows.map(({ sampleNo }) => sampleNo),
    [retention.sampleNo],
  )
  const { rows: waiting } = await jianyan.ask(workApi.list, { stage: 'raw_test', q: retention.sampleNo })
  assert.deepEqual(
    waiting.map(({ no }) => no),
    [retention.sampleNo],
  )
  await refused(jianyan.ask(raw.observe, { ...looked, isChanged: true }), 'invalid_input', 'note')
  const { sample, events } = await jianyan.ask(raw.observe, { ...looked, isChanged: true, note: '断面色略深' })
  assert.deepEqual([sample.observeOn, events.at(-1)?.note], [addMonths(today, 12), '断面色略深'])
  assert.equal((await jianyan.ask(sampleApi.list, { due: 'observe', q: lotNo })).total, 0)
  assert.equal((await jianyan.ask(sampleApi.list, { q: retention.sampleNo })).total, 1, 'found by its label')
})

test('a lost sample is drawn again; the first sampling stays, and the ledger knows both', async () => {
  const { lotId, inspectionId } = await drawn()
  await receivedSamples(as, inspectionId, 'raw')
  const first = present((await fileOf(inspectionId)).sampling)
  const quyang = await as('quyang')
  const again = { id: inspectionId, reason: '检验样打翻', ...sampleOf('raw') }
  await refused(quyang.ask(rawInspectionApi.sampleAgain, again), 'sample_still_there')
  const jianyan = await as('jianyan')
  const { test: sample } = await samplesOf(inspectionId)
  await jianyan.ask(raw.lose, { id: sample.id, reason: '样品瓶打碎' })
  await refused(jianyan.ask(rawInspectionApi.record, { id: inspectionId, results: await allWell(inspectionId) }), 'sample_not_received')
  await refused((await as('cangku')).ask(rawInspectionApi.sampleAgain, again), 'no_permission')
  await quyang.ask(rawInspectionApi.sampleAgain, again)
  const file = await fileOf(inspectionId)
  assert.notEqual(file.sampling?.samplingNo, first.samplingNo)
  assert.deepEqual(
    file.replacedSamplings.map(({ samplingNo, replaceReason, samples }) => [samplingNo, replaceReason, samples.map(({ state }) => state)]),
    [[first.samplingNo, '检验样打翻', ['lost', 'received', 'retained']]],
  )
  await refused(quyang.ask(rawInspectionApi.sampleAgain, again), 'sample_still_there')
  await receivedSamples(as, inspectionId, 'raw')
  await reported(as, inspectionId, 'raw')
  assert.equal(await heldOf(lotId), '0.5000', 'three parts of 100 g, and the two that were not lost')
  await closes(lotId)
})

test('too little of a sample is drawn again as well; it waits for its disposal', async () => {
  const { inspectionId } = await drawn()
  await receivedSamples(as, inspectionId, 'raw')
  const jianyan = await as('jianyan')
  const { test: sample } = await samplesOf(inspectionId)
  await jianyan.ask(raw.lack, { id: sample.id, reason: '含量测定重做，余量不足' })
  await (await as('quyang')).ask(rawInspectionApi.sampleAgain, { id: inspectionId, reason: '检验样不足', ...sampleOf('raw') })
  await jianyan.ask(raw.dispose, { id: sample.id, ...disposal('5') })
  assert.equal((await jianyan.ask(sampleApi.file, { id: sample.id })).sample.state, 'disposed')
})

test('a lot that was sampled is no dead end: two give the request up, the samples go back, and it is requested anew', async () => {
  const { lotId, inspectionId } = await drawn()
  const given = { id: inspectionId, reason: '送错批', samples: 'return' as const, signature: signed(), second: secondPerson('qa') }
  const zhuguan = await as('zhuguan')
  await refused((await as('jianyan')).ask(rawInspectionApi.giveUp, given), 'no_permission')
  await refused(zhuguan.ask(rawInspectionApi.giveUp, { ...given, second: secondPerson('zhuguan') }), 'same_person')
  await refused(zhuguan.ask(rawInspectionApi.giveUp, { ...given, second: secondPerson('jianyan') }), 'signer_lacks_duty')
  const closed = await zhuguan.ask(rawInspectionApi.giveUp, given)
  assert.deepEqual([closed.state, closed.lotState], ['cancelled', 'quarantine'])
  assert.deepEqual(await statesOf(inspectionId), ['returned', 'returned', 'returned'])
  assert.equal(await heldOf(lotId), '0.0000')
  await closes(lotId)
  await inspect(as, lotId, { side: 'raw' })
})

test('scrapped samples leave the lot for good', async () => {
  const { lotId, inspectionId } = await drawn()
  await (
    await as('zhuguan')
  ).ask(rawInspectionApi.giveUp, {
    ...{ id: inspectionId, reason: '包装破损，样品受潮', samples: 'scrap' as const },
    ...{ signature: signed(), second: secondPerson('qa') },
  })
  assert.deepEqual(await statesOf(inspectionId), ['scrapped', 'scrapped', 'scrapped'])
  assert.equal(await heldOf(lotId), '0.0000')
  await closes(lotId)
})

test('a value that was saved is reported: its request is not given up', async () => {
  const { lotId } = await receivedLot(as)
  const { inspectionId } = await sampled(as, lotId, 'raw')
  const [result] = await allWell(inspectionId)
  await (await as('jianyan')).ask(rawInspectionApi.record, { id: inspectionId, results: [present(result)] })
  const given = { id: inspectionId, reason: '送错批', samples: 'return' as const, signature: signed(), second: secondPerson('qa') }
  await refused((await as('zhuguan')).ask(rawInspectionApi.giveUp, given), 'results_exist')
  await assert.rejects(
    world.change(
      `update inspection set state = 'cancelled', closed_by = accepted_by, closed_second_by = requested_by, closed_at = now(), close_reason = 'x' where id = $1`,
      [inspectionId],
    ),
    /results_exist/,
  )
  assert.equal(await lotState(lotId), 'under_test')
})

test('nobody gives a sampled request up alone, nor with its samples still there', async () => {
  const { inspectionId } = await drawn()
  const close = (second: string) =>
    world.change(
      `update inspection set state = 'cancelled', closed_by = accepted_by, closed_second_by = ${second}, closed_at = now(), close_reason = 'x' where id = $1`,
      [inspectionId],
    )
  await assert.rejects(close('null'), /given up by two/)
  await assert.rejects(close('requested_by'), /go back or away/)
})

test('where the material says what one full test needs, no sampler says less', async () => {
  await world.change(`update material set test_amount = 150 where enterprise_id = current_enterprise() and name = '当归'`)
  const { lotId } = await receivedLot(as, { material: '当归' })
  const { id } = await (await as('cangku')).ask(rawInspectionApi.request, { lotId, department: '仓库' })
  await (await as('zhuguan')).ask(rawInspectionApi.accept, { id })
  const quyang = await as('quyang')
  await refused(quyang.ask(rawInspectionApi.sample, { id, ...sampleOf('raw') }), 'sample_too_small', 'testNeed')
  await refused(
    quyang.ask(rawInspectionApi.sample, { id, ...sampleOf('raw'), testNeed: '150' }),
    'sample_too_small',
    'test',
    'recheck',
    'retention',
  )
  const enough = { testNeed: '150', test: '150', recheck: '150', retention: '150' }
  await quyang.ask(rawInspectionApi.sample, { id, ...sampleOf('raw'), ...enough })
  await world.change(`update material set test_amount = null where enterprise_id = current_enterprise() and name = '当归'`)
})

test('a batch keeps what it keeps until a year beyond its last good day', async () => {
  const batch = await producedBatch(as, {})
  const { inspectionId } = await sampled(as, batch.lotId, 'bulk')
  const { rows } = await (await as('jianyan')).ask(sampleApi.list, { side: 'bulk', kind: 'retention', state: 'retained' })
  const kept = present(rows.find((row) => row.inspectionId === inspectionId))
  const { rows: lots } = await world.admin.query<{ until: string }>(
    `select (expires_on + interval '1 year')::date::text as until from lot where id = $1`,
    [batch.lotId],
  )
  assert.equal(kept.retainUntil, lots[0]?.until)
})
