import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { z } from 'zod'
import { caseApi } from '#contract/cases/impact.ts'
import { correctionApi } from '#contract/cases/correction.ts'
import { only, present } from '#contract/kernel/certain.ts'
import { exact } from '#contract/kernel/exact-decimal.ts'
import { bulkTestApi, rawInspectionApi } from '#contract/laboratory/inspection-api.ts'
import { releasedLot, sampled } from '#server/demo/inspection.ts'
import { releasedPack } from '#server/demo/packaging.ts'
import { signed } from '#server/demo/person.ts'
import { conformingBatch } from '#server/demo/production.ts'
import { receivedLot } from '#server/demo/purchase.ts'
import { shippedSale } from '#server/demo/sale.ts'
import { refused } from '#server/test/refused.ts'
import { openWorld } from '#server/test/world.ts'
import { verifyDatabase } from '#server/verify/verify.ts'

const world = await openWorld()
after(() => world.close())
const { as } = world
const reason = '取样单录入错误，见现场取样记录'

type Changes = z.input<typeof correctionApi.sampling.input>['changes']

const propose = async (id: string, changes: Changes, who = 'qa') =>
  (await as(who)).ask(correctionApi.sampling, { id, changes, reason, signature: signed() })
const approve = async (id: string, who = 'zhiliang') => (await as(who)).ask(correctionApi.approve, { id, signature: signed() })
const correct = async (id: string, changes: Changes) => approve((await propose(id, changes)).id)

/** A lot of which 300 g were sampled: 100 each for test, recheck and retention. */
async function sampledLot() {
  const { lotId } = await receivedLot(as)
  const { inspectionId } = await sampled(as, lotId, 'raw')
  return { lotId, inspectionId, samplingId: (await samplingOf(inspectionId)).id }
}

const samplingOf = async (id: string) => present((await (await as('jianyan')).ask(rawInspectionApi.file, { id })).sampling)
const partsOf = async (inspectionId: string) =>
  Object.fromEntries((await samplingOf(inspectionId)).samples.map(({ kind, quantity }) => [kind, quantity]))

const lying = async (lotId: string) => {
  const { rows } = await world.admin.query<{ kind: string; kg: string }>(
    `select p.kind, sum(b.quantity)::text as kg from stock_balance b join place p on p.id = b.place_id
      where b.lot_id = $1 and p.kind in ('bin', 'laboratory', 'retention') group by 1`,
    [lotId],
  )
  return Object.fromEntries(rows.map(({ kind, kg }) => [kind, kg]))
}

async function assertVerified() {
  const client = await world.admin.connect()
  try {
    assert.deepEqual((await verifyDatabase(client)).findings, [])
  } finally {
    client.release()
  }
}

test('a retention sample typed wrong is put right by two: parts, sum and stock follow, and what was signed is superseded', async () => {
  const { lotId, inspectionId, samplingId } = await sampledLot()
  const before = await lying(lotId)
  const proposed = await propose(samplingId, { retention: '150' })
  assert.match(proposed.subject, /取样 QYD/)
  assert.equal((await samplingOf(inspectionId)).total, '300.0')
  await approve(proposed.id)
  const { total, samples, corrections } = await samplingOf(inspectionId)
  assert.deepEqual([total, corrections], ['350.0', [{ correctionNo: proposed.correctionNo, field: 'total', old: '300.0', new: '350.0' }]])
  assert.deepEqual(
    samples.map(({ kind, quantity, corrections: own }) => [kind, quantity, own.map(({ old }) => old)]),
    [
      ['test', '100.0', []],
      ['recheck', '100.0', []],
      ['retention', '150.0', ['100.0']],
    ],
  )
  const after = await lying(lotId)
  assert.deepEqual([after['laboratory'], after['retention']], ['0.2000', '0.1500'])
  assert.equal(after['bin'], exact(present(before['bin'])).minus('0.05').toFixed(4))
  const { rows: entries } = await world.admin.query(
    `select kind, quantity::text from stock_entry where lot_id = $1 and kind in ('retention', 'sample', 'reversal') order by id`,
    [lotId],
  )
  assert.deepEqual(entries, [
    { kind: 'sample', quantity: '0.2000' },
    { kind: 'retention', quantity: '0.1000' },
    { kind: 'reversal', quantity: '0.1000' },
    { kind: 'retention', quantity: '0.1500' },
  ])
  const { rows } = await world.admin.query(
    `select signature_holds(s) as holds, signature_superseded(s) as by from signature s where record_table = 'sampling' and record_id = $1`,
    [samplingId],
  )
  assert.deepEqual(rows, [{ holds: false, by: proposed.correctionNo }])
  // A second time, and parts exchanged: the sum stays.
  await correct(samplingId, { retention: '120', test: '130' })
  assert.deepEqual(await partsOf(inspectionId), { test: '130.0', recheck: '100.0', retention: '120.0' })
  assert.equal((await lying(lotId))['laboratory'], '0.2300')
  await assertVerified()
})

