import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { scaleFor } from '#server/demo/asset.ts'
import { after, before, test } from 'node:test'
import type { Endpoint } from '#contract/kernel/endpoint.ts'
import { productionApi } from '#contract/making/production-api.ts'
import { purchaseApi } from '#contract/supply/purchase-api.ts'
import { saleApi } from '#contract/selling/sale-api.ts'
import { stockApi } from '#contract/warehouse/stock.ts'
import { buildApp } from '#server/app.ts'
import { openPool } from '#server/db/pool.ts'
import { releasedLot } from '#server/demo/inspection.ts'
import { releasedPack } from '#server/demo/packaging.ts'
import { Refused, requestOf, secondPerson, signed } from '#server/demo/person.ts'
import { approvedProduction, weighingsOf } from '#server/demo/production.ts'
import { approvedOrder, deliveryNote, draftOrder, receivedLot } from '#server/demo/purchase.ts'
import { approvedSale } from '#server/demo/sale.ts'
import { verifyDatabase } from '#server/verify/verify.ts'
import { openWorld, testInstallation, type World } from './world.ts'

let world: World
before(async () => {
  world = await openWorld()
})
after(() => world.close())

/** One request as it goes over the wire, answers of every status alike. */
async function send(userName: string, endpoint: Endpoint, input: Record<string, unknown>, key: string, app = world.app) {
  const { cookie } = await world.as(userName)
  const { statusCode, body } = await app.inject({ ...requestOf(endpoint, input), headers: { cookie, 'idempotency-key': key } })
  return { statusCode, body }
}
const times = <Result>(count: number, work: (turn: number) => Promise<Result>) =>
  Promise.all(Array.from({ length: count }, (_, turn) => work(turn)))
const count = async (statement: string, ...values: unknown[]) =>
  Number((await world.admin.query<{ n: string }>(statement, values)).rows[0]!.n)
const orders = () => count(`select count(*) as n from purchase_order`)

/** An order's input that the database has never seen. */
async function newOrder(as = world.as) {
  const { id } = await draftOrder(as)
  const { rowVersion: _, ...order } = await (await as('caigou')).ask(purchaseApi.read, { id })
  const { category, supplierId, purchasedOn, expectedOn } = order
  const lines = order.lines.map(({ materialId, grade, agreedOrigin, quantity, unitPrice }) => ({
    materialId,
    grade,
    agreedOrigin,
    quantity,
    unitPrice,
  }))
  return { category, supplierId, contractNo: '', qualityAgreementNo: '', purchasedOn, expectedOn, remark: '', lines }
}

test('sixteen sends of one order make one order, and all get the same answer', async () => {
  const input = await newOrder()
  const before = await orders()
  const key = randomUUID()
  const answers = await times(16, () => send('caigou', purchaseApi.create, input, key))
  assert.equal(answers[0]!.statusCode, 200, answers[0]!.body)
  assert.equal(new Set(answers.map((answer) => JSON.stringify(answer))).size, 1)
  assert.equal(await orders(), before + 1)
})

test('two servers on one database keep the promise together', async () => {
  const pool = openPool(world.pool.options.connectionString!, { size: 10 })
  const other = await buildApp({ pool, installation: testInstallation })
  try {
    const input = await newOrder()
    const before = await orders()
    const key = randomUUID()
    const answers = await times(12, (turn) => send('caigou', purchaseApi.create, input, key, turn % 2 === 0 ? world.app : other))
    assert.equal(new Set(answers.map((answer) => JSON.stringify(answer))).size, 1)
    assert.equal(answers[0]!.statusCode, 200)
    assert.equal(await orders(), before + 1)
  } finally {
    await other.close()
    await pool.end()
  }
})

test('a refusal is one answer too: sixteen sends of a refused step get the same refusal, kept once', async () => {
  const order = await draftOrder(world.as)
  const key = randomUUID()
  // Still a draft: it cannot be approved.
  const answers = await times(16, () => send('shengchan2', purchaseApi.approve, { id: order.id }, key))
  assert.equal(answers[0]!.statusCode, 409, answers[0]!.body)
  assert.equal(new Set(answers.map((answer) => JSON.stringify(answer))).size, 1, 'the request id of the first answer included')
})

