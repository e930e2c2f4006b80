import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { correctionApi } from '#contract/cases/correction.ts'
import { only, present } from '#contract/kernel/certain.ts'
import { exact } from '#contract/kernel/exact-decimal.ts'
import { bulkInspectionApi } from '#contract/laboratory/inspection-api.ts'
import { productionApi } from '#contract/making/production-api.ts'
import { traceApi, readView } from '#contract/tracing/trace.ts'
import { scaleFor } from '#server/demo/asset.ts'
import { binIn } from '#server/demo/bin-in.ts'
import { releasedLot } from '#server/demo/inspection.ts'
import { secondPerson, signed } from '#server/demo/person.ts'
import {
  begunStep,
  doneStep,
  finishedProduction,
  gaveBack,
  handedOver,
  issuedProduction,
  replacedPart,
  supplemented,
  terminatedProduction,
} from '#server/demo/production.ts'
import { refused } from '#server/test/refused.ts'
import { openWorld } from '#server/test/world.ts'
import { verifyDatabase } from '#server/verify/verify.ts'

/* 分次交料: a batch comes into the store in parts, which are one lot; it is tested when it is whole. */

const world = await openWorld()
after(() => world.close())
const { as } = world

const read = async (id: string) => (await as('shengchan')).ask(productionApi.read, { id })
const verified = async () => {
  const client = await world.admin.connect()
  try {
    assert.deepEqual((await verifyDatabase(client)).findings, [])
  } finally {
    client.release()
  }
}
/** kg of a lot by the zone or the kind of place it lies in. */
const whereIs = async (lotId: string): Promise<Record<string, string>> => {
  const { rows } = await world.admin.query<{ place: string; kg: string }>(
    `select coalesce(p.zone, p.kind) as place, trim_scale(sum(b.quantity))::text as kg from stock_balance b join place p on p.id = b.place_id
     where b.lot_id = $1 and b.quantity <> 0 and p.is_real group by 1`,
    [lotId],
  )
  return Object.fromEntries(rows.map(({ place, kg }) => [place, kg]))
}
/** A statement past all steps, as somebody of the factory, to its commit. */
async function byHand(statement: string, values: unknown[]) {
  const client = await world.admin.connect()
  try {
    await client.query('begin')
    await client.query(
      `select set_config('app.enterprise', a.enterprise_id::text, true), set_config('app.actor', a.id::text, true) from account a where a.user_name = 'shengchan'`,
    )
    await client.query(statement, values)
    await client.query('commit')
  } finally {
    await client.query('rollback')
    client.release()
  }
}
const lotOf = async (id: string) =>
  only(
    (
      await world.admin.query<{ state: string; quantity: string }>(
        `select state, trim_scale(quantity)::text as quantity from lot where id = $1`,
        [id],
      )
    ).rows,
  )

/** An order of which all but the last step are done. */
async function beforeLastStep(quantity = '60') {
  const lot = await releasedLot(as, { quantity: exact(quantity).plus(20).toFixed() })
  const { id } = await issuedProduction(as, { lots: [{ lotId: lot.lotId, quantity, reason: '按生产计划使用该批' }] })
  const { process } = await read(id)
  for (const _ of process.steps.slice(1)) await doneStep(as, id)
  return { id, lot }
}
/** The same with its last step done, and what that gave. */
async function allSteps(quantity?: string) {
  const { id, lot } = await beforeLastStep(quantity)
  await doneStep(as, id)
  const output = exact(present((await read(id)).steps.at(-1)?.output)).toFixed()
  return { id, lot, output }
}
const minus = (one: string, other: string) => exact(one).minus(other).toFixed()

