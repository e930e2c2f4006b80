import { z } from 'zod'
import type { Action } from '#contract/kernel/action.ts'
import { endpoint } from '#contract/kernel/endpoint.ts'
import { keyOf } from '#contract/kernel/key-of.ts'
import type { RefusalCode } from '#contract/kernel/refusals.ts'
import type { StateLook } from '#contract/kernel/state-look.ts'
import {
  day,
  id,
  instant,
  listOf,
  listQuery,
  optionalText,
  rowVersion,
  secondSignature,
  signature,
  sortBy,
  text,
} from '#contract/kernel/values.ts'
import { calibrationResult, type CalibrationStanding } from '#contract/laboratory/instrument.ts'
import { dayInShanghai } from '#contract/warehouse/shelf-life.ts'

/** 设施设备 (domain §2.5, §2.12): rooms, lines, machines and scales that a batch is made with. */

export const assetKinds = { room: '操作间', line: '生产线', equipment: '设备', scale: '秤' } as const
export const assetKind = keyOf(assetKinds, '请选择种类')
export type AssetKind = keyof typeof assetKinds

export const assetState = z.enum(['clean', 'in_use', 'to_clean', 'out_of_service'], '没有这个状态')
export type AssetState = z.infer<typeof assetState>
export const assetLooks: Record<AssetState, StateLook> = {
  clean: { label: '清洁', tone: 'good' },
  in_use: { label: '使用中', tone: 'active' },
  to_clean: { label: '待清洁', tone: 'waiting' },
  out_of_service: { label: '停用', tone: 'neutral' },
}

export const serviceKinds = { calibration: '校准', maintenance: '保养' } as const
export const serviceKind = keyOf(serviceKinds, '请选择校准或保养')

/** A number as it is compared: width, case and blanks make no difference. The index `asset_number` says the same. */
export const foldNumber = (given: string): string => given.normalize('NFKC').replace(/\s/g, '').toUpperCase()

/** What follows where maintenance is overdue: the firm says so for each asset. */
export const overdueRules = { refuse: '不能使用', warn: '仅提示' } as const
export const overdueRule = keyOf(overdueRules, '请选择逾期后如何处理')

const assetRow = z.strictObject({
  id,
  kind: assetKind,
  number: z.string(),
  name: z.string(),
  class: z.string(),
  place: z.string(),
  isToxic: z.boolean(),
  clearanceHours: z.int(),
  calibrationMonths: z.int().nullable(),
  maintenanceMonths: z.int().nullable(),
  calibrationDue: day.nullable(),
  calibrationResult: calibrationResult.nullable(),
  serviceDue: day.nullable(),
  serviceResult: calibrationResult.nullable(),
  /** What the maintenance plan says is done, and what follows where it is overdue. */
  maintenanceContent: z.string(),
  maintenanceOverdue: overdueRule,
  state: assetState,
  clearedUntil: instant.nullable(),
  /** Its clearance says that goods that are not toxic may follow. */
  isFreed: z.boolean(),
  /** The order it is in use for, or was last used for until it is cleared. */
  orderId: id.nullable(),
  orderNo: z.string().nullable(),
  /** That order is one of packing. */
  isPacking: z.boolean(),
  /** Something was made or weighed with it: what is critical becomes another by a change. */
  isUsed: z.boolean(),
  rowVersion: z.int(),
})
export type AssetRow = z.infer<typeof assetRow>

type Fitness = Pick<
  AssetRow,
  | 'kind'
  | 'state'
  | 'isToxic'
  | 'isFreed'
  | 'clearedUntil'
  | 'orderId'
  | 'calibrationMonths'
  | 'calibrationDue'
  | 'maintenanceMonths'
  | 'serviceDue'
  | 'serviceResult'
  | 'maintenanceOverdue'
>

/** Whether maintenance is overdue on a day. */
export const isMaintenanceOver = (
  { maintenanceMonths, serviceDue }: Pick<Fitness, 'maintenanceMonths' | 'serviceDue'>,
  onDay: string,
): boolean => maintenanceMonths !== null && (serviceDue === null || serviceDue < onDay)

