import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { z } from 'zod'
import { correctionApi } from '#contract/cases/correction.ts'
import { elementAt, only, present } from '#contract/kernel/certain.ts'
import { exact } from '#contract/kernel/exact-decimal.ts'
import { paperApi } from '#contract/office/paper.ts'
import { packSpecApi } from '#contract/making/pack-spec.ts'
import { productionApi } from '#contract/making/production-api.ts'
import { readView, traceApi } from '#contract/tracing/trace.ts'
import { productBeside } from '#server/demo/co-product.ts'
import { inspect, releasedLot } from '#server/demo/inspection.ts'
import { releasedPack } from '#server/demo/packaging.ts'
import { signed } from '#server/demo/person.ts'
import { approvedProcess } from '#server/demo/processing.ts'
import { doneStep, finishedProduction, handedOver, issuedProduction, terminatedProduction } from '#server/demo/production.ts'
import { deliveredSale } from '#server/demo/sale.ts'
import { takeFile } from '#server/test/file-hand.ts'
import { readPdf } from '#server/test/read-pdf.ts'
import { refused } from '#server/test/refused.ts'
import { openWorld, type World } from '#server/test/world.ts'
import { verifyDatabase } from '#server/verify/verify.ts'

/* 联产品: a wrong weight is put right by a correction of its step, by two; packed and sold it is a product as any other. */

let world: World
let besideId: string
before(async () => {
  world = await openWorld()
  besideId = (await productBeside(as, '当归', { name: '当归尾' })).id
  const coProducts = [{ productId: besideId, stepNo: 1, min: '5', expected: '10', max: '15' }]
  await approvedProcess(as, '当归', { basis: '净制时分档；允许拼批', yieldMin: '70', allowsBlending: true, coProducts })
})
after(() => world.close())
const as = (userName: string) => world.as(userName)

type Changes = z.input<typeof correctionApi.step.input>['changes']
const reason = '称量单录入错误，见打印条'
const read = async (id: string) => (await as('shengchan')).ask(productionApi.read, { id })
const bornOf = async (id: string) => only((await read(id)).coProducts)
const propose = async (orderId: string, changes: Changes, who = 'qa') => {
  const { id } = elementAt((await read(orderId)).steps, 0)
  return (await as(who)).ask(correctionApi.step, { id, changes, reason, signature: signed() })
}
const approve = async (id: string, who = 'zhiliang') => (await as(who)).ask(correctionApi.approve, { id, signature: signed() })
const weighing = async (orderId: string, quantity: string): Promise<Changes> => ({
  coProducts: [{ lotNo: present((await bornOf(orderId)).lotNo), quantity }],
})
const correct = async (orderId: string, changes: Changes) => approve((await propose(orderId, changes)).id)

/** An order of two lots whose first step is done: 60 kg in, 6 kg of the co-product. */
async function begun() {
  const [one, other] = [await releasedLot(as, { quantity: '60' }), await releasedLot(as, { quantity: '60' })]
  const because = { reason: '按计划' }
  const lots = [
    { lotId: one.lotId, quantity: '40', ...because },
    { lotId: other.lotId, quantity: '20', ...because },
  ]
  const { id } = await issuedProduction(as, { lots })
  await doneStep(as, id)
  return { id, lots: [one, other], lotId: present((await bornOf(id)).lotId) }
}
const toTheEnd = async (id: string) => {
  for (let order = await read(id); order.stepsDone < order.stepsTotal; order = await read(id)) await doneStep(as, id)
}
const plain = (text: string) => exact(text).toFixed()
/** kg of a lot in bins, and of what its parents gave. */
async function written(lotId: string) {
  const { rows } = await world.admin.query<{ lying: string; born: string; parents: string[] }>(
    `select l.quantity::text as born, (select coalesce(sum(b.quantity), 0) from stock_balance b join place p on p.id = b.place_id and p.kind = 'bin' where b.lot_id = l.id)::text as lying,
      (select array_agg(e.quantity::text order by e.quantity desc) from lot_edge e where e.to_lot_id = l.id) as parents from lot l where l.id = $1`,
    [lotId],
  )
  const { lying, born, parents } = only(rows)
  return { lying: plain(lying), born: plain(born), parents: parents.map(plain) }
}
async function closes(...lotIds: string[]) {
  for (const id of lotIds) {
    const { balances } = readView(await (await as('qa')).ask(traceApi.view, { id }))
    assert.deepEqual(
      balances.filter((one) => !one.closes),
      [],
    )
  }
  const client = await world.admin.connect()
  try {
    assert.deepEqual((await verifyDatabase(client)).findings, [])
  } finally {
    client.release()
  }
}

