import { calculate, type Readings } from '#contract/laboratory/formula.ts'
import type { moistureOf } from '#contract/laboratory/counting-results.ts'
import type { TestResult } from '#contract/laboratory/test-result.ts'
import { formulaOf, limitsOf, type TestedItem } from '#contract/laboratory/tested-item.ts'
import { impossibleIn } from '#contract/laboratory/judge.ts'
import { Refusal } from '#contract/kernel/refusals.ts'

/** What was given for one value of an item: the readings of its parallels, its parallels as they were read, or words. */
export type Given = { individual: string[]; words: string; raw: Record<string, string>[] }

/** What is written down of it: the values, and what they were calculated from. */
export type Calculated = Pick<TestResult, 'individual' | 'words' | 'raw' | 'formula' | 'formulaVersion' | 'moistureResultId'>

const asRead = { raw: null, formula: null, formulaVersion: null, moistureResultId: null }

/**
 * The values of an item from what was given for it. An item with a formula that is measured here is calculated from its readings, never typed; on the dried
 * substance with the moisture that counts. Refused with every wrong field named, below `path`.
 */
export function calculated(
  item: TestedItem,
  source: TestResult['source'],
  given: Given,
  moisture: ReturnType<typeof moistureOf>,
  path: string,
): Calculated {
  const formula = formulaOf(item, source)
  if (formula === null || item.formula === 'direct') {
    if (given.raw.length > 0)
      throw new Refusal('invalid_input', [{ path: `${path}.raw`, message: `${item.name}：该项目没有计算公式，请直接填写结果` }])
    refuseImpossible(item, given, path, 'individual')
    return { individual: given.individual, words: given.words, ...asRead }
  }
  const names = Object.values(formula.readings).map(({ label }) => label)
  if (given.raw.length === 0)
    throw new Refusal('raw_required', [{ path: `${path}.raw`, message: `${item.name}：请填写${names.join('、')}` }])
  if (item.dryBasis && moisture === undefined)
    throw new Refusal('moisture_missing', [{ path: `${path}.raw`, message: `${item.name}：按干燥品计算，请先录入水分结果` }])
  const taken = item.dryBasis && moisture !== undefined ? moisture : null
  const parallels = given.raw.map((readings) => calculate(formula, readings, taken?.mean ?? null, limitsOf(item)))
  const errors = parallels.flatMap((one, at) =>
    one.errors.map(({ reading, message }) => ({ path: `${path}.raw.${at}.${reading}`, message: `${item.name}第${at + 1}份：${message}` })),
  )
  if (errors.length > 0) throw new Refusal('invalid_input', errors)
  const individual = parallels.flatMap(({ value }) => (value === undefined ? [] : [value]))
  refuseImpossible(item, { individual, words: '' }, path, 'raw')
  const raw: Readings[] = given.raw
  return {
    individual,
    words: '',
    raw: [...raw],
    formula: item.formula,
    formulaVersion: formula.version,
    moistureResultId: taken?.id ?? null,
  }
}

/** Refuses what no measurement can give, each value by its place. */
function refuseImpossible(
  item: TestedItem,
  { individual, words }: Pick<Given, 'individual' | 'words'>,
  path: string,
  field: 'individual' | 'raw',
): void {
  const impossible = impossibleIn(item, { individual, text: words })
  if (impossible.length === 0) return
  throw new Refusal(
    'invalid_input',
    impossible.map(({ at, message }) => ({
      path: at === 'words' ? `${path}.words` : `${path}.${field}.${at}`,
      message: `${item.name}：${message}`,
    })),
  )
}