/** Why an asset may not be used for the batch of an order at this moment, or undefined. The database asks the same (`asset_fault`). */
export function assetFault(
  asset: Fitness,
  { orderId, isToxic, at }: { orderId: string; isToxic: boolean; at: string },
): RefusalCode | undefined {
  const onDay = dayInShanghai(new Date(at))
  if (asset.state === 'out_of_service') return 'asset_out_of_service'
  if (asset.calibrationMonths !== null && (asset.calibrationDue === null || asset.calibrationDue < onDay)) return 'scale_overdue'
  if (asset.maintenanceMonths !== null && asset.serviceResult === 'fail') return 'maintenance_overdue'
  if (asset.maintenanceOverdue === 'refuse' && isMaintenanceOver(asset, onDay)) return 'maintenance_overdue'
  if (isToxic && !asset.isToxic) return 'asset_not_dedicated'
  if (asset.state === 'in_use' && asset.orderId !== orderId) return asset.kind === 'line' ? 'line_busy' : 'asset_occupied'
  // The same batch goes on with what it has used already.
  if (asset.orderId === orderId) return undefined
  if (asset.state === 'to_clean') return 'asset_dirty'
  if (asset.isToxic && !isToxic && !asset.isFreed) return 'asset_for_toxic'
  if (asset.kind === 'scale') return undefined
  return asset.clearedUntil === null || Date.parse(asset.clearedUntil) < Date.parse(at) ? 'clearance_over' : undefined
}

/** What a step answers that uses an asset which may not be used. */
export const assetRefusals = [
  'asset_unknown',
  'asset_out_of_service',
  'scale_overdue',
  'maintenance_overdue',
  'asset_not_dedicated',
  'asset_for_toxic',
  'asset_occupied',
  'asset_dirty',
  'clearance_over',
  'used_before_cleared',
] as const satisfies readonly RefusalCode[]

const isMachineOf =
  (isPacking: boolean) =>
  (asset: AssetRow): RefusalCode | undefined =>
    asset.kind !== 'equipment' || asset.isPacking !== isPacking ? 'wrong_state' : undefined

/** How 校准 or 保养 stands on a day (`calibrationStanding`). */
export const dueLooks = {
  good: { label: '有效', tone: 'good' },
  soon: { label: '30天内到期', tone: 'warning' },
  overdue: { label: '已过期', tone: 'bad' },
  failed: { label: '不合格', tone: 'bad' },
  never: { label: '未登记', tone: 'bad' },
} as const satisfies Record<CalibrationStanding, StateLook>

export const assetActions = {
  edit: { label: '修改', duty: '35:manage', from: ['clean', 'in_use', 'to_clean', 'out_of_service'], to: 'clean', stays: true },
  service: {
    label: '登记校准或保养',
    duty: '35:manage',
    from: ['clean', 'in_use', 'to_clean', 'out_of_service'],
    to: 'clean',
    stays: true,
    signs: '校准保养结论',
  },
  planMaintenance: {
    label: '保养计划',
    duty: '35:manage',
    from: ['clean', 'in_use', 'to_clean', 'out_of_service'],
    to: 'clean',
    stays: true,
    signs: '保养计划',
  },
  // What was soiled, or is doubtful, is cleaned before it is used again: its certificate holds no longer.
  soil: { label: '转待清洁', duty: '35:manage', from: ['clean'], to: 'to_clean' },
  // Told by who works with it: the batch goes on with another one of the same class.
  breakDown: {
    label: '报故障',
    duty: '15:execute',
    from: ['in_use'],
    to: 'out_of_service',
    signs: '设备故障',
    unless: isMachineOf(false),
  },
  breakDownInPacking: {
    label: '报故障',
    duty: '18:execute',
    from: ['in_use'],
    to: 'out_of_service',
    signs: '设备故障',
    unless: isMachineOf(true),
  },
  takeOut: { label: '停用', duty: '35:manage', from: ['clean', 'to_clean'], to: 'out_of_service', signs: '设施设备停用' },
  takeBack: { label: '恢复使用', duty: '35:manage', from: ['out_of_service'], to: 'to_clean', signs: '设施设备恢复使用' },
} satisfies Record<string, Action<AssetRow>>

