import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { impossibleIn, judgeItem, judgeStandard, limit, limitSentence, suspicionOf, type Measured, type TestItem } from './judge.ts'

const anything = { plausibleLow: null, plausibleHigh: null, words: [] }
const numbers = (...individual: string[]): Measured => ({ individual, text: '' })
const words = (text: string): Measured => ({ individual: [], text })
const item = (op: TestItem['op'], text: string, more: Partial<TestItem> = {}): TestItem => ({
  op,
  limit: text,
  internal: null,
  mandatory: true,
  parallels: 1,
  deviationLimit: null,
  ...more,
})
const verdict = (of: TestItem, measured: Measured) => judgeItem(of, measured).verdict
const reason = (of: TestItem, measured: Measured) => judgeItem(of, measured).reason

test('the record of 白鲜皮: 13.59 and 13.67 against 15.0 are 13.6, deviation 0.3 %', () => {
  assert.deepEqual(judgeItem(item('le', '15.0', { parallels: 2, deviationLimit: '5.0' }), numbers('13.59', '13.67')), {
    verdict: 'PASS',
    reason: 'within',
    mean: '13.6',
    deviation: '0.3',
    outOfTrend: false,
    nearLimit: true,
  })
})

test('3 and 3.0 are different limits: a mean of 3.4 keeps the first and breaks the second', () => {
  assert.equal(judgeItem(item('le', '3'), numbers('3.4')).mean, '3')
  assert.equal(verdict(item('le', '3'), numbers('3.4')), 'PASS')
  assert.equal(judgeItem(item('le', '3.0'), numbers('3.4')).mean, '3.4')
  assert.equal(verdict(item('le', '3.0'), numbers('3.4')), 'FAIL')
})

test('an exact half is rounded to the even digit before it is compared', () => {
  assert.equal(verdict(item('le', '13.6'), numbers('13.65')), 'PASS')
  assert.equal(verdict(item('le', '13.7'), numbers('13.75')), 'FAIL')
  assert.equal(verdict(item('ge', '13.8'), numbers('13.75')), 'PASS')
})

test('a minimum, a range and a fixed value compare the rounded mean', () => {
  assert.equal(verdict(item('ge', '0.050'), numbers('0.0495')), 'PASS')
  assert.equal(verdict(item('ge', '0.050'), numbers('0.0494')), 'FAIL')
  assert.equal(verdict(item('range', '3.0～5.0'), numbers('5.04')), 'PASS')
  assert.equal(verdict(item('range', '3.0～5.0'), numbers('5.06')), 'FAIL')
  assert.equal(verdict(item('range', '3.0-5.0'), numbers('2.94')), 'FAIL')
  assert.equal(verdict(item('eq', '7.0'), numbers('7.04')), 'PASS')
  assert.equal(verdict(item('eq', '7.0'), numbers('7.1')), 'FAIL')
  assert.equal(verdict(item('eq', '棕黄色'), words(' 棕黄色。')), 'PASS')
  assert.equal(verdict(item('eq', '棕黄色'), words('黑色')), 'FAIL')
})

test('nothing, blanks and what is not a number never pass any limit', () => {
  const limits = [
    item('le', '15.0'),
    item('ge', '0.0'),
    item('range', '0～9'),
    item('eq', '0'),
    item('eq', '无'),
    item('absent', ''),
    item('qualitative', ''),
  ]
  const nothings = [
    numbers(),
    words(''),
    words('   '),
    words('　'),
    numbers(''),
    numbers(' '),
    numbers('0', ''),
    numbers('1e3'),
    numbers('NaN'),
    numbers('１２'),
    numbers('0x1'),
  ]
  for (const of of limits) for (const nothing of nothings) assert.equal(verdict(of, nothing), 'INCONCLUSIVE', JSON.stringify([of, nothing]))
})

