import assert from 'node:assert/strict'
import { scaleFor } from '#server/demo/asset.ts'
import { after, test } from 'node:test'
import type { z } from 'zod'
import { caseApi } from '#contract/cases/impact.ts'
import { correctionApi } from '#contract/cases/correction.ts'
import { elementAt, only, present } from '#contract/kernel/certain.ts'
import { exact } from '#contract/kernel/exact-decimal.ts'
import { productionApi } from '#contract/making/production-api.ts'
import { stockApi } from '#contract/warehouse/stock.ts'
import { releasedLot } from '#server/demo/inspection.ts'
import { releasedPack } from '#server/demo/packaging.ts'
import { secondPerson, signed } from '#server/demo/person.ts'
import { approvedProcess } from '#server/demo/processing.ts'
import {
  approvedProduction,
  conformingBatch,
  doneStep,
  finishedProduction,
  issuedProduction,
  producedBatch,
  steppedProduction,
  weighingsOf,
} from '#server/demo/production.ts'
import { shippedSale } from '#server/demo/sale.ts'
import { refused } from '#server/test/refused.ts'
import { openWorld } from '#server/test/world.ts'
import { verifyDatabase } from '#server/verify/verify.ts'

const world = await openWorld()
after(() => world.close())
const { as } = world
const reason = '称量单录入错误，见称量原始打印条'
const because = { reason: '按生产计划使用该批' }

type Changes = z.input<typeof correctionApi.issue.input>['changes']

const recordOf = async (orderId: string) => (await as('shengchan')).ask(productionApi.read, { id: orderId })
const issueOf = async (orderId: string) => present((await recordOf(orderId)).issue)
const propose = async (orderId: string, changes: Changes, who = 'qa') =>
  (await as(who)).ask(correctionApi.issue, { id: (await issueOf(orderId)).id, changes, reason, signature: signed() })
const approve = async (id: string, who = 'zhiliang') => (await as(who)).ask(correctionApi.approve, { id, signature: signed() })
const correct = async (orderId: string, changes: Changes) => approve((await propose(orderId, changes)).id)

/** The first step took in so much in truth. */
async function correctInput(orderId: string, input: string) {
  const { id } = elementAt((await recordOf(orderId)).steps, 0)
  const step = await (await as('qa')).ask(correctionApi.step, { id, changes: { input }, reason, signature: signed() })
  await approve(step.id)
}

/** A container with so much in it, in 1.2 kg of tare. */
const weighed = (net: string, piece = 1): Changes => ({ weighings: [{ piece, gross: exact(net).plus('1.2').toFixed(), tare: '1.2' }] })

const lying = async (lotId: string, kind: 'bin' | 'production' = 'bin') => {
  const { rows } = await world.admin.query<{ kg: string }>(
    `select coalesce(sum(b.quantity), 0)::text as kg from stock_balance b join place p on p.id = b.place_id and p.kind = $2 where b.lot_id = $1`,
    [lotId, kind],
  )
  return exact(only(rows).kg).toFixed()
}

const edgesOf = async (batch: string) =>
  (
    await world.admin.query<{ from: string; quantity: string; share: string }>(
      `select from_lot_id as from, quantity::text, share::text from lot_edge where to_lot_id = $1 and step = 'production' order by role desc, quantity desc`,
      [batch],
    )
  ).rows

async function assertVerified() {
  const client = await world.admin.connect()
  try {
    assert.deepEqual((await verifyDatabase(client)).findings, [])
  } finally {
    client.release()
  }
}

