import { z } from 'zod'
import { elementAt } from '#contract/kernel/certain.ts'
import type { Action, Actor } from '#contract/kernel/action.ts'
import { endpoint } from '#contract/kernel/endpoint.ts'
import { exact } from '#contract/kernel/exact-decimal.ts'
import { processStepNames } from './process-step.ts'
import { processSnapshot } from './production-record.ts'
import type { RefusalCode } from '#contract/kernel/refusals.ts'
import type { StateLook } from '#contract/kernel/state-look.ts'
import {
  day,
  decimalOut,
  decimalText,
  id,
  instant,
  listOf,
  listQuery,
  optionalText,
  person,
  quantity,
  rowVersion,
  signature,
  sortBy,
  text,
} from '#contract/kernel/values.ts'

/**
 * 工艺规程: written, reviewed, approved by three persons. `scheduled`, `effective` and `superseded` are one stored state, approved, told
 * apart by today's date: a version is in effect from its day until the day of the next one (decision 0012).
 */
export const processState = z.enum(['draft', 'submitted', 'reviewed', 'scheduled', 'effective', 'superseded', 'void'], '没有这个状态')
export type ProcessState = z.infer<typeof processState>

export const processLooks: Record<ProcessState, StateLook> = {
  draft: { label: '草稿', tone: 'neutral' },
  submitted: { label: '待审核', tone: 'waiting' },
  reviewed: { label: '待批准', tone: 'waiting' },
  scheduled: { label: '待生效', tone: 'active' },
  effective: { label: '现行', tone: 'good' },
  superseded: { label: '已被取代', tone: 'neutral' },
  void: { label: '已废止', tone: 'neutral' },
}

/** The stored states, for the reader of a history, who sees the day beside it. */
export const processHistoryLooks: Record<string, StateLook> = { ...processLooks, approved: { label: '已批准', tone: 'good' } }

const percentage = decimalText.refine((value) => /^\d{1,4}(\.\d{1,3})?$/.test(value), '应为0到9999的数，最多3位小数')
const bound = decimalText.nullable().default(null)

/** Whether the given numbers are in ascending order; null is left out. */
const ascend = (...numbers: readonly (string | null)[]) =>
  numbers
    .filter((number) => number !== null)
    .every((number, at, given) => at === 0 || exact(elementAt(given, at - 1)).lessThanOrEqualTo(number))

/** One parameter of a step; a bound that is null does not bind, and without any the record takes words. */
const parameterInput = z
  .strictObject({
    /** What the batch record keeps it by; made from the name where it is left empty. */
    code: z
      .union([z.literal(''), z.string().regex(/^[a-z][a-z0-9_]{0,39}$/, '代码以小写字母开头，只含小写字母、数字和下划线')])
      .default(''),
    name: text(30),
    unit: optionalText(12),
    min: bound,
    target: bound,
    max: bound,
    isCritical: z.boolean().default(false),
  })
  .superRefine(({ min, target, max }, context) => {
    if (!ascend(min, max)) context.addIssue({ code: 'custom', path: ['max'], message: '上限不能小于下限' })
    else if (!ascend(min, target, max)) context.addIssue({ code: 'custom', path: ['target'], message: '目标值应在下限与上限之间' })
  })

const stepInput = z
  .strictObject({
    name: z.enum(processStepNames, '请选择工序'),
    option: optionalText(60),
    instruction: optionalText(1000),
    equipment: optionalText(100),
    isCritical: z.boolean().default(false),
    /** 存放时限, hours until the next step must have begun; null = none is set. */
    holdHours: decimalText
      .refine((value) => /^\d{1,4}(\.\d{1,2})?$/.test(value) && /[1-9]/.test(value), '应大于0，最多9999小时、2位小数')
      .nullable()
      .default(null),
    parameters: z.array(parameterInput).max(30, '一道工序最多30个参数').default([]),
  })
  .superRefine(({ isCritical, parameters }, context) => {
    if (!isCritical && parameters.some((parameter) => parameter.isCritical))
      context.addIssue({ code: 'custom', path: ['isCritical'], message: '有关键参数的工序须是关键工序' })
    for (const field of ['code', 'name'] as const)
      parameters.forEach((parameter, at) => {
        if (parameter[field] !== '' && parameters.findIndex((other) => other[field] === parameter[field]) !== at)
          context.addIssue({ code: 'custom', path: ['parameters', at, field], message: '同一工序里已有这个参数' })
      })
  })

