import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { claimApi, returnApi } from '#contract/selling/return-api.ts'
import { qrApi } from '#contract/packing/codes.ts'
import { saleApi } from '#contract/selling/sale-api.ts'
import { stockApi } from '#contract/warehouse/stock.ts'
import { traceApi } from '#contract/tracing/trace.ts'
import { present } from '#contract/kernel/certain.ts'
import { binIn } from '#server/demo/bin-in.ts'
import { destroyed, proposedDisposal } from '#server/demo/disposal.ts'
import { releasedPack } from '#server/demo/packaging.ts'
import { secondPerson, signed, withQualityHead } from '#server/demo/person.ts'
import { conformingBatch } from '#server/demo/production.ts'
import { allocatedSale, deliveredSale, shippedSale } from '#server/demo/sale.ts'
import {
  arrivalOf,
  awaitedReturn,
  decidedReturn,
  inspectedReturn,
  packsOut,
  partlyDelivered,
  provenReturn,
  receivedReturn,
  requestedReturn,
  restockedReturn,
  withHeadOfQuality,
} from '#server/demo/return.ts'
import { refused } from '#server/test/refused.ts'
import { openWorld } from '#server/test/world.ts'

const world = await openWorld()
after(() => world.close())
const { as } = world

const one = async <Row extends object>(text: string, values: unknown[] = []) =>
  present((await world.admin.query<Row>(text, values)).rows[0])
const batch = await conformingBatch(as)
/** One lot for all tests: an order is given the lot that expires first, whichever a test means. */
const pack = await releasedPack(as, { batch, packs: 400, spec: '500 g' })

const codeStates = async (): Promise<Record<string, number>> =>
  Object.fromEntries(
    (
      await world.admin.query<{ state: string; n: number }>(
        `select s.state, sum(s.last_index - s.first_index + 1)::int as n from code_span s join code_range r on r.enterprise_id = s.enterprise_id and r.id = s.range_id
         where s.lot_id = $1 and r.level = 1 group by 1`,
        [pack.lotId],
      )
    ).rows.map(({ state, n }) => [state, n]),
  )
const inZone = async (zone: string) =>
  Number(
    (
      await one<{ quantity: string }>(
        `select coalesce(sum(b.quantity), 0) as quantity from stock_balance b join place p on p.enterprise_id = b.enterprise_id and p.id = b.place_id
         where b.lot_id = $1 and p.zone = $2`,
        [pack.lotId, zone],
      )
    ).quantity,
  )
/** What the chain of the lot says of the goods, in kg, as 22 shows it. Every equation closes, whatever was done. */
async function weighed(): Promise<Record<string, number>> {
  const { balances } = await (await as('qa')).ask(traceApi.view, { id: pack.lotId })
  assert.deepEqual(
    balances.filter(({ closes }) => !closes).map(({ title, difference }) => [title, difference]),
    [],
  )
  const chain = present(balances.find(({ title }) => title.startsWith('全链（')))
  return Object.fromEntries(chain.right.map(({ label, quantity }) => [label, Number(quantity)]))
}
/** By how much numbers grew while something was done. */
async function growth(reading: () => Promise<Record<string, number>>, work: () => Promise<unknown>): Promise<Record<string, number>> {
  const before = await reading()
  await work()
  const after = await reading()
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return Object.fromEntries(keys.map((key) => [key, (after[key] ?? 0) - (before[key] ?? 0)] as const).filter(([, change]) => change !== 0))
}
const read = async (id: string) => (await as('qa')).ask(returnApi.read, { id })

