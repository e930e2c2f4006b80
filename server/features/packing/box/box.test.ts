import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { elementAt, present } from '#contract/kernel/certain.ts'
import { boxApi } from '#contract/packing/box.ts'
import { codeLockApi } from '#contract/packing/code-lock.ts'
import { qrApi } from '#contract/packing/codes.ts'
import { packagingApi } from '#contract/packing/packaging.ts'
import { saleApi } from '#contract/selling/sale-api.ts'
import { stockApi } from '#contract/warehouse/stock.ts'
import { boxesOf, filledBox, openedBox } from '#server/demo/box.ts'
import { damagedPacks, destroyed } from '#server/demo/disposal.ts'
import { drawnPacks, labelledPackaging, packCodes, packedLot, releasedPack, releaseOf, usualCompletion } from '#server/demo/packaging.ts'
import { secondPerson, signed, withQualityHead } from '#server/demo/person.ts'
import { conformingBatch } from '#server/demo/production.ts'
import { pickedSale, shippedSale } from '#server/demo/sale.ts'
import { refused } from '#server/test/refused.ts'
import { openWorld, type World } from '#server/test/world.ts'
import { verifyDatabase } from '#server/verify/verify.ts'

/* 拆箱、补装、合箱: what lies in a box changes after it was packed; codes, stock and papers say the same all the time. */

let world: World
before(async () => {
  world = await openWorld()
})
after(() => world.close())
const as: World['as'] = (userName) => world.as(userName)

async function findings() {
  const client = await world.admin.connect()
  try {
    return (await verifyDatabase(client)).findings
  } finally {
    client.release()
  }
}
/** One statement of the server's own role, in a transaction for the factory. */
async function asServer(statement: string, values: unknown[]): Promise<void> {
  const { rows } = await world.admin.query<{ id: string }>(`select id from enterprise where is_operating order by id limit 1`)
  const client = await world.pool.connect()
  try {
    await client.query('begin')
    await client.query(`select set_config('app.actor', 'test', true), set_config('app.enterprise', $1, true)`, [present(rows[0]).id])
    await client.query(statement, values)
    await client.query('commit')
  } finally {
    await client.query('rollback')
    client.release()
  }
}
const story = async (code: string) => (await as('qa')).ask(qrApi.lookUp, { code })
const contentOf = async (code: string) => (await story(code)).contents.map(({ lotNo, packs }) => [lotNo, packs])
/** Put aside: the next test sells another lot. */
const held = async (lotId: string) => (await as('qa')).ask(stockApi.pack.freeze, { id: lotId, kind: 'freeze', reason: '待查' })

/** Two released lots of two batches, each with a full box of ten and one that is begun. */
async function twoLots(packs = 15) {
  const one = await releasedPack(as, { quantity: '60', packs })
  const other = await releasedPack(as, { quantity: '60', packs })
  return { one, other }
}
const fillWith = async (box: string | undefined, packs: string[], more: { placeId?: string; checker?: string; who?: string } = {}) => {
  const keeper = await as(more.who ?? 'cangku')
  const { bins } = await (await as('cangku')).ask(boxApi.scan, { code: present(packs[0]) })
  return keeper.ask(boxApi.fill, {
    ...(box !== undefined && { box }),
    ...{ packs, placeId: more.placeId ?? present(bins[0]).id, reason: '零袋归箱', signature: signed() },
    checker: secondPerson(more.checker ?? 'qa2'),
  })
}

