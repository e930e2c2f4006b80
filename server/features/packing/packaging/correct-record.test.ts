import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { z } from 'zod'
import { caseApi } from '#contract/cases/impact.ts'
import { correctionApi } from '#contract/cases/correction.ts'
import { only, present } from '#contract/kernel/certain.ts'
import { exact } from '#contract/kernel/exact-decimal.ts'
import { historyApi } from '#contract/office/history.ts'
import { qrApi } from '#contract/packing/codes.ts'
import { packagingApi } from '#contract/packing/packaging.ts'
import { saleApi } from '#contract/selling/sale-api.ts'
import { stockApi } from '#contract/warehouse/stock.ts'
import { labelledPackaging, packedLot, releasedPack, usualCompletion } from '#server/demo/packaging.ts'
import { signed } from '#server/demo/person.ts'
import { conformingBatch } from '#server/demo/production.ts'
import { allocatedSale, approvedSale, shippedSale } from '#server/demo/sale.ts'
import { refused } from '#server/test/refused.ts'
import { openWorld } from '#server/test/world.ts'
import { verifyDatabase } from '#server/verify/verify.ts'

const world = await openWorld()
after(() => world.close())
const { as } = world
const reason = '清点复核：两袋未封口，误计为成品，见现场复核记录'

type Packed = { orderId: string; lotId: string; runNo: string }
type Changes = z.input<typeof correctionApi.packaging.input>['changes']

const orderOf = async ({ orderId }: Packed) => (await as('baozhuang')).ask(packagingApi.read, { id: orderId })
const recordOf = async (pack: Packed) => present((await orderOf(pack)).record)

const propose = async (pack: Packed, changes: Changes, who = 'qa') =>
  (await as(who)).ask(correctionApi.packaging, { id: (await recordOf(pack)).id, changes, reason, signature: signed() })
const approve = async (id: string, who = 'zhiliang') => (await as(who)).ask(correctionApi.approve, { id, signature: signed() })
const correct = async (pack: Packed, changes: Changes) => approve((await propose(pack, changes)).id)

/** The last packs of the roll that were none: their labels were destroyed. */
async function withoutLast(pack: Packed & { packs: number; spec: { netQuantity: string } }, count: number): Promise<Changes> {
  const { labelsDestroyed, remainder } = await recordOf(pack)
  return {
    packs: pack.packs - count,
    destroyed: labelsDestroyed + count,
    remainder: exact(pack.spec.netQuantity).times(count).plus(remainder).toFixed(),
    notPacked: [{ runNo: pack.runNo, first: pack.packs - count + 1, last: pack.packs }],
  }
}

const onHandOf = async (lotId: string) => {
  const { rows } = await world.admin.query<{ kg: string }>(
    `select coalesce(sum(b.quantity), 0)::text as kg from stock_balance b join place p on p.id = b.place_id and p.kind = 'bin' where b.lot_id = $1`,
    [lotId],
  )
  return only(rows).kg
}

/** How many codes of a lot's packs and boxes are in each state, void ones with or without a lot. */
async function codesOf({ orderId }: Packed) {
  const { rows } = await world.admin.query<{ level: number; state: string; owned: boolean; n: string }>(
    `select r.level, s.state, s.lot_id is not null as owned, sum(s.last_index - s.first_index + 1)::text as n from code_span s
      join code_range r on r.id = s.range_id where r.packaging_order_id = $1 group by 1, 2, 3 order by 1, 2, 3`,
    [orderId],
  )
  return rows.map(({ level, state, owned, n }) => `${level === 1 ? 'pack' : 'box'} ${state}${owned ? '' : ' (no lot)'} ${n}`)
}

/** How many packs lie in each box, in the order of the boxes. */
async function boxesOf(lotId: string): Promise<number[]> {
  const { rows } = await world.admin.query<{ n: number }>(
    `select sum(c.packs_in_box)::int as n from box_content c, generate_series(c.first_box, c.last_box) box
      where c.lot_id = $1 and c.opened_at is null group by c.box_range_id, box order by c.box_range_id, box`,
    [lotId],
  )
  return rows.map(({ n }) => n)
}

/** The code of one label of a range, by its serial. */
async function codesAt(rangeId: string, serial: number): Promise<string[]> {
  const [, ...lines] = (await (await as('baozhuang')).ask(qrApi.download, { id: rangeId })).trim().split('\r\n')
  return lines.slice(serial - 1, serial).flatMap((line) => line.split(',')[2] ?? [])
}

async function assertVerified() {
  const client = await world.admin.connect()
  try {
    assert.deepEqual((await verifyDatabase(client)).findings, [])
  } finally {
    client.release()
  }
}

