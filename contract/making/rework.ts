import { z } from 'zod'
import { endpoint } from '#contract/kernel/endpoint.ts'
import { decimalsOf, exact, isDecimal } from '#contract/kernel/exact-decimal.ts'
import { keyOf } from '#contract/kernel/key-of.ts'
import { choiceQuery, day, decimalOut, decimalText, id, optionalText, quantity, text } from '#contract/kernel/values.ts'
import { changedProduction } from './production-api.ts'

/**
 * 返工 (domain §2.5, §3.1): a rejected batch is worked again under its number with the suffix R. It needs a concluded case, the signature of the 质量负责人, and is
 * tested anew from the first item (decision 0083).
 */

/** The cases whose end is a rejection. */
export const reworkCases = { incident: '质量事件', oos_case: '检验结果调查' } as const
export const reworkCase = keyOf(reworkCases, '请选择依据的质量事件')
export type ReworkCase = z.infer<typeof reworkCase>

/** The meaning with which the 质量负责人 signs. */
export const reworkMeaning = '批准返工'

/** What is worked again yields no more than it was: nothing is added. */
export const reworkYieldMax = '100'

const yieldMin = decimalText.refine(
  (value) => isDecimal(value) && decimalsOf(value) <= 3 && exact(value).gt(0) && exact(value).lte(reworkYieldMax),
  '收率下限应大于0且不超过100，最多3位小数',
)

const reworkLot = z.strictObject({
  id,
  lotNo: z.string(),
  name: z.string(),
  /** kg in bins that no other order counts on. */
  available: decimalOut,
  expiresOn: day.nullable(),
  maxBatch: decimalOut,
  /** The steps of the process in effect, of which a rework takes some. */
  steps: z.array(z.strictObject({ no: z.int(), name: z.string(), option: z.string() })),
  /** The cases that ended with its rejection. */
  cases: z.array(z.strictObject({ id, table: reworkCase, no: z.string(), title: z.string() })),
})
export type ReworkLot = z.infer<typeof reworkLot>

export const reworkApi = {
  lots: endpoint({
    method: 'GET',
    path: '/rework-lots',
    right: '15:create',
    summary: '可返工的批次：已判不合格、有结案的质量事件、未冻结、未过期且有库存',
    input: choiceQuery,
    output: z.array(reworkLot),
  }),
  create: endpoint({
    method: 'POST',
    path: '/reworks',
    right: '15:create',
    summary: '编制返工指令：不合格批按所选工序重新加工，批号加后缀',
    input: z.strictObject({
      lotId: id,
      quantity,
      caseTable: reworkCase,
      caseId: id,
      /** Why it becomes good by being worked again, and how. */
      reason: text(500),
      /** Of the process in effect, by their numbers. */
      steps: z
        .array(z.int('工序号不正确').min(1, '工序号不正确').max(100, '工序号不正确'))
        .min(1, '请选择返工的工序')
        .max(100, '工序太多')
        .refine((steps) => new Set(steps).size === steps.length, '同一道工序只能选一次'),
      yieldMin,
      lineId: id,
      remark: optionalText(500),
    }),
    output: changedProduction,
    refusals: [
      'not_found',
      'asset_unknown',
      'asset_out_of_service',
      'asset_not_dedicated',
      'process_missing',
      'standard_missing',
      'step_unknown',
      'not_reworkable',
      'rework_case_missing',
      'case_open',
      'lot_held',
      'lot_expired',
      'ancestor_unfit',
      'batch_too_large',
      'short_stock',
    ],
  }),
}