/** What the one who lets an asset back into service signs with. */
export const takeBackMeaning = '同意恢复使用'
/** What quality assurance signs a maintenance plan with, what is signed beside a maintenance, and what a wrong record is voided with. */
export const serviceMeanings = {
  planApproval: '同意保养计划',
  check: '保养复核',
  void: '作废校准保养记录',
  voidApproval: '同意作废',
} as const

const serviceRow = z.strictObject({
  id,
  kind: serviceKind,
  doneOn: day,
  result: calibrationResult,
  doneBy: z.string(),
  certificateNo: z.string(),
  nextDue: day.nullable(),
  remark: z.string(),
  recordedBy: id,
  recordedByName: z.string(),
  recordedAt: instant,
  checkedByName: z.string().nullable(),
  voidReason: z.string().nullable(),
  voidedByName: z.string().nullable(),
})

/** 保养计划 as it was given each time. */
const planRow = z.strictObject({
  id,
  serial: z.int(),
  months: z.int().nullable(),
  content: z.string(),
  onOverdue: overdueRule,
  reason: z.string(),
  setByName: z.string(),
  approvedByName: z.string(),
  setAt: instant,
})

const changeRow = z.strictObject({
  id,
  state: assetState,
  reason: z.string(),
  changedByName: z.string(),
  approvedByName: z.string().nullable(),
  changedAt: instant,
})

/** 使用日志: a batch that was made with it. */
const useRow = z.strictObject({
  id,
  orderNo: z.string(),
  isPackaging: z.boolean(),
  productName: z.string(),
  batchNo: z.string().nullable(),
  stepName: z.string().nullable(),
  isToxic: z.boolean(),
  clearanceNo: z.string().nullable(),
  startedByName: z.string(),
  startedAt: instant,
  endedByName: z.string().nullable(),
  endedAt: instant.nullable(),
})
export type AssetUse = z.infer<typeof useRow>

/** 设备故障: a machine that broke while a batch was made or packed with it, and what the batch went on with. */
export const breakdownRow = z.strictObject({
  id,
  stepId: id.nullable(),
  assetId: id,
  number: z.string(),
  name: z.string(),
  class: z.string(),
  found: z.string(),
  caseNo: z.string(),
  isCaseOpen: z.boolean(),
  reportedByName: z.string(),
  reportedAt: instant,
  replacedBy: z.string().nullable(),
  replacedByName: z.string().nullable(),
  replacedAt: instant.nullable(),
})
export type Breakdown = z.infer<typeof breakdownRow>

/** A breakdown as a record says it: when what broke, how, and what the batch went on with. */
export const breakdownText = (
  { number, name, found, caseNo, reportedByName, reportedAt, replacedBy, replacedByName, replacedAt }: Breakdown,
  show: (instant: string) => string,
): string =>
  [
    `${show(reportedAt)} ${number} ${name} 故障：${found}（${reportedByName}，质量事件 ${caseNo}）`,
    replacedAt === null ? '未换用其他设备' : `${show(replacedAt)} 换用 ${replacedBy ?? ''} ${replacedByName ?? ''}`,
  ].join('；')

const broken = z.strictObject({
  id,
  /** What is wrong with it, and how the goods stand. */
  found: text(300),
  /** Another machine of the same class, cleared; it may be named later. */
  replacementId: id.optional(),
  signature,
})
const brokenAnswer = z.strictObject({ breakdownId: id, caseNo: z.string() })
const replacing = z.strictObject({ id, replacementId: id })
const replaceRefusals = ['not_found', 'wrong_state', 'replacement_differs', ...assetRefusals] as const

