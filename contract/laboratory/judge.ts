import type { StandardAuthority } from './authority.ts'
import { elementAt } from '#contract/kernel/certain.ts'
import { keyOf } from '#contract/kernel/key-of.ts'
import type { Decimal } from 'decimal.js'
import { z } from 'zod'
import {
  decimalsOf,
  exact,
  Exact,
  isDecimal,
  meanOf,
  relativeDeviation,
  relativeStandardDeviation,
  roundHalfEven,
} from '#contract/kernel/exact-decimal.ts'
import { optionalText } from '#contract/kernel/values.ts'

/** How a limit compares (dictionary `limit_op`). */
export const limitOps = {
  le: '不得过',
  ge: '不得少于',
  range: '范围',
  eq: '应为',
  absent: '不得检出',
  qualitative: '应符合规定',
} as const
export type LimitOp = keyof typeof limitOps

/** A limit as the standard prints it. The text is the limit: `3` and `3.0` are different ones, since the result is rounded to its decimals (domain I11). */
export type Limit = { op: LimitOp; limit: string }

const between = /^(-?\d+(?:\.\d+)?)\s*(?:~|～|–|—|至|-)\s*(-?\d+(?:\.\d+)?)$/

/** The numbers of a limit, or undefined when its text is not one that this operator can read. */
function bounds({ op, limit }: Limit): { low?: Decimal; high?: Decimal; decimals: number } | undefined {
  if (op === 'range') {
    const [, low = '', high = ''] = between.exec(limit.trim()) ?? []
    if (!isDecimal(low) || !isDecimal(high) || exact(low).greaterThan(high)) return undefined
    return { low: exact(low), high: exact(high), decimals: Math.max(decimalsOf(low), decimalsOf(high)) }
  }
  const number = limit.trim()
  if (!isDecimal(number)) return undefined
  return {
    ...(op !== 'le' && { low: exact(number) }),
    ...(op !== 'ge' && { high: exact(number) }),
    decimals: decimalsOf(number),
  }
}

const wordsOnly = (op: LimitOp) => op === 'absent' || op === 'qualitative'

/** The words to choose from where the standard asks for no number: the method's own, else the usual ones. */
export function answersOf(op: LimitOp, words: readonly string[] = []): readonly string[] | undefined {
  if (wordsOnly(op) && words.length > 0) return words
  if (op === 'qualitative') return ['符合规定', '不符合规定']
  return op === 'absent' ? ['未检出', '检出'] : undefined
}

/** What was typed in the cells of an item: one that is no number is the result in words, else every filled cell is one parallel. */
export function measuredIn(cells: readonly string[]): { individual: string[]; words: string } {
  const filled = cells.map((cell) => cell.trim()).filter((cell) => cell !== '')
  const [first, ...others] = filled
  const isWords = first !== undefined && others.length === 0 && !isDecimal(first)
  return isWords ? { individual: [], words: first } : { individual: filled, words: '' }
}

/** Whether the engine can judge by this limit; a standard with any other is not to be saved. */
export const isReadable = (limit: Limit) =>
  wordsOnly(limit.op) || (limit.op === 'eq' ? limit.limit.trim() !== '' : bounds(limit) !== undefined)

export const limit = z
  .strictObject({ op: keyOf(limitOps, '没有这种限度符号'), limit: optionalText(40) })
  .refine(isReadable, { path: ['limit'], error: '限度应为数字，如15.0；范围写作3.0～5.0' })

/** The limit in the pharmacopoeia's words: 不得过15.0%. */
export function limitSentence({ op, limit }: Limit, unit: string): string {
  if (wordsOnly(op)) return limitOps[op]
  if (op === 'range') return `应为${limit.replace(between, `$1${unit}～$2${unit}`)}`
  return `${limitOps[op]}${limit}${isDecimal(limit) ? unit : ''}`
}

/** One line of a standard, as far as judging needs it. */
export type TestItem = Limit & {
  /** 内控限度, tighter than the legal one. */
  internal: Limit | null
  mandatory: boolean
  /** How many parallel results there must be at least. */
  parallels: number
  /** The greatest relative deviation (two parallels) or RSD (more) in percent, as text; null = not looked at. */
  deviationLimit: string | null
  /** Whose standard it is, and whether failing it is not to conform; of one standard alone it is. */
  authority?: StandardAuthority
  decides?: boolean
  /** The limits that other standards set to the same item. */
  others?: readonly (Limit & { internal: Limit | null; authority: StandardAuthority; decides: boolean })[]
}

