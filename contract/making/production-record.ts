import { z } from 'zod'
import { incidentState } from '#contract/cases/incident.ts'
import { correctedValue } from '#contract/cases/corrected-value.ts'
import { exact, isDecimal } from '#contract/kernel/exact-decimal.ts'
import { keyOf } from '#contract/kernel/key-of.ts'
import { breakdownRow } from './asset.ts'
import { deviationKinds } from './mass-balance.ts'
import { lossKind, productionRow, recordPart } from './production.ts'
import { lotState } from '#contract/warehouse/lot.ts'
import { zone } from '#contract/warehouse/movement.ts'
import { shownSignature } from '#contract/office/history.ts'
import { day, decimalOut, id, instant } from '#contract/kernel/values.ts'

/** A parameter of a step as the process version sets it; a limit that is absent does not bind. */
export const processParameter = z.strictObject({
  code: z.string(),
  name: z.string(),
  unit: z.string(),
  min: z.string().nullable(),
  target: z.string().nullable(),
  max: z.string().nullable(),
  /** 关键参数; orders of before this was written down have none. */
  isCritical: z.boolean().default(false),
})
export type ProcessParameter = z.infer<typeof processParameter>

/** 工艺规程 as it was when the order was made; a later version does not touch a running order (domain §2.12). */
export const processSnapshot = z.strictObject({
  code: z.string(),
  version: z.int(),
  yieldMin: decimalOut,
  yieldMax: decimalOut,
  balanceMin: decimalOut,
  balanceMax: decimalOut,
  maxBatch: decimalOut,
  allowsBlending: z.boolean(),
  steps: z.array(
    z.strictObject({
      no: z.int(),
      name: z.string(),
      option: z.string(),
      isCritical: z.boolean(),
      /** 操作要求, 设备 and 存放时限 (h); orders of before these were written down have none. */
      instruction: z.string().default(''),
      equipment: z.string().default(''),
      holdHours: z.string().nullable().default(null),
      parameters: z.array(processParameter),
    }),
  ),
  auxiliaries: z.array(z.strictObject({ materialId: id, name: z.string(), ratio: decimalOut, tolerance: decimalOut })),
  /** 联产品, each at the step that yields it, % of the step's input; orders of before there were any have none. */
  coProducts: z
    .array(
      z.strictObject({
        productId: id,
        name: z.string(),
        cutSpec: z.string(),
        stepNo: z.int(),
        min: decimalOut,
        expected: decimalOut,
        max: decimalOut,
      }),
    )
    .default([]),
})
export type PlannedCoProduct = ProcessSnapshot['coProducts'][number]
export type ProcessSnapshot = z.infer<typeof processSnapshot>

/** Whether a recorded value keeps to its parameter's range. Where the process sets no number, words will do; where it does, only a number can. */
export function keepsRange({ min, max }: Pick<ProcessParameter, 'min' | 'max'>, value: string): boolean {
  if (min === null && max === null) return true
  if (!isDecimal(value)) return false
  return (min === null || exact(value).greaterThanOrEqualTo(min)) && (max === null || exact(value).lessThanOrEqualTo(max))
}

/** The range as the operator reads it: 3～4 mm, ≤60 ℃, or nothing. */
export function rangeText({ min, max, unit }: Pick<ProcessParameter, 'min' | 'max' | 'unit'>): string {
  const range = min !== null && max !== null ? `${min}～${max}` : min !== null ? `≥${min}` : max !== null ? `≤${max}` : ''
  return range && `${range} ${unit}`.trim()
}

/** One lot of the charge. */
export const chargedLot = z.strictObject({
  lotId: id,
  lotNo: z.string(),
  name: z.string(),
  role: z.enum(['main', 'auxiliary']),
  /** kg */
  planned: decimalOut,
  /** kg per 100 kg of the main herb, as the process asks; null for the main herb */
  ratio: decimalOut.nullable(),
  /** Why a lot other than the first due was taken. */
  reason: z.string(),
  state: lotState,
  holds: z.int(),
  retestOn: day.nullable(),
  /** Where it has to go when it leaves the workshop unused; null when it may go back to the bin it came from. */
  returnTo: z.strictObject({ zone, isToxic: z.boolean() }).nullable(),
})
export type ChargedLot = z.infer<typeof chargedLot>

