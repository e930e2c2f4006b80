import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { lineFor, scaleFor } from '#server/demo/asset.ts'
import { after, test } from 'node:test'
import { refused } from '#server/test/refused.ts'
import { openWorld } from '#server/test/world.ts'
import { productionApi } from '#contract/making/production-api.ts'
import { historyApi } from '#contract/office/history.ts'
import { releasedLot } from '#server/demo/inspection.ts'
import { approvedProcess } from '#server/demo/processing.ts'
import type { Refused } from '#server/demo/person.ts'
import { demoPassword, requestOf, secondPerson, signed } from '#server/demo/person.ts'
import { approvedProduction, cleared, issuedProduction, orderedProduction, weighingsOf } from '#server/demo/production.ts'
import { receivedLot } from '#server/demo/purchase.ts'

const world = await openWorld()
after(() => world.close())
const { as } = world
// Enough of one herb for every order below; a test that needs a lot of its own buys one.
const angelica = await releasedLot(as, { quantity: '9000' })

const charge = (quantity: string, lotId = angelica.lotId, reason = '') => [{ lotId, quantity, reason }]
const read = async (id: string) => (await as('shengchan')).ask(productionApi.read, { id })
const placesOf = async (lotId: string) =>
  Object.fromEntries(
    (
      await world.admin.query(
        `select p.kind, sum(b.quantity)::text as kg from stock_balance b join place p on p.id = b.place_id where b.lot_id = $1 and b.quantity <> 0 group by p.kind`,
        [lotId],
      )
    ).rows.map(({ kind, kg }) => [kind, kg]),
  )
const issueInput = async (id: string) => ({
  id,
  scaleId: await scaleFor(await as('cangku')),
  weighings: await weighingsOf(as, id),
  signature: signed(),
  checker: secondPerson('shengchan'),
})

// ── the order ────────────────────────────────────────────────────────────────────────────────────────────────────────

test('an order keeps the process as it is now, and names its lots and quantities in what will be signed', async () => {
  const { id, orderNo, state, batchNo } = await orderedProduction(as, { lots: charge('100') })
  assert.match(orderNo, /^SC\d{11}$/)
  assert.deepEqual([state, batchNo], ['pending', null])
  await approvedProcess(as, '当归', { yieldMin: '81' })
  const order = await read(id)
  assert.equal(order.process.yieldMin, '80')
  assert.equal(order.charge, `当归 ${angelica.lotNo} 100 kg`)
  await approvedProcess(as, '当归', { yieldMin: '80' })
})

test('one order cannot take two raw lots: two origins are two lots (I1), one batch comes from one (I2)', async () => {
  const other = await releasedLot(as, {
    quantity: '200',
    origin: { province: '甘肃省', city: '陇南市', county: '宕昌县', town: '哈达铺镇', village: '玉岗村' },
  })
  await refused(orderedProduction(as, { lots: [...charge('50'), ...charge('50', other.lotId)] }), 'blend_not_allowed')
  const { id } = await orderedProduction(as, { lots: charge('50') })
  await assert.rejects(
    world.change(
      `insert into production_input (enterprise_id, order_id, is_blend, lot_id, material_id, role, quantity) select enterprise_id, order_id, false, $2, material_id, role, 50 from production_input where order_id = $1`,
      [id, other.lotId],
    ),
    /one_main_lot/,
    'not even by direct SQL',
  )
})