test('issued 100, it was 98: before the first step two persons put the weight right, and the bin has the rest', async () => {
  const lot = await releasedLot(as, { quantity: '150' })
  const before = await lying(lot.lotId)
  const order = await issuedProduction(as, { lots: [{ lotId: lot.lotId, quantity: '100', ...because }] })
  const proposed = await propose(order.id, weighed('98'))
  assert.match(proposed.subject, /领料 LL/)
  assert.equal(elementAt((await issueOf(order.id)).weighings, 0).net, '100')

  assert.equal((await approve(proposed.id)).state, 'approved')
  const issue = await issueOf(order.id)
  assert.deepEqual(
    issue.weighings.map(({ gross, tare, net }) => [gross, tare, net]),
    [['99.2', '1.2', '98']],
  )
  const [change] = issue.corrections
  assert.deepEqual([change?.field, change?.correctionNo], ['weighings', proposed.correctionNo])
  assert.match(present(change?.old), /"net": "100"/)
  assert.deepEqual([await lying(lot.lotId), await lying(lot.lotId, 'production')], [exact(before).minus(98).toFixed(), '98'])
  const { rows } = await world.admin.query(
    `select kind, quantity::text from stock_entry where lot_id = $1 and (kind = 'issue' or reverses is not null) order by id`,
    [lot.lotId],
  )
  assert.deepEqual(rows, [
    { kind: 'issue', quantity: '100.0000' },
    { kind: 'reversal', quantity: '100.0000' },
    { kind: 'issue', quantity: '98.0000' },
  ])
  const { signatures } = await recordOf(order.id)
  assert.deepEqual(
    signatures.filter(({ of }) => of.startsWith('领料单')).map(({ holds, supersededBy }) => [holds, supersededBy]),
    [
      [false, proposed.correctionNo],
      [false, proposed.correctionNo],
    ],
  )
  // The first step takes in what was there in truth.
  await refused(doneStep(as, order.id, { input: '99' }), 'input_exceeds', 'input')
  await doneStep(as, order.id)
  assert.equal(elementAt((await recordOf(order.id)).steps, 0).input, '98.0000')
  await assertVerified()
})

test('a finished batch follows: stock, edge, balance and percents, twice over', async () => {
  const lot = await releasedLot(as, { quantity: '150' })
  const before = await lying(lot.lotId)
  const batch = await producedBatch(as, { lot, quantity: '100' })
  const was = present((await recordOf(batch.orderId)).balance)
  await correct(batch.orderId, weighed('101'))
  const { balance, steps } = await recordOf(batch.orderId)
  assert.deepEqual([balance?.issued, balance?.charged, balance?.output], ['101.0000', '101.0000', was.output])
  assert.equal(balance?.yieldPercent, exact(was.output).div(101).times(100).toFixed(4))
  assert.notEqual(balance?.balancePercent, was.balancePercent)
  assert.equal(elementAt(steps, 0).input, '100.0000')
  assert.deepEqual(
    new Set(balance?.corrections.map(({ field }) => field)),
    new Set(['issued_quantity', 'charged_quantity', 'yield_percent', 'balance_percent']),
  )
  assert.deepEqual(await edgesOf(batch.lotId), [{ from: lot.lotId, quantity: '101.0000', share: '1.000000' }])
  assert.equal(await lying(lot.lotId), exact(before).minus(101).toFixed())

  await correct(batch.orderId, { weighings: [{ piece: 1, gross: '101.7', tare: '1.2' }] })
  assert.equal((await edgesOf(batch.lotId))[0]?.quantity, '100.5000')
  assert.deepEqual([await lying(lot.lotId), await lying(lot.lotId, 'production')], [exact(before).minus('100.5').toFixed(), '0'])
  await assertVerified()
})