const months = z.int('请填写月数').min(1, '至少1个月').max(60, '最多60个月').nullable()
const fields = {
  name: text(60),
  class: optionalText(40),
  place: text(60),
  isToxic: z.boolean('请选择是否毒性专用'),
  clearanceHours: z.int('请填写清场有效期').min(1, '至少1小时').max(720, '最多720小时'),
  calibrationMonths: months,
}
const one = z.strictObject({ id })

export const assetApi = {
  list: endpoint({
    method: 'GET',
    path: '/assets',
    right: '35',
    alsoFor: ['14', '15', '18'],
    summary: '设施设备：操作间、生产线、设备与秤',
    input: listQuery.extend({
      kind: assetKind.optional(),
      state: assetState.optional(),
      /** Of which calibration or maintenance is over, or ends within 30 days. */
      due: z.enum(['overdue', 'soon'], '没有这种选择').optional(),
      sort: sortBy(['number', 'name'], 'number'),
    }),
    output: listOf(assetRow),
  }),
  read: endpoint({
    method: 'GET',
    path: '/assets/{id}',
    right: '35',
    alsoFor: ['15', '18'],
    summary: '一件设施设备，连同校准保养记录与状态变更',
    input: one,
    output: assetRow.extend({ services: z.array(serviceRow), plans: z.array(planRow), changes: z.array(changeRow) }),
    refusals: ['not_found'],
  }),
  uses: endpoint({
    method: 'GET',
    path: '/assets/{id}/uses',
    right: '35',
    alsoFor: ['15', '18'],
    summary: '一件设施设备的使用日志，由各工序自动记录',
    input: listQuery.extend({ id, sort: sortBy(['startedAt'], '-startedAt') }),
    output: listOf(useRow),
    refusals: ['not_found'],
  }),
  choices: endpoint({
    method: 'GET',
    path: '/asset-choices/{orderId}',
    right: '15',
    alsoFor: ['18'],
    summary: '一份生产或包装指令现在可用的设施设备；不能用的说明原因',
    input: z.strictObject({ orderId: id }),
    output: z.array(
      z.strictObject({
        id,
        kind: assetKind,
        number: z.string(),
        name: z.string(),
        class: z.string(),
        place: z.string(),
        state: assetState,
        why: z.string().nullable(),
        /** It may be used, and its maintenance is overdue. */
        warning: z.string().nullable(),
        /** It is in use for this order. */
        isUsedHere: z.boolean(),
      }),
    ),
    refusals: ['not_found'],
  }),
  create: endpoint({
    method: 'POST',
    path: '/assets',
    right: '35:manage',
    summary: '登记一件设施设备；编号以后不能更改',
    input: z.strictObject({ kind: assetKind, number: text(30), ...fields, maintenanceMonths: months }),
    output: assetRow,
    refusals: ['asset_number_taken'],
  }),
  edit: endpoint({
    method: 'PATCH',
    path: '/assets/{id}',
    right: '35:manage',
    summary: '修改设施设备的登记；用过的，毒性专用、类别与各周期须提出变更',
    input: z.strictObject({ id, rowVersion, ...fields }),
    output: assetRow,
    refusals: ['not_found', 'stale', 'asset_in_service', 'change_required', 'change_open'],
  }),
  service: endpoint({
    method: 'POST',
    path: '/assets/{id}/services',
    right: '35:manage',
    summary: '登记一次校准或保养并签名；不合格的，此后不能使用，直到再次合格',
    input: z.strictObject({
      id,
      kind: serviceKind,
      doneOn: day,
      result: calibrationResult,
      doneBy: text(80),
      /** Of a calibration. */
      certificateNo: optionalText(60),
      /** Of what was found good. */
      nextDue: day.nullable(),
      remark: optionalText(300),
      signature,
      /** Of maintenance: who looked at it afterwards. */
      checker: secondSignature.optional(),
    }),
    output: assetRow.extend({ serviceId: id }),
    refusals: ['not_found', 'service_needs_second'],
  }),
  voidService: endpoint({
    method: 'POST',
    path: '/asset-services/{id}/void',
    right: '35:manage',
    summary: '作废一条记错的校准或保养记录：由登记人与复核人以外的两人签名，原记录保留，以前一次为准',
    input: z.strictObject({ id, reason: text(200), signature, approver: secondSignature }),
    output: assetRow,
    refusals: ['not_found', 'wrong_state', 'same_person'],
  }),
  planMaintenance: endpoint({
    method: 'POST',
    path: '/assets/{id}/maintenance-plan',
    right: '35:manage',
    summary: '更改一件设施设备的保养计划：周期、内容、逾期是否停用，QA同时签名',
    input: z
      .strictObject({
        id,
        /** Of the last plan that the person saw; 0 where there was none. */
        serial: z.int('请刷新后重试').min(0, '请刷新后重试').max(1_000_000, '请刷新后重试'),
        months,
        content: optionalText(300),
        onOverdue: overdueRule,
        reason: text(200),
        signature,
        approver: secondSignature,
      })
      .refine(({ months: every, content }) => every === null || content !== '', { message: '请填写保养内容', path: ['content'] }),
    output: assetRow,
    refusals: ['not_found', 'stale'],
  }),
  soil: endpoint({
    method: 'POST',
    path: '/assets/{id}/soil',
    right: '35:manage',
    summary: '转为待清洁：清场合格证随即失效',
    input: z.strictObject({ id, reason: text(200) }),
    output: assetRow,
    refusals: ['not_found', 'wrong_state'],
  }),
  serviceUses: endpoint({
    method: 'GET',
    path: '/asset-services/{id}/uses',
    right: '35',
    summary: '一次校准或保养之前、上次合格以来的使用与称量；不合格时逐批评估',
    input: listQuery.extend({ id, sort: sortBy(['startedAt'], '-startedAt') }),
    output: listOf(useRow),
    refusals: ['not_found'],
  }),
  breakDown: endpoint({
    method: 'POST',
    path: '/assets/{id}/break-down',
    right: '15:execute',
    summary: '生产中设备故障：签名报告，设备停用并立质量事件；可同时换用一台同类设备',
    input: broken,
    output: brokenAnswer,
    refusals: replaceRefusals,
  }),
  breakDownInPacking: endpoint({
    method: 'POST',
    path: '/assets/{id}/break-down-in-packing',
    right: '18:execute',
    summary: '包装中设备故障：签名报告，设备停用并立质量事件；可同时换用一台同类设备',
    input: broken,
    output: brokenAnswer,
    refusals: replaceRefusals,
  }),
  replace: endpoint({
    method: 'POST',
    path: '/asset-breakdowns/{id}/replace',
    right: '15:execute',
    summary: '生产中设备故障后换用一台同类设备，工序继续',
    input: replacing,
    output: breakdownRow,
    refusals: replaceRefusals,
  }),
  replaceInPacking: endpoint({
    method: 'POST',
    path: '/asset-breakdowns/{id}/replace-in-packing',
    right: '18:execute',
    summary: '包装中设备故障后换用一台同类设备，包装继续',
    input: replacing,
    output: breakdownRow,
    refusals: replaceRefusals,
  }),
  takeOut: endpoint({
    method: 'POST',
    path: '/assets/{id}/take-out',
    right: '35:manage',
    summary: '停用并签名；使用中的不能停用',
    input: z.strictObject({ id, reason: text(200), signature }),
    output: assetRow,
    refusals: ['not_found', 'wrong_state'],
  }),
  takeBack: endpoint({
    method: 'POST',
    path: '/assets/{id}/take-back',
    right: '35:manage',
    summary: '恢复使用：另一名QA同时签名；恢复后须清洁、清场',
    input: z.strictObject({ id, reason: text(200), signature, approver: secondSignature }),
    output: assetRow,
    refusals: ['not_found', 'wrong_state'],
  }),
}