test('a validated blend needs the signature of QA besides the approval', async () => {
  const [one, two] = [
    await releasedLot(as, { material: '丹参', quantity: '60' }),
    await releasedLot(as, { material: '丹参', quantity: '60' }),
  ]
  await approvedProcess(as, '丹参', { allowsBlending: true })
  const { id } = await orderedProduction(as, { product: '丹参', lots: [...charge('50', one.lotId), ...charge('50', two.lotId)] })
  const manager = await as('shengchan2')
  await refused(manager.ask(productionApi.approve, { id, signature: signed() }), 'blend_needs_qa')
  await refused(manager.ask(productionApi.approve, { id, signature: signed(), qa: secondPerson('cangku') }), 'signer_lacks_duty')
  await manager.ask(productionApi.approve, { id, signature: signed(), qa: secondPerson('qa') })
  const order = await read(id)
  assert.deepEqual(
    order.signatures.map(({ meaning, holds }) => [meaning, holds]),
    [
      ['批准', true],
      ['批准拼批', true],
    ],
  )
  assert.equal(order.blendApprovedByName, '郑质保')
})

test('an order may not exceed the largest batch of its process, nor what is in the warehouse', async () => {
  await refused(orderedProduction(as, { lots: charge('1000.0001') }), 'batch_too_large')
  const little = await releasedLot(as, { material: '川芎', quantity: '20' })
  await refused(orderedProduction(as, { product: '川芎', lots: charge('20', little.lotId) }), 'short_stock') // the samples are gone
})

test('the lot must be of the product’s herb, and the auxiliary one of the process', async () => {
  const astragalus = await releasedLot(as, { material: '黄芪', quantity: '50' })
  await refused(orderedProduction(as, { lots: charge('20', astragalus.lotId) }), 'lot_mismatch', 'lots.0.lotId')
  await refused(
    orderedProduction(as, { lots: charge('20'), auxiliaries: charge('2', astragalus.lotId) }),
    'lot_mismatch',
    'auxiliaries.0.lotId',
  )
})

test('an auxiliary is charged in its ratio: 10 kg of bran per 100 kg, 2 % either way', async () => {
  const [herb, bran] = [
    await releasedLot(as, { material: '白术', quantity: '300' }),
    await releasedLot(as, { material: '麦麸', quantity: '100' }),
  ]
  const order = (kg: string) =>
    orderedProduction(as, { product: '麸炒白术', lots: charge('100', herb.lotId), auxiliaries: charge(kg, bran.lotId) })
  await refused(order('10.3'), 'auxiliary_ratio')
  await refused(orderedProduction(as, { product: '麸炒白术', lots: charge('100', herb.lotId), auxiliaries: [] }), 'auxiliary_ratio')
  const { id } = await order('10.2')
  await (await as('shengchan2')).ask(productionApi.approve, { id, signature: signed() })

  const weighings = (await weighingsOf(as, id)).map((one) => (one.lotNo === bran.lotNo ? { ...one, gross: '13.2' } : one))
  const keeper = await as('cangku')
  const input = { ...(await issueInput(id)), weighings }
  await refused(keeper.ask(productionApi.issue, input), 'issue_needs_reason', 'reason') // 12 kg instead of 10
  const barcode = weighings.map((one) => (one.lotNo === bran.lotNo ? { ...one, gross: '6901234567' } : one))
  const reason = '麦麸含水偏高，经工艺员确认'
  await refused(keeper.ask(productionApi.issue, { ...input, weighings: barcode, reason }), 'short_stock', 'weighings.1.gross')
  await keeper.ask(productionApi.issue, { ...input, reason })
  assert.equal((await placesOf(bran.lotId))['production'], '12.0000')
})

test('the lot that is due first goes first; another needs a reason', async () => {
  const [older, newer] = [
    await releasedLot(as, { material: '黄芩', quantity: '90' }),
    await releasedLot(as, { material: '黄芩', quantity: '90' }),
  ]
  await world.change(`update lot set retest_on = retest_on - 30 where id = $1`, [older.lotId])
  const wine = await releasedLot(as, { material: '黄酒', quantity: '50' })
  const order = (reason: string) =>
    orderedProduction(as, { product: '酒黄芩', lots: charge('40', newer.lotId, reason), auxiliaries: charge('4', wine.lotId) })
  await refused(order(''), 'not_first_due', 'lots.0.reason')
  const { id } = await order('客户指定批次')
  assert.equal((await read(id)).lots[0]!.reason, '客户指定批次')
  await orderedProduction(as, { product: '酒黄芩', lots: charge('40', older.lotId), auxiliaries: charge('4', wine.lotId) })
  await world.change(`update lot set retest_on = retest_on + 30 where id = $1`, [older.lotId])
  await order('')
})

