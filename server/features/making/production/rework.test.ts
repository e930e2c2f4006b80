import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { correctionApi } from '#contract/cases/correction.ts'
import { incidentApi } from '#contract/cases/incident-api.ts'
import { elementAt, only, present } from '#contract/kernel/certain.ts'
import { exact } from '#contract/kernel/exact-decimal.ts'
import { productionApi } from '#contract/making/production-api.ts'
import { reworkApi } from '#contract/making/rework.ts'
import { releaseApi } from '#contract/release/raw-release.ts'
import { readView, traceApi } from '#contract/tracing/trace.ts'
import { stockApi } from '#contract/warehouse/stock.ts'
import { scaleFor } from '#server/demo/asset.ts'
import { binIn } from '#server/demo/bin-in.ts'
import { approvedIncident, classifiedIncident, closedIncident, toldIncident, withLots } from '#server/demo/incident.ts'
import { inspect } from '#server/demo/inspection.ts'
import { packCodes, packedLot, releasedPack } from '#server/demo/packaging.ts'
import { secondPerson, signed, withQualityHead } from '#server/demo/person.ts'
import { finishedProduction, gaveBack, producedBatch, terminatedProduction, weighingsOf } from '#server/demo/production.ts'
import { approveRework, failedBatch, orderedRework, reworkedBatch, steppedRework } from '#server/demo/rework.ts'
import { refused } from '#server/test/refused.ts'
import { openWorld } from '#server/test/world.ts'
import { verifyDatabase } from '#server/verify/verify.ts'

/* 返工: a rejected batch is worked again under its number with the suffix R, on a concluded case, and is tested anew. */

const world = await openWorld()
after(() => world.close())
const { as } = world

const small = { quantity: '30' }
const read = async (id: string) => (await as('shengchan')).ask(productionApi.read, { id })
const lotOf = async (id: string) =>
  only(
    (
      await world.admin.query<{ lot_no: string; state: string; born_on: string; expires_on: string }>(
        `select lot_no, state, born_on::text, expires_on::text from lot where id = $1`,
        [id],
      )
    ).rows,
  )
/** The reports of these lots that may be quoted in a test of another. */
const quotable = async (lotId: string, of: string[]) => {
  const client = await world.admin.connect()
  try {
    await client.query(`select set_config('app.enterprise', (select enterprise_id::text from lot where id = $1), false)`, [lotId])
    const { rows } = await client.query<{ no: string }>(
      `select report_no as no from report where lot_id = any ($2) and may_be_quoted($1, report_no)`,
      [lotId, of],
    )
    return rows
  } finally {
    client.release(true)
  }
}

const verified = async () => {
  const client = await world.admin.connect()
  try {
    assert.deepEqual((await verifyDatabase(client)).findings, [])
  } finally {
    client.release()
  }
}
const rejectAny = async (lotId: string) =>
  (await as('qa')).ask(releaseApi.rejectLot, {
    ...{ id: lotId, basis: '外观不符', placeId: await binIn(await as('qa'), 'rejected', { code: 'C' }) },
    ...withQualityHead(),
  })

test('a rejected batch becomes good by rework: a number with R, its own expiry, both ways in the history, sold in the end', async () => {
  const failed = await failedBatch(as, small)
  const source = await lotOf(failed.lotId)
  const made = await reworkedBatch(as, { lotId: failed.lotId })
  const again = await lotOf(made.lotId)
  assert.deepEqual(again, { ...source, lot_no: `${failed.batchNo}R1`, state: 'quarantine' })
  const { rework, process, isRework, balance } = await read(made.orderId)
  assert.deepEqual([rework?.lotNo, rework?.approvedByName, isRework], [failed.batchNo, '何质量', true])
  assert.deepEqual([process.auxiliaries, process.steps.map(({ no }) => no)], [[], [1]])
  assert.ok(exact(present(balance).yieldPercent).lte(100))

  const { rows: edges } = await world.admin.query(`select step, quantity from lot_edge where from_lot_id = $1 and to_lot_id = $2`, [
    failed.lotId,
    made.lotId,
  ])
  // All of it but for what was taken as samples.
  assert.deepEqual(
    edges.map(({ step, quantity }: { step: string; quantity: string }) => [step, exact(quantity).toFixed()]),
    [['rework', exact(present(balance).charged).toFixed()]],
  )
  for (const lotId of [failed.lotId, made.lotId]) {
    const { nodes } = readView(await (await as('qa')).ask(traceApi.view, { id: lotId }))
    assert.ok(nodes.some(({ lotNo }) => lotNo === failed.batchNo) && nodes.some(({ lotNo }) => lotNo === again.lot_no))
    assert.deepEqual(
      nodes.filter(({ closes }) => !closes).map(({ lotNo, difference }) => [lotNo, difference]),
      [],
    )
  }
  // Nothing is packed of it before its own test.
  await assert.rejects(packedLot(as, { batch: made }), /cannot be packed/)
  // Nor is a result of before quoted in it: of its herb, or of the batch that failed.
  assert.deepEqual(await quotable(made.lotId, [failed.lotId, failed.rawLot.lotId]), [])
  assert.equal((await quotable(failed.lotId, [failed.rawLot.lotId])).length, 1)
  await inspect(as, made.lotId, { side: 'bulk' })
  const pack = await releasedPack(as, { batch: made })
  assert.equal((await lotOf(pack.lotId)).state, 'released')
  // Whoever holds a pack reads of its own test, and that it was worked again.
  const [code] = await packCodes(as, pack.lotNo, 1)
  const page = await world.app.inject({ url: `/index?c=${present(code)}`, headers: { 'user-agent': 'Mozilla/5.0 (iPhone)' } })
  assert.ok(page.body.includes('（返工）') && !page.body.includes('有项目不符合规定'), page.body)
  await verified()
})