const auxiliaryInput = z.strictObject({
  materialId: id,
  /** kg per 100 kg of the main herb */
  ratio: quantity.refine((value) => exact(value).lessThanOrEqualTo(1000), '每100 kg最多1000 kg'),
  /** How far the actual ratio may stray, % */
  tolerance: percentage.default('2'),
})

const share = decimalText.refine(
  (value) => /^\d{1,3}(\.\d{1,3})?$/.test(value) && exact(value).lessThanOrEqualTo(100),
  '应为0到100的数，最多3位小数',
)

/** 联产品: another product of the same herb that a step yields beside its own, % of what the step takes in. */
const coProductInput = z
  .strictObject({
    productId: id,
    stepNo: z.int('请选择工序').min(1, '请选择工序').max(30, '请选择工序'),
    min: share,
    expected: share.refine((value) => exact(value).greaterThan(0), '应大于0'),
    max: share,
  })
  .superRefine(({ min, expected, max }, context) => {
    if (!ascend(min, max)) context.addIssue({ code: 'custom', path: ['max'], message: '上限不能小于下限' })
    else if (!ascend(min, expected, max)) context.addIssue({ code: 'custom', path: ['expected'], message: '预期应在下限与上限之间' })
  })

/** What a version says, as its author writes it. */
const writing = {
  /** 编制依据; of a later version, what is changed and why. */
  basis: text(500),
  yieldMin: percentage,
  yieldMax: percentage,
  balanceMin: percentage,
  balanceMax: percentage,
  /** kg of the main herb */
  maxBatch: quantity,
  allowsBlending: z.boolean().default(false),
  steps: z.array(stepInput).min(1, '至少写一道工序').max(30, '最多30道工序'),
  auxiliaries: z
    .array(auxiliaryInput)
    .max(20, '辅料最多20种')
    .refine((lines) => new Set(lines.map((line) => line.materialId)).size === lines.length, '同一辅料写了两次')
    .default([]),
  coProducts: z
    .array(coProductInput)
    .max(10, '联产品最多10种')
    .refine((lines) => new Set(lines.map((line) => line.productId)).size === lines.length, '同一联产品写了两次')
    .default([]),
}

type Limits = {
  yieldMin: string
  yieldMax: string
  balanceMin: string
  balanceMax: string
  steps: readonly unknown[]
  coProducts: readonly { stepNo: number }[]
}
function checkLimits({ yieldMin, yieldMax, balanceMin, balanceMax, steps, coProducts }: Limits, context: z.RefinementCtx) {
  coProducts.forEach(({ stepNo }, at) => {
    if (stepNo > steps.length) context.addIssue({ code: 'custom', path: ['coProducts', at, 'stepNo'], message: '没有这道工序' })
  })
  if (!ascend(yieldMin, yieldMax)) context.addIssue({ code: 'custom', path: ['yieldMax'], message: '收率上限不能小于下限' })
  if (!ascend(balanceMin, balanceMax)) context.addIssue({ code: 'custom', path: ['balanceMax'], message: '物料平衡上限不能小于下限' })
}