/** One container on the scale, kg. */
export const weighing = z.strictObject({
  lotId: id,
  lotNo: z.string(),
  placeId: id,
  placeCode: z.string(),
  gross: decimalOut,
  tare: decimalOut,
  net: decimalOut,
})
export type Weighing = z.infer<typeof weighing>

/** 领料单, of what was planned or of more (补领). */
const materialIssue = z.strictObject({
  id,
  issueNo: z.string(),
  scaleNo: z.string(),
  scaleValidUntil: day,
  weighings: z.array(weighing),
  reason: z.string(),
  issuedByName: z.string(),
  checkedByName: z.string(),
  /** Who let more be weighed out than was planned. */
  approvedByName: z.string().nullable(),
  issuedAt: instant,
  corrections: z.array(correctedValue),
})
export type MaterialIssue = z.infer<typeof materialIssue>

/** 退料单: what went back to its lot before the batch was finished. */
const materialReturn = z.strictObject({
  id,
  returnNo: z.string(),
  scaleNo: z.string(),
  scaleValidUntil: day,
  weighings: z.array(weighing),
  reason: z.string(),
  returnedByName: z.string(),
  checkedByName: z.string(),
  returnedAt: instant,
})
export type MaterialReturn = z.infer<typeof materialReturn>

/** One container of a part on the scale, kg. */
export const partPiece = z.strictObject({ gross: decimalOut, tare: decimalOut, net: decimalOut })

/** 交料单: what of a batch came into the store before it was finished, or what stands in the place of one that was wrong. */
const productionPart = z.strictObject({
  id,
  partNo: z.string(),
  /** kg; zero where a part was taken back. */
  quantity: decimalOut,
  weighings: z.array(partPiece),
  placeCode: z.string().nullable(),
  scaleNo: z.string().nullable(),
  scaleValidUntil: day.nullable(),
  reason: z.string(),
  /** The part that this one replaces, and the one that replaces it. */
  replacesNo: z.string().nullable(),
  replacedByNo: z.string().nullable(),
  handedByName: z.string(),
  checkedByName: z.string(),
  handedAt: instant,
})
export type ProductionPart = z.infer<typeof productionPart>

/** 联产品 as a step yielded it: a lot of its own, or waste. */
const coProductRecord = z.strictObject({
  id,
  stepNo: z.int(),
  productId: id,
  name: z.string(),
  cutSpec: z.string(),
  /** kg, and % of the step's input */
  quantity: decimalOut,
  share: decimalOut,
  lotId: id.nullable(),
  lotNo: z.string().nullable(),
  lotState: lotState.nullable(),
  placeCode: z.string().nullable(),
  wasteReason: z.string(),
  recordedByName: z.string(),
  recordedAt: instant,
})
export type CoProductRecord = z.infer<typeof coProductRecord>

export const loss = z.strictObject({ kind: lossKind, quantity: decimalOut })
export const recordedParameter = processParameter.extend({ value: z.string() })

/** One step of the batch record; what belongs to its end is null while it runs. */
const stepRecord = z.strictObject({
  id,
  no: z.int(),
  name: z.string(),
  option: z.string(),
  isCritical: z.boolean(),
  room: z.string(),
  /** ℃ and %RH */
  temperature: decimalOut,
  humidity: decimalOut,
  equipment: z.array(z.string()),
  isLateEntry: z.boolean(),
  startedAt: instant,
  startedByName: z.string(),
  /** kg */
  input: decimalOut,
  endedAt: instant.nullable(),
  endedByName: z.string().nullable(),
  checkedByName: z.string().nullable(),
  output: decimalOut.nullable(),
  water: decimalOut.nullable(),
  coProducts: decimalOut,
  losses: z.array(loss),
  parameters: z.array(recordedParameter),
  /** Why the step was shorter than a duration among its parameters; null where nobody had to say. */
  timeReason: z.string().nullable(),
  remark: z.string(),
  corrections: z.array(correctedValue),
})
export type StepRecord = z.infer<typeof stepRecord>

export const deviationRecord = z.strictObject({
  id,
  kind: keyOf(deviationKinds),
  stepNo: z.int().nullable(),
  /** What was out of which range. */
  finding: z.string(),
  note: z.string(),
  /** The case, and whether quality assurance has closed it; deviations of earlier editions have none. */
  caseNo: z.string().nullable(),
  caseState: incidentState.nullable(),
  foundByName: z.string(),
  foundAt: instant,
})
export type DeviationRecord = z.infer<typeof deviationRecord>