test('an empty field among the parallels is a missing result, not a wrong number', () => {
  assert.equal(reason(item('le', '15.0'), numbers('13.59', ' ')), 'no_result')
  assert.equal(reason(item('le', '15.0'), numbers('13.59', 'x')), 'not_a_number')
})

test('words settle what is judged by words', () => {
  assert.equal(verdict(item('qualitative', ''), words('符合规定')), 'PASS')
  assert.equal(verdict(item('qualitative', ''), words('不符合规定')), 'FAIL')
  assert.equal(reason(item('qualitative', ''), words('棕黄色粉末')), 'words_unclear')
  assert.equal(reason(item('qualitative', ''), numbers('1.0')), 'words_unclear')
  assert.equal(verdict(item('absent', ''), words('未检出')), 'PASS')
  assert.equal(verdict(item('absent', ''), words('检出')), 'FAIL')
  assert.equal(verdict(item('absent', ''), numbers('0', '0.0')), 'PASS')
  assert.equal(verdict(item('absent', ''), numbers('0', '0.01')), 'FAIL')
  assert.equal(verdict(item('absent', ''), numbers('-1')), 'INCONCLUSIVE')
})

test('未检出 keeps a maximum and misses a minimum; 符合规定 alone is no number', () => {
  assert.equal(verdict(item('le', '5'), words('未检出')), 'PASS')
  assert.equal(verdict(item('ge', '0.050'), words('未检出')), 'FAIL')
  assert.equal(verdict(item('le', '5'), words('符合规定')), 'INCONCLUSIVE')
  assert.equal(verdict(item('le', '5'), words('不符合规定')), 'FAIL')
})

test('a result below or above a number only counts where it settles the matter', () => {
  assert.equal(verdict(item('le', '5'), words('＜0.05')), 'PASS')
  assert.equal(verdict(item('le', '5'), words('<6')), 'INCONCLUSIVE')
  assert.equal(verdict(item('ge', '5'), words('<5')), 'FAIL')
  assert.equal(verdict(item('ge', '5'), words('<6')), 'INCONCLUSIVE')
  assert.equal(verdict(item('ge', '5'), words('>5')), 'PASS')
  assert.equal(verdict(item('le', '5'), words('>5')), 'FAIL')
  assert.equal(verdict(item('le', '5'), words('>4')), 'INCONCLUSIVE')
  assert.equal(verdict(item('range', '3～5'), words('<3')), 'FAIL')
  assert.equal(verdict(item('range', '3～5'), words('<4')), 'INCONCLUSIVE')
  assert.equal(reason(item('le', '5'), words('<five')), 'not_a_number')
})

test('a number typed as words is a single result', () => {
  assert.equal(verdict(item('le', '15.0'), words('13.6')), 'PASS')
  assert.equal(reason(item('le', '15.0', { parallels: 2 }), words('13.6')), 'too_few_parallels')
})

test('parallels that disagree are to be repeated, but never turn a failure into an open question', () => {
  const strict = item('le', '15.0', { parallels: 2, deviationLimit: '2.0' })
  assert.equal(judgeItem(strict, numbers('10.00', '11.00')).deviation, '4.8')
  assert.equal(reason(strict, numbers('10.00', '11.00')), 'parallels_disagree')
  assert.equal(verdict(strict, numbers('10.00', '11.00')), 'INCONCLUSIVE')
  assert.equal(verdict(strict, numbers('15.00', '17.00')), 'FAIL')
  assert.equal(reason(strict, numbers('10.00')), 'too_few_parallels')
  assert.equal(
    verdict(item('le', '1', { deviationLimit: '2.0' }), numbers('-1', '1')),
    'INCONCLUSIVE',
    'a deviation that cannot be calculated is not a small one',
  )
})