test('a box is opened: the packs that were taken out lie loose, the rest stays, and an empty box is void', async () => {
  const pack = await releasedPack(as, { quantity: '60', packs: 20 })
  const { boxes } = await boxesOf(as, pack.lotNo)
  const [box, other] = [elementAt(boxes, 0), elementAt(boxes, 1)]
  const keeper = await as('cangku')
  await refused((await as('xiaoshou')).ask(boxApi.open, { box: box.code, packs: [], reason: '破损' }), 'no_permission')
  await refused(keeper.ask(boxApi.open, { box: box.code, packs: [], reason: ' ' }), 'invalid_input', 'reason')
  await refused(keeper.ask(boxApi.open, { box: elementAt(box.packs, 0), packs: [], reason: '破损' }), 'box_not_in_house', 'box')
  await refused(keeper.ask(boxApi.open, { box: 'B0000000000000000000', packs: [], reason: '破损' }), 'code_unknown', 'box')
  await refused(
    keeper.ask(boxApi.open, { box: box.code, packs: [elementAt(other.packs, 0)], reason: '破损' }),
    'pack_not_in_box',
    'packs.0',
  )
  const twice = elementAt(box.packs, 0)
  await refused(keeper.ask(boxApi.open, { box: box.code, packs: [twice, twice], reason: '破损' }), 'code_twice')
  const change = await openedBox(as, box.code, box.packs.slice(2, 5))
  assert.deepEqual(
    [change.kind, change.after, change.moved],
    [
      'open',
      [{ lotNo: pack.lotNo, batchNo: pack.batch.batchNo, packs: 7 }],
      [{ lotNo: pack.lotNo, batchNo: pack.batch.batchNo, packs: 3 }],
    ],
  )
  assert.deepEqual(await contentOf(box.code), [[pack.lotNo, 7]])
  const taken = await story(elementAt(box.packs, 2))
  assert.deepEqual([taken.box, taken.state, taken.events.at(-1)?.documentNo], [null, 'in_stock', change.changeNo])
  assert.equal((await story(elementAt(box.packs, 5))).box?.code, box.code)
  const empty = await openedBox(as, box.code)
  assert.deepEqual([empty.after, (await story(box.code)).state], [[], 'voided'])
  assert.deepEqual(
    (await story(box.code)).boxChanges.map(({ changeNo }) => changeNo),
    [empty.changeNo, change.changeNo],
  )
  await refused(openedBox(as, box.code), 'box_not_in_house', 'box')
  const { rows } = await keeper.ask(boxApi.list, { q: box.code })
  assert.deepEqual(
    rows.map(({ changeNo }) => changeNo),
    [empty.changeNo, change.changeNo],
  )
  assert.deepEqual(await findings(), [])
  await held(pack.lotId)
})

test('loose packs go back into a box with room, or into another carton whose label is new, by two', async () => {
  const pack = await releasedPack(as, { quantity: '60', packs: 20 })
  const { boxes } = await boxesOf(as, pack.lotNo)
  const [box, full] = [elementAt(boxes, 0), elementAt(boxes, 1)]
  const loose = box.packs.slice(0, 4)
  await openedBox(as, box.code, loose)
  await refused(fillWith(full.code, loose), 'box_full', 'packs')
  await refused(fillWith(box.code, [elementAt(full.packs, 0)]), 'pack_in_other_box', 'packs.0')
  await refused(fillWith(box.code, [box.code]), 'code_twice', 'packs.0')
  await refused(fillWith(box.code, [elementAt(loose, 0), elementAt(loose, 0)]), 'code_twice')
  await refused(fillWith(elementAt(loose, 0), [elementAt(loose, 1)]), 'box_not_in_house', 'box')
  await refused(fillWith(box.code, loose, { checker: 'cangku' }), 'same_person')
  await refused(fillWith(box.code, loose, { checker: 'xiaoshou' }), 'signer_lacks_duty')
  await refused(fillWith(box.code, loose, { who: 'baozhuang' }), 'no_permission')
  const done = await fillWith(box.code, [elementAt(loose, 1), elementAt(loose, 3)])
  assert.deepEqual([done.kind, done.after[0]?.packs, done.moved[0]?.packs, done.checkedBy?.name], ['refill', 8, 2, '顾质保'])
  assert.equal((await story(elementAt(loose, 3))).box?.code, box.code)
  const label = await fillWith(undefined, [elementAt(loose, 0), elementAt(loose, 2)])
  assert.ok(label.isNewBox && label.boxCode !== box.code)
  assert.deepEqual(await contentOf(label.boxCode), [[pack.lotNo, 2]])
  const printed = await (await as('baozhuang')).ask(qrApi.print, { id: label.rangeId, first: 1, last: 1 })
  assert.deepEqual(
    printed.labels[0]?.contents.map(({ batchNo, packs }) => [batchNo, packs]),
    [[pack.batch.batchNo, 2]],
  )
  const { runs } = await (await as('baozhuang')).ask(packagingApi.read, { id: pack.orderId })
  assert.deepEqual(runs.at(-1)?.packRangeId, null, 'a run of a box label alone')
  assert.deepEqual(await findings(), [])
  // The refilled box is sold whole, as any other.
  const sale = await shippedSale(as, { pack, packs: 18, scanned: () => Promise.resolve([box.code, full.code]) })
  assert.equal((await story(box.code)).state, 'shipped')
  assert.equal(sale.codes.length, 2)
  assert.deepEqual(await findings(), [])
  await held(pack.lotId)
})