const processRow = z.strictObject({
  id,
  productId: id,
  productCode: z.string(),
  productName: z.string(),
  cutSpec: z.string(),
  code: z.string(),
  version: z.int(),
  state: processState,
  effectiveFrom: day.nullable(),
  effectiveTo: day.nullable(),
  /** kg */
  maxBatch: decimalOut,
  yieldMin: decimalOut,
  yieldMax: decimalOut,
  allowsBlending: z.boolean(),
  steps: z.int(),
  /** Came with the initial set-up, without signatures. */
  isInitial: z.boolean(),
  writtenBy: person.nullable(),
  reviewedBy: person.nullable(),
  approvedBy: person.nullable(),
  createdAt: instant,
  rowVersion: z.int(),
})
export type ProcessRow = z.infer<typeof processRow>

/** The part of a version on which it depends what may be done to it. */
export type ProcessStanding = { state: z.infer<typeof processState>; writtenBy: { id: string } | null; reviewedBy: { id: string } | null }
type Rule = (row: ProcessStanding, actor: Pick<Actor, 'id'>) => RefusalCode | undefined
const byAuthor: Rule = (row, actor) => (row.writtenBy?.id === actor.id ? undefined : 'not_author')
const notByAuthor: Rule = (row, actor) => (row.writtenBy?.id === actor.id ? 'author_reviews' : undefined)
const byThird: Rule = (row, actor) =>
  row.writtenBy?.id === actor.id ? 'author_approves' : row.reviewedBy?.id === actor.id ? 'reviewer_approves' : undefined

/** The life of a process version, whole. */
export const processActions = {
  edit: { label: '修改', duty: '35:manage', from: ['draft'], to: 'draft', unless: byAuthor },
  submit: { label: '提交审核', duty: '35:manage', from: ['draft'], awaitedIn: ['draft'], to: 'submitted', signs: '编制', unless: byAuthor },
  discard: { label: '作废草稿', duty: '35:manage', from: ['draft'], to: 'void' },
  review: {
    label: '审核',
    duty: '35:review',
    from: ['submitted'],
    awaitedIn: ['submitted'],
    to: 'reviewed',
    signs: '审核',
    unless: notByAuthor,
  },
  sendBack: { label: '退回', duty: '35:review', from: ['submitted'], to: 'draft', unless: notByAuthor },
  approve: {
    label: '批准',
    duty: '35:approve',
    from: ['reviewed'],
    awaitedIn: ['reviewed'],
    to: 'effective',
    orTo: ['scheduled'],
    signs: '批准',
    unless: byThird,
  },
  refuse: { label: '退回', duty: '35:approve', from: ['reviewed'], to: 'draft', unless: byThird },
  copy: { label: '复制为新版', duty: '35:manage', from: ['scheduled', 'effective', 'superseded', 'void'], to: 'draft', stays: true },
  withdraw: { label: '废止', duty: '35:approve', from: ['scheduled', 'effective'], to: 'void', signs: '废止' },
} satisfies Record<string, Action<ProcessStanding>>

/** A version as it is read, printed and compared. */
const processDetail = processRow.extend({
  basis: z.string(),
  balanceMin: decimalOut,
  balanceMax: decimalOut,
  content: processSnapshot,
  materialName: z.string(),
  processingMethod: z.string(),
  storage: z.string(),
  standardName: z.string().nullable(),
  submittedAt: instant.nullable(),
  reviewedAt: instant.nullable(),
  approvedAt: instant.nullable(),
  returnReason: z.string(),
  voidedBy: person.nullable(),
  voidedAt: instant.nullable(),
  voidReason: z.string().nullable(),
  /** All versions of the product's process, the newest first. */
  versions: z.array(z.strictObject({ id, version: z.int(), state: processState })),
  /** Orders that were made on this version and are not yet finished; they keep it when a later version follows. */
  openOrders: z.int(),
})
export type ProcessDetail = z.infer<typeof processDetail>

const one = z.strictObject({ id })
const changed = z.strictObject({ id, code: z.string(), version: z.int(), state: processState, rowVersion: z.int() })

