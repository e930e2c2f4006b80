import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { packingStations } from '#server/demo/asset.ts'
import { after, before, test } from 'node:test'
import { present } from '#contract/kernel/certain.ts'
import type { RefusalCode } from '#contract/kernel/refusals.ts'
import { exact } from '#contract/kernel/exact-decimal.ts'
import { historyApi } from '#contract/office/history.ts'
import { packagingApi } from '#contract/packing/packaging.ts'
import { qrApi } from '#contract/packing/codes.ts'
import { conformingBatch, producedBatch } from '#server/demo/production.ts'
import {
  approvedPackaging,
  labelledPackaging,
  packedLot,
  plannedPackaging,
  usualCompletion,
  type Packable,
} from '#server/demo/packaging.ts'
import type { Refused } from '#server/demo/person.ts'
import { secondPerson, signed } from '#server/demo/person.ts'
import { verifyDatabase } from '#server/verify/verify.ts'
import { refused } from '#server/test/refused.ts'
import { openWorld, type World } from '#server/test/world.ts'

let world: World
let batch: Packable
before(async () => {
  world = await openWorld()
  batch = await conformingBatch(world.as, { buy: { quantity: '1000' } })
})
after(() => world.close())

const packer = () => world.as('baozhuang')
const half = '500 g'

/** Expects a no, and that it blames the field. */
/** The codes of a range, as the label printer gets them. */
async function codesOf(rangeId: string): Promise<string[]> {
  const { cookie } = await packer()
  const answer = await world.app.inject({ method: 'GET', url: `/api/code-ranges/${rangeId}/codes`, headers: { cookie } })
  assert.equal(answer.statusCode, 200)
  return answer.body
    .trim()
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(',')[2]!)
}

const onHand = async (lotId: string) =>
  (
    await world.admin.query<{ kind: string; zone: string | null; quantity: string }>(
      `select p.kind, p.zone, b.quantity from stock_balance b join place p on p.enterprise_id = b.enterprise_id and p.id = b.place_id where b.lot_id = $1 and b.quantity > 0 and p.kind = 'bin' order by p.code`,
      [lotId],
    )
  ).rows
const numberIn = async (statement: string, values: unknown[]) => (await world.admin.query<{ n: number }>(statement, values)).rows[0]!.n

