import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { packLotApi } from '#contract/release/pack-lot.ts'
import { productionApi } from '#contract/making/production-api.ts'
import { qrApi } from '#contract/packing/codes.ts'
import { stockApi } from '#contract/warehouse/stock.ts'
import { binIn } from '#server/demo/bin-in.ts'
import { inspect, releasedLot } from '#server/demo/inspection.ts'
import { labelledPackaging, packedLot, releasedPack, usualCompletion, type Packable } from '#server/demo/packaging.ts'
import { packagingApi } from '#contract/packing/packaging.ts'
import { secondPerson, signed, type Person, withQualityHead } from '#server/demo/person.ts'
import { conformingBatch, finishedProduction, steppedProduction } from '#server/demo/production.ts'
import { verifyDatabase } from '#server/verify/verify.ts'
import { refused } from '#server/test/refused.ts'
import { openWorld, type World } from '#server/test/world.ts'

let world: World
let batch: Packable
before(async () => {
  world = await openWorld()
  batch = await conformingBatch(world.as, { buy: { quantity: '500' } })
})
after(() => world.close())

const packed = (packs = 20) => packedLot(world.as, { batch, spec: '500 g', packs })
const release = async (person: Person, id: string, change: object = {}) =>
  person.ask(packLotApi.release, {
    id,
    environmentOk: true,
    placeId: await binIn(await world.as('shouquan'), 'pack_released'),
    signature: signed(),
    ...change,
  })
const read = async (id: string) => (await world.as('qa')).ask(packLotApi.read, { id })
const zonesOf = async (lotId: string) =>
  (
    await world.admin.query<{ zone: string }>(
      `select p.zone from stock_balance b join place p on p.id = b.place_id where b.lot_id = $1 and p.kind = 'bin' and b.quantity > 0`,
      [lotId],
    )
  ).rows.map((row) => row.zone)
const giveRole = (userName: string, role: string) =>
  world.change(
    `insert into account_role (enterprise_id, account_id, role_id) select a.enterprise_id, a.id, r.id from account a join role r on r.enterprise_id = a.enterprise_id where a.user_name = $1 and r.name = $2`,
    [userName, role],
  )

test('the 质量受权人 releases a pack lot: it may be sold, lies in the released zone, its codes are in stock', async () => {
  const { lotId, lotNo } = await packed(30)
  const waiting = await read(lotId)
  assert.deepEqual(
    [waiting.state, waiting.available, waiting.packs, waiting.packsOnHand, waiting.boxes],
    ['quarantine', '0.0000', 30, 30, 2],
  )
  assert.deepEqual(
    waiting.checklist.map(({ item, passed }) => [item, passed]),
    [
      ['report', true],
      ['batchRecord', true],
      ['balance', true],
      ['packagingRecord', true],
      ['labels', true],
      ['codes', true],
      ['ancestry', true],
      ['deviations', true],
      ['retention', true],
      ['inDate', true],
      ['environment', null],
    ],
  )
  const done = await release(await world.as('shouquan'), lotId)
  assert.match(done.releaseNo, /^FX\d{11}$/)
  assert.equal(done.state, 'released')

  const sold = await read(lotId)
  assert.deepEqual(
    [sold.state, sold.available, sold.onHand, sold.counts.in_stock, sold.counts.activated],
    ['released', '15.0000', '15.0000', 30, 0],
  )
  assert.deepEqual(await zonesOf(lotId), ['pack_released'])
  assert.deepEqual(
    sold.releases.map((one) => [one.releaseNo, one.decision, one.decidedByName, one.checklist.every((line) => line.passed)]),
    [[done.releaseNo, 'release', '冯受权', true]],
  )
  const signatures = await world.admin.query(
    `select meaning, signer_name, signature_holds(signature) as holds from signature where record_id = $1`,
    [sold.releases[0]!.id],
  )
  assert.deepEqual(signatures.rows, [{ meaning: '放行', signer_name: '冯受权', holds: true }])
  const event = await world.admin.query<{ public_facts: Record<string, string> }>(
    `select public_facts from trace_event where lot_id = $1 and kind = 'released'`,
    [lotId],
  )
  assert.equal(event.rows[0]!.public_facts['reportNo'], sold.reportNo)
  const told = await world.admin.query(
    `select from notification n join account a on a.id = n.account_id where a.user_name = 'xiaoshou' and n.title like $1`,
    [`%${lotNo} 可销售`],
  )
  assert.equal(told.rowCount, 1)
})

