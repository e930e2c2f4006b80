import { z } from 'zod'
import { endpoint } from '#contract/kernel/endpoint.ts'
import { decimalsOf, exact, isDecimal } from '#contract/kernel/exact-decimal.ts'
import { clearanceChecks, lossKind, preChecks, productionRow, productionState } from './production.ts'
import { processSnapshot, productionRecord } from './production-record.ts'
import {
  day,
  decimalOut,
  decimalText,
  id,
  instant,
  listOf,
  listQuery,
  optionalText,
  quantity,
  quantityOrZero,
  secondSignature,
  signature,
  sortBy,
  text,
} from '#contract/kernel/values.ts'

const allConfirmed = <Check extends string>(checks: Record<Check, string>) =>
  z.strictObject(
    // `fromEntries` forgets the keys; they are those of the table.
    Object.fromEntries(Object.entries<string>(checks).map(([key, label]) => [key, z.literal(true, `请确认：${label}`)])) as Record<
      Check,
      z.ZodLiteral<true>
    >,
  )

/** A reading of the room, as its column keeps it: two decimals. */
const reading = (low: number, high: number, sentence: string) =>
  decimalText.refine((value) => isDecimal(value) && decimalsOf(value) <= 2 && exact(value).gte(low) && exact(value).lte(high), sentence)
const percentRh = reading(0, 100, '相对湿度应在0到100之间，最多2位小数')
const celsius = reading(-100, 100, '温度应在-100到100℃之间，最多2位小数')

const chargeLine = z.strictObject({
  lotId: id,
  quantity,
  /** Why not the lot that is due first (FEFO). */
  reason: optionalText(200),
})

const lotsUnlike = (lines: readonly { lotId: string }[]) => new Set(lines.map((line) => line.lotId)).size === lines.length

const changed = z.strictObject({ id, orderNo: z.string(), batchNo: z.string().nullable(), state: productionState, rowVersion: z.int() })

/** When something happened: absent means now, by the server's clock; given, the record is marked as written later. */
const occurred = instant.optional()

/** The person has read what the releases of the charged lots restrict (使用限制), and the order keeps to it; asked when there is any. */
const restrictionsHeeded = z.boolean('请确认使用限制').default(false)