test('980 labels are 960 used, 12 spoiled, 6 destroyed and 2 specimens: the packs become a pack lot that waits for its release', async () => {
  const labelled = await labelledPackaging(world.as, { batch, spec: half, packs: 960, spare: 20, boxLabels: 50 })
  const before = (await onHand(batch.lotId))[0]!.quantity
  const labels = await codesOf(labelled.packRangeId)
  assert.equal(labels.length, 980)
  const spoiledCodes = labels.slice(100, 112)
  const sampledCodes = [labels[0]!, labels[979]!]
  const done = await (
    await packer()
  ).ask(packagingApi.complete, {
    ...(await usualCompletion(world.as, labelled)),
    charged: '482',
    remainder: '1',
    loss: '0.8',
    labels: { used: 960, spoiled: 12, destroyed: 6, sampled: 2 },
    spoiledCodes,
    sampledCodes,
  })
  assert.equal(done.state, 'completed')
  assert.equal(done.lotNo, `${batch.batchNo}-01`)
  assert.equal(done.boxes, 48)
  assert.equal(done.balance, '99.959')

  const { rows } = await world.admin.query(
    `select f.state, f.kind, f.batch_no, f.quantity, f.born_on = b.born_on and f.expires_on = b.expires_on as same_days from lot f, lot b where f.id = $1 and b.id = $2`,
    [done.lotId, batch.lotId],
  )
  assert.deepEqual(rows, [{ state: 'quarantine', kind: 'pack', batch_no: batch.batchNo, quantity: '480.0000', same_days: true }])
  assert.deepEqual(
    (await onHand(done.lotId)).map(({ zone, quantity }) => [zone, quantity]),
    [['pack_quarantine', '480.0000']],
  )
  // 480 packed and 1 lost or unaccounted for; the kilogram left over never left its bin.
  assert.equal(
    exact(before)
      .minus((await onHand(batch.lotId))[0]!.quantity)
      .toFixed(),
    '481',
  )
  const edges = await world.admin.query(`select quantity, share, step from lot_edge where from_lot_id = $1 and to_lot_id = $2`, [
    batch.lotId,
    done.lotId,
  ])
  assert.deepEqual(edges.rows, [{ quantity: '480.0000', share: '1.000000', step: 'packaging' }])
  const events = await world.admin.query<{ kind: string; public_facts: Record<string, unknown> }>(
    `select kind, public_facts from trace_event where lot_id = $1 order by kind`,
    [done.lotId],
  )
  assert.deepEqual(
    events.rows.map((event) => event.kind),
    ['activated', 'packed'],
  )
  assert.deepEqual(events.rows[1]!.public_facts, { spec: '500 g/袋 × 20 袋/箱', packs: 960, unit: '袋', boxes: 48 })

  const { record, runs, labelsIssued } = await (await packer()).ask(packagingApi.read, { id: labelled.orderId })
  assert.deepEqual(
    [record?.labelsIssued, record?.labelsUsed, record?.labelsSpoiled, record?.labelsDestroyed, record?.labelsSampled],
    [980, 960, 12, 6, 2],
  )
  assert.deepEqual(
    [record?.codesActivated, record?.codesVoided, record?.operatorName, record?.checkedByName],
    [960, 20, '蒋包装', '顾质保'],
  )
  assert.deepEqual([labelsIssued, runs.length, runs[0]!.packLabels, runs[0]!.boxLabels], [980, 1, 980, 50])
  const signatures = await world.admin.query(
    `select meaning, signer_name, signature_holds(signature) as holds from signature where record_id = $1 order by id`,
    [record!.id],
  )
  assert.deepEqual(signatures.rows, [
    { meaning: '包装操作', signer_name: '蒋包装', holds: true },
    { meaning: '包装复核', signer_name: '顾质保', holds: true },
  ])

  const qa = await world.as('qa')
  const stateOf = async (code: string) => (await qa.ask(qrApi.lookUp, { code })).state
  assert.equal(await stateOf(spoiledCodes[3]!), 'voided')
  assert.equal(await stateOf(sampledCodes[0]!), 'voided')
  assert.equal(await stateOf(labels[978]!), 'voided', 'the unused end of the roll')
  assert.equal(await stateOf(labels[1]!), 'activated')
  assert.equal(await stateOf(labels[972]!), 'activated')
  assert.equal(
    await numberIn(
      `select count(*)::int n from notification n join account a on a.id = n.account_id where a.user_name = 'shouquan' and n.title like $1`,
      [`%${done.lotNo} 待放行`],
    ),
    1,
  )
})

test('979 labels for 980 issued are refused, by the step and by the database', async () => {
  const labelled = await labelledPackaging(world.as, { batch, spec: half, packs: 20, spare: 3 })
  const usual = await usualCompletion(world.as, labelled)
  const complete = async (change: object) => (await packer()).ask(packagingApi.complete, { ...usual, ...change })
  await refused(complete({ labels: { used: 20, spoiled: 0, destroyed: 2, sampled: 0 } }), 'labels_unreconciled', 'labels.used')
  await refused(complete({ labels: { used: 20, spoiled: 0, destroyed: 4, sampled: 0 } }), 'labels_unreconciled', 'labels.used')
  await refused(
    complete({ packs: 19, remainder: '0.5', labels: { used: 20, spoiled: 0, destroyed: 3, sampled: 0 } }),
    'labels_unreconciled',
    'packs',
  )
  assert.equal(await numberIn(`select count(*)::int n from packaging_record where packaging_order_id = $1`, [labelled.orderId]), 0)
  await complete({})
  // The checks hold also where nobody keeps the record as evidence.
  const alter = (change: string) =>
    world.change(
      `set local session_replication_role = replica; update packaging_record set ${change} where packaging_order_id = '${labelled.orderId}'`,
    )
  await assert.rejects(alter('labels_destroyed = labels_destroyed - 1'), /labels_reconciled/)
  await assert.rejects(alter('codes_voided = codes_voided - 1'), /codes_reconciled/)
})

