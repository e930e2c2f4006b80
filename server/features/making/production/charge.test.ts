import assert from 'node:assert/strict'
import { scaleFor } from '#server/demo/asset.ts'
import { after, test } from 'node:test'
import { correctionApi } from '#contract/cases/correction.ts'
import { only, present } from '#contract/kernel/certain.ts'
import { exact } from '#contract/kernel/exact-decimal.ts'
import { productionApi } from '#contract/making/production-api.ts'
import { traceApi } from '#contract/tracing/trace.ts'
import { stockApi } from '#contract/warehouse/stock.ts'
import { binIn } from '#server/demo/bin-in.ts'
import { releasedLot } from '#server/demo/inspection.ts'
import { secondPerson, signed } from '#server/demo/person.ts'
import {
  approvedProduction,
  doneStep,
  finishedProduction,
  gaveBack,
  issuedProduction,
  supplemented,
  terminatedProduction,
} from '#server/demo/production.ts'
import { refused } from '#server/test/refused.ts'
import { openWorld } from '#server/test/world.ts'
import { verifyDatabase } from '#server/verify/verify.ts'

/* 补领 and 退料 while a batch is made: with a reason, by weight, by the persons that it takes, and never more than there is. */

const world = await openWorld()
after(() => world.close())
const { as } = world

const charge = (quantity: string, lotId: string) => [{ lotId, quantity, reason: '按生产计划使用该批' }]
const read = async (id: string) => (await as('shengchan')).ask(productionApi.read, { id })

const lying = async (lotId: string, kind: 'bin' | 'production' = 'bin') => {
  const { rows } = await world.admin.query<{ kg: string }>(
    `select coalesce(sum(b.quantity), 0)::text as kg from stock_balance b join place p on p.id = b.place_id and p.kind = $2 where b.lot_id = $1`,
    [lotId, kind],
  )
  return exact(only(rows).kg).toFixed()
}

async function closes(...lotIds: string[]) {
  for (const id of lotIds) {
    const { balances } = await (await as('qa')).ask(traceApi.view, { id })
    assert.ok(
      balances.every((one) => one.closes),
      JSON.stringify(balances),
    )
  }
  const client = await world.admin.connect()
  try {
    assert.deepEqual((await verifyDatabase(client)).findings, [])
  } finally {
    client.release()
  }
}

/** An order for stir-fried 白术 with its bran, weighed out. */
async function friedOrder(herbQuantity = '200') {
  const herb = await releasedLot(as, { material: '白术', quantity: '260' })
  const bran = await releasedLot(as, { material: '麦麸', quantity: '90' })
  const bran10 = exact(herbQuantity).div(10).toFixed()
  const { id } = await issuedProduction(as, {
    product: '麸炒白术',
    lots: charge(herbQuantity, herb.lotId),
    auxiliaries: charge(bran10, bran.lotId),
  })
  return { id, herb, bran }
}

test('more is weighed out with a reason by three persons, counts in the balance, and the surplus goes back to its lot', async () => {
  const { id, herb, bran } = await friedOrder()
  const [herbBefore, branBefore] = [await lying(herb.lotId), await lying(bran.lotId)]
  const more = await supplemented(as, id, { lotNo: herb.lotNo, net: '10' })
  assert.equal(more.state, 'issued')
  const { supplements, signatures } = await read(id)
  assert.deepEqual(
    supplements.map(({ reason, approvedByName, weighings }) => [reason, approvedByName, weighings.map(({ net }) => net)]),
    [['运送途中洒落', '卫生产', ['10']]],
  )
  assert.deepEqual(
    signatures.filter(({ of }) => of.startsWith('补领单')).map(({ meaning, holds }) => [meaning, holds]),
    [
      ['称量发料', true],
      ['复核', true],
      ['批准补领', true],
    ],
  )
  await gaveBack(as, id, { lotNo: herb.lotNo, net: '4' })
  await gaveBack(as, id, { lotNo: bran.lotNo, net: '3' })
  assert.equal(await lying(herb.lotId), exact(herbBefore).minus(6).toFixed())
  // All that is there is fed: what went back is not.
  await refused(doneStep(as, id, { input: '206.01' }), 'input_exceeds', 'input')
  await doneStep(as, id)
  assert.equal((await read(id)).steps[0]?.input, '206.0000')
  await refused(supplemented(as, id, { lotNo: herb.lotNo, net: '1' }), 'main_fed', 'weighings.0.lotNo')
  await refused(gaveBack(as, id, { lotNo: herb.lotNo, net: '1' }), 'return_exceeds', 'weighings.0.gross')
  await supplemented(as, id, { lotNo: bran.lotNo, net: '5', reason: '麸皮炒焦，重取' })
  const { process } = await read(id)
  for (let step = 2; step <= process.steps.length; step++) await doneStep(as, id)
  await refused(supplemented(as, id, { lotNo: bran.lotNo, net: '1' }), 'steps_done')
  await refused(finishedProduction(as, id, { returns: [{ lotId: bran.lotId, quantity: '22.01' }] }), 'return_exceeds', 'returns.0.quantity')
  const { lotId } = await finishedProduction(as, id, { returns: [{ lotId: bran.lotId, quantity: '1' }], deviation: '麸皮用量偏多，已查明' })
  const { balance } = await read(id)
  const { issued, returned, charged, auxiliaries } = present(balance)
  assert.deepEqual([issued, returned, charged, auxiliaries], ['210.0000', '4.0000', '206.0000', '21.0000'])
  assert.equal(await lying(bran.lotId), exact(branBefore).minus(1).toFixed())
  await closes(herb.lotId, bran.lotId, lotId)
})

