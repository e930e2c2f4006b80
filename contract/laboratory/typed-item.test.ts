import assert from 'node:assert/strict'
import { test } from 'node:test'
import { generalItems } from './general-chapter.ts'
import { standardItemInput, type StandardItemInput } from './standard-item.ts'
import { couldBe, formulasFor, typedItems } from './typed-item.ts'

const line = (more: Partial<StandardItemInput>) =>
  standardItemInput.parse({ group: '检查', name: '水分', op: 'le', high: '13.0', unit: '%', ...more })

test('what a chapter calculates from readings is named while its line has no formula, by the chapter or by what it is called', () => {
  const cases: [Partial<StandardItemInput>, string[]][] = [
    [{}, ['moisture_drying', 'moisture_toluene']],
    [{ name: '干燥失重' }, ['moisture_drying', 'moisture_toluene']],
    [{ name: '含水量', method: '通则0832 第四法' }, ['moisture_drying', 'moisture_toluene']],
    [{ name: '酸不溶性灰分', method: '2302' }, ['total_ash', 'acid_insoluble_ash']],
    [{ group: '浸出物', name: '水溶性浸出物(冷浸)', op: 'ge', low: '17.0', high: '' }, ['extractives']],
    [{ name: '药屑及杂质' }, ['foreign_matter']],
    [{ name: '二氧化硫残留量', unit: 'mg/kg', high: '150' }, ['sulphur_dioxide']],
    [{ group: '含量测定', name: '挥发油', unit: '%(ml/g)', op: 'ge', low: '0.4', high: '' }, ['volatile_oil']],
    [{ group: '含量测定', name: '芍药苷', op: 'ge', low: '1.6', high: '' }, ['assay_external']],
    [{ group: '含量测定', name: '阿魏酸', op: 'ge', low: '0.050', high: '', method: '0512' }, ['assay_external']],
  ]
  for (const [given, formulas] of cases) assert.deepEqual(formulasFor(line(given)), formulas, JSON.stringify(given))
})

test('a line with its formula, what is looked at, and what no formula is kept for are not named', () => {
  const others: Partial<StandardItemInput>[] = [
    { formula: 'moisture_drying' },
    { name: '水分', op: 'qualitative', high: '', unit: '' },
    { name: '沙门菌', op: 'absent', high: '', unit: '' },
    { name: '铅', unit: 'mg/kg', high: '5' },
    { name: 'pH值', op: 'range', low: '5.0', high: '7.0', unit: '' },
    { group: '含量测定', name: '总生物碱', op: 'ge', low: '0.5', high: '', method: '滴定' },
  ]
  for (const other of others) assert.deepEqual(formulasFor(line(other)), [], JSON.stringify(other))
  assert.deepEqual(typedItems([line({}), line({ formula: 'moisture_drying' }), line({ name: '总灰分' })]), ['水分', '总灰分'])
  assert.equal(couldBe(line({})), '水分 烘干法、水分 甲苯法')
})

test('of what chapter 0212 asks for, only what has several methods is left to the firm', () => {
  assert.deepEqual(typedItems(generalItems({ of: 'product', isHerb: true, herb: '当归', isMineral: false })), ['水分', '二氧化硫残留量'])
})
