import { z } from 'zod'
import type { Action, Actor } from '#contract/kernel/action.ts'
import { endpoint } from '#contract/kernel/endpoint.ts'
import { correctedValue } from '#contract/cases/corrected-value.ts'
import { assetKind, assetRefusals, breakdownRow } from '#contract/making/asset.ts'
import { labelText } from './label.ts'
import {
  issuableLot,
  materialIssueInput,
  materialReturnInput,
  neededMaterial,
  packMaterialEntry,
  pieceAccount,
  pieceAccountsInput,
} from './pack-material.ts'
import type { RefusalCode } from '#contract/kernel/refusals.ts'
import { repackOrder } from './repack.ts'
import { scannedText } from './scanned-code.ts'
import type { StateLook } from '#contract/kernel/state-look.ts'
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
  secondSignature,
  signature,
  sortBy,
  text,
} from '#contract/kernel/values.ts'

/** 包装指令: from the plan to the pack lot that waits for its release (domain §2.8). */
export const packagingState = z.enum(['draft', 'approved', 'in_progress', 'completed', 'cancelled'], '没有这种状态')
export type PackagingState = z.infer<typeof packagingState>

export const packagingLooks: Record<PackagingState, StateLook> = {
  draft: { label: '待批准', tone: 'neutral' },
  approved: { label: '待领标签', tone: 'active' },
  in_progress: { label: '包装中', tone: 'active' },
  completed: { label: '已完成', tone: 'good' },
  cancelled: { label: '已取消', tone: 'neutral' },
}

/** 包装物料平衡, %: below it the record needs a deviation (domain §3.5). Above 100 there would be mass from nowhere. */
export const packagingBalance = { min: '99', max: '100' } as const

/** How many labels a plan calls for without further reason: a tenth more than packs, and never fewer than ten more. */
const labelsFor = (planned: number) => planned + Math.max(10, Math.ceil(planned / 10))

/** Whether these labels, of packs or of boxes, are more than the plan calls for. */
export const areBeyondPlan = (
  { plannedPacks, packsPerBox, labelsIssued }: Pick<PackagingRow, 'plannedPacks' | 'packsPerBox' | 'labelsIssued'>,
  { packLabels, boxLabels }: { packLabels: number; boxLabels: number },
) => labelsIssued + packLabels > labelsFor(plannedPacks) || boxLabels > labelsFor(Math.ceil(plannedPacks / packsPerBox))

const packagingRow = z.strictObject({
  id,
  orderNo: z.string(),
  state: packagingState,
  bulkLotId: id,
  batchNo: z.string(),
  productName: z.string(),
  isToxic: z.boolean(),
  specName: z.string(),
  packUnit: z.string(),
  packsPerBox: z.int(),
  /** kg per pack */
  netQuantity: decimalOut,
  plannedPacks: z.int(),
  /** 换包装: the pack lot of which packs are opened. */
  repackOf: z.strictObject({ lotId: id, lotNo: z.string() }).nullable(),
  labelsIssued: z.int(),
  packs: z.int().nullable(),
  lotId: id.nullable(),
  lotNo: z.string().nullable(),
  createdBy: person,
  createdAt: instant,
  approvedBy: person.nullable(),
  rowVersion: z.int(),
})
export type PackagingRow = z.infer<typeof packagingRow>

/** The part of an order on which it depends what may be done to it. */
export type PackagingStanding = { state: PackagingState; createdBy: { id: string } }

const byAnother = (row: PackagingStanding, actor: Actor): RefusalCode | undefined =>
  row.createdBy.id === actor.id ? 'author_approves' : undefined

/** A conforming batch of which a pack or more is left that no order takes. It has no document yet. */
export type Unpacked = { state: 'waiting' }
export const unpackedLooks: Record<Unpacked['state'], StateLook> = { waiting: { label: '待包装', tone: 'waiting' } }
export const unpackedActions = {
  create: { label: '编制包装指令', duty: '18:create', from: ['waiting'], awaitedIn: ['waiting'], to: 'waiting' },
} satisfies Record<string, Action<Unpacked>>

