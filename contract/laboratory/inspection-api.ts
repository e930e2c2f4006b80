import { z } from 'zod'
import type { Duty } from '#contract/kernel/duties.ts'
import { endpoint } from '#contract/kernel/endpoint.ts'
import { readingsOfParallels } from './formula.ts'
import { commissionInput, drawsInput, environmentInput, meansInput, measure } from './means.ts'
import { scannedText } from '#contract/packing/scanned-code.ts'
import { reportHeading } from './report.ts'
import { grams } from './sampling.ts'
import {
  inspectableLot,
  inspectionFile,
  inspectionRow,
  inspectionState,
  priority,
  recordVerdict,
  resultSource,
  returnedGoods,
  stabilityMonths,
} from './inspection.ts'
import { lotState } from '#contract/warehouse/lot.ts'
import type { PageCode } from '#contract/kernel/pages.ts'
import {
  count,
  day,
  decimalText,
  id,
  listOf,
  listQuery,
  optionalText,
  secondSignature,
  rowVersion,
  signature,
  sortBy,
  text,
} from '#contract/kernel/values.ts'

const list = (right: PageCode, path: `/${string}`, summary: string) =>
  endpoint({
    method: 'GET',
    path,
    right,
    summary,
    input: listQuery.extend({
      state: inspectionState.optional(),
      verdict: recordVerdict.optional(),
      lotState: lotState.optional(),
      lotId: id.optional(),
      /** Requested on this day or later. */
      from: day.optional(),
      sort: sortBy(['requestedAt', 'requestNo', 'lotNo'], '-requestedAt'),
    }),
    output: listOf(inspectionRow),
  })

const file = (right: PageCode, path: `/${string}`, summary: string) =>
  endpoint({
    method: 'GET',
    path: `${path}/{id}`,
    right,
    summary,
    input: z.strictObject({ id }),
    output: inspectionFile,
    refusals: ['not_found'],
  })

const requestFields = {
  lotId: id,
  priority: priority.default('normal'),
  department: text(40),
}
const requestInput = z.strictObject({ ...requestFields, remark: optionalText(500) })
/** The reason stands in the place of the remark. */
const investigationInput = z.strictObject({ ...requestFields, remark: text(500) })

/** 取样: the three parts in g. More packages than the rule asks for may be opened, never fewer. */
const samplingFields = {
  id,
  packages: count.optional(),
  samplingPoint: text(100),
  method: text(40),
  place: text(60),
  temperature: measure(-40, 60, '请填写-40到60之间的温度，最多1位小数'),
  humidity: measure(0, 100, '请填写0到100之间的湿度，最多1位小数'),
  testNeed: grams,
  test: grams,
  recheck: grams,
  retention: grams,
  fieldNote: text(200),
  resealed: z.literal(true, '请确认已封口并贴取样证'),
  /** Codes of the boxes or packs that are opened of packed goods: their whole content is the sample. */
  packs: z.array(scannedText).max(200, '一次最多扫200个码').default([]),
  signature,
  /** The second sampler of toxic goods. */
  witness: secondSignature.optional(),
}
export const samplingInput = z.strictObject(samplingFields)

/** 重新取样: why the sample that was drawn is not enough. */
const samplingAgainInput = z.strictObject({ ...samplingFields, reason: text(200) })

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

const answer = inspectionRow

const samplingRefusals = [
  'not_authorised',
  'requester_samples',
  'buyer_inspects',
  'receiver_inspects',
  'wrong_state',
  'sample_too_small',
  'sample_too_large',
  'short_stock',
  'code_unknown',
  'code_not_in_stock',
  'code_of_other_batch',
  'code_twice',
  'packs_not_whole',
  'toxic_needs_second',
  'wrong_password',
] as const

