import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { elementAt, only, present } from '#contract/kernel/certain.ts'
import { correctionApi } from '#contract/cases/correction.ts'
import { incidentApi } from '#contract/cases/incident-api.ts'
import { codeLockApi } from '#contract/packing/code-lock.ts'
import { qrApi } from '#contract/packing/codes.ts'
import { paperApi } from '#contract/office/paper.ts'
import { packagingApi } from '#contract/packing/packaging.ts'
import { repackApi } from '#contract/packing/repack-api.ts'
import { packLotApi } from '#contract/release/pack-lot.ts'
import { publicStatuses } from '#contract/tracing/public-trace.ts'
import { readView, traceApi } from '#contract/tracing/trace.ts'
import { stockApi } from '#contract/warehouse/stock.ts'
import { boxesOf } from '#server/demo/box.ts'
import { damagedPacks, destroyed } from '#server/demo/disposal.ts'
import { packCodes, packedLot, releasedPack, releaseOf } from '#server/demo/packaging.ts'
import { secondPerson, signed, withQualityHead } from '#server/demo/person.ts'
import { approvedRepack, labelledRepack, plannedRepack, releasedRepack, repackedLot, usualOpening } from '#server/demo/repack.ts'
import { pickedSale } from '#server/demo/sale.ts'
import { takeFile } from '#server/test/file-hand.ts'
import { readPdf } from '#server/test/read-pdf.ts'
import { refused } from '#server/test/refused.ts'
import { openWorld, type World } from '#server/test/world.ts'
import { verifyDatabase } from '#server/verify/verify.ts'

/* 换包装: packs of a released lot are opened and packed anew; codes, stock, boxes, genealogy and papers say the same all the time (decision 0107). */

let world: World
before(async () => {
  world = await openWorld()
})
after(() => world.close())
const as: World['as'] = (userName) => world.as(userName)

async function verified() {
  const client = await world.admin.connect()
  try {
    assert.deepEqual((await verifyDatabase(client)).findings, [])
  } finally {
    client.release()
  }
}
const story = async (code: string) => (await as('qa')).ask(qrApi.lookUp, { code })
const stateOf = async (code: string) => (await story(code)).state
const orderOf = async (id: string) => (await as('baozhuang')).ask(packagingApi.read, { id })
const lotOf = async (id: string) => (await as('baozhuang')).ask(packLotApi.read, { id })
const complete = async (input: Parameters<typeof usualCompletionOf>[0]) => (await as('baozhuang')).ask(packagingApi.complete, input)
const usualCompletionOf = (input: Awaited<ReturnType<typeof usualOpening>> & { openedCodes?: string[] }) => input
const cancel = async (id: string) => (await as('shengchan2')).ask(packagingApi.cancel, { id, reason: '不再换包装' })
async function shown(code: string): Promise<string[]> {
  const { body } = await world.app.inject({ url: `/index?c=${code}`, headers: { 'user-agent': 'Mozilla/5.0 (iPhone)' } })
  return Object.entries(publicStatuses).flatMap(([name, { title }]) => (body.includes(`<h1>${title}</h1>`) ? [name] : []))
}
/** Put aside: a later test sells another lot. */
const held = async (lotId: string) => (await as('qa')).ask(stockApi.pack.freeze, { id: lotId, kind: 'freeze', reason: '待查' })

