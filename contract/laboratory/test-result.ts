import { z } from 'zod'
import type { StateLook } from '#contract/kernel/state-look.ts'
import { id, instant } from '#contract/kernel/values.ts'
import { calculatedBy, readingsOfParallels } from './formula.ts'
import { usedCommission, usedEnvironment, usedMeans } from './means.ts'

/** 结果来源: found here, quoted from another report of the factory, or commissioned from another laboratory. */
export const resultSources = { measured: '本厂检验', quoted: '引用', outsourced: '委托' } as const
export const resultSource = z.enum(['measured', 'quoted', 'outsourced'], '请选择结果来源')

/** 单项结论 (dictionary item_conclusion). */
export const verdictLooks = {
  PASS: { label: '符合规定', tone: 'good' },
  FAIL: { label: '不符合规定', tone: 'bad' },
  INCONCLUSIVE: { label: '尚无结论', tone: 'waiting' },
} as const satisfies Record<string, StateLook>
export const verdict = z.enum(['PASS', 'FAIL', 'INCONCLUSIVE'])

/** 检验结论 of a submitted record, in which every item has its conclusion. */
export const recordVerdict = verdict.exclude(['INCONCLUSIVE'])

/**
 * Why a value was written: first of all, after an invalid one, as a retest that quality assurance approved, in the place of a slip of typing, or calculated
 * again from the same readings because the moisture that it was counted with no longer counts.
 */
export const resultParts = { first: '首次', repeat: '重做', retest: '复检', correction: '更正录入', recalculated: '重算' } as const
export const resultPart = z.enum(['first', 'repeat', 'retest', 'correction', 'recalculated'])

/** A value that was written down for an item. None is ever replaced; which of them counts, their cases say. */
export const testResult = z.strictObject({
  id,
  itemId: id,
  revision: z.int(),
  source: resultSource,
  individual: z.array(z.string()),
  words: z.string(),
  referenceNo: z.string(),
  laboratory: z.string(),
  /** What was typed before the enterprise kept a register of its instruments. */
  instrument: z.string(),
  means: z.array(usedMeans),
  environment: usedEnvironment.nullable(),
  commission: usedCommission.nullable(),
  verdict,
  reason: z.string(),
  mean: z.string().nullable(),
  deviation: z.string().nullable(),
  outOfTrend: z.boolean(),
  nearLimit: z.boolean(),
  correction: z.string(),
  part: resultPart,
  caseId: id.nullable(),
  /** The readings of each parallel, with the formula that made the values of them; null where the values were read as they are. */
  raw: readingsOfParallels.nullable(),
  formula: calculatedBy.nullable(),
  formulaVersion: z.int().nullable(),
  /** The moisture that was taken off, and the result it is. */
  moistureResultId: id.nullable(),
  moisture: z.string().nullable(),
  enteredBy: id,
  enteredByName: z.string(),
  enteredAt: instant,
})
export type TestResult = z.infer<typeof testResult>

/** The result as the report prints it: the rounded mean with its unit, or the words. */
export const printedResult = (item: { unit: string }, result: Pick<TestResult, 'mean' | 'individual' | 'words'>) =>
  result.mean !== null ? `${result.mean}${item.unit}` : result.words !== '' ? result.words : result.individual.join('，')
