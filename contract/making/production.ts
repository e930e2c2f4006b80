import { z } from 'zod'
import type { Action } from '#contract/kernel/action.ts'
import { keyOf } from '#contract/kernel/key-of.ts'
import type { RefusalCode } from '#contract/kernel/refusals.ts'
import type { StateLook } from '#contract/kernel/state-look.ts'
import { day, decimalOut, id, instant } from '#contract/kernel/values.ts'

/** 批生产指令: from the order to the reviewed batch record (domain §2.5). */
export const productionState = z.enum(
  ['pending', 'approved', 'issued', 'in_progress', 'paused', 'completed', 'sent_back', 'reviewed', 'cancelled'],
  '没有这种状态',
)
export type ProductionState = z.infer<typeof productionState>

export const productionLooks: Record<ProductionState, StateLook> = {
  pending: { label: '待批准', tone: 'waiting' },
  approved: { label: '待领料', tone: 'active' },
  issued: { label: '待投料', tone: 'active' },
  in_progress: { label: '生产中', tone: 'active' },
  paused: { label: '已暂停', tone: 'warning' },
  completed: { label: '待审核', tone: 'waiting' },
  sent_back: { label: '已退回', tone: 'warning' },
  reviewed: { label: '已审核', tone: 'good' },
  cancelled: { label: '已作废', tone: 'neutral' },
}

/** One production order as the list shows it, with the persons on whom the next step depends. */
export const productionRow = z.strictObject({
  id,
  orderNo: z.string(),
  /** 批号 and 生产日期 come with the first feeding, so that they agree (I2, domain §3.1). */
  batchNo: z.string().nullable(),
  productionDate: day.nullable(),
  productName: z.string(),
  cutSpec: z.string(),
  /** What is charged: lot numbers and kg, as approved. */
  charge: z.string(),
  /** kg of the main herb */
  plannedInput: decimalOut,
  workshop: z.string(),
  line: z.string(),
  state: productionState,
  stepsDone: z.int(),
  stepsTotal: z.int(),
  /** The step under way or, between two steps, the next one; null when all are done. */
  step: z.strictObject({ no: z.int(), name: z.string(), isCritical: z.boolean() }).nullable(),
  isStepRunning: z.boolean(),
  isBlend: z.boolean(),
  /** 返工: what is charged is a rejected batch. */
  isRework: z.boolean(),
  yieldPercent: decimalOut.nullable(),
  balancePercent: decimalOut.nullable(),
  deviations: z.int(),
  /** A lot of the charge, or an ancestor of one, may not be used any more; asked only while the batch is on the line. */
  isChargeDoubtful: z.boolean(),
  /** How many parts of the batch are in the store before it is finished (分次交料). */
  partsHandedOver: z.int(),
  createdBy: id,
  createdByName: z.string(),
  createdAt: instant,
  /** Everybody who weighed, checked, operated; none of them reviews the record. */
  operatorIds: z.array(id),
  rowVersion: z.int(),
})
export type ProductionRow = z.infer<typeof productionRow>

/** The part of an order on which it depends what may be done to it. */
export type ProductionStanding = Pick<
  ProductionRow,
  'state' | 'createdBy' | 'operatorIds' | 'stepsDone' | 'stepsTotal' | 'isStepRunning' | 'isChargeDoubtful' | 'partsHandedOver'
>

/** The charge is what the batch was made of, once some of the batch is in the store. */
const chargeIsOpen = (row: ProductionStanding): RefusalCode | undefined => (row.partsHandedOver > 0 ? 'part_handed_over' : undefined)

/** Whether the last step has begun, and with it what can be handed over. */
export const lastStepBegan = ({
  stepsDone,
  stepsTotal,
  isStepRunning,
}: Pick<ProductionStanding, 'stepsDone' | 'stepsTotal' | 'isStepRunning'>) =>
  stepsDone === stepsTotal || (isStepRunning && stepsDone === stepsTotal - 1)

const byAnother = (row: ProductionStanding, actor: { id: string }): RefusalCode | undefined =>
  row.createdBy === actor.id ? 'author_approves' : undefined

const operatorReviews = (row: ProductionStanding, actor: { id: string }): RefusalCode | undefined =>
  row.createdBy === actor.id || row.operatorIds.includes(actor.id) ? 'operator_reviews' : undefined