test('three packs of a box become six smaller ones: another lot of the batch, tested and released by itself, with its way back in the graph', async () => {
  const lot = await releasedPack(as, { quantity: '60', packs: 15 })
  const box = elementAt((await boxesOf(as, lot.lotNo)).boxes, 0)
  const codes = box.packs.slice(0, 3)
  const small = await repackedLot(as, { lot, codes, spec: '500 g', ground: 'resized' })
  assert.deepEqual([small.opened, small.packs, small.content], [3, 6, '3'])
  assert.equal(small.lotNo, `${lot.batch.batchNo}-02`)
  const { rows } = await world.admin.query(
    `select n.state, n.batch_no = o.batch_no as same_batch, n.born_on = o.born_on and n.expires_on = o.expires_on as same_days, n.quantity, e.step, e.quantity as drawn, e.share
     from lot n join lot_edge e on e.to_lot_id = n.id join lot o on o.id = e.from_lot_id where n.id = $1 and o.id = $2`,
    [small.lotId, lot.lotId],
  )
  assert.deepEqual(rows, [
    { state: 'quarantine', same_batch: true, same_days: true, quantity: '3.0000', step: 'repack', drawn: '3.0000', share: '1.000000' },
  ])
  const opened = await story(elementAt(codes, 0))
  assert.deepEqual([opened.state, opened.box, opened.events.at(-1)?.reason], ['repacked', null, `换包装为 ${small.lotNo}`])
  assert.deepEqual(
    (await story(box.code)).contents.map(({ lotNo, packs }) => [lotNo, packs]),
    [[lot.lotNo, box.packs.length - 3]],
  )
  const fresh = await packCodes(as, small.lotNo, 6)
  assert.deepEqual(
    [await shown(elementAt(codes, 0)), await shown(elementAt(box.packs, 4)), await shown(elementAt(fresh, 0))],
    [['voided'], ['genuine'], ['not_released']],
  )
  assert.equal((await lotOf(lot.lotId)).packsOnHand, 12)
  const order = await orderOf(small.orderId)
  assert.deepEqual([order.repackOf?.lotNo, order.repack?.packs, order.repack?.approvedByName], [lot.lotNo, 3, '郑质保'])
  assert.deepEqual(
    [order.record?.openedPacks, order.record?.missingPacks, order.record?.charged, order.record?.packed, order.record?.balance],
    [3, 0, '3.0000', '3.0000', '100.000'],
  )
  const signatures = await world.admin.query<{ meaning: string }>(
    `select meaning from signature s where record_id = $1 and signature_holds(s) order by id`,
    [small.orderId],
  )
  assert.deepEqual(
    signatures.rows.map(({ meaning }) => meaning),
    ['批准包装指令与标签内容', '批准换包装'],
  )

  await releaseOf(as, small)
  assert.deepEqual(await shown(elementAt(fresh, 0)), ['genuine'])
  const inspector = await as('qa')
  const view = readView(await inspector.ask(traceApi.view, { id: lot.lotId }))
  assert.ok(view.nodes.some(({ id, way }) => id === small.lotId && way === 'down'))
  assert.ok(view.nodes.every(({ closes }) => closes))
  assert.ok(view.balances.length >= 4 && view.balances.every(({ closes }) => closes), JSON.stringify(view.balances))
  const whole = readView(await inspector.ask(traceApi.view, { id: lot.batch.lotId }))
  assert.ok(
    whole.balances.every(({ closes }) => closes),
    JSON.stringify(whole.balances),
  )
  const { body } = await world.app.inject({ url: `/index?c=${elementAt(fresh, 0)}`, headers: { 'user-agent': 'Mozilla/5.0 (iPhone)' } })
  assert.match(body, /打开原包装，内容物换新包装/)
  await verified()

  // What speaks against the packs that were opened speaks against what became of them.
  const { holdId } = await held(lot.lotId)
  assert.deepEqual(await shown(elementAt(fresh, 0)), ['frozen'])
  await inspector.ask(stockApi.pack.unfreeze, { id: lot.lotId, holdId, conclusion: '查无问题', ...withQualityHead() })

  // A repack of a repack goes on counting, and its way leads back through both.
  const again = await releasedRepack(as, { lot: small, codes: fresh.slice(0, 2), spec: '500 g' })
  assert.equal(again.lotNo, `${lot.batch.batchNo}-03`)
  const back = readView(await inspector.ask(traceApi.view, { id: again.lotId }))
  assert.deepEqual(
    back.nodes
      .filter(({ kind }) => kind === 'pack')
      .map(({ lotNo }) => lotNo)
      .toSorted(),
    [lot.lotNo, small.lotNo, again.lotNo],
  )
  await verified()
  await held(lot.lotId)
})

