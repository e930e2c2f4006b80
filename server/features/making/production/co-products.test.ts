import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { only, present } from '#contract/kernel/certain.ts'
import { exact } from '#contract/kernel/exact-decimal.ts'
import { bulkInspectionApi } from '#contract/laboratory/inspection-api.ts'
import { processApi } from '#contract/making/process-version.ts'
import { productApi } from '#contract/making/product.ts'
import { productionApi } from '#contract/making/production-api.ts'
import { readView, traceApi } from '#contract/tracing/trace.ts'
import { binIn } from '#server/demo/bin-in.ts'
import { processYielding, productBeside } from '#server/demo/co-product.ts'
import { inspect, releasedLot } from '#server/demo/inspection.ts'
import { secondPerson, signed } from '#server/demo/person.ts'
import { latestProcess, writingOf } from '#server/demo/processing.ts'
import {
  begunStep,
  doneStep,
  finishedProduction,
  gaveBack,
  handedOver,
  issuedProduction,
  terminatedProduction,
} from '#server/demo/production.ts'
import { refused } from '#server/test/refused.ts'
import { openWorld, type World } from '#server/test/world.ts'
import { verifyDatabase } from '#server/verify/verify.ts'

/* 联产品: what else a process yields is a lot of its own, made of what the batch is made of, tested and released by itself. */

let world: World
let besideId: string
before(async () => {
  world = await openWorld()
  besideId = (await productBeside(as, '当归', { name: '当归尾' })).id
  await processYielding(as, '当归', { productId: besideId, stepNo: 1, min: '5', expected: '10', max: '15' }, '70')
})
after(() => world.close())
const as = (userName: string) => world.as(userName)

const read = async (id: string) => (await as('shengchan')).ask(productionApi.read, { id })
const view = async (id: string) => readView(await (await as('qa')).ask(traceApi.view, { id }))
const verified = async () => {
  const client = await world.admin.connect()
  try {
    assert.deepEqual((await verifyDatabase(client)).findings, [])
  } finally {
    client.release()
  }
}
const kg = (text: string | null | undefined) => exact(present(text)).toFixed()
const issued = async (quantity = '60') => {
  const lot = await releasedLot(as, { quantity: exact(quantity).plus(20).toFixed() })
  const { id } = await issuedProduction(as, { lots: [{ lotId: lot.lotId, quantity, reason: '按生产计划使用该批' }] })
  return { id, lot }
}
const stateOf = async (lotId: string) =>
  only((await world.admin.query<{ state: string }>(`select state from lot where id = $1`, [lotId])).rows).state
/** All steps that are left. */
const toTheEnd = async (id: string) => {
  for (let order = await read(id); order.stepsDone < order.stepsTotal; order = await read(id)) await doneStep(as, id)
}

test('a step yields a lot of its own: of its product, of the same herb, in the balance of the batch, tested by itself', async () => {
  const { id, lot } = await issued()
  await doneStep(as, id)
  const born = only((await read(id)).coProducts)
  const lotId = present(born.lotId)
  assert.deepEqual([born.name, kg(born.quantity), kg(born.share), born.lotState], ['当归尾', '6', '10', 'quarantine'])
  assert.equal(born.lotNo, `${(await read(id)).batchNo}L1`)
  const early = await view(lotId)
  assert.deepEqual(
    early.edges.map(({ step, quantity, share }) => [step, kg(quantity), kg(share)]),
    [['production', '6', '1']],
  )
  await verified()
  const asker = await as('shengchan')
  const request = { lotId, packageCount: 1, priority: 'normal', department: '生产部', remark: '' } as const
  await refused(asker.ask(bulkInspectionApi.request, request), 'batch_unfinished', 'lotId')

  await toTheEnd(id)
  const batch = await finishedProduction(as, id)
  const { balance } = await read(id)
  assert.equal(kg(balance?.coProducts), '6')
  assert.ok(exact(present(balance).balancePercent).greaterThan(97), balance?.balancePercent)
  await (await as('qa')).ask(productionApi.review, { id, signature: signed() })
  for (const one of [lotId, batch.lotId, lot.lotId]) {
    const { balances } = await view(one)
    assert.ok(
      balances.every(({ closes }) => closes),
      JSON.stringify(balances),
    )
  }
  // Of the raw lot both came, with their kilograms; neither came of the other.
  const below = await view(lot.lotId)
  assert.deepEqual(
    below.edges.map(({ to, quantity }) => [to, kg(quantity)]).sort(),
    [
      [lotId, '6'],
      [batch.lotId, '54'],
    ].sort(),
  )
  const tested = await inspect(as, lotId, { side: 'bulk' })
  assert.ok(tested.reportNo !== undefined)
  assert.deepEqual([await stateOf(lotId), await stateOf(batch.lotId)], ['conforming', 'quarantine'])
  await verified()
})