test('parts come into one lot in quarantine while the last step still runs; the batch is what they come to, and is tested when it is whole', async () => {
  const { id, lot } = await beforeLastStep()
  await refused(handedOver(as, id, '10'), 'part_too_early')
  await begunStep(as, id)
  const first = await handedOver(as, id, '20')
  const second = await handedOver(as, id, '15.5')
  assert.equal(first.lotId, second.lotId)
  assert.equal(second.handedOver, '35.5')
  assert.deepEqual(await lotOf(first.lotId), { state: 'quarantine', quantity: '35.5' })
  assert.deepEqual(await whereIs(first.lotId), { bulk: '35.5' })
  // What went into it is known from the first part on, both ways.
  const above = readView(await (await as('qa')).ask(traceApi.view, { id: first.lotId }))
  assert.ok(above.nodes.some(({ lotNo }) => lotNo === lot.lotNo))
  assert.ok(
    above.balances.every(({ closes }) => closes),
    JSON.stringify(above.balances),
  )
  await verified()

  // It is not asked to be tested before it is whole, nor may it be.
  const asker = await as('shengchan')
  await refused(
    asker.ask(bulkInspectionApi.request, { lotId: first.lotId, packageCount: 2, priority: 'normal', department: '生产部', remark: '' }),
    'batch_unfinished',
    'lotId',
  )
  assert.deepEqual((await asker.ask(bulkInspectionApi.lots, { lotId: first.lotId })).rows, [])
  await refused(finishedProduction(as, id), 'steps_open')

  // The last step gives at least what lies in the store.
  await refused(doneStep(as, id, { outcome: { output: '35', losses: [] } }), 'less_than_handed_over', 'output')
  await doneStep(as, id)
  const output = exact(present((await read(id)).steps.at(-1)?.output)).toFixed()
  await refused(handedOver(as, id, minus(output, '35')), 'part_exceeds', 'weighings')
  await handedOver(as, id, minus(output, '35.5'))
  await refused(finishedProduction(as, id, { returns: [{ lotId: lot.lotId, quantity: '1' }] }), 'part_handed_over', 'returns')
  const batch = await finishedProduction(as, id)
  assert.deepEqual([batch.lotId, batch.quantity], [first.lotId, output])
  assert.deepEqual(await lotOf(batch.lotId), { state: 'quarantine', quantity: output })
  const record = await read(id)
  assert.equal(exact(present(record.balance).output).toFixed(), output)
  assert.equal(record.parts.length, 3)
  assert.ok(record.signatures.filter(({ of }) => of.startsWith('交料单')).length === 6)
  assert.equal((await asker.ask(bulkInspectionApi.lots, { lotId: batch.lotId })).rows.length, 1)
  await verified()
})

test('a part is signed by two: production hands over, the warehouse receives, nobody both', async () => {
  const { id } = await allSteps()
  const operator = await as('shengchan')
  const part = {
    id,
    scaleId: await scaleFor(await as('cangku')),
    weighings: [{ gross: '10', tare: '0' }],
    placeId: await binIn(operator, 'bulk'),
  }
  await refused(operator.ask(productionApi.handOver, { ...part, signature: signed(), checker: secondPerson('shengchan') }), 'same_person')
  await refused(
    operator.ask(productionApi.handOver, { ...part, signature: signed(), checker: secondPerson('jianyan') }),
    'signer_lacks_duty',
  )
  await refused(
    (await as('xiaoshou')).ask(productionApi.handOver, { ...part, signature: signed(), checker: secondPerson('cangku') }),
    'no_permission',
  )
  await refused(
    operator.ask(productionApi.handOver, {
      ...part,
      placeId: await binIn(operator, 'released'),
      signature: signed(),
      checker: secondPerson('cangku'),
    }),
    'zone_mismatch',
    'placeId',
  )
  await refused(
    operator.ask(productionApi.handOver, {
      ...part,
      weighings: [{ gross: '1', tare: '1' }],
      signature: signed(),
      checker: secondPerson('cangku'),
    }),
    'invalid_input',
    'weighings.0.gross',
  )
})

test('two hand over the last part at once: one of them does', async () => {
  const { id, output } = await allSteps()
  await handedOver(as, id, '10')
  const rest = minus(output, '10')
  const done = await Promise.allSettled([handedOver(as, id, rest), handedOver(as, id, rest), handedOver(as, id, rest)])
  assert.equal(done.filter(({ status }) => status === 'fulfilled').length, 1)
  assert.equal((await read(id)).partsHandedOver, 2)
  const [one, other] = await Promise.allSettled([finishedProduction(as, id), finishedProduction(as, id)])
  assert.equal([one, other].filter((each) => each?.status === 'fulfilled').length, 1)
  await verified()
})

test('the first part twice at once makes one lot of both', async () => {
  const { id } = await allSteps()
  const [one, other] = await Promise.all([handedOver(as, id, '10'), handedOver(as, id, '12')])
  assert.equal(one.lotId, other.lotId)
  assert.deepEqual(await lotOf(one.lotId), { state: 'quarantine', quantity: '22' })
  await verified()
})

test('a wrong part is replaced by what was weighed anew, one that never was is taken back; the old ones stay in the record', async () => {
  const { id, output } = await allSteps()
  const first = await handedOver(as, id, '30')
  const partOf = async (partNo: string) => only((await read(id)).parts.filter((part) => part.partNo === partNo)).id
  await refused(replacedPart(as, id, { partId: await partOf(first.partNo) }), 'only_part')
  const right = await replacedPart(as, id, { partId: await partOf(first.partNo), net: '28.4' })
  assert.equal(right.handedOver, '28.4')
  await refused(replacedPart(as, id, { partId: await partOf(first.partNo), net: '20' }), 'part_replaced')
  const twice = await handedOver(as, id, '5')
  const none = await replacedPart(as, id, { partId: await partOf(twice.partNo), reason: '同一次交料登记了两次' })
  assert.equal(none.handedOver, '28.4')
  await refused(replacedPart(as, id, { partId: await partOf(right.partNo), net: exact(output).plus(1).toFixed() }), 'part_exceeds')
  await refused(replacedPart(as, id, { partId: await partOf(none.partNo), net: '2' }), 'part_replaced')
  assert.deepEqual(await whereIs(first.lotId), { bulk: '28.4' })
  assert.equal((await read(id)).partsHandedOver, 1)
  await verified()
  await handedOver(as, id, minus(output, '28.4'))
  await finishedProduction(as, id)
  await verified()
})