test('only released packs in stock are named, each once, and no more is planned than they hold', async () => {
  const waiting = await packedLot(as, { quantity: '60', packs: 12 })
  const lot = await releasedPack(as, { quantity: '60', packs: 12 })
  const { boxes } = await boxesOf(as, lot.lotNo)
  const codes = elementAt(boxes, 0).packs.slice(0, 2)
  const packer = await as('baozhuang')
  const source = only(await packer.ask(repackApi.lots, { id: lot.lotId }))
  assert.equal(source.packsAvailable, 12)
  assert.deepEqual(await packer.ask(repackApi.lots, { id: waiting.lotId }), [])
  const usual = {
    ...{ lotId: lot.lotId, codes, ground: 'damaged' as const, reason: '外袋破损', packSpecId: lot.spec.id },
    ...{ plannedPacks: 2, packagingMaterial: 'BC26030101', labelVersion: 'BQ-01' },
  }
  const create = async (change: object, who = 'baozhuang') => (await as(who)).ask(repackApi.create, { ...usual, ...change })
  await refused(create({}, 'cangku'), 'no_permission')
  await refused(create({ reason: ' ' }), 'invalid_input', 'reason')
  await refused(create({ ground: 'ugly' }), 'invalid_input', 'ground')
  await refused(create({ codes: [] }), 'invalid_input', 'codes')
  await refused(create({ packagingMaterial: '' }), 'invalid_input', 'packagingMaterial')
  await refused(create({ codes: ['B0000000000000000000'] }), 'code_unknown', 'codes.0')
  await refused(create({ codes: [elementAt(codes, 0), elementAt(boxes, 0).code] }), 'code_twice')
  await refused(create({ codes: [elementAt((await boxesOf(as, waiting.lotNo)).boxes, 0).code] }), 'code_not_in_house', 'codes.0')
  await refused(
    create({ lotId: waiting.lotId, codes: [elementAt((await boxesOf(as, waiting.lotNo)).boxes, 0).code] }),
    'not_repackable',
    'lotId',
  )
  await refused(create({ lotId: lot.batch.lotId }), 'not_repackable', 'lotId')
  await refused(create({ lotId: '00000000-0000-7000-8000-000000000000' }), 'not_found')
  await refused(create({ plannedPacks: 3 }), 'short_stock', 'plannedPacks')
  await refused(create({ packSpecId: '00000000-0000-7000-8000-000000000000' }), 'not_found')
  const locked = await (
    await as('qa')
  ).ask(codeLockApi.place, { code: elementAt(codes, 0), authorityNo: '甘药监锁〔2026〕9号', reason: '抽检', signature: signed() })
  await refused(create({}), 'code_locked', 'codes.0')
  await (
    await as('qa')
  ).ask(codeLockApi.lift, {
    ...{ id: locked.id, rowVersion: locked.rowVersion, conclusion: '复检符合规定', evidence: '甘药监解〔2026〕9号', signature: signed() },
    approver: secondPerson('zhiliang'),
  })
  const { holdId } = await held(lot.lotId)
  await refused(create({}), 'lot_held', 'lotId')
  await (await as('qa')).ask(stockApi.pack.unfreeze, { id: lot.lotId, holdId, conclusion: '查无问题', ...withQualityHead() })
  assert.equal((await create({})).packs, 2)
  await refused(packer.ask(repackApi.scan, { lotId: lot.lotId, code: elementAt(codes, 0) }), 'packs_in_repack', 'code')
  await held(lot.lotId)
  await held(waiting.lotId)
})

