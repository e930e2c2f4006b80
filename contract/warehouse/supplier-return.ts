import { z } from 'zod'
import type { Action } from '#contract/kernel/action.ts'
import { endpoint } from '#contract/kernel/endpoint.ts'
import { materialUnit } from './unit.ts'
import type { StateLook } from '#contract/kernel/state-look.ts'
import {
  day,
  decimalOut,
  id,
  instant,
  listOf,
  listQuery,
  optionalText,
  person,
  quantity,
  quantityOrZero,
  rowVersion,
  secondSignature,
  signature,
  sortBy,
  text,
} from '#contract/kernel/values.ts'

/**
 * 退货给供应商 (domain §2.4, §2.11): bought goods that were rejected go back to whom they were bought from. The warehouse proposes, the 质量负责人 agrees, two
 * persons weigh it out, and the supplier confirms or does not take it (decision 0074).
 */

export const supplierReturnState = z.enum(
  ['proposed', 'approved', 'refused', 'cancelled', 'declined', 'sent', 'confirmed', 'back'],
  '没有这种状态',
)
export type SupplierReturnState = z.infer<typeof supplierReturnState>
export const supplierReturnLooks: Record<SupplierReturnState, StateLook> = {
  proposed: { label: '待批准', tone: 'waiting' },
  approved: { label: '待发出', tone: 'waiting' },
  refused: { label: '不同意', tone: 'neutral' },
  cancelled: { label: '已撤回', tone: 'neutral' },
  declined: { label: '供应商不收', tone: 'warning' },
  sent: { label: '待供应商确认', tone: 'waiting' },
  confirmed: { label: '供应商已确认', tone: 'neutral' },
  back: { label: '供应商未收，已退回', tone: 'warning' },
}

/** By how much of it goods may weigh otherwise than was decided, and the supplier may confirm more than left (start value). */
export const supplierReturnTolerance = '0.02'

/** The part of a return on which it depends who may do what to it. */
export type SupplierReturnStanding = {
  state: SupplierReturnState
  proposedBy: { id: string }
  decidedBy: string | null
  confirmedBy: string | null
}

const decidedByOther = ({ proposedBy }: SupplierReturnStanding, actor: { id: string }) =>
  proposedBy.id === actor.id ? ('author_approves' as const) : undefined

export const supplierReturnActions = {
  approve: {
    label: '同意退货',
    duty: '13:approve',
    from: ['proposed'],
    awaitedIn: ['proposed'],
    to: 'approved',
    signs: '同意退货给供应商',
    unless: decidedByOther,
  },
  refuse: { label: '不同意', duty: '13:approve', from: ['proposed'], to: 'refused', signs: '不同意退货给供应商', unless: decidedByOther },
  send: {
    label: '称重发出',
    duty: '14:dispose',
    from: ['approved'],
    awaitedIn: ['approved'],
    to: 'sent',
    signs: '退货发出',
    unless: ({ decidedBy }, actor) => (decidedBy === actor.id ? 'supplier_return_sent_by_decider' : undefined),
  },
  /** The supplier will not have it: the goods have not left, and are disposed of instead. */
  decline: { label: '供应商不收', duty: '14:dispose', from: ['approved'], to: 'declined' },
  cancel: { label: '撤回', duty: '14:dispose', from: ['proposed', 'approved'], to: 'cancelled' },
  confirm: { label: '登记供应商确认', duty: '14:dispose', from: ['sent'], awaitedIn: ['sent'], to: 'confirmed' },
  /** The supplier did not take it in, or it was lost on its way. */
  bringBack: { label: '登记退回', duty: '14:dispose', from: ['sent'], to: 'back', signs: '退货未收，称重收回' },
  /** A confirmation that was written by mistake: another person takes it back. */
  unconfirm: {
    label: '撤销确认',
    duty: '14:dispose',
    from: ['confirmed'],
    to: 'sent',
    unless: ({ confirmedBy }, actor) => (confirmedBy === actor.id ? 'supplier_return_own_confirmation' : undefined),
  },
} satisfies Record<string, Action<SupplierReturnStanding>>

/** What the second person signs when goods leave, and when they come back. */
export const supplierReturnCheck = '退货称重复核'