test('what the customer refused was not delivered: it is on its way back, and the balance says so', async () => {
  const before = await weighed()
  const sale = await partlyDelivered(as, { pack, packs: 10, refused: 10 })
  const after = await weighed()
  assert.equal(sale.state, 'refused')
  const order = await (await as('xiaoshou')).ask(saleApi.read, { id: sale.id })
  assert.equal(present(order.shipment).lines[0]?.returning, 10)
  assert.deepEqual([after['客户已签收'], (after['退回途中与索赔中'] ?? 0) - (before['退回途中与索赔中'] ?? 0)], [before['客户已签收'], 5])
  const { rows } = await world.admin.query(`select from trace_event where kind = 'delivered' and document_no = $1`, [sale.shipmentNo])
  assert.equal(rows.length, 0)
  const back = present(sale.returned)
  assert.deepEqual([back.kind, back.state, back.announced], ['refused', 'awaited', 10])
})

test('a delivery is signed for line by line: received, refused, missing; an exception that says so is told in packs', async () => {
  const sale = await shippedSale(as, { pack, packs: 10 })
  const carrier = await as('wuliu')
  const signing = { id: sale.id, receiver: '药房', arrivedAt: new Date().toISOString() }
  await refused(carrier.ask(saleApi.deliver, { ...signing, exception: '拒收' }), 'undelivered_untold', 'undelivered')
  const undelivered = (packs: object) => [{ lotId: pack.lotId, refused: 0, missing: 0, ...packs }]
  await refused(carrier.ask(saleApi.deliver, { ...signing, undelivered: undelivered({ refused: 8, missing: 3 }) }), 'more_than_shipped')
  await refused(carrier.ask(saleApi.deliver, { ...signing, undelivered: [{ lotId: sale.id, refused: 1, missing: 0 }] }), 'not_found')
  const grown = await growth(weighed, async () => {
    const { state } = await carrier.ask(saleApi.deliver, {
      ...signing,
      exception: '短少',
      undelivered: undelivered({ refused: 2, missing: 3 }),
    })
    assert.equal(state, 'partly_delivered')
  })
  assert.deepEqual(grown, { 客户已签收: 2.5, 在途: -5, 退回途中与索赔中: 2.5 })
  const { packs } = await one<{ packs: string }>(
    `select private_facts ->> 'packs' as packs from trace_event where kind = 'delivered' and document_no = $1`,
    [sale.shipmentNo],
  )
  assert.equal(packs, '5')
})