test('the order is approved by another than its author and, beside, by somebody of QA whose work the packs are not', async () => {
  const lot = await releasedPack(as, { quantity: '60', packs: 12 })
  const { orderId } = await plannedRepack(as, { lot })
  const approve = async (quality: object, who = 'shengchan2', id = orderId) =>
    (await as(who)).ask(packagingApi.approve, { id, signature: signed(), ...quality })
  await refused(approve({}), 'repack_needs_quality', 'quality.userName')
  await refused(approve({ quality: secondPerson('cangku') }), 'signer_lacks_duty')
  await refused(approve({ quality: { userName: 'qa', password: 'wrong password' } }), 'signer_unknown')
  await refused(approve({ quality: secondPerson('qa2') }), 'repack_own_work')
  await refused(approve({ quality: secondPerson('admin') }, 'admin'), 'same_person')
  const own = await (
    await as('admin')
  ).ask(repackApi.create, {
    ...{
      lotId: lot.lotId,
      codes: [elementAt(elementAt((await boxesOf(as, lot.lotNo)).boxes, 0).packs, 5)],
      ground: 'mislabelled',
      reason: '标签错位',
    },
    ...{ packSpecId: lot.spec.id, plannedPacks: 1, packagingMaterial: 'BC26030101', labelVersion: 'BQ-01' },
  })
  await refused(approve({ quality: secondPerson('qa') }, 'admin', own.id), 'author_approves')
  await refused(approve({ quality: secondPerson('admin') }, 'shengchan2', own.id), 'same_person', 'quality.userName')
  await assert.rejects(
    world.change(
      `update packaging_order set state = 'approved', approved_by = (select id from account where user_name = 'shengchan2'), approved_at = now(), label = '{}',
      repack_approved_by = (select id from account where user_name = 'qa') where id = $1`,
      [orderId],
    ),
    /a repack is signed/,
  )
  await assert.rejects(
    world.change(
      `update packaging_order set state = 'approved', approved_by = (select id from account where user_name = 'shengchan2'), approved_at = now(), label = '{}'
      where id = $1`,
      [orderId],
    ),
    /packaging_repack_needs_quality/,
  )
  assert.equal((await approve({ quality: secondPerson('qa') })).state, 'approved')
  await held(lot.lotId)
})

test('packs that are to be opened are sold, thrown away and opened by nobody else; with the order they are free again', async () => {
  const lot = await releasedPack(as, { quantity: '60', packs: 12 })
  const box = elementAt((await boxesOf(as, lot.lotNo)).boxes, 0)
  const [first, second] = [elementAt(box.packs, 0), elementAt(box.packs, 1)]
  const both = await Promise.allSettled([plannedRepack(as, { lot, codes: [first, second] }), plannedRepack(as, { lot, codes: [second] })])
  const won = both.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  assert.equal(won.length, 1, 'of two at the same pack one wins')
  await cancel(only(won).orderId)
  const order = await approvedRepack(as, { lot, codes: [first, second] })
  // Ten of the twelve are left for others.
  assert.equal((await lotOf(lot.lotId)).available, '10.0000')
  await refused(pickedSale(as, { pack: lot, packs: 1, scanned: () => Promise.resolve([first]) }), 'packs_in_repack')
  await refused(pickedSale(as, { pack: lot, packs: 1, scanned: () => Promise.resolve([second]) }), 'packs_in_repack')
  await refused(destroyed(as, await damagedPacks(as, lot.lotId, [first])), 'packs_in_repack')
  await refused(
    (await as('baozhuang')).ask(qrApi.replace, { code: first, reason: '标签破损', signature: signed(), checker: secondPerson('qa2') }),
    'packs_in_repack',
  )
  await cancel(order.orderId)
  assert.deepEqual([await stateOf(first), await stateOf(second)], ['in_stock', 'in_stock'])
  const picked = await pickedSale(as, { pack: lot, packs: 1, scanned: () => Promise.resolve([first]) })
  assert.ok(picked.id)
  await refused(plannedRepack(as, { lot, codes: [first] }), 'packs_picked', 'code')
  await verified()
  await held(lot.lotId)
})