test('the rest of two batches goes into one box: both are released, the record names both, the public page and the delivery tell both', async () => {
  const { one, other } = await twoLots()
  const [rest, from] = [present((await boxesOf(as, one.lotNo)).boxes[1]), present((await boxesOf(as, other.lotNo)).boxes[1])]
  const merged = await filledBox(as, { box: rest.code, packs: [from.code] })
  assert.equal(merged.kind, 'merge')
  assert.deepEqual(await contentOf(rest.code), [
    [one.lotNo, 5],
    [other.lotNo, 5],
  ])
  assert.equal((await story(from.code)).state, 'voided', 'nothing is left in it')
  const page = await world.app.inject({ method: 'GET', url: `/index?c=${rest.code}` })
  assert.ok(page.payload.includes(one.batch.batchNo) && page.payload.includes(other.batch.batchNo))
  const third = await releasedPack(as, { quantity: '60', packs: 1 })
  await openedBox(as, rest.code, [present(rest.packs[0])])
  await refused(fillWith(rest.code, [present((await boxesOf(as, third.lotNo)).boxes[0]).code]), 'box_two_batches')
  await fillWith(rest.code, [present(rest.packs[0])])
  await held(third.lotId)
  assert.deepEqual(await findings(), [])

  // One of the two is held: the box stays, its packs of the other lot are sold one by one after they were taken out.
  const { holdId } = await held(other.lotId)
  await refused(pickedSale(as, { pack: one, packs: 5, scanned: () => Promise.resolve([rest.code]) }), 'code_of_other_batch')
  await refused(fillWith(undefined, [rest.code]), 'lot_held')
  const allocated = (await (await as('cangku')).ask(saleApi.list, { state: 'allocated' })).rows
  await Promise.all(allocated.map(async ({ id }) => (await as('cangku')).ask(saleApi.giveBack, { id, reason: '改日再发' })))
  await (await as('qa')).ask(stockApi.pack.unfreeze, { id: other.lotId, holdId, conclusion: '查无问题', ...withQualityHead() })

  // Sold whole, the box goes with both: each lot has its line, and the box its code.
  const [whole, rest2] = [(await boxesOf(as, one.lotNo)).boxes, (await boxesOf(as, other.lotNo)).boxes]
  const full = [...whole, ...rest2].map(({ code }) => code).filter((code) => code !== rest.code)
  const sale = await shippedSale(as, {
    ...{ pack: one, packs: 30 },
    scanned: (lotNo) => Promise.resolve(lotNo === one.lotNo ? [rest.code, ...full] : []),
  })
  assert.equal((await story(rest.code)).state, 'shipped')
  const { lines } = await (await as('cangku')).ask(saleApi.read, { id: sale.id })
  assert.deepEqual(
    lines.flatMap(({ allocations }) => allocations.map(({ lotNo, packs }) => [lotNo, packs])).toSorted(),
    [
      [one.lotNo, 15],
      [other.lotNo, 15],
    ].toSorted(),
  )
  assert.deepEqual(await findings(), [])
})

test('a lot that is not released waits with packs of its own, not in a box with another batch', async () => {
  const released = await releasedPack(as, { quantity: '60', packs: 15 })
  const waiting = await packedLot(as, { quantity: '60', packs: 15 })
  const rest = present((await boxesOf(as, waiting.lotNo)).boxes[1])
  const target = present((await boxesOf(as, released.lotNo)).boxes[1])
  await refused(fillWith(target.code, [rest.code]), 'lot_not_released')
  const loose = present(rest.packs[0])
  await openedBox(as, rest.code, [loose])
  assert.equal((await filledBox(as, { box: rest.code, packs: [loose] })).kind, 'refill')
  await releaseOf(as, waiting)
  assert.equal((await filledBox(as, { box: target.code, packs: [rest.code] })).kind, 'merge')
  assert.deepEqual(await findings(), [])
  await held(released.lotId)
  await held(waiting.lotId)
})