test('what came back is put right on its own, and a lot of a blend with its share', async () => {
  await approvedProcess(as, '丹参', { allowsBlending: true })
  const buy = { material: '丹参', quantity: '150' }
  const [one, two] = [await releasedLot(as, buy), await releasedLot(as, buy)]
  const there = [await lying(one.lotId), await lying(two.lotId)]
  const order = await issuedProduction(as, {
    product: '丹参',
    lots: [
      { lotId: one.lotId, quantity: '60', ...because },
      { lotId: two.lotId, quantity: '40', ...because },
    ],
  })
  const { stepsTotal } = await recordOf(order.id)
  await doneStep(as, order.id, { input: '90' })
  for (let done = 1; done < stepsTotal; done++) await doneStep(as, order.id)
  const batch = await finishedProduction(as, order.id, { returns: [{ lotId: two.lotId, quantity: '10' }] })
  assert.deepEqual(
    (await edgesOf(batch.lotId)).map(({ share }) => share),
    ['0.666667', '0.333333'],
  )
  await refused(propose(order.id, { returns: [{ lotNo: two.lotNo, quantity: '11' }] }), 'input_exceeds', 'changes.returns')
  await correct(order.id, { returns: [{ lotNo: two.lotNo, quantity: '4' }] })
  const { balance } = await recordOf(order.id)
  assert.deepEqual([balance?.issued, balance?.returned, balance?.charged], ['100.0000', '4.0000', '96.0000'])
  assert.deepEqual(await edgesOf(batch.lotId), [
    { from: one.lotId, quantity: '60.0000', share: '0.625000' },
    { from: two.lotId, quantity: '36.0000', share: '0.375000' },
  ])
  assert.deepEqual(
    [await lying(one.lotId), await lying(two.lotId)],
    [exact(present(there[0])).minus(60).toFixed(), exact(present(there[1])).minus(36).toFixed()],
  )
  // Weight and return together; nothing came back after all.
  const { weighings } = await issueOf(order.id)
  const piece = weighings.findIndex(({ lotNo }) => lotNo === two.lotNo) + 1
  await correct(order.id, { ...weighed('37', piece), returns: [{ lotNo: two.lotNo, quantity: '0' }] })
  assert.equal(elementAt(await edgesOf(batch.lotId), 1).quantity, '37.0000')
  assert.equal(await lying(two.lotId), exact(present(there[1])).minus(37).toFixed())
  await refused(propose(order.id, { returns: [{ lotNo: two.lotNo, quantity: '37' }] }), 'charge_kept', 'changes.returns')
  await refused(propose(order.id, { returns: [{ lotNo: two.lotNo, quantity: '38' }] }), 'return_exceeds', 'changes.returns')
  await assertVerified()
})

test('an auxiliary follows, too; a step that gave more than there is without it is corrected first', async () => {
  const herb = await releasedLot(as, { material: '白术', quantity: '120' })
  const bran = await releasedLot(as, { material: '麦麸', quantity: '60' })
  const order = await steppedProduction(as, {
    product: '麸炒白术',
    lots: [{ lotId: herb.lotId, quantity: '100' }],
    auxiliaries: [{ lotId: bran.lotId, quantity: '10', ...because }],
  })
  const there = await lying(bran.lotId)
  const { weighings } = await issueOf(order.id)
  const piece = weighings.findIndex(({ lotNo }) => lotNo === bran.lotNo) + 1
  await refused(propose(order.id, weighed('1', piece)), 'mass_from_nothing', 'changes.weighings')
  await correct(order.id, weighed('9.9', piece))
  const batch = await finishedProduction(as, order.id)
  assert.equal(present((await recordOf(order.id)).balance).auxiliaries, '9.9000')
  await correct(order.id, weighed('10.1', piece))
  assert.equal(present((await recordOf(order.id)).balance).auxiliaries, '10.1000')
  assert.equal((await edgesOf(batch.lotId)).find(({ from }) => from === bran.lotId)?.quantity, '10.1000')
  assert.equal(await lying(bran.lotId), exact(there).minus('0.1').toFixed())
  await assertVerified()
})

test('what only the true weight shows to be out of range is a deviation and holds the batch', async () => {
  const lot = await releasedLot(as, { quantity: '200' })
  const batch = await producedBatch(as, { lot, quantity: '100' })
  assert.equal((await recordOf(batch.orderId)).balance?.holds, 0)
  await correct(batch.orderId, weighed('140'))
  const { balance, found } = await recordOf(batch.orderId)
  assert.equal(balance?.holds, 1)
  assert.ok(found.some(({ kind, finding }) => kind === 'event' && finding.includes('计划 100')))
  assert.ok(found.some(({ kind }) => kind === 'balance'))
  await assertVerified()
})