/** What the laboratory found: parallel results as decimals, or words (符合规定, 未检出, <0.05). */
export type Measured = { individual: readonly string[]; text: string }

export type Verdict = 'PASS' | 'FAIL' | 'INCONCLUSIVE'

/** Why the verdict is what it is. */
export const reasons = {
  within: '符合规定',
  outside: '不符合规定',
  no_result: '没有结果，请先录入',
  not_a_number: '结果不是数字，请重新录入',
  too_few_parallels: '平行结果不足，请补做',
  parallels_disagree: '平行结果偏差超过规定，请查明原因后重做',
  single_fails: '均值符合，单个结果不符合，不能作为复检合格',
  words_unclear: '文字结果无法判定，请填写符合规定、不符合规定、未检出或检出',
  limit_unreadable: '限度无法识别，请先更正标准',
  beyond_internal: '超出企业标准，由质量管理决定',
  beyond_customer: '不符合客户标准，不得发往该客户',
} as const

type Judgement = {
  verdict: Verdict
  reason: keyof typeof reasons
  /** The mean rounded to the limit's decimals: what was compared and what the report prints; null for words. */
  mean: string | null
  /** Relative deviation of two parallels or RSD of more, in percent, one decimal less than the results (domain §3.6). */
  deviation: string | null
}

const inconclusive = (reason: keyof typeof reasons): Judgement => ({ verdict: 'INCONCLUSIVE', reason, mean: null, deviation: null })
const judged = (passes: boolean): Judgement => ({
  verdict: passes ? 'PASS' : 'FAIL',
  reason: passes ? 'within' : 'outside',
  mean: null,
  deviation: null,
})

const plain = (words: string) => words.normalize('NFKC').replaceAll(/[\s。]/g, '')
const saysConforming = ['符合规定', '符合', '合格']
const saysFailing = ['不符合规定', '不符合', '不合格']
const saysAbsent = ['未检出', '阴性']
const saysPresent = ['检出', '阳性']

function judgeWords(limit: Limit, words: string): Judgement {
  if (saysFailing.includes(words)) return judged(false)
  if (limit.op === 'eq' && !isDecimal(limit.limit.trim())) return judged(words === plain(limit.limit))
  if (wordsOnly(limit.op)) {
    if (saysConforming.includes(words)) return judged(true)
    if (limit.op === 'absent' && saysAbsent.includes(words)) return judged(true)
    if (limit.op === 'absent' && saysPresent.includes(words)) return judged(false)
    return inconclusive('words_unclear')
  }
  return judgeCensored(limit, words)
}

/** What one word says by a limit. */
export const judgeWord = (limit: Limit, word: string): Verdict => judgeWords(limit, plain(word)).verdict

/** A result known only as below or above a number: 未检出 keeps a maximum and misses a minimum; <0.05 only counts where it settles the matter. */
function judgeCensored(limit: Limit, words: string): Judgement {
  const range = bounds(limit)
  if (range === undefined) return inconclusive('limit_unreadable')
  const { low, high } = range
  if (saysAbsent.includes(words))
    return low === undefined ? judged(true) : low.isPositive() && !low.isZero() ? judged(false) : inconclusive('words_unclear')
  const [, sign, number = ''] = /^([<>])(.+)$/.exec(words) ?? []
  if (!isDecimal(number)) return inconclusive(sign === undefined ? 'words_unclear' : 'not_a_number')
  if (sign === '<') {
    if (low?.greaterThanOrEqualTo(number)) return judged(false)
    return low === undefined && high?.greaterThanOrEqualTo(number) ? judged(true) : inconclusive('words_unclear')
  }
  if (high?.lessThanOrEqualTo(number)) return judged(false)
  return high === undefined && low?.lessThanOrEqualTo(number) ? judged(true) : inconclusive('words_unclear')
}

function judgeAbsence(values: readonly Decimal[]): Judgement {
  if (values.some((value) => value.isNegative() && !value.isZero())) return inconclusive('not_a_number')
  return judged(values.every((value) => value.isZero()))
}

