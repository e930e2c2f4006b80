import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { customerApi, type CustomerDetail } from '#contract/selling/customer.ts'
import { enterpriseApi } from '#contract/people/enterprise.ts'
import { licenceApi } from '#contract/supply/licence.ts'
import { saleApi } from '#contract/selling/sale-api.ts'
import { addDays, dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import { type Person } from '#server/demo/person.ts'
import { refused } from '#server/test/refused.ts'
import { openWorld, type World } from '#server/test/world.ts'

let world: World
let clerk: Person
const today = dayInShanghai(new Date())
before(async () => {
  world = await openWorld()
  clerk = await world.as('xiaoshou')
})
after(() => world.close())

const address = { province: '陕西省' as const, city: '西安市', address: '碑林区东大街1号', contact: '药房', phone: '029-1' }
const profile = (name: string, creditCode: string | null = null) => ({
  name,
  kind: '诊所' as const,
  creditCode,
  licenceKind: '诊所备案凭证' as const,
  licenceNo: 'BA-1',
  licenceValidUntil: addDays(today, 365),
  scopes: ['中药饮片' as const],
  addresses: [address],
})
const again = ({ name, addresses }: CustomerDetail) => ({
  ...profile(name),
  addresses: addresses.filter((one) => one.isActive).map(({ isActive: _, ...one }) => ({ ...one, province: '陕西省' as const })),
})

/** An order of one pack to a customer's first address. */
async function orderFor(id: string, addressId: string) {
  const goods = await clerk.ask(saleApi.goods, {})
  return clerk.ask(saleApi.create, {
    customerId: id,
    addressId,
    lines: [{ packSpecId: goods.find((one) => !one.isToxic)!.id, packs: 1 }],
  })
}

test('a customer is sold to under their licence, at its addresses, as long as all their papers hold', async () => {
  const { id, code, state } = await clerk.ask(customerApi.create, profile('西安碑林诊所'))
  assert.deepEqual([code, state], ['C006', 'active'])
  const { addresses } = await clerk.ask(customerApi.read, { id })
  const order = await orderFor(id, addresses[0]!.id)
  assert.equal((await clerk.ask(customerApi.read, { id })).orders[0]!.orderNo, order.orderNo)

  const paper = { kind: '营业执照' as const, number: 'YY-1', validFrom: null, validUntil: addDays(today, -1) }
  const { id: licenceId } = await clerk.ask(licenceApi.addOfCustomer, { id, ...paper })
  await refused(orderFor(id, addresses[0]!.id), 'licence_expired')
  await refused(clerk.ask(saleApi.submit, { id: order.id }), 'licence_expired')
  await clerk.ask(licenceApi.putAsideOfCustomer, { id: licenceId, reason: '已换发' })
  await refused(clerk.ask(licenceApi.putAsideOfCustomer, { id: licenceId, reason: '再来' }), 'not_found')
  await clerk.ask(saleApi.submit, { id: order.id })
})

test('an address that left the licence is delivered to no more, and stays on what was written to it', async () => {
  const { id, rowVersion } = await clerk.ask(customerApi.create, profile('西安雁塔诊所'))
  const before = await clerk.ask(customerApi.read, { id })
  const moved = { ...again(before), addresses: [{ ...address, address: '雁塔区小寨路2号' }] }
  await clerk.ask(customerApi.edit, { id, rowVersion, ...moved })
  await refused(clerk.ask(customerApi.edit, { id, rowVersion, ...moved }), 'stale')
  const { addresses } = await clerk.ask(customerApi.read, { id })
  assert.deepEqual(addresses.map((one) => [one.address, one.isActive]), [['雁塔区小寨路2号', true], ['碑林区东大街1号', false]]) // prettier-ignore
  await refused(orderFor(id, before.addresses[0]!.id), 'address_not_licensed')
  const other = (await clerk.ask(customerApi.list, { q: 'C001' })).rows[0]!
  const theirs = (await clerk.ask(customerApi.read, { id: other.id })).addresses[0]!
  const current = await clerk.ask(customerApi.read, { id })
  const strange = { ...again(current), addresses: [{ ...address, id: theirs.id }] }
  await refused(clerk.ask(customerApi.edit, { id, rowVersion: current.rowVersion, ...strange }), 'not_found', 'addresses.0.address')
})

test('a customer without the scope for pieces, or put aside, is not sold to', async () => {
  const { id } = await clerk.ask(customerApi.create, { ...profile('西安无范围诊所'), scopes: [] })
  const { addresses } = await clerk.ask(customerApi.read, { id })
  await refused(orderFor(id, addresses[0]!.id), 'scope_missing')
  await clerk.ask(customerApi.disable, { id, reason: '停业' })
  await refused(orderFor(id, addresses[0]!.id), 'customer_inactive')
  await refused(clerk.ask(customerApi.disable, { id, reason: '再来' }), 'wrong_state')
  assert.equal((await clerk.ask(customerApi.enable, { id })).state, 'active')
  await refused(clerk.ask(customerApi.enable, { id }), 'wrong_state')
})

test('one firm is one customer, found by code, name, initials and licence, and filtered', async () => {
  await refused(clerk.ask(customerApi.create, profile('另一个名字', '91310107MA1D0H08N8')), 'customer_known')
  for (const q of ['C002', '申荣', 'shsr', '沪DA0000002（演示）'])
    assert.deepEqual((await clerk.ask(customerApi.list, { q })).rows.map((row) => row.code), ['C002'], q) // prettier-ignore
  const expiring = (await clerk.ask(customerApi.list, { expiring: 'yes', sort: 'licenceValidUntil' })).rows.map((row) => row.code)
  assert.deepEqual(expiring, ['C004', 'C005'])
  assert.deepEqual((await clerk.ask(customerApi.list, { scope: '毒性中药饮片' })).rows.map((row) => row.code), ['C001']) // prettier-ignore
  await refused((await world.as('wuliu')).ask(customerApi.disable, { id: (await clerk.ask(customerApi.list, { q: 'C002' })).rows[0]!.id, reason: '' }), 'invalid_input') // prettier-ignore
  await refused((await world.as('qa')).ask(customerApi.create, profile('越权')), 'no_permission')
})

test('the enterprise’s own profile and papers are kept by those who may, and the second of two editors is refused', async () => {
  const buyer = await world.as('caigou')
  const own = await buyer.ask(enterpriseApi.own, {})
  assert.deepEqual(own.papers.map((paper) => paper.kind).sort(), ['GMP符合性', '药品生产许可证', '营业执照'].sort())
  const change = {
    rowVersion: own.rowVersion,
    name: own.name,
    licenceNo: own.licenceNo,
    nodeCode: '62112600000001',
    latitude: '34.44',
    longitude: '104.03',
  }
  const saved = await buyer.ask(enterpriseApi.edit, { ...change, province: '甘肃省', address: own.address, phone: own.phone })
  assert.deepEqual([saved.nodeCode, saved.latitude], ['62112600000001', '34.440000'])
  await refused(buyer.ask(enterpriseApi.edit, change), 'stale')
  await refused(buyer.ask(enterpriseApi.edit, { ...change, nodeCode: '12' }), 'invalid_input', 'nodeCode')
  await refused(clerk.ask(enterpriseApi.own, {}), 'no_permission')
  const wrong = { kind: '营业执照' as const, number: 'X', validFrom: today, validUntil: addDays(today, -1) }
  await refused(buyer.ask(licenceApi.addOwn, wrong), 'invalid_input', 'validUntil')
  // A supplier's paper is not reached as the enterprise's own.
  const { rows } = await world.admin.query<{ id: string }>(`select id from licence where supplier_id is not null limit 1`)
  await refused(buyer.ask(licenceApi.putAsideOwn, { id: rows[0]!.id, reason: '误' }), 'not_found')
})

test('the person who runs the platform sees which enterprises are here, and no other person does', async () => {
  const operator = await world.as('admin')
  const { rows } = await operator.ask(enterpriseApi.platformList, {})
  assert.deepEqual(rows.map((row) => row.name), ['岷州本草饮片有限公司', '蜀中饮片厂']) // prettier-ignore
  assert.deepEqual((await operator.ask(enterpriseApi.platformList, { q: 'szyp' })).rows.map((row) => row.name), ['蜀中饮片厂']) // prettier-ignore
  await refused((await world.as('user')).ask(enterpriseApi.platformList, {}), 'no_permission')
  const { rows: seen } = await world.pool.query(`select from platform_enterprises()`)
  assert.equal(seen.length, 0, 'without an enterprise the function answers nothing')
  const client = await world.pool.connect()
  try {
    await client.query('begin')
    await client.query(`select set_config('app.enterprise', $1, true)`, [rows[1]!.id])
    assert.equal((await client.query(`select from platform_enterprises()`)).rows.length, 0, 'nor for another than the operating one')
  } finally {
    await client.query('rollback')
    client.release()
  }
})