/** 请验, 受理, 取样: what the warehouse or the workshop asks of quality control, until the samples lie in the laboratory. */
const requestApi = <Request extends z.ZodObject, Investigation extends z.ZodObject>(given: {
  path: `/${string}`
  page: PageCode
  duties: Record<'request' | 'accept' | 'sample' | 'approve', Duty>
  goods: string
  request: Request
  investigation: Investigation
}) => ({
  list: list(given.page, given.path, `${given.goods}请验单`),
  file: file(given.page, given.path, `一张${given.goods}请验单，连同取样、检验与报告`),
  /** Lots that may be requested now. */
  lots: endpoint({
    method: 'GET',
    path: `${given.path}/lots`,
    right: given.duties.request,
    summary: `可以请验的${given.goods}批次及其今日有效的质量标准`,
    input: listQuery.extend({ lotId: id.optional(), sort: sortBy(['bornOn', 'lotNo'], '-bornOn') }),
    output: listOf(inspectableLot),
  }),
  request: endpoint({
    method: 'POST',
    path: given.path,
    right: given.duties.request,
    summary: `${given.goods}请验`,
    input: given.request,
    output: answer,
    refusals: ['not_found', 'wrong_state', 'inspection_open', 'pieces_accepted', 'standard_not_effective', 'short_stock', 'retest_limit'],
  }),
  ...investigationApi({ ...given, request: given.investigation }),
  accept: endpoint({
    method: 'POST',
    path: `${given.path}/{id}/accept`,
    right: given.duties.accept,
    summary: `受理${given.goods}请验`,
    input: z.strictObject({ id }),
    output: answer,
    refusals: ['requester_accepts', 'wrong_state'],
  }),
  return: endpoint({
    method: 'POST',
    path: `${given.path}/{id}/return`,
    right: given.duties.accept,
    summary: `退回${given.goods}请验`,
    input: z.strictObject({ id, reason: text(200) }),
    output: answer,
    refusals: ['requester_accepts', 'wrong_state'],
  }),
  cancel: endpoint({
    method: 'POST',
    path: `${given.path}/{id}/cancel`,
    right: given.duties.request,
    summary: `取消尚未取样的${given.goods}请验`,
    input: z.strictObject({ id, reason: text(200) }),
    output: answer,
    refusals: ['wrong_state'],
  }),
  sample: endpoint({
    method: 'POST',
    path: `${given.path}/{id}/sample`,
    right: given.duties.sample,
    summary: `${given.goods}取样并签名；批次转为检验中`,
    input: samplingInput,
    output: answer,
    refusals: [...samplingRefusals],
  }),
  ...moreSamplingApi(given),
})

/** 调查检验: quality assurance has a lot looked into that was decided about already; the lot stays what it is meanwhile. */
const investigationApi = <Request extends z.ZodObject>(given: { path: `/${string}`; goods: string; request: Request }) => ({
  decidedLots: endpoint({
    method: 'GET',
    path: `${given.path}/decided-lots`,
    right: '13:decide',
    summary: `可以调查检验的${given.goods}批次（已放行或检验合格）及其今日有效的质量标准`,
    input: listQuery.extend({ lotId: id.optional(), sort: sortBy(['bornOn', 'lotNo'], '-bornOn') }),
    output: listOf(inspectableLot),
  }),
  investigate: endpoint({
    method: 'POST',
    path: `${given.path}/investigate`,
    right: '13:decide',
    summary: `${given.goods}调查检验：由QA提出并写明原因，批次状态不变`,
    input: given.request,
    output: answer,
    refusals: ['not_found', 'wrong_state', 'inspection_open', 'standard_not_effective', 'short_stock'],
  }),
})

/** What becomes of a sampled lot whose sample is lost or too little, or whose request was wrong. */
const moreSamplingApi = (given: { path: `/${string}`; duties: Record<'sample' | 'approve', Duty>; goods: string }) => ({
  sampleAgain: endpoint({
    method: 'POST',
    path: `${given.path}/{id}/sample-again`,
    right: given.duties.sample,
    summary: `${given.goods}样品丢失或不足时重新取样；原取样单保留`,
    input: samplingAgainInput,
    output: answer,
    refusals: [...samplingRefusals, 'sample_still_there'],
  }),
  giveUp: endpoint({
    method: 'POST',
    path: `${given.path}/{id}/give-up`,
    right: given.duties.approve,
    summary: `终止已取样、尚无结果的${given.goods}检验：两人签名；样品退回批次或报废，批次回到取样前的状态`,
    input: z.strictObject({
      id,
      reason: text(200),
      samples: z.enum(['return', 'scrap'], '请选择样品退回批次或报废'),
      signature,
      second: secondSignature,
    }),
    output: answer,
    refusals: ['wrong_state', 'results_exist', 'sample_no_home', 'same_person', 'signer_unknown', 'signer_lacks_duty', 'wrong_password'],
  }),
})

