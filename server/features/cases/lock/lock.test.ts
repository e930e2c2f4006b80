import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import { authorityLockApi } from '#contract/cases/authority-lock.ts'
import { elementAt, present } from '#contract/kernel/certain.ts'
import { productionApi } from '#contract/making/production-api.ts'
import { packagingApi } from '#contract/packing/packaging.ts'
import { saleApi } from '#contract/selling/sale-api.ts'
import { publicStatuses } from '#contract/tracing/public-trace.ts'
import { stockApi } from '#contract/warehouse/stock.ts'
import { addDays, dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import { scaleFor } from '#server/demo/asset.ts'
import { liftedLock, placedLock, usualLock } from '#server/demo/authority-lock.ts'
import { unlockedPack } from '#server/demo/code-lock.ts'
import { releasedLot } from '#server/demo/inspection.ts'
import { labelledPackaging, packCodes, releasedPack, usualCompletion } from '#server/demo/packaging.ts'
import { secondPerson, signed } from '#server/demo/person.ts'
import { approvedProduction, weighingsOf } from '#server/demo/production.ts'
import { approvedSale, checkedSale, usualTransport } from '#server/demo/sale.ts'
import { refused } from '#server/test/refused.ts'
import { openWorld } from '#server/test/world.ts'
import { verifyDatabase } from '#server/verify/verify.ts'

/* 监管锁定 of a product and of the whole enterprise (decision 0092). */

const world = await openWorld()
after(() => world.close())
const { as } = world

async function shown(code: string): Promise<string[]> {
  const { body } = await world.app.inject({ url: `/index?c=${code}`, headers: { 'user-agent': 'Mozilla/5.0 (iPhone)' } })
  return Object.entries(publicStatuses).flatMap(([name, { title }]) => (body.includes(`<h1>${title}</h1>`) ? [name] : []))
}
const ship = async (id: string) => (await as('wuliu')).ask(saleApi.ship, { id, ...usualTransport(), signature: signed() })
const allocate = async (id: string) => (await as('cangku')).ask(saleApi.allocate, { id })

test('a locked product stands still at once, and its packs say so; another product goes on; the document that lifts it lets it go', async () => {
  const pack = await releasedPack(as, { packs: 20 })
  const other = await releasedPack(as, { product: '白术', buy: { material: '白术' }, packs: 20 })
  const [code, elsewhere] = [elementAt(await packCodes(as, pack.lotNo, 20), 0), elementAt(await packCodes(as, other.lotNo, 20), 0)]
  const ready = await checkedSale(as, { pack, packs: 2 })
  const asked = await approvedSale(as, { pack, packs: 2 })
  const [free, lot] = [await checkedSale(as, { pack: other, packs: 2 }), await releasedLot(as)]
  const making = await approvedProduction(as, { lots: [{ lotId: lot.lotId, quantity: '50' }] })
  const packing = await labelledPackaging(as, { packs: 4 })
  assert.deepEqual([await shown(code), await shown(elsewhere)], [['genuine'], ['genuine']])

  const lock = await placedLock(as, '当归')
  assert.deepEqual(
    [lock.level, lock.subject, lock.placedBy, lock.placedSecondBy, lock.lifted],
    ['product', '当归', '郑质保', '何质量', null],
  )
  assert.deepEqual([await shown(code), await shown(elsewhere)], [['locked'], ['genuine']])
  await refused(ship(ready.id), 'lot_held')
  await refused(allocate(asked.id), 'short_stock')
  await refused((await as('baozhuang')).ask(packagingApi.complete, await usualCompletion(as, packing)), 'lot_held')
  const keeper = await as('cangku')
  const weighings = await weighingsOf(as, making.id)
  const issue = { id: making.id, scaleId: await scaleFor(keeper), weighings, signature: signed(), checker: secondPerson('shengchan') }
  await refused(keeper.ask(productionApi.issue, issue), 'lot_held')
  await ship(free.id)
  const { reasons } = await keeper.ask(stockApi.pack.stock, { id: pack.lotId })
  assert.deepEqual(
    reasons.map(({ kind, isOwn }) => [kind, isOwn]),
    [['regulator', true]],
  )

  await liftedLock(as, lock)
  assert.deepEqual(await shown(code), ['genuine'])
  await ship(ready.id)
  await allocate(asked.id)
})

test('a locked enterprise issues, packs and ships nothing, also not by direct SQL', async () => {
  const pack = await releasedPack(as, { packs: 6 })
  const ready = await checkedSale(as, { pack, packs: 2 })
  const lot = await releasedLot(as)
  const lock = await placedLock(as)
  assert.deepEqual(await shown(elementAt(await packCodes(as, pack.lotNo, 6), 0)), ['locked'])
  await refused(ship(ready.id), 'lot_held')
  const lots = await (await as('shengchan')).ask(productionApi.usableLots, { materialId: await materialOf(lot.lotId) })
  assert.deepEqual(lots, [])
  await assert.rejects(
    world.change(
      `insert into stock_entry (enterprise_id, lot_id, from_place_id, to_place_id, quantity, kind, document_kind, document_id, document_no, reason, by_id, occurred_at)
       select b.enterprise_id, b.lot_id, b.place_id, place_of_kind('customer'), 0.5, 'ship', 'shipment', b.lot_id, 'x', '', (select id from account limit 1), now()
       from stock_balance b where b.lot_id = $1 and b.is_real and b.quantity > 0 limit 1`,
      [pack.lotId],
    ),
    /lot_held/,
  )
  // Another notice of the same: each is lifted by itself.
  const again = await placedLock(as)
  await liftedLock(as, lock)
  await refused(ship(ready.id), 'lot_held')
  await liftedLock(as, again)
  await ship(ready.id)
})

const materialOf = async (lotId: string) =>
  present((await world.admin.query<{ id: string }>(`select material_id as id from lot where id = $1`, [lotId])).rows[0]).id

test('two persons place and lift it, on documents that differ; what the authority said is not changed; the register has every level', async () => {
  const qa = await as('qa')
  const usual = await usualLock(as, '白芍')
  await refused((await as('cangku')).ask(authorityLockApi.place, usual), 'no_permission')
  await refused(qa.ask(authorityLockApi.place, { ...usual, approver: secondPerson('qa') }), 'same_person')
  await refused(qa.ask(authorityLockApi.place, { ...usual, approver: secondPerson('cangku') }), 'signer_lacks_duty')
  await refused(qa.ask(authorityLockApi.place, { ...usual, level: 'enterprise' }), 'invalid_input', 'productId')
  await refused(qa.ask(authorityLockApi.place, { ...usual, productId: randomUUID() }), 'not_found', 'productId')
  const tomorrow = addDays(dayInShanghai(new Date()), 1)
  await refused(qa.ask(authorityLockApi.place, { ...usual, orderedOn: tomorrow }), 'invalid_input', 'orderedOn')
  await refused(qa.ask(authorityLockApi.place, { ...usual, untilOn: '2020-01-01' }), 'invalid_input', 'untilOn')
  const lock = await placedLock(as, '白芍')
  const lifting = {
    ...{ id: lock.id, rowVersion: lock.rowVersion, liftNo: lock.authorityNo, liftOrderedOn: present(lock.orderedOn), conclusion: '符合' },
    ...{ signature: signed(), approver: secondPerson('zhiliang') },
  }
  await refused(qa.ask(authorityLockApi.lift, lifting), 'lift_document_missing', 'liftNo')
  const right = { ...lifting, liftNo: '解1号' }
  await refused(qa.ask(authorityLockApi.lift, { ...right, liftOrderedOn: '2020-01-01' }), 'lift_document_missing', 'liftOrderedOn')
  await refused(qa.ask(authorityLockApi.lift, { ...right, rowVersion: 99 }), 'stale')
  await refused(qa.ask(authorityLockApi.lift, { ...right, approver: secondPerson('qa') }), 'same_person')
  const change = (set: string) => world.change(`update authority_lock set ${set} where id = $1`, [lock.id])
  await assert.rejects(change(`reason = 'x'`), /what the authority said/)
  await assert.rejects(
    change(
      `lifted_by = placed_by, lift_second_by = placed_second_by, lifted_at = now(), lift_no = 'x', lift_ordered_on = today(), conclusion = 'x'`,
    ),
    /signed by two/,
  )
  const lifts = await Promise.allSettled([qa.ask(authorityLockApi.lift, right), qa.ask(authorityLockApi.lift, right)])
  assert.deepEqual(lifts.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected'])
  await refused(qa.ask(authorityLockApi.lift, right), 'not_held')

  const pack = await releasedPack(as, { packs: 3 })
  await unlockedPack(as, elementAt(await packCodes(as, pack.lotNo, 3), 0))
  await qa.ask(stockApi.pack.freeze, { id: pack.lotId, kind: 'regulator', reason: '市局通知' })
  const { rows } = await qa.ask(authorityLockApi.list, {})
  assert.deepEqual([...new Set(rows.map(({ level }) => level))].toSorted(), ['code', 'enterprise', 'lot', 'product'])
  const lasting = await qa.ask(authorityLockApi.list, { lasting: 'yes' })
  assert.deepEqual(
    lasting.rows.map(({ level }) => level),
    ['lot'],
  )
  assert.equal((await qa.ask(authorityLockApi.list, { level: 'product', lasting: 'no' })).total, 2)
  const client = await world.admin.connect()
  try {
    assert.deepEqual((await verifyDatabase(client)).findings, [])
  } finally {
    client.release()
  }
})
