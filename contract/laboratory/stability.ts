import { z } from 'zod'
import type { Action } from '#contract/kernel/action.ts'
import { endpoint } from '#contract/kernel/endpoint.ts'
import { keyOf } from '#contract/kernel/key-of.ts'
import type { StateLook } from '#contract/kernel/state-look.ts'
import {
  choiceQuery,
  count,
  day,
  decimalOut,
  id,
  instant,
  listOf,
  listQuery,
  optionalText,
  person,
  rowVersion,
  secondSignature,
  signature,
  sortBy,
  text,
} from '#contract/kernel/values.ts'
import { lotState } from '#contract/warehouse/lot.ts'
import { stabilityMonths } from './request.ts'
import { verdict } from './test-result.ts'

/** 稳定性考察计划 (decision 0070): written by quality assurance, approved by the head of quality, followed by packed lots of which packs are kept. */

/** 贮藏条件 of the pharmacopoeia's general notices, under which packs are kept. */
export const stabilityConditions = { rt: '常温', cool: '阴凉', cool_dark: '凉暗', cold: '冷藏' } as const
export const stabilityCondition = keyOf(stabilityConditions, '请选择贮藏条件')

export const planState = z.enum(['draft', 'approved', 'superseded', 'ended', 'discarded'], '没有这种状态')
export type PlanState = z.infer<typeof planState>
export const planLooks: Record<PlanState, StateLook> = {
  draft: { label: '待批准', tone: 'waiting' },
  approved: { label: '现行', tone: 'good' },
  superseded: { label: '已修订', tone: 'neutral' },
  ended: { label: '已终止', tone: 'neutral' },
  discarded: { label: '已作废', tone: 'neutral' },
}

export const pointState = z.enum(['open', 'begun', 'done', 'missed', 'dropped'], '没有这种状态')
export type PointState = z.infer<typeof pointState>
export const pointLooks: Record<PointState, StateLook> = {
  open: { label: '待考察', tone: 'waiting' },
  begun: { label: '检验中', tone: 'waiting' },
  done: { label: '已考察', tone: 'neutral' },
  missed: { label: '未考察', tone: 'bad' },
  dropped: { label: '不再考察', tone: 'neutral' },
}

export type PlanStanding = { state: PlanState; writtenBy: { id: string } }
export const planActions = {
  edit: { label: '修改', duty: '13:decide', from: ['draft'], to: 'draft' },
  approve: {
    label: '批准',
    duty: '13:approve',
    from: ['draft'],
    awaitedIn: ['draft'],
    to: 'approved',
    signs: '批准稳定性考察方案',
    unless: ({ writtenBy }, actor) => (writtenBy.id === actor.id ? 'author_approves' : undefined),
  },
  discard: { label: '作废草案', duty: '13:decide', from: ['draft'], to: 'discarded' },
  putOn: { label: '列入批次', duty: '13:decide', from: ['approved'], to: 'approved' },
  renew: { label: '修订', duty: '13:decide', from: ['approved'], to: 'approved' },
  takeOff: { label: '移出批次', duty: '13:decide', from: ['approved'], to: 'approved', signs: '移出稳定性考察' },
  end: { label: '终止', duty: '13:decide', from: ['approved'], to: 'ended', signs: '终止稳定性考察方案' },
} satisfies Record<string, Action<PlanStanding>>

export type PointStanding = { state: PointState; hasOpened: boolean; isLate: boolean }
export const pointActions = {
  begin: {
    label: '考察请验',
    duty: '13:decide',
    from: ['open'],
    awaitedIn: ['open'],
    to: 'begun',
    unless: ({ hasOpened }) => (hasOpened ? undefined : 'stability_not_due'),
  },
  miss: {
    label: '登记未考察',
    duty: '13:decide',
    from: ['open'],
    to: 'missed',
    signs: '登记未考察',
    unless: ({ isLate }) => (isLate ? undefined : 'stability_not_overdue'),
  },
} satisfies Record<string, Action<PointStanding>>

/** What the second person signs. */
export const planEndSecond = '终止稳定性考察方案（第二人）'
export const takeOffSecond = '移出稳定性考察（第二人）'

const planRow = z.strictObject({
  id,
  planNo: z.string(),
  version: z.int(),
  productId: id,
  productName: z.string(),
  storageCondition: stabilityCondition,
  months: z.array(z.int()),
  items: z.array(z.string()),
  packsPerPoint: z.int(),
  windowDays: z.int(),
  remark: z.string(),
  state: planState,
  writtenBy: person,
  writtenAt: instant,
  approvedByName: z.string().nullable(),
  approvedAt: instant.nullable(),
  /** Lots that are on it now, and the day of the next time point that nobody has begun. */
  lots: z.int(),
  nextOn: day.nullable(),
  rowVersion: z.int(),
})
export type PlanRow = z.infer<typeof planRow>

