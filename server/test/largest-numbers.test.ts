import { binIn } from '#server/demo/bin-in.ts'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { correctionApi } from '#contract/cases/correction.ts'
import { rawInspectionApi } from '#contract/laboratory/inspection-api.ts'
import { sampleLaboratoryApi } from '#contract/laboratory/sample.ts'
import { present } from '#contract/kernel/certain.ts'
import { productionApi } from '#contract/making/production-api.ts'
import { packSpecApi } from '#contract/making/pack-spec.ts'
import { packagingApi } from '#contract/packing/packaging.ts'
import { processApi } from '#contract/making/process-version.ts'
import { productApi } from '#contract/making/product.ts'
import { refusalCause } from '#contract/supply/purchase.ts'
import { purchaseApi } from '#contract/supply/purchase-api.ts'
import { supplierApi } from '#contract/supply/supplier-api.ts'
import { stockApi } from '#contract/warehouse/stock.ts'
import type { Endpoint } from '#contract/kernel/endpoint.ts'
import { routesOf } from '#server/app.ts'
import { releasedLot, sampled } from '#server/demo/inspection.ts'
import { draftProcess, writingOf } from '#server/demo/processing.ts'
import {
  doneStep,
  finishedProduction,
  gaveBack,
  issuedProduction,
  producedBatch,
  steppedProduction,
  supplemented,
  terminatedProduction,
} from '#server/demo/production.ts'
import { approvedOrder, deliveryNote, receivedLot } from '#server/demo/purchase.ts'
import { packedLot, releasedPack } from '#server/demo/packaging.ts'
import { Refused, secondPerson, signed, type Person } from '#server/demo/person.ts'
import { processYielding, productBeside } from '#server/demo/co-product.ts'
import { deliveredSale } from '#server/demo/sale.ts'
import { refused } from './refused.ts'
import { openWorld, testInstallation, type World } from './world.ts'

/*
 * A barcode typed where a number belongs. While the demo factory makes a lot from its purchase to its delivery, every write is first
 * asked with the largest number that its schema admits, in each field and in all fields at once. It is refused with the field to blame, and
 * the document it stood in goes on.
 */

let world: World
before(async () => {
  world = await openWorld()
})
after(() => world.close())

type Path = readonly (string | number)[]
type Json = { [key: string]: unknown }

const nameOf = (endpoint: Endpoint) => `${endpoint.method} ${endpoint.path}`
/** A field as the schema knows it: lines.*.quantity. */
const fieldOf = (path: Path) => path.map((key) => (typeof key === 'number' ? '*' : key)).join('.')

const numbersAsText = Array.from({ length: 12 }, (_, index) => '9'.repeat(12 - index)).flatMap((whole) =>
  [6, 5, 4, 3, 2, 1, 0].map((places) => (places === 0 ? whole : `${whole}.${'9'.repeat(places)}`)),
)
const bounded = ['100.999999', '100.5', '100', '90', '60']
const wholeNumbers = [2 ** 53 - 1, 2 ** 31, 2 ** 31 - 1, 100_000_000, 1_000_000, 100_000, 10_000, 1000, 366, 120, 100, 60, 31, 24, 12, 10]

/** Every leaf of an input, with the way to it. */
function* leavesOf(value: unknown, path: Path = []): Generator<{ path: Path; leaf: unknown }> {
  if (Array.isArray(value)) for (const [index, inner] of value.entries()) yield* leavesOf(inner, [...path, index])
  else if (typeof value === 'object' && value !== null)
    for (const [key, inner] of Object.entries(value)) yield* leavesOf(inner, [...path, key])
  else yield { path, leaf: value }
}

/** The same input with another leaf. */
function withLeaf(value: unknown, [key, ...rest]: Path, leaf: unknown): unknown {
  if (key === undefined) return leaf
  if (Array.isArray(value)) return value.map((inner, index) => (index === key ? withLeaf(inner, rest, leaf) : inner))
  return { ...(value as Json), [key]: withLeaf((value as Json)[key], rest, leaf) }
}

/** The largest number that the schema admits in place of a leaf that is one; undefined for any other leaf. */
function largestAt({ input: schema }: Endpoint, input: unknown, { path, leaf }: { path: Path; leaf: unknown }) {
  const admits = (value: unknown) => schema.safeParse(withLeaf(input, path, value)).success
  if (typeof leaf === 'number') return wholeNumbers.find((number) => number > leaf && admits(number))
  if (typeof leaf !== 'string' || !/^\d+(\.\d+)?$/.test(leaf) || admits('x') || admits('')) return undefined
  return [...numbersAsText, ...bounded].find(admits)
}

