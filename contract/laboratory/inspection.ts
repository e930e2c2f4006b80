import { z } from 'zod'
import { correctedValue } from '#contract/cases/corrected-value.ts'
import type { Action } from '#contract/kernel/action.ts'
import type { Duty } from '#contract/kernel/duties.ts'
import { keyOf } from '#contract/kernel/key-of.ts'
import { calculatedBy, formulaName, formulas, isMoisture, readingsOfParallels } from './formula.ts'
import { standardAuthority } from './authority.ts'
import type { TestItem } from './judge.ts'
import { usedCommission, usedEnvironment, usedMeans } from './means.ts'
import { lotState, type lotKind } from '#contract/warehouse/lot.ts'
import type { StateLook } from '#contract/kernel/state-look.ts'
import { count, day, decimalOut, id, instant } from '#contract/kernel/values.ts'

/** Which of the two inspections: of a bought raw lot (page 12), or of a bulk batch the factory made (pages 16 and 17). */
export const inspectionSide = z.enum(['raw', 'bulk'])
export type InspectionSide = z.infer<typeof inspectionSide>

export const inspectionState = z.enum(
  ['requested', 'accepted', 'sampled', 'submitted', 'reviewed', 'approved', 'returned', 'cancelled'],
  '没有这种状态',
)
export type InspectionState = z.infer<typeof inspectionState>

/** What a state of the 请验单 is called, and its colour. */
export const inspectionStates: Record<InspectionState, StateLook> = {
  requested: { label: '待受理', tone: 'active' },
  accepted: { label: '待取样', tone: 'active' },
  sampled: { label: '检验中', tone: 'waiting' },
  submitted: { label: '待复核', tone: 'warning' },
  reviewed: { label: '待批准', tone: 'warning' },
  approved: { label: '已完成', tone: 'neutral' },
  returned: { label: '已退回', tone: 'neutral' },
  cancelled: { label: '已取消', tone: 'neutral' },
}

/** What page 17 lists of a batch's inspection: everything from the sample on. */
export const laboratoryStates = inspectionState.extract(['sampled', 'submitted', 'reviewed', 'approved']).options

/** 请验类别 (dictionary request_type): the system decides it from the lot, but for an investigation and the tests of a return and of stability, which quality assurance asks for. */
export const requestKinds = {
  initial: '初检',
  periodic: '到期复验',
  supplementary: '补充检验',
  investigation: '调查检验',
  return: '退货检验',
  stability: '稳定性考察',
} as const
export const requestKind = keyOf(requestKinds)

/** Why a lot is not looked into by a test of its own; undefined when it may be. What was not decided about is simply tested. */
export function whyNotInvestigated({
  kind,
  state,
}: {
  kind: z.infer<typeof lotKind>
  state: z.infer<typeof lotState>
}): string | undefined {
  if (kind === 'pack') return '包装批不单独检验，请对它的生产批调查取样'
  if (kind === 'auxiliary') return '辅料与包材不作调查检验'
  return state === 'released' || state === 'conforming' ? undefined : '只有已放行或检验合格的批次作调查检验；尚未判定的批次请按请验办理'
}

/** The kinds whose report decides about a part of a lot, or about nothing: the lot is what it was before. */
export const besideTheLot: readonly z.infer<typeof requestKind>[] = ['investigation', 'return', 'stability']

/** The time points of a stability test, in months from the day of birth of the lot. */
export const stabilityMonths = [0, 3, 6, 9, 12, 18, 24, 36] as const

/** 紧急程度. */
export const priorities = { normal: '正常', urgent: '紧急' } as const
export const priority = z.enum(['normal', 'urgent'], '请选择紧急程度')

/** 样品类型. */
export const sampleKinds = { test: '检验样', recheck: '复核样', retention: '留样' } as const
export const sampleKind = z.enum(['test', 'recheck', 'retention'])