test('no other person may, whatever rights they hold, and a wrong password signs nothing', async () => {
  const { lotId } = await packed()
  for (const userName of ['qa', 'zhuguan', 'cangku', 'baozhuang', 'xiaoshou'])
    await refused(release(await world.as(userName), lotId), 'no_permission')
  const releaser = await world.as('shouquan')
  await refused(release(releaser, lotId, { signature: { password: 'wrong', comment: '' } }), 'wrong_password')
  const logged = await world.admin.query(
    `select from security_log l join account a on a.id = l.account_id where l.event = 'signature_failed' and a.user_name = 'shouquan'`,
  )
  assert.equal(logged.rowCount, 1)
  await refused(release(releaser, lotId, { environmentOk: false }), 'invalid_input', 'environmentOk')
  await refused(
    release(releaser, lotId, { placeId: await binIn(await world.as('baozhuang'), 'pack_quarantine') }),
    'zone_mismatch',
    'placeId',
  )
  assert.equal((await read(lotId)).state, 'quarantine')
  await release(releaser, lotId)
})

test('the analyst of the batch may not release it, nor the people who made, packed or checked it, even as 质量受权人', async () => {
  for (const userName of ['jianyan', 'shengchan', 'shengchan2', 'baozhuang', 'qa2']) await giveRole(userName, '质量受权人')
  const { lotId } = await packed()
  await refused(release(await world.as('jianyan'), lotId), 'analyst_releases')
  for (const userName of ['shengchan', 'shengchan2', 'baozhuang', 'qa2'])
    await refused(release(await world.as(userName), lotId), 'producer_releases')
  await refused(
    (await world.as('jianyan')).ask(packLotApi.reject, {
      id: lotId,
      reason: '外观不符',
      placeId: await binIn(await world.as('shouquan'), 'rejected'),
      ...withQualityHead(),
    }),
    'analyst_releases',
  )

  // Nor as the second person of its rejection.
  for (const [userName, code] of [
    ['jianyan', 'analyst_releases'],
    ['baozhuang', 'producer_releases'],
  ] as const) {
    await giveRole(userName, '质量负责人')
    const releaser = await world.as('shouquan')
    await refused(
      releaser.ask(packLotApi.reject, {
        id: lotId,
        reason: '外观不符',
        placeId: await binIn(releaser, 'rejected'),
        signature: signed(),
        approver: secondPerson(userName),
      }),
      code,
      'approver.userName',
    )
  }

  // The database itself: the same sheet with one of them as the signer, and with one of them left out.
  const { lotId: done } = await releasedPack(world.as, { batch, spec: '500 g', packs: 20 })
  const forge = (by: string, producers = 'producer_ids') =>
    world.change(
      `insert into pack_release (enterprise_id, release_no, lot_id, bulk_lot_id, report_id, decision, checklist, packs, quantity, analyst_ids, producer_ids, decided_by)
       select enterprise_id, 'FX-0', lot_id, bulk_lot_id, report_id, decision, checklist, packs, quantity, analyst_ids, ${producers}, (select id from account where user_name = $2) from pack_release where lot_id = $1`,
      [done, by],
    )
  await assert.rejects(forge('jianyan'), /analyst_releases_pack/)
  await assert.rejects(forge('baozhuang'), /producer_releases_pack/)
  await assert.rejects(forge('baozhuang', `'{}'::uuid[]`), { code: 'BC002' })
})

test('a batch record that is not reviewed keeps the lot back', async () => {
  const raw = await releasedLot(world.as, { quantity: '60' })
  const order = await steppedProduction(world.as, { lots: [{ lotId: raw.lotId, quantity: '50', reason: '按计划' }] })
  const bulk = await finishedProduction(world.as, order.id)
  await inspect(world.as, bulk.lotId, { side: 'bulk' })
  const { lotId } = await packedLot(world.as, { batch: bulk, spec: '500 g', packs: 20 })
  const releaser = await world.as('shouquan')
  await refused(release(releaser, lotId), 'checklist_incomplete', 'batchRecord')
  await (await world.as('qa')).ask(productionApi.review, { id: order.id, signature: signed() })
  await release(releaser, lotId)
})

test('a deviation of the packaging keeps the lot back until QA has closed it', async () => {
  const labelled = await labelledPackaging(world.as, { batch, spec: '500 g', packs: 20 })
  const { lotId } = await (
    await world.as('baozhuang')
  ).ask(packagingApi.complete, { ...(await usualCompletion(world.as, labelled)), charged: '10.5', deviation: '称量后撒落' })
  const releaser = await world.as('shouquan')
  await refused(release(releaser, lotId), 'lot_held')
  assert.deepEqual(
    (await read(lotId)).checklist.filter((line) => line.passed === false).map((line) => line.item),
    ['balance', 'deviations'],
  )
  const qa = await world.as('qa')
  const { holds } = await qa.ask(stockApi.pack.stock, { id: lotId })
  await qa.ask(stockApi.pack.unfreeze, {
    id: lotId,
    holdId: holds[0]!.id,
    conclusion: '撒落物已清理称重，不影响质量',
    evidence: '批包装记录',
    ...withQualityHead(),
  })
  await release(releaser, lotId)
})