function judgeNumbers(limit: Limit, texts: readonly string[], item: Pick<TestItem, 'parallels' | 'deviationLimit'>): Judgement {
  const values = texts.map(exact)
  if (values.length < item.parallels) return inconclusive('too_few_parallels')
  if (limit.op === 'absent') return judgeAbsence(values)
  if (limit.op === 'qualitative') return inconclusive('words_unclear')
  const range = bounds(limit)
  if (range === undefined || !isDecimal(item.deviationLimit ?? '0')) return inconclusive('limit_unreadable')

  const mean = roundHalfEven(meanOf(values), range.decimals)
  const passes = (range.low?.lessThanOrEqualTo(mean) ?? true) && (range.high?.greaterThanOrEqualTo(mean) ?? true)
  const deviation = values.length === 2 ? relativeDeviation(elementAt(values, 0), elementAt(values, 1)) : relativeStandardDeviation(values)
  const shown = deviation === undefined ? null : roundHalfEven(deviation, Math.max(1, Math.max(...texts.map(decimalsOf)) - 1))
  const verdict = { ...judged(passes), mean, deviation: shown }
  // A mean outside the limit stays a failure even when the parallels disagree: it may be investigated, not argued away (domain I6).
  if (passes && values.length > 1 && !agrees(deviation, item.deviationLimit))
    return { ...verdict, verdict: 'INCONCLUSIVE', reason: 'parallels_disagree' }
  return verdict
}

const agrees = (deviation: Decimal | undefined, limit: string | null) =>
  limit === null || (deviation !== undefined && exact(limit).greaterThanOrEqualTo(roundHalfEven(deviation, decimalsOf(limit))))

/** Judges what was measured by one limit: the mean is rounded half-even to the limit's decimals, then compared; empty never passes (domain §3.6, I11). */
function judgeBy(limit: Limit, measured: Measured, item: Pick<TestItem, 'parallels' | 'deviationLimit'>): Judgement {
  const individual = measured.individual.map((value) => value.trim())
  const words = plain(measured.text)
  if (individual.length === 0 && words === '') return inconclusive('no_result')
  if (individual.length === 0 && !isDecimal(words)) return judgeWords(limit, words)
  const texts = individual.length === 0 ? [words] : individual
  if (texts.includes('')) return inconclusive('no_result')
  if (!texts.every(isDecimal)) return inconclusive('not_a_number')
  return judgeNumbers(limit, texts, item)
}

/** Whether a passing mean lies within a tenth of its limit (of the width, for a range): worth a warning before the next lot fails (domain §2.7). */
function isNear(limit: Limit, mean: string | null): boolean {
  const range = mean === null ? undefined : bounds(limit)
  if (mean === null || range === undefined || limit.op === 'eq') return false
  const { low, high } = range
  const width = low && high ? high.minus(low) : (low ?? high)?.abs()
  if (width === undefined) return false
  const margin = width.times(new Exact('0.1'))
  return (low?.plus(margin).greaterThan(mean) ?? false) || (high?.minus(margin).lessThan(mean) ?? false)
}

/** The limits by which an item is judged: its own, and those of other standards. */
const linesOf = ({ op, limit, internal, authority = 'legal', decides = true, others = [] }: TestItem) => [
  { op, limit, internal, authority, decides },
  ...others,
]

/** Whether one of several parallels breaks a limit that decides although their mean keeps it. */
const hasFailingSingle = (item: TestItem, { individual }: Measured) =>
  individual.length > 1 &&
  linesOf(item).some(
    (line) =>
      line.decides &&
      individual.some(
        (value) => judgeBy(line, { individual: [value], text: '' }, { parallels: 1, deviationLimit: null }).verdict === 'FAIL',
      ),
  )

/** A judged item: the verdict by the legal limit, and two warnings for those who decide. */
export type ItemJudgement = Judgement & {
  /** 超趋势 (OOT): passes the legal limit but not the firm's own; quality assurance decides. */
  outOfTrend: boolean
  nearLimit: boolean
}

/** Why a result is looked into before anything else is done with it (domain §2.11): 检验结果超标, or 超趋势. */
export type Suspicion = 'oos' | 'oot'

/** What a judged result has to be looked into for, null when for nothing: a failure, one failing parallel, parallels that disagree; or the firm's own limit. */
export function suspicionOf(item: TestItem, measured: Measured, { verdict, reason, outOfTrend }: ItemJudgement): Suspicion | null {
  if (verdict === 'FAIL' || reason === 'parallels_disagree' || hasFailingSingle(item, measured)) return 'oos'
  return outOfTrend ? 'oot' : null
}

/** A retest stands for a value that was doubted: one of whose readings fails by itself proves nothing, though their mean keeps the limit. */
export const judgedAsRetest = (judged: ItemJudgement, suspicion: Suspicion | null): ItemJudgement =>
  judged.verdict === 'PASS' && suspicion === 'oos' ? { ...judged, verdict: 'INCONCLUSIVE', reason: 'single_fails' } : judged

/**
 * Which results an item can have at all, where the standard says; null where it does not. `words` are the only ones its method answers with; where there are none
 * the usual ones.
 */