export const sampleState = z.enum(
  ['collected', 'received', 'in_test', 'tested', 'retained', 'insufficient', 'lost', 'returned', 'scrapped', 'disposed'],
  '没有这种状态',
)
export type SampleState = z.infer<typeof sampleState>
/** What a state of a sample is called; `contract/laboratory/sample.ts` has its life. */
export const sampleStates: Record<SampleState, StateLook> = {
  collected: { label: '待接收', tone: 'active' },
  received: { label: '已接收', tone: 'neutral' },
  in_test: { label: '检验中', tone: 'waiting' },
  tested: { label: '已检验', tone: 'neutral' },
  retained: { label: '留样中', tone: 'neutral' },
  insufficient: { label: '样品不足', tone: 'warning' },
  lost: { label: '已丢失', tone: 'bad' },
  returned: { label: '已退回批次', tone: 'neutral' },
  scrapped: { label: '已报废', tone: 'neutral' },
  disposed: { label: '已处置', tone: 'neutral' },
}

/** 结果来源: found here, quoted from another report of the factory, or commissioned from another laboratory. */
export const resultSources = { measured: '本厂检验', quoted: '引用', outsourced: '委托' } as const
export const resultSource = z.enum(['measured', 'quoted', 'outsourced'], '请选择结果来源')

/** 单项结论 (dictionary item_conclusion). */
export const verdictLooks = {
  PASS: { label: '符合规定', tone: 'good' },
  FAIL: { label: '不符合规定', tone: 'bad' },
  INCONCLUSIVE: { label: '尚无结论', tone: 'waiting' },
} as const satisfies Record<string, StateLook>
export const verdict = z.enum(['PASS', 'FAIL', 'INCONCLUSIVE'])
/** 检验结论 of a submitted record, in which every item has its conclusion. */
export const recordVerdict = verdict.exclude(['INCONCLUSIVE'])

/** 取样方法. */
export const samplingMethods = ['采样器', '手取', '剪取'] as const

/** One inspection as the lists show it, with the persons on whom the next step depends. */
export const inspectionRow = z.strictObject({
  id,
  requestNo: z.string(),
  side: inspectionSide,
  requestKind,
  /** The time point of a stability test; null of any other. */
  stabilityMonth: z.int().nullable(),
  state: inspectionState,
  priority,
  lotId: id,
  lotNo: z.string(),
  lotName: z.string(),
  lotState,
  holds: z.int(),
  isToxic: z.boolean(),
  lotQuantity: decimalOut,
  packageCount: z.int(),
  standardName: z.string(),
  requestedBy: id,
  requestedByName: z.string(),
  /** Who bought the lot, and who received it and checked the receipt; of a batch the factory made nobody. */
  buyerId: id.nullable(),
  receiverIds: z.array(id),
  requestedAt: instant,
  /** Everybody who wrote a result of the submitted record; empty before. */
  analystIds: z.array(id),
  reviewedBy: id.nullable(),
  /** The verdict of the submitted record; null before it is submitted. */
  verdict: recordVerdict.nullable(),
  reportId: id.nullable(),
  reportNo: z.string().nullable(),
  /** Whether a value of it is looked into. */
  isDoubted: z.boolean(),
  rowVersion: z.int(),
})
export type InspectionRow = z.infer<typeof inspectionRow>

/** The part of an inspection on which it depends what may be done to it. */
export type InspectionStanding = Pick<InspectionRow, 'state' | 'requestedBy' | 'analystIds' | 'reviewedBy' | 'buyerId' | 'receiverIds'>

type InspectionDuties = Record<'request' | 'accept' | 'sample' | 'test' | 'review' | 'approve', Duty>