test('written 6, it was 4.5: two persons put it right while the batch is made; its parents gave so much less', async () => {
  const { id, lots, lotId } = await begun()
  assert.deepEqual(await written(lotId), { lying: '6', born: '6', parents: ['4', '2'] })
  const asked = await propose(id, await weighing(id, '4.5'))
  await refused(approve(asked.id, 'qa'), 'no_permission')
  assert.equal((await written(lotId)).born, '6')
  await approve(asked.id)
  assert.deepEqual(await written(lotId), { lying: '4.5', born: '4.5', parents: ['3', '1.5'] })
  const { quantity, share } = await bornOf(id)
  assert.deepEqual([plain(quantity), plain(share)], ['4.5', '7.5'])
  const step = elementAt((await read(id)).steps, 0)
  assert.deepEqual(
    step.corrections
      .filter(({ field }) => field === 'co_product_quantity')
      .map(({ old, new: is }) => [plain(present(old)), plain(present(is))]),
    [['6', '4.5']],
  )
  await closes(lotId)
  // Twice is once more, and it goes on from there to the balance of the batch.
  await correct(id, await weighing(id, '5'))
  await toTheEnd(id)
  const batch = await finishedProduction(as, id, { deviation: '差异已查明' })
  assert.equal(plain(present((await read(id)).balance).coProducts), '5')
  await closes(lotId, batch.lotId, ...lots.map((lot) => lot.lotId))
})

test('the batch record keeps what was struck out, also of water that a correction brought and another took away', async () => {
  const { id } = await begun()
  await correct(id, { water: '0.5' })
  await correct(id, { water: '0' })
  const { content } = await takeFile(world, 'shengchan', paperApi.preview, { kind: 'production_record', id })
  assert.match((await readPdf(content)).join(''), /吸水.*0\.500kg.*0\.000kg/)
})

test('after the end of production the balance follows, the report is issued anew, and what the batch was made of is the rest', async () => {
  const { id, lots, lotId } = await begun()
  await toTheEnd(id)
  const batch = await finishedProduction(as, id)
  const tested = await inspect(as, lotId, { side: 'bulk' })
  const before = await written(batch.lotId)
  await correct(id, await weighing(id, '6.6'))
  // A test took 0.4 kg.
  assert.deepEqual(await written(lotId), { lying: '6.2', born: '6.6', parents: ['4.4', '2.2'] })
  assert.deepEqual(
    (await written(batch.lotId)).parents,
    before.parents.map((kg, index) =>
      exact(kg)
        .minus(index === 0 ? '0.4' : '0.2')
        .toFixed(),
    ),
  )
  const { balance } = await read(id)
  assert.equal(plain(present(balance).coProducts), '6.6')
  const { rows } = await world.admin.query<{ version: number; quantity: string }>(
    `select version, sheet ->> 'quantity' as quantity from report where lot_id = $1 and state = 'approved'`,
    [lotId],
  )
  assert.deepEqual([only(rows).version, tested.reportNo !== undefined], [2, true])
  await closes(lotId, batch.lotId, ...lots.map((lot) => lot.lotId))
})

test('a co-product out of its share is a deviation; more than the step or the charge gave, another lot and one twice are refused', async () => {
  const { id, lotId } = await begun()
  const { lotNo } = await bornOf(id)
  const [first] = [present(lotNo)]
  await refused(propose(id, { coProducts: [{ lotNo: 'X1', quantity: '1' }] }), 'invalid_input', 'changes.coProducts.0.lotNo')
  const twice = [
    { lotNo: first, quantity: '5' },
    { lotNo: first, quantity: '5' },
  ]
  await refused(propose(id, { coProducts: twice }), 'invalid_input', 'changes.coProducts.1.lotNo')
  await refused(propose(id, await weighing(id, '6')), 'nothing_corrected')
  await refused(propose(id, await weighing(id, '0')), 'invalid_input')
  await refused(propose(id, await weighing(id, '30')), 'mass_from_nothing')
  await refused(
    propose(id, { ...(await weighing(id, '60.5')), output: '0.1', losses: [] }),
    'co_product_exceeds_charge',
    'changes.coProducts',
  )
  await correct(id, await weighing(id, '2'))
  const { rows } = await world.admin.query<{ finding: string }>(`select finding from production_deviation where order_id = $1`, [id])
  assert.match(only(rows).finding, /当归尾 2 kg，占投入 3.33/)
  await closes(lotId)
  // Two at once: one of them.
  const { id: correctionId } = await propose(id, await weighing(id, '3'))
  const ends = await Promise.allSettled([approve(correctionId), approve(correctionId)])
  assert.equal(ends.filter(({ status }) => status === 'fulfilled').length, 1)
  await closes(lotId)
})