test('each co-product is told: none left out, none that the process does not name, zero is an answer within its limits alone', async () => {
  const { id } = await issued()
  await begunStep(as, id)
  const outcome = { output: '52', losses: [{ kind: 'impurity' as const, quantity: '2' }] }
  await refused(doneStep(as, id, { outcome }), 'invalid_input', 'coProducts')
  const placeId = await binIn(await as('shengchan'), 'bulk')
  const kept = { productId: besideId, quantity: '6', placeId }
  await refused(doneStep(as, id, { outcome: { ...outcome, coProducts: [kept, kept] } }), 'invalid_input', 'coProducts.1.productId')
  await refused(
    doneStep(as, id, { outcome: { ...outcome, coProducts: [{ productId: besideId, quantity: '6' }] } }),
    'invalid_input',
    'coProducts.0.placeId',
  )
  await refused(
    doneStep(as, id, { outcome: { ...outcome, coProducts: [{ ...kept, placeId: await binIn(await as('shengchan'), 'released') }] } }),
    'zone_mismatch',
  )
  // More came out than went in: no mass of nothing.
  await refused(doneStep(as, id, { outcome: { ...outcome, coProducts: [{ ...kept, quantity: '9' }] } }), 'mass_from_nothing')
  // Out of its share: a case first, and the lot only once quality assurance has ended it.
  const little = { output: '56', losses: [{ kind: 'impurity' as const, quantity: '3' }], coProducts: [{ ...kept, quantity: '1' }] }
  await refused(doneStep(as, id, { outcome: little }), 'deviation_required', 'coProducts.0.quantity')
  assert.deepEqual((await read(id)).coProducts, [])
  await doneStep(as, id, { outcome: little, deviation: '本批归尾少' })
  const { found, coProducts } = await read(id)
  assert.deepEqual(
    found.map((one) => [one.kind, one.caseState]),
    [['co_product', 'closed']],
  )
  assert.equal(kg(only(coProducts).quantity), '1')
  await verified()
})

test('a co-product that is thrown away has a reason, no lot, and is a loss of its step', async () => {
  const { id } = await issued()
  await begunStep(as, id)
  const waste = { productId: besideId, quantity: '6', wasteReason: '混入泥沙，不能药用' }
  await refused(
    doneStep(as, id, { outcome: { output: '53', losses: [], coProducts: [{ ...waste, quantity: '0' }] } }),
    'invalid_input',
    'coProducts.0.wasteReason',
  )
  await doneStep(as, id, { outcome: { output: '53', losses: [], coProducts: [waste] } })
  const { coProducts, steps } = await read(id)
  assert.deepEqual([only(coProducts).lotId, only(coProducts).wasteReason], [null, '混入泥沙，不能药用'])
  assert.deepEqual(only(steps).losses, [{ kind: 'co_product', quantity: '6' }])
  assert.equal(kg(only(steps).coProducts), '0')
  await toTheEnd(id)
  await finishedProduction(as, id)
  await verified()
})

