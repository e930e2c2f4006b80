import { z } from 'zod'
import { keyOf } from '#contract/kernel/key-of.ts'
import { count, day, instant, optionalText, quantity, quantityOrZero, text } from '#contract/kernel/values.ts'
import { grams } from '#contract/laboratory/sampling.ts'
import { lossKind } from '#contract/making/production.ts'
import { labelCount, labelsOfRun } from '#contract/packing/packaging.ts'
import { scannedText } from '#contract/packing/scanned-code.ts'

/** What a correction (更正) may change of each kind of record, and what may speak against it. How it is asked for and decided: correction.ts. */

/** One line of a receipt, as weighed and declared at the door. */
export const receiptLineChanges = z
  .strictObject({
    gross: quantity,
    tare: quantityOrZero,
    net: quantity,
    packageCount: count.max(100_000, '件数太多'),
    supplierLotNo: text(40),
    arrivedAt: instant,
    harvestFrom: day,
    harvestTo: day,
    province: text(40),
    city: text(40),
    county: text(40),
    town: optionalText(60).unwrap(),
    village: text(80),
    exceptionNote: optionalText(300).unwrap(),
  })
  .partial()

/** An ended step of a batch record. */
export const stepChanges = z
  .strictObject({
    startedAt: instant,
    endedAt: instant,
    input: quantity,
    output: quantity,
    water: quantityOrZero,
    losses: z.array(z.strictObject({ kind: lossKind, quantity })).max(20, '损耗太多'),
    parameters: z.array(z.strictObject({ code: text(40), value: text(100) })).max(50, '参数太多'),
    /** 联产品 that became lots, by their numbers. */
    coProducts: z
      .array(z.strictObject({ lotNo: text(40), quantity }))
      .min(1, '请至少更正一批')
      .max(20, '联产品太多'),
  })
  .partial()

/** The 物料平衡表 of a finished batch. */
export const batchChanges = z.strictObject({ output: quantity, sampled: quantityOrZero, leftover: quantityOrZero }).partial()

/** The count of a completed packaging. Fewer packs name the labels that were never on one: these were spoiled, destroyed, sampled or lost instead. */
export const packagingChanges = z
  .strictObject({
    packs: count,
    charged: quantity,
    remainder: quantityOrZero,
    loss: quantityOrZero,
    spoiled: labelCount,
    destroyed: labelCount,
    sampled: labelCount,
    lost: labelCount,
    notPacked: z.array(labelsOfRun).min(1, '请指明未装袋的标签').max(50, '最多50段'),
  })
  .partial()

/**
 * What was weighed out for a batch, container by container as the 领料单 counts them from 1, and what came back of a lot once the batch is finished.
 */
export const issueChanges = z
  .strictObject({
    weighings: z
      .array(z.strictObject({ piece: count.max(500, '没有这一件'), gross: quantity, tare: quantityOrZero }))
      .min(1, '请至少更正一件')
      .max(500, '最多500件'),
    returns: z
      .array(z.strictObject({ lotNo: text(40), quantity: quantityOrZero }))
      .min(1, '请至少更正一批')
      .max(100, '最多100批'),
  })
  .partial()

/** The three parts of a sampling, g. */
export const samplingChanges = z.strictObject({ test: grams, recheck: grams, retention: grams }).partial()

const codesOfPacks = z.array(scannedText).min(1, '请扫描箱码或袋码').max(5000, '最多5000个码，请扫描箱码')

/** What did not go with a shipment although it was counted, and what went although it was not: by the codes of boxes and packs. */
export const shipmentChanges = z.strictObject({ stayed: codesOfPacks, went: codesOfPacks }).partial()

/** Which way a code is named: its packs stayed in the house, or went with the shipment. */
export const shipmentSide = keyOf({ stayed: '未发出', went: '实际已发' }, '请说明是未发出还是实际已发')
export type ShipmentSide = z.infer<typeof shipmentSide>

/** What may speak against a correction of a receipt, a step, a batch or a packaging. */
export const proposalRefusals = [
  'not_found',
  'goods_left',
  'correction_open',
  'nothing_corrected',
  'wrong_state',
  'input_exceeds',
  'output_exceeds',
  'mass_from_nothing',
  'water_exceeds',
  'over_delivery',
  'correction_exceeds_stock',
  'batch_unfinished_correction',
  'co_product_exceeds_charge',
  'packs_allocated',
  'packs_not_added',
  'repack_charge_kept',
  'labels_unreconciled',
  'packed_more_than_charged',
  'code_not_in_stock',
  'code_twice',
  'no_such_serial',
] as const
export const issueRefusals = [
  'not_found',
  'goods_left',
  'correction_open',
  'nothing_corrected',
  'wrong_state',
  'input_exceeds',
  'return_exceeds',
  'charge_kept',
  'mass_from_nothing',
  'correction_exceeds_stock',
  'batch_unfinished_correction',
] as const
export const samplingRefusals = [
  'not_found',
  'goods_left',
  'correction_open',
  'nothing_corrected',
  'sample_too_small',
  'sample_gone',
  'sample_too_large',
  'correction_exceeds_stock',
] as const
export const shipmentRefusals = [
  'not_found',
  'goods_signed_for',
  'correction_open',
  'nothing_corrected',
  'code_unknown',
  'code_twice',
  'code_not_shipped',
  'code_not_in_stock',
  'code_of_other_product',
  'packs_picked',
  'shipment_emptied',
  'lot_held',
  'lot_not_released',
  'lot_expired',
  'ancestor_unfit',
] as const
