import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { exact } from '#contract/kernel/exact-decimal.ts'
import { bulkInspectionApi, rawInspectionApi } from '#contract/laboratory/inspection-api.ts'
import { recordApi } from '#contract/laboratory/record.ts'
import { codeLooks, codeState, qrApi } from '#contract/packing/codes.ts'
import { packagingApi } from '#contract/packing/packaging.ts'
import { packLotApi } from '#contract/release/pack-lot.ts'
import { releaseApi } from '#contract/release/raw-release.ts'
import { saleApi } from '#contract/selling/sale-api.ts'
import { lotKind, lotStates } from '#contract/warehouse/lot.ts'
import { stockApi } from '#contract/warehouse/stock.ts'
import { readRecall, readView, traceApi } from '#contract/tracing/trace.ts'
import { elementAt } from '#contract/kernel/certain.ts'
import { releasedLot } from '#server/demo/inspection.ts'
import { releasedPack } from '#server/demo/packaging.ts'
import { conformingBatch } from '#server/demo/production.ts'
import { codesOf, shippedSale } from '#server/demo/sale.ts'
import { openWorld } from '#server/test/world.ts'

const world = await openWorld()
after(() => world.close())
const { as } = world
const reader = await as('admin')

/** One value that several pages say: each under the name of its page, all the same. */
function same(pages: Record<string, unknown>, what: string) {
  const [first] = Object.values(pages)
  assert.deepEqual(pages, Object.fromEntries(Object.keys(pages).map((page) => [page, first])), what)
}
const kg = (quantity: string) => exact(quantity).toFixed(3)
const found = <Row>(rows: readonly Row[], matches: (row: Row) => boolean) => elementAt(rows.filter(matches), 0)

const raw = await releasedLot(as, { material: '当归', quantity: '300' })
const batch = await conformingBatch(as, { product: '当归', lot: raw, quantity: '120' })
const pack = await releasedPack(as, { batch, packs: 65, spec: '500 g' })
const sale = await shippedSale(as, { pack, packs: pack.spec.packsPerBox + 1 })

/** What 履历 says of a lot, in the graph and in the search. */
async function traced(id: string, lotNo: string) {
  const { nodes } = readView(await reader.ask(traceApi.view, { id }))
  const hits = await reader.ask(traceApi.search, { q: lotNo })
  return { node: found(nodes, (node) => node.id === id), hit: found(hits, (hit) => hit.id === id) }
}

test('a bought lot has one state, one quantity received and one quantity in stock on all pages', async () => {
  const { node, hit } = await traced(raw.lotId, raw.lotNo)
  const inList = found((await reader.ask(stockApi.list, { q: raw.lotNo })).rows, (row) => row.id === raw.lotId)
  const inDrawer = await reader.ask(stockApi.read, { id: raw.lotId })
  const { places } = await reader.ask(stockApi.raw.stock, { id: raw.lotId })
  const decided = found((await reader.ask(releaseApi.list, { q: raw.lotNo })).rows, (row) => row.lotId === raw.lotId)
  const inspected = found((await reader.ask(rawInspectionApi.list, { q: raw.lotNo })).rows, (row) => row.lotId === raw.lotId)
  const recorded = found((await reader.ask(recordApi.list, { q: raw.lotNo })).rows, (row) => row.lotId === raw.lotId)
  same(
    {
      履历: kg(node.quantity),
      查找: kg(hit.quantity),
      库存: kg(inList.quantity),
      详情: kg(inDrawer.quantity),
      净重: kg(inDrawer.net),
      请验: kg(inspected.lotQuantity),
    },
    '收货量',
  )
  const inBins = places.filter((place) => place.zone !== null).map((place) => exact(place.quantity))
  same(
    {
      履历: kg(node.onHand),
      库存: kg(inList.onHand),
      详情: kg(inDrawer.onHand),
      放行: kg(decided.onHand),
      货位: kg(inBins.reduce((sum, one) => sum.plus(one), exact('0')).toFixed()),
    },
    '在库',
  )
  assert.notEqual(kg(node.onHand), kg(node.quantity), 'samples and charges are gone: the two have two names')
  same(
    {
      履历: node.state,
      查找: hit.state,
      库存: inList.state,
      详情: inDrawer.state,
      请验: inspected.lotState,
      质检记录: recorded.lotState,
    },
    '状态',
  )
})