test('three packs of a box come back, lie apart, and are sold again; the box is opened and the lot is whole', async () => {
  const sale = await deliveredSale(as, { pack, packs: 30 })
  const [first] = await packsOut(as, sale)
  const box = present(first).box
  assert.notEqual(box, '')
  const asked = await requestedReturn(as, { sale, packs: 3 })
  assert.match(asked.returnNo, /^TH\d{11}$/)
  assert.equal(asked.state, 'requested')
  const [codesBefore, chainBefore, zoneBefore] = [await codeStates(), await weighed(), await inZone('returned')]

  const qa = await as('qa')
  const awaited = await qa.ask(returnApi.approve, { id: asked.id, rowVersion: asked.rowVersion, signature: signed() })
  const keeper = await as('cangku')
  const codes = (await packsOut(as, sale))
    .filter((one) => one.box === box)
    .slice(0, 3)
    .map(({ code }) => code)
  const scanned = await keeper.ask(returnApi.scan, { id: asked.id, code: present(codes[0]) })
  assert.deepEqual(
    scanned.packs.map(({ packs }) => packs),
    [1],
  )
  const came = await keeper.ask(returnApi.receive, {
    id: asked.id,
    rowVersion: awaited.rowVersion,
    ...(await arrivalOf(as, [{ condition: 'intact', codes }])),
  })
  assert.equal(came.state, 'received')
  assert.deepEqual((await codeStates())['returned'], (codesBefore['returned'] ?? 0) + 3)
  assert.equal(await inZone('returned'), zoneBefore + 1.5)
  const packer = await as('baozhuang')
  const story = await packer.ask(qrApi.lookUp, { code: present(codes[0]) })
  assert.deepEqual([story.state, story.box, story.events.at(-1)?.documentNo], ['returned', null, asked.returnNo])
  assert.equal(
    (await packer.ask(qrApi.lookUp, { code: box })).contents.reduce((sum, lot) => sum + lot.packs, 0),
    17,
    'of twenty',
  )
  const chain = await weighed()
  assert.deepEqual([chain['客户已签收'], chain['在库']], [chainBefore['客户已签收']! - 1.5, chainBefore['在库']! + 1.5])
  const { available } = present((await (await as('xiaoshou')).ask(saleApi.goods, { id: pack.spec.id }))[0])

  const inspected = await qa.ask(returnApi.inspect, {
    id: asked.id,
    rowVersion: came.rowVersion,
    conforms: true,
    findings: '包装完好',
    signature: signed(),
  })
  const { receipt } = await read(asked.id)
  const decisions = present(receipt).items.map(({ id }) => ({ itemId: id, decision: 'restock' as const }))
  const deciding = { id: asked.id, decisions, conclusion: '储运有证明', ...withQualityHead() }
  await refused(qa.ask(returnApi.decide, { ...deciding, rowVersion: inspected.rowVersion }), 'return_unproven')
  await provenReturn(as, asked.id)
  const decided = await qa.ask(returnApi.decide, { ...deciding, rowVersion: inspected.rowVersion })
  assert.equal(decided.state, 'restocking')
  const done = await keeper.ask(returnApi.restock, {
    id: asked.id,
    rowVersion: decided.rowVersion,
    placeId: await binIn(keeper, 'pack_released'),
  })
  assert.equal(done.state, 'closed')
  assert.deepEqual(await codeStates(), { ...codesBefore, shipped: codesBefore['shipped']! - 3, in_stock: codesBefore['in_stock']! + 3 })
  assert.equal(await inZone('returned'), zoneBefore)
  assert.equal(present((await (await as('xiaoshou')).ask(saleApi.goods, { id: pack.spec.id }))[0]).available, available + 3)
  await weighed()
  const file = await read(asked.id)
  assert.deepEqual(
    file.signatures.map(({ meaning, holds }) => [meaning, holds]),
    [
      ['同意退货', true],
      ['退货收货', true],
      ['退货检验', true],
      ['退货处理决定', true],
      ['退货处理决定', true],
    ],
  )
  assert.deepEqual(file.credit, { packs: 3, quantity: '1.5000' })
})

test('what lies in the 退货区 is not sold, not moved, and not mixed with another return', async () => {
  const sale = await deliveredSale(as, { pack, packs: 20 })
  const back = await receivedReturn(as, { sale, packs: 4 })
  const offered = present((await (await as('xiaoshou')).ask(saleApi.goods, { id: pack.spec.id }))[0])
  await refused(allocatedSale(as, { pack, packs: offered.available + 1 }), 'short_stock')
  const keeper = await as('cangku')
  const { receipt } = await read(back.id)
  const from = await binIn(keeper, 'returned', { code: 'C' })
  await refused(
    keeper.ask(stockApi.pack.transfer, {
      id: pack.lotId,
      fromPlaceId: from,
      toPlaceId: await binIn(keeper, 'pack_released'),
      quantity: '2',
      reason: '直接放回',
    }),
    'returned_goods',
  )
  await assert.rejects(
    world.change(
      `insert into stock_entry (enterprise_id, lot_id, from_place_id, to_place_id, quantity, kind, document_kind, document_id, document_no, by_id, occurred_at)
       select enterprise_id, '${pack.lotId}', '${from}', '${await binIn(keeper, 'pack_released')}', 2, 'transfer', 'customer_return', id, return_no, created_by, now()
       from customer_return where id = '${back.id}'`,
    ),
    /returned_goods/,
  )
  const other = await awaitedReturn(as, { sale, packs: 2 })
  const codes = (await packsOut(as, sale)).slice(0, 2).map(({ code }) => code)
  const arrival = await arrivalOf(as, [{ condition: 'intact', codes }])
  await refused(
    keeper.ask(returnApi.receive, { id: other.id, rowVersion: other.rowVersion, ...arrival, position: present(receipt).position }),
    'position_taken',
  )
  await refused(
    keeper.ask(returnApi.receive, {
      id: other.id,
      rowVersion: other.rowVersion,
      ...arrival,
      placeId: await binIn(keeper, 'pack_released'),
    }),
    'zone_mismatch',
  )
  await keeper.ask(returnApi.receive, { id: other.id, rowVersion: other.rowVersion, ...arrival })
})