test('what went into a co-product does not go back, and a batch in parts has its co-products too', async () => {
  const lot = await releasedLot(as, { quantity: '90' })
  const { id } = await issuedProduction(as, { lots: [{ lotId: lot.lotId, quantity: '60', reason: '按生产计划使用该批' }] })
  await doneStep(as, id, {
    input: '50',
    outcome: {
      output: '44',
      losses: [],
      coProducts: [{ productId: besideId, quantity: '6', placeId: await binIn(await as('shengchan'), 'bulk') }],
    },
  })
  await refused(gaveBack(as, id, { lotNo: lot.lotNo, net: '11' }), 'return_exceeds')
  await gaveBack(as, id, { lotNo: lot.lotNo, net: '10' })
  await toTheEnd(id)
  const output = kg((await read(id)).steps.at(-1)?.output)
  await handedOver(as, id, '20')
  await handedOver(as, id, exact(output).minus(20).toFixed())
  const batch = await finishedProduction(as, id)
  assert.equal(batch.quantity, output)
  for (const { balances } of [await view(batch.lotId), await view(lot.lotId)])
    assert.ok(
      balances.every(({ closes }) => closes),
      JSON.stringify(balances),
    )
  await verified()
})

test('a batch that is ended takes its co-products with it into the 不合格区', async () => {
  const { id } = await issued()
  await doneStep(as, id)
  const lotId = present(only((await read(id)).coProducts).lotId)
  const qa = await as('qa')
  const noPlace = {
    id,
    reason: '混入异物',
    remains: '0',
    returns: [],
    clearance: { materials: true, documents: true, equipment: true, site: true } as const,
    clearedUntil: '2199-12-31',
  }
  await refused(
    qa.ask(productionApi.terminate, { ...noPlace, signature: signed(), approver: secondPerson('zhiliang') }),
    'invalid_input',
    'placeId',
  )
  await terminatedProduction(as, id, { remains: '40' })
  assert.equal(await stateOf(lotId), 'rejected')
  const { rows } = await world.admin.query<{ zone: string }>(
    `select p.zone from stock_balance b join place p on p.id = b.place_id where b.lot_id = $1 and b.quantity > 0 and p.kind = 'bin'`,
    [lotId],
  )
  assert.deepEqual(rows, [{ zone: 'rejected' }])
  assert.equal(kg((await read(id)).ending?.coProducts), '6')
  await verified()
})

test('a co-product is another product in use of the same herb, at a step that there is', async () => {
  const author = await as('shengchan2')
  const latest = await latestProcess(as, '当归')
  const draft = await author.ask(processApi.copy, { id: latest.id, basis: '修订' })
  const { rows } = await author.ask(productApi.list, { q: '黄芪' })
  const other = only(rows.filter(({ name }) => name === '黄芪')).id
  const edit = (coProduct: Partial<{ productId: string; stepNo: number; min: string; expected: string; max: string }>) =>
    author.ask(processApi.edit, {
      ...{ id: draft.id, rowVersion: draft.rowVersion, ...writingOf(latest) },
      coProducts: [{ productId: besideId, stepNo: 1, min: '5', expected: '10', max: '15', ...coProduct }],
    })
  await refused(edit({ productId: other }), 'co_product_unsuitable', 'coProducts.0.productId')
  await refused(edit({ productId: latest.productId }), 'co_product_unsuitable', 'coProducts.0.productId')
  await refused(edit({ stepNo: 30 }), 'invalid_input', 'coProducts.0.stepNo')
  await refused(edit({ expected: '20' }), 'invalid_input', 'coProducts.0.expected')
  await refused(edit({ max: '101' }), 'invalid_input', 'coProducts.0.max')
  const written = await edit({ max: '12' })
  assert.deepEqual(
    (await author.ask(processApi.read, { id: written.id })).content.coProducts.map(({ name, min, max }) => [name, min, max]),
    [['当归尾', '5', '12']],
  )
})
