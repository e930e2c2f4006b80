import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import { rawInspectionApi } from '#contract/laboratory/inspection-api.ts'
import { recordApi } from '#contract/laboratory/record.ts'
import { addDays, dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import { stockApi } from '#contract/warehouse/stock.ts'
import { confirmed } from '#server/demo/investigation.ts'
import { findingFor, measuredAs } from '#server/demo/finding.ts'
import { rejectedLot, releasedLot, sampled } from '#server/demo/inspection.ts'
import { releasedPack } from '#server/demo/packaging.ts'
import { signed } from '#server/demo/person.ts'
import { conformingBatch, producedBatch } from '#server/demo/production.ts'
import { receivedLot } from '#server/demo/purchase.ts'
import { refused } from '#server/test/refused.ts'
import { openWorld } from '#server/test/world.ts'

const world = await openWorld()
after(() => world.close())
const { as } = world
const reader = await as('qa')
const today = dayInShanghai(new Date())
const year = today.slice(0, 4)

// Two raw lots of 当归 and a batch of one of them; a lot of 红花, from another supplier and province, that failed.
const good = await releasedLot(as, { material: '当归', quantity: '600' })
const batch = await conformingBatch(as, { product: '当归', lot: good, quantity: '300' })
const bad = await rejectedLot(as, { material: '红花', quantity: '60' })
const { goods, suppliers, analysts } = await reader.ask(recordApi.choices, {})
const idOf = (name: string, kind: 'material' | 'product') => goods.find((one) => one.name === name && one.kind === kind)!.id
const angelica = idOf('当归', 'material')
const supplierOf = (lotNo: string) => reader.ask(recordApi.list, { q: lotNo }).then(({ rows }) => rows[0]!.supplier)

/** A raw lot of 当归 whose 水分 is as given, submitted and not yet reviewed. */
async function moist(values: string[]) {
  const lot = await receivedLot(as, { material: '当归', quantity: '100' })
  const { inspectionId } = await sampled(as, lot.lotId, 'raw')
  const analyst = await as('jianyan')
  const { items } = await analyst.ask(rawInspectionApi.file, { id: inspectionId })
  const results = items.map((item) => ({
    itemId: item.id,
    revision: 0,
    ...(item.name === '水分' ? measuredAs(item, values) : findingFor(item, true)),
  }))
  const { oosCases } = await analyst.ask(rawInspectionApi.record, { id: inspectionId, results })
  for (const { id } of oosCases) await confirmed(as, id)
  await analyst.ask(rawInspectionApi.submit, { id: inspectionId, signature: signed() })
  return { ...lot, inspectionId }
}

test('the register holds bought and made lots alike, with the supplier of a made one, the persons who signed for it, and its report', async () => {
  const { rows, total } = await reader.ask(recordApi.list, {})
  assert.equal(total, 3)
  const made = rows.find((row) => row.side === 'bulk')!
  const bought = rows.find((row) => row.lotNo === good.lotNo)!
  assert.deepEqual([made.lotNo, made.state, made.verdict, made.lotKind], [batch.batchNo, 'approved', 'PASS', 'bulk'])
  assert.equal(made.supplier, bought.supplier)
  assert.notEqual(made.supplier, '')
  assert.match(made.origin, /^甘肃省定西市岷县/)
  assert.deepEqual([bought.analysts, bought.reviewerName, bought.reportNo], [['李检验'], '周复核', good.reportNo])
  for (const time of [bought.sampledAt, bought.submittedAt, bought.reviewedAt, bought.approvedAt]) assert.ok(time)
  const failed = rows.find((row) => row.lotNo === bad.lotNo)!
  assert.deepEqual([failed.verdict, failed.lotState, failed.oosCases, failed.oosOpen], ['FAIL', 'rejected', 1, 0])
})

test('the register is found by lot, herb, initials, request and report, and narrowed by every filter', async () => {
  const found = async (input: Parameters<typeof ask>[0]) => (await ask(input)).rows.map((row) => row.lotNo).sort()
  const ask = (input: object) => reader.ask(recordApi.list, input)
  const both = [good.lotNo, batch.batchNo].sort()
  assert.deepEqual(await found({ q: 'dg' }), both)
  assert.deepEqual(await found({ q: '红' }), [bad.lotNo])
  assert.deepEqual(await found({ q: bad.reportNo }), [bad.lotNo])
  assert.deepEqual(await found({ q: good.requestNo }), [good.lotNo])
  assert.deepEqual(await found({ goodsId: angelica }), [good.lotNo])
  assert.deepEqual(await found({ goodsId: idOf('当归', 'product') }), [batch.batchNo])
  const goodSupplier = await supplierOf(good.lotNo)
  // The supplier of the raw lot is the supplier of the batch made of it.
  assert.deepEqual(await found({ supplierId: suppliers.find((one) => one.name === goodSupplier)!.id }), both)
  assert.deepEqual(await found({ province: '甘肃省' }), both)
  assert.deepEqual(await found({ province: '新疆维吾尔自治区' }), [bad.lotNo])
  assert.deepEqual(await found({ verdict: 'FAIL' }), [bad.lotNo])
  assert.deepEqual(await found({ verdict: 'none' }), [])
  assert.deepEqual(await found({ side: 'bulk' }), [batch.batchNo])
  assert.deepEqual(await found({ state: 'sampled' }), [])
  assert.equal((await ask({ analystId: analysts[0]!.id })).total, 3)
  assert.equal((await ask({ analystId: randomUUID() })).total, 0)
  assert.equal((await ask({ from: today, to: today })).total, 3)
  assert.equal((await ask({ to: addDays(today, -1) })).total, 0)
})

test('a file of either side opens from the register; one of another enterprise does not exist', async () => {
  const { rows } = await reader.ask(recordApi.list, {})
  for (const { id, requestNo } of rows) assert.equal((await reader.ask(recordApi.file, { id })).inspection.requestNo, requestNo)
  const other = await as('other')
  await refused(other.ask(recordApi.file, { id: rows[0]!.id }), 'not_found')
  assert.equal((await other.ask(recordApi.list, {})).total, 0)
  assert.equal((await other.ask(recordApi.results, {})).total, 0)
})

test('parallels that were added leave one result in the list: the one that counts', async () => {
  const lot = await receivedLot(as, { material: '黄芪', quantity: '100' })
  const { inspectionId } = await sampled(as, lot.lotId, 'raw')
  const analyst = await as('jianyan')
  const { items } = await analyst.ask(rawInspectionApi.file, { id: inspectionId })
  const water = items.find((item) => item.name === '水分')!
  const write = (revision: number, ...individual: string[]) =>
    analyst.ask(rawInspectionApi.record, { id: inspectionId, results: [{ itemId: water.id, revision, ...measuredAs(water, individual) }] })
  await write(0, '8.31')
  await write(1, '8.31', '8.31')
  const { rows, total } = await reader.ask(recordApi.results, { q: lot.lotNo })
  assert.equal(total, 1)
  assert.deepEqual([rows[0]!.itemName, rows[0]!.individual, rows[0]!.mean, rows[0]!.verdict], ['水分', ['8.31', '8.31'], '8.3', 'PASS'])
})

test('results are narrowed by item, herb, verdict, analyst and day', async () => {
  const ask = (input: object) => reader.ask(recordApi.results, input)
  const water = await ask({ item: '水分', goodsId: angelica })
  assert.deepEqual(
    water.rows.map(({ lotNo, itemName }) => [lotNo, itemName]),
    [[good.lotNo, '水分']],
  )
  const failed = await ask({ verdict: 'FAIL' })
  assert.deepEqual([failed.total, failed.rows[0]!.lotNo, failed.rows[0]!.supplier !== ''], [1, bad.lotNo, true])
  assert.equal((await ask({ analystId: randomUUID() })).total, 0)
  assert.equal((await ask({ to: addDays(today, -1) })).total, 0)
  assert.ok((await ask({ warning: 'near', goodsId: angelica })).rows.every((row) => row.nearLimit))
})

test('a trend shows every submitted lot in the order of sampling, the failed one too, with the limit it was judged by', async () => {
  const wet = await moist(['16.21', '16.23'])
  const dry = await moist(['9.11', '9.13'])
  const trend = await reader.ask(recordApi.trend, { goodsId: angelica, item: '水分' })
  assert.deepEqual(
    trend.points.map(({ lotNo, value, verdict, high, low }) => [lotNo, value, verdict, high, low]),
    [
      [good.lotNo, '12.3', 'PASS', '15.0', null],
      [wet.lotNo, '16.2', 'FAIL', '15.0', null],
      [dry.lotNo, '9.1', 'PASS', '15.0', null],
    ],
  )
  assert.deepEqual([trend.unit, trend.goodsName, trend.leftOut], ['%', '当归', []])
  assert.deepEqual([trend.series.count, trend.series.mean, trend.series.lowest, trend.series.highest], [3, '12.53', '9.1', '16.2'])
  // Three points are described; no control limits are drawn from them and nothing is judged.
  assert.deepEqual([trend.series.sigma, trend.series.upper, trend.series.signals], [null, null, []])
})

test('words are no point of a trend; they are counted', async () => {
  const lot = await receivedLot(as, { material: '陈皮', quantity: '100' })
  const { inspectionId } = await sampled(as, lot.lotId, 'raw')
  const analyst = await as('jianyan')
  const { items } = await analyst.ask(rawInspectionApi.file, { id: inspectionId })
  const toxin = '黄曲霉毒素B1'
  const results = items.map((item) => ({
    itemId: item.id,
    revision: 0,
    ...(item.name === toxin ? { words: '未检出' } : findingFor(item, true)),
  }))
  await analyst.ask(rawInspectionApi.record, { id: inspectionId, results })
  await analyst.ask(rawInspectionApi.submit, { id: inspectionId, signature: signed() })
  const peel = (await reader.ask(recordApi.choices, {})).goods.find(({ name }) => name === '陈皮')!.id
  const trend = await reader.ask(recordApi.trend, { goodsId: peel, item: toxin })
  assert.deepEqual([trend.points.length, trend.leftOut], [0, [{ reason: 'words', count: 1 }]])
  const look = await reader.ask(recordApi.trend, { goodsId: angelica, item: '性状' })
  assert.equal(look.points.length, 0)
  assert.deepEqual(look.leftOut, [{ reason: 'words', count: 3 }])
})

test('a trend of one supplier or of other days leaves out the rest, and what the laboratory still writes is not in it', async () => {
  const ask = (input: object) => reader.ask(recordApi.trend, { goodsId: angelica, item: '水分', ...input })
  const goodSupplier = await supplierOf(good.lotNo)
  const other = suppliers.find((one) => one.name !== goodSupplier)!
  assert.equal((await ask({ supplierId: other.id })).points.length, 0)
  assert.equal((await ask({ to: addDays(today, -1) })).points.length, 0)
  const before = (await ask({})).points.length
  const lot = await receivedLot(as, { material: '当归', quantity: '100' })
  const { inspectionId } = await sampled(as, lot.lotId, 'raw')
  const analyst = await as('jianyan')
  const water = (await analyst.ask(rawInspectionApi.file, { id: inspectionId })).items.find((item) => item.name === '水分')!
  await analyst.ask(rawInspectionApi.record, {
    id: inspectionId,
    results: [{ itemId: water.id, revision: 0, ...measuredAs(water, ['9.91', '9.93']) }],
  })
  assert.equal((await ask({})).points.length, before)
  await refused((await as('other')).ask(recordApi.trend, { goodsId: angelica, item: '水分' }), 'not_found')
})

test('the review of a product counts its batches, yields, results, raw lots and packs of the year, and only of that year', async () => {
  const productId = idOf('当归', 'product')
  const open = await producedBatch(as, { product: '当归', lot: good, quantity: '100' })
  const pack = await releasedPack(as, { batch, packs: 100, spec: '500 g' })
  await reader.ask(stockApi.pack.freeze, { id: pack.lotId, kind: 'complaint', reason: '客户反映色泽偏深' })
  const review = await reader.ask(recordApi.review, { productId, year })
  assert.deepEqual(
    review.batches.map(({ batchNo, lotState, verdict }) => [batchNo, lotState, verdict]).sort(),
    [
      [batch.batchNo, 'conforming', 'PASS'],
      [open.batchNo, 'quarantine', null],
    ].sort(),
  )
  assert.equal(review.yields.count, 2)
  assert.deepEqual([review.packed.lots, review.packed.released, review.packed.waiting], [1, 1, 0])
  const water = review.items.find((item) => item.name === '水分')!
  assert.deepEqual([water.tested, water.failed, water.series.count], [1, 0, 1])
  assert.deepEqual(
    review.rawLots.map(({ lotNo, batches, verdict }) => [lotNo, batches, verdict]),
    [[good.lotNo, 2, 'PASS']],
  )
  assert.deepEqual([review.complaints, review.recalls, review.returns.entries], [1, 0, 0])
  const earlier = await reader.ask(recordApi.review, { productId, year: String(Number(year) - 1) })
  assert.deepEqual([earlier.batches, earlier.items, earlier.rawLots, earlier.packed.lots, earlier.complaints], [[], [], [], 0, 0])
  await refused((await as('other')).ask(recordApi.review, { productId, year }), 'not_found')
})

test('the choices of a herb are its own items, the numeric ones marked', async () => {
  const { items } = await reader.ask(recordApi.choices, { goodsId: angelica })
  assert.ok(items.find((item) => item.name === '水分')!.isNumeric)
  assert.equal(items.find((item) => item.name === '性状')!.isNumeric, false)
  assert.ok(items.length < (await reader.ask(recordApi.choices, {})).items.length)
  assert.deepEqual(
    analysts.map(({ name }) => name),
    ['李检验'],
  )
})