test('a lot past its 保质期 is not released', async () => {
  const { lotId } = await packed()
  const { rows } = await world.admin.query<{ day: string }>(`select expires_on::text as day from lot where id = $1`, [lotId])
  await world.change(`update lot set expires_on = today() - 1 where id = $1`, [lotId])
  await refused(release(await world.as('shouquan'), lotId), 'lot_expired')
  assert.equal((await read(lotId)).daysLeft, -1)
  await world.change(`update lot set expires_on = $2 where id = $1`, [lotId, rows[0]!.day])
})

test('不放行 needs a reason, sends the packs to the rejected zone, and is for good', async () => {
  const { lotId, packRangeId } = await packed()
  const releaser = await world.as('shouquan')
  const reject = async (reason: string) =>
    releaser.ask(packLotApi.reject, { id: lotId, reason, placeId: await binIn(releaser, 'rejected'), ...withQualityHead() })
  await refused(reject(' '), 'invalid_input', 'reason')
  assert.equal((await reject('封口不严，批量返检不合格')).state, 'rejected')
  assert.deepEqual(await zonesOf(lotId), ['rejected'])
  await refused(release(releaser, lotId), 'wrong_state')
  const { counts } = await (await world.as('qa')).ask(qrApi.read, { id: packRangeId })
  assert.deepEqual([counts.activated, counts.in_stock], [20, 0], 'its codes never come into stock')
})

test('two who release at once: one does', async () => {
  const { lotId } = await packed()
  const answers = await Promise.allSettled([release(await world.as('shouquan'), lotId), release(await world.as('user'), lotId)])
  assert.deepEqual(answers.map((answer) => answer.status).sort(), ['fulfilled', 'rejected'])
  assert.equal((await world.admin.query(`select from pack_release where lot_id = $1`, [lotId])).rowCount, 1)
})

test('page 19 lists what is there: by state, hold, days left, number and initials', async () => {
  const qa = await world.as('qa')
  const all = await qa.ask(packLotApi.list, { pageSize: 200 })
  assert.ok(all.rows.length >= 8)
  const ids = async (filter: object) => (await qa.ask(packLotApi.list, { pageSize: 200, ...filter })).rows.map((row) => row.id)
  assert.ok((await qa.ask(packLotApi.list, { state: 'released', pageSize: 200 })).rows.every((row) => row.state === 'released'))
  assert.equal((await ids({ within: 10 })).length, 0)
  assert.equal((await ids({ within: 800 })).length, all.total)
  assert.equal((await ids({ q: 'dg' })).length, all.total)
  assert.deepEqual(await ids({ q: all.rows[0]!.lotNo }), [all.rows[0]!.id])
  assert.deepEqual(await ids({ held: 'yes' }), [])
  await qa.ask(stockApi.pack.freeze, { id: all.rows[0]!.id, kind: 'freeze', reason: '客户投诉，待查' })
  assert.deepEqual(await ids({ held: 'yes' }), [all.rows[0]!.id])
  assert.equal((await read(all.rows[0]!.id)).available, '0.0000')
  assert.deepEqual(await ids({ sort: 'lotNo' }), (await ids({ sort: '-lotNo' })).toReversed())
})

test('another enterprise’s lot is not found, byte for byte like one that never was', async () => {
  const { rows } = await (await world.as('qa')).ask(packLotApi.list, {})
  const { cookie } = await world.as('other')
  const answerTo = async (id: string, method: 'GET' | 'POST', verb: string, payload?: object) => {
    const answer = await world.app.inject({
      method,
      url: `/api/pack-lots/${id}${verb}`,
      headers: { cookie },
      ...(payload && { payload }),
    })
    return [answer.statusCode, answer.body.replace(/"requestId":"[^"]+"/, '')]
  }
  const placeId = await binIn(await world.as('shouquan'), 'pack_released')
  for (const [method, verb, payload] of [
    ['GET', ''],
    ['POST', '/release', { environmentOk: true, placeId, signature: signed() }],
    ['POST', '/reject', { reason: 'x', placeId, ...withQualityHead() }],
  ] as const) {
    const theirs = await answerTo(rows[0]!.id, method, verb, payload)
    assert.equal(theirs[0], 404)
    assert.deepEqual(theirs, await answerTo(randomUUID(), method, verb, payload))
  }
})

test('after all of this the verifier finds nothing amiss', async () => {
  const client = await world.admin.connect()
  try {
    assert.deepEqual((await verifyDatabase(client)).findings, [])
  } finally {
    client.release()
  }
})
