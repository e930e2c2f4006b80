import assert from 'node:assert/strict'
import { test } from 'node:test'
import { actualRatio, auxiliaryFor, balanceOf, keepsRatio, stepYield, sumOf, type BalanceLimits, type Masses } from './mass-balance.ts'

const nothing: Masses = {
  issued: '0',
  auxiliaries: '0',
  water: '0',
  output: '0',
  losses: '0',
  coProducts: '0',
  sampled: '0',
  leftover: '0',
  returned: '0',
}
const slices: BalanceLimits = { yieldMin: '90', yieldMax: '100', balanceMin: '97', balanceMax: '102' }
const honeyed: BalanceLimits = { yieldMin: '110', yieldMax: '125', balanceMin: '97', balanceMax: '102' }
const balance = (masses: Partial<Masses>, limits = slices) => balanceOf({ ...nothing, ...masses }, limits)

test('500 kg that give 475 kg and lose 22 kg have a yield of 95 % and a balance of 99.4 %', () => {
  const { yieldPercent, balancePercent, unexplained, charged, deviations } = balance({ issued: '500', output: '475', losses: '22' })
  assert.deepEqual(
    { yieldPercent, balancePercent, unexplained, charged, deviations },
    { yieldPercent: '95.0000', balancePercent: '99.4000', unexplained: '3', charged: '500', deviations: [] },
  )
})

test('water that washing put in and drying took out does not blow up the balance', () => {
  const { balancePercent, deviations } = balance({ issued: '500', water: '75', output: '470', losses: '105' })
  assert.equal(balancePercent, '100.0000')
  assert.deepEqual(deviations, [])
  assert.deepEqual(balance({ issued: '500', output: '470', losses: '105' }).deviations, ['balance'], 'left out, it is a deviation')
})

test('what goes back to the warehouse is not charged: the yield is of what was fed, the balance of what was issued', () => {
  const { charged, yieldPercent, balancePercent } = balance({ issued: '500', returned: '100', output: '380', losses: '20' })
  assert.deepEqual({ charged, yieldPercent, balancePercent }, { charged: '400', yieldPercent: '95.0000', balancePercent: '100.0000' })
})

test('samples and tailings count as accounted for', () => {
  assert.equal(balance({ issued: '100', output: '95', losses: '3', sampled: '0.5', leftover: '1.5' }).balancePercent, '100.0000')
})

test('a yield exactly on a limit is inside, a gram beyond is a deviation', () => {
  assert.deepEqual(balance({ issued: '500', output: '450', losses: '50' }).deviations, [])
  assert.deepEqual(balance({ issued: '500', output: '449.999', losses: '50.001' }).deviations, ['yield'])
})

test('a percentage is judged before it is rounded: 96.99999 % is not 97 %', () => {
  const { balancePercent, deviations } = balance({ issued: '1000000', output: '900000', losses: '69999.9' })
  assert.equal(balancePercent, '97.0000')
  assert.deepEqual(deviations, ['balance'])
})

test('a balance outside its limits is a deviation on both sides', () => {
  assert.deepEqual(balance({ issued: '500', output: '475', losses: '9.9' }).deviations, ['balance'])
  assert.deepEqual(balance({ issued: '500', output: '475', losses: '35.1' }).deviations, ['balance'])
})

test('a yield of 101 % without an auxiliary is a deviation even where the limits would allow it', () => {
  assert.deepEqual(balance({ issued: '100', output: '101' }, { ...slices, yieldMax: '105' }).deviations, ['gain'])
  assert.deepEqual(balance({ issued: '100', output: '101' }).deviations, ['yield', 'gain'])
})

test('honey remains: 115 % with honey is inside its own range', () => {
  const { yieldPercent, balancePercent, deviations } = balance({ issued: '100', auxiliaries: '25', output: '115', losses: '10' }, honeyed)
  assert.deepEqual({ yieldPercent, balancePercent, deviations }, { yieldPercent: '115.0000', balancePercent: '100.0000', deviations: [] })
})

test('sums are exact where floats are not', () => {
  assert.equal(sumOf(['0.1', '0.2']), '0.3')
  assert.equal(balance({ issued: '0.3', output: sumOf(['0.1', '0.2']) }, { ...slices, yieldMin: '100' }).yieldPercent, '100.0000')
  assert.deepEqual(balance({ issued: '0.3', output: sumOf(['0.1', '0.2']) }, { ...slices, yieldMin: '100' }).deviations, [])
})

test('more out than in shows as a negative rest', () => {
  assert.equal(balance({ issued: '100', output: '98', losses: '3' }).unexplained, '-1')
})

test('without a charge there is no batch', () => {
  assert.throws(() => balance({ issued: '100', returned: '100' }), RangeError)
})

test('10 kg of yellow wine per 100 kg: 500 kg take 50 kg, and 2 % either way keep the ratio', () => {
  assert.equal(auxiliaryFor('500', '10'), '50')
  assert.equal(auxiliaryFor('33.3333', '2.5'), '0.8333')
  const wine = { charge: '500', ratio: '10', tolerance: '2' }
  for (const auxiliary of ['49', '50', '51']) assert.ok(keepsRatio({ ...wine, auxiliary }), auxiliary)
  for (const auxiliary of ['48.9999', '51.0001']) assert.ok(!keepsRatio({ ...wine, auxiliary }), auxiliary)
  assert.equal(actualRatio('51', '500'), '10.2000')
})

test('a step without figures yet has no yield', () => {
  assert.equal(stepYield('500', '485'), '97.00')
  for (const [input, output] of [
    ['', '1'],
    ['5', ''],
    ['0', '1'],
    ['5', '4.'],
  ])
    assert.equal(stepYield(input!, output!), undefined)
})