/** The life of a packaging order, whole. */
export const packagingActions = {
  approve: {
    label: '批准',
    duty: '18:approve',
    from: ['draft'],
    awaitedIn: ['draft'],
    to: 'approved',
    signs: '批准包装指令与标签内容',
    unless: byAnother,
  },
  issueLabels: { label: '领用标签', duty: '18:execute', from: ['approved', 'in_progress'], awaitedIn: ['approved'], to: 'in_progress' },
  issueMaterials: { label: '领用包材', duty: '18:execute', from: ['approved', 'in_progress'], to: 'in_progress', stays: true },
  returnMaterials: { label: '退包材', duty: '18:execute', from: ['approved', 'in_progress'], to: 'in_progress', stays: true },
  complete: {
    label: '完成包装',
    duty: '18:execute',
    from: ['in_progress'],
    awaitedIn: ['in_progress'],
    to: 'completed',
    signs: '包装操作',
  },
  // Labels that were issued are destroyed and their codes voided.
  cancel: { label: '取消', duty: '18:approve', from: ['draft', 'approved', 'in_progress'], to: 'cancelled' },
} satisfies Record<string, Action<PackagingStanding>>

/** What the second person's signature under the packaging record says. */
export const packagingCheckMeaning = '包装复核'

/** What the one who lets more be packed than was planned signs with. */
export const beyondPlanMeaning = '批准超计划包装'

/** A run of labels as it was issued to the line. */
const labelRun = z.strictObject({
  runNo: z.string(),
  serial: z.int(),
  /** None where a box alone was labelled anew (换箱). */
  packRangeId: id.nullable(),
  packLabels: z.int(),
  boxRangeId: id.nullable(),
  boxLabels: z.int(),
  reason: z.string(),
  issuedByName: z.string(),
  /** Who let more labels go to the line than the plan calls for. */
  approvedByName: z.string().nullable(),
  issuedAt: instant,
})

/** 批包装记录 as it was signed. */
const packagingRecord = z.strictObject({
  id,
  startedAt: instant,
  finishedAt: instant,
  packs: z.int(),
  boxes: z.int(),
  charged: decimalOut,
  packed: decimalOut,
  remainder: decimalOut,
  loss: decimalOut,
  /** Of a repack: the packs that were opened, those that were not found, and why something was lost. */
  openedPacks: z.int().nullable(),
  missingPacks: z.int().nullable(),
  lossReason: z.string(),
  balance: decimalOut,
  deviation: z.string(),
  labelsIssued: z.int(),
  labelsUsed: z.int(),
  labelsSpoiled: z.int(),
  labelsDestroyed: z.int(),
  labelsSampled: z.int(),
  labelsLost: z.int(),
  codesActivated: z.int(),
  codesVoided: z.int(),
  weightChecks: z.array(decimalOut),
  firstPiece: z.string(),
  clearance: z.string(),
  remark: z.string(),
  operatorName: z.string(),
  checkedByName: z.string().nullable(),
  /** Who let more be packed than was planned. */
  beyondPlanByName: z.string().nullable(),
  corrections: z.array(correctedValue),
})

const packagingDetail = packagingRow.extend({
  packagingMaterial: z.string(),
  labelVersion: z.string(),
  remark: z.string(),
  approvedAt: instant.nullable(),
  cancelReason: z.string().nullable(),
  producedOn: day,
  expiresOn: day.nullable(),
  /** kg of what is packed in the warehouse now: of the bulk batch, of a repack of the lot that is opened */
  bulkOnHand: decimalOut,
  repack: repackOrder.nullable(),
  label: labelText.nullable(),
  runs: z.array(labelRun),
  /** Where and with what it is packed; orders of before the register name none. */
  stations: z.array(z.strictObject({ id, kind: assetKind, number: z.string(), name: z.string() })),
  breakdowns: z.array(breakdownRow),
  /** 包材 that the specification named when the order was written, the lots on the line, and each movement of their pieces. */
  materials: z.array(neededMaterial),
  pieces: z.array(pieceAccount),
  pieceEntries: z.array(packMaterialEntry),
  record: packagingRecord.nullable(),
})
export type PackagingDetail = z.infer<typeof packagingDetail>

