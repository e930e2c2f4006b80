import assert from 'node:assert/strict'
import { scaleFor } from '#server/demo/asset.ts'
import { after, test } from 'node:test'
import { elementAt } from '#contract/kernel/certain.ts'
import { assetApi } from '#contract/making/asset-api.ts'
import { productionApi } from '#contract/making/production-api.ts'
import { rawInspectionApi } from '#contract/laboratory/inspection-api.ts'
import { packagingApi } from '#contract/packing/packaging.ts'
import { saleApi } from '#contract/selling/sale-api.ts'
import { releasedLot, sampled, sampleOf } from '#server/demo/inspection.ts'
import { plannedPackaging } from '#server/demo/packaging.ts'
import { approvedProduction, doneStep, issuedProduction } from '#server/demo/production.ts'
import { receivedLot } from '#server/demo/purchase.ts'
import { checkedSale, draftSale, shippedSale, usualTransport } from '#server/demo/sale.ts'
import { openWorld } from '#server/test/world.ts'

const world = await openWorld()
after(() => world.close())
const { as } = world

test('the forms of a batch begin with the scale, rooms, machines and kinds of loss of the last time', async () => {
  const { lotId } = await releasedLot(as, { quantity: '900' })
  const lots = [{ lotId, quantity: '100' }]
  const usual = async (id: string) => (await as('shengchan')).ask(productionApi.usual, { id })
  const first = await approvedProduction(as, { lots, line: '7号线' })
  const before = await usual(first.id)
  assert.equal(before.scaleId, null)
  const own = elementAt(before.steps, 0)
  assert.deepEqual(own.losses, [])
  assert.ok(own.roomId !== null && own.equipmentIds.length === 1, 'what stands on its line and is cleared')
  const made = await issuedProduction(as, { lots, line: '8号线' })
  await doneStep(as, made.id)
  const after = await usual(first.id)
  assert.equal(after.scaleId, await scaleFor(await as('cangku')))
  assert.deepEqual(elementAt(after.steps, 0), { ...own, losses: ['impurity', 'non_medicinal'] })
  // What is not cleared is not offered.
  await (await as('shengchan2')).ask(assetApi.soil, { id: own.roomId, reason: '漏水' })
  assert.equal(elementAt((await usual(first.id)).steps, 0).roomId, null)
  const product = (await (await as('shengchan')).ask(productionApi.products, { q: '当归' })).find(({ name }) => name === '当归')
  assert.equal(product?.last?.number, '7号线', 'a line with a batch on it is not offered')
})

test('a sampling begins with how the last lot was sampled, and with nothing that is seen or measured', async () => {
  const { inspectionId } = await sampled(as, (await receivedLot(as, { material: '黄芪' })).lotId, 'raw')
  const keeper = await as('cangku')
  const { lotId } = await receivedLot(as, { material: '黄芪' })
  const next = await keeper.ask(rawInspectionApi.request, {
    lotId,
    department: '仓库',
  })
  const fileOf = async (id: string) => (await as('quyang')).ask(rawInspectionApi.file, { id })
  const { samplingPoint, method, place } = sampleOf('raw')
  assert.deepEqual((await fileOf(next.id)).usualSampling, {
    ...{ samplingPoint, method, place },
    ...{ testNeed: '100.0', test: '100.0', recheck: '100.0', retention: '100.0' },
  })
  assert.equal((await fileOf(inspectionId)).usualSampling, null, 'a lot that is sampled needs none')
})

test('a packaging order begins with what its specification was packed with, a shipment with how goods went last', async () => {
  const sale = await checkedSale(as)
  const transportOf = async (id: string) => (await as('wuliu')).ask(saleApi.usualTransport, { id })
  assert.deepEqual(await transportOf(sale.id), { last: null })
  await shippedSale(as)
  const { departedAt: _, ...travelled } = usualTransport()
  assert.deepEqual(Object.keys((await transportOf(sale.id)).last ?? {}).toSorted(), [
    'carrier',
    'driver',
    'driverPhone',
    'temperature',
    'transportMode',
    'vehicleNo',
  ])
  assert.equal((await transportOf(sale.id)).last?.carrier, travelled.carrier)
  const planned = await plannedPackaging(as)
  const batches = await (await as('baozhuang')).ask(packagingApi.choices, {})
  const lasts = batches.flatMap(({ specs }) => specs).filter(({ id }) => id === planned.spec.id)
  assert.ok(lasts.every(({ last }) => last !== null && last.labelVersion !== ''))
})

test('a sale is written and submitted in one', async () => {
  const draft = await draftSale(as)
  const seller = await as('xiaoshou')
  const { customerId, addressId, lines } = await seller.ask(saleApi.read, { id: draft.id })
  const order = { customerId, addressId, lines: lines.map(({ packSpecId, packs }) => ({ packSpecId, packs })) }
  assert.equal((await seller.ask(saleApi.create, order)).state, 'draft')
  assert.equal((await seller.ask(saleApi.create, { ...order, submits: true })).state, 'submitted')
  const { rowVersion } = await seller.ask(saleApi.read, { id: draft.id })
  assert.equal((await seller.ask(saleApi.edit, { id: draft.id, rowVersion, ...order, submits: true })).state, 'submitted')
})