const pointRow = z.strictObject({
  id,
  planId: id,
  planNo: z.string(),
  storageCondition: stabilityCondition,
  packs: z.int(),
  items: z.array(z.string()),
  lotId: id,
  lotNo: z.string(),
  lotName: z.string(),
  month: z.int(),
  testOn: day,
  opensOn: day,
  closesOn: day,
  state: pointState,
  /** Whether its first day has come, and whether its last is over, on the day of the question. */
  hasOpened: z.boolean(),
  isLate: z.boolean(),
  inspectionId: id.nullable(),
  requestNo: z.string().nullable(),
  missedByName: z.string().nullable(),
  missReason: z.string().nullable(),
})
export type PointRow = z.infer<typeof pointRow>

const plannedLot = z.strictObject({
  id,
  lotId: id,
  lotNo: z.string(),
  bornOn: day,
  lotState,
  packUnit: z.string(),
  /** Packs that may still be opened, and how many its open points ask for. */
  packsToOpen: z.int(),
  packsPlanned: z.int(),
  putOnByName: z.string(),
  putOnAt: instant,
  takenOffAt: instant.nullable(),
  takenOffByName: z.string().nullable(),
  takeOffReason: z.string().nullable(),
  points: z.array(pointRow),
})
export type PlannedLot = z.infer<typeof plannedLot>

const planFile = z.strictObject({
  plan: planRow,
  endedByName: z.string().nullable(),
  endedSecondName: z.string().nullable(),
  endedAt: instant.nullable(),
  endReason: z.string().nullable(),
  /** All versions of the plan, the latest first. */
  versions: z.array(
    z.strictObject({
      id,
      version: z.int(),
      state: planState,
      writtenByName: z.string(),
      writtenAt: instant,
      approvedAt: instant.nullable(),
    }),
  ),
  lots: z.array(plannedLot),
})
export type PlanFile = z.infer<typeof planFile>

/** A saved value of a time point, as it counts. */
const stabilityResult = z.strictObject({
  id,
  inspectionId: id,
  requestNo: z.string(),
  lotNo: z.string(),
  month: z.int(),
  item: z.string(),
  /** The mean as reported; null where the result is in words. */
  value: decimalOut.nullable(),
  words: z.string(),
  unit: z.string(),
  low: z.string().nullable(),
  high: z.string().nullable(),
  internalLow: z.string().nullable(),
  internalHigh: z.string().nullable(),
  specText: z.string(),
  verdict,
  outOfTrend: z.boolean(),
})
export type StabilityResult = z.infer<typeof stabilityResult>

const months = z
  .array(z.literal(stabilityMonths, '请选择时间点'))
  .min(1, '请选择时间点')
  .max(stabilityMonths.length, '时间点太多')
  .refine((list) => new Set(list).size === list.length, '时间点重复')
const items = z
  .array(text(100))
  .min(1, '请选择考察项目')
  .max(100, '项目太多')
  .refine((list) => new Set(list).size === list.length, '项目重复')
const written = {
  storageCondition: stabilityCondition,
  months,
  items,
  packsPerPoint: count.max(200, '每次最多取用200袋'),
  windowDays: z.int('请填写整数天').min(0, '不能为负').max(60, '最多60天'),
  remark: optionalText(300),
}

const signing = ['same_person', 'signer_unknown', 'signer_lacks_duty', 'wrong_password'] as const
const common = ['not_found', 'wrong_state'] as const
const path = '/stability-plans'