const supplierReturnRow = z.strictObject({
  id,
  returnNo: z.string(),
  lotId: id,
  lotNo: z.string(),
  name: z.string(),
  supplierName: z.string(),
  placeCode: z.string(),
  unit: materialUnit,
  /** What was proposed, and what left. */
  quantity: decimalOut,
  weighed: decimalOut.nullable(),
  reason: z.string(),
  state: supplierReturnState,
  proposedBy: person,
  proposedAt: instant,
  decidedBy: id.nullable(),
  confirmedBy: id.nullable(),
  sentAt: instant.nullable(),
  rowVersion: z.int(),
})
export type SupplierReturnRow = z.infer<typeof supplierReturnRow>

const supplierReturnFile = z.strictObject({
  row: supplierReturnRow,
  isToxic: z.boolean(),
  supplierLotNo: z.string(),
  receiptNo: z.string(),
  orderNo: z.string(),
  supplierAddress: z.string(),
  supplierContact: z.string(),
  /** Files beside it: one of them shows what the supplier confirmed. */
  proofs: z.int(),
  decidedByName: z.string().nullable(),
  decidedAt: instant.nullable(),
  opinion: z.string().nullable(),
  endedByName: z.string().nullable(),
  endedAt: instant.nullable(),
  endReason: z.string().nullable(),
  sentByName: z.string().nullable(),
  checkedByName: z.string().nullable(),
  carrier: z.string().nullable(),
  /** kg that the book had and the scale did not. */
  missing: decimalOut.nullable(),
  confirmedByName: z.string().nullable(),
  confirmedOn: day.nullable(),
  confirmedQuantity: decimalOut.nullable(),
  confirmedPerson: z.string().nullable(),
  confirmationNo: z.string().nullable(),
  differenceReason: z.string().nullable(),
  unconfirmedByName: z.string().nullable(),
  unconfirmedAt: instant.nullable(),
  unconfirmReason: z.string().nullable(),
  backByName: z.string().nullable(),
  backCheckedByName: z.string().nullable(),
  backAt: instant.nullable(),
  backWeight: decimalOut.nullable(),
  backPlaceCode: z.string().nullable(),
  backReason: z.string().nullable(),
})
export type SupplierReturnFile = z.infer<typeof supplierReturnFile>

/** What may be proposed: a rejected lot in a bin of the 不合格区. */
const returnable = z.strictObject({
  lotId: id,
  lotNo: z.string(),
  name: z.string(),
  unit: materialUnit,
  supplierName: z.string(),
  placeId: id,
  placeCode: z.string(),
  quantity: decimalOut,
})
export type Returnable = z.infer<typeof returnable>

const one = z.strictObject({ id })
const common = ['not_found', 'wrong_state', 'stale'] as const
const signers = ['same_person', 'signer_unknown', 'signer_lacks_duty', 'wrong_password'] as const

