import { z } from 'zod'
import type { Duty } from '#contract/kernel/duties.ts'
import { endpoint } from '#contract/kernel/endpoint.ts'
import { keyOf } from '#contract/kernel/key-of.ts'
import {
  decimalText,
  id,
  instant,
  listOf,
  listQuery,
  optionalText,
  person,
  rowVersion,
  signature,
  sortBy,
  text,
} from '#contract/kernel/values.ts'
import { readingsOfParallels } from '#contract/laboratory/formula.ts'
import { type InspectionSide, inspectionSide, inspectionState } from '#contract/laboratory/inspection.ts'
import { drawsInput, environmentInput, meansInput } from '#contract/laboratory/means.ts'
import { testResult } from '#contract/laboratory/test-result.ts'
import { testedItem } from '#contract/laboratory/tested-item.ts'
import { lotKind, lotState } from '#contract/warehouse/lot.ts'
import { oosChoices, oosSources, oosTrend } from './oos-trend.ts'
import { oosChecklist, oosFinding, oosKind, oosState } from './oos.ts'

const oosRow = z.strictObject({
  id,
  /** Null of a case of before they were numbered. */
  caseNo: z.string().nullable(),
  kind: oosKind,
  state: oosState,
  side: inspectionSide,
  inspectionId: id,
  requestNo: z.string(),
  lotId: id,
  lotNo: z.string(),
  lotName: z.string(),
  supplier: z.string(),
  itemName: z.string(),
  specText: z.string(),
  method: z.string(),
  /** The value that opened it, as it is printed. */
  value: z.string(),
  analystName: z.string(),
  openedAt: instant,
  finding: oosFinding.nullable(),
  analystIds: z.array(id),
  checkedBy: id.nullable(),
  retestAnalyst: id.nullable(),
  conclusion: z.string().nullable(),
  concludedAt: instant.nullable(),
  rowVersion: z.int(),
})
export type OosRow = z.infer<typeof oosRow>

/** A case with everything that was written in it. */
const oosFile = z.strictObject({
  case: oosRow,
  /** What of the lot it depends on whether it is looked into by a test of its own, and where the inspection stands. */
  lot: z.strictObject({ kind: lotKind, state: lotState, inspectionState }),
  plea: z.string(),
  item: testedItem,
  /** Every value of the item, oldest first, those that count no more as well. */
  results: z.array(testResult),
  /** The moisture that counts in the inspection now, where the item is counted on the dried substance. */
  moisture: z.string().nullable(),
  checklist: oosChecklist.nullable(),
  explanation: z.string().nullable(),
  proof: z.strictObject({ id, name: z.string() }).nullable(),
  checkedByName: z.string().nullable(),
  checkedAt: instant.nullable(),
  invalidatedByName: z.string().nullable(),
  invalidatedAt: instant.nullable(),
  invalidReason: z.string().nullable(),
  retests: z.int().nullable(),
  retestAnalystName: z.string().nullable(),
  retestReason: z.string().nullable(),
  resampled: z.boolean().nullable(),
  retestByName: z.string().nullable(),
  retestAt: instant.nullable(),
  concludedByName: z.string().nullable(),
})
export type OosFile = z.infer<typeof oosFile>

const valueInput = {
  individual: z.array(decimalText).max(6, '平行结果最多6个').default([]),
  words: optionalText(200),
  /** The readings of each parallel, where the item has a formula. */
  raw: readingsOfParallels.default([]),
}

const hasValue = ({ individual, words, raw }: { individual: readonly string[]; words: string; raw: readonly unknown[] }) =>
  [individual.length > 0, words !== '', raw.length > 0].filter(Boolean).length === 1

const valueMissing = { path: ['individual'], error: '请填写数值或文字结果，二者选一' }

const at = { id, rowVersion, signature }

const common = ['not_found', 'wrong_state', 'stale', 'no_permission', 'analyst_investigates', 'wrong_password'] as const