test('the deviation is rounded to its own limit before it is compared', () => {
  // |19.61−20.41| / 40.02 = 1.999 %, |19.58−20.42| / 40.00 = 2.1 %
  const strict = item('le', '50', { parallels: 2, deviationLimit: '2' })
  assert.equal(verdict(strict, numbers('19.61', '20.41')), 'PASS')
  assert.equal(judgeItem(strict, numbers('19.58', '20.42')).deviation, '2.1')
  assert.equal(verdict(strict, numbers('19.58', '20.42')), 'PASS', '2.1 rounds to the 2 of the limit')
  assert.equal(verdict({ ...strict, deviationLimit: '2.0' }, numbers('19.58', '20.42')), 'INCONCLUSIVE')
})

test('three parallels are judged by their RSD', () => {
  const three = item('ge', '5.0', { parallels: 3, deviationLimit: '2.0' })
  assert.deepEqual(judgeItem(three, numbers('10.01', '10.02', '10.03')).deviation, '0.1')
  assert.equal(reason(three, numbers('9.00', '10.00', '11.00')), 'parallels_disagree')
})

test('a legal pass beyond the internal limit is out of trend', () => {
  const moisture = item('le', '15.0', { internal: { op: 'le', limit: '14.0' } })
  assert.deepEqual([judgeItem(moisture, numbers('14.2')).verdict, judgeItem(moisture, numbers('14.2')).outOfTrend], ['PASS', true])
  assert.equal(judgeItem(moisture, numbers('14.04')).outOfTrend, false)
  assert.equal(judgeItem(moisture, numbers('15.2')).outOfTrend, false, 'a failure is more than a trend')
})

test('a pass within a tenth of the limit is worth a warning', () => {
  assert.equal(judgeItem(item('le', '10.0'), numbers('9.0')).nearLimit, false)
  assert.equal(judgeItem(item('le', '10.0'), numbers('9.1')).nearLimit, true)
  assert.equal(judgeItem(item('le', '10.0'), numbers('10.1')).nearLimit, false)
  assert.equal(judgeItem(item('ge', '10.0'), numbers('10.9')).nearLimit, true)
  assert.equal(judgeItem(item('ge', '10.0'), numbers('11.0')).nearLimit, false)
  assert.equal(judgeItem(item('range', '10～20'), numbers('19.5')).nearLimit, true)
  assert.equal(judgeItem(item('range', '10～20'), numbers('15')).nearLimit, false)
})

test('a limit that is not one cannot be saved, and nothing passes it', () => {
  for (const bad of ['', ' ', '14.0 (2020, M) / 12.0 (S4)', '1e3', '十五', '15.0%']) {
    assert.ok(!limit.safeParse({ op: 'le', limit: bad }).success, bad)
    assert.equal(verdict(item('le', bad), numbers('1')), 'INCONCLUSIVE', bad)
  }
  assert.ok(!limit.safeParse({ op: 'range', limit: '5.0～3.0' }).success, 'a range that nothing can meet')
  assert.ok(!limit.safeParse({ op: 'range', limit: '5.0' }).success)
  assert.ok(!limit.safeParse({ op: 'eq', limit: '' }).success)
  assert.ok(!limit.safeParse({ op: 'under', limit: '5' }).success)
  assert.deepEqual(limit.parse({ op: 'range', limit: ' 3.0～5.0 ' }), { op: 'range', limit: '3.0～5.0' })
  assert.ok(limit.safeParse({ op: 'qualitative', limit: '' }).success)
  assert.equal(reason(item('le', '5', { deviationLimit: 'x' }), numbers('1', '1')), 'limit_unreadable')
})

test('a limit is said in the words of the pharmacopoeia', () => {
  assert.equal(limitSentence({ op: 'le', limit: '15.0' }, '%'), '不得过15.0%')
  assert.equal(limitSentence({ op: 'ge', limit: '0.050' }, '%'), '不得少于0.050%')
  assert.equal(limitSentence({ op: 'range', limit: '3.0-5.0' }, '%'), '应为3.0%～5.0%')
  assert.equal(limitSentence({ op: 'eq', limit: '棕黄色' }, ''), '应为棕黄色')
  assert.equal(limitSentence({ op: 'absent', limit: '' }, ''), '不得检出')
  assert.equal(limitSentence({ op: 'qualitative', limit: '' }, ''), '应符合规定')
})