test('never more comes back than left, no code twice, and no code of another shipment', async () => {
  const sale = await deliveredSale(as, { pack, packs: 10 })
  const elsewhere = await deliveredSale(as, { pack, packs: 10, customer: '上海' })
  const seller = await as('xiaoshou')
  const asking = { shipmentId: sale.shipmentId, reason: '质量', kept: '阴凉' }
  await refused(
    seller.ask(returnApi.create, { ...asking, lines: [{ lotId: pack.lotId, packs: 11 }] }),
    'more_than_shipped',
    'lines.0.packs',
  )
  await refused(
    seller.ask(returnApi.create, { ...asking, reason: '随便', lines: [{ lotId: pack.lotId, packs: 1 }] }),
    'dictionary_item_unknown',
  )
  await refused(seller.ask(returnApi.create, { ...asking, lines: [{ lotId: sale.id, packs: 1 }] }), 'not_found')
  const underway = await shippedSale(as, { pack, packs: 5 })
  await refused(
    seller.ask(returnApi.create, { ...asking, shipmentId: underway.shipmentId, lines: [{ lotId: underway.pack.lotId, packs: 1 }] }),
    'wrong_state',
  )
  const awaited = await awaitedReturn(as, { sale, packs: 10 })
  const keeper = await as('cangku')
  const receive = async (codes: string[]) =>
    keeper.ask(returnApi.receive, {
      id: awaited.id,
      rowVersion: awaited.rowVersion,
      ...(await arrivalOf(as, [{ condition: 'intact', codes }])),
    })
  const [mine, others] = [await packsOut(as, sale), await packsOut(as, elsewhere)].map((some) => some.map(({ code }) => code)) as [
    string[],
    string[],
  ]
  assert.deepEqual([mine.length, others.length], [10, 10])
  await refused(receive([present(others[0])]), 'code_not_shipped', 'items.0.codes.0')
  await refused(receive([present(mine[0]), present(mine[0])]), 'code_twice')
  await refused(receive(['00000000000000000000']), 'code_unknown')
  await receive(mine.slice(0, 6))
  assert.deepEqual(
    (await read(awaited.id)).lines.map(({ packs, received }) => [packs, received]),
    [[10, 6]],
  )
  const again = await awaitedReturn(as, { sale, packs: 4 })
  await refused(
    keeper.ask(returnApi.receive, {
      id: again.id,
      rowVersion: again.rowVersion,
      ...(await arrivalOf(as, [{ condition: 'intact', codes: [present(mine[0])] }])),
    }),
    'code_not_shipped',
  )
  await refused(seller.ask(returnApi.create, { ...asking, lines: [{ lotId: pack.lotId, packs: 5 }] }), 'more_than_shipped')
})