/** The life of an inspection, whole (domain §2.2): the same for both sides, under different duties. */
const actionsUnder = (duty: InspectionDuties) =>
  ({
    accept: {
      label: '受理',
      duty: duty.accept,
      from: ['requested'],
      awaitedIn: ['requested'],
      to: 'accepted',
      unless: (row, actor) => (row.requestedBy === actor.id ? 'requester_accepts' : undefined),
    },
    return: {
      label: '退回请验',
      duty: duty.accept,
      from: ['requested'],
      to: 'returned',
      unless: (row, actor) => (row.requestedBy === actor.id ? 'requester_accepts' : undefined),
    },
    sample: {
      label: '取样',
      duty: duty.sample,
      from: ['accepted'],
      awaitedIn: ['accepted'],
      to: 'sampled',
      signs: '取样操作',
      unless: (row, actor) => (row.requestedBy === actor.id ? 'requester_samples' : inspectorIsOther(row, actor)),
    },
    cancel: { label: '取消请验', duty: duty.request, from: ['requested', 'accepted'], to: 'cancelled' },
    sampleAgain: {
      label: '重新取样',
      duty: duty.sample,
      from: ['sampled'],
      to: 'sampled',
      signs: '取样操作',
      unless: (row, actor) => (row.requestedBy === actor.id ? 'requester_samples' : inspectorIsOther(row, actor)),
    },
    giveUp: { label: '终止检验', duty: duty.approve, from: ['sampled'], to: 'cancelled', signs: '终止检验' },
    record: { label: '检验', duty: duty.test, from: ['sampled'], to: 'sampled', unless: inspectorIsOther },
    submit: {
      label: '提交结果',
      duty: duty.test,
      from: ['sampled'],
      awaitedIn: ['sampled'],
      to: 'submitted',
      signs: '检验结果属实',
      unless: inspectorIsOther,
    },
    review: {
      label: '复核',
      duty: duty.review,
      from: ['submitted'],
      awaitedIn: ['submitted'],
      to: 'reviewed',
      signs: '复核',
      unless: (row, actor) => (row.analystIds.includes(actor.id) ? 'analyst_reviews' : undefined),
    },
    sendBack: {
      label: '退回检验',
      duty: duty.review,
      from: ['submitted'],
      to: 'sampled',
      unless: (row, actor) => (row.analystIds.includes(actor.id) ? 'analyst_reviews' : undefined),
    },
    refuse: { label: '退回检验', duty: duty.approve, from: ['reviewed'], to: 'sampled', unless: approverIsOther },
    approve: {
      label: '批准',
      duty: duty.approve,
      from: ['reviewed'],
      awaitedIn: ['reviewed'],
      to: 'approved',
      signs: '批准',
      unless: approverIsOther,
    },
    /** The report has a slip in its heading; what was found stays as it is. */
    reissue: { label: '换发报告', duty: duty.approve, from: ['approved'], to: 'approved', signs: '换发批准', unless: approverIsOther },
  }) satisfies Record<string, Action<InspectionStanding>>

function inspectorIsOther(row: InspectionStanding, actor: { id: string }) {
  if (row.buyerId === actor.id) return 'buyer_inspects'
  return row.receiverIds.includes(actor.id) ? 'receiver_inspects' : undefined
}

function approverIsOther(row: InspectionStanding, actor: { id: string }) {
  return row.analystIds.includes(actor.id) || row.reviewedBy === actor.id ? 'analyst_approves' : undefined
}

export const inspectionActions = {
  raw: actionsUnder({
    request: '12:request',
    accept: '12:accept',
    sample: '12:sample',
    test: '12:test',
    review: '12:review',
    approve: '12:approve',
  }),
  bulk: actionsUnder({
    request: '16:request',
    accept: '16:accept',
    sample: '16:sample',
    test: '17:test',
    review: '17:review',
    approve: '17:approve',
  }),
} satisfies Record<InspectionSide, Record<string, Action<InspectionStanding>>>

/** A lot whose inspection may be requested now. There is no document yet: the request makes it. */
export type Requestable = { state: 'waiting' }
export const requestableLooks: Record<Requestable['state'], StateLook> = { waiting: { label: '待请验', tone: 'waiting' } }
const requestUnder = (duty: Duty) =>
  ({ request: { label: '请验', duty, from: ['waiting'], awaitedIn: ['waiting'], to: 'waiting' } }) satisfies Record<
    string,
    Action<Requestable>
  >
export const requestActions = { raw: requestUnder('12:request'), bulk: requestUnder('16:request') }

const itemOp = z.enum(['le', 'ge', 'range', 'eq', 'absent', 'qualitative'])

/** The line of another standard that asks for the same item: the value is judged by it as well. */
const otherLine = z.strictObject({
  standardVersionId: id,
  standardName: z.string(),
  authority: standardAuthority,
  decides: z.boolean(),
  specText: z.string(),
  op: itemOp,
  limit: z.string(),
  internal: z.string().nullable(),
  unit: z.string(),
})