test('the same key for another request is refused, for another person or later it is their own', async () => {
  const input = await newOrder()
  const key = randomUUID()
  assert.equal((await send('caigou', purchaseApi.create, input, key)).statusCode, 200)
  const changed = await send('caigou', purchaseApi.create, { ...input, remark: '另一单' }, key)
  assert.deepEqual([changed.statusCode, JSON.parse(changed.body).code], [422, 'key_reused'])
  assert.equal((await send('admin', purchaseApi.create, input, key)).statusCode, 200)
})

test('numbers have no gaps, though every other step is refused or breaks off', async () => {
  const input = await newOrder()
  const bad = { ...input, lines: input.lines.map((line) => ({ ...line, materialId: randomUUID() })) }
  const answers = await times(24, (turn) => send('caigou', purchaseApi.create, turn % 2 === 0 ? input : bad, randomUUID()))
  assert.deepEqual(
    [...new Set(answers.filter((_, turn) => turn % 2 === 1).map((answer) => answer.statusCode >= 400 && answer.statusCode < 500))],
    [true],
  )
  const { rows } = await world.admin.query<{ serial: number }>(
    `select substring(order_no from 11)::integer as serial from purchase_order where purchased_on = $1 order by 1`,
    [input.purchasedOn],
  )
  assert.deepEqual(
    rows.map((row) => row.serial),
    rows.map((_, place) => place + 1),
  )
  assert.ok(rows.length >= 12)
})

test('numbers have no gaps across two servers, though every connection to the database is cut in the middle', async () => {
  const input = await newOrder()
  const pool = openPool(world.pool.options.connectionString!, { size: 10 })
  const other = await buildApp({ pool, installation: testInstallation })
  const working = times(20, (turn) => send('caigou', purchaseApi.create, input, randomUUID(), turn % 2 === 0 ? world.app : other))
  const cut = await world.admin.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and usename = 'bencao_app'`,
  )
  assert.ok(cut.rowCount! > 0)
  const answers = await working
  assert.deepEqual(
    [...new Set(answers.map((answer) => answer.statusCode))].filter((status) => ![200, 503].includes(status)),
    [],
  )
  await other.close()
  await pool.end()
  const { rows } = await world.admin.query<{ missing: boolean }>(
    `select count(*) <> max(substring(order_no from 11)::integer) as missing from purchase_order where purchased_on = $1`,
    [input.purchasedOn],
  )
  assert.equal(rows[0]!.missing, false)
})

test('a client that hangs up and asks again with its key has one order', async () => {
  const address = await world.app.listen({ port: 0, host: '127.0.0.1' })
  const { cookie } = await world.as('caigou')
  const input = await newOrder()
  const before = await orders()
  const body = JSON.stringify(input)
  const { hostname, port, host } = new URL(address)
  for (let turn = 0; turn < 5; turn++) {
    const key = randomUUID()
    const socket = connect(Number(port), hostname)
    await once(socket, 'connect')
    socket.write(
      `POST /api/purchase-orders HTTP/1.1\r\nhost: ${host}\r\ncookie: ${cookie}\r\nidempotency-key: ${key}\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    )
    await new Promise((later) => setTimeout(later, turn * 3))
    socket.destroy()
    assert.equal((await send('caigou', purchaseApi.create, input, key)).statusCode, 200)
  }
  assert.equal(await orders(), before + 5)
})

test('of approval and sending back at the same moment one wins', async () => {
  for (let turn = 0; turn < 5; turn++) {
    const order = await draftOrder(world.as)
    await (await world.as('caigou')).ask(purchaseApi.submit, { id: order.id })
    const answers = await Promise.all([
      send('shengchan2', purchaseApi.approve, { id: order.id }, randomUUID()),
      send('shengchan2', purchaseApi.sendBack, { id: order.id, reason: '数量请再核' }, randomUUID()),
    ])
    assert.deepEqual(answers.map((answer) => answer.statusCode).sort(), [200, 409], answers.map((answer) => answer.body).join())
  }
})