export const supplierReturnApi = {
  list: endpoint({
    method: 'GET',
    path: '/supplier-returns',
    right: '14',
    alsoFor: ['11', '37'],
    summary: '退供应商：单号、批次、供应商、数量、状态',
    input: listQuery.extend({
      state: supplierReturnState.optional(),
      sort: sortBy(['returnNo', 'proposedAt'], '-proposedAt'),
    }),
    output: listOf(supplierReturnRow),
  }),
  choices: endpoint({
    method: 'GET',
    path: '/supplier-returns/choices',
    right: '14:dispose',
    summary: '可以退给供应商的货物：判定不合格、在不合格区的外购批次',
    input: z.strictObject({ q: optionalText(50), lotId: id.optional() }),
    output: z.array(returnable),
  }),
  read: endpoint({
    method: 'GET',
    path: '/supplier-returns/{id}',
    right: '14',
    alsoFor: ['11', '37'],
    summary: '一张退供应商单：货物、决定、发出与供应商的确认',
    input: one,
    output: supplierReturnFile,
    refusals: ['not_found'],
  }),
  propose: endpoint({
    method: 'POST',
    path: '/supplier-returns',
    right: '14:dispose',
    summary: '提出退货给供应商：判定不合格、在不合格区的外购批次；批准前货物留在原处',
    input: z.strictObject({ lotId: id, placeId: id, quantity, reason: text(300) }),
    output: supplierReturnFile,
    refusals: ['not_found', 'short_stock', 'lot_in_case', 'supplier_return_unfounded', 'supplier_return_open', 'pieces_whole'],
  }),
  approve: endpoint({
    method: 'POST',
    path: '/supplier-returns/{id}/approve',
    right: '13:approve',
    summary: '质量负责人同意退货给供应商，签名',
    input: z.strictObject({ id, rowVersion, opinion: text(300), signature }),
    output: supplierReturnFile,
    refusals: [...common, 'author_approves', 'lot_in_case', 'supplier_return_unfounded', 'wrong_password'],
  }),
  refuse: endpoint({
    method: 'POST',
    path: '/supplier-returns/{id}/refuse',
    right: '13:approve',
    summary: '质量负责人不同意退货给供应商，写明意见并签名；货物留在原处',
    input: z.strictObject({ id, rowVersion, opinion: text(300), signature }),
    output: supplierReturnFile,
    refusals: [...common, 'author_approves', 'wrong_password'],
  }),
  send: endpoint({
    method: 'POST',
    path: '/supplier-returns/{id}/send',
    right: '14:dispose',
    summary: '称重发出：实称、承运，发出人与复核人签名；货物出账',
    input: z.strictObject({ id, rowVersion, weighed: quantity, carrier: text(100), signature, checker: secondSignature }),
    output: supplierReturnFile,
    refusals: [
      ...common,
      ...signers,
      'supplier_return_sent_by_decider',
      'supplier_return_weight',
      'pieces_whole',
      'supplier_return_undecided',
      'supplier_return_unfounded',
      'lot_in_case',
      'short_stock',
    ],
  }),
  decline: endpoint({
    method: 'POST',
    path: '/supplier-returns/{id}/decline',
    right: '14:dispose',
    summary: '供应商不收：货物未发出，留在不合格区，另行提出处置',
    input: z.strictObject({ id, reason: text(200) }),
    output: supplierReturnFile,
    refusals: ['not_found', 'wrong_state'],
  }),
  cancel: endpoint({
    method: 'POST',
    path: '/supplier-returns/{id}/cancel',
    right: '14:dispose',
    summary: '撤回退供应商单；货物留在原处',
    input: z.strictObject({ id, reason: text(200) }),
    output: supplierReturnFile,
    refusals: ['not_found', 'wrong_state'],
  }),
  confirm: endpoint({
    method: 'POST',
    path: '/supplier-returns/{id}/confirm',
    right: '14:dispose',
    summary: '登记供应商确认：日期、数量、签收人；签收单在附件中',
    input: z.strictObject({
      id,
      rowVersion,
      confirmedOn: day,
      confirmedQuantity: quantity,
      confirmedPerson: text(60),
      confirmationNo: optionalText(60),
      /** Asked for where the supplier counts otherwise than the house. */
      differenceReason: optionalText(200),
    }),
    output: supplierReturnFile,
    refusals: [...common, 'supplier_return_unproven', 'supplier_return_difference', 'pieces_whole'],
  }),
  unconfirm: endpoint({
    method: 'POST',
    path: '/supplier-returns/{id}/unconfirm',
    right: '14:dispose',
    summary: '撤销误登记的供应商确认，由另一人操作',
    input: z.strictObject({ id, reason: text(200) }),
    output: supplierReturnFile,
    refusals: ['not_found', 'wrong_state', 'supplier_return_own_confirmation'],
  }),
  bringBack: endpoint({
    method: 'POST',
    path: '/supplier-returns/{id}/bring-back',
    right: '14:dispose',
    summary: '供应商未收：收回的实称（途中丢失填0）、放入的不合格区货位，收回人与复核人签名',
    input: z.strictObject({
      id,
      rowVersion,
      weight: quantityOrZero,
      /** Needed where anything came back. */
      placeId: id.optional(),
      reason: text(200),
      signature,
      checker: secondSignature,
    }),
    output: supplierReturnFile,
    refusals: [
      ...common,
      ...signers,
      'supplier_return_weight',
      'pieces_whole',
      'supplier_return_undecided',
      'rejected_bin_required',
      'zone_mismatch',
      'toxic_store',
    ],
  }),
}