/** One line of the frozen standards: what is tested, and by which limits it is judged. */
export const testedItem = z.strictObject({
  id,
  line: z.int(),
  standardVersionId: id,
  standardName: z.string(),
  authority: standardAuthority,
  /** Whether failing it is not to conform: the law's standards decide, or where there is none the firm's own. */
  decides: z.boolean(),
  others: z.array(otherLine),
  group: z.string(),
  name: z.string(),
  specText: z.string(),
  op: itemOp,
  limit: z.string(),
  internal: z.string().nullable(),
  unit: z.string(),
  method: z.string(),
  parallels: z.int(),
  isMandatory: z.boolean(),
  quotedAllowed: z.boolean(),
  outsourcedAllowed: z.boolean(),
  formula: formulaName,
  dryBasis: z.boolean(),
  deviationLimit: z.string().nullable(),
  plausibleLow: z.string().nullable(),
  plausibleHigh: z.string().nullable(),
  words: z.array(z.string()),
})
export type TestedItem = z.infer<typeof testedItem>

/** How far parallels may lie apart, in percent of their mean, where the standard names no limit of its own [D]: beyond it something is wrong with the test. */
export const usualDeviationLimit = '10'

/** The item as the judge wants it. A quoted or commissioned result is one value: the parallels stay with the laboratory that measured. */
export const judgedBy = (item: TestedItem, source: z.infer<typeof resultSource>): TestItem => ({
  op: item.op,
  limit: item.limit,
  internal: item.internal === null ? null : { op: item.op, limit: item.internal },
  mandatory: item.isMandatory,
  parallels: source === 'measured' ? item.parallels : 1,
  deviationLimit: source === 'measured' ? (item.deviationLimit ?? usualDeviationLimit) : null,
  authority: item.authority,
  decides: item.decides,
  others: item.others.map(({ op, limit, internal, authority, decides }) => ({
    ...{ op, limit, authority, decides },
    internal: internal === null ? null : { op, limit: internal },
  })),
})

/** The formula that an item is calculated by when it is measured here; null where the reading is the result, or where it comes from elsewhere. */
export const formulaOf = (item: Pick<TestedItem, 'formula'>, source: z.infer<typeof resultSource>) =>
  source === 'measured' ? formulas[item.formula] : null

/** Every limit that a value of an item is judged by: it is calculated with the decimals of the finest. */
export const limitsOf = (item: Pick<TestedItem, 'limit' | 'others'>) => [item.limit, ...item.others.map(({ limit }) => limit)].join('，')

/**
 * Why a value was written: first of all, after an invalid one, as a retest that quality assurance approved, in the place of a slip of typing, or calculated
 * again from the same readings because the moisture that it was counted with no longer counts.
 */
export const resultParts = { first: '首次', repeat: '重做', retest: '复检', correction: '更正录入', recalculated: '重算' } as const
export const resultPart = z.enum(['first', 'repeat', 'retest', 'correction', 'recalculated'])

/** A value that was written down for an item. None is ever replaced; which of them counts, their cases say. */
export const testResult = z.strictObject({
  id,
  itemId: id,
  revision: z.int(),
  source: resultSource,
  individual: z.array(z.string()),
  words: z.string(),
  referenceNo: z.string(),
  laboratory: z.string(),
  /** What was typed before the enterprise kept a register of its instruments. */
  instrument: z.string(),
  means: z.array(usedMeans),
  environment: usedEnvironment.nullable(),
  commission: usedCommission.nullable(),
  verdict,
  reason: z.string(),
  mean: z.string().nullable(),
  deviation: z.string().nullable(),
  outOfTrend: z.boolean(),
  nearLimit: z.boolean(),
  correction: z.string(),
  part: resultPart,
  caseId: id.nullable(),
  /** The readings of each parallel, with the formula that made the values of them; null where the values were read as they are. */
  raw: readingsOfParallels.nullable(),
  formula: calculatedBy.nullable(),
  formulaVersion: z.int().nullable(),
  /** The moisture that was taken off, and the result it is. */
  moistureResultId: id.nullable(),
  moisture: z.string().nullable(),
  enteredBy: id,
  enteredByName: z.string(),
  enteredAt: instant,
})
export type TestResult = z.infer<typeof testResult>

/** The result as the report prints it: the rounded mean with its unit, or the words. */
export const printedResult = (item: Pick<TestedItem, 'unit'>, result: Pick<TestResult, 'mean' | 'individual' | 'words'>) =>
  result.mean !== null ? `${result.mean}${item.unit}` : result.words !== '' ? result.words : result.individual.join('，')

