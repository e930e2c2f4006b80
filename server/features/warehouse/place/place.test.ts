import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { placeApi } from '#contract/warehouse/place.ts'
import { stockApi } from '#contract/warehouse/stock.ts'
import { receivedLot } from '#server/demo/purchase.ts'
import { Refused } from '#server/demo/person.ts'
import { openWorld } from '#server/test/world.ts'

const world = await openWorld()
after(() => world.close())
const keeper = await world.as('zhuguan')

async function refused(asked: Promise<unknown>, code: string, path?: string) {
  const error = await asked.then(
    () => assert.fail(`${code} was not refused`),
    (thrown: unknown) => thrown,
  )
  assert.ok(error instanceof Refused && error.code === code, String(error))
  if (path !== undefined)
    assert.ok(
      error.body.errors.some((one) => one.path === path),
      error.message,
    )
}
const placeNamed = async (code: string) => (await keeper.ask(placeApi.list, { q: code })).rows.find((row) => row.code === code)!
const bin = { code: 'X-01', name: '阴凉西01', warehouse: '西库', zone: 'quarantine' as const, storageCondition: '阴凉' }

test('a bin is made in a zone of a warehouse, found by code, name and initials, and its code is its own', async () => {
  const made = await keeper.ask(placeApi.create, bin)
  assert.deepEqual([made.kind, made.state, made.quantity], ['bin', 'active', '0'])
  assert.deepEqual(
    (await keeper.ask(placeApi.list, { q: 'ylx' })).rows.map((row) => row.code),
    ['X-01'],
  )
  assert.ok((await keeper.ask(placeApi.warehouses, {})).includes('西库'))
  await refused(keeper.ask(placeApi.create, bin), 'place_code_taken')
  await refused(
    keeper.ask(placeApi.create, { ...bin, code: 'X-02', storageCondition: '随便' }),
    'dictionary_item_unknown',
    'storageCondition',
  )
  await refused(keeper.ask(placeApi.create, { ...bin, code: 'x 3' }), 'invalid_input', 'code')
  await refused((await world.as('qa')).ask(placeApi.create, { ...bin, code: 'X-03' }), 'no_permission')
})

test('a bin with goods keeps its zone and its condition and stays in use; empty again it may go', async () => {
  const { lotId } = await receivedLot(world.as)
  const full = (await keeper.ask(placeApi.list, { sort: '-quantity', pageSize: 1 })).rows[0]!
  assert.equal(full.lotCount, 1)
  const { id, rowVersion, name, warehouse, storageCondition } = full
  const as = { id, rowVersion, name, warehouse, zone: full.zone!, storageCondition }
  await refused(keeper.ask(placeApi.disable, { id, reason: '不用了' }), 'place_has_stock')
  await refused(keeper.ask(placeApi.edit, { ...as, zone: 'released' }), 'place_has_stock')
  await refused(keeper.ask(placeApi.edit, { ...as, storageCondition: '双锁' }), 'place_has_stock')
  await assert.rejects(world.change(`update place set is_active = false where id = '${id}'`), /place_has_stock/)
  const renamed = await keeper.ask(placeApi.edit, { ...as, name: '原料待验一号' })
  assert.equal(renamed.name, '原料待验一号')
  await refused(keeper.ask(placeApi.edit, as), 'stale')

  const free = await placeNamed('X-01')
  const clerk = await world.as('cangku')
  await clerk.ask(stockApi.raw.transfer, { id: lotId, fromPlaceId: id, toPlaceId: free.id, quantity: full.quantity, reason: '腾空' })
  assert.equal((await keeper.ask(placeApi.disable, { id, reason: '改造' })).state, 'disabled')
  await refused(
    clerk.ask(stockApi.raw.transfer, { id: lotId, fromPlaceId: free.id, toPlaceId: id, quantity: '1', reason: '放回' }),
    'not_found',
    'toPlaceId',
  )
  await refused(keeper.ask(placeApi.disable, { id, reason: '再停' }), 'wrong_state')
  assert.equal((await keeper.ask(placeApi.enable, { id })).state, 'active')
})

test('the places of the ledger are shown and never touched', async () => {
  const laboratory = await placeNamed('LAB')
  const { id, rowVersion } = laboratory
  await refused(keeper.ask(placeApi.disable, { id, reason: '不用' }), 'place_of_ledger')
  await refused(keeper.ask(placeApi.enable, { id }), 'wrong_state')
  await refused(
    keeper.ask(placeApi.edit, { id, rowVersion, name: '检验室', warehouse: '楼上', zone: 'released', storageCondition: '常温' }),
    'place_of_ledger',
  )
  const supplier = await placeNamed('GONGYING')
  await assert.rejects(world.change(`update place set is_active = false where id = '${supplier.id}'`), /stays as it is/)
})

test('a factory without bins gets a usual set at once, in which the whole life of a lot has room', async () => {
  await refused(keeper.ask(placeApi.furnish, {}), 'places_exist')
  // A factory that has just begun: no bin, but the places of its ledger.
  await world.admin.query(`begin; set local session_replication_role = replica;
    delete from place where kind = 'bin' and enterprise_id <> (select id from enterprise where is_operating); commit`)
  const other = await world.as('other')
  assert.equal((await other.ask(placeApi.list, {})).total, 9)
  const { made } = await other.ask(placeApi.furnish, {})
  const { rows } = await other.ask(placeApi.list, { kind: 'bin', pageSize: 100 })
  assert.equal(rows.length, made)
  assert.equal(new Set(rows.map((row) => row.zone)).size, 7)
  await refused(other.ask(placeApi.furnish, {}), 'places_exist')
})