test('a standard conforms when all its mandatory items pass', () => {
  const moisture = item('le', '15.0')
  const colour = item('qualitative', '')
  const optional = item('le', '5', { mandatory: false })
  const of = (...measured: (Measured | null)[]) =>
    judgeStandard([moisture, colour, optional].map((item, index) => ({ item, measured: measured[index] ?? null }))).verdict
  assert.equal(of(numbers('13.6'), words('符合规定'), numbers('1')), 'PASS')
  assert.equal(of(numbers('13.6'), words('符合规定'), null), 'PASS', 'an optional item may stay untested')
  assert.equal(of(numbers('13.6'), words('符合规定'), numbers('6')), 'FAIL', 'but once tested it counts')
  assert.equal(of(numbers('13.6'), words('符合规定'), numbers('6e0')), 'INCONCLUSIVE')
  assert.equal(of(numbers('13.6'), null, numbers('1')), 'INCONCLUSIVE', 'a mandatory item is missing')
  assert.equal(of(numbers('15.1'), null, null), 'FAIL', 'a failure is final even before the rest is tested')
  assert.equal(judgeStandard([]).verdict, 'INCONCLUSIVE', 'a standard without items conforms to nothing')
  assert.equal(judgeStandard([{ item: optional, measured: null }]).verdict, 'INCONCLUSIVE', 'nothing was tested')
})

/** Hundredths of a percent as text with so many decimals. */
const textOf = (scaled: bigint, decimals: number) => {
  const digits = scaled.toString().padStart(decimals + 1, '0')
  return decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}

test('every numeric verdict agrees with whole-number arithmetic', () => {
  const amounts = fc.array(fc.bigInt({ min: 0n, max: 2000n }), { minLength: 1, maxLength: 5 })
  fc.assert(
    fc.property(amounts, fc.bigInt({ min: 0n, max: 200n }), fc.constantFrom('le' as const, 'ge' as const), (individual, tenths, op) => {
      // Results have two decimals, the limit one: mean in tenths = sum / (10 n), a half to the even tenth.
      const sum = individual.reduce((a, b) => a + b, 0n)
      const n = BigInt(individual.length) * 10n
      const [whole, rest] = [sum / n, sum % n]
      const mean = whole + (rest * 2n > n || (rest * 2n === n && whole % 2n === 1n) ? 1n : 0n)
      const result = judgeItem(item(op, textOf(tenths, 1)), numbers(...individual.map((value) => textOf(value, 2))))
      assert.equal(result.mean, textOf(mean, 1))
      assert.equal(result.verdict, (op === 'le' ? mean <= tenths : mean >= tenths) ? 'PASS' : 'FAIL')
    }),
    { numRuns: 3000 },
  )
})

test('the order of parallels does not matter', () => {
  const decimal = fc.bigInt({ min: 0n, max: 99999n }).map((value) => textOf(value, 3))
  fc.assert(
    fc.property(fc.array(decimal, { minLength: 2, maxLength: 5 }), (individual) => {
      const of = item('range', '10.0～60.0', { deviationLimit: '5.0' })
      assert.deepEqual(judgeItem(of, numbers(...individual)), judgeItem(of, numbers(...individual.toReversed())))
    }),
  )
})

