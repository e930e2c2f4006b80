import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  ash,
  assayByExternalStandard,
  extractives,
  foreignMatter,
  isConstantWeight,
  moistureByDrying,
  moistureByToluene,
  sulphurDioxide,
  volatileOil,
} from './laboratory-formula.ts'

test('sulphur dioxide: 1.00 mL of 0.01 mol/L for 10 g is 32 mg/kg', () => {
  assert.equal(sulphurDioxide({ titrant: '1.20', blank: '0.20', concentration: '0.01', sample: '10' }, 0), '32')
  assert.equal(
    sulphurDioxide({ titrant: '0.20', blank: '1.20', concentration: '0.01', sample: '10' }, 1),
    '32.0',
    'whichever way the burette was read',
  )
  assert.equal(sulphurDioxide({ titrant: '1', blank: '0', concentration: '0.01', sample: '0' }, 0), undefined)
})

test('moisture by drying is what the sample lost', () => {
  assert.equal(moistureByDrying({ dish: '20.0000', sample: '2.0000', dried: '21.7282' }, 2), '13.59')
  assert.equal(moistureByDrying({ dish: '20', sample: '0', dried: '20' }, 2), undefined)
})

test('moisture by toluene is the water collected', () => {
  assert.equal(moistureByToluene({ water: '2.7', sample: '20.00' }, 1), '13.5')
})

test('volatile oil is the oil collected', () => {
  assert.equal(volatileOil({ oil: '0.61', sample: '50.0' }, 2), '1.22')
  assert.equal(volatileOil({ oil: '0.61', sample: '0' }, 2), undefined)
})

test('foreign matter is its share of the sample', () => {
  assert.equal(foreignMatter({ foreign: '1.5', sample: '100' }, 1), '1.5')
})

test('ash is what the crucible gained', () => {
  assert.equal(ash({ crucible: '25.1234', ignited: '25.2634', sample: '2.0000' }, 2), '7.00')
})

test('two weighings 0.3 mg apart are constant, 0.4 mg apart are not', () => {
  assert.ok(isConstantWeight('25.1234', '25.1231'))
  assert.ok(isConstantWeight('25.1231', '25.1234'))
  assert.ok(!isConstantWeight('25.1234', '25.1230'))
})

test('extractives are counted on the dried sample and the whole extract', () => {
  // residue 0.2000 g of 25 mL out of 100 mL = 0.8000 g, from 2.0000 g with 12.0 % water = 1.7600 g dry: 45.4545… %
  const given = { dish: '30.0000', dried: '30.2000', sample: '2.0000', extract: '100', aliquot: '25', moisture: '12.0' }
  assert.equal(extractives(given, 2), '45.45')
  assert.equal(extractives({ ...given, moisture: '100' }, 2), undefined, 'nothing dry is left to count on')
})

test('an assay is calculated on the dried substance only where the standard says so', () => {
  // 1250 / 1000 × 0.02 mg/mL × 50 mL = 1.25 mg in 1.0000 g = 0.125 %
  const given = {
    sampleArea: '1250',
    referenceArea: '1000',
    referenceConcentration: '0.02',
    volume: '50',
    sample: '1.0000',
    moisture: null,
  }
  assert.equal(assayByExternalStandard(given, 4), '0.1250')
  assert.equal(assayByExternalStandard({ ...given, moisture: '10.0' }, 4), '0.1389')
  assert.equal(assayByExternalStandard({ ...given, referenceArea: '0' }, 4), undefined)
})

test('a number that is none is refused, not taken for zero', () => {
  assert.throws(() => foreignMatter({ foreign: '', sample: '100' }, 1), RangeError)
  assert.throws(() => foreignMatter({ foreign: '1e3', sample: '100' }, 1), RangeError)
})