test('an opened or damaged pack is never sold again, nor one of a lot that is held, and nothing without a conforming inspection', async () => {
  const sale = await deliveredSale(as, { pack, packs: 10 })
  const back = await inspectedReturn(as, { sale, packs: 3, conditions: ['intact', 'opened', 'damaged'] })
  await provenReturn(as, back.id)
  const qa = await as('qa')
  const items = present((await read(back.id)).receipt).items
  assert.equal(items.length, 3)
  const decide = (wanted: (condition: string) => 'restock' | 'destroy', rowVersion = back.rowVersion) =>
    qa.ask(returnApi.decide, {
      id: back.id,
      rowVersion,
      decisions: items.map(({ id, condition }) => ({ itemId: id, decision: wanted(condition) })),
      conclusion: '逐项处理',
      ...withQualityHead(),
    })
  await refused(
    decide(() => 'restock'),
    'return_opened',
  )
  await refused(
    qa.ask(returnApi.decide, {
      id: back.id,
      rowVersion: back.rowVersion,
      decisions: [{ itemId: present(items[0]).id, decision: 'destroy' }],
      conclusion: '漏一项',
      ...withQualityHead(),
    }),
    'return_undecided',
  )
  const { holdId } = await qa.ask(stockApi.pack.freeze, { id: pack.lotId, kind: 'freeze', reason: '待查' })
  await refused(
    decide((condition) => (condition === 'intact' ? 'restock' : 'destroy')),
    'lot_held',
  )
  await qa.ask(stockApi.pack.unfreeze, { id: pack.lotId, holdId, conclusion: '无异常', ...withQualityHead() })
  const worse = await qa.ask(returnApi.inspect, {
    id: back.id,
    rowVersion: back.rowVersion,
    conforms: false,
    findings: '受潮',
    signature: signed(),
  })
  await refused(
    decide((condition) => (condition === 'intact' ? 'restock' : 'destroy'), worse.rowVersion),
    'return_nonconforming',
  )
  // Nothing of the bin is destroyed before its return says so.
  const bin = {
    ground: 'returned' as const,
    lines: [{ lotId: pack.lotId, placeId: await binIn(await as('cangku'), 'returned', { code: 'C' }), quantity: '1.5', codes: back.codes }],
  }
  await refused(proposedDisposal(as, { lotId: pack.lotId, ...bin }), 'return_not_condemned')
  const gone = await decide(() => 'destroy', worse.rowVersion)
  assert.equal(gone.state, 'destroying')
  assert.ok((await inZone('returned')) >= 1.5, 'it waits for its disposal')
  // The database keeps the same, whoever writes.
  await assert.rejects(
    world.change(
      `update return_item set decision = 'restock' where id = '${present(items.find(({ condition }) => condition === 'opened')).id}'`,
    ),
    /opened_pack_stays_out/,
  )
  // What a disposal takes out of the bin ends the return.
  await destroyed(as, { lotId: pack.lotId, ground: 'returned', reason: '退回的货受潮，不能再售' })
  assert.equal((await read(back.id)).state, 'closed')
})

test('who asked does not agree, one person does not decide alone, and nobody skips a step', async () => {
  const sale = await deliveredSale(as, { pack, packs: 10 })
  const asked = await requestedReturn(as, { sale, packs: 2 })
  await refused(
    (await as('xiaoshou')).ask(returnApi.approve, { id: asked.id, rowVersion: asked.rowVersion, signature: signed() }),
    'no_permission',
  )
  await assert.rejects(
    world.change(`update customer_return set approved_by = created_by, approved_at = now(), state = 'awaited' where id = '${asked.id}'`),
    /return_by_two/,
  )
  await assert.rejects(
    world.change(`update customer_return set state = 'received' where id = '${asked.id}'`),
    /step by step|record of its step/,
  )
  const back = await inspectedReturn(as, { sale, packs: 2 })
  await provenReturn(as, back.id)
  const qa = await as('qa')
  const decisions = present((await read(back.id)).receipt).items.map(({ id }) => ({ itemId: id, decision: 'destroy' as const }))
  const deciding = { id: back.id, rowVersion: back.rowVersion, decisions, conclusion: '销毁', signature: signed() }
  await refused(qa.ask(returnApi.decide, { ...deciding, approver: secondPerson('qa') }), 'same_person')
  await refused(qa.ask(returnApi.decide, { ...deciding, approver: secondPerson('cangku') }), 'signer_lacks_duty')
  await refused(
    (await as('cangku')).ask(returnApi.restock, { id: back.id, rowVersion: back.rowVersion, placeId: decisions[0]!.itemId }),
    'wrong_state',
  )
})

