import { z } from 'zod'
import type { Action } from '#contract/kernel/action.ts'
import { endpoint } from '#contract/kernel/endpoint.ts'
import { keyOf } from '#contract/kernel/key-of.ts'
import { materialUnit } from '#contract/warehouse/unit.ts'
import type { StateLook } from '#contract/kernel/state-look.ts'
import {
  day,
  decimalOut,
  id,
  instant,
  listOf,
  listQuery,
  optionalText,
  rowVersion,
  signature,
  sortBy,
  text,
} from '#contract/kernel/values.ts'

/**
 * 到货差异 (domain §2.1): what a line at the door was not as the delivery note said, or was turned away for. It is opened by the receipt itself and ends with the
 * supplier's answer and what became of it; until then its order is not closed (decision 0091).
 */

/** What differs about a line; it may be several. */
export const discrepancyKinds = {
  short: '短少',
  over: '多到',
  package: '包装破损',
  label: '标签不全',
  appearance: '外观异常',
  set_apart: '异常包装',
  refused: '拒收',
} as const
export const discrepancyKind = keyOf(discrepancyKinds, '没有这种差异')
export type DiscrepancyKind = z.infer<typeof discrepancyKind>

export const discrepancyState = z.enum(['open', 'answered', 'closed', 'void'], '没有这种状态')
export type DiscrepancyState = z.infer<typeof discrepancyState>
export const discrepancyLooks: Record<DiscrepancyState, StateLook> = {
  open: { label: '待供应商答复', tone: 'waiting' },
  answered: { label: '待结案', tone: 'waiting' },
  closed: { label: '已结案', tone: 'good' },
  void: { label: '已作废', tone: 'neutral' },
}

/** What became of it. */
export const discrepancyOutcomes = {
  replaced: '供应商补货',
  credited: '供应商扣款',
  compensated: '承运人赔偿',
  accepted: '按实收结算',
  corrected: '登记更正后无差异',
} as const
export const discrepancyOutcome = keyOf(discrepancyOutcomes, '请选择处理结果')
export type DiscrepancyOutcome = z.infer<typeof discrepancyOutcome>

/** The outcomes that rest on a paper of the supplier or the carrier: a credit note, a compensation. */
export const outcomesWithPaper: readonly DiscrepancyOutcome[] = ['credited', 'compensated']

/** The part of a discrepancy on which it depends who may do what to it. */
export type DiscrepancyStanding = { state: DiscrepancyState; answeredBy: string | null }

const byAnother = ({ answeredBy }: DiscrepancyStanding, actor: { id: string }) =>
  answeredBy === actor.id ? ('author_approves' as const) : undefined

/** The life of a discrepancy. It is void when its receipt is reversed; when that of its replacement is, it is void and another is opened. */
export const discrepancyActions = {
  answer: { label: '登记答复', duty: '11:create', from: ['open'], awaitedIn: ['open'], to: 'answered' },
  settle: {
    label: '结案',
    duty: '11:approve',
    from: ['answered'],
    awaitedIn: ['answered'],
    to: 'closed',
    signs: '到货差异结案',
    unless: byAnother,
  },
  sendBack: { label: '退回重新答复', duty: '11:approve', from: ['answered'], to: 'open', unless: byAnother },
} satisfies Record<string, Action<DiscrepancyStanding>>

const discrepancyRow = z.strictObject({
  id,
  discrepancyNo: z.string(),
  state: discrepancyState,
  kinds: z.array(discrepancyKind),
  orderId: id,
  orderNo: z.string(),
  receiptId: id,
  receiptNo: z.string(),
  supplierName: z.string(),
  name: z.string(),
  unit: materialUnit,
  /** Of the line by the delivery note, taken in, and turned away. */
  noted: decimalOut,
  net: decimalOut,
  refused: decimalOut,
  openedAt: instant,
  answeredBy: id.nullable(),
  settledAs: discrepancyOutcome.nullable(),
  closedAt: instant.nullable(),
  rowVersion: z.int(),
})
export type DiscrepancyRow = z.infer<typeof discrepancyRow>

const discrepancyFile = z.strictObject({
  row: discrepancyRow,
  deliveryNoteNo: z.string(),
  arrivedAt: instant,
  nameOnNote: z.string(),
  supplierLotNo: z.string(),
  /** What was written at the door. */
  note: z.string(),
  /** The lots that came in by the line. */
  lots: z.array(z.strictObject({ lotId: id, lotNo: z.string(), net: decimalOut })),
  openedByName: z.string(),
  answeredByName: z.string().nullable(),
  answeredAt: instant.nullable(),
  answeredOn: day.nullable(),
  answeredPerson: z.string().nullable(),
  answer: z.string().nullable(),
  sentBackReason: z.string().nullable(),
  paperNo: z.string().nullable(),
  replacedByNo: z.string().nullable(),
  conclusion: z.string().nullable(),
  closedByName: z.string().nullable(),
})
export type DiscrepancyFile = z.infer<typeof discrepancyFile>

const one = z.strictObject({ id })
const common = ['not_found', 'wrong_state', 'stale'] as const

export const discrepancyApi = {
  list: endpoint({
    method: 'GET',
    path: '/receipt-discrepancies',
    right: '11',
    alsoFor: ['37'],
    summary: '到货差异：单号、收货单、供应商、差异、状态',
    input: listQuery.extend({ state: discrepancyState.optional(), sort: sortBy(['discrepancyNo', 'openedAt'], '-openedAt') }),
    output: listOf(discrepancyRow),
  }),
  read: endpoint({
    method: 'GET',
    path: '/receipt-discrepancies/{id}',
    right: '11',
    alsoFor: ['37'],
    summary: '一件到货差异：收货时的记录、供应商答复与处理结果',
    input: one,
    output: discrepancyFile,
    refusals: ['not_found'],
  }),
  answer: endpoint({
    method: 'POST',
    path: '/receipt-discrepancies/{id}/answer',
    right: '11:create',
    summary: '登记供应商的答复：日期、答复人、内容',
    input: z.strictObject({ id, rowVersion, answeredOn: day, answeredPerson: text(60), answer: text(500) }),
    output: discrepancyFile,
    refusals: common,
  }),
  sendBack: endpoint({
    method: 'POST',
    path: '/receipt-discrepancies/{id}/send-back',
    right: '11:approve',
    summary: '答复不成立或不完整，退回重新答复',
    input: z.strictObject({ id, reason: text(300) }),
    output: discrepancyFile,
    refusals: ['not_found', 'wrong_state', 'author_approves'],
  }),
  settle: endpoint({
    method: 'POST',
    path: '/receipt-discrepancies/{id}/settle',
    right: '11:approve',
    summary: '结案：补货（写明补到的收货单）、扣款或赔偿（写明凭证号）、按实收结算、更正后无差异，签名',
    input: z.strictObject({
      id,
      rowVersion,
      settledAs: discrepancyOutcome,
      /** 凭证号 of a credit or a compensation. */
      paperNo: optionalText(60),
      /** 收货单号 that brought the replacement. */
      receiptNo: optionalText(40),
      conclusion: text(300),
      signature,
    }),
    output: discrepancyFile,
    refusals: [...common, 'author_approves', 'discrepancy_unproven', 'discrepancy_not_replaced', 'wrong_password'],
  }),
}
