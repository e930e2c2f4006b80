import { z } from 'zod'
import type { Action } from '#contract/kernel/action.ts'
import type { Duty } from '#contract/kernel/duties.ts'
import { endpoint } from '#contract/kernel/endpoint.ts'
import { keyOf } from '#contract/kernel/key-of.ts'
import type { StateLook } from '#contract/kernel/state-look.ts'
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
import { drawsInput, environmentInput, meansInput } from '#contract/laboratory/means.ts'
import { lotKind, lotState } from '#contract/warehouse/lot.ts'
import { inspectionSide, inspectionState, oosCase, testResult, testedItem, type InspectionSide } from '#contract/laboratory/inspection.ts'

/**
 * 检验结果超标调查 (domain §2.7, §2.11, I6): a value that fails or looks wrong opens a case when it is saved. Phase I, by another person than the analyst,
 * looks for an error of the laboratory; only a proved one makes the value invalid. Otherwise quality assurance decides, after retests whose number
 * and analyst are fixed beforehand. No value is ever taken away.
 */

/** What opened it: a value outside the standard (or parallels that disagree), one outside the firm's own limit, or an analyst who mistyped. */
export const oosKinds = { oos: '检验结果超标', oot: '检验结果超趋势', slip: '录入差错' } as const
const oosKind = keyOf(oosKinds, '没有这种调查')

export const oosState = oosCase.shape.state
export type OosState = z.infer<typeof oosState>
export const oosLooks: Record<OosState, StateLook> = {
  open: { label: '待实验室调查', tone: 'warning' },
  checked: { label: '待QA裁定', tone: 'warning' },
  invalidated: { label: '原结果无效，待重做', tone: 'active' },
  retesting: { label: '复检中', tone: 'active' },
  retested: { label: '复检完成，待QA裁定', tone: 'warning' },
  corrected: { label: '已更正录入', tone: 'neutral' },
  repeated: { label: '已重做', tone: 'neutral' },
  accepted: { label: '调查后接受', tone: 'good' },
  confirmed: { label: '确认不合格', tone: 'bad' },
}
/** While a case is in one of these, its lot is held and its inspection is neither submitted nor reported. */
export const openOosStates = ['open', 'checked', 'invalidated', 'retesting', 'retested'] as const satisfies readonly OosState[]

/** 实验室调查: what the second person looks at, one by one. */
export const oosChecks = {
  sample: '样品：编号、外观、称样与处理',
  instrument: '仪器：状态与参数',
  calculation: '计算与录入',
  solutions: '对照品与标准溶液',
  calibration: '校准与系统适用性',
  method: '是否偏离检验方法',
} as const
export type OosCheck = keyof typeof oosChecks
const checkAnswer = z.strictObject({ ok: z.boolean('请选择正常或异常'), note: optionalText(200) })
export const oosChecklist = z.strictObject({
  sample: checkAnswer,
  instrument: checkAnswer,
  calculation: checkAnswer,
  solutions: checkAnswer,
  calibration: checkAnswer,
  method: checkAnswer,
})
export type OosChecklist = z.infer<typeof oosChecklist>

/** What phase I found. */
export const oosFindings = { none: '未发现差错', laboratory_error: '实验室差错', sampling_error: '取样差错', slip: '录入差错' } as const
export const oosFinding = keyOf(oosFindings, '请选择调查结论')
export type OosFinding = z.infer<typeof oosFinding>

/** The part of a case on which it depends who may do what to it. */
export type OosStanding = {
  state: OosState
  kind: z.infer<typeof oosKind>
  finding: OosFinding | null
  /** Everybody who wrote a value of the inspection. */
  analystIds: readonly string[]
  checkedBy: string | null
  retestAnalyst: string | null
}

const analysesIt = ({ analystIds, retestAnalyst }: OosStanding, actor: { id: string }) =>
  analystIds.includes(actor.id) || retestAnalyst === actor.id ? ('analyst_investigates' as const) : undefined
const decidesAlone = (row: OosStanding, actor: { id: string }) =>
  analysesIt(row, actor) ?? (row.checkedBy === actor.id ? ('checker_decides' as const) : undefined)

const actionsUnder = (duty: { test: Duty; review: Duty }) =>
  ({
    check: {
      label: '实验室调查',
      duty: duty.review,
      from: ['open'],
      awaitedIn: ['open'],
      to: 'checked',
      orTo: ['corrected', 'open'],
      signs: '实验室调查',
      unless: analysesIt,
    },
    invalidate: {
      label: '判原结果无效',
      duty: '13:decide',
      from: ['checked'],
      awaitedIn: ['checked'],
      to: 'invalidated',
      signs: '判原结果无效',
      unless: (row, actor) =>
        row.finding === 'laboratory_error' || row.finding === 'sampling_error' ? decidesAlone(row, actor) : 'no_error_proved',
    },
    approveRetest: {
      label: '批准复检',
      duty: '13:decide',
      from: ['checked'],
      awaitedIn: ['checked'],
      to: 'retesting',
      signs: '批准复检',
      unless: decidesAlone,
    },
    // The one who was to test again is ill, or has left: another, before there is any value.
    reassign: {
      label: '改派复检人',
      duty: '13:decide',
      from: ['retesting'],
      to: 'retesting',
      signs: '改派复检人',
      unless: decidesAlone,
    },
    retest: {
      label: '复检',
      duty: duty.test,
      from: ['retesting'],
      awaitedIn: ['retesting'],
      to: 'retested',
      signs: '复检结果属实',
      unless: (row, actor) => (row.retestAnalyst === actor.id ? undefined : 'other_retests'),
    },
    decide: {
      label: '裁定',
      duty: '13:decide',
      // Where nothing is left to test again, the failure is confirmed without retests.
      from: ['checked', 'retesting', 'retested'],
      awaitedIn: ['checked', 'retested'],
      to: 'confirmed',
      orTo: ['accepted'],
      signs: 'OOS裁定',
      unless: decidesAlone,
    },
  }) satisfies Record<string, Action<OosStanding>>

export const oosActions: Record<InspectionSide, ReturnType<typeof actionsUnder>> = {
  raw: actionsUnder({ test: '12:test', review: '12:review' }),
  bulk: actionsUnder({ test: '17:test', review: '17:review' }),
}

const oosRow = z.strictObject({
  id,
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

/** How often one came up among the cases: what a filter offers, and where a trend shows. */
const counted = z.strictObject({ value: z.string(), label: z.string(), count: z.int(), confirmed: z.int() })
const oosChoices = z.strictObject({
  analysts: z.array(counted),
  suppliers: z.array(counted),
  items: z.array(counted),
  methods: z.array(counted),
})
export type OosChoices = z.infer<typeof oosChoices>

/** What cases gather at. */
export const oosSources = { item: '项目', method: '方法', analyst: '检验人', supplier: '供应商' } as const
export type OosSource = keyof typeof oosSources
/** A year of them, by months of Asia/Shanghai; the last is the present one. */
export const oosTrendMonths = 12
const oosTrend = z.strictObject({
  months: z.array(z.string()),
  rows: z.array(counted.extend({ months: z.array(z.int()) })),
})
export type OosTrend = z.infer<typeof oosTrend>

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