test('each step has a way back: declined, cancelled, receipt taken back, decision withdrawn', async () => {
  const sale = await deliveredSale(as, { pack, packs: 20 })
  const qa = await as('qa')
  const declined = await requestedReturn(as, { sale, packs: 2 })
  assert.equal((await qa.ask(returnApi.decline, { id: declined.id, reason: '超过退货期' })).state, 'declined')
  const cancelled = await awaitedReturn(as, { sale, packs: 2 })
  assert.equal((await (await as('xiaoshou')).ask(returnApi.cancel, { id: cancelled.id, reason: '客户留用' })).state, 'cancelled')
  await refused(qa.ask(returnApi.approve, { id: cancelled.id, rowVersion: cancelled.rowVersion + 1, signature: signed() }), 'wrong_state')

  const back = await decidedReturn(as, { sale, packs: 3 })
  const keeper = await as('cangku')
  await refused(
    keeper.ask(returnApi.takeBack, {
      id: back.id,
      rowVersion: back.rowVersion,
      reason: '扫错',
      signature: signed(),
      approver: secondPerson('qa'),
    }),
    'wrong_state',
  )
  const again = await qa.ask(returnApi.withdraw, { id: back.id, rowVersion: back.rowVersion, reason: '补充资料', ...withQualityHead() })
  assert.equal(again.state, 'inspected')
  assert.deepEqual(
    present((await read(back.id)).receipt).items.map(({ decision }) => decision),
    [null],
  )
  await refused(
    keeper.ask(returnApi.takeBack, {
      id: back.id,
      rowVersion: again.rowVersion,
      reason: '扫错',
      signature: signed(),
      approver: secondPerson('cangku2'),
    }),
    'signer_lacks_duty',
  )
  const takeBack = () =>
    keeper.ask(returnApi.takeBack, {
      id: back.id,
      rowVersion: again.rowVersion,
      reason: '扫到了别家的货',
      signature: signed(),
      approver: secondPerson('qa'),
    })
  const codes = await growth(codeStates, async () => {
    const grown = await growth(weighed, async () => assert.equal((await takeBack()).state, 'awaited'))
    assert.deepEqual(grown, { 客户已签收: 1.5, 在库: -1.5 })
  })
  assert.deepEqual(codes, { shipped: 3, returned: -3 })
  const { rowVersion } = await read(back.id)
  const arrival = await arrivalOf(as, [{ condition: 'intact', codes: back.codes.slice(0, 2) }])
  assert.equal((await keeper.ask(returnApi.receive, { id: back.id, rowVersion, ...arrival })).state, 'received')
})

test('refused goods come in by the same door; what did not come back is asked of the carrier', async () => {
  const sale = await partlyDelivered(as, { pack, packs: 20, refused: 5 })
  const back = present(sale.returned)
  const codes = (await packsOut(as, sale)).slice(0, 3).map(({ code }) => code)
  const keeper = await as('cangku')
  await keeper.ask(returnApi.receive, {
    id: back.id,
    rowVersion: back.rowVersion,
    ...(await arrivalOf(as, [{ condition: 'intact', codes }])),
  })
  const { rows } = await (await as('wuliu')).ask(claimApi.list, { q: sale.shipmentNo })
  assert.deepEqual(
    rows.map(({ packs, open, state }) => [packs, open, state]),
    [[2, 2, 'open']],
  )
  await weighed()
  // The customer takes after all what was on its way back.
  const other = await partlyDelivered(as, { pack, packs: 10, refused: 4 })
  const taken = await growth(weighed, async () =>
    (await as('xiaoshou')).ask(returnApi.cancel, { id: present(other.returned).id, reason: '客户改为收下' }),
  )
  assert.deepEqual(taken, { 客户已签收: 2, 退回途中与索赔中: -2 })
  // Or nothing of it comes back.
  const third = await partlyDelivered(as, { pack, packs: 10, refused: 4 })
  const carrier = await as('wuliu')
  assert.equal((await carrier.ask(returnApi.miss, { id: present(third.returned).id, reason: '司机未带回' })).state, 'cancelled')
  assert.equal((await carrier.ask(claimApi.list, { q: third.shipmentNo })).rows[0]?.open, 4)
})