test('what is opened is charged whole: no remainder, a loss with a reason, and more than packing may lose is a deviation', async () => {
  const lot = await releasedPack(as, { quantity: '60', packs: 12 })
  const box = elementAt((await boxesOf(as, lot.lotNo)).boxes, 0)
  const labelled = await labelledRepack(as, { lot, codes: box.packs.slice(0, 3), packs: 3 })
  const usual = usualCompletionOf(await usualOpening(as, labelled))
  await refused(complete({ ...usual, charged: '2.9' }), 'charge_not_opened', 'charged')
  await refused(complete({ ...usual, charged: '4', loss: '1' }), 'charge_not_opened', 'charged')
  await refused(
    complete({ ...usual, packs: 2, labels: { ...usual.labels, used: 2, destroyed: 1 }, remainder: '1' }),
    'charge_not_opened',
    'remainder',
  )
  const two = { ...usual, packs: 2, labels: { ...usual.labels, used: 2, destroyed: 1 }, loss: '1' }
  await refused(complete({ ...two, lossReason: '' }), 'loss_needs_reason', 'lossReason')
  await refused(complete({ ...two, lossReason: '散落地面' }), 'repack_loss_needs_deviation', 'deviation')
  await refused(complete({ ...usual, openedCodes: [elementAt(box.packs, 5)] }), 'pack_not_in_repack', 'openedCodes.0')
  await refused(complete({ ...usual, openedCodes: [elementAt(box.packs, 0), elementAt(box.packs, 0)] }), 'code_twice')
  await refused(complete({ ...usual, fromPlaceId: '00000000-0000-7000-8000-000000000000' }), 'packs_not_in_bin', 'fromPlaceId')
  const { holdId } = await held(lot.lotId)
  await refused(complete(usual), 'lot_held')
  await (await as('qa')).ask(stockApi.pack.unfreeze, { id: lot.lotId, holdId, conclusion: '查无问题', ...withQualityHead() })
  const done = await complete({ ...two, lossReason: '散落地面', deviation: '开袋时倒翻一袋，已废弃' })
  assert.equal((await lotOf(done.lotId)).holds, 1)
  await refused(complete(two), 'wrong_state')
  const { record } = await orderOf(labelled.orderId)
  assert.deepEqual([record?.openedPacks, record?.lossReason, record?.loss], [3, '散落地面', '1.0000'])
  await verified()

  // The charge is what was opened; a count of the new packs that was wrong is corrected by two, and the difference is lost.
  const propose = async (changes: object) =>
    (await as('qa')).ask(correctionApi.packaging, { id: present(record).id, changes, reason: '复核', signature: signed() })
  await refused(propose({ charged: '2' }), 'repack_charge_kept', 'changes.charged')
  await refused(propose({ loss: '0', remainder: '1' }), 'repack_charge_kept', 'changes.remainder')
  const { id } = await propose({ packs: 1, destroyed: 2, loss: '2', notPacked: [{ runNo: labelled.runNo, first: 2, last: 2 }] })
  await (await as('zhiliang')).ask(correctionApi.approve, { id, signature: signed() })
  assert.deepEqual([(await lotOf(done.lotId)).packsOnHand, (await lotOf(lot.lotId)).packsOnHand], [1, 9])
  await verified()
  await held(lot.lotId)
})