test('every spoiled and specimen label is scanned, once, and is one of this order', async () => {
  const labelled = await labelledPackaging(world.as, { batch, spec: half, packs: 20, spare: 2 })
  const other = await labelledPackaging(world.as, { batch, spec: half, packs: 10 })
  const usual = { ...(await usualCompletion(world.as, labelled)), labels: { used: 20, spoiled: 1, destroyed: 0, sampled: 1 } }
  const [first, second] = await codesOf(labelled.packRangeId)
  const [stranger] = await codesOf(other.packRangeId)
  const [box] = await codesOf(labelled.boxRangeId)
  const complete = async (spoiledCodes: string[], sampledCodes: string[]) =>
    (await packer()).ask(packagingApi.complete, { ...usual, spoiledCodes, sampledCodes })
  await refused(complete([], [second!]), 'labels_not_scanned', 'spoiledCodes')
  await refused(complete([first!], []), 'labels_not_scanned', 'sampledCodes')
  await refused(complete([stranger!], [second!]), 'label_of_other_order', 'spoiledCodes.0')
  await refused(complete([box!], [second!]), 'label_of_other_order', 'spoiledCodes.0')
  await refused(complete(['B0000000000000000000'], [second!]), 'label_of_other_order', 'spoiledCodes.0')
  await refused(complete([first!], [first!]), 'code_twice')
  const done = await complete([first!.toLowerCase()], [`https://trace.example.cn/c/${second!}`])
  assert.equal(done.state, 'completed')
})

test('a label voided while packing counts as spoiled and needs no second scan', async () => {
  const labelled = await labelledPackaging(world.as, { batch, spec: half, packs: 20, spare: 1 })
  await (await world.as('qa')).ask(qrApi.void, { id: labelled.packRangeId, first: 5, last: 5, reason: '印刷模糊', signature: signed() })
  const usual = await usualCompletion(world.as, labelled)
  await refused((await packer()).ask(packagingApi.complete, usual), 'labels_unreconciled', 'labels.spoiled')
  const done = await (await packer()).ask(packagingApi.complete, { ...usual, labels: { used: 20, spoiled: 1, destroyed: 0, sampled: 0 } })
  assert.equal(done.state, 'completed')
})

test('packs, remainder and loss are never more than was charged, nor the charge more than there is; below 99 % a deviation holds the lot', async () => {
  const labelled = await labelledPackaging(world.as, { batch, spec: half, packs: 20 })
  const usual = await usualCompletion(world.as, labelled)
  const complete = async (change: object) => (await packer()).ask(packagingApi.complete, { ...usual, ...change })
  await refused(complete({ charged: '10', remainder: '0.1', loss: '0' }), 'packed_more_than_charged', 'charged')
  await refused(complete({ charged: '9000', remainder: '8990', loss: '0' }), 'short_stock', 'charged')
  await refused(complete({ charged: '10.2', loss: '0' }), 'balance_needs_deviation', 'deviation')
  await refused(complete({ weightChecks: ['500.2', '484.9'] }), 'pack_too_light', 'weightChecks.1')
  await refused(complete({ weightChecks: ['500.2', '1000.01'] }), 'invalid_input', 'weightChecks.1')
  await refused(complete({ startedAt: new Date(Date.parse(usual.finishedAt) + 1000).toISOString() }), 'invalid_input', 'finishedAt')
  await refused(complete({ startedAt: '2026-01-01T08:00:00+08:00' }), 'invalid_input', 'startedAt')
  await refused(complete({ finishedAt: '2199-01-01T00:00:00Z' }), 'invalid_input', 'finishedAt')
  const done = await complete({ charged: '10.2', loss: '0', deviation: '漏斗残留未清出', weightChecks: ['485'] })
  assert.equal(done.balance, '98.039')
  const holds = await world.admin.query(`select kind, reason from hold where lot_id = $1`, [done.lotId])
  assert.deepEqual(holds.rows, [{ kind: 'deviation', reason: '包装物料平衡 98.039%：漏斗残留未清出' }])
})

