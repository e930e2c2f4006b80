import { correctedValue } from '#contract/cases/corrected-value.ts'
import { exact, isDecimal } from '#contract/kernel/exact-decimal.ts'
import { keyOf } from '#contract/kernel/key-of.ts'
import { Decimal } from 'decimal.js'
import { z } from 'zod'
import { dictionaryCode } from '#contract/office/dictionary.ts'
import { endpoint } from '#contract/kernel/endpoint.ts'
import { lotState } from '#contract/warehouse/lot.ts'
import { materialUnit } from '#contract/warehouse/unit.ts'
import { agreedOrigin, origin, primaryProcessing, sourceKind } from './origin.ts'
import {
  abnormalPackage,
  lotDoubt,
  purchaseCategory,
  purchaseRow,
  purchaseState,
  receiptDoubt,
  refusalCause,
  sulfurAnswers,
} from './purchase.ts'
import {
  choiceQuery,
  count,
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

const unitPrice = z.string('请填写单价').regex(/^(0|[1-9]\d{0,7})(\.\d{1,4})?$/, '请填写单价，最多4位小数')

const mostOrderable = new Decimal(999_999)

/** What may be ordered, and turned away, in one line. */
const lineQuantity = quantity.refine((value) => mostOrderable.greaterThanOrEqualTo(value), '数量不能超过999999')

/** What the buyer writes on an order line. Crude drugs have an agreed origin, other goods none. */
export const purchaseLineInput = z.strictObject({
  materialId: id,
  grade: optionalText(40),
  agreedOrigin: agreedOrigin.nullable(),
  quantity: lineQuantity,
  unitPrice: unitPrice.nullable(),
})

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

/** No herb of the trade grows for longer before it is dug up. */
const mostGrowthYears = 200

/** 来源信息 of a crude drug: what makes one lot and not two (I1). */
const provenance = z.strictObject({
  /** 基原; may stay empty when the herb has only one. */
  species: optionalText(120),
  sourceKind,
  origin,
  harvestFrom: day,
  harvestTo: day,
  growthYears: z
    .string('请填写生长年限')
    .regex(/^(0|[1-9]\d{0,2})(\.\d)?$/, '请填写年数，最多1位小数')
    .refine(
      (years) => !isDecimal(years) || (exact(years).gt(0) && exact(years).lte(mostGrowthYears)),
      `生长年限应大于0，不超过${mostGrowthYears}年`,
    )
    .nullable(),
  primaryProcessing: z.array(primaryProcessing).min(1, '请选择产地加工方法').max(10, '产地加工方法太多'),
  isFreshCut: z.boolean('请选择是否趁鲜切制'),
  /** 趁鲜切制依据: list and agreement. */
  freshCutBasis: optionalText(200),
  sulfur: keyOf(sulfurAnswers, '请选择是否硫熏'),
  importApprovalNo: optionalText(40),
  customsNo: optionalText(40),
})

/** Packages of a line that are set apart, weighed by themselves. Their lot has its own number, inspection and place. */
const abnormalInput = z.strictObject({
  kind: abnormalPackage,
  packageCount: count.max(100_000, '件数太多'),
  gross: quantity,
  tare: quantityOrZero,
  net: quantity,
  /** What was seen: the exception of that lot. */
  note: text(300),
  /** A bin of the 待验区. */
  placeId: id,
})

/** One line at the door: one material of one supplier, origin, harvest and grade (I1). It is one lot, and one more for each kind of abnormal packages. */
export const receiptLineInput = z.strictObject({
  purchaseLineId: id,
  nameOnNote: text(80),
  supplierLotNo: text(40),
  upstreamTraceCode: z
    .union([z.literal(''), z.string().regex(/^[0-9A-Za-z-]{10,40}$/, '上游追溯码应为10到40位字母、数字或短横')])
    .default(''),
  grade: optionalText(40),
  /** For crude drugs; null for auxiliaries and packaging. */
  provenance: provenance.nullable(),
  /** 生产日期 and 有效期至 of auxiliaries and packaging, where they have them. */
  madeOn: day.nullable(),
  expiresOn: day.nullable(),
  /** 包装形式 (dictionary package_type). */
  packageKind: dictionaryCode,
  packageCount: count.max(100_000, '件数太多'),
  noteQuantity: quantity,
  gross: quantity,
  tare: quantityOrZero,
  net: quantity,
  /** Why net, here or of packages set apart, is not gross less tare. */
  netReason: optionalText(200),
  packageIntact: z.boolean('请选择包装是否完好'),
  labelComplete: z.boolean('请选择标签是否齐全'),
  /** 异常类型 seen at the first look (dictionary defect_type). */
  defects: z.array(dictionaryCode).max(20),
  exceptionNote: optionalText(300),
  /** 存疑说明: why dates, origin or supplier's lot are right although they look odd. */
  doubtReason: optionalText(300),
  /** A bin of the 待验区, for the packages that are not abnormal. */
  placeId: id,
  /** 异常包装, out of the packages and weights above. */
  abnormal: z.array(abnormalInput).max(4, '异常包装每类一行').default([]),
})

export const refusedLineInput = z.strictObject({
  purchaseLineId: id,
  nameOnNote: text(80),
  supplierLotNo: optionalText(40),
  packageCount: count.max(100_000, '件数太多'),
  quantity: lineQuantity,
  cause: refusalCause,
  reason: text(300),
})

const receiptLot = z.strictObject({
  lotId: id,
  lotNo: z.string(),
  unit: materialUnit,
  state: lotState,
  holds: z.int(),
  name: z.string(),
  originText: z.string(),
  harvestFrom: day.nullable(),
  harvestTo: day.nullable(),
  grade: z.string(),
  supplierLotNo: z.string(),
  packageCount: z.int(),
  packageKind: z.string(),
  noteQuantity: decimalOut,
  net: decimalOut,
  /** Why net is not gross less tare; '' where it is. */
  netReason: z.string(),
  retestOn: day.nullable(),
  exceptionNote: z.string(),
  corrections: z.array(correctedValue),
  /** Set apart at the door as this; null for sound packages. */
  abnormal: abnormalPackage.nullable(),
  /** The line of the receipt, and its whole; null in receipts of former times. */
  doorLine: z.int().nullable(),
  lineNet: decimalOut.nullable(),
  /** What the delivery note says of the whole line; kg. */
  lineNote: decimalOut.nullable(),
  linePackages: z.int().nullable(),
  doubts: z.array(lotDoubt),
  doubtReason: z.string(),
})
export type ReceiptLot = z.infer<typeof receiptLot>

const refusedLine = z.strictObject({
  id,
  name: z.string(),
  unit: materialUnit,
  nameOnNote: z.string(),
  supplierLotNo: z.string(),
  packageCount: z.int(),
  quantity: decimalOut,
  cause: refusalCause,
  reason: z.string(),
})

const receiptDetail = z.strictObject({
  id,
  receiptNo: z.string(),
  arrivedAt: instant,
  deliveryNoteNo: z.string(),
  transport: z.string(),
  remark: z.string(),
  result: z.enum(['accepted', 'partly', 'refused']),
  netTotal: decimalOut,
  doubts: z.array(receiptDoubt),
  doubtReason: z.string(),
  receivedBy: person,
  checkedBy: person,
  /** Taken back whole: when, by whom and why. */
  reversed: z.strictObject({ at: instant, by: z.string(), approvedBy: z.string(), reason: z.string() }).nullable(),
  corrections: z.array(correctedValue),
  lots: z.array(receiptLot),
  refused: z.array(refusedLine),
})
export type ReceiptDetail = z.infer<typeof receiptDetail>

const purchaseLine = z.strictObject({
  id,
  lineNo: z.int(),
  materialId: id,
  materialName: z.string(),
  unit: materialUnit,
  /** Only an order of before names a standard; every other lot is tested by all that are in force that day. */
  standardName: z.string().nullable(),
  grade: z.string(),
  agreedOrigin: z.strictObject({ province: z.string(), city: z.string(), county: z.string() }).nullable(),
  quantity: decimalOut,
  received: decimalOut,
  unitPrice: decimalOut.nullable(),
})
export type PurchaseLine = z.infer<typeof purchaseLine>

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

/** What the person at the door needs to know of an order line. */
const receivable = purchaseLine.omit({ unitPrice: true, standardName: true }).extend({
  species: z.array(z.string()),
  medicinalPart: z.string(),
  needsGrowthYears: z.boolean(),
  isToxic: z.boolean(),
  retestMonths: z.int(),
  /** What the last receipt of this supplier's material from the agreed county said, for comparison with the papers; null when there was none. */
  last: z
    .strictObject({
      receiptNo: z.string(),
      packageKind: z.string(),
      /** The bin it went into. */
      placeId: id.nullable(),
      provenance: z
        .strictObject({
          species: z.string(),
          sourceKind,
          origin: z.strictObject({ town: z.string(), village: z.string() }),
          primaryProcessing: z.array(primaryProcessing),
        })
        .nullable(),
    })
    .nullable(),
})
export type Receivable = z.infer<typeof receivable>

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