test('a co-product of a batch that comes in parts waits for its end; of an ended batch it stays as it was rejected', async () => {
  const parted = await begun()
  await toTheEnd(parted.id)
  await handedOver(as, parted.id, '10')
  await refused(propose(parted.id, await weighing(parted.id, '5')), 'batch_unfinished_correction')
  const ended = await begun()
  await terminatedProduction(as, ended.id, { remains: '40' })
  await refused(propose(ended.id, await weighing(ended.id, '5')), 'wrong_state')
})

test('nothing but an approved correction changes the weight of a co-product', async () => {
  const { lotId } = await begun()
  await assert.rejects(
    world.change(`update production_co_product set quantity = 5 where lot_id = $1`, [lotId]),
    /only an approved correction/,
  )
  await assert.rejects(world.change(`delete from production_co_product where lot_id = $1`, [lotId]), /is evidence/)
  await assert.rejects(world.change(`update lot_edge set quantity = 1 where to_lot_id = $1`, [lotId]), /lot_edge is evidence/)
})

test('in a batch with co-products the issue is corrected before and after its end; the co-product keeps its weight', async () => {
  for (const isFinished of [false, true]) {
    const { id, lots, lotId } = await begun()
    let batchId: string | undefined
    if (isFinished) {
      await toTheEnd(id)
      batchId = (await finishedProduction(as, id)).lotId
    }
    const issue = present((await read(id)).issue)
    const piece = issue.weighings.findIndex(({ lotNo }) => lotNo === lots[0]?.lotNo) + 1
    const { gross, tare } = elementAt(issue.weighings, piece - 1)
    const asked = {
      id: issue.id,
      changes: { weighings: [{ piece, gross: exact(gross).plus(1).toFixed(), tare }] },
      reason,
      signature: signed(),
    }
    await approve((await (await as('qa')).ask(correctionApi.issue, asked)).id)
    assert.equal((await written(lotId)).born, '6')
    if (batchId !== undefined) assert.deepEqual((await written(batchId)).parents, ['37', '18'])
    // And the co-product after it.
    await correct(id, await weighing(id, '5.4'))
    await closes(lotId, ...lots.map((lot) => lot.lotId), ...(batchId === undefined ? [] : [batchId]))
  }
})

test('a co-product is packed, released and sold as the product that it is; then its weight stays', async () => {
  const office = await as('admin')
  const spec = {
    productId: besideId,
    name: '尾 袋装',
    netQuantity: '0.5',
    packUnit: '袋',
    packsPerBox: 10,
    codeScheme: 'INTERNAL' as const,
  }
  await office.ask(packSpecApi.create, spec)
  const { id, lots, lotId } = await begun()
  await toTheEnd(id)
  const batch = await finishedProduction(as, id)
  await (await as('qa')).ask(productionApi.review, { id, signature: signed() })
  await inspect(as, lotId, { side: 'bulk' })
  const pack = await releasedPack(as, { batch: { lotId, batchNo: present((await bornOf(id)).lotNo) }, packs: 10 })
  await deliveredSale(as, { pack, packs: 3 })
  const { nodes } = readView(await (await as('qa')).ask(traceApi.view, { id: pack.lotId }))
  for (const lot of lots) assert.ok(nodes.some(({ lotNo }) => lotNo === lot.lotNo))
  assert.ok(!nodes.some(({ lotNo }) => lotNo === batch.batchNo), 'it does not descend from the batch')
  await refused(propose(id, await weighing(id, '5.5')), 'goods_left')
  await closes(pack.lotId, lotId, batch.lotId)
})