test('a record of packs that weigh more or less than their net content is refused by the database', async () => {
  const { lotId } = await packedLot(world.as, { batch, spec: half, packs: 10 })
  for (const more of ['1', '-1'])
    await assert.rejects(
      world.change(
        `insert into packaging_record select made.* from packaging_record r cross join jsonb_populate_record(null::packaging_record,
          to_jsonb(r) || jsonb_build_object('id', gen_random_uuid(), 'packed', r.packed + $2::numeric, 'charged', r.charged + 5)) made where r.lot_id = $1`,
        [lotId, more],
      ),
      /weigh their net content/,
    )
})

test('the author does not approve, the operator does not check, and the checker must hold the duty', async () => {
  const planned = await plannedPackaging(world.as, { batch, spec: half, packs: 20 })
  await refused((await packer()).ask(packagingApi.approve, { id: planned.orderId, signature: signed() }), 'no_permission')
  const admin = await world.as('admin')
  const own = await admin.ask(packagingApi.create, {
    bulkLotId: batch.lotId,
    packSpecId: planned.spec.id,
    plannedPacks: 1,
    packagingMaterial: 'BC',
    labelVersion: '1',
  })
  await refused(admin.ask(packagingApi.approve, { id: own.id, signature: signed() }), 'author_approves')
  await assert.rejects(
    world.change(`update packaging_order set approved_by = created_by, approved_at = now(), label = '{}' where id = $1`, [own.id]),
    /packaging_author_approves/,
  )
  await refused(
    (await world.as('shengchan2')).ask(packagingApi.approve, { id: planned.orderId, signature: { password: 'wrong', comment: '' } }),
    'wrong_password',
  )

  const labelled = await labelledPackaging(world.as, { batch, spec: half, packs: 20 })
  const usual = await usualCompletion(world.as, labelled)
  const complete = async (checker: { userName: string; password: string }) =>
    (await packer()).ask(packagingApi.complete, { ...usual, checker })
  await refused(complete(secondPerson('baozhuang')), 'same_person')
  await refused(complete(secondPerson('cangku')), 'signer_lacks_duty')
  await refused(complete({ userName: 'qa', password: 'wrong' }), 'signer_unknown')
  await refused((await packer()).ask(packagingApi.complete, { ...usual, signature: { password: 'wrong', comment: '' } }), 'wrong_password')
  await refused((await world.as('qa')).ask(packagingApi.complete, usual), 'no_permission')
  assert.equal(
    await numberIn(
      `select count(*)::int n from security_log where event in ('signature_failed', 'second_signature_failed') and account_id in (select id from account where user_name in ('baozhuang', 'qa', 'shengchan2'))`,
      [],
    ),
    3,
  )
  const { lotId } = await (await packer()).ask(packagingApi.complete, usual)
  await assert.rejects(
    world.change(
      `set local session_replication_role = replica; update packaging_record set checked_by = operator_id where lot_id = '${lotId}'`,
    ),
    /packaging_operator_checks/,
  )
})