test('another specification, another bin, a locked pack and one that left are put into no box', async () => {
  const batch = await conformingBatch(as, { quantity: '80' })
  const half = await releasedPack(as, { batch, packs: 15 })
  const { boxes } = await boxesOf(as, half.lotNo)
  const box = elementAt(boxes, 1)
  const [loose, second] = [elementAt(box.packs, 0), elementAt(box.packs, 1)]
  await openedBox(as, box.code, [loose, second])
  const { rows } = await world.admin.query<{ id: string }>(
    `select id from place where kind = 'bin' and zone = 'pack_released' and is_active and storage_condition <> '双锁'
      and id not in (select place_id from stock_balance where lot_id = $1 and quantity > 0) limit 1`,
    [half.lotId],
  )
  if (rows[0] !== undefined) await refused(fillWith(box.code, [loose], { placeId: rows[0].id }), 'packs_not_in_bin', 'placeId')
  const quarantine = await world.admin.query<{ id: string }>(`select id from place where kind = 'bin' and zone = 'released' limit 1`)
  await refused(fillWith(box.code, [loose], { placeId: present(quarantine.rows[0]).id }), 'zone_mismatch', 'placeId')
  const small = (await (await as('baozhuang')).ask(packagingApi.choices, { id: batch.lotId }))[0]?.specs.find(
    ({ id }) => id !== half.spec.id,
  )
  if (small !== undefined) {
    const other = await releasedPack(as, { batch, spec: small.name, packs: 2 })
    await refused(fillWith(box.code, [present((await boxesOf(as, other.lotNo)).boxes[0]).code]), 'box_spec_differs', 'packs.0')
  }
  await (await as('qa')).ask(codeLockApi.place, { code: second, authorityNo: '甘药监锁〔2026〕9号', reason: '抽检', signature: signed() })
  await refused(fillWith(box.code, [second]), 'code_locked', 'packs.0')
  await shippedSale(as, { pack: half, packs: 1, scanned: () => Promise.resolve([loose]) })
  await refused(fillWith(box.code, [loose]), 'code_not_in_stock', 'code')
  assert.deepEqual(await findings(), [])
  await held(half.lotId)
})

test('what is picked stays as it was picked, whole boxes and single packs', async () => {
  const pack = await releasedPack(as, { quantity: '60', packs: 18 })
  const { boxes } = await boxesOf(as, pack.lotNo)
  const [box, begun] = [elementAt(boxes, 0), elementAt(boxes, 1)]
  await openedBox(as, begun.code, begun.packs.slice(0, 2))
  const sale = await pickedSale(as, {
    ...{ pack, packs: 7 },
    scanned: () => Promise.resolve([begun.code, elementAt(begun.packs, 0)]),
  })
  await refused(openedBox(as, begun.code), 'packs_picked')
  await refused(fillWith(begun.code, [elementAt(begun.packs, 1)]), 'packs_picked', 'box')
  await refused(fillWith(undefined, [elementAt(begun.packs, 0)]), 'packs_picked', 'packs.0')
  await openedBox(as, box.code, [elementAt(box.packs, 0)])
  // A box that is ready for an order is not filled up on the line either.
  const labelled = await labelledPackaging(as, { quantity: '60', packs: 3 })
  await refused(
    (await as('baozhuang')).ask(packagingApi.complete, { ...(await usualCompletion(as, labelled)), topUpBox: begun.code }),
    'packs_picked',
    'topUpBox',
  )
  await assert.rejects(
    world.change(
      `insert into picking_code (enterprise_id, picking_id, lot_id, range_id, level, first_index, last_index)
       select c.enterprise_id, (select id from picking where order_id = $2), c.lot_id, c.box_range_id, 3, c.first_box, c.first_box from box_content c
       where c.lot_id = $1 and c.opened_at is null order by c.first_box limit 1`,
      [pack.lotId, sale.id],
    ),
    /box_changed/,
    'a box is picked with its packs',
  )
  await (await as('cangku')).ask(saleApi.giveBack, { id: sale.id, reason: '改日再发' })
  assert.equal((await fillWith(begun.code, [elementAt(begun.packs, 1)])).kind, 'refill')
  await held(pack.lotId)
})