test('a batch is 检验合格 on every page, also when all of it is packed and sold', async () => {
  const { node, hit } = await traced(batch.lotId, batch.batchNo)
  const inspected = found((await reader.ask(bulkInspectionApi.list, { q: batch.batchNo })).rows, (row) => row.lotId === batch.lotId)
  const recorded = found((await reader.ask(recordApi.list, { q: batch.batchNo })).rows, (row) => row.lotId === batch.lotId)
  same({ 履历: node.state, 查找: hit.state, 请验: inspected.lotState, 质检记录: recorded.lotState }, '状态')
  same({ 履历: kg(node.quantity), 查找: kg(hit.quantity), 请验: kg(inspected.lotQuantity) }, '合格产出')
  for (const kind of lotKind.options)
    for (const { label } of Object.values(lotStates[kind]))
      assert.doesNotMatch(label, /待包装|已售|已发/, 'quality is one axis, how much is left another')
})

test('a pack lot has one state, quantity, and unit on all pages that count it', async () => {
  const { node, hit } = await traced(pack.lotId, pack.lotNo)
  const inList = found((await reader.ask(packLotApi.list, { q: pack.lotNo })).rows, (row) => row.id === pack.lotId)
  const inDrawer = await reader.ask(packLotApi.read, { id: pack.lotId })
  const order = found((await reader.ask(packagingApi.list, { q: inList.orderNo })).rows, (row) => row.orderNo === inList.orderNo)
  const [code] = await codesOf(as, pack.lotNo, 1)
  const story = await reader.ask(qrApi.lookUp, { code: code ?? '' })
  const recalled = found(readRecall(await reader.ask(traceApi.recall, { id: pack.lotId })).packLots, (lot) => lot.id === pack.lotId)
  same(
    {
      履历: node.state,
      查找: hit.state,
      成品库存: inList.state,
      详情: inDrawer.state,
      查码: story.lot?.state,
      召回: recalled.state,
    },
    '状态',
  )
  same({ 履历: node.packs, 成品库存: inList.packs, 详情: inDrawer.packs, 召回: recalled.packs }, '包装产出')
  same({ 履历: kg(node.onHand), 成品库存: kg(inList.onHand), 详情: kg(inDrawer.onHand) }, '在库')

  const sold = await reader.ask(saleApi.read, { id: sale.id })
  const { rows: sales } = await reader.ask(saleApi.list, { q: sale.orderNo })
  const note = await reader.ask(saleApi.deliveryNote, { id: sale.id })
  const { events } = await reader.ask(traceApi.timeline, { id: pack.lotId })
  same(
    {
      成品库存: inList.packUnit,
      详情: inDrawer.packUnit,
      包装单: order.packUnit,
      履历: node.packUnit,
      召回: recalled.packUnit,
      销售单: elementAt(sales, 0).packUnit,
      销售单详情: sold.packUnit,
      销售行: elementAt(sold.lines, 0).packUnit,
      出库: sold.shipment?.lines[0]?.packUnit,
      随货同行单: elementAt(note.lines, 0).packUnit,
      时间线: found(events, ({ kind }) => kind === 'shipped').packUnit,
    },
    '单位',
  )
})

test('a code is in one state in the list, in its range and in the look-up, on a box as on the packs in it', async () => {
  const { rows: ranges } = await reader.ask(qrApi.list, { q: pack.lotNo })
  const { picked } = await reader.ask(saleApi.read, { id: sale.id })
  const [gone = ''] = picked.flatMap(({ codes }) => codes)
  const stories = await Promise.all([gone, ...(await codesOf(as, pack.lotNo, 40))].map((code) => reader.ask(qrApi.lookUp, { code })))
  assert.deepEqual(new Set(stories.map(({ level }) => level)), new Set(['pack', 'box']))
  assert.ok(stories.some(({ level, state }) => level === 'box' && state === 'shipped'))
  for (const story of stories) {
    const { spans } = await reader.ask(qrApi.read, { id: story.rangeId })
    const span = found(spans, ({ first, last }) => first <= story.serial && story.serial <= last)
    const inFile = (await reader.ask(qrApi.download, { id: story.rangeId })).split('\r\n')[story.serial] ?? ''
    same({ 查码: story.state, 码段: span.state }, `${story.level} ${story.serial}`)
    assert.ok(inFile.includes(story.code) && inFile.includes(codeLooks[story.state].label), inFile)
    if (story.level === 'box') assert.ok(story.contents.some(({ state }) => state === story.state))
  }
  for (const { id, counts } of ranges) {
    const { spans } = await reader.ask(qrApi.read, { id })
    const counted = (state: (typeof codeState.options)[number]) =>
      spans.filter((span) => span.state === state).reduce((sum, { first, last }) => sum + last - first + 1, 0)
    assert.deepEqual(counts, Object.fromEntries(codeState.options.map((state) => [state, counted(state)])))
  }
  const boxes = found(ranges, ({ level }) => level === 'box')
  assert.deepEqual([boxes.counts.shipped, boxes.counts.activated], [1, 0], 'a box that has left is 已发运, and none is only 已激活')
})