test('only a conforming batch without a hold and in date is packed, at every step', async () => {
  const untested = await producedBatch(world.as)
  const { spec } = await plannedPackaging(world.as, { batch, packs: 1 })
  const create = async (bulkLotId: string, packSpecId = spec.id) =>
    (await packer()).ask(packagingApi.create, { bulkLotId, packSpecId, plannedPacks: 1, packagingMaterial: 'BC', labelVersion: '1' })
  await refused(create(untested.lotId), 'batch_not_conforming')
  await refused(create(untested.rawLot.lotId), 'batch_not_conforming')
  const foreign = await world.admin.query<{ id: string }>(
    `select s.id from pack_spec s join product p on p.id = s.product_id and p.enterprise_id = s.enterprise_id join enterprise e on e.id = s.enterprise_id where e.is_operating and p.name = '黄芪' limit 1`,
  )
  await refused(create(batch.lotId, foreign.rows[0]!.id), 'spec_of_other_product')

  const drafted = await plannedPackaging(world.as, { batch, spec: half, packs: 20 })
  const approved = await approvedPackaging(world.as, { batch, spec: half, packs: 20 })
  const labelled = await labelledPackaging(world.as, { batch, spec: half, packs: 20 })
  const usual = await usualCompletion(world.as, labelled)
  const nobodyPacks = async (code: RefusalCode) => {
    await refused(create(batch.lotId), code)
    await refused((await world.as('shengchan2')).ask(packagingApi.approve, { id: drafted.orderId, signature: signed() }), code)
    await refused((await packer()).ask(packagingApi.issueLabels, { id: approved.orderId, packLabels: 20, boxLabels: 1 }), code)
    await refused((await packer()).ask(packagingApi.complete, usual), code)
  }
  await world.change(
    `insert into hold (enterprise_id, lot_id, kind, reason, placed_by) select enterprise_id, id, 'freeze', '待查', (select id from account where user_name = 'qa') from lot where id = $1`,
    [batch.lotId],
  )
  await nobodyPacks('lot_held')
  await world.change(
    `update hold set lifted_by = placed_by, lift_second_by = (select id from account where user_name = 'zhiliang'), lifted_at = now(), conclusion = '无异常' where lot_id = $1`,
    [batch.lotId],
  )
  const { rows } = await world.admin.query<{ expires_on: string }>(`select expires_on::text from lot where id = $1`, [batch.lotId])
  await world.change(`update lot set expires_on = today() - 1 where id = $1`, [batch.lotId])
  await nobodyPacks('lot_expired')
  await world.change(`update lot set expires_on = $2 where id = $1`, [batch.lotId, rows[0]!.expires_on])
  await (await packer()).ask(packagingApi.complete, usual)
})

test('no more is planned than is there and not spoken for', async () => {
  const mine = await conformingBatch(world.as, { buy: { quantity: '60' } })
  const [choice] = (await (await packer()).ask(packagingApi.choices, {})).filter((one) => one.id === mine.lotId)
  const most = Math.floor(Number(choice!.available) / 0.5)
  await refused(plannedPackaging(world.as, { batch: mine, spec: half, packs: most + 1 }), 'short_stock', 'plannedPacks')
  const first = await plannedPackaging(world.as, { batch: mine, spec: half, packs: most })
  const offered = await (await packer()).ask(packagingApi.choices, {})
  assert.ok(!offered.some((one) => one.id === mine.lotId), 'what a draft takes is not offered again')
  // Two who have the form open at the same time plan the same goods.
  const { id: orderId } = await (
    await packer()
  ).ask(packagingApi.create, {
    bulkLotId: mine.lotId,
    packSpecId: first.spec.id,
    plannedPacks: 2,
    packagingMaterial: 'BC26030101',
    labelVersion: 'BQ-01',
  })
  const second = { orderId }
  const approve = async (id: string) => (await world.as('shengchan2')).ask(packagingApi.approve, { id, signature: signed() })
  await approve(first.orderId)
  await refused(approve(second.orderId), 'short_stock')
  await (await world.as('shengchan2')).ask(packagingApi.cancel, { id: first.orderId, reason: '改期' })
  await approve(second.orderId)
})