test('packs that never were are taken off the count by two persons: lot, batch, codes, boxes and labels follow', async () => {
  const pack = await packedLot(as, { packs: 42, spare: 3 })
  const before = await recordOf(pack)
  const bulkBefore = await onHandOf(pack.batch.lotId)
  const proposed = await propose(pack, await withoutLast(pack, 2))
  assert.match(proposed.subject, new RegExp(pack.lotNo))
  assert.equal((await recordOf(pack)).packs, 42)

  assert.equal((await approve(proposed.id)).state, 'approved')
  const record = await recordOf(pack)
  const [packed, net] = [exact(pack.spec.netQuantity).times(40), exact(pack.spec.netQuantity)]
  assert.deepEqual(
    [record.packs, record.packed, record.labelsUsed, record.labelsDestroyed, record.codesActivated, record.codesVoided, record.balance],
    [40, packed.toFixed(4), 40, 5, 40, 5, before.balance],
  )
  assert.deepEqual(
    record.corrections.find(({ field }) => field === 'packs'),
    { field: 'packs', old: '42', new: '40', correctionNo: proposed.correctionNo },
  )
  assert.equal((await orderOf(pack)).packs, 40)
  assert.equal(await onHandOf(pack.lotId), packed.toFixed(4))
  assert.equal(await onHandOf(pack.batch.lotId), exact(bulkBefore).plus(net.times(2)).toFixed(4))
  const { rows: edges } = await world.admin.query(`select quantity::text, share::text from lot_edge where to_lot_id = $1`, [pack.lotId])
  assert.deepEqual(edges, [{ quantity: packed.toFixed(4), share: '1.000000' }])
  assert.ok((await codesOf(pack)).includes('pack activated 40'))
  assert.ok((await codesOf(pack)).includes('pack voided (no lot) 5'))
  assert.equal(
    (await boxesOf(pack.lotId)).reduce((sum, n) => sum + n, 0),
    40,
  )
  const history = await (await as('baozhuang')).ask(historyApi.read, { table: 'packaging_record', id: record.id })
  assert.deepEqual(
    history.signatures.map(({ holds, supersededBy }) => [holds, supersededBy]),
    [
      [false, proposed.correctionNo],
      [false, proposed.correctionNo],
    ],
  )
  const { rows: entries } = await world.admin.query(
    `select kind, quantity::text, reverses is not null as reverses from stock_entry where lot_id = $1 order by id`,
    [pack.lotId],
  )
  const wrong = net.times(42).toFixed(4)
  assert.deepEqual(entries, [
    { kind: 'pack_output', quantity: wrong, reverses: false },
    { kind: 'pack_output', quantity: packed.toFixed(4), reverses: false },
    { kind: 'reversal', quantity: wrong, reverses: true },
  ])
  await assertVerified()
})

test('packs out of the middle of several boxes leave the others where they lie, and a box that holds nothing is void', async () => {
  const pack = await packedLot(as, { packs: 50, spare: 0 })
  const perBox = pack.spec.packsPerBox
  const boxes = await boxesOf(pack.lotId)
  const last = boxes.at(-1)!
  const emptied = { runNo: pack.runNo, first: 50 - last + 1, last: 50 }
  const middle = { runNo: pack.runNo, first: 3, last: 3 }
  assert.ok(boxes.length >= 2 && perBox > 3)
  const count = last + 1
  await correct(pack, {
    packs: 50 - count,
    spoiled: count,
    remainder: exact(pack.spec.netQuantity).times(count).toFixed(),
    notPacked: [middle, emptied],
  })
  assert.deepEqual(await boxesOf(pack.lotId), [boxes[0]! - 1, ...boxes.slice(1, -1)])
  assert.equal((await recordOf(pack)).boxes, boxes.length - 1)
  assert.ok((await codesOf(pack)).includes('box voided 1'))
  const { rows } = await world.admin.query(`select boxes from pack_lot where id = $1`, [pack.lotId])
  assert.deepEqual(rows, [{ boxes: boxes.length - 1 }])
  await assertVerified()
})