test('only a released lot, in date and without a hold, can be ordered (I3)', async () => {
  const quarantined = await receivedLot(as, { quantity: '50' })
  await refused(orderedProduction(as, { lots: charge('10', quarantined.lotId) }), 'lot_not_released')
  const lot = await releasedLot(as, { quantity: '50' })
  await world.change(`update lot set retest_on = today() where id = $1`, [lot.lotId])
  await refused(orderedProduction(as, { lots: charge('10', lot.lotId) }), 'lot_expired') // on the retest day itself
  await world.change(`update lot set retest_on = today() + 1 where id = $1`, [lot.lotId])
  await orderedProduction(as, { lots: charge('10', lot.lotId) })
  await world.change(
    `insert into hold (enterprise_id, lot_id, kind, reason, placed_by) select enterprise_id, $1, 'freeze', '霉变待查', id from account where user_name = 'qa'`,
    [lot.lotId],
  )
  await refused(orderedProduction(as, { lots: charge('10', lot.lotId) }), 'lot_held')
})

test('bad input is 400 with the field and a reason', async () => {
  const author = await as('shengchan')
  const [product] = await author.ask(productionApi.products, { q: 'dg' })
  const order = { productId: product!.id, lots: charge('100'), lineId: await lineFor(as, { steps: [] }) }
  const wrong: [Partial<typeof order>, string][] = [
    [{ lots: [] }, 'lots'],
    [{ lots: charge('-1') }, 'lots.0.quantity'],
    [{ lots: charge('1e3') }, 'lots.0.quantity'],
    [{ lots: [...charge('1'), ...charge('2')] }, 'lots'],
    [{ lineId: '1号线' }, 'lineId'],
  ]
  for (const [change, path] of wrong) await refused(author.ask(productionApi.create, { ...order, ...change }), 'invalid_input', path)
})

// ── approval ─────────────────────────────────────────────────────────────────────────────────────────────────────────

test('the author may not approve their own order, not even with the duty, nor by direct SQL', async () => {
  const alone = (userName: string) => as(userName === 'shengchan' ? 'shengchan2' : userName)
  const { id } = await orderedProduction(alone, { lots: charge('10') })
  await refused((await as('shengchan')).ask(productionApi.approve, { id, signature: signed() }), 'no_permission')
  await refused((await as('shengchan2')).ask(productionApi.approve, { id, signature: signed() }), 'author_approves')
  await assert.rejects(
    world.change(`update production_order set approved_by = created_by, approved_at = now(), state = 'approved' where id = $1`, [id]),
    /production_author_approves/,
  )
})

test('an approval with a wrong password changes nothing', async () => {
  const { id } = await orderedProduction(as, { lots: charge('10') })
  await refused(
    (await as('shengchan2')).ask(productionApi.approve, { id, signature: { password: 'wrong', comment: '' } }),
    'wrong_password',
  )
  const order = await read(id)
  assert.deepEqual([order.state, order.approvedByName, order.signatures.length], ['pending', null, 0])
})

test('two orders take the last 10 kg at once: one is approved, the other is short', async () => {
  const lot = await releasedLot(as, { material: '白芍', quantity: '500' })
  await approvedProduction(as, { product: '白芍', lots: charge('489.7', lot.lotId) }) // the laboratory has taken 0.3
  const orders = await Promise.all([1, 2].map(() => orderedProduction(as, { product: '白芍', lots: charge('10', lot.lotId) })))
  const manager = await as('shengchan2')
  const outcomes = await Promise.allSettled(orders.map(({ id }) => manager.ask(productionApi.approve, { id, signature: signed() })))
  assert.deepEqual(outcomes.map((outcome) => (outcome.status === 'fulfilled' ? 'approved' : (outcome.reason as Refused).code)).sort(), [
    'approved',
    'short_stock',
  ])
  const { rows } = await world.admin.query(`select sum(quantity)::text as kg from lot_reservation where lot_id = $1`, [lot.lotId])
  assert.equal(rows[0].kg, '499.7000')
})

