import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import type { z } from 'zod'
import { correctionApi } from '#contract/cases/correction.ts'
import { elementAt, present } from '#contract/kernel/certain.ts'
import { exact } from '#contract/kernel/exact-decimal.ts'
import { balanceOf, sumOf } from '#contract/making/mass-balance.ts'
import { productionApi } from '#contract/making/production-api.ts'
import { purchaseApi } from '#contract/supply/purchase-api.ts'
import { releasedLot } from '#server/demo/inspection.ts'
import { secondPerson, signed } from '#server/demo/person.ts'
import { conformingBatch, finishedProduction, steppedProduction } from '#server/demo/production.ts'
import { approvedOrder, deliveryNote } from '#server/demo/purchase.ts'
import { refused } from '#server/test/refused.ts'
import { openWorld } from '#server/test/world.ts'
import { verifyDatabase } from '#server/verify/verify.ts'

const world = await openWorld()
after(() => world.close())
const { as } = world
const reason = '录入错误，见原件'

const approve = async (id: string) => (await as('zhiliang')).ask(correctionApi.approve, { id, signature: signed() })
const proposeLine = async (id: string, changes: z.input<typeof correctionApi.receiptLine.input>['changes']) =>
  (await as('qa')).ask(correctionApi.receiptLine, { id, changes, reason, signature: signed() })
const proposeStep = async (id: string, changes: z.input<typeof correctionApi.step.input>['changes']) =>
  (await as('qa')).ask(correctionApi.step, { id, changes, reason, signature: signed() })
const proposeBatch = async (id: string, changes: z.input<typeof correctionApi.batch.input>['changes']) =>
  (await as('qa')).ask(correctionApi.batch, { id, changes, reason, signature: signed() })
const recordOf = async (orderId: string) => (await as('shengchan')).ask(productionApi.read, { id: orderId })
const dust = (quantity: string) => ({ losses: [{ kind: 'dust' as const, quantity }] })

/** Asks for a correction that shows a parameter of a step to have been out of its range. */
async function outOfRange(orderId: string) {
  const { steps } = await recordOf(orderId)
  const step = present(steps.find(({ parameters }) => parameters.some(({ max }) => max !== null)))
  const parameter = present(step.parameters.find(({ max }) => max !== null))
  const value = exact(present(parameter.max)).plus(10).toFixed()
  return proposeStep(step.id, { parameters: [{ code: parameter.code, value }] })
}

async function assertVerified() {
  const client = await world.admin.connect()
  try {
    assert.deepEqual((await verifyDatabase(client)).findings, [])
  } finally {
    client.release()
  }
}

/** What the balance of a batch says is what its steps and its own masses say. */
async function assertBalanced(orderId: string) {
  const { steps, balance } = await recordOf(orderId)
  const { rows } = await world.admin.query(
    `select issued_quantity as issued, returned_quantity as returned, auxiliary_quantity as auxiliaries, output_quantity as output, co_product_quantity as "coProducts",
      sampled_quantity as sampled, leftover_quantity as leftover, yield_min as "yieldMin", yield_max as "yieldMax",
      balance_min as "balanceMin", balance_max as "balanceMax" from bulk_lot where order_id = $1`,
    [orderId],
  )
  const losses = sumOf(steps.flatMap((step) => step.losses.map(({ quantity }) => quantity)))
  const water = sumOf(steps.map((step) => step.water ?? '0'))
  const due = balanceOf({ ...rows[0], losses, water }, rows[0])
  assert.deepEqual(
    [balance?.losses, balance?.yieldPercent, balance?.balancePercent],
    [exact(losses).toFixed(4), due.yieldPercent, due.balancePercent],
  )
}

test('two lots of one line corrected at once: the line and the receipt are the sum of both', async () => {
  for (const round of [1, 2, 3]) {
    const order = await approvedOrder(as, { quantity: '500' })
    const note = await deliveryNote(as, order.id, { quantity: '400' })
    const line = elementAt(note.lots, 0)
    const apart = { kind: 'mould' as const, packageCount: 2, gross: '50.4', tare: '0.4', net: '50', note: '霉变', placeId: line.placeId }
    const { lots } = await (await as('cangku')).ask(purchaseApi.receive, { ...note, lots: [{ ...line, abnormal: [apart] }] })
    const [sound, mouldy] = [present(lots[0]).lotId, present(lots[1]).lotId]
    const asked = [
      await proposeLine(sound, { net: '351', gross: '354.6', exceptionNote: '按实重' }),
      await proposeLine(mouldy, { net: '40', gross: '40.4', exceptionNote: '按实重' }),
    ]
    await Promise.all(asked.map(({ id }) => approve(id)))
    const { rows } = await world.admin.query(
      `select r.net_total::text, w.net::text, w.line_net::text from raw_lot w join receipt r on r.id = w.receipt_id where r.order_id = $1 order by w.line_no`,
      [order.id],
    )
    assert.deepEqual(
      rows,
      ['351.0000', '40.0000'].map((net) => ({ net_total: '391.0000', net, line_net: '391.0000' })),
      `round ${round}`,
    )
  }
  await assertVerified()
})

test('the balance of a batch and two of its steps corrected at once: every figure is that of all three, and every signature is explained', async () => {
  for (const round of [1, 2, 3]) {
    const batch = await conformingBatch(as)
    const { steps } = await recordOf(batch.orderId)
    const asked = [
      await proposeBatch(batch.lotId, { output: exact(batch.quantity).minus(20).toFixed(), leftover: '1' }),
      await proposeStep(elementAt(steps, -1).id, dust('1')),
      await proposeStep(elementAt(steps, 0).id, dust('2')),
    ]
    await Promise.all((round === 2 ? asked.toReversed() : asked).map(({ id }) => approve(id)))
    await assertBalanced(batch.orderId)
  }
  await assertVerified()
})