test('a box that another batch filled up keeps what that one put in', async () => {
  const first = await packedLot(as, { packs: 25, spare: 0 })
  const [box] = await codesAt(first.boxRangeId, (await boxesOf(first.lotId)).length)
  const second = await labelledPackaging(as, { batch: await conformingBatch(as), packs: 3, boxLabels: 1 })
  const { lotId } = await (
    await as('baozhuang')
  ).ask(packagingApi.complete, { ...(await usualCompletion(as, second)), topUpBox: present(box) })
  const own = (await boxesOf(first.lotId)).at(-1) ?? 0
  await correct(first, await withoutLast(first, own))
  const story = await (await as('qa')).ask(qrApi.lookUp, { code: present(box) })
  assert.deepEqual(
    story.contents.map(({ batchNo, packs }) => [batchNo, packs]),
    [[second.batch.batchNo, 3]],
  )
  assert.equal(story.state, 'activated')
  await correct({ ...second, lotId }, await withoutLast({ ...second, lotId }, 1))
  assert.deepEqual(await boxesOf(lotId), [2])
  await assertVerified()
})

test('a correction and an allocation of the same packs at once: the count and what is spoken for agree', async () => {
  // The first packs that are released here: no older ones are allocated instead.
  const pack = await releasedPack(as, { packs: 6 })
  const proposed = await propose(pack, await withoutLast(pack, 2))
  const sale = await approvedSale(as, { pack, packs: 6 })
  const [approved, allocated] = await Promise.allSettled([
    approve(proposed.id),
    (await as('cangku')).ask(saleApi.allocate, { id: sale.id }),
  ])
  assert.deepEqual([approved.status, allocated.status].sort(), ['fulfilled', 'rejected'])
  await assertVerified()
})

test('a count is corrected twice, after its release too: the release is shown as superseded, and holds', async () => {
  const pack = await releasedPack(as, { packs: 30, spare: 1 })
  await correct(pack, await withoutLast(pack, 1))
  const second = await correct({ ...pack }, await withoutLast({ ...pack, packs: 29 }, 4))
  assert.ok((await codesOf(pack)).includes('pack in_stock 25'))
  assert.equal(await onHandOf(pack.lotId), exact(pack.spec.netQuantity).times(25).toFixed(4))
  const { rows } = await world.admin.query<{ id: string; packs: number; state: string }>(
    `select r.id, r.packs, l.state from pack_release r join lot l on l.id = r.lot_id where r.lot_id = $1`,
    [pack.lotId],
  )
  assert.deepEqual([only(rows).packs, only(rows).state], [25, 'released'])
  const history = await (await as('shouquan')).ask(historyApi.read, { table: 'pack_release', id: only(rows).id })
  assert.match(present(only(history.signatures).supersededBy), new RegExp(second.correctionNo))
  await assertVerified()
})

test('masses and labels that were weighed and counted wrong are put right alone; what the balance leaves open is a deviation and holds the lot', async () => {
  const pack = await packedLot(as, { packs: 40, spare: 6 })
  const { loss, charged } = await recordOf(pack)
  await correct(pack, { spoiled: 2, destroyed: 3, sampled: 1 })
  assert.deepEqual([(await recordOf(pack)).labelsSpoiled, (await recordOf(pack)).labelsSampled], [2, 1])
  assert.deepEqual([(await recordOf(pack)).loss, (await recordOf(pack)).charged], [loss, charged])

  const bulkBefore = await onHandOf(pack.batch.lotId)
  const { correctionNo } = await correct(pack, { charged: exact(charged).times('1.05').toDecimalPlaces(4).toFixed() })
  const record = await recordOf(pack)
  assert.ok(exact(record.balance).lessThan('99'))
  assert.match(record.deviation, /更正后物料平衡/)
  assert.equal(await onHandOf(pack.batch.lotId), exact(bulkBefore).minus(exact(record.charged).minus(charged)).toFixed(4))
  const { rows } = await world.admin.query<{ kind: string; reason: string }>(`select kind, reason from hold where lot_id = $1`, [
    pack.lotId,
  ])
  assert.deepEqual([only(rows).kind, only(rows).reason.includes(correctionNo)], ['deviation', true])
  await assertVerified()
})