/** The fields of an endpoint that hold a number, each with its schema. */
function numericFields({ input }: Endpoint): Map<string, Json> {
  const found = new Map<string, Json>()
  const walk = (schema: unknown, path: string) => {
    if (typeof schema !== 'object' || schema === null) return
    const { type, pattern, properties, items, anyOf, allOf } = schema as Json
    const isDecimal = typeof pattern === 'string' && new RegExp(pattern).test('1') && !/[A-Za-z]/.test(pattern.replaceAll('\\d', ''))
    if (type === 'integer' || isDecimal) found.set(path, schema as Json)
    for (const [key, inner] of Object.entries((properties ?? {}) as Json)) walk(inner, path === '' ? key : `${path}.${key}`)
    walk(items, `${path}.*`)
    for (const inner of [...((anyOf ?? []) as unknown[]), ...((allOf ?? []) as unknown[])]) walk(inner, path)
  }
  walk(z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }), '')
  return found
}

/** The weather of a room is bounded by its schema. */
const climates = (...paths: string[]) =>
  Object.fromEntries(
    paths.flatMap((path) => ['temperature', 'humidity'].map((field) => [`POST ${path} ${field}`, 'the weather of a room'])),
  ) as Record<string, string>

const rooms = (...paths: string[]) =>
  Object.fromEntries(
    paths.flatMap((path) => ['temperature', 'humidity'].map((field) => [`POST ${path} environment.${field}`, 'the weather of a room'])),
  ) as Record<string, string>

/** The limits of a standard are text: 3 and 3.0 differ. */
const limits = (...names: string[]) =>
  Object.fromEntries(names.map((name) => [`PATCH /standards/{id} items.*.${name}`, 'text'])) as Record<string, string>

/** Largest numbers that are right where they stand, and why. */
const fits: Record<string, string> = {
  ...limits('low', 'high', 'internalLow', 'internalHigh', 'deviationLimit', 'plausibleLow', 'plausibleHigh'),
  'POST /purchase-orders/{id}/receive lots.*.packageCount': 'a delivery may be of very small packages',
  'POST /purchase-orders lines.*.quantity': 'the largest order',
  'POST /disposals/{id}/report weights.*.weighed': 'what was found is written down, and decided about',
  'POST /supplier-returns/{id}/confirm confirmedQuantity': 'at most what was sent, and its tolerance',
  'POST /supplier-returns/{id}/bring-back weight': 'at most what was sent, and its tolerance',
  'POST /disposals/{id}/carry-out weights.*.weighed': 'held against what was decided',
  'POST /supplier-returns/{id}/send weighed': 'held against what was decided',
  'POST /stocktakes/{id}/count quantity': 'what was found is written down, and counted again by another',
  'POST /count-tolerances percent': 'at most ten',
  ...Object.fromEntries(
    ['temperatureMin', 'temperatureMax', 'humidityMin', 'humidityMax'].flatMap((field) =>
      ['POST /climate-points', 'POST /climate-points/{id}/limits'].map((write) => [
        `${write} limits.${field}`,
        'the firm’s own limit, at most a hundred',
      ]),
    ),
  ),
  'POST /climate-readings readings.*.temperature': 'what was read is written down, at most a hundred',
  'POST /climate-readings readings.*.humidity': 'what was read is written down, at most a hundred',
  'POST /process-versions coProducts.*.min': 'at most what is expected',
  'POST /process-versions coProducts.*.expected': 'at most the largest share',
  'POST /trainings classHours': 'at most four hundred, as authorisation.test.ts shows',
  'POST /purchase-orders/{id}/receive lots.*.provenance.growthYears': 'a root may be old',
  'POST /purchase-orders/{id}/receive refused.*.packageCount': 'what is turned away is written down and makes no stock',
  'POST /purchase-orders/{id}/receive refused.*.quantity': 'what is turned away is written down and makes no stock',
  'POST /purchase-rule approvalsAbove.*': 'the enterprise decides from which amount how many approve',
  'POST /purchase-orders lines.*.unitPrice': 'a price has no bound but its column',
  'POST /bulk-tests/{id}/record results.*.individual.*': 'a result is judged, and looked into',
  'POST /raw-inspections/{id}/record results.*.individual.*': 'a result is judged, and looked into',
  'POST /raw-oos-cases/{id}/check corrected.individual.*': 'a result is judged, and looked into',
  'POST /raw-oos-cases/{id}/retest values.*.individual.*': 'a result is judged, and decided about',
  'POST /bulk-oos-cases/{id}/check corrected.individual.*': 'a result is judged, and looked into',
  'POST /bulk-oos-cases/{id}/retest values.*.individual.*': 'a result is judged, and decided about',
  'POST /materials testAmount': 'the factory says what one test needs; a sampling is held against it',
  'PATCH /materials/{id} testAmount': 'the factory says what one test needs; a sampling is held against it',
  'POST /products testAmount': 'the factory says what one test needs; a sampling is held against it',
  'PATCH /products/{id} testAmount': 'the factory says what one test needs; a sampling is held against it',
  'POST /bulk-inspections packageCount': 'a batch may lie in many containers',
  'POST /sales-orders lines.*.packs': 'an order may ask for more than there is; the stock is allocated later',
  'POST /reagents amount': 'a bottle may be of any size',
  'POST /raw-inspections/{id}/record draws.*.quantity': 'no more is drawn than is left: means.test.ts',
  'POST /bulk-tests/{id}/record draws.*.quantity': 'no more is drawn than is left: means.test.ts',
  ...rooms('/raw-inspections/{id}/record', '/bulk-tests/{id}/record', '/raw-oos-cases/{id}/retest', '/bulk-oos-cases/{id}/retest'),
  ...climates('/raw-inspections/{id}/sample', '/bulk-inspections/{id}/sample', '/productions/{id}/start-step'),
}