test('missing packs are looked for until it is known what became of them; a loss names its codes and is signed by two', async () => {
  const sale = await partlyDelivered(as, { pack, packs: 10, missing: 6 })
  const claim = present(sale.claim)
  assert.match(claim.claimNo, /^SP\d{11}$/)
  const carrier = await as('wuliu')
  const settle = (rowVersion: number, told: object) =>
    carrier.ask(claimApi.settle, { id: claim.id, rowVersion, outcome: 'lost', packs: 1, note: '承运单位书面确认', ...told })
  await refused(settle(claim.rowVersion, { packs: 7, outcome: 'delivered' }), 'claim_beyond_missing', 'packs')
  const first = await settle(claim.rowVersion, { packs: 2, outcome: 'delivered', note: '次日补送' })
  const second = await settle(first.rowVersion, { packs: 1, outcome: 'returning', note: '在中转站找到' })
  const codes = (await packsOut(as, sale)).slice(0, 3).map(({ code }) => code)
  await refused(settle(second.rowVersion, { packs: 3, codes }), 'loss_needs_second')
  await refused(settle(second.rowVersion, { packs: 3, codes: codes.slice(0, 2), ...withHeadOfQuality() }), 'count_mismatch')
  await refused(settle(second.rowVersion, { packs: 3, codes, signature: signed(), approver: secondPerson('wuliu') }), 'same_person')
  let lost = { state: '', rowVersion: 0 }
  const codesLost = await growth(codeStates, async () => {
    const grown = await growth(weighed, async () => (lost = await settle(second.rowVersion, { packs: 3, codes, ...withHeadOfQuality() })))
    assert.deepEqual(grown, { 退回途中与索赔中: -1.5, 报废与盘亏: 1.5 })
  })
  assert.deepEqual([lost.state, codesLost], ['closed', { shipped: -3, missing: 3 }])
  await refused(settle(lost.rowVersion, { packs: 1, outcome: 'delivered' }), 'wrong_state')
  // They turn up: two take the loss back, and the codes are what they were.
  const { outcomes } = await carrier.ask(claimApi.read, { id: claim.id })
  const loss = present(outcomes.find(({ outcome }) => outcome === 'lost'))
  const reopen = () => carrier.ask(claimApi.reopen, { id: claim.id, outcomeId: loss.id, reason: '司机送回', ...withHeadOfQuality() })
  const codesFound = await growth(codeStates, async () => {
    const grown = await growth(weighed, async () => assert.equal((await reopen()).state, 'open'))
    assert.deepEqual(grown, { 退回途中与索赔中: 1.5, 报废与盘亏: -1.5 })
  })
  assert.deepEqual(codesFound, { shipped: 3, missing: -3 })
  await refused(
    carrier.ask(claimApi.reopen, { id: claim.id, outcomeId: loss.id, reason: '再来一次', ...withHeadOfQuality() }),
    'entry_taken_back',
  )
})

test('two who receive the same return at once: one of them', async () => {
  const sale = await deliveredSale(as, { pack, packs: 20 })
  const awaited = await awaitedReturn(as, { sale, packs: 4 })
  const codes = (await packsOut(as, sale)).slice(0, 4).map(({ code }) => code)
  const receive = async (userName: string) =>
    (await as(userName)).ask(returnApi.receive, {
      id: awaited.id,
      rowVersion: awaited.rowVersion,
      ...(await arrivalOf(as, [{ condition: 'intact', codes }])),
    })
  const grown = await growth(weighed, async () => {
    const both = await Promise.allSettled([receive('cangku'), receive('cangku2')])
    assert.deepEqual(both.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected'])
  })
  assert.deepEqual(grown, { 客户已签收: -2, 在库: 2 })
  const done = await restockedReturn(as, { sale, packs: 2 })
  assert.equal(done.state, 'closed')
})