test('a count that could not be true is refused when it is asked for, with the field', async () => {
  const pack = await packedLot(as, { packs: 20, spare: 2 })
  const right = await withoutLast(pack, 2)
  await refused(propose(pack, { ...right, packs: 21 }), 'packs_not_added', 'changes.packs')
  await refused(propose(pack, { ...right, destroyed: 3 }), 'labels_unreconciled', 'changes.destroyed')
  await refused(propose(pack, { packs: 18, destroyed: 4, remainder: right.remainder }), 'labels_unreconciled', 'changes.notPacked')
  await refused(propose(pack, { notPacked: right.notPacked }), 'labels_unreconciled', 'changes.notPacked')
  await refused(propose(pack, { ...right, remainder: '9999' }), 'packed_more_than_charged', 'changes.charged')
  const named = (first: number, last: number, runNo = pack.runNo): Changes => ({ ...right, notPacked: [{ runNo, first, last }] })
  await refused(propose(pack, named(20, 19)), 'invalid_input', 'changes.notPacked.0.last')
  await refused(propose(pack, named(1, 2, 'BQ20200101001')), 'no_such_serial', 'changes.notPacked.0.runNo')
  await refused(propose(pack, named(22, 23)), 'no_such_serial', 'changes.notPacked.0.last')
  await refused(propose(pack, named(21, 22)), 'code_not_in_stock', 'changes.notPacked')
  const twice = [5, 5].map((serial) => ({ runNo: pack.runNo, first: serial, last: serial }))
  await refused(propose(pack, { ...right, notPacked: twice }), 'code_twice', 'changes.notPacked')
  await refused(propose(pack, { packs: 20 }), 'nothing_corrected')
  await refused(propose(pack, {}), 'invalid_input', 'changes')
  await refused(
    (await as('qa')).ask(correctionApi.packaging, {
      id: '00000000-0000-7000-8000-000000000000',
      changes: { loss: '1' },
      reason,
      signature: signed(),
    }),
    'not_found',
  )
  await refused(propose(pack, { charged: '99999' }), 'correction_exceeds_stock', 'changes.charged')
})