test('what no measurement can give is named place by place', () => {
  assert.deepEqual(impossibleIn({ op: 'le', unit: '%', ...anything }, numbers('-5.0', '13.6', '100.1')), [
    { at: 0, message: '结果不能为负数，请核对' },
    { at: 2, message: '结果不能超过100%，请核对' },
  ])
  assert.deepEqual(impossibleIn({ op: 'le', unit: 'mg/kg', ...anything }, numbers('150.0')), [], 'only a percentage has a whole')
  assert.equal(impossibleIn({ op: 'le', unit: '%', ...anything }, words('差不多'))[0]?.at, 'words')
  for (const fine of ['未检出', '<0.05', '＞3', '不符合规定'])
    assert.deepEqual(impossibleIn({ op: 'le', unit: 'mg/kg', ...anything }, words(fine)), [], fine)
  for (const said of ['13.6', '-5.0', '１３.６', '0'])
    for (const op of ['le', 'ge', 'range', 'eq'] as const)
      assert.equal(impossibleIn({ op, unit: 'mg/kg', ...anything }, words(said))[0]?.at, 'words', `${op} ${said}: a number is measured`)
  for (const said of ['未检出', '<14.0', '＞3'])
    assert.equal(impossibleIn({ op: 'le', unit: '%', ...anything }, words(said))[0]?.at, 'words', `${said}: a percentage is measured`)
  assert.deepEqual(impossibleIn({ op: 'le', unit: '%', ...anything }, words('不符合规定')), [])
  assert.deepEqual(impossibleIn({ op: 'qualitative', unit: '', ...anything }, words('棕黄色粉末')), [], 'how it looks is said in words')
})

test('a plausible range of its own and the words of the method take the place of what is usual', () => {
  const measured = { op: 'le', unit: '%', plausibleLow: '2.0', plausibleHigh: '30.0', words: ['未检出', '<0.05'] } as const
  assert.deepEqual(impossibleIn(measured, numbers('1.9', '2.0', '30.0', '30.1')), [
    { at: 0, message: '结果不能低于2.0%，请核对' },
    { at: 3, message: '结果不能超过30.0%，请核对' },
  ])
  assert.deepEqual(impossibleIn(measured, words('未检出。')), [])
  assert.deepEqual(impossibleIn(measured, words('<0.10')), [{ at: 'words', message: '请从未检出、<0.05中选择' }])
  const seen = { op: 'qualitative', unit: '', ...anything, words: ['符合规定', '不符合规定'] } as const
  assert.equal(impossibleIn(seen, words('合格'))[0]?.at, 'words')
})

test('parallels are judged by the deviation limit of their item: relative of two, RSD of three', () => {
  const two = (deviationLimit: string) => item('le', '15.0', { parallels: 2, deviationLimit })
  assert.equal(reason(two('5'), numbers('10.0', '11.2')), 'parallels_disagree', '5.7 %')
  assert.equal(verdict(two('6'), numbers('10.0', '11.2')), 'PASS')
  const three = (deviationLimit: string) => item('ge', '1.0', { parallels: 3, deviationLimit })
  // The mean is 1.02, the standard deviation 0.02: RSD 1.96 %.
  assert.equal(verdict(three('2.0'), numbers('1.00', '1.02', '1.04')), 'PASS')
  assert.equal(reason(three('1.9'), numbers('1.00', '1.02', '1.04')), 'parallels_disagree')
})

test('a failure, one failing parallel and parallels that disagree are looked into; so is the limit of the firm', () => {
  const water = item('le', '15.0', { parallels: 2, deviationLimit: '10', internal: { op: 'le', limit: '14.0' } })
  const suspicion = (measured: Measured) => suspicionOf(water, measured, judgeItem(water, measured))
  assert.equal(suspicion(numbers('13.6', '13.7')), null)
  assert.equal(suspicion(numbers('18.0', '18.2')), 'oos')
  assert.equal(suspicion(numbers('10.0', '19.0')), 'oos', 'parallels that disagree never average into a pass')
  assert.equal(suspicion(numbers('14.6', '15.2')), 'oos', 'the mean of 14.9 keeps the limit, one of its values does not')
  assert.equal(suspicion(numbers('14.3', '14.4')), 'oot')
})
