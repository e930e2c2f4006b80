import { z } from 'zod'
import type { Action } from '#contract/kernel/action.ts'
import { endpoint } from '#contract/kernel/endpoint.ts'
import { keyOf } from '#contract/kernel/key-of.ts'
import type { StateLook } from '#contract/kernel/state-look.ts'
import { day, id, instant, listOf, listQuery, person, signature, sortBy, text } from '#contract/kernel/values.ts'
import { purchaseState } from '#contract/supply/purchase.ts'
import { supplierTarget } from '#contract/supply/supplier.ts'
import { lotKind, lotState } from '#contract/warehouse/lot.ts'
import { addMonths, dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import { askedChange } from './corrected-value.ts'

/** 变更: what lots, batches and orders rest on becomes another by request, a second person and a day (decisions 0035, 0036). */

export const changeRecords = { material: '物料', product: '产品', supplier: '供应商' } as const
export const changeRecord = keyOf(changeRecords, '没有这种主数据')
export type ChangeRecord = z.infer<typeof changeRecord>

/** What each kind of master data has of it, and what it is called. */
export const criticalFields = {
  material: { is_toxic: '毒性', retest_months: '复验期（月）', retention_months: '留样期（月）' },
  product: { is_toxic: '毒性', shelf_life_months: '保质期（月）', retention_months: '留样期（月）' },
  supplier: { state: '资格状态' },
} as const satisfies Record<ChangeRecord, Record<string, string>>

export const changeState = z.enum(['proposed', 'approved', 'in_force', 'refused', 'cancelled', 'lapsed'], '没有这种状态')
export type ChangeState = z.infer<typeof changeState>
export const changeLooks: Record<ChangeState, StateLook> = {
  proposed: { label: '待批准', tone: 'waiting' },
  approved: { label: '已批准，待生效', tone: 'active' },
  in_force: { label: '已生效', tone: 'good' },
  refused: { label: '未批准', tone: 'neutral' },
  cancelled: { label: '已撤回', tone: 'neutral' },
  lapsed: { label: '到期未执行', tone: 'warning' },
}

const changeRow = z.strictObject({
  id,
  caseNo: z.string(),
  record: changeRecord,
  recordId: id,
  subject: z.string(),
  state: changeState,
  asked: z.array(askedChange),
  reason: z.string(),
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
export type ChangeStanding = { state: ChangeState; proposedBy: { id: string }; effectiveOn: string }

const byAnother = (row: ChangeStanding, actor: { id: string }) => (row.proposedBy.id === actor.id ? 'author_approves' : undefined)

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
  withdraw: {
    label: '撤销',
    duty: '37:approve',
    from: ['approved'],
    to: 'cancelled',
    signs: '撤销变更',
    unless: ({ effectiveOn }) => (effectiveOn > dayInShanghai(new Date()) ? undefined : 'change_due'),
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

const touched = z.strictObject({
  lots: z.array(touchedLot),
  /** Orders in work; they keep what they began with. */
  orders: z.array(z.strictObject({ id, orderNo: z.string(), productName: z.string() })),
  /** Purchase orders of the supplier of which something is still to come. */
  purchases: z.array(z.strictObject({ id, orderNo: z.string(), state: purchaseState, materials: z.string() })),
})

const subject = z.strictObject({
  subject: z.string(),
  values: z.record(z.string(), z.union([z.boolean(), z.int(), z.string()])),
  /** A change that is under way. */
  open: z.string().nullable(),
  touched,
})
export type ChangeSubject = z.infer<typeof subject>

const months = z.int('请填写整月数').min(1, '至少1个月').max(120, '最多120个月')
/** Never less than a year (domain §3.7). */
const retentionMonths = z.int('请填写整月数').min(12, '至少12个月').max(240, '最多240个月')
const because = { reason: text(500), effectiveOn: day, signature }
const something = (changes: object) => Object.keys(changes).length > 0
const proposalRefusals = ['not_found', 'change_open', 'nothing_corrected', 'effective_in_past', 'effective_too_late'] as const
const supplierRefusals = [
  'supplier_stopped',
  'supplier_change_not_open',
  'supplier_not_audited',
  'supplier_papers_missing',
  'supplier_materials_missing',
  'supplier_papers_over',
] as const

export const changeApi = {
  list: endpoint({
    method: 'GET',
    path: '/changes',
    right: '37',
    summary: '变更：提出、批准与生效',
    input: listQuery.extend({
      state: changeState.optional(),
      record: changeRecord.optional(),
      sort: sortBy(['caseNo', 'proposedAt', 'effectiveOn'], '-proposedAt'),
    }),
    output: listOf(changeRow),
  }),
  read: endpoint({
    method: 'GET',
    path: '/changes/{id}',
    right: '37',
    summary: '一项变更，及它今天涉及的批次、货位与指令',
    input: z.strictObject({ id }),
    output: z.strictObject({ change: changeRow, touched }),
    refusals: ['not_found'],
  }),
  subject: endpoint({
    method: 'GET',
    path: '/changes/subject',
    right: '37:propose',
    summary: '要变更的主数据现在的值，及变更会涉及什么',
    input: z.strictObject({ record: changeRecord, recordId: id }),
    output: subject,
    refusals: ['not_found'],
  }),
  material: endpoint({
    method: 'POST',
    path: '/materials/{id}/change',
    right: '37:propose',
    summary: '提出变更物料的毒性、复验期或留样期',
    input: z.strictObject({
      id,
      changes: z
        .strictObject({ isToxic: z.boolean(), retestMonths: months, retentionMonths })
        .partial()
        .refine(something, '请至少变更一项'),
      ...because,
    }),
    output: changeRow,
    refusals: proposalRefusals,
  }),
  product: endpoint({
    method: 'POST',
    path: '/products/{id}/change',
    right: '37:propose',
    summary: '提出变更产品的毒性、保质期或留样期',
    input: z.strictObject({
      id,
      changes: z
        .strictObject({ isToxic: z.boolean(), shelfLifeMonths: months, retentionMonths })
        .partial()
        .refine(something, '请至少变更一项'),
      ...because,
    }),
    output: changeRow,
    refusals: proposalRefusals,
  }),
  supplier: endpoint({
    method: 'POST',
    path: '/suppliers/{id}/change',
    right: '37:propose',
    summary: '提出暂停、恢复或除名供应商',
    input: z.strictObject({ id, changes: z.strictObject({ state: supplierTarget }), ...because }),
    output: changeRow,
    refusals: [...proposalRefusals, ...supplierRefusals],
  }),
  approve: endpoint({
    method: 'POST',
    path: '/changes/{id}/approve',
    right: '37:approve',
    summary: '批准变更：到生效日起执行',
    input: z.strictObject({ id, signature }),
    output: changeRow,
    refusals: ['not_found', 'wrong_state', 'author_approves', 'stale', ...supplierRefusals],
  }),
  refuse: endpoint({
    method: 'POST',
    path: '/changes/{id}/refuse',
    right: '37:approve',
    summary: '不批准变更',
    input: z.strictObject({ id, reason: text(300) }),
    output: changeRow,
    refusals: ['not_found', 'wrong_state', 'author_approves'],
  }),
  cancel: endpoint({
    method: 'POST',
    path: '/changes/{id}/cancel',
    right: '37:propose',
    summary: '撤回自己提出的变更',
    input: z.strictObject({ id, reason: text(300) }),
    output: changeRow,
    refusals: ['not_found', 'wrong_state', 'not_author'],
  }),
  withdraw: endpoint({
    method: 'POST',
    path: '/changes/{id}/withdraw',
    right: '37:approve',
    summary: '撤销已批准、尚未到生效日期的变更',
    input: z.strictObject({ id, reason: text(300), signature }),
    output: changeRow,
    refusals: ['not_found', 'wrong_state', 'change_due'],
  }),
}