test('it takes a concluded case about this lot, and none that is open', async () => {
  const batch = await producedBatch(as, small)
  const author = await as('shengchan')
  const { id: caseId } = await toldIncident(as, 'cangku', {
    ...{ kind: 'deviation', area: 'production', subject: '碎末多', description: '筛网破损' },
    foundAt: new Date().toISOString(),
  })
  const asked = async (lotId: string, id = caseId) => ({
    ...{ lotId, caseId: id, caseTable: 'incident' as const, quantity: '5', steps: [1], yieldMin: '90', reason: '重新过筛' },
    lineId: (await author.ask(productionApi.products, { q: '当归' }))[0]?.last?.lineId ?? crypto.randomUUID(),
  })
  await refused(author.ask(reworkApi.create, await asked(batch.lotId)), 'not_reworkable', 'lotId')
  await rejectAny(batch.lotId)
  // Rejected without a case: there is nothing to go by.
  assert.deepEqual(await author.ask(reworkApi.lots, { id: batch.lotId }), [])
  await refused(author.ask(reworkApi.create, await asked(batch.lotId)), 'rework_case_missing', 'lotId')
  await refused(author.ask(reworkApi.create, await asked(batch.lotId, crypto.randomUUID())), 'rework_case_missing', 'lotId')
  await refused(author.ask(reworkApi.create, await asked(crypto.randomUUID())), 'not_found')

  const other = await producedBatch(as, { ...small, lot: batch.rawLot })
  await classifiedIncident(as, caseId, { level: 'minor', dueOn: '2199-12-31' })
  await withLots(as, caseId, [other.batchNo])
  await (
    await as('qa')
  ).ask(incidentApi.decideLots, {
    ...{ id: caseId, lotIds: [other.lotId], decision: 'reject', conclusion: '碎末超限', ...withQualityHead() },
    placeId: await binIn(await as('qa'), 'rejected', { code: 'C' }),
  })
  await refused(author.ask(reworkApi.create, await asked(other.lotId)), 'case_open', 'lotId')
  await approvedIncident(as, caseId, {
    immediateAction: '停机，隔离',
    cause: { whys: ['筛网破损', '未点检'], factors: { equipment: '筛网破损' }, factor: 'equipment', root: '筛网破损' },
    post: '操作工',
    effects: '本批碎末超限',
  })
  await closedIncident(as, caseId, '判不合格，可返工')
  // The case of one lot is none of another.
  await refused(author.ask(reworkApi.create, await asked(batch.lotId)), 'rework_case_missing', 'lotId')
  const ok = await orderedRework(as, { lotId: other.lotId, quantity: '5' })
  assert.equal((await read(ok.id)).rework?.caseNo, only(await author.ask(reworkApi.lots, { id: other.lotId })).cases[0]?.no)
  // A case that is opened again lets nothing begin.
  const qa = await as('qa')
  const { incident } = await qa.ask(incidentApi.read, { id: caseId })
  await qa.ask(incidentApi.reopen, { id: caseId, rowVersion: incident.rowVersion, reason: '另有原因', signature: signed() })
  await refused(approveRework(as, ok.id), 'case_open', 'lots')
  await assert.rejects(
    world.change(`update production_order set rework_case_id = gen_random_uuid() where id = $1`, [ok.id]),
    /what a rework is of is not changed/,
  )
})