test('once a part is in the store the charge is closed: nothing is weighed out more or goes back, by no step and not by the database', async () => {
  const { id, lot } = await beforeLastStep()
  await begunStep(as, id)
  await handedOver(as, id, '10')
  await refused(gaveBack(as, id, { lotNo: lot.lotNo, net: '1' }), 'part_handed_over')
  await refused(supplemented(as, id, { lotNo: lot.lotNo, net: '1' }), 'part_handed_over')
  await assert.rejects(
    byHand(
      `insert into production_return (enterprise_id, return_no, order_id, scale_id, scale_no, scale_valid_until, weighings, reason, returned_by, returned_at, checked_by)
       select enterprise_id, 'TL-x', order_id, scale_id, scale_no, scale_valid_until, weighings, 'x', issued_by, now(), checked_by from production_issue where order_id = $1`,
      [id],
    ),
    /part_handed_over/,
  )
})

test('the database keeps parts: none from nothing, none by one person, none beyond the step, the lot what they come to', async () => {
  const { id, output } = await allSteps()
  const { lotId } = await handedOver(as, id, '10')
  const part = (quantity: string, change: Record<string, string> = {}) => {
    const columns = {
      enterprise_id: 'enterprise_id', part_no: `'JL-x'`, order_id: 'order_id', lot_id: 'lot_id', quantity, weighings: 'weighings', place_id: 'place_id',
      scale_id: 'scale_id', scale_no: 'scale_no', scale_valid_until: 'scale_valid_until', handed_by: 'handed_by', handed_at: 'now()', checked_by: 'checked_by', ...change,
    } // prettier-ignore
    return byHand(
      `insert into production_part (${Object.keys(columns).join(', ')}) select ${Object.values(columns).join(', ')} from production_part where lot_id = $1`,
      [lotId],
    )
  }
  await assert.rejects(part(exact(output).toFixed()), /part_exceeds/)
  await assert.rejects(part('1', { checked_by: 'handed_by' }), /production_part_received/)
  await assert.rejects(part('-1'), /check constraint|only_part/)
  // The lot would not be what its parts come to.
  await assert.rejects(part('1'), /a batch is what its parts come to/)
  await assert.rejects(byHand(`update lot set quantity = quantity + 1 where id = $1`, [lotId]), /what its parts come to/)
  await assert.rejects(byHand(`update production_part set quantity = 1 where lot_id = $1`, [lotId]), /is evidence/)
})

test('a batch that is ended takes its parts with it: one rejected lot in the 不合格区, every kilogram told', async () => {
  const { id } = await beforeLastStep()
  await begunStep(as, id)
  const { lotId } = await handedOver(as, id, '20')
  const ended = await terminatedProduction(as, id, { remains: '30' })
  assert.equal(ended.lotId, lotId)
  assert.deepEqual(await lotOf(lotId), { state: 'rejected', quantity: '50' })
  assert.deepEqual(await whereIs(lotId), { rejected: '50' })
  const { ending } = await read(id)
  assert.deepEqual(
    [ending?.remains, ending?.handedOver].map((kg) => exact(present(kg)).toFixed()),
    ['30', '20'],
  )
  const { balances: equations } = readView(await (await as('qa')).ask(traceApi.view, { id: lotId }))
  assert.ok(
    equations.every(({ closes }) => closes),
    JSON.stringify(equations),
  )
  await verified()

  // Without anything left the parts alone are what is rejected.
  const other = await beforeLastStep()
  await begunStep(as, other.id)
  const parts = await handedOver(as, other.id, '20')
  await terminatedProduction(as, other.id, { remains: '0' })
  assert.deepEqual(await lotOf(parts.lotId), { state: 'rejected', quantity: '20' })
  await verified()
})

test('after its end the balance of a batch in parts is corrected as any other, and the last part follows', async () => {
  const { id, output } = await allSteps()
  await handedOver(as, id, '30')
  await handedOver(as, id, minus(output, '30'))
  const batch = await finishedProduction(as, id)
  const is = minus(output, '2')
  const { id: correctionId } = await (
    await as('qa')
  ).ask(correctionApi.batch, {
    ...{ id: batch.lotId, changes: { output: is }, reason: '秤显示读错', signature: signed() },
  })
  await (await as('zhiliang')).ask(correctionApi.approve, { id: correctionId, signature: signed() })
  assert.deepEqual(await lotOf(batch.lotId), { state: 'quarantine', quantity: is })
  assert.deepEqual(await whereIs(batch.lotId), { bulk: is })
  await verified()
})