test('the sample of a batch keeps its share, and its report stays', async () => {
  const batch = await conformingBatch(as)
  const { rows } = await world.admin.query<{ id: string; inspection: string }>(
    `select s.id, i.id as inspection from sampling s join inspection i on i.id = s.inspection_id where i.lot_id = $1`,
    [batch.lotId],
  )
  const { id, inspection } = only(rows)
  await refused(propose(id, { retention: '199.9' }), 'sample_too_small', 'changes.retention')
  const done = await correct(id, { retention: '210' })
  const { sampling } = await (await as('jianyan')).ask(bulkTestApi.file, { id: inspection })
  assert.equal(sampling?.total, '410.0')
  assert.deepEqual((await (await as('qa')).ask(correctionApi.read, { id: done.id })).reports, [])
  await assertVerified()
})

test('what cannot be true is refused with the field', async () => {
  const { lotId, samplingId } = await sampledLot()
  await refused(propose(samplingId, { test: '100' }), 'nothing_corrected')
  await refused(propose(samplingId, { test: '99.9' }), 'sample_too_small', 'changes.test')
  await refused(propose(samplingId, { test: '100000' }), 'sample_too_large', 'changes.test')
  await refused(propose(samplingId, { test: '1000000' }), 'correction_exceeds_stock', 'changes.test')
  await refused(propose(samplingId, { test: '0' }), 'invalid_input', 'changes.test')
  await refused(propose(lotId, { test: '110' }), 'not_found')
})

test('a sampling is corrected by two: nobody approves their own, nobody without the duty, one at a time', async () => {
  const { samplingId, inspectionId } = await sampledLot()
  await refused(propose(samplingId, { test: '110' }, 'quyang'), 'no_permission')
  const proposed = await propose(samplingId, { test: '110' }, 'admin')
  await refused(propose(samplingId, { test: '120' }), 'correction_open')
  await refused(approve(proposed.id, 'admin'), 'author_approves')
  await refused(approve(proposed.id, 'qa'), 'no_permission')
  assert.equal((await partsOf(inspectionId))['test'], '100.0')
})

test('once goods of the lot have left it is corrected only while their impact is looked at', async () => {
  const pack = await releasedPack(as, { packs: 10 })
  await shippedSale(as, { pack, packs: 5 })
  const { rows } = await world.admin.query<{ id: string }>(
    `select s.id from sampling s join inspection i on i.id = s.inspection_id where i.lot_id = $1`,
    [pack.batch.lotId],
  )
  const { id } = only(rows)
  await refused(propose(id, { test: '90', recheck: '110' }), 'sample_too_small', 'changes.test')
  await refused(propose(id, { recheck: '100.1' }), 'goods_left')
  await (await as('qa')).ask(caseApi.open, { id: pack.batch.lotId, reason: '取样量录错，评估已发货物', signature: signed() })
  assert.equal((await correct(id, { recheck: '100.1' })).state, 'approved')
  await assertVerified()
})

test('two approvals at once, beside another correction of the same lot: one each, and the stock agrees', async () => {
  const lot = await releasedLot(as, { quantity: '100' })
  const { rows } = await world.admin.query<{ id: string }>(
    `select s.id from sampling s join inspection i on i.id = s.inspection_id where i.lot_id = $1`,
    [lot.lotId],
  )
  const { id } = only(rows)
  const proposed = await propose(id, { test: '200' })
  const line = await (
    await as('qa')
  ).ask(correctionApi.receiptLine, {
    id: lot.lotId,
    changes: { supplierLotNo: 'Q-1' },
    reason,
    signature: signed(),
  })
  const answers = await Promise.allSettled([approve(proposed.id), approve(proposed.id), approve(line.id)])
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), ['fulfilled', 'fulfilled', 'rejected'])
  assert.equal((await lying(lot.lotId))['laboratory'], '0.3000')
  await assertVerified()
})

test('a sampling and its parts change through no other door', async () => {
  const { samplingId } = await sampledLot()
  for (const statement of [
    `update sampling set total = 400 where id = '${samplingId}'`,
    `update sampling set place = '别处' where id = '${samplingId}'`,
    `delete from sampling where id = '${samplingId}'`,
    `update sample set quantity = 110 where sampling_id = '${samplingId}' and kind = 'test'`,
    `delete from sample where sampling_id = '${samplingId}'`,
  ])
    await assert.rejects(world.change(statement), /evidence/, statement)
  const { id } = await propose(samplingId, { test: '110' })
  await assert.rejects(
    world.change(`do $$ begin
      update correction set state = 'approved', approved_by = (select id from account where user_name = 'zhiliang'), approved_at = now() where id = '${id}';
      perform correct_record('${id}', 'sample', id, '{"quantity": "110"}') from sample where sampling_id = '${samplingId}' and kind = 'test';
      perform correct_record('${id}', 'sampling', '${samplingId}', '{"total": "310"}');
      set constraints all immediate; end $$`),
    /a sampling is what its parts and the ledger say/,
  )
})