export const stabilityApi = {
  list: endpoint({
    method: 'GET',
    path,
    right: '37',
    summary: '稳定性考察方案：产品、条件、时间点、状态、在考察的批数与下次考察日',
    input: listQuery.extend({
      state: planState.optional(),
      productId: id.optional(),
      sort: sortBy(['planNo', 'writtenAt'], '-writtenAt'),
    }),
    output: listOf(planRow),
  }),
  read: endpoint({
    method: 'GET',
    path: `${path}/{id}`,
    right: '37',
    summary: '一份考察方案：各版次、各批及其时间点、留样是否够用',
    input: z.strictObject({ id }),
    output: planFile,
    refusals: ['not_found'],
  }),
  points: endpoint({
    method: 'GET',
    path: '/stability-points',
    right: '37',
    summary: '考察时间点：批次、考察日、允许的日期、状态',
    input: listQuery.extend({
      state: pointState.optional(),
      lotId: id.optional(),
      /** Of those that nobody has begun: its days have come, its days are over, or its day comes within 30 days. */
      due: z.enum(['now', 'late', 'soon'], '请选择到期').optional(),
      sort: sortBy(['testOn', 'lotNo'], 'testOn'),
    }),
    output: listOf(pointRow),
  }),
  results: endpoint({
    method: 'GET',
    path: `${path}/{id}/results`,
    right: '37',
    summary: '一份考察方案各批各时间点的检验结果与限度，供趋势图与导出',
    input: listQuery.extend({ id, item: text(100).optional(), sort: sortBy(['month', 'lotNo', 'item'], 'month') }),
    output: listOf(stabilityResult),
    refusals: ['not_found'],
  }),
  products: endpoint({
    method: 'GET',
    path: '/stability-products',
    right: '37',
    summary: '可以编制考察方案的产品，及其现行质量标准的项目',
    input: choiceQuery,
    output: z.strictObject({ rows: z.array(z.strictObject({ id, name: z.string(), items: z.array(z.string()) })) }),
  }),
  lots: endpoint({
    method: 'GET',
    path: `${path}/{id}/lots`,
    right: '37',
    summary: '可以列入方案的成品批：留有整袋、尚未列入方案',
    input: listQuery.extend({ id, sort: sortBy(['lotNo', 'bornOn'], '-bornOn') }),
    output: listOf(z.strictObject({ id, lotNo: z.string(), name: z.string(), bornOn: day, packUnit: z.string(), packsToOpen: z.int() })),
    refusals: ['not_found'],
  }),
  write: endpoint({
    method: 'POST',
    path,
    right: '13:decide',
    summary: '编制稳定性考察方案，待质量负责人批准',
    input: z.strictObject({ productId: id, ...written }),
    output: planFile,
    refusals: ['not_found', 'stability_item_unknown'],
  }),
  edit: endpoint({
    method: 'POST',
    path: `${path}/{id}/edit`,
    right: '13:decide',
    summary: '修改尚未批准的考察方案；修改人即编制人',
    input: z.strictObject({ id, rowVersion, ...written }),
    output: planFile,
    refusals: [...common, 'stale', 'stability_item_unknown'],
  }),
  renew: endpoint({
    method: 'POST',
    path: `${path}/{id}/renew`,
    right: '13:decide',
    summary: '修订现行的考察方案：新的一版，批准后替代现行版，各批随之转入',
    input: z.strictObject({ id, rowVersion, ...written }),
    output: planFile,
    refusals: [...common, 'stale', 'stability_item_unknown', 'stability_plan_revised'],
  }),
  approve: endpoint({
    method: 'POST',
    path: `${path}/{id}/approve`,
    right: '13:approve',
    summary: '批准考察方案，由编制人以外的质量负责人签名；修订版替代现行版',
    input: z.strictObject({ id, rowVersion, signature }),
    output: planFile,
    refusals: [...common, 'stale', 'author_approves', 'stability_plan_exists', 'stability_packs_short', 'wrong_password'],
  }),
  discard: endpoint({
    method: 'POST',
    path: `${path}/{id}/discard`,
    right: '13:decide',
    summary: '作废尚未批准的考察方案，写明原因',
    input: z.strictObject({ id, reason: text(200) }),
    output: planFile,
    refusals: common,
  }),
  end: endpoint({
    method: 'POST',
    path: `${path}/{id}/end`,
    right: '13:decide',
    summary: '终止现行的考察方案，写明原因，由质量负责人会签；未请验的时间点不再考察',
    input: z.strictObject({ id, rowVersion, reason: text(300), signature, second: secondSignature }),
    output: planFile,
    refusals: [...common, 'stale', 'stability_plan_revised', ...signing],
  }),
  putOn: endpoint({
    method: 'POST',
    path: `${path}/{id}/lots`,
    right: '13:decide',
    summary: '把成品批列入考察方案；留样袋数须够各时间点取用',
    input: z.strictObject({
      id,
      lotIds: z
        .array(id)
        .min(1, '请选择批次')
        .max(20, '一次最多20批')
        .refine((list) => new Set(list).size === list.length, '批次重复'),
    }),
    output: planFile,
    refusals: [...common, 'stability_lot_planned', 'stability_lot_other', 'stability_packs_short'],
  }),
  takeOff: endpoint({
    method: 'POST',
    path: `${path}/{id}/take-off`,
    right: '13:decide',
    summary: '把一批移出考察方案，写明原因，由质量负责人会签；未请验的时间点不再考察',
    input: z.strictObject({ id, lotId: id, reason: text(300), signature, second: secondSignature }),
    output: planFile,
    refusals: [...common, ...signing],
  }),
  miss: endpoint({
    method: 'POST',
    path: '/stability-points/{id}/miss',
    right: '13:decide',
    summary: '登记超过允许日期而没有考察的时间点，写明原因；此后不能再请验',
    input: z.strictObject({ id, reason: text(300), signature }),
    output: pointRow,
    refusals: [...common, 'stability_not_overdue', 'wrong_password'],
  }),
}
