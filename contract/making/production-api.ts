import { z } from 'zod'
import { endpoint } from '#contract/kernel/endpoint.ts'
import { decimalsOf, exact, isDecimal } from '#contract/kernel/exact-decimal.ts'
import { assetRefusals } from './asset.ts'
import { allConfirmed } from './confirmed.ts'
import { clearanceChecks, lossKind, preChecks, productionRow, productionState, recordPart, returnChecks } from './production.ts'
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

/** A reading of the room, as its column keeps it: two decimals. */
const reading = (low: number, high: number, sentence: string) =>
  decimalText.refine((value) => isDecimal(value) && decimalsOf(value) <= 2 && exact(value).gte(low) && exact(value).lte(high), sentence)
export const percentRh = reading(0, 100, '相对湿度应在0到100之间，最多2位小数')
export const celsius = reading(-100, 100, '温度应在-100到100℃之间，最多2位小数')

const chargeLine = z.strictObject({
  lotId: id,
  quantity,
  /** Why not the lot that is due first (FEFO). */
  reason: optionalText(200),
})

const lotsUnlike = (lines: readonly { lotId: string }[]) => new Set(lines.map((line) => line.lotId)).size === lines.length

/** One line for each container; the lot number is read from its label. */
const containers = z
  .array(z.strictObject({ lotNo: text(40), placeId: id, gross: quantity, tare: quantityOrZero }))
  .min(1, '请至少称量一件')
  .max(500, '一次最多称量500件')

/** What goes back unused, kg. The bin is given where the goods may not go back to the one they came from. */
const returns = z
  .array(z.strictObject({ lotId: id, quantity, placeId: id.optional() }))
  .max(40, '退料行太多')
  .refine(lotsUnlike, '同一批次只能有一行，请合并数量')
  .default([])

/** What a part of a batch lay in on the scale. */
const partContainers = z.array(z.strictObject({ gross: quantity, tare: quantityOrZero })).max(500, '一次最多称量500件')

/** 偏差 that was opened instead: the step is not taken until quality assurance has closed the case. Null where it was taken. */
const caseNo = z.string().nullable()