/** 物料平衡表 of a finished batch, kg and %. */
const balanceTable = z.strictObject({
  lotId: id,
  lotState,
  holds: z.int(),
  issued: decimalOut,
  returned: decimalOut,
  charged: decimalOut,
  auxiliaries: decimalOut,
  water: decimalOut,
  output: decimalOut,
  coProducts: decimalOut,
  losses: decimalOut,
  sampled: decimalOut,
  leftover: decimalOut,
  yieldPercent: decimalOut,
  balancePercent: decimalOut,
  remark: z.string(),
  clearedUntil: day,
  finishedByName: z.string(),
  finishedAt: instant,
  expiresOn: day,
  corrections: z.array(correctedValue),
})

/** 终止结算: what became of the goods of a batch that was ended, kg. */
const productionEnding = z.strictObject({
  lotId: id.nullable(),
  charged: decimalOut,
  water: decimalOut,
  losses: decimalOut,
  remains: decimalOut,
  /** What came of it before its end, and ends with it: parts in the store, co-products. */
  handedOver: decimalOut,
  coProducts: decimalOut,
  /** Neither weighed nor recorded: what stuck, spilt or dried. */
  scattered: decimalOut,
  placeCode: z.string().nullable(),
  clearedUntil: day,
  endedByName: z.string(),
  endedAt: instant,
})

/** 暂停: how the goods were kept, and how they were found. */
const productionPause = z.strictObject({
  id,
  reason: z.string(),
  kept: z.string(),
  pausedByName: z.string(),
  pausedAt: instant,
  found: z.string().nullable(),
  resumedByName: z.string().nullable(),
  resumedAt: instant.nullable(),
})

/** 退回单步: what QA sent back, and what production answered. */
const recordReturn = z.strictObject({
  id,
  part: recordPart,
  stepNo: z.int().nullable(),
  reason: z.string(),
  sentByName: z.string(),
  sentAt: instant,
  answer: z.string().nullable(),
  answeredByName: z.string().nullable(),
  answeredAt: instant.nullable(),
  /** The corrections of this part between the two. */
  correctionNos: z.array(z.string()),
})
export type RecordReturn = z.infer<typeof recordReturn>

/** 批生产记录: everything about one order, in the order in which it happened. */
export const productionRecord = productionRow.extend({
  processingMethod: z.string(),
  standardName: z.string(),
  isToxic: z.boolean(),
  shelfLifeMonths: z.int(),
  process: processSnapshot,
  remark: z.string(),
  approvedByName: z.string().nullable(),
  approvedAt: instant.nullable(),
  blendApprovedByName: z.string().nullable(),
  /** What is worked again, on which concluded case, and who of the 质量负责人 agreed; null for any other order. */
  rework: z
    .strictObject({ lotId: id, lotNo: z.string(), reason: z.string(), caseNo: z.string(), approvedByName: z.string().nullable() })
    .nullable(),
  reviewedByName: z.string().nullable(),
  reviewedAt: instant.nullable(),
  deviationConclusion: z.string().nullable(),
  /** Machines that broke, and what the step went on with. */
  breakdowns: z.array(breakdownRow),
  pauseReason: z.string().nullable(),
  cancelReason: z.string().nullable(),
  cancelledByName: z.string().nullable(),
  lots: z.array(chargedLot),
  /** What the releases of the charged lots restrict now; the person who issues or starts a step heeds them. */
  restrictions: z.array(z.strictObject({ lotNo: z.string(), restriction: z.string() })),
  issue: materialIssue.nullable(),
  supplements: z.array(materialIssue),
  returns: z.array(materialReturn),
  parts: z.array(productionPart),
  coProducts: z.array(coProductRecord),
  steps: z.array(stepRecord),
  found: z.array(deviationRecord),
  balance: balanceTable.nullable(),
  sentBack: z.array(recordReturn),
  pauses: z.array(productionPause),
  ending: productionEnding.nullable(),
  signatures: z.array(shownSignature.extend({ of: z.string() })),
})
export type ProductionRecord = z.infer<typeof productionRecord>

/** Every container that was weighed out for an order, and every one that went back before its end. */
export const issuedPieces = ({ issue, supplements }: Pick<ProductionRecord, 'issue' | 'supplements'>): Weighing[] =>
  [...(issue === null ? [] : [issue]), ...supplements].flatMap(({ weighings }) => weighings)
export const returnedPieces = ({ returns }: Pick<ProductionRecord, 'returns'>): Weighing[] => returns.flatMap(({ weighings }) => weighings)