/** Refusals that say enough without a field: the number is not of this step, or of an older row. */
const withoutField = new Set(['stale', 'wrong_step'])

const seen = { asked: new Set<string>(), faults: [] as string[] }

async function askLargest(person: Person, endpoint: Endpoint, given: Json) {
  // With its defaults, which are fields too.
  const whole = endpoint.input.safeParse(given)
  const input = whole.success && endpoint.input.safeParse(whole.data).success ? (whole.data as Json) : given
  const numbers = [...leavesOf(input)].flatMap((found) => {
    const field = `${nameOf(endpoint)} ${fieldOf(found.path)}`
    const largest = largestAt(endpoint, input, found)
    return largest === undefined || Object.hasOwn(fits, field) ? [] : [{ ...found, field, largest }]
  })
  const attempts = numbers.flatMap(({ path, field, largest }) => [
    { field, largest, given: withLeaf(input, path, largest) },
    { field: `${field} (word)`, largest: '多', given: withLeaf(input, path, '多') },
  ])
  if (numbers.length > 1) {
    const given = numbers.reduce<unknown>((changed, { path, largest }) => withLeaf(changed, path, largest), input)
    attempts.push({ field: `${nameOf(endpoint)} (all)`, largest: 'all', given })
  }
  for (const { field, largest, given } of attempts) {
    if (seen.asked.has(field)) continue
    seen.asked.add(field)
    const no = await person.ask(endpoint, given as never).then(
      () => undefined,
      (thrown: unknown) => thrown,
    )
    if (no === undefined) seen.faults.push(`${field} took ${largest}`)
    else if (!(no instanceof Refused)) throw no
    else if (no.status >= 500) seen.faults.push(`${field} ${largest}: ${no.message}`)
    else if (!no.body.errors.some(({ path }) => path !== '') && !withoutField.has(no.code))
      seen.faults.push(`${field} ${largest}: ${no.message}`)
  }
}

/** People as ever, who first type too much. */
const as = async (userName: string): Promise<Person> => {
  const person = await world.as(userName)
  return {
    ...person,
    async ask(endpoint, input, headers) {
      if (endpoint.method !== 'GET') await askLargest(person, endpoint, input)
      return person.ask(endpoint, input, headers)
    },
  }
}

test('a barcode in any number of any step from purchase to delivery is refused with its field, and the lot goes on', async () => {
  try {
    const pack = await releasedPack(as)
    await deliveredSale(as, { pack })
    assert.deepEqual(seen.faults, [])
  } finally {
    if (seen.faults.length > 0) console.error(seen.faults)
  }
})