test('a supplement is refused beyond the largest batch, beyond the bin, beyond what others have not reserved, and of a held lot', async () => {
  const { id, herb } = await friedOrder()
  await refused(supplemented(as, id, { lotNo: herb.lotNo, net: '900' }), 'batch_too_large', 'weighings')
  await refused(supplemented(as, id, { lotNo: herb.lotNo, net: '70' }), 'short_stock', 'weighings.0.gross')
  const other = await approvedProduction(as, { product: '麸炒白术', lots: charge('50', herb.lotId) })
  await refused(supplemented(as, id, { lotNo: herb.lotNo, net: '20' }), 'short_stock', 'weighings.0.gross')
  await refused(supplementOf(id, 'YL00000000'), 'wrong_lot', 'weighings.0.lotNo')
  await (await as('shengchan2')).ask(productionApi.cancel, { id: other.id, reason: '改期', signature: signed() })
  await (await as('qa')).ask(stockApi.raw.freeze, { id: herb.lotId, kind: 'freeze', reason: '待查', reaches: true })
  await refused(supplemented(as, id, { lotNo: herb.lotNo, net: '1' }), 'lot_held')
})

const supplementOf = async (id: string, lotNo: string, persons: { checker?: string; approver?: string; by?: string } = {}) => {
  const keeper = await as(persons.by ?? 'cangku')
  const [bin] = await keeper.ask(productionApi.bins, { id })
  return keeper.ask(productionApi.supplement, {
    ...{ id, reason: '洒落', scaleId: await scaleFor(keeper) },
    weighings: [{ lotNo, placeId: present(bin).placeId, gross: '2', tare: '1' }],
    signature: signed(),
    checker: secondPerson(persons.checker ?? 'shengchan'),
    approver: secondPerson(persons.approver ?? 'shengchan2'),
  })
}

test('issuer, checker and approver of a supplement are three persons, each with their duty, in the database too', async () => {
  const { id, herb } = await friedOrder()
  await refused(supplementOf(id, herb.lotNo, { by: 'shengchan' }), 'no_permission')
  await refused(supplementOf(id, herb.lotNo, { checker: 'caigou' }), 'signer_lacks_duty')
  await refused(supplementOf(id, herb.lotNo, { approver: 'shengchan' }), 'signer_lacks_duty')
  await refused(supplementOf(id, herb.lotNo, { checker: 'shengchan2' }), 'same_person')
  await refused(supplementOf(id, herb.lotNo, { approver: 'cangku' }), 'same_person')
  const insert = (approver: string, state = '') =>
    world.change(
      `insert into production_issue (enterprise_id, issue_no, order_id, is_supplement, scale_id, scale_no, scale_valid_until, weighings, reason, issued_by, issued_at, checked_by, approved_by)
      select i.enterprise_id, 'X${state}', i.order_id, true, i.scale_id, 'x', '2199-12-31', i.weighings, 'x', i.issued_by, now(), i.checked_by, ${approver} from production_issue i where order_id = $1`,
      [id],
    )
  await assert.rejects(insert('i.checked_by'), /production_supplement_third_person/)
  await assert.rejects(insert('null'), /production_supplement_approved/)
  await terminatedAfterStart(id)
  await assert.rejects(insert(`(select id from account where user_name = 'qa')`), /wrong_state/)
})

async function terminatedAfterStart(id: string) {
  await doneStep(as, id)
  await terminatedProduction(as, id, { remains: '150' })
}