test('the label’s text is fixed at approval and comes from the records alone', async () => {
  const { orderId } = await approvedPackaging(world.as, { batch, spec: half, packs: 20 })
  const read = async () => (await (await packer()).ask(packagingApi.read, { id: orderId })).label!
  const label = await read()
  assert.deepEqual(
    [
      label.attribute,
      label.name,
      label.spec,
      label.origin,
      label.batchNo,
      label.net,
      label.packsPerBox,
      label.standard,
      label.manufacturer,
      label.mark,
    ],
    ['中药饮片', '当归', '薄片', '甘肃省定西市岷县', batch.batchNo, '500g', 20, '《中国药典》2020年版一部', '岷州本草饮片有限公司', ''],
  )
  await world.change(`update enterprise set phone = '0932-1111111' where is_operating`)
  assert.deepEqual(await read(), label)
  const { signatures } = await (await world.as('qa')).ask(historyApi.read, { table: 'packaging_order', id: orderId })
  assert.deepEqual(
    signatures.map(({ meaning, holds }) => [meaning, holds]),
    [['批准包装指令与标签内容', true]],
  )
})

test('a further run of labels and a run beyond the plan say why', async () => {
  const { orderId } = await approvedPackaging(world.as, { batch, spec: half, packs: 100 })
  const issue = async (packLabels: number, reason = '') =>
    (await packer()).ask(packagingApi.issueLabels, {
      ...{ id: orderId, packLabels, boxLabels: 0, reason, stations: await packingStations(world.as, orderId) },
      approver: secondPerson('shengchan2'),
    })
  await refused(issue(111), 'labels_need_reason', 'reason')
  await issue(110)
  await refused(issue(1), 'labels_need_reason', 'reason')
  const run = await issue(5, '卷尾缺损，补领')
  assert.match(run.runNo, /^BQ\d{11}$/)
  assert.equal((await (await packer()).ask(packagingApi.read, { id: orderId })).labelsIssued, 115)
})

test('ten million codes are one row, and no code is issued twice', async () => {
  const { orderId } = await approvedPackaging(world.as, { batch, spec: half, packs: 20 })
  const run = await (
    await packer()
  ).ask(packagingApi.issueLabels, {
    id: orderId,
    packLabels: 10_000_000,
    boxLabels: 500_000,
    reason: '全年用量',
    stations: await packingStations(world.as, orderId),
    approver: secondPerson('shengchan2'),
  })
  const rows = (table: string) => numberIn(`select count(*)::int n from ${table} where range_id = $1`, [run.packRangeId])
  assert.deepEqual(
    [
      await numberIn(`select count(*)::int n from code_range where packaging_order_id = $1`, [orderId]),
      await rows('code_span'),
      await rows('code_event'),
    ],
    [2, 1, 1],
  )
  const overlap = `insert into code_range (enterprise_id, packaging_order_id, pack_spec_id, level, scheme, series, first_index, last_index, key_fingerprint, issued_by)
    select enterprise_id, packaging_order_id, pack_spec_id, level, scheme, series, last_index, last_index + 5, key_fingerprint, issued_by from code_range where id = $1`
  await assert.rejects(world.change(overlap, [run.packRangeId]), /code_issued_once/)
})

test('a cancelled order gives the batch back; its labels are void', async () => {
  const labelled = await labelledPackaging(world.as, { batch, spec: half, packs: 20 })
  const [code] = await codesOf(labelled.packRangeId)
  await refused((await packer()).ask(packagingApi.cancel, { id: labelled.orderId, reason: '改期' }), 'no_permission')
  await (await world.as('shengchan2')).ask(packagingApi.cancel, { id: labelled.orderId, reason: '改用另一规格' })
  const story = await (await world.as('qa')).ask(qrApi.lookUp, { code: code! })
  assert.deepEqual([story.state, story.events.at(-1)!.reason], ['voided', '改用另一规格'])
  assert.equal(await numberIn(`select sum(quantity)::float8 n from lot_reservation where document_id = $1`, [labelled.orderId]), 0)
  await refused((await packer()).ask(packagingApi.complete, await usualCompletion(world.as, labelled)), 'wrong_state')
})

