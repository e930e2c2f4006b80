import { z } from 'zod'
import type { Duty } from '#contract/kernel/duties.ts'
import { endpoint } from '#contract/kernel/endpoint.ts'
import type { PageCode } from '#contract/kernel/pages.ts'
import { count, day, id, listOf, listQuery, optionalText, secondSignature, signature, sortBy, text } from '#contract/kernel/values.ts'
import { scannedText } from '#contract/packing/scanned-code.ts'
import { lotState } from '#contract/warehouse/lot.ts'
import { inspectionFile } from './inspection-file.ts'
import { inspectionRow, inspectionState } from './inspection.ts'
import { measure } from './means.ts'
import { inspectableLot, priority } from './request.ts'
import { abnormalUnits, grams } from './sampling.ts'
import { recordVerdict } from './test-result.ts'

export const list = (right: PageCode, path: `/${string}`, summary: string) =>
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

export const file = (right: PageCode, path: `/${string}`, summary: string) =>
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

export const requestInput = z.strictObject({ ...requestFields, remark: optionalText(500) })

/** The reason stands in the place of the remark. */
export const investigationInput = z.strictObject({ ...requestFields, remark: text(500) })

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
  quartered: z.boolean().default(false),
  abnormalUnits: abnormalUnits.default([]),
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
export const requestApi = <Request extends z.ZodObject, Investigation extends z.ZodObject>(given: {
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
    output: inspectionRow,
    refusals: [
      'not_found',
      'wrong_state',
      'inspection_open',
      'batch_unfinished',
      'pieces_accepted',
      'standard_not_effective',
      'short_stock',
      'retest_limit',
    ],
  }),
  ...investigationApi({ ...given, request: given.investigation }),
  accept: endpoint({
    method: 'POST',
    path: `${given.path}/{id}/accept`,
    right: given.duties.accept,
    summary: `受理${given.goods}请验`,
    input: z.strictObject({ id }),
    output: inspectionRow,
    refusals: ['requester_accepts', 'wrong_state'],
  }),
  return: endpoint({
    method: 'POST',
    path: `${given.path}/{id}/return`,
    right: given.duties.accept,
    summary: `退回${given.goods}请验`,
    input: z.strictObject({ id, reason: text(200) }),
    output: inspectionRow,
    refusals: ['requester_accepts', 'wrong_state'],
  }),
  cancel: endpoint({
    method: 'POST',
    path: `${given.path}/{id}/cancel`,
    right: given.duties.request,
    summary: `取消尚未取样的${given.goods}请验`,
    input: z.strictObject({ id, reason: text(200) }),
    output: inspectionRow,
    refusals: ['wrong_state'],
  }),
  sample: endpoint({
    method: 'POST',
    path: `${given.path}/{id}/sample`,
    right: given.duties.sample,
    summary: `${given.goods}取样并签名；批次转为检验中`,
    input: samplingInput,
    output: inspectionRow,
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
    output: inspectionRow,
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
    output: inspectionRow,
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
    output: inspectionRow,
    refusals: ['wrong_state', 'results_exist', 'sample_no_home', 'same_person', 'signer_unknown', 'signer_lacks_duty', 'wrong_password'],
  }),
})
