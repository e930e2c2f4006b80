import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { elementAt } from '#contract/kernel/certain.ts'
import { purchaseApi } from '#contract/supply/purchase-api.ts'
import { secondPerson, signed } from '#server/demo/person.ts'
import { approvedOrder, deliveryNote, draftOrder, receivedLot } from '#server/demo/purchase.ts'
import { orderAgain } from '#server/test/order-again.ts'
import { refused } from '#server/test/refused.ts'
import { openWorld } from '#server/test/world.ts'

const world = await openWorld()
after(() => world.close())
const { as } = world
const longxi = { province: '甘肃省' as const, city: '定西市', county: '陇西县', town: '首阳镇', village: '首阳村' }

const lastOf = async (orderId: string) => elementAt((await (await as('cangku')).ask(purchaseApi.receiving, { id: orderId })).lines, 0).last

test('a receipt begins with what the last one of this supplier’s herb from this county said, and with nothing that is weighed or looked at', async () => {
  const order = await approvedOrder(as, { quantity: '100' })
  assert.equal(await lastOf(order.id), null, 'the first delivery knows nothing')
  const note = await deliveryNote(as, order.id)
  await (await as('cangku')).ask(purchaseApi.receive, note)
  const line = elementAt(note.lots, 0)
  const again = await approvedOrder(as, { quantity: '100' })
  const { receiptNo, ...last } = (await lastOf(again.id)) ?? {}
  assert.match(receiptNo ?? '', /^SH/)
  assert.deepEqual(last, {
    packageKind: line.packageKind,
    placeId: line.placeId,
    provenance: {
      species: line.provenance?.species,
      sourceKind: 'cultivated',
      origin: { town: '秦许乡', village: '百花村' },
      primaryProcessing: ['washed', 'sun_dried'],
    },
  })
})

test('what came from another county, or was taken back, is not offered', async () => {
  const mistaken = await receivedLot(as, { material: '党参', quantity: '100' })
  const next = await approvedOrder(as, { material: '党参', quantity: '100' })
  assert.notEqual(await lastOf(next.id), null)
  const elsewhere = await approvedOrder(as, { material: '党参', quantity: '100', origin: longxi })
  assert.equal(await lastOf(elsewhere.id), null)
  await (
    await as('cangku')
  ).ask(purchaseApi.reverse, {
    id: mistaken.receiptId,
    reason: '收错采购单',
    signature: signed(),
    approver: secondPerson('zhiliang'),
  })
  assert.equal(await lastOf(next.id), null)
})

/** One delivery of more lots than are looked through from one end. */
async function manyLots(material: string) {
  const lots = 21
  const order = await approvedOrder(as, { material, quantity: String(lots * 10), origin: longxi })
  const note = await deliveryNote(as, order.id, { quantity: '10', origin: longxi })
  const line = elementAt(note.lots, 0)
  const each = Array.from({ length: lots }, (_, at) => ({ ...line, supplierLotNo: `${line.supplierLotNo}-${at}` }))
  await (await as('cangku')).ask(purchaseApi.receive, { ...note, lots: each })
}

test('neither much else from the same supplier and county nor much of the same herb from elsewhere hides what came last', async () => {
  const astragalus = await receivedLot(as, { material: '黄芪', quantity: '100', origin: longxi })
  const licorice = await receivedLot(as, { material: '甘草', quantity: '100' })
  await manyLots('党参')
  await manyLots('甘草')
  const again = await approvedOrder(as, { material: '黄芪', quantity: '100', origin: longxi })
  assert.equal((await lastOf(again.id))?.receiptNo, astragalus.receiptNo)
  const here = await approvedOrder(as, { material: '甘草', quantity: '100' })
  assert.equal((await lastOf(here.id))?.receiptNo, licorice.receiptNo)
})

test('an order is written and submitted in one, or not at all', async () => {
  const draft = await draftOrder(as, { quantity: '70' })
  const buyer = await as('caigou')
  const order = orderAgain(await buyer.ask(purchaseApi.read, { id: draft.id }))
  assert.equal((await buyer.ask(purchaseApi.create, order)).state, 'draft')
  assert.equal((await buyer.ask(purchaseApi.create, { ...order, submits: true })).state, 'submitted')
  const { rowVersion } = await buyer.ask(purchaseApi.read, { id: draft.id })
  const edited = await buyer.ask(purchaseApi.edit, { id: draft.id, rowVersion, ...order, submits: true })
  assert.equal(edited.state, 'submitted')
  await refused(buyer.ask(purchaseApi.submit, { id: edited.id }), 'wrong_state')
  const given = { category: 'crude_drug', on: order.purchasedOn, supplierId: order.supplierId } as const
  const materials = await buyer.ask(purchaseApi.materials, given)
  const last = materials.find(({ id }) => id === order.lines[0]?.materialId)?.last
  assert.equal(last?.grade, '统货')
  assert.equal(last?.agreedOrigin?.county, '岷县')
})