test('a box of another batch is filled up first; a third batch and a pack too many are refused', async () => {
  const others = [
    await conformingBatch(world.as, { buy: { quantity: '60' } }),
    await conformingBatch(world.as, { buy: { quantity: '60' } }),
  ]
  const first = await packedLot(world.as, { batch, spec: half, packs: 25 })
  const lastBox = (await codesOf(first.boxRangeId))[1]!
  const topUp = async (labelled: Awaited<ReturnType<typeof labelledPackaging>>, topUpBox: string) =>
    (await packer()).ask(packagingApi.complete, { ...(await usualCompletion(world.as, labelled)), topUpBox })

  const second = await labelledPackaging(world.as, { batch: others[0]!, spec: half, packs: 4, boxLabels: 1 })
  assert.equal((await topUp(second, lastBox)).boxes, 1, 'all four packs go into the box already begun')
  const story = await (await world.as('qa')).ask(qrApi.lookUp, { code: lastBox })
  assert.deepEqual(
    story.contents.map(({ batchNo, packs }) => [batchNo, packs]).sort(),
    [
      [batch.batchNo, 5],
      [others[0]!.batchNo, 4],
    ].sort(),
  )

  const third = await labelledPackaging(world.as, { batch: others[1]!, spec: half, packs: 5 })
  await refused(topUp(third, lastBox), 'box_two_batches')
  const full = (await codesOf(first.boxRangeId))[0]!
  await refused(topUp(third, full), 'box_full', 'topUpBox')
  const unused = (await codesOf(second.boxRangeId))[0]!
  await refused(topUp(third, unused), 'box_not_open', 'topUpBox')
  await refused(topUp(third, (await codesOf(first.packRangeId))[0]!), 'box_not_open', 'topUpBox')
})

test('the database itself refuses a pack in two boxes, a third batch in a box and a pack too many', async () => {
  const packed = await packedLot(world.as, { batch, spec: half, packs: 30 })
  const more = await labelledPackaging(world.as, { batch, spec: half, packs: 40 })
  const put = (set: string) =>
    world.change(
      `insert into box_content (enterprise_id, box_range_id, first_box, last_box, pack_range_id, first_pack, last_pack, packs_in_box, lot_id, batch_no, packed_at)
       select enterprise_id, box_range_id, last_box, last_box, pack_range_id, first_pack, first_pack, 1, lot_id, batch_no, packed_at from (
         select c.enterprise_id, c.box_range_id, c.last_box, r.id as pack_range_id, r.first_index as first_pack, c.lot_id, c.batch_no, c.packed_at
         from box_content c, code_range r where c.box_range_id = $1 and r.id = $2 order by c.last_box desc limit 1) box ${set}`,
      [packed.boxRangeId, more.packRangeId],
    )
  const twice = `insert into box_content (enterprise_id, box_range_id, first_box, last_box, pack_range_id, first_pack, last_pack, packs_in_box, lot_id, batch_no, packed_at)
    select enterprise_id, box_range_id, last_box, last_box, pack_range_id, first_pack, first_pack, 1, lot_id, batch_no, packed_at from box_content where box_range_id = $1 limit 1`
  await assert.rejects(world.change(twice, [packed.boxRangeId]), /pack_in_one_box/)
  await put('')
  const { rows: batches } = await world.admin.query<{ id: string; batch_no: string }>(
    `select id, batch_no from lot where kind = 'bulk' and batch_no <> $1 order by batch_no limit 2`,
    [batch.batchNo],
  )
  const next = (packs: number, { id, batch_no: batchNo }: { id: string; batch_no: string }) =>
    world.change(
      `insert into box_content (enterprise_id, box_range_id, first_box, last_box, pack_range_id, first_pack, last_pack, packs_in_box, lot_id, batch_no, packed_at)
       select enterprise_id, box_range_id, first_box, last_box, pack_range_id, last_pack + 1, last_pack + $2, $2, $3, $4, packed_at
       from box_content where pack_range_id = $1 order by last_pack desc limit 1`,
      [more.packRangeId, packs, id, batchNo],
    )
  const [second, third] = [present(batches[0]), present(batches[1])]
  await next(1, second)
  await assert.rejects(next(1, third), { code: 'BC001', message: 'box_two_batches' })
  await assert.rejects(next(1, { ...third, batch_no: second.batch_no }), /that of its lot/)
  await assert.rejects(next(9, second), { code: 'BC001', message: 'box_full' })
})

