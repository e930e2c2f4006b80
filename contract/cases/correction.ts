import { z } from 'zod'
import type { Action } from '#contract/kernel/action.ts'
import { endpoint } from '#contract/kernel/endpoint.ts'
import { keyOf } from '#contract/kernel/key-of.ts'
import type { StateLook } from '#contract/kernel/state-look.ts'
import { id, instant, listOf, listQuery, person, signature, sortBy, text } from '#contract/kernel/values.ts'
import { materialUnit } from '#contract/warehouse/unit.ts'
import { askedChange, correctedValue } from './corrected-value.ts'
import {
  batchChanges,
  issueChanges,
  issueRefusals,
  packagingChanges,
  proposalRefusals,
  receiptLineChanges,
  samplingChanges,
  samplingRefusals,
  shipmentChanges,
  shipmentRefusals,
  shipmentSide,
  stepChanges,
} from './correction-changes.ts'
import { lossKind } from '#contract/making/production.ts'
import { codeLevel } from '#contract/packing/codes.ts'
import { scannedText } from '#contract/packing/scanned-code.ts'

/** 更正: what was signed and is wrong is put right by a second person's approval; what it said before stays beside it (decision 0035). */

/** What can be corrected. */
export const correctionRecords = {
  receipt_line: '到货验收记录',
  production_step: '批生产记录（工序）',
  batch: '物料平衡表',
  packaging: '批包装记录',
  shipment: '出库单',
  issue: '领料单',
  sampling: '取样记录',
} as const
export const correctionRecord = keyOf(correctionRecords, '没有这种记录')
export type CorrectionRecord = z.infer<typeof correctionRecord>

export const correctionState = z.enum(['proposed', 'approved', 'refused', 'cancelled'], '没有这种状态')
export type CorrectionState = z.infer<typeof correctionState>
export const correctionLooks: Record<CorrectionState, StateLook> = {
  proposed: { label: '待批准', tone: 'waiting' },
  approved: { label: '已更正', tone: 'good' },
  refused: { label: '未批准', tone: 'neutral' },
  cancelled: { label: '已撤回', tone: 'neutral' },
}

const correctionRow = z.strictObject({
  id,
  correctionNo: z.string(),
  record: correctionRecord,
  recordId: id,
  subject: z.string(),
  /** In which its quantities are: pieces of what is counted. */
  unit: materialUnit,
  state: correctionState,
  reason: z.string(),
  asked: z.array(askedChange),
  proposedBy: person,
  proposedAt: instant,
  approvedBy: z.string().nullable(),
  approvedAt: instant.nullable(),
  endReason: z.string().nullable(),
})
export type CorrectionRow = z.infer<typeof correctionRow>

/** The part of a correction on which it depends what may be done to it. */
export type CorrectionStanding = { state: CorrectionState; proposedBy: { id: string } }

const byAnother = (row: CorrectionStanding, actor: { id: string }) => (row.proposedBy.id === actor.id ? 'author_approves' : undefined)