test('a count is corrected by two: nobody approves their own, nobody without the duty, and once', async () => {
  const pack = await packedLot(as, { packs: 20 })
  const right = await withoutLast(pack, 1)
  await refused(propose(pack, right, 'baozhuang'), 'no_permission')
  const own = await propose(pack, right, 'admin')
  await refused(approve(own.id, 'admin'), 'author_approves')
  await refused(approve(own.id, 'qa'), 'no_permission')
  await refused(propose(pack, right), 'correction_open')
  const answers = await Promise.allSettled([approve(own.id), approve(own.id)])
  assert.deepEqual(answers.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
  assert.equal((await recordOf(pack)).packs, 19)
})

test('packs that an order has are not counted anew, also when it got them after the correction was asked for', async () => {
  const pack = await releasedPack(as, { product: '黄芪', buy: { material: '黄芪' }, packs: 12 })
  const proposed = await propose(pack, await withoutLast(pack, 1))
  const sale = await allocatedSale(as, { pack, packs: 12 })
  await refused(approve(proposed.id), 'packs_allocated')
  await (await as('qa')).ask(correctionApi.cancel, { id: proposed.id, reason: '已分配' })
  await refused(propose(pack, await withoutLast(pack, 1)), 'packs_allocated')
  // The order gives them back, and the count is put right.
  await (await as('cangku')).ask(saleApi.giveBack, { id: sale.id, reason: '成品数有误' })
  await correct(pack, await withoutLast(pack, 1))
  assert.equal((await recordOf(pack)).packs, 11)
  await assertVerified()
})

test('the count of packs that have left is not corrected, unless their impact is being looked at; and never the packs that left', async () => {
  const pack = await releasedPack(as, { product: '白术', buy: { material: '白术' }, packs: 12 })
  await shippedSale(as, { pack, packs: 5 })
  const right = await withoutLast(pack, 1)
  await refused(propose(pack, right), 'goods_left')
  await (await as('qa')).ask(caseApi.open, { id: pack.batch.lotId, reason: '成品数录错，评估已发货物', signature: signed() })
  await refused(
    propose(pack, { ...right, notPacked: [{ runNo: pack.runNo, first: 1, last: 1 }] }),
    'code_not_in_stock',
    'changes.notPacked',
  )
  await correct(pack, right)
  assert.deepEqual(
    (await codesOf(pack)).filter((line) => line.startsWith('pack')),
    ['pack in_stock 6', 'pack shipped 5', 'pack voided (no lot) 1'],
  )
  await assertVerified()
})

test('what the batch did not give after all lies where the batch lies now', async () => {
  const pack = await packedLot(as, { packs: 40 })
  const keeper = await as('cangku')
  const id = pack.batch.lotId
  const { places } = await keeper.ask(stockApi.pack.stock, { id })
  const bin = only(places.filter(({ zone }) => zone !== null))
  const target = present((await keeper.ask(stockApi.pack.targets, { id })).find((place) => place.id !== bin.id))
  await keeper.ask(stockApi.pack.transfer, { id, fromPlaceId: bin.id, toPlaceId: target.id, quantity: bin.quantity, reason: '整理' })
  await correct(pack, await withoutLast(pack, 3))
  const after = (await keeper.ask(stockApi.pack.stock, { id })).places.filter(({ zone }) => zone !== null)
  assert.deepEqual(
    after.map(({ id: at, quantity }) => [at, quantity]),
    [[target.id, exact(bin.quantity).plus(exact(pack.spec.netQuantity).times(3)).toFixed(4)]],
  )
  await assertVerified()
})

test('the database counts, too: an approval that adds packs, leaves their codes, counts packs that are spoken for, or parts edge and record', async () => {
  const pack = await releasedPack(as, { packs: 10 })
  const proposed = await propose(pack, { loss: '0' })
  const { id } = await recordOf(pack)
  const approveWith = (statement: string) =>
    world.change(`update correction set state = 'approved', approved_by = (select id from account where user_name = 'zhiliang'), approved_at = now()
        where id = '${proposed.id}'; ${statement}`)
  const correctTo = (table: string, record: string, patch: object) =>
    `select correct_record('${proposed.id}', '${table}', '${record}', '${JSON.stringify(patch)}')`
  await assert.rejects(approveWith(correctTo('pack_lot', pack.lotId, { packs: 11 })), /packs_not_added/)
  await assert.rejects(approveWith(correctTo('pack_lot', pack.lotId, { packs: 9 })), /as many codes as packs/)
  await assert.rejects(approveWith(correctTo('packaging_record', id, { packs: 9 })), /codes_reconciled|net content/)
  await assert.rejects(approveWith(correctTo('packaging_record', id, { labels_spoiled: 3 })), /labels_reconciled/)
  await assert.rejects(approveWith(`update lot_edge set quantity = quantity - 1 where to_lot_id = '${pack.lotId}'`), /evidence/)
  await world.change(
    `insert into lot_reservation (enterprise_id, lot_id, document_kind, document_id, quantity)
      select enterprise_id, id, 'sales_order', id, 1 from lot where id = '${pack.lotId}'`,
  )
  await assert.rejects(approveWith(correctTo('pack_lot', pack.lotId, { packs: 9 })), /packs_allocated/)
})

test('a packaging record and what follows from it change through no other door', async () => {
  const pack = await packedLot(as, { packs: 10 })
  const { id } = await recordOf(pack)
  for (const statement of [
    `update packaging_record set loss = loss + 1 where id = '${id}'`,
    `update packaging_record set remark = 'x' where id = '${id}'; update packaging_record set remark = 'y' where id = '${id}'`,
    `delete from packaging_record where id = '${id}'`,
    `update pack_lot set packs = 9 where id = '${pack.lotId}'`,
    `update pack_lot set packs = 11 where id = '${pack.lotId}'`,
    `update lot_edge set quantity = quantity - 1 where to_lot_id = '${pack.lotId}'`,
    `update lot_edge set document_no = 'X' where to_lot_id = '${pack.lotId}'`,
    `update lot_edge set quantity = quantity where to_lot_id = '${pack.lotId}'`,
    `update lot_edge set share = share where step = 'production'`,
    `update pack_lot set packs = packs where id = '${pack.lotId}'`,
    `delete from lot_edge where to_lot_id = '${pack.lotId}'`,
    `delete from pack_lot where id = '${pack.lotId}'`,
    `truncate lot_edge`,
  ])
    await assert.rejects(world.change(statement), /evidence|only ever added to/, statement)
  const { rows } = await world.admin.query(
    `select t, has_table_privilege('bencao_app', t, 'update') as may from unnest('{lot_edge,pack_lot,pack_release}'::text[]) t where has_table_privilege('bencao_app', t, 'update, delete')`,
  )
  assert.deepEqual(rows, [])
})

test('a bin that the packs were drawn from and that holds more of the batch keeps it: only the difference comes back', async () => {
  const pack = await packedLot(as, { packs: 40 })
  const keeper = await as('cangku')
  const id = pack.batch.lotId
  const inBins = async () =>
    new Map((await keeper.ask(stockApi.pack.stock, { id })).places.filter(({ zone }) => zone !== null).map((one) => [one.id, one.quantity]))
  const [drawn, whole] = only([...(await inBins())])
  const target = present((await keeper.ask(stockApi.pack.targets, { id })).find((place) => place.id !== drawn))
  // The most of the batch moves on; a rest stays where the packs were drawn from.
  await keeper.ask(stockApi.pack.transfer, {
    id,
    fromPlaceId: drawn,
    toPlaceId: target.id,
    quantity: exact(whole).minus('5').toFixed(),
    reason: '整理',
  })
  await correct(pack, await withoutLast(pack, 3))
  assert.deepEqual(
    await inBins(),
    new Map([
      [target.id, exact(whole).minus('5').toFixed(4)],
      [drawn, exact(pack.spec.netQuantity).times(3).plus('5').toFixed(4)],
    ]),
  )
  await assertVerified()
})