export const processApi = {
  list: endpoint({
    method: 'GET',
    path: '/process-versions',
    right: '35',
    summary: '工艺规程各版次',
    input: listQuery.extend({
      state: processState.optional(),
      productId: id.optional(),
      sort: sortBy(['code', 'productName', 'version', 'effectiveFrom', 'createdAt'], 'code'),
    }),
    output: listOf(processRow),
  }),
  read: endpoint({
    method: 'GET',
    path: '/process-versions/{id}',
    right: '35',
    summary: '一版工艺规程的全文',
    input: one,
    output: processDetail,
  }),
  create: endpoint({
    method: 'POST',
    path: '/process-versions',
    right: '35:manage',
    summary: '为产品编写下一版工艺规程（草稿）',
    input: z.strictObject({ productId: id, ...writing }).superRefine(checkLimits),
    output: changed,
    refusals: ['not_found', 'product_inactive', 'process_open', 'auxiliary_unsuitable', 'co_product_unsuitable'],
  }),
  edit: endpoint({
    method: 'PATCH',
    path: '/process-versions/{id}',
    right: '35:manage',
    summary: '修改草稿',
    input: z.strictObject({ id, rowVersion, ...writing }).superRefine(checkLimits),
    output: changed,
    refusals: ['wrong_state', 'not_author', 'stale', 'auxiliary_unsuitable', 'co_product_unsuitable'],
  }),
  copy: endpoint({
    method: 'POST',
    path: '/process-versions/{id}/copy',
    right: '35:manage',
    summary: '以此版为底稿，编写下一版',
    input: z.strictObject({ id, basis: text(500) }),
    output: changed,
    refusals: ['wrong_state', 'product_inactive', 'process_open'],
  }),
  submit: endpoint({
    method: 'POST',
    path: '/process-versions/{id}/submit',
    right: '35:manage',
    summary: '编制人签名，提交审核',
    input: z.strictObject({ id, rowVersion, signature }),
    output: changed,
    refusals: ['wrong_state', 'not_author', 'stale', 'auxiliary_unsuitable', 'co_product_unsuitable'],
  }),
  review: endpoint({
    method: 'POST',
    path: '/process-versions/{id}/review',
    right: '35:review',
    summary: '审核人签名，转批准',
    input: z.strictObject({ id, signature }),
    output: changed,
    refusals: ['wrong_state', 'author_reviews'],
  }),
  sendBack: endpoint({
    method: 'POST',
    path: '/process-versions/{id}/send-back',
    right: '35:review',
    summary: '审核不通过，退回编制人',
    input: z.strictObject({ id, reason: text(200) }),
    output: changed,
    refusals: ['wrong_state', 'author_reviews'],
  }),
  approve: endpoint({
    method: 'POST',
    path: '/process-versions/{id}/approve',
    right: '35:approve',
    summary: '批准人签名并定生效日期；自该日起取代上一版',
    input: z.strictObject({ id, effectiveFrom: day, signature }),
    output: changed,
    refusals: [
      'wrong_state',
      'author_approves',
      'reviewer_approves',
      'effective_in_past',
      'process_scheduled',
      'version_change_required',
      'change_untrained',
      'version_before_change',
    ],
  }),
  refuse: endpoint({
    method: 'POST',
    path: '/process-versions/{id}/refuse',
    right: '35:approve',
    summary: '不予批准，退回编制人',
    input: z.strictObject({ id, reason: text(200) }),
    output: changed,
    refusals: ['wrong_state', 'author_approves', 'reviewer_approves'],
  }),
  withdraw: endpoint({
    method: 'POST',
    path: '/process-versions/{id}/withdraw',
    right: '35:approve',
    summary: '废止现行或待生效的版次；已下的生产指令不受影响',
    input: z.strictObject({ id, reason: text(200), signature }),
    output: changed,
    refusals: ['wrong_state'],
  }),
  discard: endpoint({
    method: 'POST',
    path: '/process-versions/{id}/discard',
    right: '35:manage',
    summary: '作废草稿；版次号不再使用',
    input: z.strictObject({ id, reason: text(200) }),
    output: changed,
    refusals: ['wrong_state'],
  }),
}