test('the 质量负责人 signs beside the approver, and is neither of the two nor somebody who made the batch', async () => {
  const failed = await failedBatch(as, small)
  const { id } = await orderedRework(as, { lotId: failed.lotId, quantity: '5' })
  const approve = async (qualityHead?: ReturnType<typeof secondPerson>) =>
    (await as('shengchan2')).ask(productionApi.approve, { id, signature: signed(), ...(qualityHead && { qualityHead }) })
  await refused(approve(), 'rework_needs_quality_head', 'qualityHead.userName')
  await refused(approve(secondPerson('qa')), 'signer_lacks_duty')
  await refused(approve({ userName: 'zhiliang', password: 'falsch' }), 'signer_unknown')
  await assert.rejects(
    world.change(
      `update production_order set state = 'approved', approved_at = now(), approved_by = (select id from account where user_name = 'shengchan2') where id = $1`,
      [id],
    ),
    /production_rework_needs_quality_head/,
  )
  await assert.rejects(
    world.change(
      `update production_order set state = 'approved', approved_at = now(), approved_by = (select id from account where user_name = 'shengchan2'),
        rework_approved_by = (select id from account where user_name = 'zhiliang') where id = $1`,
      [id],
    ),
    /a rework is signed/,
  )
  await assert.rejects(
    world.change(
      `update production_order set state = 'approved', approved_at = now(), approved_by = (select id from account where user_name = 'shengchan2'),
        rework_approved_by = (select entered_by from test_result r join inspection i on i.id = r.inspection_id where i.lot_id = $2 limit 1) where id = $1`,
      [id, failed.lotId],
    ),
    /rework_own_work/,
  )
  assert.equal((await approve(secondPerson('zhiliang'))).state, 'approved')
})

test('what came up since it was ordered stops it: a hold, a case, an ancestor that was rejected', async () => {
  const failed = await failedBatch(as, small)
  const { id } = await orderedRework(as, { lotId: failed.lotId, quantity: '5' })
  const qa = await as('qa')
  const { holdId } = await qa.ask(stockApi.pack.freeze, { id: failed.lotId, kind: 'freeze', reason: '取证', reaches: true })
  await refused(approveRework(as, id), 'lot_held', 'lots')
  await qa.ask(stockApi.pack.unfreeze, { id: failed.lotId, holdId, conclusion: '取证完毕', ...withQualityHead() })
  await approveRework(as, id)
  await qa.ask(releaseApi.rejectLot, {
    ...{ id: failed.rawLot.lotId, basis: '供应商通报农残超标', placeId: await binIn(qa, 'rejected') },
    ...withQualityHead(),
  })
  const keeper = await as('cangku')
  await refused(
    keeper.ask(productionApi.issue, {
      ...{ id, scaleId: await scaleFor(keeper), weighings: await weighingsOf(as, id) },
      ...{ signature: signed(), checker: secondPerson('shengchan') },
    }),
    'ancestor_unfit',
    'lots',
  )
  await (await as('shengchan2')).ask(productionApi.cancel, { id, reason: '原料不合格', bins: [], signature: signed() })
  assert.deepEqual(await (await as('shengchan')).ask(reworkApi.lots, { id: failed.lotId }), [])
})

test('an ancestor rejected while it is on the line, or afterwards, reaches what was reworked', async () => {
  const failed = await failedBatch(as, { quantity: '40' })
  const rest = await steppedRework(as, { lotId: failed.lotId, quantity: '10' })
  const done = await reworkedBatch(as, { lotId: failed.lotId, quantity: '10' })
  await inspect(as, done.lotId, { side: 'bulk' })
  const pack = await releasedPack(as, { batch: done })
  const qa = await as('qa')
  await qa.ask(releaseApi.rejectLot, {
    ...{ id: failed.rawLot.lotId, basis: '供应商通报农残超标', placeId: await binIn(qa, 'rejected') },
    ...withQualityHead(),
  })
  assert.equal((await read(rest.id)).isChargeDoubtful, true)
  await refused(finishedProduction(as, rest.id), 'ancestor_unfit')
  const ended = await terminatedProduction(as, rest.id, { remains: '9.5', reason: '原料不合格' })
  assert.equal((await lotOf(present(ended.lotId))).state, 'rejected')
  const { rows } = await world.admin.query<{ holds: number }>(`select holds from lot where id = any ($1) and holds > 0`, [
    [done.lotId, pack.lotId],
  ])
  assert.equal(rows.length, 2)
})

