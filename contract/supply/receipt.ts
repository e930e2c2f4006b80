import { z } from 'zod'
import { correctedValue } from '#contract/cases/corrected-value.ts'
import { exact, isDecimal } from '#contract/kernel/exact-decimal.ts'
import { keyOf } from '#contract/kernel/key-of.ts'
import { count, day, decimalOut, id, instant, optionalText, person, quantity, quantityOrZero, text } from '#contract/kernel/values.ts'
import { dictionaryCode } from '#contract/office/dictionary.ts'
import { lotState } from '#contract/warehouse/lot.ts'
import { materialUnit } from '#contract/warehouse/unit.ts'
import { origin, primaryProcessing, sourceKind } from './origin.ts'
import { abnormalPackage, lotDoubt, receiptDoubt, refusalCause, sulfurAnswers } from './purchase.ts'
import { lineQuantity, purchaseLine } from './purchase-line.ts'

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

/** Goods that were turned away at the door: recorded, never in stock. */
export const refusedLineInput = z.strictObject({
  purchaseLineId: id,
  nameOnNote: text(80),
  supplierLotNo: optionalText(40),
  packageCount: count.max(100_000, '件数太多'),
  quantity: lineQuantity,
  cause: refusalCause,
  reason: text(300),
})

/** A lot of a receipt as it is read, with what corrections changed. */
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

/** One arrival: who took what in, what was turned away, what was corrected or taken back. */
export const receiptDetail = z.strictObject({
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

/** What the person at the door needs to know of an order line. */
export const receivable = purchaseLine.omit({ unitPrice: true, standardName: true }).extend({
  species: z.array(z.string()),
  medicinalPart: z.string(),
  needsGrowthYears: z.boolean(),
  isToxic: z.boolean(),
  retestMonths: z.int(),
  /** What the last receipt of this supplier's material from the agreed county said, for comparison with the papers; null when there is none among the newest. */
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