test('a merged box is thrown away and kept lot by lot', async () => {
  const { one, other } = await twoLots()
  const [rest, from] = [present((await boxesOf(as, one.lotNo)).boxes[1]), present((await boxesOf(as, other.lotNo)).boxes[1])]
  await filledBox(as, { box: rest.code, packs: [from.code] })
  // Five packs of one kilogram: of the box those of this lot.
  const damaged = await damagedPacks(as, one.lotId, [rest.code])
  await destroyed(as, { ...damaged, lines: (damaged.lines ?? []).map((line) => ({ ...line, quantity: '5' })) })
  assert.deepEqual(await contentOf(rest.code), [[other.lotNo, 5]])
  const { rows } = await world.admin.query<{ n: number }>(
    `select sum(last_index - first_index + 1)::integer as n from code_span where lot_id = $1 and state = 'destroyed'`,
    [one.lotId],
  )
  assert.equal(rows[0]?.n, 5)
  await drawnPacks(as, { lotId: other.lotId, codes: [rest.code] })
  assert.equal((await story(rest.code)).state, 'sampled')
  assert.deepEqual(await findings(), [])
  await held(one.lotId)
  await held(other.lotId)
})

test('a box that is filled up on the line gets its record, signed by who packed and who checked', async () => {
  const first = await packedLot(as, { quantity: '60', packs: 15 })
  const begun = present((await boxesOf(as, first.lotNo)).boxes[1])
  const labelled = await labelledPackaging(as, { quantity: '60', packs: 4, boxLabels: 1 })
  const completion = { ...(await usualCompletion(as, labelled)), topUpBox: begun.code }
  const { holdId } = await held(first.lotId)
  await refused((await as('baozhuang')).ask(packagingApi.complete, completion), 'lot_held', 'topUpBox')
  await (await as('qa')).ask(stockApi.pack.unfreeze, { id: first.lotId, holdId, conclusion: '查无问题', ...withQualityHead() })
  const done = await (await as('baozhuang')).ask(packagingApi.complete, completion)
  const [change] = (await story(begun.code)).boxChanges
  assert.deepEqual(
    [
      change?.kind,
      change?.orderNo,
      change?.changedBy.name,
      change?.checkedBy?.name,
      change?.after.map(({ lotNo, packs }) => [lotNo, packs]),
    ],
    [
      'merge',
      labelled.orderNo,
      '蒋包装',
      '顾质保',
      [
        [first.lotNo, 5],
        [done.lotNo, 4],
      ].toSorted(),
    ],
  )
  assert.deepEqual(await findings(), [])
})

