import { z } from 'zod'
import type { Action } from '#contract/kernel/action.ts'
import { keyOf } from '#contract/kernel/key-of.ts'
import type { RefusalCode } from '#contract/kernel/refusals.ts'
import type { StateLook } from '#contract/kernel/state-look.ts'
import { day, id, instant } from '#contract/kernel/values.ts'
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

export const assetRow = z.strictObject({
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