test('a return is never more than was weighed out, is signed by two, and goes where its lot may lie', async () => {
  const { id, herb, bran } = await friedOrder()
  await refused(gaveBack(as, id, { lotNo: bran.lotNo, net: '20.01' }), 'return_exceeds', 'weighings.0.gross')
  await refused(gaveBack(as, id, { lotNo: 'YL0', net: '1' }), 'wrong_lot', 'weighings.0.lotNo')
  const scaleId = await scaleFor(await as('cangku'))
  const back = (checker: string) =>
    as('shengchan').then((person) =>
      person.ask(productionApi.giveBack, {
        ...{ id, reason: '余料', scaleId, checks: { sealed: true, label: true } },
        ...{ weighings: [{ lotNo: herb.lotNo, gross: '2', tare: '1' }], signature: signed(), checker: secondPerson(checker) },
      }),
    )
  await refused(back('shengchan'), 'same_person')
  await refused(back('caigou'), 'signer_lacks_duty')
  await (await as('qa')).ask(stockApi.raw.freeze, { id: herb.lotId, kind: 'freeze', reason: '待查', reaches: false })
  await refused(back('cangku'), 'return_bin_required', 'weighings.0.placeId')
  await refused(gaveBack(as, id, { lotNo: herb.lotNo, net: '1', placeId: await binIn(await as('shengchan'), 'released') }), 'zone_mismatch')
  await gaveBack(as, id, { lotNo: herb.lotNo, net: '1', placeId: await binIn(await as('shengchan'), 'quarantine') })
  const { rows } = await world.admin.query<{ zone: string }>(
    `select p.zone from stock_balance b join place p on p.id = b.place_id where b.lot_id = $1 and b.quantity = 1 and p.kind = 'bin'`,
    [herb.lotId],
  )
  assert.deepEqual(rows, [{ zone: 'quarantine' }])
  // Two at once give back what is there once.
  const answers = await Promise.allSettled([15, 15].map((kg) => gaveBack(as, id, { lotNo: bran.lotNo, net: String(kg) })))
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected'])
  await assert.rejects(
    world.change(
      `insert into production_return (enterprise_id, return_no, order_id, scale_id, scale_no, scale_valid_until, weighings, reason, returned_by, returned_at, checked_by)
      select enterprise_id, 'X', order_id, scale_id, 'x', '2199-12-31', weighings, 'x', issued_by, now(), checked_by from production_issue where order_id = $1`,
      [id],
    ),
    /return_exceeds/,
  )
  await closes(herb.lotId, bran.lotId)
})

test('an order that is voided after a supplement and a return gives back the rest, to the gram', async () => {
  const lot = await releasedLot(as, { quantity: '90' })
  const before = await lying(lot.lotId)
  const { id } = await issuedProduction(as, { lots: charge('50', lot.lotId) })
  await supplemented(as, id, { lotNo: lot.lotNo, net: '7.5' })
  await gaveBack(as, id, { lotNo: lot.lotNo, net: '12.25' })
  await (await as('shengchan2')).ask(productionApi.cancel, { id, reason: '计划取消', signature: signed() })
  assert.deepEqual([await lying(lot.lotId), await lying(lot.lotId, 'production')], [before, '0'])
  await refused(gaveBack(as, id, { lotNo: lot.lotNo, net: '1' }), 'wrong_state')
  await refused(supplemented(as, id, { lotNo: lot.lotNo, net: '1' }), 'wrong_state')
  await closes(lot.lotId)
})

test('a batch that is stopped after a supplement and a return accounts for all of it', async () => {
  const { id, herb, bran } = await friedOrder()
  await supplemented(as, id, { lotNo: herb.lotNo, net: '10' })
  await gaveBack(as, id, { lotNo: herb.lotNo, net: '4' })
  await doneStep(as, id, { input: '200' })
  const back = [
    { lotId: herb.lotId, quantity: '6' },
    { lotId: bran.lotId, quantity: '20' },
  ]
  const { lotId } = await terminatedProduction(as, id, { remains: '193', returns: back })
  const { charged, scattered } = present((await read(id)).ending)
  assert.deepEqual([charged, scattered], ['200.0000', '1.0000'])
  await closes(herb.lotId, bran.lotId, present(lotId))
})

test('an issue and its supplement are corrected each for itself, and what went back stays', async () => {
  const lot = await releasedLot(as, { quantity: '160' })
  const { id } = await issuedProduction(as, { lots: charge('100', lot.lotId) })
  await supplemented(as, id, { lotNo: lot.lotNo, net: '10' })
  await gaveBack(as, id, { lotNo: lot.lotNo, net: '5' })
  const correct = async (issueId: string, net: string) => {
    const { id: correctionId } = await (
      await as('qa')
    ).ask(correctionApi.issue, {
      ...{ id: issueId, reason: '读错刻度', signature: signed() },
      changes: { weighings: [{ piece: 1, gross: exact(net).plus('1.2').toFixed(), tare: '1.2' }] },
    })
    await (await as('zhiliang')).ask(correctionApi.approve, { id: correctionId, signature: signed() })
  }
  const { supplements, issue } = await read(id)
  await correct(only(supplements).id, '9')
  assert.equal(await lying(lot.lotId, 'production'), '104')
  await correct(present(issue).id, '99')
  assert.equal(await lying(lot.lotId, 'production'), '103')
  await doneStep(as, id)
  for (let step = 2; step <= 5; step++) await doneStep(as, id)
  const batch = await finishedProduction(as, id)
  await correct(only(supplements).id, '9.5')
  const { issued, returned, charged } = present((await read(id)).balance)
  assert.deepEqual([issued, returned, charged], ['108.5000', '5.0000', '103.5000'])
  await closes(lot.lotId, batch.lotId)
})
