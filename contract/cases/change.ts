import { z } from 'zod'
import type { Action } from '#contract/kernel/action.ts'
import { keyOf } from '#contract/kernel/key-of.ts'
import type { StateLook } from '#contract/kernel/state-look.ts'
import { day, id, instant, person } from '#contract/kernel/values.ts'
import { purchaseState } from '#contract/supply/purchase.ts'
import { lotKind, lotState } from '#contract/warehouse/lot.ts'
import { addMonths, dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import { askedChange } from './corrected-value.ts'

/**
 * 变更: what lots, batches and orders rest on becomes another by request, a second person and a day, and those who work by it are trained first (decisions 0035,
 * 0036, 0104). Of a material, product, supplier or asset it says which values become others; of a process, a standard or a pack specification it opens the way for the next one.
 */

export const changeRecords = {
  material: '物料',
  product: '产品',
  supplier: '供应商',
  process: '工艺规程',
  standard: '质量标准',
  pack_spec: '包装规格',
  asset: '设施设备',
} as const
export const changeRecord = keyOf(changeRecords, '没有这种主数据')
export type ChangeRecord = z.infer<typeof changeRecord>

/** What each kind of record has of it, and what it is called. */
export const criticalFields = {
  material: { is_toxic: '毒性', retest_months: '复验期（月）', retention_months: '留样期（月）' },
  product: { is_toxic: '毒性', shelf_life_months: '保质期（月）', retention_months: '留样期（月）', storage: '贮藏' },
  supplier: { state: '资格状态' },
  process: { version: '版本' },
  standard: { version: '版本' },
  pack_spec: { version: '规格' },
  asset: {
    is_toxic: '毒性专用',
    class: '类别',
    clearance_hours: '清场有效期（小时）',
    calibration_months: '校准周期（月）',
  },
} as const satisfies Record<ChangeRecord, Record<string, string>>

/** Kinds whose next version is written by its own steps; the change opens the way for one. A process and a pack specification are named by their product. */
export const versionRecords = ['process', 'standard', 'pack_spec'] as const
export type VersionRecord = (typeof versionRecords)[number]
export const isOfVersion = (record: ChangeRecord): record is VersionRecord => versionRecords.some((one) => one === record)

export const changeState = z.enum(['proposed', 'approved', 'in_force', 'refused', 'cancelled', 'lapsed'], '没有这种状态')
export type ChangeState = z.infer<typeof changeState>
export const changeLooks: Record<ChangeState, StateLook> = {
  proposed: { label: '待批准', tone: 'waiting' },
  approved: { label: '已批准，待执行', tone: 'active' },
  in_force: { label: '已执行', tone: 'good' },
  refused: { label: '未批准', tone: 'neutral' },
  cancelled: { label: '已撤回', tone: 'neutral' },
  lapsed: { label: '到期未执行', tone: 'warning' },
}

/** Who is to be trained for a change, and whether it is known that they were. */
const trainee = person.extend({ isTrained: z.boolean() })

export const changeRow = z.strictObject({
  id,
  caseNo: z.string(),
  record: changeRecord,
  recordId: id,
  subject: z.string(),
  state: changeState,
  asked: z.array(askedChange),
  reason: z.string(),
  /** What it means for goods, records and people. Changes of before say none. */
  impact: z.string(),
  trainees: z.array(trainee),
  effectiveOn: day,
  proposedBy: person,
  proposedAt: instant,
  approvedBy: z.string().nullable(),
  approvedAt: instant.nullable(),
  appliedAt: instant.nullable(),
  endReason: z.string().nullable(),
})
export type ChangeRow = z.infer<typeof changeRow>

/** The part of a change on which it depends what may be done to it. */
export type ChangeStanding = {
  state: ChangeState
  record: ChangeRecord
  proposedBy: { id: string }
  effectiveOn: string
  trainees: readonly { isTrained: boolean }[]
}

/** Whom a change still waits for. */
export const untrained = <Trainee extends { isTrained: boolean }>({ trainees }: { trainees: readonly Trainee[] }): Trainee[] =>
  trainees.filter(({ isTrained }) => !isTrained)

const byAnother = (row: { proposedBy: { id: string } }, actor: { id: string }) =>
  row.proposedBy.id === actor.id ? ('author_approves' as const) : undefined

export const changeActions = {
  approve: {
    label: '批准',
    duty: '37:approve',
    from: ['proposed'],
    awaitedIn: ['proposed'],
    to: 'approved',
    orTo: ['in_force'],
    signs: '批准变更',
    unless: byAnother,
  },
  refuse: { label: '不批准', duty: '37:approve', from: ['proposed'], to: 'refused', unless: byAnother },
  cancel: {
    label: '撤回',
    duty: '37:propose',
    from: ['proposed'],
    to: 'cancelled',
    unless: (row, actor) => (row.proposedBy.id === actor.id ? undefined : 'not_author'),
  },
  /** Those concerned are trained, in the records of training; the change waits for it. */
  train: {
    label: '登记培训',
    duty: '31:qualify',
    from: ['approved'],
    awaitedIn: ['approved'],
    to: 'approved',
    stays: true,
    unless: (row) => (untrained(row).length > 0 ? undefined : 'wrong_state'),
  },
  withdraw: {
    label: '撤销',
    duty: '37:approve',
    from: ['approved'],
    to: 'cancelled',
    signs: '撤销变更',
    // On its day it is carried out, unless it waits for a version or for somebody's training.
    unless: (row) =>
      row.effectiveOn > dayInShanghai(new Date()) || isOfVersion(row.record) || untrained(row).length > 0 ? undefined : 'change_due',
  },
} satisfies Record<string, Action<ChangeStanding>>

/** The last day on which a change that is asked for today may take effect; the database says the same. */
export const lastEffectiveDay = (today: string): string => addMonths(today, 12)

/** What the person signs who asks for a change. */
export const changeProposalMeaning = '提出变更'

/** A lot that rests on the record: where it lies, and what the change does to it. */
const touchedLot = z.strictObject({
  lotId: id,
  lotNo: z.string(),
  name: z.string(),
  kind: lotKind,
  state: lotState,
  isToxic: z.boolean(),
  retestOn: day.nullable(),
  /** Where some of it lies in bins. */
  bins: z.array(z.strictObject({ code: z.string(), name: z.string(), isDoubleLocked: z.boolean() })),
})
export type TouchedLot = z.infer<typeof touchedLot>

export const touched = z.strictObject({
  lots: z.array(touchedLot),
  /** Orders in work; they keep what they began with. */
  orders: z.array(z.strictObject({ id, orderNo: z.string(), productName: z.string() })),
  /** Purchase orders of the supplier of which something is still to come. */
  purchases: z.array(z.strictObject({ id, orderNo: z.string(), state: purchaseState, materials: z.string() })),
})

export const changeSubject = z.strictObject({
  subject: z.string(),
  values: z.record(z.string(), z.union([z.boolean(), z.int(), z.string(), z.null()])),
  /** A change that is under way. */
  open: z.string().nullable(),
  touched,
})
export type ChangeSubject = z.infer<typeof changeSubject>