const recordRefusals = [
  'not_authorised',
  'wrong_state',
  'buyer_inspects',
  'receiver_inspects',
  'stale',
  'quote_not_allowed',
  'result_kept',
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
    refusals: ['wrong_state', 'buyer_inspects', 'receiver_inspects', 'moisture_missing', 'dry_basis_current'],
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
const testApi = (given: Laboratory) => ({
  ...benchApi(given),
  submit: endpoint({
    method: 'POST',
    path: `${given.path}/{id}/submit`,
    right: given.duties.test,
    summary: `提交${given.goods}检验结果并签名；调查未结束不能提交`,
    input: z.strictObject({ id, signature }),
    output: answer,
    refusals: ['wrong_state', 'buyer_inspects', 'receiver_inspects', 'results_incomplete', 'oos_open', 'dry_basis_stale', 'wrong_password'],
  }),
  review: endpoint({
    method: 'POST',
    path: `${given.path}/{id}/review`,
    right: given.duties.review,
    summary: `复核${given.goods}检验结果并签名`,
    input: z.strictObject({ id, signature }),
    output: answer,
    refusals: ['wrong_state', 'analyst_reviews', 'wrong_password'],
  }),
  sendBack: endpoint({
    method: 'POST',
    path: `${given.path}/{id}/send-back`,
    right: given.duties.review,
    summary: `复核人退回${given.goods}检验`,
    input: z.strictObject({ id, reason: text(200) }),
    output: answer,
    refusals: ['wrong_state', 'analyst_reviews'],
  }),
  refuse: endpoint({
    method: 'POST',
    path: `${given.path}/{id}/refuse`,
    right: given.duties.approve,
    summary: `批准人退回${given.goods}检验`,
    input: z.strictObject({ id, reason: text(200) }),
    output: answer,
    refusals: ['wrong_state', 'analyst_approves'],
  }),
  approve: endpoint({
    method: 'POST',
    path: `${given.path}/{id}/approve`,
    right: given.duties.approve,
    summary: `批准${given.goods}检验报告并签名；结论由结果计算`,
    input: z.strictObject({ id, signature }),
    output: answer,
    refusals: ['wrong_state', 'analyst_approves', 'deputy_of_first', 'oos_open', 'lot_held', 'wrong_password'],
  }),
  reissue: endpoint({
    method: 'POST',
    path: `${given.path}/{id}/reissue-report`,
    right: given.duties.approve,
    summary: `换发${given.goods}检验报告：只改抬头与备注，检验结果不变；批准人与QA两人签名，原报告标为已替代`,
    /** `reportId` is the report that was read: one that another replaced meanwhile is `stale`. */
    input: z.strictObject({ id, reportId: id, heading: reportHeading, reason: text(200), signature, second: secondSignature }),
    output: answer,
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

export const rawInspectionApi = {
  ...requestApi({
    path: '/raw-inspections',
    page: '12',
    duties: { request: '12:request', accept: '12:accept', sample: '12:sample', approve: '12:approve' },
    goods: '原料',
    request: requestInput,
    investigation: investigationInput,
  }),
  ...testApi({ path: '/raw-inspections', duties: { test: '12:test', review: '12:review', approve: '12:approve' }, goods: '原料' }),
}

/** 退货检验: packed goods that came back, in the bin where they lie. */
const returnApi = {
  returned: endpoint({
    method: 'GET',
    path: '/bulk-inspections/returned-goods',
    right: '13:decide',
    summary: '退货区中可以请验的成品：批号、货位与现有数量',
    input: listQuery.extend({ sort: sortBy(['lotNo', 'placeCode'], 'lotNo') }),
    output: listOf(returnedGoods),
  }),
  requestReturn: endpoint({
    method: 'POST',
    path: '/bulk-inspections/returned-goods',
    right: '13:decide',
    summary: '退货检验请验：退货区一个货位上的一批成品，按现有数量与件数；批次其余部分不受影响',
    input: investigationInput.extend({ placeId: id, packageCount: count.max(100_000, '件数太多') }),
    output: answer,
    refusals: ['not_found', 'wrong_state', 'inspection_open', 'standard_not_effective', 'short_stock'],
  }),
}

/** 稳定性考察: packs that are kept are tested at a time point. */
const stabilityApi = {
  requestStability: endpoint({
    method: 'POST',
    path: '/pack-stabilities',
    right: '13:decide',
    summary: '稳定性考察请验：一批成品留样在考察方案的一个时间点（月），按方案的袋数取用检验；允许的日期之前不能请验',
    input: investigationInput.extend({ lotId: id, month: z.literal(stabilityMonths, '请选择时间点') }),
    output: answer,
    refusals: [
      'not_found',
      'wrong_state',
      'inspection_open',
      'standard_not_effective',
      'short_stock',
      'stability_not_due',
      'stability_not_planned',
      'stability_point_closed',
      'stability_month_tested',
    ],
  }),
}

export const bulkInspectionApi = {
  ...requestApi({
    path: '/bulk-inspections',
    page: '16',
    duties: { request: '16:request', accept: '16:accept', sample: '16:sample', approve: '17:approve' },
    goods: '成品',
    // The batch is in containers that only the workshop has counted.
    request: requestInput.extend({ packageCount: count.max(10_000, '件数太多') }),
    investigation: investigationInput.extend({ packageCount: count.max(10_000, '件数太多') }),
  }),
  ...returnApi,
  ...stabilityApi,
}

export const bulkTestApi = {
  list: list('17', '/bulk-tests', '成品检验'),
  file: file('17', '/bulk-tests', '一批成品的检验，连同请验、取样与报告'),
  ...testApi({ path: '/bulk-tests', duties: { test: '17:test', review: '17:review', approve: '17:approve' }, goods: '成品' }),
}