test('so is one in a delivery turned away, a transfer, and a batch with auxiliaries of which some go back', async () => {
  const keeper = await as('cangku')
  const { id } = await approvedOrder(world.as, { material: '黄芪', quantity: '200' })
  const note = await deliveryNote(world.as, id, { material: '黄芪', quantity: '180' })
  const [{ purchaseLineId, nameOnNote }] = note.lots as [(typeof note.lots)[0]]
  const turnedAway = {
    purchaseLineId,
    nameOnNote,
    supplierLotNo: '',
    packageCount: 2,
    quantity: '20',
    cause: refusalCause.options[0]!,
    reason: '受潮',
  }
  const placeId = await binIn(keeper, 'quarantine')
  const mouldy = { kind: 'mould' as const, packageCount: 1, gross: '5.2', tare: '0.2', net: '5', note: '受潮发霉', placeId }
  const [line] = note.lots as [(typeof note.lots)[0]]
  const { lots } = await keeper.ask(purchaseApi.receive, { ...note, lots: [{ ...line, abnormal: [mouldy] }], refused: [turnedAway] })
  const lotId = lots[0]!.lotId
  const { places } = await keeper.ask(stockApi.raw.stock, { id: lotId })
  const targets = await keeper.ask(stockApi.raw.targets, { id: lotId })
  const toPlaceId = targets.find((place) => place.id !== places[0]!.id)!.id
  await keeper.ask(stockApi.raw.transfer, { id: lotId, fromPlaceId: places[0]!.id, toPlaceId, quantity: '1', reason: '整理' })

  const [herb, bran] = [
    await releasedLot(world.as, { material: '白术', quantity: '220' }),
    await releasedLot(world.as, { material: '麦麸', quantity: '60' }),
  ]
  const order = await steppedProduction(as, { product: '麸炒白术', lots: [{ lotId: herb.lotId, quantity: '100' }] })
  await finishedProduction(as, order.id, { returns: [{ lotId: bran.lotId, quantity: '0.0001' }] })

  const { lotId: other, lotNo } = await releasedLot(world.as, { quantity: '60' })
  const ended = await issuedProduction(world.as, { lots: [{ lotId: other, quantity: '20', reason: '按计划' }] })
  await supplemented(as, ended.id, { lotNo, net: '1' })
  await gaveBack(as, ended.id, { lotNo, net: '2' })
  await doneStep(world.as, ended.id, { input: '18' })
  await terminatedProduction(as, ended.id, { remains: '17', returns: [{ lotId: other, quantity: '1' }] })
  assert.deepEqual(seen.faults, [])
})

test('so is one in the correction of a receipt line, of a step, of a batch, of an issue, of a sampling, and of a packaging', async () => {
  const qa = await world.as('qa')
  const lot = await receivedLot(world.as)
  const because = { reason: '录入错误', signature: signed() }
  await askLargest(qa, correctionApi.receiptLine, { id: lot.lotId, changes: { gross: '505', tare: '4', net: '501' }, ...because })
  const batch = await producedBatch(world.as)
  const { steps, issue, lots } = await (await world.as('shengchan')).ask(productionApi.read, { id: batch.orderId })
  const step = steps.at(-1)!
  const losses = [{ kind: 'dust', quantity: '0.1' }]
  await askLargest(qa, correctionApi.step, {
    id: step.id,
    changes: { input: step.input, output: step.output, water: '0.1', losses },
    ...because,
  })
  await askLargest(qa, correctionApi.batch, {
    id: batch.lotId,
    changes: { output: batch.quantity, sampled: '0.1', leftover: '0.1' },
    ...because,
  })
  await askLargest(qa, correctionApi.issue, {
    id: present(issue).id,
    changes: { weighings: [{ piece: 1, gross: '505', tare: '1' }], returns: [{ lotNo: lots[0]!.lotNo, quantity: '0.1' }] },
    ...because,
  })
  const { inspectionId } = await sampled(world.as, lot.lotId, 'raw')
  const { sampling } = await (await world.as('jianyan')).ask(rawInspectionApi.file, { id: inspectionId })
  await askLargest(qa, correctionApi.sampling, {
    id: present(sampling).id,
    changes: { test: '110', recheck: '110', retention: '110' },
    ...because,
  })
  const tested = present(sampling).samples.find(({ kind }) => kind === 'test')
  await (await world.as('jianyan')).ask(sampleLaboratoryApi.raw.lack, { id: present(tested).id, reason: '不足' })
  await askLargest(await world.as('jianyan'), sampleLaboratoryApi.raw.disposeSeveral, {
    ...{ samples: [{ id: present(tested).id, leftOver: '1' }], reason: '不足' },
    ...{ signature: signed(), witness: secondPerson('qa') },
  })
  await askLargest(await world.as('jianyan'), sampleLaboratoryApi.raw.dispose, {
    ...{ id: present(tested).id, leftOver: '1', reason: '不足' },
    ...{ signature: signed(), witness: secondPerson('qa') },
  })
  const pack = await packedLot(world.as, { packs: 20, spare: 2 })
  const { record } = await (await world.as('baozhuang')).ask(packagingApi.read, { id: pack.orderId })
  await askLargest(qa, correctionApi.packaging, {
    id: present(record).id,
    changes: {
      packs: 19,
      charged: pack.quantity,
      remainder: '0',
      loss: '0',
      spoiled: 0,
      destroyed: 3,
      sampled: 0,
      notPacked: [{ runNo: pack.runNo, first: 20, last: 20 }],
    },
    ...because,
  })
  // Enough where gross, tare and net agree: what was ordered is the bound.
  await refused(
    qa.ask(correctionApi.receiptLine, {
      id: lot.lotId,
      changes: { gross: '9004', net: '9000', exceptionNote: '与随货单不符' },
      ...because,
    }),
    'over_delivery',
    'changes.net',
  )
  assert.deepEqual(seen.faults, [])
})