/** A specification into which goods may be packed. */
export const packSpecChoice = z.strictObject({
  id,
  name: z.string(),
  netQuantity: decimalOut,
  packUnit: z.string(),
  packsPerBox: z.int(),
  /** The packaging materials that it names. */
  materials: z.array(z.string()),
  /** What the last order of this specification was packed with. */
  last: z.strictObject({ packagingMaterial: z.string(), labelVersion: z.string() }).nullable(),
})

/** A bulk batch that may be packed now, and into what. */
const packableBatch = z.strictObject({
  id,
  batchNo: z.string(),
  name: z.string(),
  /** kg in the warehouse and not spoken for by other packaging orders */
  available: decimalOut,
  expiresOn: day.nullable(),
  specs: z.array(packSpecChoice),
})
export type PackableBatch = z.infer<typeof packableBatch>

/** How many labels, counted by hand. */
export const labelCount = z.int('请填写整数').min(0, '不能为负').max(100_000_000, '数字太大')
const scannedLabels = z.array(scannedText).max(2000, '一次最多2000张').default([])

/** Labels of a run by their serial within it, the first being 1. */
export const labelsOfRun = z
  .strictObject({ runNo: text(40), first: count, last: count })
  .refine(({ first, last }) => last >= first, { path: ['last'], error: '末号不能小于首号' })

/** What is counted, weighed and scanned when an order is finished. */
const completionInput = z
  .strictObject({
    id,
    startedAt: instant,
    finishedAt: instant,
    packs: count,
    charged: quantity,
    remainder: quantityOrZero,
    loss: quantityOrZero,
    /** 标签 counted by hand: used, spoiled, destroyed (left over), taken as specimens, and nowhere to be found. */
    labels: z.strictObject({ used: count, spoiled: labelCount, destroyed: labelCount, sampled: labelCount, lost: labelCount.default(0) }),
    /** The spoiled and the specimen labels, each scanned; what is destroyed is the unused end of the roll. */
    spoiledCodes: scannedLabels,
    sampledCodes: scannedLabels,
    /** The lost labels, by the serials that are missing between their neighbours. */
    lostLabels: z.array(labelsOfRun).max(50, '最多50段').default([]),
    /** 换包装: the packs that were opened, each scanned or by its box; all that the order names where none is. Those that are left out were not found. */
    openedCodes: scannedLabels,
    /** 换包装: the bin that the opened packs were taken from, where their lot lies in several. */
    fromPlaceId: id.optional(),
    /** 换包装: why not all of the content is in the new packs. */
    lossReason: optionalText(200),
    /** 合箱: a box of another batch that is filled up first. */
    topUpBox: scannedText.optional(),
    /** 装量检查: packs weighed, g. */
    weightChecks: z
      .array(z.string('请填写重量').regex(/^(0|[1-9]\d{0,6})(\.\d{1,2})?$/, '请填写克数，最多2位小数'))
      .min(1, '请至少称量一袋')
      .max(100, '最多100个重量'),
    /** 首件确认 and 清场, in the words of the one who did them. */
    firstPiece: text(200),
    clearance: text(200),
    /** 包材: the account of each lot that is on the line. */
    materials: pieceAccountsInput,
    deviation: optionalText(500),
    remark: optionalText(500),
    /** The bin of the 成品待放行区 that takes the packs. */
    placeId: id,
    signature,
    checker: secondSignature,
    /** Asked for where more was packed than planned. */
    approver: secondSignature.optional(),
  })
  // Written to the minute: what takes less begins and ends in the same one.
  .refine(({ startedAt, finishedAt }) => Date.parse(finishedAt) >= Date.parse(startedAt), {
    path: ['finishedAt'],
    error: '结束时间不能早于开始时间',
  })

