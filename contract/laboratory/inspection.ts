import { z } from 'zod'
import type { Action } from '#contract/kernel/action.ts'
import type { Duty } from '#contract/kernel/duties.ts'
import type { StateLook } from '#contract/kernel/state-look.ts'
import { decimalOut, id, instant } from '#contract/kernel/values.ts'
import { lotState } from '#contract/warehouse/lot.ts'
import { priority, requestKind } from './request.ts'
import { recordVerdict } from './test-result.ts'

/** Which of the two inspections: of a bought raw lot (page 12), or of a bulk batch the factory made (pages 16 and 17). */
export const inspectionSide = z.enum(['raw', 'bulk'])
export type InspectionSide = z.infer<typeof inspectionSide>

export const inspectionState = z.enum(
  ['requested', 'accepted', 'sampled', 'submitted', 'reviewed', 'approved', 'returned', 'cancelled'],
  '没有这种状态',
)
export type InspectionState = z.infer<typeof inspectionState>

/** Of a request that is under way: it was made, and there is no report yet. `definitions/waiting.sql` names the same. */
export const statesUnderWay = ['requested', 'accepted', 'sampled', 'submitted', 'reviewed'] as const satisfies InspectionState[]

/** What a state of the 请验单 is called, and its colour. */
export const inspectionStates: Record<InspectionState, StateLook> = {
  requested: { label: '待受理', tone: 'active' },
  accepted: { label: '待取样', tone: 'active' },
  sampled: { label: '检验中', tone: 'waiting' },
  submitted: { label: '待复核', tone: 'warning' },
  reviewed: { label: '待批准', tone: 'warning' },
  approved: { label: '已完成', tone: 'neutral' },
  returned: { label: '已退回', tone: 'neutral' },
  cancelled: { label: '已取消', tone: 'neutral' },
}

/** What page 17 lists of a batch's inspection: everything from the sample on. */
export const laboratoryStates = inspectionState.extract(['sampled', 'submitted', 'reviewed', 'approved']).options

/** One inspection as the lists show it, with the persons on whom the next step depends. */
export const inspectionRow = z.strictObject({
  id,
  requestNo: z.string(),
  side: inspectionSide,
  requestKind,
  /** The time point of a stability test; null of any other. */
  stabilityMonth: z.int().nullable(),
  state: inspectionState,
  priority,
  lotId: id,
  lotNo: z.string(),
  lotName: z.string(),
  lotState,
  holds: z.int(),
  isToxic: z.boolean(),
  lotQuantity: decimalOut,
  packageCount: z.int(),
  standardName: z.string(),
  requestedBy: id,
  requestedByName: z.string(),
  /** Who bought the lot, and who received it and checked the receipt; of a batch the factory made nobody. */
  buyerId: id.nullable(),
  receiverIds: z.array(id),
  requestedAt: instant,
  /** Everybody who wrote a result of the submitted record; empty before. */
  analystIds: z.array(id),
  reviewedBy: id.nullable(),
  /** The verdict of the submitted record; null before it is submitted. */
  verdict: recordVerdict.nullable(),
  reportId: id.nullable(),
  reportNo: z.string().nullable(),
  /** Whether a value of it is looked into. */
  isDoubted: z.boolean(),
  rowVersion: z.int(),
})
export type InspectionRow = z.infer<typeof inspectionRow>

/** The part of an inspection on which it depends what may be done to it. */
export type InspectionStanding = Pick<InspectionRow, 'state' | 'requestedBy' | 'analystIds' | 'reviewedBy' | 'buyerId' | 'receiverIds'>
type InspectionDuties = Record<'request' | 'accept' | 'sample' | 'test' | 'review' | 'approve', Duty>

/** The life of an inspection, whole (domain §2.2): the same for both sides, under different duties. */
const actionsUnder = (duty: InspectionDuties) =>
  ({
    accept: {
      label: '受理',
      duty: duty.accept,
      from: ['requested'],
      awaitedIn: ['requested'],
      to: 'accepted',
      unless: (row, actor) => (row.requestedBy === actor.id ? 'requester_accepts' : undefined),
    },
    return: {
      label: '退回请验',
      duty: duty.accept,
      from: ['requested'],
      to: 'returned',
      unless: (row, actor) => (row.requestedBy === actor.id ? 'requester_accepts' : undefined),
    },
    sample: {
      label: '取样',
      duty: duty.sample,
      from: ['accepted'],
      awaitedIn: ['accepted'],
      to: 'sampled',
      signs: '取样操作',
      unless: (row, actor) => (row.requestedBy === actor.id ? 'requester_samples' : inspectorIsOther(row, actor)),
    },
    cancel: { label: '取消请验', duty: duty.request, from: ['requested', 'accepted'], to: 'cancelled' },
    sampleAgain: {
      label: '重新取样',
      duty: duty.sample,
      from: ['sampled'],
      to: 'sampled',
      signs: '取样操作',
      unless: (row, actor) => (row.requestedBy === actor.id ? 'requester_samples' : inspectorIsOther(row, actor)),
    },
    giveUp: { label: '终止检验', duty: duty.approve, from: ['sampled'], to: 'cancelled', signs: '终止检验' },
    record: { label: '检验', duty: duty.test, from: ['sampled'], to: 'sampled', unless: inspectorIsOther },
    submit: {
      label: '提交结果',
      duty: duty.test,
      from: ['sampled'],
      awaitedIn: ['sampled'],
      to: 'submitted',
      signs: '检验结果属实',
      unless: inspectorIsOther,
    },
    review: {
      label: '复核',
      duty: duty.review,
      from: ['submitted'],
      awaitedIn: ['submitted'],
      to: 'reviewed',
      signs: '复核',
      unless: (row, actor) => (row.analystIds.includes(actor.id) ? 'analyst_reviews' : undefined),
    },
    sendBack: {
      label: '退回检验',
      duty: duty.review,
      from: ['submitted'],
      to: 'sampled',
      unless: (row, actor) => (row.analystIds.includes(actor.id) ? 'analyst_reviews' : undefined),
    },
    refuse: { label: '退回检验', duty: duty.approve, from: ['reviewed'], to: 'sampled', unless: approverIsOther },
    approve: {
      label: '批准',
      duty: duty.approve,
      from: ['reviewed'],
      awaitedIn: ['reviewed'],
      to: 'approved',
      signs: '批准',
      unless: approverIsOther,
    },
    /** The report has a slip in its heading; what was found stays as it is. */
    reissue: { label: '换发报告', duty: duty.approve, from: ['approved'], to: 'approved', signs: '换发批准', unless: approverIsOther },
  }) satisfies Record<string, Action<InspectionStanding>>

function inspectorIsOther(row: InspectionStanding, actor: { id: string }) {
  if (row.buyerId === actor.id) return 'buyer_inspects'
  return row.receiverIds.includes(actor.id) ? 'receiver_inspects' : undefined
}

function approverIsOther(row: InspectionStanding, actor: { id: string }) {
  return row.analystIds.includes(actor.id) || row.reviewedBy === actor.id ? 'analyst_approves' : undefined
}

export const inspectionActions = {
  raw: actionsUnder({
    request: '12:request',
    accept: '12:accept',
    sample: '12:sample',
    test: '12:test',
    review: '12:review',
    approve: '12:approve',
  }),
  bulk: actionsUnder({
    request: '16:request',
    accept: '16:accept',
    sample: '16:sample',
    test: '17:test',
    review: '17:review',
    approve: '17:approve',
  }),
} satisfies Record<InspectionSide, Record<string, Action<InspectionStanding>>>