test('so is one in what a step gave of a co-product', async () => {
  const beside = await productBeside(world.as, '当归', { name: '当归尾' })
  await processYielding(world.as, '当归', { productId: beside.id, stepNo: 1, min: '5', expected: '10', max: '15' }, '70')
  const { lotId } = await releasedLot(world.as, { quantity: '80' })
  const { id } = await issuedProduction(world.as, { lots: [{ lotId, quantity: '60', reason: '按计划' }] })
  await doneStep(as, id)
  const { coProducts, steps } = await (await world.as('shengchan')).ask(productionApi.read, { id })
  await askLargest(await world.as('qa'), correctionApi.step, {
    id: present(steps[0]).id,
    changes: { coProducts: [{ lotNo: present(present(coProducts[0]).lotNo), quantity: '5' }] },
    ...{ reason: '秤读错', signature: signed() },
  })
  assert.deepEqual(seen.faults, [])
})

test('a plan may be as large as its schema says: it is kept or refused, never a fault', async () => {
  const author = await world.as('shengchan2')
  const version = await draftProcess(world.as, '麸炒白术')
  const writing = writingOf(await author.ask(processApi.read, { id: version.id }))
  writing.steps[0]!.holdHours = '24'
  const beside = await productBeside(world.as, '麸炒白术', { name: '麸炒白术屑', code: 'P902', cutSpec: '碎' })
  writing.coProducts = [{ productId: beside.id, stepNo: 1, min: '1', expected: '2', max: '5' }]
  const { rows } = await author.ask(productApi.list, { q: '麸炒白术' })
  const plans: [Person, Endpoint, Json][] = [
    [author, processApi.edit, { id: version.id, rowVersion: version.rowVersion, ...writing }],
    [
      author,
      packSpecApi.create,
      { productId: rows[0]!.id, name: '大袋', netQuantity: '1', packUnit: '袋', packsPerBox: 1, codeScheme: 'INTERNAL' },
    ],
    [
      await world.as('caigou'),
      supplierApi.create,
      { name: '远方', kind: '药材经销商', creditCode: null, latitude: '1', longitude: '1', categories: ['crude_drug'] },
    ],
  ]
  for (const [person, endpoint, input] of plans) await askLargest(person, endpoint, input)
  assert.deepEqual(
    seen.faults.filter((fault) => /: 5\d\d /.test(fault)),
    [],
  )
  assert.ok(seen.faults.some((fault) => / took /.test(fault)))
})

test('every number that a write takes was tried, or is a whole number that its column keeps', () => {
  const writes = routesOf(testInstallation).flatMap(({ endpoint }) => (endpoint.method === 'GET' ? [] : [endpoint]))
  const all = writes.flatMap((endpoint) => [...numericFields(endpoint)].map(([field, schema]) => ({ endpoint, field, schema })))
  const keepsColumn = ({ maximum }: Json) => typeof maximum === 'number' && maximum <= 2 ** 31 - 1
  const isSettled = (endpoint: Endpoint, field: string) => {
    const name = `${nameOf(endpoint)} ${field}`
    return seen.asked.has(name) || Object.hasOwn(fits, name)
  }
  // The same field of another endpoint with the same schema: what an author creates and edits.
  const isSettledElsewhere = (field: string, schema: Json) =>
    all.some((other) => other.field === field && isDeepStrictEqual(other.schema, schema) && isSettled(other.endpoint, field))
  assert.deepEqual(
    all
      .filter(
        ({ endpoint, field, schema }) =>
          !(schema['type'] === 'integer' ? keepsColumn(schema) : isSettled(endpoint, field) || isSettledElsewhere(field, schema)),
      )
      .map(({ endpoint, field }) => `${nameOf(endpoint)} ${field}`),
    [],
  )
})