/** 取样单 with its samples. */
const sampling = z.strictObject({
  id,
  samplingNo: z.string(),
  packageNumbers: z.array(z.int()),
  samplingPoint: z.string(),
  method: z.string(),
  place: z.string(),
  temperature: z.string(),
  humidity: z.string(),
  /** g */
  testNeed: decimalOut,
  total: decimalOut,
  fieldNote: z.string(),
  sampledByName: z.string(),
  witnessedByName: z.string().nullable(),
  sampledAt: instant,
  samples: z.array(
    z.strictObject({
      id,
      sampleNo: z.string(),
      kind: sampleKind,
      state: sampleState,
      quantity: decimalOut,
      container: z.string().nullable(),
      shelf: z.string().nullable(),
      corrections: z.array(correctedValue),
    }),
  ),
  corrections: z.array(correctedValue),
})

/** A sampling that was done again, since a part of it was lost or too little. */
const replacedSampling = z.strictObject({
  id,
  samplingNo: z.string(),
  sampledByName: z.string(),
  sampledAt: instant,
  samples: z.array(z.strictObject({ id, sampleNo: z.string(), kind: sampleKind, state: sampleState })),
  replaceReason: z.string(),
})

/** One submission of the record: who signed it, who reviewed it, or why it went back. */
export const testRecord = z.strictObject({
  id,
  revision: z.int(),
  state: z.enum(['submitted', 'reviewed', 'returned']),
  verdict: recordVerdict,
  submittedByName: z.string(),
  submittedAt: instant,
  reviewedByName: z.string().nullable(),
  reviewedAt: instant.nullable(),
  returnedByName: z.string().nullable(),
  returnedAt: instant.nullable(),
  returnReason: z.string().nullable(),
})

/** A result under investigation, as the inspection shows it (domain §2.11); `contract/cases/oos.ts` has its life. */
export const oosCase = z.strictObject({
  id,
  kind: z.enum(['oos', 'oot', 'slip']),
  itemId: id,
  itemName: z.string(),
  /** The value that opened it. */
  resultId: id,
  state: z.enum(['open', 'checked', 'invalidated', 'retesting', 'retested', 'corrected', 'repeated', 'accepted', 'confirmed']),
  openedAt: instant,
  conclusion: z.string().nullable(),
  concludedByName: z.string().nullable(),
  concludedAt: instant.nullable(),
})
type OosCase = z.infer<typeof oosCase>

/**
 * The result that counts for each item: the last one written, but for retests, which count once quality assurance has accepted them, and for
 * a value that a case confirmed, which then counts for good. An item whose value was found invalid has none until it is done again.
 */
export function countingResults<Result extends Pick<TestResult, 'id' | 'itemId' | 'part' | 'caseId'>>(
  results: readonly Result[],
  cases: readonly Pick<OosCase, 'id' | 'itemId' | 'resultId' | 'state'>[],
): Map<string, Result> {
  const invalid = new Set(
    cases.filter(({ state }) => state === 'invalidated' || state === 'repeated' || state === 'corrected').map(({ resultId }) => resultId),
  )
  const accepted = new Set(cases.filter(({ state }) => state === 'accepted').map(({ id }) => id))
  const counting = new Map<string, Result>()
  for (const result of results) {
    const counts = result.part === 'retest' ? result.caseId !== null && accepted.has(result.caseId) : !invalid.has(result.id)
    if (counts) counting.set(result.itemId, result)
  }
  for (const { state, resultId, itemId } of cases) {
    const confirmed = state === 'confirmed' ? results.find(({ id }) => id === resultId) : undefined
    if (confirmed !== undefined) counting.set(itemId, confirmed)
  }
  return counting
}

type Written = Pick<InspectionFile, 'items' | 'results' | 'oosCases'>

/** The moisture that is taken off where an item is counted on the dried substance: the counting result of the inspection, if it is a number that stands. */
export function moistureOf({ items, results, oosCases }: Written): { id: string; mean: string } | undefined {
  const item = items.find(({ formula }) => isMoisture(formula))
  const result = item && countingResults(results, oosCases).get(item.id)
  return result === undefined || result.mean === null || result.verdict === 'INCONCLUSIVE'
    ? undefined
    : { id: result.id, mean: result.mean }
}

