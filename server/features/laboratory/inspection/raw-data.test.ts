import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { z } from 'zod'
import { oosApi, oosLaboratoryApi } from '#contract/cases/oos-api.ts'
import { rawInspectionApi } from '#contract/laboratory/inspection-api.ts'
import type { InspectionFile } from '#contract/laboratory/inspection-file.ts'
import type { standardItemInput } from '#contract/laboratory/standard-item.ts'
import { standardApi } from '#contract/laboratory/standard.ts'
import { dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import { findingFor, measuredAs, waterRead } from '#server/demo/finding.ts'
import { sampled } from '#server/demo/inspection.ts'
import { nothingAmiss } from '#server/demo/investigation.ts'
import { signed } from '#server/demo/person.ts'
import { receivedLot } from '#server/demo/purchase.ts'
import { refused } from '#server/test/refused.ts'
import { openWorld } from '#server/test/world.ts'

const world = await openWorld()
after(() => world.close())
const { as } = world

type Input = z.input<typeof rawInspectionApi.record.input>['results'][number]
const extract = '醇溶性浸出物(70%乙醇,热浸)'

/** A sampled lot of 当归: moisture by toluene, ash, extractives and assay on the dried substance. */
async function ofAngelica() {
  const { lotId } = await receivedLot(as)
  const { inspectionId: id } = await sampled(as, lotId, 'raw')
  return benchOf(id, lotId)
}

async function benchOf(id: string, lotId: string) {
  const analyst = await as('jianyan')
  const { items } = await analyst.ask(rawInspectionApi.file, { id })
  const itemOf = (name: string) => items.find((item) => item.name === name)!
  const record = (name: string, value: Omit<Input, 'itemId' | 'revision'>, revision = 0) =>
    analyst.ask(rawInspectionApi.record, { id, results: [{ itemId: itemOf(name).id, revision, ...value }] })
  const submit = () => analyst.ask(rawInspectionApi.submit, { id, signature: signed() })
  const recalculate = () => analyst.ask(rawInspectionApi.recalculate, { id })
  return { id, lotId, items, itemOf, analyst, record, submit, recalculate }
}
const resultsOf = ({ items, results }: Pick<InspectionFile, 'items' | 'results'>, name: string) =>
  results.filter(({ itemId }) => itemId === items.find((item) => item.name === name)?.id)
const ash = (ignited1: string, ignited2: string) => ({ crucible: '28.4321', sample: '3.0000', ignited1, ignited2 })
const residue = (more: Partial<Record<'sample' | 'extract' | 'aliquot' | 'dish' | 'dried', string>> = {}) => ({
  ...{ sample: '4.0000', extract: '100.0', aliquot: '25.00', dish: '60.1234', dried: '60.5669' },
  ...more,
})

test('the analyst writes the readings and the server calculates; a typed value is not taken', async () => {
  const { record, itemOf, id } = await ofAngelica()
  await refused(record('水分', { individual: ['12.3', '12.3'] }), 'raw_required', 'results.0.raw')
  await refused(record('水分', { words: '未检出' }), 'raw_required', 'results.0.raw')
  await refused(record('性状', { raw: [{ sample: '1' }] }), 'invalid_input', 'results.0.raw')
  const file = await record('水分', {
    raw: [
      { water: '6.15', sample: '50.00' },
      { water: '6.17', sample: '50.01' },
    ],
  })
  const [water] = resultsOf(file, '水分')
  assert.deepEqual(
    [water!.individual, water!.mean, water!.formula, water!.formulaVersion, water!.raw?.[1]],
    [['12.30', '12.34'], '12.3', 'moisture_toluene', 1, { water: '6.17', sample: '50.01' }],
  )
  // The database says so too: without readings, or by another formula, nothing is written.
  const write = (formula: string) =>
    world.change(
      `insert into test_result (enterprise_id, inspection_id, standard_item_id, revision, source, individual, verdict, reason, mean, out_of_trend, near_limit, entered_by, raw, formula, formula_version)
       select enterprise_id, inspection_id, $2, 1, 'measured', '{4.00,4.00}', 'PASS', 'within', '4.0', false, false, entered_by, ${formula} from test_result where inspection_id = $1`,
      [id, itemOf('总灰分').id],
    )
  await assert.rejects(write('null, null, null'), /raw_required/)
  await assert.rejects(write(`'[{},{}]', 'moisture_toluene', 1`), /raw_required/)
})

test('weights that cannot be, and weighings that are not constant, are refused by their field', async () => {
  const { record } = await ofAngelica()
  const ashOf = (first: object, second: object = ash('28.5722', '28.5721')) =>
    record('总灰分', { raw: [second, first] as Record<string, string>[] })
  await refused(ashOf(ash('28.5725', '28.5721')), 'invalid_input', 'results.0.raw.1.ignited2')
  await refused(ashOf(ash('28.4320', '28.4320')), 'invalid_input', 'results.0.raw.1.ignited2')
  await refused(ashOf(ash('31.5000', '31.5000')), 'invalid_input', 'results.0.raw.1.ignited2')
  await refused(ashOf({ ...ash('28.5721', '28.5721'), sample: '0' }), 'invalid_input', 'results.0.raw.1.sample')
  await refused(ashOf({ crucible: '28.4321', sample: '3.0000', ignited1: '28.5721' }), 'invalid_input', 'results.0.raw.1.ignited2')
  await refused(ashOf({ ...ash('28.5721', '28.5721'), dish: '1' }), 'invalid_input', 'results.0.raw.1.dish')
  await refused(ashOf({ ...ash('28.5721', '28.5721'), sample: '-3.0' }), 'invalid_input', 'results.0.raw.1.sample')
  await refused(record('水分', { raw: [{ water: '50.1', sample: '50.0' }] }), 'invalid_input', 'results.0.raw.0.water')
  const file = await ashOf(ash('28.5724', '28.5721'))
  assert.deepEqual(resultsOf(file, '总灰分')[0]!.individual, ['4.67', '4.67'])
})

test('a result on the dried substance takes the moisture that counts, and names it', async () => {
  const { record, id, analyst, itemOf, lotId } = await ofAngelica()
  await refused(record(extract, { raw: [residue(), residue()] }), 'moisture_missing', 'results.0.raw')
  await record('水分', { raw: waterRead('12.0').raw })
  await refused(record(extract, { raw: [residue(), residue()] }), 'moisture_missing', 'results.0.raw')
  await record('水分', waterRead('12.0', '12.0'), 1)
  await refused(record(extract, { raw: [residue({ aliquot: '100.1' })] }), 'invalid_input', 'results.0.raw.0.aliquot')
  await refused(record(extract, { raw: [residue({ dried: '60.1233' })] }), 'invalid_input', 'results.0.raw.0.dried')
  await refused(record(extract, { raw: [residue({ dried: '61.1234' })] }), 'invalid_input', 'results.0.raw.0')
  const file = await record(extract, { raw: [residue(), residue()] })
  const water = resultsOf(file, '水分').at(-1)!
  const [dry] = resultsOf(file, extract)
  // 0.4435 g of 25 mL are 1.774 g in 100 mL, of 4.0000 g × 0.88 = 3.52 g: 50.40 %
  assert.deepEqual([dry!.individual, dry!.moistureResultId, dry!.moisture], [['50.40', '50.40'], water.id, '12.0'])
  // Saved together in any order, the moisture is written first.
  const together = await benchOf((await sampled(as, (await receivedLot(as)).lotId, 'raw')).inspectionId, lotId)
  const both = await together.analyst.ask(rawInspectionApi.record, {
    id: together.id,
    results: [
      { itemId: together.itemOf(extract).id, revision: 0, raw: [residue(), residue()] },
      { itemId: together.itemOf('水分').id, revision: 0, ...waterRead('12.0', '12.0') },
    ],
  })
  assert.deepEqual(resultsOf(both, extract)[0]!.individual, ['50.40', '50.40'])
  await assert.rejects(
    world.change(
      `insert into test_result (enterprise_id, inspection_id, standard_item_id, revision, source, individual, verdict, reason, mean, out_of_trend, near_limit, entered_by, raw, formula, formula_version)
       select enterprise_id, inspection_id, $2, 1, 'measured', '{0.060,0.060}', 'PASS', 'within', '0.060', false, false, entered_by, '[{},{}]', 'assay_external', 1
       from test_result where id = $1`,
      [water.id, itemOf('阿魏酸').id],
    ),
    /moisture_missing/,
  )
  assert.equal((await analyst.ask(rawInspectionApi.file, { id })).results.length, 3)
})

test('parallels that are added change none of the readings before', async () => {
  const { record } = await ofAngelica()
  const first = { water: '6.15', sample: '50.00' }
  await record('水分', { raw: [first] })
  // The same value from other readings is not the same.
  await refused(record('水分', { raw: [{ water: '3.075', sample: '25.00' }, first] }, 1), 'result_kept', 'results.0')
  const file = await record('水分', { raw: [first, { water: '6.16', sample: '50.00' }] }, 1)
  assert.deepEqual(resultsOf(file, '水分').at(-1)!.individual, ['12.30', '12.32'])
})

/** Finds an error of the laboratory in the first open case, and has its value made invalid. */
async function invalidate(caseId: string) {
  const [checker, decider] = [await as('fuhe'), await as('qa')]
  const rowVersion = async () => (await decider.ask(oosApi.file, { id: caseId })).case.rowVersion
  await checker.ask(oosLaboratoryApi.raw.check, {
    id: caseId,
    rowVersion: await rowVersion(),
    checklist: { ...nothingAmiss, instrument: { ok: false, note: '烘箱温度偏高' } },
    finding: 'laboratory_error',
    explanation: '烘箱温度偏高',
    signature: signed(),
  })
  await decider.ask(oosApi.invalidate, { id: caseId, rowVersion: await rowVersion(), reason: '烘箱温度偏高', signature: signed() })
}

test('when the moisture changes, what was counted with it is calculated again from the same readings before anything is submitted', async () => {
  const { record, submit, recalculate, items, analyst, id } = await ofAngelica()
  await refused(recalculate(), 'dry_basis_current')
  const { oosCases } = await record('水分', waterRead('18.0', '18.0'))
  for (const item of items.filter(({ name }) => name !== '水分')) await record(item.name, findingFor(item, true))
  await invalidate(oosCases[0]!.id)
  await refused(recalculate(), 'moisture_missing')
  await record('水分', waterRead('12.0', '12.0'), 1)
  await refused(submit(), 'dry_basis_stale', extract)
  await assert.rejects(
    world.change(
      `insert into test_record (enterprise_id, inspection_id, revision, results, verdict, analyst_ids, submitted_by, submitted_at)
       select distinct enterprise_id, inspection_id, 1, '[]'::jsonb, 'PASS', array[entered_by], entered_by, now() from test_result where inspection_id = $1`,
      [id],
    ),
    /dry_basis_stale/,
  )
  const before = resultsOf(await analyst.ask(rawInspectionApi.file, { id }), extract)
  const file = await recalculate()
  const now = resultsOf(file, extract)
  assert.deepEqual(
    now.map(({ part, moisture }) => [part, moisture]),
    [
      ['first', '18.0'],
      ['recalculated', '12.0'],
    ],
  )
  assert.deepEqual(now[0], before[0], 'the first value stays')
  assert.deepEqual(now[1]!.raw, now[0]!.raw)
  assert.notDeepEqual(now[1]!.individual, now[0]!.individual)
  await refused(recalculate(), 'dry_basis_current')
  assert.equal((await submit()).state, 'submitted')
})

test('a value that fails when it is calculated again opens its case, and holds the lot', async () => {
  const { record, submit, recalculate, itemOf, lotId } = await ofAngelica()
  const { oosCases } = await record('水分', waterRead('18.0', '18.0'))
  // 45.5 % without 18 % of moisture, 42.4 % without 12 %.
  await record(extract, { raw: [residue({ dried: '60.4965' }), residue({ dried: '60.4965' })] })
  await invalidate(oosCases[0]!.id)
  await record('水分', waterRead('12.0', '12.0'), 1)
  const file = await recalculate()
  const opened = file.oosCases.at(-1)!
  assert.deepEqual([opened.itemId, opened.kind, opened.state], [itemOf(extract).id, 'oos', 'open'])
  assert.equal(resultsOf(file, extract).at(-1)!.verdict, 'FAIL')
  await refused(submit(), 'oos_open', extract)
  const { rows } = await world.admin.query<{ holds: number }>(`select holds from lot where id = $1`, [lotId])
  assert.equal(rows[0]!.holds, 1)
})

test('retests and the correction of a slip take readings as well', async () => {
  const { record } = await ofAngelica()
  const { oosCases } = await record('水分', waterRead('18.0', '18.0'))
  const caseId = oosCases[0]!.id
  const [checker, decider] = [await as('fuhe'), await as('qa')]
  const rowVersion = async () => (await decider.ask(oosApi.file, { id: caseId })).case.rowVersion
  await checker.ask(oosLaboratoryApi.raw.check, {
    ...{ id: caseId, rowVersion: await rowVersion(), checklist: nothingAmiss, finding: 'none', explanation: '逐项检查' },
    signature: signed(),
  })
  const [other] = await decider.ask(oosApi.analysts, { id: caseId })
  await decider.ask(oosApi.approveRetest, {
    ...{ id: caseId, rowVersion: await rowVersion(), retests: 1, analystId: other!.id, reason: '复检' },
    signature: signed(),
  })
  const { rows } = await world.admin.query<{ user_name: string }>(`select user_name from account where id = $1`, [other!.id])
  const retest = async (value: { individual?: string[]; raw?: Record<string, string>[] }) =>
    (await as(rows[0]!.user_name)).ask(oosLaboratoryApi.raw.retest, {
      ...{ id: caseId, rowVersion: await rowVersion(), values: [value], signature: signed() },
    })
  await refused(retest({ individual: ['12.0', '12.0'] }), 'raw_required', 'values.0.raw')
  await refused(retest({ raw: [{ water: '51', sample: '50' }] }), 'invalid_input', 'values.0.raw.0.water')
  const done = await retest(waterRead('12.0', '12.1'))
  assert.deepEqual(done.results.at(-1)!.individual, ['12.00', '12.10'])
})

type Item = z.input<typeof standardItemInput>
const today = dayInShanghai(new Date())

/** A sampled lot of a herb, of which this factory writes the standard. */
async function underOwnStandard(items: Item[], herb = '白芍') {
  const author = await as('zhuguan')
  const subject = (await author.ask(standardApi.subjects, { of: 'material', q: herb })).find(({ name }) => name === herb)!
  const header = { edition: `QB-${items.length}`, effectiveFrom: today }
  const made = await author.ask(standardApi.create, {
    of: 'material',
    subjectId: subject.id,
    kind: '企业标准',
    name: `${herb}内控`,
    ...header,
  })
  const draft = await author.ask(standardApi.edit, { id: made.id, rowVersion: made.rowVersion, ...header, items })
  const written = await author.ask(standardApi.submit, { id: draft.id, rowVersion: draft.rowVersion, signature: signed() })
  await (
    await as('shouquan')
  ).ask(standardApi.approve, { id: written.id, rowVersion: written.rowVersion, acceptsTyped: true, signature: signed('同意') })
  const { lotId } = await receivedLot(as, { material: herb })
  const { inspectionId } = await sampled(as, lotId, 'raw')
  return { ...(await benchOf(inspectionId, lotId)), standardId: written.id }
}

test('an item is judged by its own deviation limit, its own plausible range and its own words', async () => {
  const { record, items, standardId } = await underOwnStandard([
    { group: '性状', name: '断面', op: 'qualitative', parallels: 1, words: ['符合规定', '不符合规定'] },
    {
      group: '检查',
      name: '干燥失重',
      op: 'le',
      high: '14.0',
      unit: '%',
      formula: 'moisture_drying',
      deviationLimit: '5',
      plausibleLow: '2.0',
    },
    { group: '检查', name: '酸不溶性灰分', op: 'le', high: '3.0', unit: '%', formula: 'acid_insoluble_ash' },
    { group: '检查', name: '二氧化硫残留量', op: 'le', high: '150', unit: 'mg/kg', formula: 'sulphur_dioxide', plausibleHigh: '3000' },
    {
      group: '含量测定',
      name: '挥发油',
      op: 'ge',
      low: '1.0',
      unit: '%(mL/g)',
      formula: 'volatile_oil',
      parallels: 3,
      deviationLimit: '2.0',
    },
    { group: '其它', name: '农药残留', op: 'le', high: '0.10', unit: 'mg/kg', words: ['未检出', '<0.05'], parallels: 1 },
  ])
  await refused(record('断面', { words: '合格' }), 'invalid_input', 'results.0.words')
  await refused(record('农药残留', { words: '<0.08' }), 'invalid_input', 'results.0.words')
  assert.equal(resultsOf(await record('农药残留', { words: '<0.05' }), '农药残留')[0]!.verdict, 'PASS')
  const water = items.find(({ name }) => name === '干燥失重')!
  await refused(record('干燥失重', measuredAs(water, ['1.9', '2.1'])), 'invalid_input', 'results.0.raw.0')
  await refused(
    record('干燥失重', { raw: [{ dish: '25.1234', sample: '5.0000', dried1: '29.5100', dried2: '29.5049' }] }),
    'invalid_input',
    'results.0.raw.0.dried2',
  )
  // 5.66 % apart: within the usual 10 %, beyond this item's 5 %.
  const apart = await record('干燥失重', measuredAs(water, ['10.00', '11.20']))
  assert.deepEqual([apart.oosCases.length, resultsOf(apart, '干燥失重')[0]!.reason], [1, 'parallels_disagree'])
  const sulphur = { blank: '0.20', concentration: '0.01', sample: '10.0000' }
  await refused(record('二氧化硫残留量', { raw: [{ ...sulphur, titrant: '99.2' }] }), 'invalid_input', 'results.0.raw.0')
  const sulphured = await record('二氧化硫残留量', {
    raw: [
      { ...sulphur, titrant: '1.20' },
      { ...sulphur, titrant: '1.21' },
    ],
  })
  assert.deepEqual(resultsOf(sulphured, '二氧化硫残留量')[0]!.individual, ['32.0', '32.3'])
  const oil = await record('挥发油', { raw: ['0.60', '0.61', '0.62'].map((each) => ({ oil: each, sample: '50.00' })) })
  assert.deepEqual(
    [resultsOf(oil, '挥发油')[0]!.individual, resultsOf(oil, '挥发油')[0]!.deviation, oil.oosCases.length],
    [['1.20', '1.22', '1.24'], '1.6', 1],
  )
  // What says only what is usual is not in the signed words.
  const { rows } = await world.admin.query<{ content: Record<string, unknown>[] }>(`select content from standard_version where id = $1`, [
    standardId,
  ])
  assert.ok(!('formula' in rows[0]!.content[0]!) && 'words' in rows[0]!.content[0]! && !('dry_basis' in rows[0]!.content[1]!))
  assert.equal(rows[0]!.content[1]!['formula'], 'moisture_drying')
})

test('words take the place of no measurement: not of a number, of parallels, of a possible range or of a percentage', async () => {
  const lines: Item[] = [
    // Typed, since its chapter has no formula here.
    { group: '检查', name: '干燥残渣', op: 'le', high: '15.0', unit: '%', parallels: 1, method: '企业方法1' },
    { group: '检查', name: '膏度', op: 'le', high: '15.0', unit: '%', parallels: 2, plausibleLow: '2.0', method: '企业方法2' },
    { group: '检查', name: '酸碱度', op: 'eq', low: '7', unit: '', parallels: 2, method: '企业方法3' },
    { group: '检查', name: '残留', op: 'le', high: '0.10', unit: 'mg/kg', parallels: 1, method: '企业方法4' },
    { group: '检查', name: '泡沫', op: 'le', high: '15.0', unit: '%', parallels: 1, words: ['未检出', '<5'], method: '企业方法5' },
  ]
  const { record, analyst, id } = await underOwnStandard(lines, '川芎')
  const numbers = ['-5.0', '－5.0', '13.6', '１３.６', '1e5', '10^30', '9'.repeat(30), '0', '约13', '十三', '13.6%', '٣']
  for (const words of [...numbers, '<14.0', '＜14.0', '<0.1', '>1', '未检出', '合格'])
    for (const name of ['干燥残渣', '膏度']) await refused(record(name, { words }), 'invalid_input', 'results.0.words')
  for (const words of numbers) {
    await refused(record('残留', { words }), 'invalid_input', 'results.0.words')
    await refused(record('酸碱度', { words }), 'invalid_input')
  }
  for (const value of [
    '-1',
    '－1',
    '1e5',
    '10^30',
    '9'.repeat(30),
    '１２',
    '<0.1',
    '十二',
    'NaN',
    'Infinity',
    '',
    '1,2',
    '+5',
    '0x10',
    '٣',
    '.5',
    '5.',
  ])
    for (const name of ['干燥残渣', '残留', '酸碱度']) await refused(record(name, { individual: [value] }), 'invalid_input')
  await refused(record('干燥残渣', { individual: ['100.1'] }), 'invalid_input', 'results.0.individual.0')
  assert.deepEqual((await analyst.ask(rawInspectionApi.file, { id })).results, [], 'nothing of it is kept')
  // Below what the method finds is an answer where there is no whole, or where the standard lists it.
  assert.equal(resultsOf(await record('残留', { words: '<0.05' }), '残留')[0]!.verdict, 'PASS')
  assert.equal(resultsOf(await record('泡沫', { words: '未检出' }), '泡沫')[0]!.verdict, 'PASS')
  const failing = await record('干燥残渣', { words: '不符合规定' })
  const [said] = resultsOf(failing, '干燥残渣')
  assert.deepEqual(
    [said!.outOfTrend, failing.oosCases.map(({ kind }) => kind)],
    [true, ['oot']],
    'beside the law it is the firm’s own limit',
  )
})

test('a line says only what its formula can mean', async () => {
  const author = await as('zhuguan')
  const subject = (await author.ask(standardApi.subjects, { of: 'material', q: '白芍' })).find(({ name }) => name === '白芍')!
  const header = { edition: 'QB-X', effectiveFrom: today }
  const made = await author.ask(standardApi.create, {
    of: 'material',
    subjectId: subject.id,
    kind: '企业标准',
    name: '白芍草稿',
    ...header,
  })
  const edit = (...items: Item[]) => author.ask(standardApi.edit, { id: made.id, rowVersion: made.rowVersion, ...header, items })
  const ashItem: Item = { group: '检查', name: '总灰分', op: 'le', high: '6.0', unit: '%', formula: 'total_ash' }
  await refused(edit({ ...ashItem, unit: 'mg/kg' }), 'standard_item_wrong', 'items.0.formula')
  await refused(edit({ ...ashItem, op: 'qualitative', high: '' }), 'standard_item_wrong', 'items.0.formula')
  await refused(edit({ ...ashItem, dryBasis: true }), 'standard_item_wrong', 'items.0.dryBasis')
  await refused(edit({ ...ashItem, formula: 'extractives', dryBasis: true }), 'standard_item_wrong', 'items.0.dryBasis')
  await refused(edit({ ...ashItem, plausibleLow: '7' }), 'standard_item_wrong', 'items.0.plausibleLow')
  await refused(edit({ ...ashItem, words: ['差不多'] }), 'standard_item_wrong', 'items.0.words')
  const look: Item = { group: '性状', name: '性状', op: 'qualitative', parallels: 1 }
  await refused(edit({ ...look, words: ['符合规定'] }), 'standard_item_wrong', 'items.0.words')
  await refused(edit({ ...ashItem, deviationLimit: 'x' }), 'invalid_input', 'items.0.deviationLimit')
})
