import assert from 'node:assert/strict'
import { test } from 'node:test'
import { differencesOf } from './process-difference.ts'
import type { ProcessParameter, ProcessSnapshot } from './production-record.ts'

const parameter = (name: string, change: Partial<ProcessParameter> = {}): ProcessParameter => ({
  code: name,
  name,
  unit: '℃',
  min: '45',
  target: '50',
  max: '60',
  isCritical: false,
  ...change,
})
type Step = ProcessSnapshot['steps'][number]
const steps = (...given: (Partial<Step> & { name: string })[]): Step[] =>
  given.map((step, at) => ({
    no: at + 1,
    option: '',
    isCritical: false,
    instruction: '',
    equipment: '',
    holdHours: null,
    parameters: [],
    ...step,
  }))
const process = (change: Partial<ProcessSnapshot> = {}): ProcessSnapshot => ({
  code: 'GY-1',
  version: 1,
  yieldMin: '90',
  yieldMax: '100',
  balanceMin: '97',
  balanceMax: '102',
  maxBatch: '500',
  allowsBlending: false,
  steps: steps({ name: '净制' }, { name: '干燥', parameters: [parameter('温度')] }),
  auxiliaries: [{ materialId: 'wine', name: '黄酒', ratio: '10', tolerance: '2' }],
  coProducts: [],
  ...change,
})
const differences = (after: ProcessSnapshot, before = process()) =>
  differencesOf(before, after).map((one) => [one.part, one.what, one.before, one.after])

test('equal versions differ in nothing, even with different numbers', () => {
  assert.deepEqual(differences(process({ code: 'GY-2', version: 2 })), [])
})

test('a changed limit, ratio or flag is shown with both values', () => {
  assert.deepEqual(differences(process({ yieldMax: '98', allowsBlending: true, auxiliaries: [{ materialId: 'wine', name: '黄酒', ratio: '12', tolerance: '2' }] })), [
    ['总则', '收率上限', '100 %', '98 %'],
    ['总则', '允许拼批', '否', '是'],
    ['辅料', '黄酒', '每100 kg 用 10 kg，允差 2 %', '每100 kg 用 12 kg，允差 2 %'],
  ]) // prettier-ignore
})

test('an inserted step is one difference and moves no other', () => {
  const after = process({
    steps: steps({ name: '净制' }, { name: '洗润', option: '淋润' }, { name: '干燥', parameters: [parameter('温度')] }),
  })
  assert.deepEqual(differences(after), [['工序 2 洗润', '整道工序', null, '淋润']])
  assert.deepEqual(differences(process(), after), [['工序 2 洗润', '整道工序', '淋润', null]])
})

test('a parameter is added, taken away, or changed within its step', () => {
  const dried = (...parameters: ProcessParameter[]) =>
    process({ steps: steps({ name: '净制' }, { name: '干燥', isCritical: true, parameters }) })
  assert.deepEqual(differences(dried(parameter('温度', { max: '65', isCritical: true }), parameter('时间', { unit: 'h', min: null, target: null, max: null }))), [
    ['工序 2 干燥', '关键工序', '否', '是'],
    ['工序 2 干燥', '参数 温度', '45～60 ℃，目标 50 ℃', '45～65 ℃，目标 50 ℃，关键'],
    ['工序 2 干燥', '参数 时间', null, '记录'],
  ]) // prettier-ignore
  assert.deepEqual(differences(dried()).at(-1), ['工序 2 干燥', '参数 温度', '45～60 ℃，目标 50 ℃', null])
})

test('an auxiliary that came or went is on one side only', () => {
  const after = process({ auxiliaries: [{ materialId: 'vinegar', name: '米醋', ratio: '20', tolerance: '2' }] })
  assert.deepEqual(differences(after).map(([part, what, before, is]) => [part, what, before === null, is === null]), [['辅料', '黄酒', false, true], ['辅料', '米醋', true, false]]) // prettier-ignore
})

test('what was the fourth step is compared as the fourth although a step before it is gone', () => {
  const before = process({ steps: steps({ name: '净制' }, { name: '洗润' }, { name: '干燥' }) })
  const after = process({ steps: steps({ name: '净制' }, { name: '干燥', equipment: '热风循环烘箱' }) })
  assert.deepEqual(differences(after, before), [
    ['工序 2 洗润', '整道工序', '—', null],
    ['工序 2 干燥（原第3道）', '设备', null, '热风循环烘箱'],
  ])
})