/** An order after a step. */
export const changedProduction = z.strictObject({
  id,
  orderNo: z.string(),
  batchNo: z.string().nullable(),
  state: productionState,
  rowVersion: z.int(),
})

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
        last: z.strictObject({ lineId: id, number: z.string(), place: z.string() }).nullable(),
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
      /** The scale of the last issue, while it may be used. */
      scaleId: id.nullable(),
      steps: z.array(z.strictObject({ stepNo: z.int(), roomId: id.nullable(), equipmentIds: z.array(id), losses: z.array(lossKind) })),
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
      lineId: id,
      remark: optionalText(500),
    }),
    output: changedProduction,
    refusals: [
      'not_found',
      'asset_unknown',
      'asset_out_of_service',
      'asset_not_dedicated',
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
    summary: '批准批生产指令并预留批次；拼批须QA签名，返工须质量负责人签名',
    input: z.strictObject({ id, signature, qa: secondSignature.optional(), qualityHead: secondSignature.optional() }),
    output: changedProduction,
    refusals: [
      'not_found',
      'wrong_state',
      'author_approves',
      'blend_needs_qa',
      'licence_out_of_scope',
      'rework_needs_quality_head',
      'rework_own_work',
      'not_reworkable',
      'rework_case_missing',
      'case_open',
      'same_person',
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
      scaleId: id,
      weighings: containers,
      /** Why the weighed quantity or the auxiliary's ratio strays from the plan. */
      reason: optionalText(200),
      restrictionsHeeded,
      signature,
      checker: secondSignature,
    }),
    output: changedProduction.extend({ issueNo: z.string() }),
    refusals: [
      'not_authorised',
      'not_found',
      'wrong_state',
      ...assetRefusals,
      'wrong_lot',
      'lot_not_weighed',
      'issue_exceeds_plan',
      'issue_needs_reason',
      'not_reworkable',
      'rework_case_missing',
      'case_open',
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
  supplement: endpoint({
    method: 'POST',
    path: '/productions/{id}/supplement',
    right: '15:issue',
    summary: '补领：写明原因，逐件称量，发料人、复核人与批准人三人签名',
    input: z.strictObject({
      id,
      scaleId: id,
      weighings: containers,
      reason: text(200),
      restrictionsHeeded,
      signature,
      checker: secondSignature,
      approver: secondSignature,
    }),
    output: changedProduction.extend({ issueNo: z.string() }),
    refusals: [
      'not_authorised',
      'not_found',
      'wrong_state',
      'main_fed',
      'steps_done',
      'part_handed_over',
      'not_reworkable',
      'rework_case_missing',
      'case_open',
      ...assetRefusals,
      'wrong_lot',
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
  giveBack: endpoint({
    method: 'POST',
    path: '/productions/{id}/give-back',
    right: '15:execute',
    summary: '退料：未用的物料逐件称量退回原批，退料人与收料人签名',
    input: z.strictObject({
      id,
      scaleId: id,
      /** One line for each container; the bin is given where the goods may not go back to the one they came from. */
      weighings: z
        .array(z.strictObject({ lotNo: text(40), placeId: id.optional(), gross: quantity, tare: quantityOrZero }))
        .min(1, '请至少称量一件')
        .max(500, '一次最多称量500件'),
      reason: text(200),
      /** The goods were not opened to others, and each container bears the label of its lot. */
      checks: allConfirmed(returnChecks),
      signature,
      checker: secondSignature,
    }),
    output: changedProduction.extend({ returnNo: z.string() }),
    refusals: [
      'not_found',
      'wrong_state',
      'part_handed_over',
      ...assetRefusals,
      'wrong_lot',
      'return_exceeds',
      'return_bin_required',
      'zone_mismatch',
      'toxic_store',
      'wrong_password',
      'same_person',
      'signer_unknown',
      'signer_lacks_duty',
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
      roomId: id,
      temperature: celsius,
      humidity: percentRh,
      equipmentIds: z
        .array(id)
        .min(1, '请选择设备')
        .max(20, '设备最多20台')
        .refine((ids) => new Set(ids).size === ids.length, '同一台设备只能选一次'),
      input: quantity,
      startedAt: occurred,
      restrictionsHeeded,
      /** What is to be said when the goods lay longer since the step before than its 存放时限 allows. */
      deviation: optionalText(500),
    }),
    output: changedProduction.extend({ caseNo }),
    refusals: [
      'lot_expired',
      'not_found',
      'wrong_state',
      'case_open',
      'step_running',
      'steps_done',
      'wrong_step',
      'ancestor_unfit',
      'restriction_unheeded',
      'input_exceeds',
      'deviation_required',
      'steps_out_of_order',
      'line_busy',
      ...assetRefusals,
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
      /** Each 联产品 that the process names at this step: how much, and into which bin, or why it was thrown away. */
      coProducts: z
        .array(z.strictObject({ productId: id, quantity: quantityOrZero, placeId: id.optional(), wasteReason: optionalText(200) }))
        .max(10, '联产品最多10种')
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
    output: changedProduction.extend({ caseNo }),
    refusals: [
      'not_found',
      'wrong_state',
      'case_open',
      'no_step_running',
      'wrong_step',
      'water_exceeds',
      'mass_from_nothing',
      'less_than_handed_over',
      'co_product_exceeds_charge',
      'ancestor_unfit',
      'zone_mismatch',
      'toxic_store',
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
  handOver: endpoint({
    method: 'POST',
    path: '/productions/{id}/hand-over',
    right: '15:execute',
    summary: '分次交料：末道工序开始后，已完成的部分逐件称量入库，交料人与收料人签名；各次同属一批，全部交完并完成生产后请验',
    input: z.strictObject({
      id,
      scaleId: id,
      weighings: partContainers.min(1, '请至少称量一件'),
      placeId: id,
      signature,
      checker: secondSignature,
    }),
    output: changedProduction.extend({ partNo: z.string(), lotId: id, handedOver: decimalOut }),
    refusals: [
      'not_found',
      'wrong_state',
      'case_open',
      'part_too_early',
      'part_exceeds',
      'ancestor_unfit',
      ...assetRefusals,
      'zone_mismatch',
      'toxic_store',
      'wrong_password',
      'same_person',
      'signer_unknown',
      'signer_lacks_duty',
    ],
  }),
  replacePart: endpoint({
    method: 'POST',
    path: '/productions/{id}/replace-part',
    right: '15:execute',
    summary: '更正交料：原交料单冲回，按重新称量的数量入库；不填称量即撤回这一次',
    input: z.strictObject({
      id,
      partId: id,
      scaleId: id.optional(),
      /** None where the part was written by mistake and nothing stands in its place. */
      weighings: partContainers.default([]),
      placeId: id.optional(),
      reason: text(200),
      signature,
      checker: secondSignature,
    }),
    output: changedProduction.extend({ partNo: z.string(), handedOver: decimalOut }),
    refusals: [
      'not_found',
      'wrong_state',
      'case_open',
      'no_part',
      'only_part',
      'part_replaced',
      'part_exceeds',
      'short_stock',
      ...assetRefusals,
      'zone_mismatch',
      'toxic_store',
      'wrong_password',
      'same_person',
      'signer_unknown',
      'signer_lacks_duty',
    ],
  }),
  pause: endpoint({
    method: 'POST',
    path: '/productions/{id}/pause',
    right: '15:execute',
    summary: '暂停生产，写明在产物料的存放状态；存放时限照算',
    input: z.strictObject({
      id,
      reason: text(200),
      /** How the goods are kept meanwhile: where, in what, covered, labelled. */
      kept: text(200),
    }),
    output: changedProduction,
    refusals: ['not_found', 'wrong_state'],
  }),
  resume: endpoint({
    method: 'POST',
    path: '/productions/{id}/resume',
    right: '15:execute',
    summary: '检查在产物料后继续生产',
    input: z.strictObject({
      id,
      /** How the goods were found. */
      found: text(200),
    }),
    output: changedProduction,
    refusals: ['not_found', 'wrong_state'],
  }),
  finish: endpoint({
    method: 'POST',
    path: '/productions/{id}/finish',
    right: '15:execute',
    summary: '完成生产：物料平衡、退料、清场，产出批进入待验；分次交料的，产出为各次之和',
    input: z.strictObject({
      id,
      /** 合格产出, kg; not given of a batch that was handed over in parts: it is what they come to. */
      output: quantity.optional(),
      sampled: quantityOrZero.default('0'),
      leftover: quantityOrZero.default('0'),
      returns,
      /** The bin of the bulk zone where the batch waits for its test; not given where it lies there in parts. */
      placeId: id.optional(),
      clearance: allConfirmed(clearanceChecks),
      clearedUntil: day,
      /** What is to be said about a yield or balance outside the limits. */
      deviation: optionalText(500),
      remark: optionalText(500),
      signature,
    }),
    /** The batch; null where a case was opened instead. */
    output: changedProduction.extend({
      caseNo,
      lotId: id.nullable(),
      yieldPercent: decimalOut,
      balancePercent: decimalOut,
      held: z.boolean(),
    }),
    refusals: [
      'not_found',
      'wrong_state',
      'case_open',
      'steps_open',
      'ancestor_unfit',
      'return_exceeds',
      'return_bin_required',
      'wrong_lot',
      'toxic_store',
      'output_exceeds',
      'output_in_parts',
      'part_handed_over',
      'mass_from_nothing',
      'zone_mismatch',
      'deviation_required',
      'short_stock',
      'wrong_password',
    ],
  }),
  sendBack: endpoint({
    method: 'POST',
    path: '/productions/{id}/send-back',
    right: '15:qa',
    summary: '退回单步：QA把批生产记录的某些部分退回生产，写明问题',
    input: z.strictObject({
      id,
      parts: z
        .array(
          z
            .strictObject({
              part: recordPart,
              stepNo: z.int('工序号不正确').min(1, '工序号不正确').max(100, '工序号不正确').optional(),
              reason: text(300),
            })
            .refine(({ part, stepNo }) => (part === 'step') === (stepNo !== undefined), { path: ['stepNo'], error: '请选择工序' }),
        )
        .min(1, '请选择要退回的部分')
        .max(40, '退回的部分太多')
        .refine((parts) => new Set(parts.map(({ part, stepNo }) => `${part} ${stepNo}`)).size === parts.length, '同一部分只能退回一次'),
    }),
    output: changedProduction,
    refusals: ['not_found', 'wrong_state', 'operator_reviews', 'wrong_step'],
  }),
  answer: endpoint({
    method: 'POST',
    path: '/productions/{id}/answer',
    right: '15:execute',
    summary: '答复退回的部分：写明核对结果；数值的更正另走更正单；全部答复后回到待审核',
    input: z.strictObject({
      id,
      answers: z
        .array(z.strictObject({ id, answer: text(500) }))
        .min(1, '请至少答复一项')
        .max(40, '答复太多')
        .refine((answers) => new Set(answers.map((one) => one.id)).size === answers.length, '同一项只能答复一次'),
    }),
    output: changedProduction,
    refusals: ['not_found', 'wrong_state', 'sender_answers'],
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
    output: changedProduction,
    refusals: [
      'not_found',
      'wrong_state',
      'case_open',
      'operator_reviews',
      'conclusion_required',
      'approver_required',
      'hold_own_work',
      'wrong_password',
    ],
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
    output: changedProduction,
    refusals: ['not_found', 'wrong_state', 'return_bin_required', 'wrong_lot', 'zone_mismatch', 'toxic_store', 'wrong_password'],
  }),
  terminate: endpoint({
    method: 'POST',
    path: '/productions/{id}/terminate',
    right: '15:qa',
    summary: '终止生产：在产物料称量后入不合格区，未投的物料退回；清场后生产线空出；QA与质量负责人签名',
    input: z.strictObject({
      id,
      reason: text(200),
      /** What is left of the goods, kg: a lot that may never be used, in the 不合格区. */
      remains: quantityOrZero,
      /** 吸水 of the step that was under way, kg */
      water: quantityOrZero.default('0'),
      placeId: id.optional(),
      returns,
      clearance: allConfirmed(clearanceChecks),
      clearedUntil: day,
      signature,
      approver: secondSignature,
    }),
    output: changedProduction.extend({ lotId: id.nullable() }),
    refusals: [
      'not_found',
      'wrong_state',
      'operator_reviews',
      'wrong_lot',
      'return_exceeds',
      'part_handed_over',
      'return_bin_required',
      'zone_mismatch',
      'toxic_store',
      'water_exceeds',
      'mass_from_nothing',
      'wrong_password',
      'same_person',
      'signer_unknown',
      'signer_lacks_duty',
    ],
  }),
}
