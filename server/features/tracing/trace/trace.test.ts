import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { exact } from '#contract/kernel/exact-decimal.ts'
import { readRecall, readView, recentAtMost, traceApi } from '#contract/tracing/trace.ts'
import { releasedLot } from '#server/demo/inspection.ts'
import { packedLot, releasedPack } from '#server/demo/packaging.ts'
import { conformingBatch, producedBatch } from '#server/demo/production.ts'
import { codesOf, deliveredSale, shippedSale } from '#server/demo/sale.ts'
import { refused } from '#server/test/refused.ts'
import { openWorld } from '#server/test/world.ts'

const world = await openWorld()
after(() => world.close())
const { as } = world
const total = (quantities: readonly string[]) => quantities.reduce((sum, quantity) => sum.plus(quantity), exact('0')).toFixed()

// One raw lot, two batches, three pack lots, three customers; a bystander that has nothing to do with it.
const raw = await releasedLot(as, { material: '当归', quantity: '300' })
const first = await conformingBatch(as, { product: '当归', lot: raw, quantity: '120' })
const second = await conformingBatch(as, { product: '当归', lot: raw, quantity: '100' })
const packs = await releasedPack(as, { batch: first, packs: 90, spec: '500 g' })
const bigPacks = await packedLot(as, { batch: first, packs: 20, spec: '1 kg' })
const laterPacks = await releasedPack(as, { batch: second, packs: 30, spec: '500 g' })
const [beijing, shanghai, guangdong] = [
  await deliveredSale(as, { pack: packs, customer: '北京', packs: 40 }),
  await shippedSale(as, { pack: packs, customer: '上海', packs: 45 }),
  await shippedSale(as, { pack: packs, customer: '广东', packs: 15 }), // five of the first lot, ten of the later one
]
const bystander = await releasedPack(as, { batch: await conformingBatch(as, { product: '黄芪', buy: { material: '黄芪' } }), packs: 10 })

const inspector = await as('qa')
const shippedKg = async (lotIds: readonly string[]) =>
  (
    await world.admin.query<{ quantity: string }>(
      `select coalesce(sum(quantity), 0) as quantity from stock_entry where kind = 'ship' and lot_id = any($1::uuid[])`,
      [lotIds],
    )
  ).rows[0]!.quantity

test('a mock recall of a raw lot finds every pack lot and every customer, and its totals are the ledger’s', async () => {
  const recall = readRecall(await inspector.ask(traceApi.recall, { id: raw.lotId }))
  assert.deepEqual(new Set(recall.packLots.map((lot) => lot.id)), new Set([packs.lotId, bigPacks.lotId, laterPacks.lotId]))
  assert.deepEqual(
    recall.customers.map(({ name, packs }) => [name, packs]),
    [
      ['上海申荣大药房连锁有限公司', 45],
      ['北京和安堂中医医院', 40],
      ['广东南粤本草医药有限公司', 15],
    ],
  )
  assert.deepEqual(
    new Set(recall.lines.map((line) => line.shipmentNo)),
    new Set([beijing.shipmentNo, shanghai.shipmentNo, guangdong.shipmentNo]),
  )
  const { totals } = recall
  assert.equal(exact(totals.shipped).toFixed(), exact(await shippedKg(recall.packLots.map((lot) => lot.id))).toFixed())
  assert.equal(totals.packs, 100)
  assert.equal(totals.quantity, total([packs.quantity, bigPacks.quantity, laterPacks.quantity]))
  assert.equal(totals.quantity, total([totals.shipped, totals.inHouse, totals.other]))
  assert.ok(recall.closes)
  const partly = recall.lines
    .filter((line) => recall.customers[line.customer]!.name.startsWith('广东'))
    .map((line) => [recall.packLots[line.lot]!.lotNo, line.packs])
  assert.deepEqual(
    new Map(partly as [string, number][]),
    new Map([
      [packs.lotNo, 5],
      [laterPacks.lotNo, 10],
    ]),
  )
})

test('before anything is looked for, the lots that came last are there, of every kind, newest first, and not more than fit a screen', async () => {
  const recent = await inspector.ask(traceApi.recent, {})
  assert.equal(recent[0]!.id, bystander.lotId)
  assert.ok(recent.length <= recentAtMost)
  assert.ok(recent.some((lot) => lot.id === laterPacks.lotId))
  assert.deepEqual(await (await as('other')).ask(traceApi.recent, {}), [], 'another enterprise sees nothing of them')
})

test('a recall of one pack lot leaves its sisters alone', async () => {
  const recall = readRecall(await inspector.ask(traceApi.recall, { id: laterPacks.lotId }))
  assert.deepEqual(
    recall.packLots.map((lot) => lot.id),
    [laterPacks.lotId],
  )
  assert.deepEqual(
    recall.customers.map((customer) => customer.packs),
    [10],
  )
})

test('forward from the raw lot: batches, packs and customers with quantities and shares', async () => {
  const view = readView(await inspector.ask(traceApi.view, { id: raw.lotId }))
  const ids = new Set(view.nodes.map((node) => node.id))
  assert.deepEqual(ids, new Set([raw.lotId, first.lotId, second.lotId, packs.lotId, bigPacks.lotId, laterPacks.lotId]))
  assert.ok(!ids.has(bystander.lotId))
  const drawn = view.edges.filter((edge) => edge.from === raw.lotId)
  assert.equal(total(drawn.map((edge) => edge.quantity)), '220')
  assert.ok(view.nodes.every((node) => node.share === '1' && node.closes))
  assert.equal(
    view.sales.reduce((sum, sale) => sum + sale.packs, 0),
    100,
  )
  assert.equal(view.customers.length, 3)
  assert.ok(view.balances.length >= 3 && view.balances.every((balance) => balance.closes), JSON.stringify(view.balances))
})