export type Plausible = { plausibleLow: string | null; plausibleHigh: string | null; words: readonly string[] }

/**
 * What no measurement can give, place by place: outside the plausible range, which begins at nothing and for a percentage ends with the whole. Words for a
 * measured item are those that the standard lists; else 不符合规定, and for what is no percentage 未检出 or <数值. A number is never said in words.
 */
export function impossibleIn(
  { op, unit, plausibleLow, plausibleHigh, words: answers }: { op: LimitOp; unit: string } & Plausible,
  { individual, text }: Measured,
): { at: number | 'words'; message: string }[] {
  const high = plausibleHigh ?? (unit.startsWith('%') ? '100' : null)
  const errors = individual.flatMap((value, at) => {
    if (!isDecimal(value)) return []
    if (exact(value).lessThan(plausibleLow ?? '0'))
      return [{ at, message: plausibleLow === null ? '结果不能为负数，请核对' : `结果不能低于${plausibleLow}${unit}，请核对` }]
    return high !== null && exact(value).greaterThan(high) ? [{ at, message: `结果不能超过${high}${unit}，请核对` }] : []
  })
  const words = plain(text)
  if (words === '' || wordsOnly(op))
    return answers.length > 0 && words !== '' && !answers.map(plain).includes(words) ? [...errors, listed(answers)] : errors
  // A number is a measurement, with its parallels and what it was made with, and no word.
  if (isDecimal(words)) return [...errors, { at: 'words' as const, message: '请把数值填在数值栏' }]
  if (answers.length > 0) return answers.map(plain).includes(words) ? errors : [...errors, listed(answers)]
  if (op === 'eq' || saysFailing.includes(words)) return errors
  // Of a percentage there is always something to measure; another answer is one that the standard lists.
  if (unit.startsWith('%')) return [...errors, { at: 'words' as const, message: '该项目按百分数检验，请填写数值' }]
  const isComparable = saysAbsent.includes(words) || /^[<>]\d+(\.\d+)?$/.test(words)
  return isComparable ? errors : [...errors, { at: 'words' as const, message: '该项目为定量限度，请填写数值，或填写未检出、<数值' }]
}

const listed = (answers: readonly string[]) => ({ at: 'words' as const, message: `请从${answers.join('、')}中选择` })

/**
 * Judges one item by every standard that asks for it: one limit that decides and is not kept fails it. What only the firm's own standard or limit forbids
 * passes, and is out of trend; what only a customer's forbids passes, and says so.
 */
export function judgeItem(item: TestItem, measured: Measured): ItemJudgement {
  const lines = linesOf(item).map((line) => ({ ...line, judged: judgeBy(line, measured, item) }))
  const lead = elementAt(lines, 0)
  const stopping =
    lines.find(({ decides, judged }) => decides && judged.verdict === 'FAIL') ??
    lines.find(({ judged }) => judged.verdict === 'INCONCLUSIVE')
  if (stopping !== undefined) return { ...stopping.judged, outOfTrend: false, nearLimit: false }
  const fails = (authority: StandardAuthority) => lines.some((line) => line.authority === authority && line.judged.verdict === 'FAIL')
  const beyondOwn = fails('internal')
  return {
    ...lead.judged,
    verdict: 'PASS',
    reason: beyondOwn ? 'beyond_internal' : fails('customer') ? 'beyond_customer' : 'within',
    outOfTrend: beyondOwn || lines.some(({ internal }) => internal !== null && judgeBy(internal, measured, item).verdict !== 'PASS'),
    nearLimit: lead.judged.verdict === 'PASS' && isNear(lead, lead.judged.mean),
  }
}

/**
 * Judges a whole standard: one failing item fails it; it conforms only when every mandatory item, and every other item
 * that was tested, passes; until then it is INCONCLUSIVE. A standard without items conforms to nothing.
 */
export function judgeStandard(tested: readonly { item: TestItem; measured: Measured | null }[]): {
  verdict: Verdict
  items: ItemJudgement[]
} {
  const lines = tested.map(({ item, measured }) => ({ item, judgement: judgeItem(item, measured ?? { individual: [], text: '' }) }))
  const items = lines.map(({ judgement }) => judgement)
  const counted = lines.flatMap(({ item, judgement }) => (item.mandatory || judgement.reason !== 'no_result' ? [judgement] : []))
  if (counted.some(({ verdict }) => verdict === 'FAIL')) return { verdict: 'FAIL', items }
  return { verdict: counted.length > 0 && counted.every(({ verdict }) => verdict === 'PASS') ? 'PASS' : 'INCONCLUSIVE', items }
}
