import assert from 'node:assert/strict'
import { test } from 'node:test'
import { keysOf } from '#contract/kernel/key-of.ts'
import { calculate, formulas, readingsSentence, type FormulaName, type Readings } from './formula.ts'

type Calculated = Exclude<FormulaName, 'direct'>
const calculated = (name: Calculated, given: Readings, limit = '15.0', moisture: string | null = null) =>
  calculate(formulas[name], given, moisture, limit)
const valueOf = (...of: Parameters<typeof calculated>) => calculated(...of).value
const wrongOf = (...of: Parameters<typeof calculated>) => calculated(...of).errors.map(({ reading }) => reading)

/** One worked example of each formula, with its limit, its moisture, and what is wrong with each of these changes. */
const examples: Record<Calculated, { given: Readings; limit: string; moisture?: string; value: string; wrong: [Readings, string][] }> = {
  foreign_matter: {
    given: { foreign: '7.52', sample: '500.0' },
    limit: '3',
    value: '1.5',
    wrong: [
      [{ sample: '0' }, 'sample'],
      [{ foreign: '500.1' }, 'foreign'],
    ],
  },
  // 20 g of dish and 2.0000 g of sample weigh 21.7282 g when they are dry: 0.2718 g of 2.0000 g.
  moisture_drying: {
    given: { dish: '20.0000', sample: '2.0000', dried1: '21.7331', dried2: '21.7282' },
    limit: '15.0',
    value: '13.59',
    wrong: [
      [{ dried1: '21.7333' }, 'dried2'],
      [{ dried1: '19.9990', dried2: '19.9990' }, 'dried2'],
      [{ dried1: '22.0010', dried2: '22.0010' }, 'dried2'],
      [{ sample: '0' }, 'sample'],
    ],
  },
  moisture_toluene: {
    given: { water: '2.7', sample: '20.00' },
    limit: '15.0',
    value: '13.50',
    wrong: [
      [{ water: '20.1' }, 'water'],
      [{ sample: '0.00' }, 'sample'],
    ],
  },
  total_ash: {
    given: { crucible: '25.1234', sample: '2.0000', ignited1: '25.2637', ignited2: '25.2634' },
    limit: '7.0',
    value: '7.00',
    wrong: [
      [{ ignited1: '25.2638' }, 'ignited2'],
      [{ ignited1: '25.1230', ignited2: '25.1230' }, 'ignited2'],
      [{ ignited1: '27.1240', ignited2: '27.1240' }, 'ignited2'],
    ],
  },
  acid_insoluble_ash: {
    given: { crucible: '25.1234', sample: '2.0000', ignited1: '25.1435', ignited2: '25.1434' },
    limit: '2.0',
    value: '1.00',
    wrong: [[{ ignited1: '25.1430' }, 'ignited2']],
  },
  // 0.2000 g of 25 mL are 0.8000 g of 100 mL, from 2.0000 g with 12.0 % of water, 1.7600 g.
  extractives: {
    given: { dish: '30.0000', dried: '30.2000', sample: '2.0000', extract: '100', aliquot: '25' },
    limit: '45.0',
    moisture: '12.0',
    value: '45.45',
    wrong: [
      [{ aliquot: '101' }, 'aliquot'],
      [{ aliquot: '0' }, 'aliquot'],
      [{ extract: '0' }, 'extract'],
      [{ dried: '29.9999' }, 'dried'],
    ],
  },
  sulphur_dioxide: {
    given: { titrant: '1.20', blank: '0.20', concentration: '0.01', sample: '10' },
    limit: '150',
    value: '32.0',
    wrong: [
      [{ concentration: '0' }, 'concentration'],
      [{ sample: '0' }, 'sample'],
    ],
  },
  volatile_oil: {
    given: { oil: '0.61', sample: '50.0' },
    limit: '1.0',
    value: '1.22',
    wrong: [
      [{ oil: '50.1' }, 'oil'],
      [{ sample: '0' }, 'sample'],
    ],
  },
  // 1250 / 1000 × 0.02 mg/mL × 50 mL are 1.25 mg in 1.0000 g, of which 10.0 % are water.
  assay_external: {
    given: { sampleArea: '1250', referenceArea: '1000', referenceConcentration: '0.02', volume: '50', sample: '1.0000' },
    limit: '0.050',
    moisture: '10.0',
    value: '0.1389',
    wrong: [
      [{ referenceArea: '0' }, 'referenceArea'],
      [{ referenceArea: '12500001' }, 'referenceArea'],
      [{ referenceConcentration: '0' }, 'referenceConcentration'],
      [{ volume: '0' }, 'volume'],
    ],
  },
}

for (const name of keysOf(examples)) {
  const { given, limit, moisture = null, value, wrong } = examples[name]
  test(`${name}: the worked example, and what its readings cannot be`, () => {
    assert.deepEqual(calculated(name, given, limit, moisture), { value, errors: [] })
    for (const [change, reading] of wrong)
      assert.ok(wrongOf(name, { ...given, ...change }, limit, moisture).includes(reading), JSON.stringify(change))
    for (const reading of keysOf(formulas[name].readings)) {
      const { [reading]: _, ...others } = given
      assert.deepEqual(wrongOf(name, others, limit, moisture), [reading])
      assert.deepEqual(wrongOf(name, { ...given, [reading]: 'x' }, limit, moisture), [reading])
    }
    assert.deepEqual(wrongOf(name, { ...given, toString: '1' }, limit, moisture), ['toString'])
  })
}

test('a value has one decimal more than its limit, of a range the finer of its ends', () => {
  const given = { water: '2.7', sample: '20.00' }
  assert.equal(valueOf('moisture_toluene', given, '15'), '13.5')
  assert.equal(valueOf('moisture_toluene', given, '15.00'), '13.500')
  assert.equal(valueOf('moisture_toluene', given, '5～15.0'), '13.50')
})

test('more than a laboratory weighs, measures or dissolves is refused by its field', () => {
  assert.ok(wrongOf('moisture_toluene', { water: '2.7', sample: '10000.1' }).includes('sample'))
  assert.deepEqual(wrongOf('moisture_toluene', { water: '2.7', sample: '10000' }), [])
  assert.ok(wrongOf('sulphur_dioxide', { ...examples.sulphur_dioxide.given, concentration: '20.1' }).includes('concentration'))
})

test('nothing is counted on what has no dry substance', () => {
  const { given } = examples.extractives
  assert.deepEqual(calculated('extractives', given, '45.0', '100'), {
    value: undefined,
    errors: [{ reading: 'sample', message: '无法计算，请核对取样量与水分' }],
  })
  assert.equal(valueOf('extractives', given, '45.0', null), '40.00', 'where the monograph does not ask for the dried substance')
})

test('readings are said with their name, letter and unit', () => {
  assert.equal(readingsSentence(formulas.moisture_toluene, { water: '2.7', sample: '20.00' }), '水量V 2.7 mL，取样量W 20.00 g')
})