test('what cannot be true, or comes too late, is refused with the field', async () => {
  const lot = await releasedLot(as, { quantity: '150' })
  const { id } = await issuedProduction(as, { lots: [{ lotId: lot.lotId, quantity: '100', ...because }] })
  await refused(propose(id, weighed('100')), 'nothing_corrected')
  await refused(propose(id, weighed('98', 2)), 'invalid_input', 'changes.weighings.0.piece')
  await refused(propose(id, { weighings: [{ piece: 1, gross: '1', tare: '1.2' }] }), 'invalid_input', 'changes.weighings.0.gross')
  await refused(propose(id, { returns: [{ lotNo: lot.lotNo, quantity: '1' }] }), 'invalid_input', 'changes.returns.0.quantity')
  await refused(propose(id, weighed('9000')), 'correction_exceeds_stock', 'changes.weighings')
  await refused(
    (await as('qa')).ask(correctionApi.issue, { id: lot.lotId, changes: weighed('98'), reason, signature: signed() }),
    'not_found',
  )
  await doneStep(as, id, { input: '98' })
  await refused(propose(id, weighed('97.6')), 'input_exceeds', 'changes.weighings')
  await correctInput(id, '97.5')
  await correct(id, weighed('97.6'))
  await refused(propose(id, { returns: [{ lotNo: 'R-0', quantity: '1' }] }), 'invalid_input', 'changes.returns.0.quantity')
  await assertVerified()
})

test('an order that came to nothing is not weighed again', async () => {
  const lot = await releasedLot(as, { quantity: '100' })
  const { id } = await issuedProduction(as, { lots: [{ lotId: lot.lotId, quantity: '40', ...because }] })
  const proposed = await propose(id, weighed('39'))
  await (await as('shengchan2')).ask(productionApi.cancel, { id, reason: '计划取消', signature: signed() })
  await refused(approve(proposed.id), 'wrong_state')
  await refused(propose(id, weighed('39')), 'wrong_state')
})

test('an issue is corrected by two: nobody approves their own, nobody without the duty, one at a time', async () => {
  const lot = await releasedLot(as, { quantity: '100' })
  const { id } = await issuedProduction(as, { lots: [{ lotId: lot.lotId, quantity: '40', ...because }] })
  await refused(propose(id, weighed('39'), 'cangku'), 'no_permission')
  const proposed = await propose(id, weighed('39'), 'admin')
  await refused(propose(id, weighed('38')), 'correction_open')
  await refused(approve(proposed.id, 'admin'), 'author_approves')
  await refused(approve(proposed.id, 'cangku'), 'no_permission')
  assert.equal(elementAt((await issueOf(id)).weighings, 0).net, '40')
})

test('once goods of the batch have left the weight is corrected only while their impact is looked at', async () => {
  const lot = await releasedLot(as, { quantity: '150' })
  const batch = await conformingBatch(as, { lot, quantity: '100' })
  const pack = await releasedPack(as, { batch, packs: 10 })
  await shippedSale(as, { pack, packs: 5 })
  await refused(propose(batch.orderId, weighed('101')), 'goods_left')
  await (await as('qa')).ask(caseApi.open, { id: batch.lotId, reason: '投料量录错，评估已发货物', signature: signed() })
  assert.equal((await correct(batch.orderId, weighed('101'))).state, 'approved')
  await assertVerified()
})

test('more of a lot that may not be used is not weighed out by a correction; less always is', async () => {
  const lot = await releasedLot(as, { quantity: '150' })
  const { id } = await issuedProduction(as, { lots: [{ lotId: lot.lotId, quantity: '100', ...because }] })
  const [more, placeId] = [await propose(id, weighed('101')), elementAt((await issueOf(id)).weighings, 0).placeId]
  await (await as('qa')).ask(stockApi.raw.freeze, { id: lot.lotId, kind: 'freeze', reason: '疑似混入异物', reaches: true })
  await refused(approve(more.id), 'lot_held')
  await (await as('qa')).ask(correctionApi.cancel, { id: more.id, reason: '重新提出' })
  await correct(id, weighed('99'))
  assert.equal(elementAt((await issueOf(id)).weighings, 0).placeId, placeId)
  await assertVerified()
})

test('what is reserved for another order is not weighed out by a correction', async () => {
  const lot = await releasedLot(as, { quantity: '150' })
  const { id } = await issuedProduction(as, { lots: [{ lotId: lot.lotId, quantity: '100', ...because }] })
  const left = await lying(lot.lotId)
  await approvedProduction(as, { lots: [{ lotId: lot.lotId, quantity: exact(left).minus(1).toFixed(), ...because }] })
  const tooMuch = await propose(id, weighed('103'))
  await refused(approve(tooMuch.id), 'short_stock')
  await (await as('qa')).ask(correctionApi.cancel, { id: tooMuch.id, reason: '重新提出' })
  await correct(id, weighed('101'))
})