// ── issue ────────────────────────────────────────────────────────────────────────────────────────────────────────────

test('issued material is in production, signed by the persons who weighed and checked, and the reservation is used up', async () => {
  const lot = await releasedLot(as, { quantity: '120' })
  const before = (await placesOf(lot.lotId))['bin']
  const { id } = await approvedProduction(as, { lots: charge('100', lot.lotId) })
  const issued = await (await as('cangku')).ask(productionApi.issue, await issueInput(id))
  assert.equal(issued.state, 'issued')
  assert.match(issued.issueNo, /^LL\d{11}$/)
  const places = await placesOf(lot.lotId)
  assert.equal(places['production'], '100.0000')
  assert.equal(Number(before) - Number(places['bin']), 100)
  const { signatures, issue } = await read(id)
  assert.deepEqual(
    signatures.slice(1).map(({ meaning, signerName, holds }) => [meaning, signerName, holds]),
    [
      ['称量发料', '赵仓管', true],
      ['复核', '褚生产', true],
    ],
  )
  assert.deepEqual(
    issue!.weighings.map(({ gross, tare, net }) => [gross, tare, net]),
    [['101.2', '1.2', '100']],
  )
  const { rows } = await world.admin.query(`select quantity::text from lot_reservation where lot_id = $1`, [lot.lotId])
  assert.deepEqual(rows, [{ quantity: '0.0000' }])
})

test('who weighs may not check: not as themselves, not with another’s duty missing, not by direct SQL', async () => {
  const { id } = await approvedProduction(as, { lots: charge('10') })
  const keeper = await as('cangku')
  const input = await issueInput(id)
  await refused(keeper.ask(productionApi.issue, { ...input, checker: secondPerson('cangku') }), 'same_person')
  await refused(keeper.ask(productionApi.issue, { ...input, checker: secondPerson('caigou') }), 'signer_lacks_duty')
  await refused(keeper.ask(productionApi.issue, { ...input, checker: { userName: 'shengchan', password: 'wrong' } }), 'signer_unknown')
  assert.equal((await read(id)).state, 'approved')
  await keeper.ask(productionApi.issue, input)
  await assert.rejects(world.change(`update production_issue set checked_by = issued_by where order_id = $1`, [id]), /evidence/)
  await assert.rejects(
    world.change(`alter table production_issue disable trigger corrected;
      update production_issue set checked_by = issued_by where order_id = '${id}'`),
    /production_issuer_checks/,
  )
})