test('of two people who edit one order at once, one learns that it has changed', async () => {
  const order = await draftOrder(world.as)
  const { rowVersion } = await (await world.as('caigou')).ask(purchaseApi.read, { id: order.id })
  const input = await newOrder()
  const answers = await times(4, (turn) =>
    send('caigou', purchaseApi.edit, { ...input, id: order.id, rowVersion, remark: `第${turn}次` }, randomUUID()),
  )
  assert.deepEqual(answers.map((answer) => answer.statusCode).sort(), [200, 409, 409, 409], answers.map((answer) => answer.body).join())
  assert.ok(answers.filter((answer) => answer.statusCode === 409).every((answer) => JSON.parse(answer.body).code === 'stale'))
})

test('goods that come once are received once, although the note is sent several times', async () => {
  const order = await approvedOrder(world.as, { quantity: '100' })
  const note = await deliveryNote(world.as, order.id, { quantity: '100' })
  const answers = await times(6, () => send('cangku', purchaseApi.receive, note, randomUUID()))
  assert.equal(answers.filter((answer) => answer.statusCode === 200).length, 1, answers.map((answer) => answer.body).join())
  assert.equal(await count(`select sum(net_total) as n from receipt where order_id = $1`, order.id), 100)
})

test('of ten people who each want 100 kg of 500, five get it', async () => {
  const lot = await receivedLot(world.as, { quantity: '500' })
  const keeper = await world.as('cangku')
  const { places } = await keeper.ask(stockApi.raw.stock, { id: lot.lotId })
  const targets = await keeper.ask(stockApi.raw.targets, { id: lot.lotId })
  const toPlaceId = targets.find((bin) => bin.id !== places[0]!.id)!.id
  const move = { id: lot.lotId, fromPlaceId: places[0]!.id, toPlaceId, quantity: '100', reason: '移库' }
  const answers = await times(10, () => send('cangku', stockApi.raw.transfer, move, randomUUID()))
  assert.equal(answers.filter((answer) => answer.statusCode === 200).length, 5)
  assert.ok(answers.every((answer) => answer.statusCode === 200 || JSON.parse(answer.body).code === 'short_stock'))
})

test('two blends that take the same lots in opposite order both get them; no step waits in a circle', async () => {
  const lots = [await releasedLot(world.as, { quantity: '200' }), await releasedLot(world.as, { quantity: '200' })]
  const charges = lots.map((lot) => ({ lotId: lot.lotId, quantity: '20', reason: '按计划' }))
  const blends = await times(4, (turn) =>
    approvedProduction(world.as, { product: '当归', lots: turn % 2 === 0 ? charges : charges.toReversed() }).catch(
      (error: unknown) => error,
    ),
  )
  const made = blends.filter((one) => !(one instanceof Refused)) as Awaited<ReturnType<typeof approvedProduction>>[]
  for (const refused of blends.filter((one) => one instanceof Refused)) assert.equal(refused.code, 'blend_not_allowed')
  const single = await times(4, (turn) => approvedProduction(world.as, { lots: [charges[turn % 2]!] }))
  const answers = await Promise.all(
    [...made, ...single].map(async ({ id }) =>
      send(
        'cangku',
        productionApi.issue,
        {
          id,
          scaleId: await scaleFor(await world.as('cangku')),
          weighings: await weighingsOf(world.as, id),
          signature: signed(),
          checker: secondPerson('shengchan'),
        },
        randomUUID(),
      ),
    ),
  )
  assert.deepEqual(
    answers.map((answer) => answer.statusCode),
    answers.map(() => 200),
    answers.map((answer) => answer.body).join(),
  )
})

test('of four orders for the last packs, no pack is promised twice', async () => {
  const pack = await releasedPack(world.as, { packs: 10 })
  const sales = await times(4, () => approvedSale(world.as, { pack, packs: 4 }))
  const answers = await Promise.all(sales.map((sale) => send('cangku', saleApi.allocate, { id: sale.id }, randomUUID())))
  assert.ok(answers.every((answer) => answer.statusCode === 200 || answer.statusCode === 409))
  assert.equal(answers.filter((answer) => answer.statusCode === 200).length, 2, answers.map((answer) => answer.body).join())
  assert.equal(await count(`select sum(packs) as n from sales_allocation where lot_id = $1`, pack.lotId), 8)
})

test('after all of this the books agree', async () => {
  const client = await world.admin.connect()
  try {
    assert.deepEqual((await verifyDatabase(client)).findings, [])
  } finally {
    client.release()
  }
})
