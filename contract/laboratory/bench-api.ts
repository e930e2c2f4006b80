import { z } from 'zod'
import type { Duty } from '#contract/kernel/duties.ts'
import { endpoint } from '#contract/kernel/endpoint.ts'
import { decimalText, id, optionalText, rowVersion, secondSignature, signature, text } from '#contract/kernel/values.ts'
import { readingsOfParallels } from './formula.ts'
import { inspectionFile } from './inspection-file.ts'
import { commissionInput, drawsInput, environmentInput, meansInput } from './means.ts'
import { reportHeading } from './report.ts'
import { inspectionRow } from './inspection.ts'
import { resultSource } from './test-result.ts'

/** One item as the analyst writes it: the readings of each parallel, or parallel numbers, or words. `revision` is the last one the analyst saw, 0 for none. */
const resultInput = z
  .strictObject({
    itemId: id,
    revision: rowVersion,
    source: resultSource.default('measured'),
    individual: z.array(decimalText).max(6, '平行结果最多6个').default([]),
    words: optionalText(200),
    raw: readingsOfParallels.default([]),
    referenceNo: optionalText(60),
    instrument: optionalText(60),
    /** Where the item was made with others than the rest of the sheet. */
    means: meansInput.optional(),
    /** Of a commissioned result: whose report it is. */
    commission: commissionInput.optional(),
  })
  .refine(({ individual, words, raw }) => [individual.length > 0, words !== '', raw.length > 0].filter(Boolean).length === 1, {
    path: ['individual'],
    error: '请填写数值或文字结果，二者选一',
  })
  .refine(({ source, referenceNo }) => source === 'measured' || referenceNo !== '', {
    path: ['referenceNo'],
    error: '请填写引用的报告编号或委托检验的证书编号',
  })
  .refine(({ source, commission }) => (source === 'outsourced') === (commission !== undefined), {
    path: ['commission'],
    error: '请填写受托检验机构、报告日期与报告文件',
  })

/** Why what a result names may not have been used. */
const meansRefusals = [
  'not_found',
  'instrument_required',
  'instrument_out_of_service',
  'calibration_failed',
  'calibration_overdue',
  'reagent_expired',
  'reagent_gone',
  'reagent_short',
  'quoted_report_unknown',
  'quoted_value_differs',
  'laboratory_out_of_scope',
  'laboratory_over',
  'certificate_missing',
] as const

const recordRefusals = [
  'not_authorised',
  'wrong_state',
  'buyer_inspects',
  'receiver_inspects',
  'stale',
  'quote_not_allowed',
  'result_kept',
  'investigator_tests',
  'sample_not_received',
  'raw_required',
  'moisture_missing',
  ...meansRefusals,
] as const
type Laboratory = { path: `/${string}`; duties: Record<'test' | 'review' | 'approve', Duty>; goods: string }

/** 录入, 更正, 重算: what the analyst writes. */
const benchApi = (given: Laboratory) => ({
  record: endpoint({
    method: 'POST',
    path: `${given.path}/{id}/record`,
    right: given.duties.test,
    summary: `录入${given.goods}检验结果；录入即固定，不合格或可疑的值当即开启调查并冻结批次`,
    input: z.strictObject({
      id,
      results: z.array(resultInput).min(1, '没有要保存的结果').max(200, '一次最多200项'),
      means: meansInput.optional(),
      /** What was taken of reagents. */
      draws: drawsInput,
      environment: environmentInput.optional(),
    }),
    output: inspectionFile,
    refusals: recordRefusals,
  }),
  /** The moisture that results were counted with no longer counts: they are calculated again from the same readings. */
  recalculate: endpoint({
    method: 'POST',
    path: `${given.path}/{id}/recalculate`,
    right: given.duties.test,
    summary: `${given.goods}水分结果变动后，按原读数重算按干燥品计算的结果；原结果保留`,
    input: z.strictObject({ id }),
    output: inspectionFile,
    refusals: ['wrong_state', 'buyer_inspects', 'receiver_inspects', 'investigator_tests', 'moisture_missing', 'dry_basis_current'],
  }),
  /** The analyst says that a value was mistyped: it is put right in a case, by its reading and another person's signature. */
  askCorrection: endpoint({
    method: 'POST',
    path: `${given.path}/{id}/ask-correction`,
    right: given.duties.test,
    summary: `${given.goods}检验结果录入有误：开启录入差错调查，由他人核对原始读数后更正`,
    input: z.strictObject({ id, itemId: id, reason: text(500) }),
    output: inspectionFile,
    refusals: ['not_found', 'wrong_state', 'oos_open'],
  }),
})

/** 检验, 复核, 批准: what happens in the laboratory, until the report is approved. */
export const testApi = (given: Laboratory) => ({
  ...benchApi(given),
  submit: endpoint({
    method: 'POST',
    path: `${given.path}/{id}/submit`,
    right: given.duties.test,
    summary: `提交${given.goods}检验结果并签名；调查未结束不能提交`,
    input: z.strictObject({ id, signature }),
    output: inspectionRow,
    refusals: ['wrong_state', 'buyer_inspects', 'receiver_inspects', 'results_incomplete', 'oos_open', 'dry_basis_stale', 'wrong_password'],
  }),
  review: endpoint({
    method: 'POST',
    path: `${given.path}/{id}/review`,
    right: given.duties.review,
    summary: `复核${given.goods}检验结果并签名`,
    input: z.strictObject({ id, signature }),
    output: inspectionRow,
    refusals: ['wrong_state', 'analyst_reviews', 'wrong_password'],
  }),
  sendBack: endpoint({
    method: 'POST',
    path: `${given.path}/{id}/send-back`,
    right: given.duties.review,
    summary: `复核人退回${given.goods}检验`,
    input: z.strictObject({ id, reason: text(200) }),
    output: inspectionRow,
    refusals: ['wrong_state', 'analyst_reviews'],
  }),
  refuse: endpoint({
    method: 'POST',
    path: `${given.path}/{id}/refuse`,
    right: given.duties.approve,
    summary: `批准人退回${given.goods}检验`,
    input: z.strictObject({ id, reason: text(200) }),
    output: inspectionRow,
    refusals: ['wrong_state', 'analyst_approves'],
  }),
  approve: endpoint({
    method: 'POST',
    path: `${given.path}/{id}/approve`,
    right: given.duties.approve,
    summary: `批准${given.goods}检验报告并签名；结论由结果计算`,
    input: z.strictObject({ id, signature }),
    output: inspectionRow,
    refusals: ['wrong_state', 'analyst_approves', 'deputy_of_first', 'oos_open', 'lot_held', 'wrong_password'],
  }),
  reissue: endpoint({
    method: 'POST',
    path: `${given.path}/{id}/reissue-report`,
    right: given.duties.approve,
    summary: `换发${given.goods}检验报告：只改抬头与备注，检验结果不变；批准人与QA两人签名，原报告标为已替代`,
    /** `reportId` is the report that was read: one that another replaced meanwhile is `stale`. */
    input: z.strictObject({ id, reportId: id, heading: reportHeading, reason: text(200), signature, second: secondSignature }),
    output: inspectionRow,
    refusals: [
      'wrong_state',
      'stale',
      'analyst_approves',
      'report_unchanged',
      'report_unnamed',
      'same_person',
      'signer_unknown',
      'signer_lacks_duty',
      'wrong_password',
    ],
  }),
})
