import { z } from 'zod'
import { endpoint } from '#contract/kernel/endpoint.ts'
import {
  choiceQuery,
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
import { materialUnit } from '#contract/warehouse/unit.ts'
import { purchaseLine, purchaseLineInput } from './purchase-line.ts'
import { purchaseCategory, purchaseRow, purchaseState } from './purchase.ts'
import { receiptDetail, receiptLineInput, receivable, refusedLineInput } from './receipt.ts'

/** What the buyer writes on an order. */
const order = {
  category: purchaseCategory,
  supplierId: id,
  contractNo: optionalText(40),
  qualityAgreementNo: optionalText(40),
  purchasedOn: day,
  expectedOn: day.nullable(),
  remark: optionalText(500),
  lines: z.array(purchaseLineInput).min(1, '请至少填写一行物料').max(50, '一张采购单最多50行'),
  /** Whether it is submitted for approval at once, or stays a draft. */
  submits: z.boolean('请选择是否提交').default(false),
}

const purchaseDetail = purchaseRow.extend({
  supplierId: id,
  supplierKind: z.string(),
  contractNo: z.string(),
  qualityAgreementNo: z.string(),
  remark: z.string(),
  approvedBy: person.nullable(),
  approvedAt: instant.nullable(),
  returnReason: z.string(),
  endReason: z.string(),
  invoiceNo: z.string(),
  lines: z.array(purchaseLine),
  receipts: z.array(receiptDetail),
})
export type PurchaseDetail = z.infer<typeof purchaseDetail>

/** A material that can be ordered today: it has a standard in force, or is counted. */
const orderable = z.strictObject({
  id,
  name: z.string(),
  unit: materialUnit,
  initials: z.string(),
  usualOrigin: z.string(),
  /** From where the supplier is approved to deliver it; an empty place is any place. Of no supplier nothing is approved. */
  approved: z.array(z.strictObject({ province: z.string(), city: z.string(), county: z.string() })),
  /** What was last ordered of it from the supplier. */
  last: z
    .strictObject({
      grade: z.string(),
      unitPrice: decimalOut.nullable(),
      agreedOrigin: z.strictObject({ province: z.string(), city: z.string(), county: z.string() }).nullable(),
    })
    .nullable(),
})

const step = z.strictObject({ id })
const because = z.strictObject({ id, reason: text(200) })
const supplierRefusals = ['supplier_not_qualified', 'supplier_out_of_scope', 'material_not_approved', 'origin_not_approved'] as const

export const purchaseApi = {
  list: endpoint({
    method: 'GET',
    path: '/purchase-orders',
    right: '11',
    summary: '采购单列表',
    input: listQuery.extend({
      state: purchaseState.optional(),
      category: purchaseCategory.optional(),
      from: day.optional(),
      to: day.optional(),
      sort: sortBy(['orderNo', 'purchasedOn', 'expectedOn', 'supplierName', 'quantity', 'createdAt'], '-createdAt'),
    }),
    output: listOf(purchaseRow),
  }),
  read: endpoint({
    method: 'GET',
    path: '/purchase-orders/{id}',
    right: '11',
    summary: '一张采购单，连同到货验收记录',
    input: step,
    output: purchaseDetail,
    refusals: ['not_found'],
  }),
  suppliers: endpoint({
    method: 'GET',
    path: '/purchase-orders/suppliers',
    right: '11:create',
    summary: '编制采购单时的供应商，不能下单的列在后面并附原因：按名称、编号或拼音首字母查找，每次最多30家',
    input: choiceQuery.extend({ category: purchaseCategory, on: day }),
    output: z.array(
      z.strictObject({
        id,
        name: z.string(),
        initials: z.string(),
        kind: z.string(),
        /** Why nothing may be ordered from them that day; null when it may. */
        trouble: z.string().nullable(),
      }),
    ),
  }),
  materials: endpoint({
    method: 'GET',
    path: '/purchase-orders/materials',
    right: '11:create',
    summary: '可采购的物料，供应商核定的在前，附核定产地与上次采购：按名称、编号或拼音首字母查找，每次最多30种',
    input: choiceQuery.extend({ category: purchaseCategory, on: day, supplierId: id.optional() }),
    output: z.array(orderable),
  }),
  create: endpoint({
    method: 'POST',
    path: '/purchase-orders',
    right: '11:create',
    summary: '编制采购单',
    input: z.strictObject(order),
    output: purchaseRow,
    refusals: [
      'not_found',
      ...supplierRefusals,
      'material_not_orderable',
      'standard_not_effective',
      'dated_back',
      'county_unknown',
      'pieces_whole',
    ],
  }),
  edit: endpoint({
    method: 'PATCH',
    path: '/purchase-orders/{id}',
    right: '11:create',
    summary: '修改草稿或被退回的采购单',
    input: z.strictObject({ id, rowVersion, ...order }),
    output: purchaseRow,
    refusals: [
      'not_found',
      'wrong_state',
      'not_author',
      'stale',
      ...supplierRefusals,
      'material_not_orderable',
      'standard_not_effective',
      'dated_back',
      'county_unknown',
      'pieces_whole',
    ],
  }),
  submit: endpoint({
    method: 'POST',
    path: '/purchase-orders/{id}/submit',
    right: '11:create',
    summary: '提交审批',
    input: step,
    output: purchaseRow,
    refusals: ['not_found', 'wrong_state', 'not_author', ...supplierRefusals],
  }),
  approve: endpoint({
    method: 'POST',
    path: '/purchase-orders/{id}/approve',
    right: '11:approve',
    summary: '批准采购单；金额超过本厂限额的，须由几人先后批准',
    input: step,
    output: purchaseRow,
    refusals: ['not_found', 'wrong_state', 'author_approves', 'approver_again', 'approvals_missing', ...supplierRefusals],
  }),
  sendBack: endpoint({
    method: 'POST',
    path: '/purchase-orders/{id}/send-back',
    right: '11:approve',
    summary: '退回给编制人修改',
    input: because,
    output: purchaseRow,
    refusals: ['not_found', 'wrong_state', 'author_approves'],
  }),
  cancel: endpoint({
    method: 'POST',
    path: '/purchase-orders/{id}/cancel',
    right: '11:create',
    summary: '取消尚未批准的采购单',
    input: because,
    output: purchaseRow,
    refusals: ['not_found', 'wrong_state'],
  }),
  callOff: endpoint({
    method: 'POST',
    path: '/purchase-orders/{id}/call-off',
    right: '11:approve',
    summary: '撤销已批准而未到货的采购单',
    input: because,
    output: purchaseRow,
    refusals: ['not_found', 'wrong_state'],
  }),
  close: endpoint({
    method: 'POST',
    path: '/purchase-orders/{id}/close',
    right: '11:create',
    summary: '关闭采购单：发票、数量已核对，差异已处理；未到齐时须说明',
    input: z.strictObject({ id, invoiceNo: text(40), reason: optionalText(200) }),
    output: purchaseRow,
    refusals: ['not_found', 'wrong_state', 'short_close_needs_reason', 'discrepancies_open'],
  }),
  receiving: endpoint({
    method: 'GET',
    path: '/purchase-orders/{id}/receiving',
    right: '11:receive',
    summary: '到货验收所需：待收的物料',
    input: step,
    output: z.strictObject({
      orderNo: z.string(),
      category: purchaseCategory,
      supplierName: z.string(),
      lines: z.array(receivable),
    }),
    refusals: ['not_found'],
  }),
  receive: endpoint({
    method: 'POST',
    path: '/purchase-orders/{id}/receive',
    right: '11:receive',
    summary: '到货验收：每行一批，异常包装另成一批，进入待验区；拒收的只作记录',
    input: z
      .strictObject({
        id,
        arrivedAt: instant,
        deliveryNoteNo: text(40),
        transport: optionalText(200),
        remark: optionalText(500),
        /** 补录说明: why it is recorded so late, or came before the order. */
        doubtReason: optionalText(300),
        lots: z.array(receiptLineInput).max(50, '一次最多验收50批'),
        refused: z.array(refusedLineInput).max(50, '一次最多拒收50行'),
        /** The second person, who looked at the same goods. */
        checker: secondSignature,
        /** The receiver's own signature: for toxic goods both sign. */
        signature: signature.optional(),
      })
      .refine((receipt) => receipt.lots.length + receipt.refused.length > 0, { path: ['lots'], error: '请至少填写一批到货或一行拒收' }),
    output: z.strictObject({
      receiptId: id,
      receiptNo: z.string(),
      order: purchaseRow,
      lots: z.array(z.strictObject({ lotId: id, lotNo: z.string(), name: z.string(), unit: materialUnit, net: decimalOut })),
    }),
    refusals: [
      'dictionary_item_unknown',
      'not_found',
      'wrong_state',
      ...supplierRefusals,
      'sulfur_fumigated',
      'one_lot_twice',
      'over_delivery',
      'buyer_receives',
      'dated_back',
      'pieces_whole',
      'delivery_note_twice',
      'supplier_lot_again',
      'doubt_unexplained',
      'net_unexplained',
      'county_unknown',
      'zone_mismatch',
      'toxic_store',
      'same_person',
      'signer_unknown',
      'signer_lacks_duty',
      'signature_needed',
      'wrong_password',
      'must_change_password',
    ],
  }),
  reverse: endpoint({
    method: 'POST',
    path: '/receipts/{id}/reverse',
    right: '11:receive',
    summary: '整单冲销一次到货：批次尚未请验、取样或领用时，两人签名',
    input: z.strictObject({ id, reason: text(300), signature, approver: secondSignature }),
    output: purchaseRow,
    refusals: ['not_found', 'wrong_state', 'closed_not_reversed', 'lot_used', 'lot_held', 'receipt_reversed', 'short_stock'],
  }),
}

/** What the receipt of an order needs to know: its lines and the places goods may go to. */
export type Receiving = z.infer<typeof purchaseApi.receiving.output>
