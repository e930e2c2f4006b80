import { z } from 'zod'
import { endpoint } from '#contract/kernel/endpoint.ts'
import { shownSignature } from '#contract/office/history.ts'
import { codeLevel } from '#contract/packing/codes.ts'
import { scannedText } from '#contract/packing/scanned-code.ts'
import {
  choiceQuery,
  count,
  decimalOut,
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
import {
  claimOutcome,
  claimRow,
  claimState,
  packCondition,
  scannedCondition,
  returnable,
  returnDecision,
  returnKind,
  returnRow,
  returnState,
} from './return.ts'

const lotPacks = z.strictObject({ lotId: id, packs: count })
const differentLots = (lines: readonly { lotId: string }[]) => new Set(lines.map(({ lotId }) => lotId)).size === lines.length

/** What of a return lies in the 退货区, or lay there. */
const returnItem = z.strictObject({
  id,
  lotId: id,
  lotNo: z.string(),
  goods: z.string(),
  packUnit: z.string(),
  condition: packCondition,
  packs: z.int(),
  quantity: decimalOut,
  decision: returnDecision.nullable(),
  settledAt: instant.nullable(),
  /** Boxes and single packs, as they were scanned. */
  codes: z.array(z.string()),
})
export type ReturnItem = z.infer<typeof returnItem>

const returnDetail = returnRow.extend({
  note: z.string(),
  kept: z.string(),
  customerAddress: z.string(),
  contact: z.string(),
  phone: z.string(),
  approvedBy: z.string().nullable(),
  approvedAt: instant.nullable(),
  endedBy: z.string().nullable(),
  endedAt: instant.nullable(),
  endReason: z.string().nullable(),
  lines: z.array(
    z.strictObject({
      lotId: id,
      lotNo: z.string(),
      goods: z.string(),
      packUnit: z.string(),
      isToxic: z.boolean(),
      packs: z.int(),
      received: z.int(),
    }),
  ),
  receipt: z
    .strictObject({
      bin: z.string(),
      position: z.string(),
      arrivedAt: instant,
      transport: z.string(),
      appearance: z.string(),
      receivedBy: z.string(),
      receivedAt: instant,
      isToxic: z.boolean(),
      items: z.array(returnItem),
    })
    .nullable(),
  inspection: z.strictObject({ conforms: z.boolean(), findings: z.string(), inspectedBy: z.string(), inspectedAt: instant }).nullable(),
  decision: z.strictObject({ conclusion: z.string(), decidedBy: z.string(), secondBy: z.string(), decidedAt: instant }).nullable(),
  /** What sales may credit: packs and kg that came back. */
  credit: z.strictObject({ packs: z.int(), quantity: decimalOut }).nullable(),
  hasProof: z.boolean(),
  signatures: z.array(shownSignature),
})
export type ReturnDetail = z.infer<typeof returnDetail>

const claimDetail = claimRow.extend({
  outcomes: z.array(
    z.strictObject({
      id,
      outcome: claimOutcome,
      packs: z.int(),
      note: z.string(),
      returnNo: z.string().nullable(),
      recordedBy: z.string(),
      secondBy: z.string().nullable(),
      recordedAt: instant,
      takesBack: id.nullable(),
      isTakenBack: z.boolean(),
    }),
  ),
  /** The codes that were scanned of the lot when the shipment was picked: boxes, and packs that left singly. */
  codes: z.array(z.string()),
})
export type ClaimDetail = z.infer<typeof claimDetail>

/** What one scanned code is: packs that may come back. */
export const scannedGoods = z.strictObject({
  code: z.string(),
  level: codeLevel,
  packs: z.array(z.strictObject({ lotId: id, lotNo: z.string(), packs: z.int() })),
})
export type ScannedReturn = z.infer<typeof scannedGoods>

const at = { id, rowVersion }
const taken = ['not_found', 'wrong_state', 'stale'] as const
const codeRules = ['code_unknown', 'code_not_shipped', 'code_twice'] as const
const unusable = ['lot_held', 'lot_not_released', 'lot_expired', 'ancestor_unfit'] as const
const changed = z.strictObject({ id, state: returnState, rowVersion: z.int() })
/** How goods came into which bin of the 退货区. */
export const returnArrival = { placeId: id, arrivedAt: instant, transport: optionalText(200), appearance: text(300) }
const scannedAny = z
  .array(
    z.strictObject({
      condition: scannedCondition,
      codes: z.array(scannedText).min(1, '请扫描退回的箱码或袋码').max(2000, '一次最多扫描2000个码，请扫描箱码'),
    }),
  )
  .max(3, '包装情况只有三种')
  .refine((items) => new Set(items.map(({ condition }) => condition)).size === items.length, '同一种包装情况请合并')
export const scannedItems = scannedAny.refine((items) => items.length > 0, '请扫描退回的箱码或袋码')

export const returnApi = {
  list: endpoint({
    method: 'GET',
    path: '/returns',
    right: '110',
    summary: '退货单列表',
    input: listQuery.extend({
      state: returnState.optional(),
      kind: returnKind.optional(),
      sort: sortBy(['returnNo', 'createdAt'], '-createdAt'),
    }),
    output: listOf(returnRow),
  }),
  read: endpoint({
    method: 'GET',
    path: '/returns/{id}',
    right: '110',
    summary: '一张退货单：退回货物、收货、检验、处理',
    input: z.strictObject({ id }),
    output: returnDetail,
    refusals: ['not_found'],
  }),
  shipments: endpoint({
    method: 'GET',
    path: '/returns-choices/shipments',
    right: '110:create',
    summary: '可以退货的出库单：按出库单号、销售单号或客户查找，每次最多30张',
    input: choiceQuery,
    output: z.array(returnable),
  }),
  create: endpoint({
    method: 'POST',
    path: '/returns',
    right: '110:create',
    summary: '申请退货：从一张出库单，逐批写明数量，待QA同意',
    input: z.strictObject({
      shipmentId: id,
      /** A word of the dictionary return_reason. */
      reason: text(60),
      note: optionalText(300),
      kept: text(300),
      lines: z.array(lotPacks).min(1, '请至少填写一批').max(100, '一张退货单最多100批').refine(differentLots, '同一批只能有一行'),
    }),
    output: changed.extend({ returnNo: z.string() }),
    refusals: ['not_found', 'wrong_state', 'more_than_shipped', 'dictionary_item_unknown'],
  }),
  approve: endpoint({
    method: 'POST',
    path: '/returns/{id}/approve',
    right: '37:decide',
    summary: '同意退货，签名',
    input: z.strictObject({ ...at, signature }),
    output: changed,
    refusals: [...taken, 'author_approves', 'wrong_password'],
  }),
  decline: endpoint({
    method: 'POST',
    path: '/returns/{id}/decline',
    right: '37:decide',
    summary: '不同意退货',
    input: z.strictObject({ id, reason: text(200) }),
    output: changed,
    refusals: ['not_found', 'wrong_state', 'author_approves'],
  }),
  cancel: endpoint({
    method: 'POST',
    path: '/returns/{id}/cancel',
    right: '110:create',
    summary: '取消还没有收货的退货；拒收退回的货，客户改为收下',
    input: z.strictObject({ id, reason: text(200) }),
    output: changed,
    refusals: ['not_found', 'wrong_state'],
  }),
  miss: endpoint({
    method: 'POST',
    path: '/returns/{id}/miss',
    right: '110:ship',
    summary: '拒收退回的货没有回到厂里：转为承运索赔',
    input: z.strictObject({ id, reason: text(200) }),
    output: changed,
    refusals: ['not_found', 'wrong_state'],
  }),
  scan: endpoint({
    method: 'GET',
    path: '/returns/{id}/scan',
    right: '110:pick',
    summary: '查看一个扫到的码是否随这张出库单发出、还没有退回',
    input: z.strictObject({ id, code: scannedText }),
    output: scannedGoods,
    refusals: ['not_found', ...codeRules],
  }),
  receive: endpoint({
    method: 'POST',
    path: '/returns/{id}/receive',
    right: '110:pick',
    summary:
      '退货收货：扫码入退货区，与其他退货分开存放，签名；码不可读的按件数，其余的码须都已退回或写明留在客户处；拒收退回的少件转为承运索赔',
    input: z
      .strictObject({
        ...at,
        ...returnArrival,
        /** The place within the bin that is this return's alone; its own number unless another is written. */
        position: optionalText(30),
        items: scannedAny,
        /** Packs that came back and whose codes cannot be read. */
        counted: z.array(lotPacks).max(100, '一次最多100批').refine(differentLots, '同一批只能有一行').default([]),
        /** The codes of these lots that stay with the customer, as the customer tells them: what is neither here nor there came back. */
        kept: z.array(scannedText).max(2000, '一次最多2000个码，请写箱码').default([]),
        signature,
      })
      .refine(({ items, counted }) => items.length + counted.length > 0, { message: '请扫描退回的箱码或袋码', path: ['items'] })
      .refine(({ counted, kept }) => counted.length > 0 || kept.length === 0, {
        message: '有码不可读的件数时才写留在客户处的码',
        path: ['kept'],
      }),
    output: changed,
    refusals: [
      ...taken,
      ...codeRules,
      'zone_mismatch',
      'toxic_store',
      'position_taken',
      'more_than_shipped',
      'codes_undetermined',
      'return_of_other_lot',
      'wrong_password',
    ],
  }),
  takeBack: endpoint({
    method: 'POST',
    path: '/returns/{id}/take-back',
    right: '110:pick',
    summary: '冲销登错的退货收货，QA会签；处理决定之前',
    input: z.strictObject({ ...at, reason: text(200), signature, approver: secondSignature }),
    output: changed,
    refusals: [...taken, 'same_person', 'signer_lacks_duty', 'wrong_password'],
  }),
  inspect: endpoint({
    method: 'POST',
    path: '/returns/{id}/inspect',
    right: '37:decide',
    summary: '退货检验：外观、包装、标签、储运条件的核对结果，签名；可以重做，以最后一次为准',
    input: z.strictObject({ ...at, conforms: z.boolean('请选择检验结论'), findings: text(500), signature }),
    output: changed,
    refusals: [...taken, 'wrong_password'],
  }),
  decide: endpoint({
    method: 'POST',
    path: '/returns/{id}/decide',
    right: '37:decide',
    summary: '决定退回货物重新入库或销毁，质量负责人会签',
    input: z.strictObject({
      ...at,
      decisions: z
        .array(z.strictObject({ itemId: id, decision: returnDecision }))
        .min(1, '请逐项决定')
        .max(300, '项目太多'),
      conclusion: text(300),
      signature,
      approver: secondSignature,
    }),
    output: changed,
    refusals: [
      ...taken,
      ...unusable,
      'return_undecided',
      'return_opened',
      'return_unproven',
      'return_nonconforming',
      'inspection_open',
      'same_person',
      'signer_lacks_duty',
      'wrong_password',
    ],
  }),
  withdraw: endpoint({
    method: 'POST',
    path: '/returns/{id}/withdraw',
    right: '37:decide',
    summary: '撤回还没有执行的处理决定，质量负责人会签',
    input: z.strictObject({ ...at, reason: text(200), signature, approver: secondSignature }),
    output: changed,
    refusals: [...taken, 'decision_carried_out', 'same_person', 'signer_lacks_duty', 'wrong_password'],
  }),
  restock: endpoint({
    method: 'POST',
    path: '/returns/{id}/restock',
    right: '19:move',
    summary: '按决定把退回的货重新入库到成品合格区',
    input: z.strictObject({ ...at, placeId: id }),
    output: changed,
    refusals: ['code_locked', ...taken, ...unusable, 'zone_mismatch', 'toxic_store'],
  }),
}

export const claimApi = {
  list: endpoint({
    method: 'GET',
    path: '/carrier-claims',
    right: '110',
    summary: '承运索赔：发出后没有送到的货',
    input: listQuery.extend({ state: claimState.optional(), sort: sortBy(['claimNo', 'openedAt'], '-openedAt') }),
    output: listOf(claimRow),
  }),
  read: endpoint({
    method: 'GET',
    path: '/carrier-claims/{id}',
    right: '110',
    summary: '一张承运索赔单与各次结果',
    input: z.strictObject({ id }),
    output: claimDetail,
    refusals: ['not_found'],
  }),
  settle: endpoint({
    method: 'POST',
    path: '/carrier-claims/{id}/settle',
    right: '110:ship',
    summary: '登记查找结果：已送达、退回本厂，或丢失核销（写明追溯码，质量负责人会签）',
    input: z.strictObject({
      ...at,
      outcome: claimOutcome,
      packs: count,
      note: text(300),
      /** Of what is lost: the boxes and packs, so that their codes are never genuine again. */
      codes: z.array(scannedText).max(2000, '一次最多2000个码').default([]),
      signature: signature.optional(),
      approver: secondSignature.optional(),
    }),
    output: z.strictObject({ id, state: claimState, rowVersion: z.int() }),
    refusals: [
      ...taken,
      'claim_beyond_missing',
      'loss_needs_second',
      ...codeRules,
      'count_mismatch',
      'same_person',
      'signer_lacks_duty',
      'wrong_password',
    ],
  }),
  reopen: endpoint({
    method: 'POST',
    path: '/carrier-claims/{id}/outcomes/{outcomeId}/take-back',
    right: '110:ship',
    summary: '冲销一条登错的结果，或丢失的货又找到了；质量负责人会签',
    input: z.strictObject({ id, outcomeId: id, reason: text(300), signature, approver: secondSignature }),
    output: z.strictObject({ id, state: claimState, rowVersion: z.int() }),
    refusals: ['not_found', 'wrong_state', 'entry_taken_back', 'more_than_shipped', 'same_person', 'signer_lacks_duty', 'wrong_password'],
  }),
}