test('a lot held, overdue or withdrawn after the approval is not issued (I3), and the ledger itself refuses it', async () => {
  const lot = await releasedLot(as, { quantity: '60' })
  const { id } = await approvedProduction(as, { lots: charge('50', lot.lotId) })
  const keeper = await as('cangku')
  const input = await issueInput(id)
  const attempts = [
    [`update lot set retest_on = today() where id = $1`, `update lot set retest_on = today() + 90 where id = $1`, 'lot_expired'],
    [`update lot set state = 'quarantine' where id = $1`, `update lot set state = 'released' where id = $1`, 'lot_not_released'],
    [
      `insert into hold (enterprise_id, lot_id, kind, reason, placed_by) select enterprise_id, $1, 'freeze', '待查', id from account where user_name = 'qa'`,
      `update hold set lifted_by = placed_by, lift_second_by = (select id from account where user_name = 'zhiliang'), lifted_at = now(), conclusion = '无异常' where lot_id = $1`,
      'lot_held',
    ],
  ] as const
  for (const [happens, passes, code] of attempts) {
    await world.change(happens, [lot.lotId])
    await refused(keeper.ask(productionApi.issue, input), code)
    await assert.rejects(
      world.change(
        `insert into stock_entry (enterprise_id, lot_id, from_place_id, to_place_id, quantity, kind, document_kind, document_id, document_no, by_id, occurred_at)
        select b.enterprise_id, b.lot_id, b.place_id, t.id, 1, 'issue', 'test', b.lot_id, 'test', a.id, now()
        from stock_balance b join place p on p.id = b.place_id and p.kind = 'bin' join place t on t.enterprise_id = b.enterprise_id and t.kind = 'production' join account a on a.user_name = 'qa' where b.lot_id = $1 and b.quantity > 0`,
        [lot.lotId],
      ),
      new RegExp(code),
    )
    await world.change(passes, [lot.lotId])
  }
  await keeper.ask(productionApi.issue, input)
})

test('the label is read, the scale is valid, every lot is weighed, and no more than 2 % above the plan leaves', async () => {
  const { id } = await approvedProduction(as, { lots: charge('100') })
  const keeper = await as('cangku')
  const input = await issueInput(id)
  const [container] = input.weighings
  const weighing = (change: object) => ({ ...input, weighings: [{ ...container!, ...change }] })
  const laboratory = await world.admin.query(`select id from place where kind = 'laboratory' limit 1`)
  await refused(keeper.ask(productionApi.issue, weighing({ lotNo: 'YL2601010101' })), 'wrong_lot', 'weighings.0.lotNo')
  await refused(keeper.ask(productionApi.issue, weighing({ placeId: laboratory.rows[0].id })), 'invalid_input', 'weighings.0.placeId') // only out of a bin
  await refused(keeper.ask(productionApi.issue, weighing({ tare: container!.gross })), 'invalid_input', 'weighings.0.gross')
  await refused(keeper.ask(productionApi.issue, weighing({ gross: '103.2001' })), 'issue_exceeds_plan')
  await refused(keeper.ask(productionApi.issue, weighing({ gross: '99.1' })), 'issue_needs_reason')
  await keeper.ask(productionApi.issue, weighing({ gross: '103.2' }))
  assert.equal((await read(id)).issue!.weighings[0]!.net, '102')
})

test('a double click issues once: the same key gives the same answer and one effect', async () => {
  const { id } = await approvedProduction(as, { lots: charge('10') })
  const keeper = await as('cangku')
  const input = await issueInput(id)
  const key = { 'idempotency-key': randomUUID() }
  const first = await keeper.ask(productionApi.issue, input, key)
  assert.deepEqual(await keeper.ask(productionApi.issue, input, key), first)
  const { rows } = await world.admin.query(`select count(*)::int as n from stock_entry where document_no = $1`, [first.issueNo])
  assert.equal(rows[0].n, 1)
  await refused(keeper.ask(productionApi.issue, input), 'wrong_state') // a new key asks for a second issue
})

// ── cancelling ───────────────────────────────────────────────────────────────────────────────────────────────────────

test('an order cancelled before the feeding gives everything back and keeps its number void', async () => {
  const lot = await releasedLot(as, { quantity: '80' })
  const before = await placesOf(lot.lotId)
  const { id, orderNo } = await issuedProduction(as, { lots: charge('50', lot.lotId) })
  const manager = await as('shengchan2')
  await manager.ask(productionApi.cancel, { id, reason: '客户取消订单', signature: signed() })
  assert.deepEqual(await placesOf(lot.lotId), before)
  const order = await read(id)
  assert.deepEqual(
    [order.state, order.orderNo, order.cancelReason, order.signatures.at(-1)!.holds],
    ['cancelled', orderNo, '客户取消订单', true],
  )
  const next = await approvedProduction(as, { lots: charge('79', lot.lotId) })
  await manager.ask(productionApi.cancel, { id: next.id, reason: '改期', signature: signed() })
  await approvedProduction(as, { lots: charge('79', lot.lotId) })
  assert.notEqual(next.orderNo, orderNo)
})

