import { z } from 'zod'
import { id } from '#contract/kernel/values.ts'
import { standardAuthority } from './authority.ts'
import { formulaName, formulas } from './formula.ts'
import type { TestItem } from './judge.ts'
import type { resultSource } from './test-result.ts'

const itemOp = z.enum(['le', 'ge', 'range', 'eq', 'absent', 'qualitative'])

/** The line of another standard that asks for the same item: the value is judged by it as well. */
const otherLine = z.strictObject({
  standardVersionId: id,
  standardName: z.string(),
  authority: standardAuthority,
  decides: z.boolean(),
  specText: z.string(),
  op: itemOp,
  limit: z.string(),
  internal: z.string().nullable(),
  unit: z.string(),
})

/** One line of the frozen standards: what is tested, and by which limits it is judged. */
export const testedItem = z.strictObject({
  id,
  line: z.int(),
  standardVersionId: id,
  standardName: z.string(),
  authority: standardAuthority,
  /** Whether failing it is not to conform: the law's standards decide, or where there is none the firm's own. */
  decides: z.boolean(),
  others: z.array(otherLine),
  group: z.string(),
  name: z.string(),
  specText: z.string(),
  op: itemOp,
  limit: z.string(),
  internal: z.string().nullable(),
  unit: z.string(),
  method: z.string(),
  parallels: z.int(),
  isMandatory: z.boolean(),
  quotedAllowed: z.boolean(),
  outsourcedAllowed: z.boolean(),
  formula: formulaName,
  dryBasis: z.boolean(),
  deviationLimit: z.string().nullable(),
  plausibleLow: z.string().nullable(),
  plausibleHigh: z.string().nullable(),
  words: z.array(z.string()),
})
export type TestedItem = z.infer<typeof testedItem>

/** How far parallels may lie apart, in percent of their mean, where the standard names no limit of its own [D]: beyond it something is wrong with the test. */
export const usualDeviationLimit = '10'

/** The item as the judge wants it. A quoted or commissioned result is one value: the parallels stay with the laboratory that measured. */
export const judgedBy = (item: TestedItem, source: z.infer<typeof resultSource>): TestItem => ({
  op: item.op,
  limit: item.limit,
  internal: item.internal === null ? null : { op: item.op, limit: item.internal },
  mandatory: item.isMandatory,
  parallels: source === 'measured' ? item.parallels : 1,
  deviationLimit: source === 'measured' ? (item.deviationLimit ?? usualDeviationLimit) : null,
  authority: item.authority,
  decides: item.decides,
  others: item.others.map(({ op, limit, internal, authority, decides }) => ({
    ...{ op, limit, authority, decides },
    internal: internal === null ? null : { op, limit: internal },
  })),
})

/** The formula that an item is calculated by when it is measured here; null where the reading is the result, or where it comes from elsewhere. */
export const formulaOf = (item: Pick<TestedItem, 'formula'>, source: z.infer<typeof resultSource>) =>
  source === 'measured' ? formulas[item.formula] : null

/** Every limit that a value of an item is judged by: it is calculated with the decimals of the finest. */
export const limitsOf = (item: Pick<TestedItem, 'limit' | 'others'>) => [item.limit, ...item.others.map(({ limit }) => limit)].join('，')
