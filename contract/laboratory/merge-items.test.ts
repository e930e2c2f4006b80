import assert from 'node:assert/strict'
import { test } from 'node:test'
import { only } from '#contract/kernel/certain.ts'
import { judgedBy } from './tested-item.ts'
import { judgeItem, suspicionOf } from './judge.ts'
import { mergeItems, type StandardLine } from './merge-items.ts'

const line = (authority: StandardLine['authority'], limit: string, more: Partial<StandardLine> = {}): StandardLine => ({
  ...{ id: `${authority} ${limit}`, standardVersionId: authority, standardName: authority, authority, group: '检查', name: '水分' },
  ...{ specText: `不得过${limit}%`, op: 'le', limit, internal: null, unit: '%', method: '', parallels: 1, isMandatory: false },
  ...{ quotedAllowed: true, outsourcedAllowed: true, formula: 'direct', dryBasis: false, deviationLimit: null },
  ...{ plausibleLow: null, plausibleHigh: null, words: [] },
  ...more,
})
const judge = (lines: readonly StandardLine[], value: string) => {
  const item = judgedBy(only(mergeItems(lines)), 'measured')
  const measured = { individual: [value], text: '' }
  const judged = judgeItem(item, measured)
  return [judged.verdict, judged.reason, judged.outOfTrend, suspicionOf(item, measured, judged)]
}

test('what several standards ask for is one measurement under the first of them, as strict as the strictest about how it is done', () => {
  const merged = mergeItems([
    line('legal', '15.0', { method: '0832' }),
    line('legal', '7.0', { name: '总灰分' }),
    line('internal', '13.5', { parallels: 3, isMandatory: true, quotedAllowed: false }),
    line('internal', '13.5', { unit: 'g' }),
  ])
  assert.deepEqual(
    merged.map(({ line, name, unit, others }) => [line, name, unit, others.length]),
    [
      [1, '水分', '%', 1],
      [2, '总灰分', '%', 0],
      [3, '水分', 'g', 0],
    ],
  )
  const [water] = merged
  assert.deepEqual(
    [water?.limit, water?.method, water?.parallels, water?.isMandatory, water?.quotedAllowed, water?.outsourcedAllowed],
    ['15.0', '0832', 3, true, false, true],
  )
})

test('where the law names a chapter alone, the firm’s own standard says by which formula the item is calculated; a customer’s does not', () => {
  const open = line('legal', '15.0', { method: '0832' })
  const firms = line('internal', '13.5', { formula: 'moisture_toluene' })
  const theirs = line('customer', '13.0', { formula: 'moisture_drying' })
  const formulaOf = (...lines: StandardLine[]) => only(mergeItems(lines)).formula
  assert.equal(formulaOf(open, theirs), 'direct')
  assert.equal(formulaOf(open, firms, theirs), 'moisture_toluene')
  assert.equal(formulaOf({ ...open, formula: 'moisture_drying' }, firms), 'moisture_drying')
  const assay = only(mergeItems([open, { ...firms, formula: 'extractives', dryBasis: true }]))
  assert.deepEqual([assay.formula, assay.dryBasis, assay.limit, assay.standardName], ['extractives', true, '15.0', 'legal'])
})

test('words and numbers of one name are two measurements', () => {
  assert.equal(mergeItems([line('legal', '', { op: 'qualitative', unit: '' }), line('internal', '3', { unit: '' })]).length, 2)
})

test('the law decides, the firm’s own is out of trend, a customer’s only says so', () => {
  const all = [line('legal', '15.0'), line('internal', '13.5'), line('customer', '13.0')]
  assert.deepEqual(judge(all, '12.9'), ['PASS', 'within', false, null])
  assert.deepEqual(judge(all, '13.4'), ['PASS', 'beyond_customer', false, null])
  assert.deepEqual(judge(all, '13.9'), ['PASS', 'beyond_internal', true, 'oot'])
  assert.deepEqual(judge(all, '15.1'), ['FAIL', 'outside', false, 'oos'])
})

test('of two standards of the law the stricter one decides, rounded to its own decimals', () => {
  const two = [line('legal', '13', { standardVersionId: 'one' }), line('legal', '13.0', { standardVersionId: 'two' })]
  assert.deepEqual(judge(two, '13.04'), ['PASS', 'within', false, null])
  assert.deepEqual(judge(two, '13.4'), ['FAIL', 'outside', false, 'oos'])
})

test('where there is no standard of the law the firm’s own decides, and a customer’s never does', () => {
  assert.deepEqual(judge([line('internal', '13.5'), line('customer', '13.0')], '13.9'), ['FAIL', 'outside', false, 'oos'])
  assert.deepEqual(judge([line('customer', '13.0')], '13.9'), ['PASS', 'beyond_customer', false, null])
})

test('an item that the law does not know and the firm asks for is for quality assurance', () => {
  const items = mergeItems([line('legal', '15.0'), line('internal', '100', { name: '二氧化硫残留量', unit: 'mg/kg' })])
  const item = judgedBy(only(items.slice(1)), 'measured')
  const judged = judgeItem(item, { individual: ['120'], text: '' })
  assert.deepEqual([judged.verdict, judged.reason, judged.outOfTrend, judged.nearLimit], ['PASS', 'beyond_internal', true, false])
})