const changed = z.strictObject({ id, state: packagingState })

export const packagingApi = {
  list: endpoint({
    method: 'GET',
    path: '/packaging-orders',
    right: '18',
    summary: '包装指令列表',
    input: listQuery.extend({
      state: packagingState.optional(),
      /** Whether it is a repack. */
      kind: z.enum(['pack', 'repack'], '没有这种指令').optional(),
      /** Packed to the end on this day or later. */
      finishedFrom: day.optional(),
      sort: sortBy(['orderNo', 'createdAt', 'batchNo'], '-createdAt'),
    }),
    output: listOf(packagingRow),
  }),
  read: endpoint({
    method: 'GET',
    path: '/packaging-orders/{id}',
    right: '18',
    summary: '一张包装指令的全部内容：标签、领用、批包装记录',
    input: z.strictObject({ id }),
    output: packagingDetail,
    refusals: ['not_found'],
  }),
  choices: endpoint({
    method: 'GET',
    path: '/packaging-choices',
    right: '18:create',
    summary: '现在可以包装的批次、数量与包装规格：按批号、品名或拼音首字母查找，每次最多30批',
    input: choiceQuery,
    output: z.array(packableBatch),
  }),
  create: endpoint({
    method: 'POST',
    path: '/packaging-orders',
    right: '18:create',
    summary: '编制包装指令',
    input: z.strictObject({
      bulkLotId: id,
      packSpecId: id,
      plannedPacks: count,
      /** 内包材批号 in words, where the specification names no packaging material. */
      packagingMaterial: optionalText(100),
      labelVersion: text(40),
      remark: optionalText(500),
    }),
    output: z.strictObject({ id, orderNo: z.string(), state: packagingState }),
    refusals: ['not_found', 'batch_not_conforming', 'lot_held', 'lot_expired', 'ancestor_unfit', 'spec_of_other_product', 'short_stock'],
  }),
  approve: endpoint({
    method: 'POST',
    path: '/packaging-orders/{id}/approve',
    right: '18:approve',
    summary: '批准包装指令，标签内容随即固定，签名；换包装须QA会签',
    input: z.strictObject({ id, signature, quality: secondSignature.optional() }),
    output: changed,
    refusals: [
      'not_found',
      'wrong_state',
      'author_approves',
      'repack_needs_quality',
      'repack_own_work',
      'not_repackable',
      'lot_not_released',
      'short_stock',
      'signer_unknown',
      'signer_lacks_duty',
      'same_person',
      'batch_not_conforming',
      'lot_held',
      'lot_expired',
      'ancestor_unfit',
      'wrong_password',
    ],
  }),
  issueLabels: endpoint({
    method: 'POST',
    path: '/packaging-orders/{id}/labels',
    right: '18:execute',
    summary: '领用标签：每张标签一个码；第二次起须写明原因，超出计划的还须另一人批准',
    input: z.strictObject({
      id,
      packLabels: count,
      boxLabels: labelCount,
      reason: optionalText(200),
      /** Where it is packed, asked for with the first labels: the packing begins with them. */
      stations: z
        .strictObject({
          roomId: id,
          equipmentIds: z
            .array(id)
            .min(1, '请选择设备')
            .max(20, '设备最多20台')
            .refine((ids) => new Set(ids).size === ids.length, '同一台设备只能选一次'),
          scaleId: id,
        })
        .optional(),
      /** Asked for where the labels are more than the plan calls for. */
      approver: secondSignature.optional(),
    }),
    output: changed.extend({ runNo: z.string(), packRangeId: id, boxRangeId: id.nullable() }),
    refusals: [
      'not_found',
      'wrong_state',
      'labels_need_reason',
      ...assetRefusals,
      'beyond_plan',
      'batch_not_conforming',
      'not_repackable',
      'lot_not_released',
      'lot_held',
      'lot_expired',
      'ancestor_unfit',
      'wrong_password',
      'signer_unknown',
      'signer_lacks_duty',
      'same_person',
    ],
  }),
  complete: endpoint({
    method: 'POST',
    path: '/packaging-orders/{id}/complete',
    right: '18:execute',
    summary: '完成包装：标签与追溯码平衡，成品入待放行库，操作人与复核人签名；有标签遗失的，开立质量事件并冻结成品',
    input: completionInput,
    /** `caseNo`: the case about labels that are lost, `materialCaseNo`: that about packaging materials, `missingCaseNo`: that about packs that were not found to be opened; each holds the packs. */
    output: changed.extend({
      lotId: id,
      lotNo: z.string(),
      boxes: z.int(),
      balance: decimalOut,
      caseNo: z.string().nullable(),
      materialCaseNo: z.string().nullable(),
      missingCaseNo: z.string().nullable(),
    }),
    refusals: [
      'not_found',
      'wrong_state',
      'beyond_plan',
      'pack_not_in_repack',
      'charge_not_opened',
      'loss_needs_reason',
      'repack_loss_needs_deviation',
      'repack_bin_required',
      'packs_not_in_bin',
      'code_unknown',
      'stale',
      'not_repackable',
      'lot_not_released',
      'labels_unreconciled',
      'labels_not_scanned',
      'label_of_other_order',
      'no_such_serial',
      'code_twice',
      'pieces_unreconciled',
      'return_bin_required',
      'packed_more_than_charged',
      'balance_needs_deviation',
      'pack_too_light',
      'box_labels_short',
      'box_two_batches',
      'box_full',
      'pack_in_other_box',
      'box_not_open',
      'box_spec_differs',
      'box_lot_unfit',
      'packs_picked',
      'code_locked',
      'lot_held',
      'ancestor_unfit',
      'batch_not_conforming',
      'lot_expired',
      'short_stock',
      'zone_mismatch',
      'toxic_store',
      'wrong_password',
      'signer_unknown',
      'signer_lacks_duty',
      'same_person',
    ],
  }),
  cancel: endpoint({
    method: 'POST',
    path: '/packaging-orders/{id}/cancel',
    right: '18:approve',
    summary: '取消包装指令；已领用的标签销毁，码作废；包材须先退料',
    input: z.strictObject({ id, reason: text(200) }),
    output: changed,
    refusals: ['not_found', 'wrong_state', 'pieces_out'],
  }),
  issuable: endpoint({
    method: 'GET',
    path: '/packaging-orders/{id}/material-lots',
    right: '18:execute',
    summary: '一张包装指令现在可以领用的包材批次，先到期的在前',
    input: z.strictObject({ id }),
    output: z.array(issuableLot),
  }),
  issueMaterials: endpoint({
    method: 'POST',
    path: '/packaging-orders/{id}/materials',
    right: '18:execute',
    summary: '领用包材：按批选件数，领用人与仓库发料人签名',
    input: materialIssueInput,
    output: changed,
    refusals: [
      'not_found',
      'wrong_state',
      'batch_not_conforming',
      'not_repackable',
      'pack_material_of_other_order',
      'lot_not_released',
      'lot_held',
      'lot_expired',
      'ancestor_unfit',
      'short_stock',
      'wrong_password',
      'signer_unknown',
      'signer_lacks_duty',
      'same_person',
    ],
  }),
  returnMaterials: endpoint({
    method: 'POST',
    path: '/packaging-orders/{id}/materials/return',
    right: '18:execute',
    summary: '退包材：退回货位、报损、销毁或遗失，两人签名；遗失的开立质量事件',
    input: materialReturnInput,
    output: changed.extend({ caseNo: z.string().nullable() }),
    refusals: [
      'not_found',
      'wrong_state',
      'pack_material_of_other_order',
      'pieces_unreconciled',
      'return_bin_required',
      'zone_mismatch',
      'toxic_store',
      'wrong_password',
      'signer_unknown',
      'signer_lacks_duty',
      'same_person',
    ],
  }),
}