test('a weight written wrongly is put right while it is worked and afterwards; what was not used goes back to the 不合格区', async () => {
  const failed = await failedBatch(as, small)
  const correct = async (orderId: string, net: string) => {
    const { issue } = await read(orderId)
    const changes = { weighings: [{ piece: 1, gross: exact(net).plus('1.2').toFixed(), tare: '1.2' }] }
    const asked = { id: present(issue).id, changes, reason: '称量单录入错误', signature: signed() }
    const { id } = await (await as('qa')).ask(correctionApi.issue, asked)
    return (await as('zhiliang')).ask(correctionApi.approve, { id, signature: signed() })
  }
  const before = only(await (await as('shengchan')).ask(reworkApi.lots, { id: failed.lotId })).available
  const leftAfter = (used: string) => exact(before).minus(used).toFixed(4)
  const { id } = await steppedRework(as, { lotId: failed.lotId, quantity: '10' })
  await correct(id, '10.1')
  assert.equal(only(await (await as('shengchan')).ask(reworkApi.lots, { id: failed.lotId })).available, leftAfter('10.1'))
  await gaveBack(as, id, { lotNo: failed.batchNo, net: '0.1' })
  const batch = await finishedProduction(as, id)
  await correct(id, '10.2')
  assert.equal(only(await (await as('shengchan')).ask(reworkApi.lots, { id: failed.lotId })).available, leftAfter('10.1'))
  const { rows } = await world.admin.query<{ quantity: string }>(`select quantity from lot_edge where to_lot_id = $1 and step = 'rework'`, [
    batch.lotId,
  ])
  assert.equal(exact(only(rows).quantity).toFixed(), '10.1')
  await verified()
})

test('absurd orders are refused with the field, and the number is taken once for each rework', async () => {
  const failed = await failedBatch(as, small)
  const wrong = (given: object) => orderedRework(as, { lotId: failed.lotId, ...given })
  await refused(wrong({ quantity: '9999' }), 'batch_too_large', 'quantity')
  await refused(wrong({ quantity: '900' }), 'short_stock', 'quantity')
  await refused(wrong({ quantity: '0' }), 'invalid_input', 'quantity')
  await refused(wrong({ steps: [99] }), 'step_unknown', 'steps.0')
  await refused(wrong({ steps: [1, 1] }), 'invalid_input', 'steps')
  await refused(wrong({ yieldMin: '100.1' }), 'invalid_input', 'yieldMin')
  await refused(wrong({ lineId: crypto.randomUUID() }), 'asset_unknown', 'lineId')
  await refused(wrong({ reason: ' ' }), 'invalid_input', 'reason')
  const first = await reworkedBatch(as, { lotId: failed.lotId, quantity: '5' })
  const second = await reworkedBatch(as, { lotId: failed.lotId, quantity: '5' })
  assert.deepEqual([first.batchNo, second.batchNo], [`${failed.batchNo}R1`, `${failed.batchNo}R2`])
  // What fails again is worked again under the next number of the same batch.
  const { inspectionId } = await inspect(as, first.lotId, { side: 'bulk', outcome: 'fail' })
  await (
    await as('qa')
  ).ask(releaseApi.rejectBatch, {
    ...{ id: inspectionId, basis: '仍不符合', placeId: await binIn(await as('qa'), 'rejected', { code: 'C' }), ...withQualityHead() },
  })
  const third = await reworkedBatch(as, { lotId: first.lotId })
  assert.equal(third.batchNo, `${failed.batchNo}R3`)
  // Two orders on the same goods: the second finds nothing left to reserve.
  const left = only(await (await as('shengchan')).ask(reworkApi.lots, { id: failed.lotId })).available
  const orders = [await wrong({ quantity: left }), await wrong({ quantity: left })]
  await approveRework(as, elementAt(orders, 0).id)
  await refused(approveRework(as, elementAt(orders, 1).id), 'short_stock')
  // No other order is charged with a batch, rejected or not.
  await assert.rejects(
    world.change(
      `insert into production_input (enterprise_id, order_id, is_blend, lot_id, material_id, role, quantity)
       select o.enterprise_id, o.id, o.is_blend, $1, p.material_id, 'main', 1 from production_order o join product p on p.id = o.product_id
       where o.rework_of is null limit 1`,
      [failed.lotId],
    ),
    /lot_mismatch/,
  )
  await assert.rejects(
    world.change(
      `insert into lot_edge (enterprise_id, from_lot_id, to_lot_id, step, quantity, share, document_id, document_no)
       select enterprise_id, id, $2, 'rework', 1, 1, gen_random_uuid(), 'X' from lot where id = $1`,
      [failed.lotId, second.lotId],
    ),
    /a rework has an order/,
  )
  await verified()
})
