import assert from 'node:assert/strict'
import { test } from 'node:test'
import { exact } from '#contract/kernel/exact-decimal.ts'
import { chartSeries, fewestPoints, findSignals, signalSentence } from './trend.ts'

/** Ten quiet values around 10, in pairs, so that none of the rules is broken. */
const quiet = ['10.5', '9.5', '9.5', '10.5', '10.5', '9.5', '9.5', '10.5', '9.5', '10.5']
/** The signals of values around a mean of 10 with σ = 1. */
const rulesOf = (texts: readonly string[]) =>
  findSignals(texts.map(exact), exact('10'), exact('1')).map(({ rule, from, to }) => [rule, from, to])

test('the mean is exact, where binary fractions would drift', () => {
  assert.equal(chartSeries(['0.1', '0.2', '0.3']).mean, '0.20')
  assert.equal(chartSeries(Array.from({ length: 10 }, () => '0.1')).mean, '0.10')
})

test('ten flow rates of a handbook give the limits of the handbook', () => {
  // NIST/SEMATECH e-Handbook 6.3.2.2: mean 50.81, mean of the moving ranges 1.8778, limits 55.8041 and 45.8159.
  const flow = ['49.6', '47.6', '49.9', '51.3', '47.8', '51.2', '52.6', '52.4', '53.6', '52.1']
  const series = chartSeries(flow)
  assert.equal(series.mean, '50.81')
  assert.equal(series.sigma, '1.665')
  assert.equal(series.upper, '55.80')
  assert.equal(series.lower, '45.82')
  assert.deepEqual([series.lowest, series.highest, series.deviation], ['47.6', '53.6', '2.034'])
  assert.deepEqual(series.signals, [])
})

test('a quiet series breaks no rule', () => {
  assert.deepEqual(rulesOf(quiet), [])
  assert.deepEqual(chartSeries(quiet).signals, [])
})

test('rule 1: a point beyond three σ is marked, one upon the line is not', () => {
  assert.deepEqual(rulesOf(['13.0', '7.0']), [])
  assert.deepEqual(rulesOf(['13.1', '6.9']), [
    [1, 0, 0],
    [1, 1, 1],
  ])
  // In a whole series, although the bad lot itself widens σ and pulls the mean.
  assert.deepEqual(
    chartSeries([...quiet, '15', ...quiet]).signals.map(({ rule, from, way }) => [rule, from, way]),
    [[1, 10, 'up']],
  )
})

test('rule 2: nine in a row on one side, eight are chance, the mean itself is on no side', () => {
  const above = ['10.2', '10.3', '10.2', '10.2', '10.3', '10.2', '10.3', '10.2', '10.2']
  const below = ['9.8', '9.7', '9.8', '9.8', '9.7', '9.8', '9.7', '9.8', '9.8', '9.7']
  assert.deepEqual(rulesOf([...above, ...below]), [
    [2, 0, 8],
    [2, 9, 18],
  ])
  assert.deepEqual(rulesOf([...above.slice(1), ...below.slice(2)]), [])
  assert.deepEqual(rulesOf([...above.slice(0, 4), '10.0', ...above.slice(4)]), [])
})

test('rule 3: six in a row rising or falling, five are chance, a tie ends the run', () => {
  const rise = ['9.7', '9.8', '9.9', '10.1', '10.2', '10.3']
  assert.deepEqual(rulesOf([...rise, ...quiet.slice(1)]), [[3, 0, 5]])
  assert.deepEqual(rulesOf([...quiet.slice(0, 9), ...rise.toReversed()]), [[3, 9, 14]])
  assert.deepEqual(rulesOf([...rise.slice(0, 5), '10.2', ...quiet]), [])
})

test('rule 4: fourteen in a row up and down, thirteen are chance, a tie ends the run', () => {
  const zigzag = (length: number) => Array.from({ length }, (_, index) => (index % 2 === 0 ? '9.8' : '10.2'))
  assert.deepEqual(rulesOf(zigzag(14)), [[4, 0, 13]])
  assert.deepEqual(rulesOf(zigzag(13)), [])
  assert.deepEqual(rulesOf([...zigzag(13), '9.8', '9.7']), [])
  assert.deepEqual(rulesOf([...zigzag(7), '9.8', ...zigzag(7)]), [])
})

test('too few points are described, not judged', () => {
  const few = chartSeries(quiet.slice(0, fewestPoints - 1))
  assert.equal(few.mean, '9.94')
  assert.deepEqual([few.sigma, few.upper, few.lower, few.signals], [null, null, null, []])
  assert.deepEqual(chartSeries(['9.9']).deviation, null)
  assert.equal(chartSeries([]).mean, null)
})

test('equal values have no spread and break no rule', () => {
  const same = chartSeries(Array.from({ length: 30 }, () => '1'))
  assert.deepEqual([same.sigma, same.upper, same.signals], ['0.00', '1.0', []])
})

test('each signal is a plain sentence', () => {
  const name = (index: number) => `YL${index + 1}`
  assert.equal(signalSentence({ rule: 1, from: 4, to: 4, way: 'down' }, name), 'YL5 超出均值−3σ')
  assert.equal(signalSentence({ rule: 2, from: 0, to: 9, way: 'up' }, name), 'YL1 至 YL10 连续10点在均值之上')
  assert.equal(signalSentence({ rule: 3, from: 1, to: 6, way: 'down' }, name), 'YL2 至 YL7 连续6点递减')
  assert.equal(signalSentence({ rule: 4, from: 0, to: 13, way: 'both' }, name), 'YL1 至 YL14 连续14点上下交替')
})