test('a pack that is not found when the others are opened stays in the book, and a case holds both lots', async () => {
  const lot = await releasedPack(as, { quantity: '60', packs: 12 })
  const box = elementAt((await boxesOf(as, lot.lotNo)).boxes, 0)
  const codes = box.packs.slice(0, 3)
  const labelled = await labelledRepack(as, { lot, codes })
  const usual = usualCompletionOf(await usualOpening(as, labelled))
  const found = { openedCodes: codes.slice(0, 2), packs: 2, labels: { ...usual.labels, used: 2, destroyed: 1 } }
  await refused(complete({ ...usual, ...found }), 'charge_not_opened', 'charged')
  const done = await complete({ ...usual, ...found, charged: '2' })
  const caseNo = present(done.missingCaseNo)
  const { rows } = await (await as('qa')).ask(incidentApi.list, { q: caseNo })
  assert.match(only(rows).subject, /换包装时少 1 件/)
  assert.deepEqual([(await lotOf(lot.lotId)).holds, (await lotOf(done.lotId)).holds], [1, 1])
  assert.deepEqual(await Promise.all(codes.map(stateOf)), ['repacked', 'repacked', 'in_stock'])
  assert.equal((await lotOf(lot.lotId)).packsOnHand, 10)
  const { record, repack } = await orderOf(labelled.orderId)
  assert.deepEqual([record?.openedPacks, record?.missingPacks, repack?.packs], [2, 1, 3])
  await verified()
})

test('what falls between approval and completion leaves one way: the order is cancelled, its labels are void, the packs lie as they lay', async () => {
  const lot = await releasedPack(as, { quantity: '60', packs: 12 })
  const labelled = await labelledRepack(as, { lot })
  const usual = usualCompletionOf(await usualOpening(as, labelled))
  const { rows } = await world.admin.query<{ day: string }>(`select expires_on as day from lot where id = $1`, [lot.lotId])
  await world.change(`update lot set expires_on = today() - 1 where id = $1`, [lot.lotId])
  await refused(complete(usual), 'lot_expired')
  await refused(
    (await as('baozhuang')).ask(packagingApi.issueLabels, { id: labelled.orderId, packLabels: 1, boxLabels: 0, reason: '补' }),
    'lot_expired',
  )
  await world.change(`update lot set expires_on = $2 where id = $1`, [lot.lotId, only(rows).day])
  await held(lot.lotId)
  await refused(complete(usual), 'lot_held')
  await cancel(labelled.orderId)
  await refused(complete(usual), 'wrong_state')
  const counts = await world.admin.query<{ state: string; n: number }>(
    `select s.state, sum(s.last_index - s.first_index + 1)::integer as n from code_span s where s.range_id = $1 group by 1`,
    [labelled.packRangeId],
  )
  assert.deepEqual(counts.rows, [{ state: 'voided', n: 2 }])
  assert.deepEqual(await Promise.all(labelled.codes.map(stateOf)), ['in_stock', 'in_stock'])
  assert.equal(
    (
      await world.admin.query<{ open: boolean }>(`select bool_or(is_open) as open from repack_code where packaging_order_id = $1`, [
        labelled.orderId,
      ])
    ).rows[0]?.open,
    false,
  )
  await verified()
})