/** The life of a production order, whole (domain §2.5 States). */
export const productionActions = {
  approve: {
    label: '批准',
    duty: '15:approve',
    from: ['pending'],
    awaitedIn: ['pending'],
    to: 'approved',
    signs: '批准',
    unless: byAnother,
  },
  issue: { label: '领料', duty: '15:issue', from: ['approved'], awaitedIn: ['approved'], to: 'issued', signs: '称量发料' },
  // What was spilt, or proved too little, is weighed out again; a third person approves it.
  supplement: {
    label: '补领',
    duty: '15:issue',
    from: ['issued', 'in_progress'],
    to: 'in_progress',
    stays: true,
    signs: '称量发料',
    unless: chargeIsOpen,
  },
  // What was weighed out and not used goes back to its lot before the batch is finished.
  giveBack: {
    label: '退料',
    duty: '15:execute',
    from: ['issued', 'in_progress', 'paused'],
    to: 'in_progress',
    stays: true,
    signs: '退料',
    unless: chargeIsOpen,
  },
  startStep: {
    label: '开始工序',
    duty: '15:execute',
    from: ['issued', 'in_progress'],
    awaitedIn: ['issued', 'in_progress'],
    to: 'in_progress',
    unless: (row) => (row.isStepRunning ? 'step_running' : row.stepsDone === row.stepsTotal ? 'steps_done' : undefined),
  },
  finishStep: {
    label: '完成工序',
    duty: '15:execute',
    from: ['in_progress'],
    awaitedIn: ['in_progress'],
    to: 'in_progress',
    signs: '操作',
    unless: (row) => (row.isStepRunning ? undefined : 'no_step_running'),
  },
  finish: {
    label: '完成生产',
    duty: '15:execute',
    from: ['in_progress'],
    awaitedIn: ['in_progress'],
    to: 'completed',
    signs: '完成生产',
    unless: (row) => (row.isStepRunning || row.stepsDone < row.stepsTotal ? 'steps_open' : undefined),
  },
  // A batch that is dried or calcined in turns goes to the store in parts; they are one lot, tested when it is whole.
  handOver: {
    label: '交料',
    duty: '15:execute',
    from: ['in_progress'],
    to: 'in_progress',
    stays: true,
    signs: '交料',
    unless: (row) => (lastStepBegan(row) ? undefined : 'part_too_early'),
  },
  replacePart: {
    label: '更正交料',
    duty: '15:execute',
    from: ['in_progress'],
    to: 'in_progress',
    stays: true,
    signs: '更正交料',
    unless: (row) => (row.partsHandedOver > 0 ? undefined : 'no_part'),
  },
  pause: { label: '暂停', duty: '15:execute', from: ['in_progress'], to: 'paused' },
  resume: { label: '继续', duty: '15:execute', from: ['paused'], awaitedIn: ['paused'], to: 'in_progress' },
  review: {
    label: '审核',
    duty: '15:qa',
    from: ['completed'],
    awaitedIn: ['completed'],
    to: 'reviewed',
    signs: '审核',
    unless: operatorReviews,
  },
  // What QA cannot read in a step, an issue or the balance goes back to those who recorded it; values change by a correction (更正) alone.
  sendBack: { label: '退回单步', duty: '15:qa', from: ['completed'], to: 'sent_back', unless: operatorReviews },
  answer: { label: '答复退回', duty: '15:execute', from: ['sent_back'], awaitedIn: ['sent_back'], to: 'completed', orTo: ['sent_back'] },
  // A batch that nothing good can come of waits for its end: its line would be occupied for ever.
  terminate: {
    label: '终止',
    duty: '15:qa',
    from: ['in_progress', 'paused'],
    awaitedIn: ['in_progress', 'paused'],
    to: 'cancelled',
    signs: '终止生产',
    unless: (row, actor) => (row.isChargeDoubtful ? operatorReviews(row, actor) : 'wrong_state'),
  },
  // Any other is ended where nobody can go on with it: a broken machine, a mix-up, foreign matter.
  stop: {
    label: '终止',
    duty: '15:qa',
    from: ['in_progress', 'paused'],
    to: 'cancelled',
    signs: '终止生产',
    unless: operatorReviews,
  },
  // Before the first feeding only: what was issued goes back, the number stays and is void.
  cancel: { label: '作废', duty: '15:approve', from: ['pending', 'approved', 'issued'], to: 'cancelled', signs: '作废' },
} satisfies Record<string, Action<ProductionStanding>>

/** The meaning a checker signs a weighing or a step with, and QA a blended charge. */
export const checkMeaning = '复核'
export const blendMeaning = '批准拼批'

/** What the one who lets more be weighed out than was planned signs with, and who takes unused goods back. */
export const supplementMeaning = '批准补领'
export const receiptMeaning = '核对收回'
/** What the warehouse signs a part of a batch with. */
export const partMeaning = '核对收料'

/** How far the weighed main herb may lie above or below the plan, % (start value; the firm sets its own). */
export const issueTolerance = '2'

/** What of a batch record can be sent back: one step, the weighing out, or the balance. */
export const recordParts = { issue: '领料', step: '工序', balance: '物料平衡' } as const
/** A part of a batch record by its name: 第3道, 领料. */
export const partName = ({ part, stepNo }: { part: keyof typeof recordParts; stepNo: number | null }): string =>
  part === 'step' ? `第${stepNo}道工序` : recordParts[part]
export const recordPart = keyOf(recordParts, '请选择要退回的部分')

/** 生产前检查: all of them, before a step starts (domain §2.5). */
export const preChecks = {
  clearance: '清场合格证在有效期内',
  equipment: '设备完好、已清洁',
  instruments: '计量器具在校验期内',
  labels: '物料标识与指令一致',
  site: '现场无上批遗留物',
  documents: '文件到位',
} as const

/** 清场: all of them, before the line is free for the next batch. */
export const clearanceChecks = {
  materials: '物料、废料已清出',
  documents: '上批文件与标识已收回',
  equipment: '设备、容器已清洁',
  site: '地面、台面、地漏已清洁',
} as const

/** 退料核对: all of them, before unused goods go back to their lot. */
export const returnChecks = {
  sealed: '包装完好，未受污染',
  label: '每件已贴物料标签，批号与实物相符',
} as const

/** 损耗类型. What was thrown away of a co-product is written by the step that tells of it. */
export const lossKinds = {
  impurity: '杂质',
  non_medicinal: '非药用部位',
  dust: '药屑',
  fragments: '碎末',
  bad_slices: '不合格片',
  evaporation: '蒸发',
  co_product: '联产品弃去',
  other: '其他',
} as const
export const lossKind = keyOf(lossKinds, '请选择损耗类型')