test('sent twice under one key it happens once; of two people at the same order one wins', async () => {
  const labelled = await labelledPackaging(world.as, { batch, spec: half, packs: 20 })
  const usual = await usualCompletion(world.as, labelled)
  const key = { 'idempotency-key': randomUUID() }
  const person = await packer()
  const [one, two] = await Promise.all([person.ask(packagingApi.complete, usual, key), person.ask(packagingApi.complete, usual, key)])
  assert.deepEqual(one, two)
  assert.equal(await numberIn(`select count(*)::int n from pack_lot where packaging_order_id = $1`, [labelled.orderId]), 1)

  const raced = await labelledPackaging(world.as, { batch, spec: half, packs: 20 })
  const completion = await usualCompletion(world.as, raced)
  const answers = await Promise.allSettled([
    person.ask(packagingApi.complete, completion),
    (await world.as('user')).ask(packagingApi.complete, completion),
  ])
  assert.deepEqual(answers.map((answer) => answer.status).sort(), ['fulfilled', 'rejected'])
  const lost = answers.find((answer) => answer.status === 'rejected')!
  assert.equal((lost.reason as Refused).code, 'wrong_state')
})

test('another enterprise’s order is not found, byte for byte like one that never was', async () => {
  const { orderId } = await plannedPackaging(world.as, { batch, packs: 1 })
  const { cookie } = await world.as('other')
  const answerTo = async (method: 'GET' | 'POST', id: string, verb: string, payload?: object) => {
    const answer = await world.app.inject({
      method,
      url: `/api/packaging-orders/${id}${verb}`,
      headers: { cookie },
      ...(payload && { payload }),
    })
    return [answer.statusCode, answer.body.replace(/"requestId":"[^"]+"/, '').replaceAll(id, '')]
  }
  for (const [method, verb, payload] of [
    ['GET', ''],
    ['POST', '/approve', { signature: signed() }],
    ['POST', '/labels', { packLabels: 1, boxLabels: 0 }],
    ['POST', '/cancel', { reason: 'x' }],
  ] as const) {
    const theirs = await answerTo(method, orderId, verb, payload)
    assert.equal(theirs[0], 404)
    assert.deepEqual(theirs, await answerTo(method, randomUUID(), verb, payload))
  }
  assert.deepEqual(await (await world.as('other')).ask(packagingApi.list, {}), { rows: [], total: 0 })
})

test('orders are found by number, batch, name and pinyin initials, in the state asked for', async () => {
  const person = await packer()
  const all = await person.ask(packagingApi.list, { pageSize: 200, sort: 'orderNo' })
  assert.ok(all.rows.length > 10)
  assert.deepEqual(
    all.rows.map((row) => row.orderNo),
    all.rows.map((row) => row.orderNo).sort(),
  )
  const [row] = all.rows
  for (const q of [row!.orderNo, row!.orderNo.toLowerCase(), batch.batchNo, '当归', 'dg'])
    assert.ok(
      (await person.ask(packagingApi.list, { q, pageSize: 200 })).rows.some(({ id }) => id === row!.id),
      q,
    )
  assert.equal((await person.ask(packagingApi.list, { q: 'zzz' })).total, 0)
  const cancelled = await person.ask(packagingApi.list, { state: 'cancelled', pageSize: 200 })
  assert.ok(cancelled.rows.length > 0 && cancelled.rows.every((one) => one.state === 'cancelled'))
  assert.equal((await person.ask(packagingApi.list, { pageSize: 3, page: 2, sort: 'orderNo' })).rows[0]!.id, all.rows[3]!.id)
})

test('after all of this the verifier finds nothing amiss', async () => {
  const client = await world.admin.connect()
  try {
    assert.deepEqual((await verifyDatabase(client)).findings, [])
  } finally {
    client.release()
  }
})