/** Counting results that were calculated with a moisture that no longer counts. A confirmed failure stands as it is. */
export function staleResults(file: Written): TestResult[] {
  const counting = countingResults(file.results, file.oosCases)
  const moistures = new Set([...counting.values()].map(({ id }) => id))
  return [...counting.values()].filter(
    ({ itemId, moistureResultId }) =>
      moistureResultId !== null &&
      !moistures.has(moistureResultId) &&
      !file.oosCases.some((one) => one.itemId === itemId && one.state === 'confirmed'),
  )
}

/** How the last lot of the same material or product was sampled, g: what the form begins with. Nothing that is seen or measured is among it. */
const usualSampling = z.strictObject({
  samplingPoint: z.string(),
  method: z.string(),
  place: z.string(),
  testNeed: decimalOut,
  test: decimalOut,
  recheck: decimalOut,
  retention: decimalOut,
})

/** A standard that applies to a lot, as it was on the day of the request. */
const appliedStandard = z.strictObject({
  versionId: id,
  name: z.string(),
  authority: standardAuthority,
  /** Whose it is, of a customer's. */
  customerId: id.nullable(),
  customer: z.string(),
})
export type AppliedStandard = z.infer<typeof appliedStandard>

/** A standard as a page names it: a customer's with the customer. */
export const appliedName = ({ name, customer }: Pick<AppliedStandard, 'name' | 'customer'>) =>
  customer === '' ? name : `${name}（${customer}）`

/** One inspection with everything that was written in it. */
export const reportState = z.enum(['approved', 'superseded'])
export type ReportState = z.infer<typeof reportState>

/** A version of a report: who signed it, when, and why it took the place of the one before. */
export const reportVersion = z.strictObject({
  reportNo: z.string(),
  version: z.int(),
  /** Empty for the first. */
  reason: z.string(),
  approver: z.string(),
  /** Of quality assurance; null for the first, and where a correction was approved. */
  second: z.string().nullable(),
  at: instant,
})

export const inspectionFile = z.strictObject({
  inspection: inspectionRow,
  spec: z.string(),
  supplier: z.string(),
  origin: z.string(),
  department: z.string(),
  remark: z.string(),
  acceptedByName: z.string().nullable(),
  acceptedAt: instant.nullable(),
  closedByName: z.string().nullable(),
  closedAt: instant.nullable(),
  closeReason: z.string().nullable(),
  closedSecondByName: z.string().nullable(),
  requiredPackages: z.int(),
  drawSeed: z.string(),
  /** By what it is judged, the standard that leads first. */
  standards: z.array(appliedStandard),
  sampling: sampling.nullable(),
  /** Earlier samplings, oldest first. */
  replacedSamplings: z.array(replacedSampling),
  /** While the lot is not sampled yet. */
  usualSampling: usualSampling.nullable(),
  items: z.array(testedItem),
  results: z.array(testResult),
  records: z.array(testRecord),
  oosCases: z.array(oosCase),
  /** Every version of the report, the first one first; empty before it is approved. */
  reports: z.array(reportVersion.extend({ id, state: reportState })),
})
export type InspectionFile = z.infer<typeof inspectionFile>

/** A lot that may be requested now, with the standards that apply to it today. */
export const inspectableLot = z.strictObject({
  id,
  lotNo: z.string(),
  name: z.string(),
  state: lotState,
  /** Which kind of request it would be. */
  requestKind,
  /** kg on hand now, and the packages that this is about. */
  quantity: decimalOut,
  packageCount: count.nullable(),
  bornOn: z.string(),
  retestOn: day.nullable(),
  /** How often its retest day was put off already, and how often it may be; null where nobody said. */
  extensions: z.int(),
  retestLimit: z.int().nullable(),
  /** By all of them it is tested; nobody chooses. */
  standards: z.array(appliedStandard),
})
export type InspectableLot = z.infer<typeof inspectableLot>

/** Packed goods in a bin of the returned zone that may be tested. */
export const returnedGoods = z.strictObject({
  /** Of lot and bin together. */
  id: z.string(),
  lotId: id,
  lotNo: z.string(),
  name: z.string(),
  state: lotState,
  placeId: id,
  placeCode: z.string(),
  placeName: z.string(),
  /** kg in this bin now, and how many packs that is. */
  quantity: decimalOut,
  packs: z.int(),
  packUnit: z.string(),
})
export type ReturnedGoods = z.infer<typeof returnedGoods>
