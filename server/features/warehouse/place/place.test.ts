import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { accountApi } from '#contract/people/account.ts'
import { zones, type Zone } from '#contract/warehouse/movement.ts'
import { dutiesThatFill, placeApi } from '#contract/warehouse/place.ts'
import { stockApi } from '#contract/warehouse/stock.ts'
import { acceptedPieces } from '#server/demo/pack-material.ts'
import { receivedLot } from '#server/demo/purchase.ts'
import { refused } from '#server/test/refused.ts'
import { openWorld } from '#server/test/world.ts'

const world = await openWorld()
after(() => world.close())
const keeper = await world.as('zhuguan')

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

test('bins come in the order of what lies in them; what is counted has no weight', async () => {
  const [light, heavy, counted] = [
    await receivedLot(world.as, { quantity: '90' }),
    await receivedLot(world.as, { quantity: '1200' }),
    await acceptedPieces(world.as),
  ]
  const clerk = await world.as('cangku')
  const inOwnBin = async (lotId: string, code: string, zone: Zone) => {
    const to = await keeper.ask(placeApi.create, { ...bin, code, name: code, zone })
    const [here] = (await clerk.ask(stockApi.raw.stock, { id: lotId })).places
    await clerk.ask(stockApi.raw.transfer, {
      id: lotId,
      fromPlaceId: here!.id,
      toPlaceId: to.id,
      quantity: here!.quantity,
      reason: '分开存放',
    })
  }
  await inOwnBin(light.lotId, 'X-90', 'quarantine')
  await inOwnBin(heavy.lotId, 'X-1200', 'quarantine')
  await inOwnBin(counted.lotId, 'X-0', 'released')
  const { rows } = await keeper.ask(placeApi.list, { q: 'X-', sort: '-quantity' })
  assert.deepEqual(
    rows.filter(({ code, lotCount }) => lotCount > 0 && code !== 'X-01').map(({ code, quantity, lotCount }) => [code, quantity, lotCount]),
    [
      ['X-1200', '1200.0000', 1],
      ['X-90', '90.0000', 1],
      ['X-0', '0', 1],
    ],
  )
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

test('a person who puts goods into a zone chooses among its bins; other zones and other people are refused', async () => {
  const holders: Record<Zone, string> = {
    quarantine: 'cangku',
    released: 'qa',
    rejected: 'shouquan',
    returned: 'cangku',
    bulk: 'shengchan',
    pack_quarantine: 'baozhuang',
    pack_released: 'shouquan',
  }
  for (const zone of Object.keys(zones) as Zone[]) {
    const holder = await world.as(holders[zone])
    const offered = await holder.ask(placeApi.bins, { zone, toxic: 'no' })
    assert.ok(offered.length > 0 && offered.every((one) => one.zone === zone), zone)
    const { duties } = await holder.ask(accountApi.current, {})
    assert.ok(
      dutiesThatFill[zone].some((duty) => duties.includes(duty)),
      zone,
    )
    for (const person of ['caigou', 'xiaoshou', 'jianyan'])
      await refused((await world.as(person)).ask(placeApi.bins, { zone, toxic: 'no' }), 'no_permission')
  }
  // Unused material goes back by the hands of production, into the zone of its state; rejected goods only when their order is cancelled.
  await refused((await world.as('shengchan')).ask(placeApi.bins, { zone: 'rejected', toxic: 'no' }), 'no_permission')
  // Packing puts packs where they wait for their release, and bags and boxes that it did not use back where their lot lies: released, due for its test again,
  // or rejected meanwhile. It never fills a bin from which is sold, nor one of batches or of what customers sent back.
  const packer = await world.as('baozhuang')
  for (const zone of ['pack_quarantine', 'released', 'quarantine', 'rejected'] as const)
    assert.ok((await packer.ask(placeApi.bins, { zone, toxic: 'no' })).length > 0, zone)
  for (const zone of ['pack_released', 'bulk', 'returned'] as const)
    await refused(packer.ask(placeApi.bins, { zone, toxic: 'no' }), 'no_permission')
})

test('toxic goods are offered the double-locked store and nothing else is; a disabled bin is not offered', async () => {
  const clerk = await world.as('cangku')
  const ordinary = await clerk.ask(placeApi.bins, { zone: 'quarantine', toxic: 'no' })
  const toxic = await clerk.ask(placeApi.bins, { zone: 'quarantine', toxic: 'yes' })
  const { rows } = await keeper.ask(placeApi.list, { zone: 'quarantine', state: 'active', pageSize: 200 })
  const codesOf = (bins: readonly { code: string }[]) => bins.map((one) => one.code)
  assert.deepEqual(codesOf(ordinary), codesOf(rows.filter((row) => row.storageCondition !== '双锁')))
  assert.deepEqual(codesOf(toxic), codesOf(rows.filter((row) => row.storageCondition === '双锁')))
  assert.ok(toxic.length > 0)
  const made = await keeper.ask(placeApi.create, { ...bin, code: 'X-09', name: '将停用' })
  assert.ok(codesOf(await clerk.ask(placeApi.bins, { zone: 'quarantine', toxic: 'no' })).includes('X-09'))
  await keeper.ask(placeApi.disable, { id: made.id, reason: '不用了' })
  assert.ok(!codesOf(await clerk.ask(placeApi.bins, { zone: 'quarantine', toxic: 'no' })).includes('X-09'))
})

test('bins of the warehouse where the goods are come first', async () => {
  const releaser = await world.as('shouquan')
  const warehousesOf = async (from: Zone) =>
    (await releaser.ask(placeApi.bins, { zone: 'rejected', toxic: 'no', from })).map((one) => one.warehouse)
  const near = async (from: Zone) =>
    new Set((await keeper.ask(placeApi.list, { zone: from, pageSize: 200 })).rows.map((row) => row.warehouse))
  for (const from of ['quarantine', 'pack_quarantine'] as const) assert.ok((await near(from)).has((await warehousesOf(from))[0]!), from)
})
