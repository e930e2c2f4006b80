import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { numberedObjects, numberingApi, numberText, usualOwnerOf, type NumberedObject } from '#contract/office/numbering.ts'
import { dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import { approvedOrder, receivedLot } from '#server/demo/purchase.ts'
import { verifyDatabase } from '#server/verify/verify.ts'
import { refused } from '#server/test/refused.ts'
import { openWorld } from '#server/test/world.ts'

const world = await openWorld()
after(() => world.close())
const keeper = await world.as('zhuguan')
const today = dayInShanghai(new Date())

const findings = async () => {
  const client = await world.admin.connect()
  try {
    return (await verifyDatabase(client)).findings
  } finally {
    client.release()
  }
}
const rule = async (object: NumberedObject) =>
  (await keeper.ask(numberingApi.list, { pageSize: 100 })).rows.find((row) => row.object === object)!
const set = async (object: NumberedObject, format: { prefix: string; datePart?: 'YYYYMMDD' | 'YYMMDD' | 'YYYYMM'; digits?: number }) => {
  const { rowVersion, datePart, digits } = await rule(object)
  return keeper.ask(numberingApi.set, { object, rowVersion, datePart, digits, ...format, reason: '按本厂文件' })
}

test('every object is usually numbered by a prefix of its own, and its example is the number it gets', async () => {
  for (const object of Object.keys(numberedObjects) as NumberedObject[])
    assert.equal(usualOwnerOf(numberedObjects[object].prefix, object), undefined, object)
  const { nextNo, isOwn } = await rule('CG')
  assert.deepEqual([nextNo, isOwn], [numberText(numberedObjects.CG, today, 1), false])
  const { orderNo } = await approvedOrder(world.as)
  const { rows } = await world.admin.query(`select order_no from purchase_order order by order_no limit 1`)
  assert.ok(orderNo.startsWith('CG'))
  assert.match(rows[0].order_no, /^CG\d{8}001$/)
})

test('another rule counts for new numbers only; every number given is given once, and the verifier reads them all', async () => {
  const own = await set('YL', { prefix: 'YLP', datePart: 'YYYYMM', digits: 4 })
  assert.deepEqual([own.isOwn, own.nextNo], [true, numberText(own, today, 1)])
  const first = await receivedLot(world.as)
  const second = await receivedLot(world.as)
  const lots = await world.admin.query<{ lot_no: string }>(`select lot_no from lot where id = any($1) order by lot_no`, [
    [first.lotId, second.lotId],
  ])
  assert.deepEqual(
    lots.rows.map((row) => /^YLP\d{6}\d{4}01$/.test(row.lot_no)),
    [true, true],
    JSON.stringify(lots.rows),
  )
  // Back to what it was: the numbers continue where they were.
  const back = await set('YL', { prefix: 'YL', datePart: 'YYMMDD', digits: 2 })
  assert.equal(back.isOwn, true)
  await receivedLot(world.as)
  assert.deepEqual(await findings(), [])
})

test('a prefix belongs to one object and one date format for ever', async () => {
  await refused(set('XS', { prefix: 'CG' }), 'number_prefix_taken')
  await refused(set('XS', { prefix: 'YLP' }), 'number_prefix_taken')
  await set('XS', { prefix: 'XSD' })
  await refused(set('CK', { prefix: 'XSD' }), 'number_prefix_taken')
  await refused(set('YL', { prefix: 'YLP', datePart: 'YYMMDD' }), 'number_prefix_bound')
  await refused(set('CG', { prefix: 'CG', datePart: 'YYYYMM' }), 'number_prefix_bound')
  await refused(set('CG', { prefix: '' }), 'number_prefix_needed')
  await refused(set('CG', { prefix: 'cg' }), 'invalid_input')
  await refused(set('CG', { prefix: 'CG', digits: 1 }), 'invalid_input')
  await refused(
    keeper.ask(numberingApi.set, { object: 'XS', rowVersion: 0, prefix: 'XSE', datePart: 'YYYYMMDD', digits: 3, reason: '旧页面' }),
    'stale',
  )
  await assert.rejects(
    world.change(`insert into number_counter (enterprise_id, object, prefix, date_part, digits, day, last)
      select id, 'CK', 'CG', 'YYYYMMDD', 3, today(), 1 from enterprise where is_operating`),
    /number_prefix_of_one_object/,
  )
})

test('digits that change in the middle of a day begin with the next one', async () => {
  const { orderNo: before } = await approvedOrder(world.as)
  const changed = await set('CG', { prefix: 'CG', digits: 5 })
  assert.equal(changed.digits, 5)
  const { orderNo } = await approvedOrder(world.as)
  assert.equal(orderNo.length, before.length)
  assert.deepEqual(await findings(), [])
})