export const correctionActions = {
  approve: {
    label: '批准',
    duty: '37:approve',
    from: ['proposed'],
    awaitedIn: ['proposed'],
    to: 'approved',
    signs: '批准更正',
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
} satisfies Record<string, Action<CorrectionStanding>>

/** What the person signs who asks for a correction. */
export const proposalMeaning = '提出更正'
/** What the approver signs on a report that takes the place of another one. */
export const reissueMeaning = '更正后签发'

/** How many packs of a lot there are. */
const lotPacks = z.strictObject({ lotId: id, lotNo: z.string(), packs: z.int() })

/** What the form shows of a record: its correctable values as they are now. */
const subject = z.strictObject({
  subject: z.string(),
  /** A correction that waits for its approval; no second one is asked for meanwhile. */
  open: z.string().nullable(),
  unit: materialUnit,
  values: z.record(z.string(), z.string().nullable()),
  losses: z.array(z.strictObject({ kind: lossKind, quantity: z.string() })),
  parameters: z.array(z.strictObject({ code: z.string(), name: z.string(), unit: z.string(), value: z.string() })),
  /** 联产品 of a step that became lots, kg. */
  coProducts: z.array(z.strictObject({ lotNo: z.string(), name: z.string(), quantity: z.string() })),
  /** The runs of labels of a packaging, with how many each has. */
  runs: z.array(z.strictObject({ runNo: z.string(), labels: z.int() })),
  /** The containers of an issue, and what came back of each of its lots; kg. */
  weighings: z.array(z.strictObject({ piece: z.int(), lotNo: z.string(), placeCode: z.string(), gross: z.string(), tare: z.string() })),
  returns: z.array(z.strictObject({ lotNo: z.string(), name: z.string(), quantity: z.string() })),
  /** What a shipment counts of each lot. */
  lots: z.array(lotPacks.extend({ unit: z.string() })),
  earlier: z.array(correctedValue),
})
export type CorrectionSubject = z.infer<typeof subject>

const because = { reason: text(500), signature }
const something = (changes: object) => Object.keys(changes).length > 0
const askForSomething = '请至少更正一项'

export const correctionApi = {
  list: endpoint({
    method: 'GET',
    path: '/corrections',
    right: '37',
    summary: '更正：提出、批准与结果',
    input: listQuery.extend({
      state: correctionState.optional(),
      record: correctionRecord.optional(),
      sort: sortBy(['correctionNo', 'proposedAt', 'approvedAt'], '-proposedAt'),
    }),
    output: listOf(correctionRow),
  }),
  read: endpoint({
    method: 'GET',
    path: '/corrections/{id}',
    right: '37',
    summary: '一份更正：申请的内容，批准后随之改变的全部数值与换发的报告',
    input: z.strictObject({ id }),
    output: z.strictObject({
      correction: correctionRow,
      effects: z.array(askedChange.extend({ table: z.string() })),
      reports: z.array(z.strictObject({ reportNo: z.string(), replaces: z.string() })),
    }),
    refusals: ['not_found'],
  }),
  subject: endpoint({
    method: 'GET',
    path: '/corrections/subject',
    right: '37:propose',
    summary: '要更正的记录及其现在的数值',
    input: z.strictObject({ record: correctionRecord, recordId: id }),
    output: subject,
    refusals: ['not_found', 'wrong_state'],
  }),
  receiptLine: endpoint({
    method: 'POST',
    path: '/raw-lots/{id}/correct',
    right: '37:propose',
    summary: '提出更正到货验收的一行：重量、件数、供应商批号、到货与采收日期、产地',
    input: z.strictObject({ id, changes: receiptLineChanges.refine(something, askForSomething), ...because }),
    output: correctionRow,
    refusals: proposalRefusals,
  }),
  step: endpoint({
    method: 'POST',
    path: '/production-steps/{id}/correct',
    right: '37:propose',
    summary: '提出更正一道已完成的工序：时间、投入、产出、联产品、损耗与参数',
    input: z.strictObject({ id, changes: stepChanges.refine(something, askForSomething), ...because }),
    output: correctionRow,
    refusals: proposalRefusals,
  }),
  batch: endpoint({
    method: 'POST',
    path: '/bulk-lots/{id}/correct',
    right: '37:propose',
    summary: '提出更正一批的物料平衡：合格产出、取样、尾料',
    input: z.strictObject({ id, changes: batchChanges.refine(something, askForSomething), ...because }),
    output: correctionRow,
    refusals: proposalRefusals,
  }),
  packaging: endpoint({
    method: 'POST',
    path: '/packaging-records/{id}/correct',
    right: '37:propose',
    summary: '提出更正一份批包装记录：成品数、领用与零头、标签数，并指明未装袋的标签',
    input: z.strictObject({ id, changes: packagingChanges.refine(something, askForSomething), ...because }),
    output: correctionRow,
    refusals: proposalRefusals,
  }),
  shipment: endpoint({
    method: 'POST',
    path: '/shipments/{id}/correct',
    right: '37:propose',
    summary: '提出更正一张出库单：扫描未发出的与实际已发的箱码、袋码，数量随之改变',
    input: z.strictObject({ id, changes: shipmentChanges.refine(something, askForSomething), ...because }),
    output: correctionRow,
    refusals: shipmentRefusals,
  }),
  issue: endpoint({
    method: 'POST',
    path: '/production-issues/{id}/correct',
    right: '37:propose',
    summary: '提出更正一张领料单：各件的毛重与皮重；生产完成后还有各批的退料',
    input: z.strictObject({ id, changes: issueChanges.refine(something, askForSomething), ...because }),
    output: correctionRow,
    refusals: issueRefusals,
  }),
  sampling: endpoint({
    method: 'POST',
    path: '/samplings/{id}/correct',
    right: '37:propose',
    summary: '提出更正一次取样的取样量：检验、复检、留样各多少克',
    input: z.strictObject({ id, changes: samplingChanges.refine(something, askForSomething), ...because }),
    output: correctionRow,
    refusals: samplingRefusals,
  }),
  shipmentCode: endpoint({
    method: 'GET',
    path: '/shipments/{id}/code',
    right: '37:propose',
    summary: '更正出库单时查看一个扫到的码：它有哪些袋随本单发出，或还在库',
    input: z.strictObject({ id, side: shipmentSide, code: scannedText }),
    output: z.strictObject({ code: z.string(), level: codeLevel, packs: z.array(lotPacks) }),
    refusals: ['not_found', 'code_unknown', 'code_not_shipped', 'code_not_in_stock', 'code_of_other_product', 'packs_picked'],
  }),
  approve: endpoint({
    method: 'POST',
    path: '/corrections/{id}/approve',
    right: '37:approve',
    summary: '批准更正：记录成为新的一版，结存、收率与物料平衡重算，受影响的报告换发',
    input: z.strictObject({ id, signature }),
    output: correctionRow,
    refusals: [
      'not_found',
      'wrong_state',
      'author_approves',
      'stale',
      'goods_left',
      'correction_exceeds_stock',
      'short_stock',
      'analyst_approves',
      'nothing_corrected',
      'input_exceeds',
      'output_exceeds',
      'mass_from_nothing',
      'water_exceeds',
      'return_exceeds',
      'charge_kept',
      'batch_unfinished_correction',
      'co_product_exceeds_charge',
      'sample_too_small',
      'sample_too_large',
      'over_delivery',
      'packs_allocated',
      'packs_not_added',
      'repack_charge_kept',
      'labels_unreconciled',
      'packed_more_than_charged',
      'code_not_in_stock',
      'code_locked',
      'code_twice',
      'no_such_serial',
      'place_disabled',
      'goods_signed_for',
      'code_unknown',
      'code_not_shipped',
      'code_of_other_product',
      'packs_picked',
      'shipment_emptied',
      'lot_held',
      'lot_not_released',
      'lot_expired',
      'ancestor_unfit',
    ],
  }),
  refuse: endpoint({
    method: 'POST',
    path: '/corrections/{id}/refuse',
    right: '37:approve',
    summary: '不批准更正',
    input: z.strictObject({ id, reason: text(300) }),
    output: correctionRow,
    refusals: ['not_found', 'wrong_state', 'author_approves'],
  }),
  cancel: endpoint({
    method: 'POST',
    path: '/corrections/{id}/cancel',
    right: '37:propose',
    summary: '撤回自己提出的更正',
    input: z.strictObject({ id, reason: text(300) }),
    output: correctionRow,
    refusals: ['not_found', 'wrong_state', 'not_author'],
  }),
}