test('two at the same packs: one wins, and every pack lies in one box', async () => {
  const pack = await packedLot(as, { quantity: '60', packs: 20 })
  const { boxes } = await boxesOf(as, pack.lotNo)
  const [box, other] = [elementAt(boxes, 0), elementAt(boxes, 1)]
  const loose = elementAt(box.packs, 0)
  await openedBox(as, box.code, [loose])
  await openedBox(as, other.code, [elementAt(other.packs, 0)])
  const both = await Promise.allSettled([fillWith(box.code, [loose]), fillWith(other.code, [loose])])
  assert.deepEqual(both.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected'])
  const opened = await Promise.allSettled([openedBox(as, box.code), openedBox(as, box.code)])
  assert.deepEqual(opened.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected'])
  assert.deepEqual(await findings(), [])
})

test('packs that are kept part from their box; a box that is kept whole stays closed', async () => {
  const pack = await packedLot(as, { quantity: '60', packs: 20 })
  const { boxes } = await boxesOf(as, pack.lotNo)
  const [box, whole] = [elementAt(boxes, 0), elementAt(boxes, 1)]
  await drawnPacks(as, { lotId: pack.lotId, codes: [elementAt(box.packs, 0), elementAt(box.packs, 1)] })
  assert.deepEqual(await contentOf(box.code), [[pack.lotNo, 8]])
  await drawnPacks(as, { lotId: pack.lotId, codes: [whole.code] })
  assert.deepEqual([(await story(whole.code)).state, await contentOf(whole.code)], ['sampled', [[pack.lotNo, 10]]])
  assert.deepEqual(await findings(), [])
})

test('the database itself takes no record that is not so, no packs added later, and no box of another specification', async () => {
  const { one, other } = await twoLots()
  const [rest, from] = [present((await boxesOf(as, one.lotNo)).boxes[1]), present((await boxesOf(as, other.lotNo)).boxes[1])]
  const merged = await filledBox(as, { box: rest.code, packs: [from.code] })
  await assert.rejects(world.change(`update box_change set reason = 'x' where id = $1`, [merged.id]), /evidence/)
  await assert.rejects(
    world.change(
      `insert into box_change_pack (enterprise_id, change_id, way, range_id, first_index, last_index, lot_id)
       select enterprise_id, change_id, 'out', range_id, first_index - 5, first_index - 5, lot_id from box_change_pack where change_id = $1 limit 1`,
      [merged.id],
    ),
    /names its packs/,
  )
  const again = (set: string) =>
    world.change(
      `with said as (insert into box_change (enterprise_id, change_no, kind, box_range_id, box_index, box_code, place_id, packs_after, packs_moved, reason, changed_by, checked_by, changed_at)
         select enterprise_id, 'ZX-x', kind, box_range_id, box_index, box_code, place_id, packs_after, packs_moved, 'x', changed_by, checked_by, now() from box_change where id = $1 returning *)
       insert into box_change_pack (enterprise_id, change_id, way, range_id, first_index, last_index, lot_id)
       select p.enterprise_id, said.id, ${set}, p.range_id, p.first_index, p.last_index, p.lot_id from box_change_pack p, said where p.change_id = $1`,
      [merged.id],
    )
  await assert.rejects(again('p.way'), /filled up by two/, 'nobody signed it')
  await assert.rejects(again(`case p.way when 'stays' then 'out' else p.way end`), /says what lies in it|names its packs/)
  await assert.rejects(
    world.change(
      `insert into box_content (enterprise_id, box_range_id, first_box, last_box, pack_range_id, first_pack, last_pack, packs_in_box, lot_id, batch_no, packed_at)
       select enterprise_id, box_range_id, first_box, last_box, pack_range_id, last_pack + 1, last_pack + 1, 1, lot_id, 'x', packed_at
       from box_content where lot_id = $1 and opened_at is null order by last_pack desc limit 1`,
      [one.lotId],
    ),
    /that of its lot|pack_in_one_box|box_full/,
  )
  await held(one.lotId)
  await held(other.lotId)
})

test('the code of a pack in stock is turned void by no statement, and not while its pack is sold at the same moment', async () => {
  const pack = await releasedPack(as, { quantity: '60', packs: 6 })
  const [code] = await packCodes(as, pack.lotNo, 1)
  const qa = await as('qa')
  const { rangeId, serial } = await story(present(code))
  const voiding = () => qa.ask(qrApi.void, { id: rangeId, first: serial, last: serial, reason: '破损', signature: signed() })
  await refused(voiding(), 'code_on_stock')
  const both = await Promise.allSettled([voiding(), shippedSale(as, { pack, packs: 6 }), voiding()])
  assert.deepEqual(
    both.map(({ status }) => status),
    ['rejected', 'fulfilled', 'rejected'],
  )
  const other = await releasedPack(as, { quantity: '60', packs: 6 })
  // As the server's own role may write: intervals are cut anew.
  const cut = (state: string, lot: string) =>
    asServer(
      `with gone as (delete from code_span where lot_id = $1 and state = 'in_stock' returning *)
       insert into code_span (enterprise_id, range_id, first_index, last_index, state, lot_id)
       select enterprise_id, range_id, first_index, last_index - 2, state, lot_id from gone where last_index - first_index > 2
       union all select enterprise_id, range_id, last_index - 1, last_index, '${state}', ${lot} from gone where last_index - first_index > 2
       union all select enterprise_id, range_id, first_index, last_index, state, lot_id from gone where last_index - first_index <= 2`,
      [other.lotId],
    )
  await assert.rejects(cut('voided', 'lot_id'), /code_on_stock/)
  await assert.rejects(cut('voided', 'null'), /codes_leave_stock/)
  await assert.rejects(cut('destroyed', 'lot_id'), /codes_leave_stock/)
  assert.deepEqual(await findings(), [])
})