test('backward from a pack: its batch, its raw lot, the supplier and where it grew', async () => {
  const view = readView(await inspector.ask(traceApi.view, { id: packs.lotId }))
  assert.deepEqual(view.nodes.map((node) => [node.kind, node.way]).sort(), [
    ['bulk', 'up'],
    ['pack', 'self'],
    ['raw', 'up'],
  ])
  const source = view.nodes.find((node) => node.kind === 'raw')!
  assert.match(source.supplierName, /合作社/)
  assert.match(source.origin, /甘肃省定西市岷县/)
  assert.ok(source.conforms)
  assert.deepEqual(
    view.balances.map((balance) => balance.title.replace(`${packs.lotNo} `, '')),
    ['包装平衡', '去向', '追溯码', '全链（包装产出 → 客户）', '全链袋数'],
  )
})

test('an auxiliary has its own part in the batch, and the parts make one', async () => {
  const bran = await releasedLot(as, { material: '麦麸', quantity: '50' })
  const batch = await producedBatch(as, {
    product: '麸炒白术',
    lot: await releasedLot(as, { material: '白术', quantity: '60' }),
    quantity: '50',
  })
  const view = readView(await inspector.ask(traceApi.view, { id: batch.lotId }))
  const parents = view.nodes.filter((node) => node.way === 'up')
  assert.equal(parents.length, 2)
  assert.equal(total(parents.map((node) => node.share)), '1')
  const part = exact(parents.find((node) => node.id === bran.lotId)!.share)
  assert.ok(part.greaterThan(0) && part.lessThan('0.2'))
  const down = readView(await inspector.ask(traceApi.view, { id: bran.lotId }))
  assert.equal(down.nodes.find((node) => node.id === batch.lotId)!.share, part.toFixed())
})

test('a lot is found by its number, its batch’s, a code on its pack, a document, the herb’s name and its initials', async () => {
  const find = async (q: string) => (await inspector.ask(traceApi.search, { q })).map((lot) => [lot.lotNo, lot.by])
  assert.deepEqual(await find(raw.lotNo.toLowerCase()), [[raw.lotNo, 'lot']])
  assert.deepEqual((await find(packs.lotNo))[0], [packs.lotNo, 'lot'])
  const [code] = await codesOf(as, packs.lotNo, 1).catch(() => codesOf(as, laterPacks.lotNo, 1))
  assert.deepEqual(
    (await find(code!)).map(([, by]) => by),
    ['code'],
  )
  assert.ok((await find(beijing.shipmentNo)).some(([lotNo, by]) => lotNo === packs.lotNo && by === 'document'))
  assert.ok((await find(guangdong.orderNo)).some(([lotNo]) => lotNo === laterPacks.lotNo))
  for (const q of ['当归', 'dg', 'DG'])
    assert.ok(
      (await find(q)).some(([lotNo, by]) => lotNo === raw.lotNo && by === 'name'),
      q,
    )
  assert.deepEqual(await find('没有这样的东西'), [])
})

test('the history of a pack begins with the receipt of its herb, and every signature still holds', async () => {
  const { events, documents, signatures } = await inspector.ask(traceApi.timeline, { id: packs.lotId })
  const kinds = events.map((event) => event.kind)
  for (const kind of ['received', 'sampled', 'reported', 'released', 'issued', 'produced', 'packed', 'shipped', 'delivered'] as const)
    assert.ok(kinds.includes(kind), kind)
  assert.equal(kinds[0], 'received')
  assert.deepEqual(
    events.map((event) => Date.parse(event.occurredAt)),
    events.map((event) => Date.parse(event.occurredAt)).sort((a, b) => a - b),
  )
  assert.ok(documents.some((document) => document.no === beijing.shipmentNo))
  for (const meaning of ['放行', '拣货', '出库复核', '发运'])
    assert.ok(
      signatures.some((signature) => signature.meaning === meaning),
      meaning,
    )
  assert.ok(signatures.every((signature) => signature.holds))
  assert.ok(!events.some((event) => event.lotId === bigPacks.lotId), 'a sister lot’s history is not this lot’s')

  await world.change(
    `set local session_replication_role = replica; update report set approved_at = approved_at + interval '1 second' where lot_id = '${raw.lotId}'`,
  )
  const later = await inspector.ask(traceApi.timeline, { id: packs.lotId })
  assert.ok(
    later.signatures.some((signature) => !signature.holds),
    'a report changed behind the program’s back shows',
  )
})

test('the recall list as a file has a line for each delivery and one for each lot still here', async () => {
  const csv = await inspector.ask(traceApi.recallFile, { id: raw.lotId })
  const lines = csv.trim().split('\r\n')
  const recall = readRecall(await inspector.ask(traceApi.recall, { id: raw.lotId }))
  assert.equal(lines.length, 1 + recall.lines.length + recall.packLots.filter((lot) => !exact(lot.inHouse).isZero()).length)
  for (const { shipmentNo } of [beijing, shanghai, guangdong]) assert.ok(csv.includes(shipmentNo))
  assert.match(
    lines.find((line) => line.includes(beijing.shipmentNo))!,
    /BQ\d{11}：1–40$/,
    'and the numbers of the labels that went out',
  )
})

test('another enterprise and a person without the page get nothing', async () => {
  const stranger = await as('other')
  for (const endpoint of [traceApi.view, traceApi.timeline, traceApi.recall])
    await refused(stranger.ask(endpoint, { id: raw.lotId }), 'not_found')
  assert.deepEqual(await stranger.ask(traceApi.search, { q: raw.lotNo }), [])
  await refused((await as('caigou')).ask(traceApi.view, { id: raw.lotId }), 'no_permission')
})
