import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refusal } from '#contract/kernel/action.ts'
import { inspectionActions, type InspectionRow } from './inspection.ts'
import { printedResult } from './test-result.ts'
import { judgedBy, type TestedItem } from './tested-item.ts'
import { judgeItem } from './judge.ts'

const row = (given: Partial<InspectionRow>): InspectionRow =>
  ({ state: 'requested', requestedBy: 'wh', analystIds: [], reviewedBy: null, ...given }) as InspectionRow
const person = (id: string) => ({
  id,
  name: id,
  enterpriseId: 'e',
  rights: ['12:accept', '12:sample', '12:test', '12:review', '12:approve'],
})

const steps = (side: 'raw' | 'bulk') =>
  Object.entries(inspectionActions[side]).map(([name, { from, to, duty }]) => [name, from, to, duty.split(':')[1]])

test('each side works under its own duties, step by step the same', () => {
  assert.deepEqual(steps('raw'), steps('bulk'))
  assert.ok(Object.values(inspectionActions.raw).every(({ duty }) => duty.startsWith('12:')))
  assert.ok(Object.values(inspectionActions.bulk).every(({ duty }) => duty.startsWith('16:') || duty.startsWith('17:')))
})

test('the grey button says the same as the server: requester, analyst and reviewer stay out of each other’s steps', () => {
  const { accept, sample, review, approve } = inspectionActions.raw
  assert.equal(refusal(accept, row({}), person('wh')), 'requester_accepts')
  assert.equal(refusal(accept, row({}), person('qc')), undefined)
  assert.equal(refusal(sample, row({ state: 'accepted' }), person('wh')), 'requester_samples')
  assert.equal(refusal(review, row({ state: 'submitted', analystIds: ['a', 'b'] }), person('b')), 'analyst_reviews')
  assert.equal(refusal(approve, row({ state: 'reviewed', analystIds: ['a'], reviewedBy: 'r' }), person('r')), 'analyst_approves')
  assert.equal(refusal(approve, row({ state: 'reviewed', analystIds: ['a'], reviewedBy: 'r' }), person('qc')), undefined)
  assert.equal(refusal(approve, row({ state: 'submitted' }), person('qc')), 'wrong_state')
})

const water: TestedItem = {
  id: 'i',
  line: 1,
  standardVersionId: 's',
  standardName: '《中国药典》2020年版一部',
  authority: 'legal',
  decides: true,
  others: [],
  group: '检查',
  name: '水分',
  specText: '不得过15.0%',
  op: 'le',
  limit: '15.0',
  internal: '14.0',
  unit: '%',
  method: '0832',
  parallels: 2,
  isMandatory: true,
  quotedAllowed: false,
  outsourcedAllowed: true,
  formula: 'direct',
  dryBasis: false,
  deviationLimit: null,
  plausibleLow: null,
  plausibleHigh: null,
  words: [],
}

test('a commissioned result is one value; one measured here needs the parallels of the standard', () => {
  const once = { individual: ['14.2'], text: '' }
  assert.equal(judgeItem(judgedBy(water, 'measured'), once).reason, 'too_few_parallels')
  assert.deepEqual(
    [judgeItem(judgedBy(water, 'outsourced'), once).verdict, judgeItem(judgedBy(water, 'outsourced'), once).outOfTrend],
    ['PASS', true],
    'legal limit kept, internal limit not',
  )
})

test('a report prints the rounded mean with its unit, or the words', () => {
  assert.equal(printedResult(water, { mean: '13.6', individual: ['13.59', '13.67'], words: '' }), '13.6%')
  assert.equal(printedResult(water, { mean: null, individual: [], words: '未检出' }), '未检出')
})