export const oosApi = {
  list: endpoint({
    method: 'GET',
    path: '/oos-cases',
    right: '37',
    summary: '检验结果超标调查；按检验人、供应商、方法、项目看趋势',
    input: listQuery.extend({
      side: inspectionSide.optional(),
      state: oosState.optional(),
      kind: oosKind.optional(),
      analystId: id.optional(),
      supplierId: id.optional(),
      itemName: optionalText(60),
      method: optionalText(100),
      sort: sortBy(['openedAt'], '-openedAt'),
    }),
    output: listOf(oosRow),
  }),
  choices: endpoint({
    method: 'GET',
    path: '/oos-counts',
    right: '37',
    summary: '检验结果调查按检验人、供应商、项目、方法各有多少件、确认多少件',
    input: z.strictObject({}),
    output: oosChoices,
  }),
  trend: endpoint({
    method: 'GET',
    path: '/oos-trend',
    right: '37',
    summary: '最近12个月的检验结果调查，按项目、方法、检验人或供应商逐月计数',
    input: z.strictObject({ by: keyOf(oosSources, '请选择项目、方法、检验人或供应商').default('item') }),
    output: oosTrend,
  }),
  file: endpoint({
    method: 'GET',
    path: '/oos-cases/{id}',
    right: '37',
    alsoFor: ['12', '17', '13'],
    summary: '一件检验结果超标调查：原始数据、实验室调查、复检与裁定',
    input: z.strictObject({ id }),
    output: oosFile,
    refusals: ['not_found'],
  }),
  analysts: endpoint({
    method: 'GET',
    path: '/oos-cases/{id}/analysts',
    right: '13:decide',
    summary: '可以复检的检验人：没有做过本次检验的人',
    input: z.strictObject({ id }),
    output: z.array(person),
    refusals: ['not_found'],
  }),
  invalidate: endpoint({
    method: 'POST',
    path: '/oos-cases/{id}/invalidate',
    right: '13:decide',
    summary: '实验室差错已证明：QA签名判原结果无效，原结果保留，检验重做',
    input: z.strictObject({ ...at, reason: text(500) }),
    output: oosFile,
    refusals: [...common, 'no_error_proved', 'checker_decides'],
  }),
  approveRetest: endpoint({
    method: 'POST',
    path: '/oos-cases/{id}/approve-retest',
    right: '13:decide',
    summary: '批准复检：预先确定次数与另一名检验人',
    input: z.strictObject({
      ...at,
      retests: z.int('请填写复检次数').min(1, '至少1次').max(6, '最多6次'),
      analystId: id,
      reason: text(500),
      resampled: z.boolean('请选择是或否').default(false),
    }),
    output: oosFile,
    refusals: [...common, 'checker_decides', 'retest_by_other', 'resample_unproved'],
  }),
  reassign: endpoint({
    method: 'POST',
    path: '/oos-cases/{id}/reassign',
    right: '13:decide',
    summary: '改派复检人：次数不变，须在有复检值之前',
    input: z.strictObject({ ...at, analystId: id, reason: text(500) }),
    output: oosFile,
    refusals: [...common, 'checker_decides', 'retest_by_other'],
  }),
  decide: endpoint({
    method: 'POST',
    path: '/oos-cases/{id}/decide',
    right: '13:decide',
    summary: 'QA裁定：确认不合格，或在全部复检合格并说明原因后接受',
    input: z.strictObject({ ...at, decision: z.enum(['confirmed', 'accepted'], '请选择裁定'), conclusion: text(500) }),
    output: oosFile,
    refusals: [...common, 'checker_decides', 'oos_unproved', 'oot_passes'],
  }),
}

/** What the laboratory does in a case. Each side has its own duties, so its own operations. */
const laboratoryApi = (given: { path: `/${string}`; review: Duty; test: Duty }) => ({
  check: endpoint({
    method: 'POST',
    path: `${given.path}/{id}/check`,
    right: given.review,
    summary: '实验室调查（第一阶段）：由检验人以外的人逐项检查并签名；证明录入差错的，附原始读数更正',
    input: z.strictObject({
      ...at,
      checklist: oosChecklist,
      finding: oosFinding,
      explanation: text(500),
      /** Where a slip of typing is proved: the reading as an attachment of the inspection, and the value that it shows. */
      proofId: id.optional(),
      corrected: z.strictObject(valueInput).refine(hasValue, valueMissing).optional(),
    }),
    output: oosFile,
    refusals: [...common, 'slip_unproved', 'checklist_contradicts', 'raw_required', 'moisture_missing'],
  }),
  retest: endpoint({
    method: 'POST',
    path: `${given.path}/{id}/retest`,
    right: given.test,
    summary: '录入全部复检结果并签名，一次录入，均保留',
    input: z.strictObject({
      ...at,
      values: z.array(z.strictObject(valueInput).refine(hasValue, valueMissing)).min(1, '请填写复检结果').max(6, '最多6次'),
      /** What all of them were made with. */
      means: meansInput.optional(),
      /** What was taken of reagents for all of them. */
      draws: drawsInput,
      environment: environmentInput.optional(),
    }),
    output: oosFile,
    refusals: [
      ...common,
      'not_authorised',
      'other_retests',
      'investigator_tests',
      'retests_incomplete',
      'sample_not_received',
      'raw_required',
      'moisture_missing',
      'instrument_required',
      'instrument_out_of_service',
      'calibration_failed',
      'calibration_overdue',
      'reagent_expired',
      'reagent_gone',
      'reagent_short',
    ],
  }),
})

export const oosLaboratoryApi = {
  raw: laboratoryApi({ path: '/raw-oos-cases', review: '12:review', test: '12:test' }),
  bulk: laboratoryApi({ path: '/bulk-oos-cases', review: '17:review', test: '17:test' }),
} satisfies Record<InspectionSide, ReturnType<typeof laboratoryApi>>