// ── who sees what ────────────────────────────────────────────────────────────────────────────────────────────────────

test('another enterprise’s order is not found, byte for byte as if it did not exist', async () => {
  const { id } = await issuedProduction(as, { lots: charge('10') })
  const stranger = await as('other')
  const sign = { signature: { password: demoPassword, comment: '' } }
  const step = {
    stepNo: 1,
    preChecks: { clearance: true, equipment: true, instruments: true, labels: true, site: true, documents: true },
    roomId: randomUUID(),
    temperature: '20',
    humidity: '50',
    equipmentIds: [randomUUID()],
    input: '1',
  }
  const asked = [
    [productionApi.read, {}],
    [productionApi.bins, {}],
    [productionApi.approve, sign],
    [productionApi.cancel, { reason: '试', ...sign }],
    [
      productionApi.terminate,
      { reason: '试', remains: '0', clearance: cleared, clearedUntil: '2199-12-31', ...sign, approver: secondPerson('other') },
    ],
    [productionApi.startStep, step],
    [productionApi.pause, { reason: '试', kept: '试' }],
    [productionApi.finishStep, { stepNo: 1, output: '1', checker: secondPerson('other') }],
    [productionApi.review, sign],
    [historyApi.read, { table: 'production_order' }],
  ] as const
  for (const [endpoint, input] of asked) {
    const answers = await Promise.all(
      [id, randomUUID()].map((id) => {
        const request = requestOf(endpoint, { ...input, id })
        return world.app.inject({ ...request, headers: { cookie: stranger.cookie } })
      }),
    )
    const [theirs, nothing] = answers.map((answer) => answer.body.replace(/"requestId":"[^"]+"/, ''))
    assert.equal(answers[0]!.statusCode, 404, `${endpoint.path} ${theirs}`)
    assert.equal(theirs, nothing)
  }
  assert.deepEqual(await stranger.ask(productionApi.list, {}), { rows: [], total: 0 })
  assert.deepEqual(
    await stranger.ask(productionApi.usableLots, {
      materialId: (await (await as('shengchan')).ask(productionApi.products, { q: 'dg' }))[0]!.materialId,
    }),
    [],
  )
})

test('each step asks for its own duty', async () => {
  const { id } = await approvedProduction(as, { lots: charge('10') })
  const input = await issueInput(id)
  await refused((await as('shengchan')).ask(productionApi.issue, input), 'no_permission')
  await refused((await as('qa')).ask(productionApi.pause, { id, reason: '试', kept: '试' }), 'no_permission')
  await refused((await as('caigou')).ask(productionApi.list, {}), 'no_permission')
})

test('the list finds by pinyin initials, number, batch and lot, and filters by state', async () => {
  const lot = await releasedLot(as, { material: '党参', quantity: '60' })
  const { orderNo } = await orderedProduction(as, { product: '党参片', lots: charge('50', lot.lotId) })
  const reader = await as('shengchan')
  for (const q of ['dsp', '党参', orderNo, lot.lotNo])
    assert.deepEqual(
      (await reader.ask(productionApi.list, { q })).rows.map((row) => row.orderNo),
      [orderNo],
      q,
    )
  const pending = await reader.ask(productionApi.list, { state: 'pending', sort: 'orderNo', pageSize: 200 })
  assert.ok(pending.rows.length > 0 && pending.rows.every((row) => row.state === 'pending'))
  assert.deepEqual(
    pending.rows.map((row) => row.orderNo),
    pending.rows.map((row) => row.orderNo).sort(),
  )
  assert.equal((await reader.ask(productionApi.list, { q: 'dsp', state: 'approved' })).total, 0)
})