export const productionApi = {
  list: endpoint({
    method: 'GET',
    path: '/productions',
    right: '15',
    summary: '批生产指令列表',
    input: listQuery.extend({
      state: productionState.optional(),
      /** The product's whole name. */
      product: text(80).optional(),
      /** Finished on this day or later. */
      finishedFrom: day.optional(),
      sort: sortBy(['createdAt', 'orderNo', 'batchNo'], '-createdAt'),
    }),
    output: listOf(productionRow),
  }),
  read: endpoint({
    method: 'GET',
    path: '/productions/{id}',
    right: '15',
    summary: '一份批生产记录：指令、领料、工序、物料平衡、偏差与签名',
    input: z.strictObject({ id }),
    output: productionRecord,
    refusals: ['not_found'],
  }),
  products: endpoint({
    method: 'GET',
    path: '/production-products',
    right: '15:create',
    summary: '可生产的产品及其现行工艺规程',
    input: z.strictObject({ q: optionalText(50) }),
    output: z.array(
      z.strictObject({
        id,
        code: z.string(),
        name: z.string(),
        cutSpec: z.string(),
        materialId: id,
        materialName: z.string(),
        processingMethod: z.string(),
        process: processSnapshot,
        /** Where it was last made, of the lines that are free now. */
        last: z.strictObject({ workshop: z.string(), line: z.string() }).nullable(),
      }),
    ),
  }),
  usableLots: endpoint({
    method: 'GET',
    path: '/production-lots',
    right: '15:create',
    summary: '某物料可投料的批次，先到期者在前',
    input: z.strictObject({ materialId: id }),
    output: z.array(
      z.strictObject({ lotId: id, lotNo: z.string(), name: z.string(), available: decimalOut, bornOn: day, retestOn: day.nullable() }),
    ),
  }),
  bins: endpoint({
    method: 'GET',
    path: '/productions/{id}/bins',
    right: '15',
    summary: '指令各批次所在的货位与数量',
    input: z.strictObject({ id }),
    output: z.array(z.strictObject({ lotId: id, placeId: id, code: z.string(), name: z.string(), quantity: decimalOut })),
    refusals: ['not_found'],
  }),
  usual: endpoint({
    method: 'GET',
    path: '/productions/{id}/usual',
    right: '15',
    summary: '领料与各工序上次所用的秤、操作间、设备和损耗类型',
    input: z.strictObject({ id }),
    output: z.strictObject({
      /** The scale of the last issue, while its verification holds. */
      scale: z.strictObject({ scaleNo: z.string(), scaleValidUntil: day }).nullable(),
      steps: z.array(z.strictObject({ stepNo: z.int(), room: z.string(), equipment: z.array(z.string()), losses: z.array(lossKind) })),
    }),
    refusals: ['not_found'],
  }),
  create: endpoint({
    method: 'POST',
    path: '/productions',
    right: '15:create',
    summary: '编制批生产指令',
    input: z.strictObject({
      productId: id,
      lots: z
        .array(chargeLine)
        .min(1, '请选择主药材批次')
        .max(10, '一批最多拼10个批次')
        .refine(lotsUnlike, '同一批次只能有一行，请合并数量'),
      auxiliaries: z.array(chargeLine).max(30, '辅料最多30行').refine(lotsUnlike, '同一批次只能有一行，请合并数量').default([]),
      workshop: text(40),
      line: text(40),
      remark: optionalText(500),
    }),
    output: changed,
    refusals: [
      'not_found',
      'process_missing',
      'standard_missing',
      'lot_mismatch',
      'blend_not_allowed',
      'batch_too_large',
      'auxiliary_ratio',
      'lot_not_released',
      'lot_held',
      'ancestor_unfit',
      'lot_expired',
      'short_stock',
      'not_first_due',
    ],
  }),
  approve: endpoint({
    method: 'POST',
    path: '/productions/{id}/approve',
    right: '15:approve',
    summary: '批准批生产指令并预留批次；拼批须QA签名',
    input: z.strictObject({ id, signature, qa: secondSignature.optional() }),
    output: changed,
    refusals: [
      'not_found',
      'wrong_state',
      'author_approves',
      'blend_needs_qa',
      'lot_not_released',
      'lot_held',
      'ancestor_unfit',
      'lot_expired',
      'short_stock',
      'wrong_password',
      'signer_unknown',
      'signer_lacks_duty',
    ],
  }),
  issue: endpoint({
    method: 'POST',
    path: '/productions/{id}/issue',
    right: '15:issue',
    summary: '领料：逐件称量，发料人与复核人签名',
    input: z.strictObject({
      id,
      scaleNo: text(40),
      scaleValidUntil: day,
      /** One line for each container; the lot number is read from its label. */
      weighings: z
        .array(z.strictObject({ lotNo: text(40), placeId: id, gross: quantity, tare: quantityOrZero }))
        .min(1, '请至少称量一件')
        .max(500, '一次最多称量500件'),
      /** Why the weighed quantity or the auxiliary's ratio strays from the plan. */
      reason: optionalText(200),
      restrictionsHeeded,
      signature,
      checker: secondSignature,
    }),
    output: changed.extend({ issueNo: z.string() }),
    refusals: [
      'not_found',
      'wrong_state',
      'scale_overdue',
      'wrong_lot',
      'lot_not_weighed',
      'issue_exceeds_plan',
      'issue_needs_reason',
      'restriction_unheeded',
      'batch_too_large',
      'lot_not_released',
      'lot_held',
      'ancestor_unfit',
      'lot_expired',
      'short_stock',
      'wrong_password',
      'same_person',
      'signer_unknown',
      'signer_lacks_duty',
      'issuer_checks',
    ],
  }),
  startStep: endpoint({
    method: 'POST',
    path: '/productions/{id}/start-step',
    right: '15:execute',
    summary: '开始下一道工序；首道工序开始即投料，产生批号与生产日期',
    input: z.strictObject({
      id,
      /** The step the screen showed, so that nobody starts another one by mistake. */
      stepNo: z.int('工序号不正确').min(1, '工序号不正确').max(100, '工序号不正确'),
      preChecks: allConfirmed(preChecks),
      room: text(40),
      temperature: celsius,
      humidity: percentRh,
      equipment: z.array(text(40)).min(1, '请填写设备编号').max(20, '设备最多20台'),
      input: quantity,
      startedAt: occurred,
      restrictionsHeeded,
    }),
    output: changed,
    refusals: [
      'not_found',
      'wrong_state',
      'step_running',
      'steps_done',
      'wrong_step',
      'ancestor_unfit',
      'restriction_unheeded',
      'input_exceeds',
      'steps_out_of_order',
      'line_busy',
    ],
  }),
  finishStep: endpoint({
    method: 'POST',
    path: '/productions/{id}/finish-step',
    right: '15:execute',
    summary: '完成当前工序：产出、损耗、工艺参数；关键工序操作人与复核人均须签名',
    input: z.strictObject({
      id,
      stepNo: z.int('工序号不正确').min(1, '工序号不正确').max(100, '工序号不正确'),
      output: quantity,
      /** 吸水, kg that washing and moistening added */
      water: quantityOrZero.default('0'),
      losses: z
        .array(z.strictObject({ kind: lossKind, quantity }))
        .max(20, '损耗最多20行')
        .default([]),
      parameters: z
        .array(z.strictObject({ code: text(40), value: text(60) }))
        .max(60, '参数太多')
        .default([]),
      /** What is to be said when a parameter is out of range or something went wrong. */
      deviation: optionalText(500),
      remark: optionalText(500),
      /** Why a duration among the parameters is longer than the step was. */
      timeReason: optionalText(200),
      endedAt: occurred,
      signature: signature.optional(),
      checker: secondSignature,
    }),
    output: changed,
    refusals: [
      'not_found',
      'wrong_state',
      'no_step_running',
      'wrong_step',
      'water_exceeds',
      'mass_from_nothing',
      'deviation_required',
      'duration_unexplained',
      'steps_out_of_order',
      'signature_required',
      'wrong_password',
      'same_person',
      'signer_unknown',
      'signer_lacks_duty',
      'operator_checks',
    ],
  }),
  pause: endpoint({
    method: 'POST',
    path: '/productions/{id}/pause',
    right: '15:execute',
    summary: '暂停生产',
    input: z.strictObject({ id, reason: text(200) }),
    output: changed,
    refusals: ['not_found', 'wrong_state'],
  }),
  resume: endpoint({
    method: 'POST',
    path: '/productions/{id}/resume',
    right: '15:execute',
    summary: '继续生产',
    input: z.strictObject({ id }),
    output: changed,
    refusals: ['not_found', 'wrong_state'],
  }),
  finish: endpoint({
    method: 'POST',
    path: '/productions/{id}/finish',
    right: '15:execute',
    summary: '完成生产：物料平衡、退料、清场，产出批进入待验',
    input: z.strictObject({
      id,
      /** 合格产出, kg */
      output: quantity,
      sampled: quantityOrZero.default('0'),
      leftover: quantityOrZero.default('0'),
      returns: z
        // The bin is given where the goods may not go back to the one they came from.
        .array(z.strictObject({ lotId: id, quantity, placeId: id.optional() }))
        .max(40, '退料行太多')
        .refine(lotsUnlike, '同一批次只能有一行，请合并数量')
        .default([]),
      /** The bin of the bulk zone where the batch waits for its test. */
      placeId: id,
      clearance: allConfirmed(clearanceChecks),
      clearedUntil: day,
      /** What is to be said about a yield or balance outside the limits. */
      deviation: optionalText(500),
      remark: optionalText(500),
      signature,
    }),
    output: changed.extend({ lotId: id, yieldPercent: decimalOut, balancePercent: decimalOut, held: z.boolean() }),
    refusals: [
      'not_found',
      'wrong_state',
      'steps_open',
      'ancestor_unfit',
      'return_exceeds',
      'return_bin_required',
      'wrong_lot',
      'toxic_store',
      'output_exceeds',
      'mass_from_nothing',
      'zone_mismatch',
      'deviation_required',
      'short_stock',
      'wrong_password',
    ],
  }),
  review: endpoint({
    method: 'POST',
    path: '/productions/{id}/review',
    right: '15:qa',
    summary: 'QA审核批生产记录；有偏差的须写明处理结论',
    input: z.strictObject({
      id,
      deviationConclusion: optionalText(500),
      signature,
      /** The 质量负责人, who signs when the batch is held for a deviation: nobody lifts a hold alone. */
      approver: secondSignature.optional(),
    }),
    output: changed,
    refusals: ['not_found', 'wrong_state', 'operator_reviews', 'conclusion_required', 'approver_required', 'wrong_password'],
  }),
  cancel: endpoint({
    method: 'POST',
    path: '/productions/{id}/cancel',
    right: '15:approve',
    summary: '投料前作废指令，已领物料退回',
    input: z.strictObject({
      id,
      reason: text(200),
      /** Where a lot goes back to that may not lie any more in the bin it came from. */
      bins: z
        .array(z.strictObject({ lotId: id, placeId: id }))
        .max(40, '退料行太多')
        .default([]),
      signature,
    }),
    output: changed,
    refusals: ['not_found', 'wrong_state', 'return_bin_required', 'wrong_lot', 'zone_mismatch', 'toxic_store', 'wrong_password'],
  }),
  terminate: endpoint({
    method: 'POST',
    path: '/productions/{id}/terminate',
    right: '15:qa',
    summary: '终止投料批次已不可用的生产：QA与质量负责人签名，在产物料报废，生产线空出',
    input: z.strictObject({ id, reason: text(200), signature, approver: secondSignature }),
    output: changed,
    refusals: [
      'not_found',
      'wrong_state',
      'operator_reviews',
      'charge_sound',
      'wrong_password',
      'same_person',
      'signer_unknown',
      'signer_lacks_duty',
    ],
  }),
}