test('the database itself opens no pack beside an order, and lets no order be about something else', async () => {
  const lot = await releasedPack(as, { quantity: '60', packs: 12 })
  const other = await releasedPack(as, { quantity: '60', packs: 12 })
  const order = await labelledRepack(as, { lot })
  const rejects = (statement: string, values: unknown[], what: RegExp) => assert.rejects(world.change(statement, values), what)
  await rejects(`update packaging_order set repack_of = $2 where id = $1`, [order.orderId, other.lotId], /not changed/)
  await rejects(`update packaging_order set repack_reason = '别的' where id = $1`, [order.orderId], /not changed/)
  await rejects(`update packaging_order set planned_packs = 3 where id = $1`, [order.orderId], /short_stock/)
  await rejects(`update repack_code set is_open = false where packaging_order_id = $1`, [order.orderId], /end with its order/)
  await rejects(
    `insert into repack_code (enterprise_id, packaging_order_id, lot_id, range_id, first_index, last_index)
     select enterprise_id, $1, lot_id, range_id, last_index + 1, last_index + 1 from repack_code where packaging_order_id = $1 limit 1`,
    [order.orderId],
    /named with its order/,
  )
  const moved = (lotId: string, documentId: string, kind: string, to: string) =>
    rejects(
      `insert into stock_entry (enterprise_id, lot_id, from_place_id, to_place_id, quantity, kind, document_kind, document_id, document_no, by_id, occurred_at)
       select b.enterprise_id, b.lot_id, b.place_id, (select t.id from place t where t.kind = $4 and t.enterprise_id = b.enterprise_id), 1, $3, 'packaging_order', $2, 'X', (select id from account where user_name = 'admin'), now()
       from stock_balance b join place p on p.id = b.place_id and p.kind = 'bin' where b.lot_id = $1 and b.quantity > 0 limit 1`,
      [lotId, documentId, kind, to],
      lotId === lot.lotId ? /codes_leave_stock/ : /packs are opened by a repack/,
    )
  await moved(other.lotId, order.orderId, 'pack_input', 'transformation')
  await moved(other.lotId, order.orderId, 'pack_loss', 'loss')
  await moved(lot.lotId, order.orderId, 'pack_input', 'transformation')
  await moved(lot.lotId, order.orderId, 'pack_loss', 'loss')
  await rejects(
    `insert into lot_edge (enterprise_id, from_lot_id, to_lot_id, step, quantity, share, document_id, document_no)
     select enterprise_id, $1, $2, 'packaging', 1, 1, $3, 'X' from lot where id = $1`,
    [lot.lotId, other.lotId, order.orderId],
    /packed anew of the packs/,
  )
  await rejects(
    `insert into lot_edge (enterprise_id, from_lot_id, to_lot_id, step, quantity, share, document_id, document_no)
     select enterprise_id, $1, $2, 'repack', 1, 1, $3, 'X' from lot where id = $1`,
    [lot.lotId, other.lotId, order.orderId],
    /packed anew of the packs/,
  )
  await rejects(
    `insert into code_event (enterprise_id, range_id, first_index, last_index, state, document_kind, document_id, document_no, by_id)
     select enterprise_id, range_id, last_index + 1, last_index + 1, 'repacked', 'packaging_order', $1, 'X', (select id from account where user_name = 'admin')
     from repack_code where packaging_order_id = $1 limit 1`,
    [order.orderId],
    /opened by the order that names it/,
  )
  const done = await complete(usualCompletionOf(await usualOpening(as, order)))
  await rejects(
    `update packaging_record set charged = charged + 1, loss = loss + 1 where lot_id = $1`,
    [done.lotId],
    /repack_charge_kept|evidence/,
  )
  await verified()
  await held(lot.lotId)
  await held(other.lotId)
})

test('the record on paper says what was opened, and the list shows which orders are repacks', async () => {
  const lot = await releasedPack(as, { quantity: '60', packs: 12 })
  const done = await repackedLot(as, { lot })
  const packer = await as('baozhuang')
  const { rows } = await packer.ask(packagingApi.list, { kind: 'repack', q: lot.lotNo })
  assert.deepEqual(
    rows.map(({ orderNo, repackOf }) => [orderNo, repackOf?.lotNo]),
    [[done.orderNo, lot.lotNo]],
  )
  assert.deepEqual((await packer.ask(packagingApi.list, { kind: 'pack', q: done.orderNo })).rows, [])
  const { content } = await takeFile(world, 'baozhuang', paperApi.preview, { kind: 'packaging_record', id: done.orderId })
  const text = (await readPdf(content)).join('')
  for (const words of ['换包装自', lot.lotNo, '包装破损', '打开的成品', '批准换包装']) assert.ok(text.includes(words), words)
  const card = await takeFile(world, 'cangku', paperApi.preview, { kind: 'bin_card', id: done.lotId })
  assert.ok((await readPdf(card.content)).join('').includes(`换包装自${lot.lotNo}`))
})