test('a correction and the end of production at once: the batch was issued what was weighed out', async () => {
  for (const isCorrectedFirst of [true, false]) {
    const lot = await releasedLot(as, { quantity: '100' })
    const order = await steppedProduction(as, { lots: [{ lotId: lot.lotId, quantity: '40', ...because }] })
    const proposed = await propose(order.id, weighed('41'))
    const both = [() => approve(proposed.id), () => finishedProduction(as, order.id)]
    await Promise.all((isCorrectedFirst ? both : both.toReversed()).map((one) => one()))
    const { balance } = await recordOf(order.id)
    assert.deepEqual([balance?.issued, (await edgesOf(present(balance).lotId))[0]?.quantity], ['41.0000', '41.0000'])
  }
  await assertVerified()
})

test('two corrections at once of one approval, and a weighing beside it', async () => {
  const lot = await releasedLot(as, { quantity: '150' })
  const { id } = await issuedProduction(as, { lots: [{ lotId: lot.lotId, quantity: '100', ...because }] })
  const other = await approvedProduction(as, { lots: [{ lotId: lot.lotId, quantity: '40', ...because }] })
  const proposed = await propose(id, weighed('99'))
  const weighings = await weighingsOf(as, other.id)
  const [first, second] = await Promise.allSettled([
    approve(proposed.id),
    approve(proposed.id),
    (await as('cangku')).ask(productionApi.issue, {
      id: other.id,
      scaleId: await scaleFor(await as('cangku')),
      weighings,
      signature: signed(),
      checker: secondPerson('shengchan'),
    }),
  ])
  assert.deepEqual([first.status, second.status].toSorted(), ['fulfilled', 'rejected'])
  await assertVerified()
})

test('issue, edge and charge change through no other door', async () => {
  const lot = await releasedLot(as, { quantity: '150' })
  const batch = await producedBatch(as, { lot, quantity: '100' })
  const { id } = await issueOf(batch.orderId)
  for (const statement of [
    `update production_issue set weighings = jsonb_set(weighings, '{0,net}', '"98"') where id = '${id}'`,
    `update production_issue set scale_no = 'X' where id = '${id}'`,
    `delete from production_issue where id = '${id}'`,
    `update lot_edge set quantity = 98 where to_lot_id = '${batch.lotId}'`,
    `update lot_edge set share = 0.5 where to_lot_id = '${batch.lotId}'`,
    `update bulk_lot set issued_quantity = 98, charged_quantity = 98 where id = '${batch.lotId}'`,
  ])
    await assert.rejects(world.change(statement), /evidence/, statement)
  // An approval that parts the issue from its ledger, or the batch from its edges, writes nothing.
  const proposed = await propose(batch.orderId, weighed('101'))
  const approving = `update correction set state = 'approved', approved_by = (select id from account where user_name = 'zhiliang'), approved_at = now() where id = '${proposed.id}'`
  const inOneTransaction = (...statements: string[]) =>
    world.change(`do $$ begin ${approving}; ${statements.map((one) => `perform ${one};`).join(' ')} set constraints all immediate; end $$`)
  await assert.rejects(
    inOneTransaction(
      `correct_record('${proposed.id}', 'production_issue', '${id}', (select jsonb_build_object('weighings', jsonb_set(weighings, '{0,net}', '"101"')) from production_issue where id = '${id}'))`,
    ),
    /what was weighed out is what the ledger issued/,
  )
  await assert.rejects(
    inOneTransaction(
      `correct_record('${proposed.id}', 'bulk_lot', '${batch.lotId}', (select jsonb_build_object('returned_quantity', '1', 'charged_quantity', '99', 'yield_percent', output_quantity / 99 * 100) from bulk_lot where id = '${batch.lotId}'))`,
    ),
    /the charge of a batch is what its edges say/,
  )
})