/** Waits until so many transactions of this database wait for a lock. */
async function waiting(count: number) {
  for (;;) {
    const { rows } = await world.admin.query<{ n: number }>(
      `select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    if (present(rows[0]).n >= count) return
    await setTimeout(20)
  }
}

/** Holds the lock of a row while something is begun that waits for it. */
async function whileLocked(table: 'production_order' | 'correction', id: string, begin: () => Promise<void>) {
  const client = await world.admin.connect()
  try {
    await client.query('begin')
    await client.query(`select from ${table} where id = $1 for update`, [id])
    await begin()
  } finally {
    await client.query('commit')
    client.release()
  }
}

test('a step corrected while production ends, either first: the batch has the corrected losses', async () => {
  for (const isCorrectedFirst of [true, false]) {
    const lot = await releasedLot(as, { quantity: '60' })
    const order = await steppedProduction(as, { lots: [{ lotId: lot.lotId, quantity: '40', reason: '按生产计划使用该批' }] })
    const { steps } = await recordOf(order.id)
    const asked = await proposeStep(elementAt(steps, -1).id, dust('0.1'))
    const begin = [() => finishedProduction(as, order.id), () => approve(asked.id)]
    const begun: Promise<unknown>[] = []
    await whileLocked('production_order', order.id, async () => {
      for (const one of isCorrectedFirst ? begin.toReversed() : begin) {
        begun.push(one())
        await waiting(begun.length)
      }
    })
    await Promise.all(begun)
    await assertBalanced(order.id)
  }
  await assertVerified()
})

test('a deviation that a correction finds while production ends holds the batch', async () => {
  const lot = await releasedLot(as, { quantity: '60' })
  const order = await steppedProduction(as, { lots: [{ lotId: lot.lotId, quantity: '40', reason: '按生产计划使用该批' }] })
  const asked = await outOfRange(order.id)
  const begun: Promise<unknown>[] = []
  await whileLocked('production_order', order.id, async () => {
    for (const one of [() => approve(asked.id), () => finishedProduction(as, order.id)]) {
      begun.push(one())
      await waiting(begun.length)
    }
  })
  await Promise.all(begun)
  assert.equal((await recordOf(order.id)).balance?.holds, 1)
})

test('a correction that began first and came second is told second: the signatures stay explained', async () => {
  const batch = await conformingBatch(as)
  const { steps } = await recordOf(batch.orderId)
  const [late, early] = [await proposeStep(elementAt(steps, -1).id, dust('1')), await proposeBatch(batch.lotId, { leftover: '0.5' })]
  const begun: Promise<unknown>[] = []
  await whileLocked('correction', late.id, async () => {
    begun.push(approve(late.id))
    await waiting(1)
    await approve(early.id)
  })
  await Promise.all(begun)
  const { balance } = await recordOf(batch.orderId)
  assert.deepEqual(
    present(balance)
      .corrections.filter(({ field }) => field === 'balance_percent')
      .map(({ correctionNo }) => correctionNo),
    [early.correctionNo, late.correctionNo],
  )
  await assertBalanced(batch.orderId)
  await assertVerified()
})

test('no remainder comes out of nothing by taking losses away and giving them back', async () => {
  const batch = await conformingBatch(as)
  const before = await recordOf(batch.orderId)
  for (const { id } of before.steps.filter(({ losses }) => losses.length > 0)) await approve((await proposeStep(id, { losses: [] })).id)
  const { balance } = await recordOf(batch.orderId)
  const { charged, water, output } = present(balance)
  const leftover = exact(charged).plus(water).times('1.02').minus(output).toDecimalPlaces(2, 1).toFixed()
  await approve((await proposeBatch(batch.lotId, { leftover })).id)
  const lost = present(before.steps.find(({ losses }) => losses.length > 0))
  await refused(
    proposeStep(lost.id, { losses: lost.losses.map(({ kind, quantity }) => ({ kind, quantity })) }),
    'mass_from_nothing',
    'changes.losses',
  )
  // Past the door and the step, the database still says no.
  await assert.rejects(
    world.change(`alter table production_step disable trigger corrected; alter table bulk_lot disable trigger corrected;
      update production_step set losses = '${JSON.stringify(lost.losses)}' where id = '${lost.id}';
      update bulk_lot set loss_quantity = loss_quantity + 1 where id = '${batch.lotId}'`),
    { message: 'mass_from_nothing', where: /guard_batch_mass/ },
  )
})

test('a deviation that a correction shows before the review is concluded by the review, and its hold ends with it', async () => {
  const lot = await releasedLot(as, { quantity: '100' })
  const order = await steppedProduction(as, { lots: [{ lotId: lot.lotId, quantity: '40', reason: '按生产计划使用该批' }] })
  const batch = await finishedProduction(as, order.id)
  await approve((await outOfRange(order.id)).id)
  assert.equal((await recordOf(order.id)).balance?.holds, 1)

  const review = { id: order.id, deviationConclusion: '经评估不影响质量', signature: signed('同意') }
  const qa = await as('qa')
  await refused(qa.ask(productionApi.review, { ...review, deviationConclusion: '' }), 'conclusion_required', 'deviationConclusion')
  await refused(qa.ask(productionApi.review, review), 'approver_required', 'approver')
  await qa.ask(productionApi.review, { ...review, approver: secondPerson('zhiliang') })
  const { rows } = await world.admin.query(`select conclusion, lifted_at is not null as lifted from hold where lot_id = $1`, [batch.lotId])
  assert.deepEqual(rows, [{ conclusion: '经评估不影响质量', lifted: true }])
  await assertVerified()
})
