import { z } from 'zod'
import type { Action } from '#contract/kernel/action.ts'
import { endpoint } from '#contract/kernel/endpoint.ts'
import { keyOf } from '#contract/kernel/key-of.ts'
import type { StateLook } from '#contract/kernel/state-look.ts'
import {
  count,
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
import { scannedText } from '#contract/packing/scanned-code.ts'
import { returnArrival, scannedGoods, scannedItems } from '#contract/selling/return-api.ts'
import { mostLotsAtOnce } from './impact.ts'
import { recallReport } from './recall-report.ts'
import { lotKind, lotState } from '#contract/warehouse/lot.ts'

/**
 * 召回与演练 (domain §2.11): one question about any node of the trace, the lots and customers it reaches, and what became of the goods. Quality
 * assurance writes it, the 质量负责人 starts and closes it. A drill asks the same and touches nothing (decision 0060).
 */

export const recallKinds = { real: '主动召回', ordered: '责令召回', drill: '召回演练' } as const
export const recallKind = keyOf(recallKinds, '请选择召回方式')
export type RecallKind = z.infer<typeof recallKind>

/** 召回级别, and within how many days of the decision every customer is told (药品召回管理办法). */
export const recallClasses = {
  I: { label: '一级召回', days: 1, hint: '可能引起严重健康危害' },
  II: { label: '二级召回', days: 3, hint: '可能引起暂时或可逆的健康危害' },
  III: { label: '三级召回', days: 7, hint: '一般不会引起健康危害' },
} as const
export const recallClass = keyOf(recallClasses, '请选择召回级别')
export type RecallClass = z.infer<typeof recallClass>

/** Where a recall begins. `by`: whether the node is chosen from records, named by a word, or scanned; `days`: what a window of days is about. */
export const recallNodes = {
  lot: { label: '批次', by: 'ids', days: null },
  supplier: { label: '供应商', by: 'ids', days: '到货日期' },
  origin: { label: '产地', by: 'words', days: '到货日期' },
  harvest: { label: '药材采收期', by: 'ids', days: '采收日期' },
  customer: { label: '客户', by: 'ids', days: '发运日期' },
  packing: { label: '包装指令', by: 'ids', days: null },
  /** A pack, a box, or all from one to another; `words` is the first, `last` the last. */
  code: { label: '追溯码', by: 'codes', days: null },
  method: { label: '检验方法', by: 'words', days: '检验日期' },
  analyst: { label: '检验人', by: 'ids', days: '检验日期' },
  process: { label: '工艺规程版本', by: 'ids', days: '生产日期' },
  equipment: { label: '生产设备', by: 'words', days: '工序日期' },
} as const satisfies Record<string, { label: string; by: 'ids' | 'words' | 'codes'; days: string | null }>
const recallNode = keyOf(recallNodes, '请选择召回起点')
export type RecallNode = z.infer<typeof recallNode>

const scopeShape = {
  node: recallNode,
  ids: z.array(id).max(100, '一次最多选100项').default([]),
  words: optionalText(300),
  last: optionalText(300),
  from: day.nullable().default(null),
  to: day.nullable().default(null),
}
type ScopeGiven = { node: RecallNode; ids: readonly string[]; words: string; last: string; from: string | null; to: string | null }
/** Of what a node does not ask, nothing is given; so that what stands in a recall is what it asked. */
const isChosen = ({ node, ids }: ScopeGiven) => (recallNodes[node].by === 'ids') === ids.length > 0
const isNamed = ({ node, words }: ScopeGiven) => (recallNodes[node].by === 'ids') === (words === '')
const isRange = ({ node, last }: ScopeGiven) => recallNodes[node].by === 'codes' || last === ''
const isDated = ({ node, from, to }: ScopeGiven) => recallNodes[node].days !== null || (from === null && to === null)
const runsForward = ({ from, to }: ScopeGiven) => from === null || to === null || from <= to
const isBounded = ({ node, from, to }: ScopeGiven) => node !== 'harvest' || (from !== null && to !== null)

export const recallScope = z
  .strictObject(scopeShape)
  .refine(isChosen, { message: '请选择召回起点', path: ['ids'] })
  .refine(isNamed, { message: '请选择召回起点', path: ['words'] })
  .refine(isRange, { message: '此起点没有止码', path: ['last'] })
  .refine(isDated, { message: '此起点不按日期', path: ['from'] })
  .refine(runsForward, { message: '结束日期不能早于开始日期', path: ['to'] })
  .refine(isBounded, { message: '请填写采收日期的起止', path: ['from'] })
export type RecallScope = z.output<typeof recallScope>

export const recallState = z.enum(['draft', 'started', 'closed', 'withdrawn', 'cancelled'], '没有这种状态')
export type RecallState = z.infer<typeof recallState>
export const recallLooks: Record<RecallState, StateLook> = {
  draft: { label: '待启动', tone: 'waiting' },
  started: { label: '召回中', tone: 'bad' },
  closed: { label: '已结束', tone: 'neutral' },
  withdrawn: { label: '已撤销', tone: 'neutral' },
  cancelled: { label: '已撤回', tone: 'neutral' },
}

/** The part of a recall on which it depends who may do what to it. */
export type RecallStanding = { state: RecallState; kind: RecallKind; createdBy: { id: string } }

export const recallActions = {
  start: {
    label: '启动召回',
    duty: '110:recall',
    from: ['draft'],
    awaitedIn: ['draft'],
    to: 'started',
    signs: '启动召回',
    unless: ({ createdBy }, actor) => (createdBy.id === actor.id ? 'author_approves' : undefined),
  },
  cancel: { label: '撤回', duty: '37:propose', from: ['draft'], to: 'cancelled' },
  follow: { label: '跟进召回', duty: '37:decide', from: ['started'], awaitedIn: ['started'], to: 'started' },
  close: { label: '结束召回', duty: '110:recall', from: ['started'], awaitedIn: ['started'], to: 'closed', signs: '结束召回' },
  // It should never have been started: two sign, and only its own holds are lifted.
  withdraw: { label: '撤销召回', duty: '110:recall', from: ['started'], to: 'withdrawn', signs: '撤销召回' },
  /** After the recall each lot is decided about by itself; a drill held none. */
  lift: {
    label: '解除批次',
    duty: '37:decide',
    from: ['closed'],
    to: 'closed',
    signs: '解除召回冻结',
    unless: ({ kind }) => (kind === 'drill' ? 'wrong_state' : undefined),
  },
} satisfies Record<string, Action<RecallStanding>>

/** Quality assurance signs beside the 质量负责人 that a recall was a mistake. */
export const withdrawSecond = '37:decide'

/** What became of goods that a customer had. */
export const recallOutcomes = { recovered: '已收回', consumed: '已使用', destroyed: '就地销毁', unaccounted: '去向不明' } as const
export const recallOutcome = keyOf(recallOutcomes, '请选择去向')
/** What is told in packs. What came back is scanned. */
export const toldOutcome = recallOutcome.exclude(['recovered'])
export type ToldOutcome = z.infer<typeof toldOutcome>

/** How a customer stands to the notice; `listed` in a drill, which tells nobody. */
export const noticeLooks = {
  listed: { label: '演练，未通知', tone: 'neutral' },
  notified: { label: '待回复', tone: 'waiting' },
  acknowledged: { label: '已回复', tone: 'good' },
  silent: { label: '未回复，已说明', tone: 'warning' },
} as const satisfies Record<string, StateLook>
const notice = keyOf(noticeLooks)

/** Pack lots concerned, kg: made, and what became of it; of goods in the house all kinds of lots. */
const figures = {
  made: decimalOut,
  inHouse: decimalOut,
  shipped: decimalOut,
  other: decimalOut,
}

const recallRow = z.strictObject({
  id,
  caseNo: z.string(),
  kind: recallKind,
  recallClass,
  subject: z.string(),
  reason: z.string(),
  state: recallState,
  createdBy: person,
  createdAt: instant,
  startedAt: instant.nullable(),
  notifyBy: instant.nullable(),
  /** Until when the next report of progress, and until which day the final report is due. */
  reportBy: instant.nullable(),
  finalBy: day.nullable(),
  closedAt: instant.nullable(),
  lots: z.int(),
  customers: z.int(),
  /** Customers who have not answered and of whom nothing is explained. */
  unanswered: z.int(),
  shipped: decimalOut.nullable(),
  seconds: decimalOut.nullable(),
  recoveredPercent: decimalOut.nullable(),
  knownPercent: decimalOut.nullable(),
  rowVersion: z.int(),
})
export type RecallRow = z.infer<typeof recallRow>

const recallLot = z.strictObject({
  lotId: id,
  lotNo: z.string(),
  name: z.string(),
  kind: lotKind,
  role: z.enum(['source', 'made']),
  /** As it is now: after the recall each lot is decided about by itself. */
  state: lotState,
  holds: z.int(),
  /** Whether the hold of this recall is on it. */
  isHeld: z.boolean(),
  quantity: decimalOut,
  inHouse: decimalOut,
  shipped: decimalOut,
  other: decimalOut,
})
export type RecallLot = z.infer<typeof recallLot>

const recallCustomer = z.strictObject({
  id,
  customerId: id,
  name: z.string(),
  contact: z.string(),
  phone: z.string(),
  deliveries: z.int(),
  packs: z.int(),
  quantity: decimalOut,
  notice,
  /** The path of the public page on which they answer. */
  link: z.string().nullable(),
  /** The mailbox that the notice went to; null where the customer has none. */
  mailedTo: z.string().nullable(),
  notifiedAt: instant.nullable(),
  acknowledgedAt: instant.nullable(),
  acknowledgedName: z.string().nullable(),
  notedBy: z.string().nullable(),
  silenceReason: z.string().nullable(),
  rowVersion: z.int(),
})
export type RecallCustomer = z.infer<typeof recallCustomer>

/** A lot that a customer received: packs and kg, and of how many packs is known what became of them. */
const recallLine = z.strictObject({
  recallCustomerId: id,
  lotId: id,
  lotNo: z.string(),
  name: z.string(),
  packUnit: z.string(),
  packs: z.int(),
  quantity: decimalOut,
  recovered: z.int(),
  consumed: z.int(),
  destroyed: z.int(),
  unaccounted: z.int(),
  /** Packs of which nothing is known yet. */
  open: z.int(),
})
export type RecallLine = z.infer<typeof recallLine>

const recallEntry = z.strictObject({
  id,
  recallCustomerId: id,
  lotNo: z.string(),
  outcome: recallOutcome,
  packs: z.int(),
  quantity: decimalOut,
  note: z.string(),
  recordedBy: z.string(),
  recordedAt: instant,
  takesBack: id.nullable(),
  isTakenBack: z.boolean(),
  /** The return with which it lies in the 退货区. */
  returnNo: z.string().nullable(),
  returnId: id.nullable(),
})
export type RecallEntry = z.infer<typeof recallEntry>

const recallFile = z.strictObject({
  recall: recallRow,
  scope: z.strictObject({ ...scopeShape, ids: z.array(id), words: z.string(), last: z.string(), from: day.nullable(), to: day.nullable() }),
  advice: z.string(),
  authorityNo: z.string(),
  startedBy: z.string().nullable(),
  closedBy: z.string().nullable(),
  conclusion: z.string().nullable(),
  cancelReason: z.string().nullable(),
  withdrawn: z.strictObject({ by: z.string(), second: z.string(), at: instant, reason: z.string() }).nullable(),
  figures: z.strictObject(figures).nullable(),
  lots: z.array(recallLot),
  /** Null for those who may not see to whom goods went (22, 110). */
  customers: z.array(recallCustomer).nullable(),
  lines: z.array(recallLine).nullable(),
  entries: z.array(recallEntry).nullable(),
  /** What the authority was told, the oldest first. */
  reports: z.array(recallReport),
})
export type RecallFile = z.infer<typeof recallFile>

/** What a question would reach at this moment. */
const recallPreview = z.strictObject({
  subject: z.string(),
  lots: z.int(),
  packLots: z.int(),
  customers: z.int(),
  ...figures,
  /** The first of the lots, sources before what was made of them. */
  first: z.array(recallLot),
})
export type RecallPreview = z.infer<typeof recallPreview>
export const previewedAtMost = 20

const choice = z.strictObject({ value: z.string(), label: z.string() })
const asked = { recallClass, scope: recallScope, reason: text(500) }
const notFound = ['not_found', 'code_unknown', 'codes_apart'] as const
const nothing = [...notFound, 'recall_empty'] as const
const at = { id, rowVersion }
const follow = ['not_found', 'wrong_state', 'no_permission'] as const

export const recallApi = {
  list: endpoint({
    method: 'GET',
    path: '/recalls',
    right: '37',
    summary: '召回与演练',
    input: listQuery.extend({
      kind: recallKind.optional(),
      state: recallState.optional(),
      sort: sortBy(['createdAt', 'caseNo'], '-createdAt'),
    }),
    output: listOf(recallRow),
  }),
  choices: endpoint({
    method: 'GET',
    path: '/recalls/choices',
    right: '37:propose',
    summary: '召回起点可选的批次、供应商、产地等',
    /** With `id` the one that is chosen already, whatever was typed. */
    input: z.strictObject({ node: recallNode, q: optionalText(50), id: id.optional() }),
    output: z.array(choice),
  }),
  preview: endpoint({
    method: 'POST',
    path: '/recalls/preview',
    right: '37:propose',
    summary: '试算召回范围：涉及的批次、在厂与已发出的数量、客户数；什么都不写',
    input: z.strictObject({ scope: recallScope }),
    output: recallPreview,
    refusals: [...notFound],
  }),
  read: endpoint({
    method: 'GET',
    path: '/recalls/{id}',
    right: '37',
    summary: '一次召回或演练：批次、客户与回复、收回与去向',
    input: z.strictObject({ id }),
    output: recallFile,
    refusals: ['not_found'],
  }),
  create: endpoint({
    method: 'POST',
    path: '/recalls',
    right: '37:propose',
    summary: '编制召回，待质量负责人启动；此时不冻结、不通知',
    input: z.strictObject({ ...asked, kind: recallKind.exclude(['drill']), advice: text(500), authorityNo: optionalText(100) }),
    output: recallRow,
    refusals: [...nothing, 'authority_needed'],
  }),
  drill: endpoint({
    method: 'POST',
    path: '/recalls/drill',
    right: '37:propose',
    summary: '召回演练：列出批次与客户并记下用时；不冻结、不改码、不通知',
    input: z.strictObject(asked),
    output: recallRow,
    refusals: nothing,
  }),
  start: endpoint({
    method: 'POST',
    path: '/recalls/{id}/start',
    right: '110:recall',
    summary: '启动召回：全部批次立即冻结、扫码显示召回、生成客户通知，质量负责人签名',
    input: z.strictObject({ ...at, signature }),
    output: recallRow,
    refusals: [...nothing, 'wrong_state', 'stale', 'author_approves', 'wrong_password'],
  }),
  cancel: endpoint({
    method: 'POST',
    path: '/recalls/{id}/cancel',
    right: '37:propose',
    summary: '撤回未启动的召回',
    input: z.strictObject({ id, reason: text(300) }),
    output: recallRow,
    refusals: ['not_found', 'wrong_state'],
  }),
  acknowledge: endpoint({
    method: 'POST',
    path: '/recalls/{id}/customers/{customerId}/acknowledge',
    right: '37:decide',
    summary: '登记客户对召回通知的回复（电话、书面）',
    input: z.strictObject({ id, customerId: id, name: text(50) }),
    output: recallRow,
    refusals: [...follow, 'recall_answered'],
  }),
  explain: endpoint({
    method: 'POST',
    path: '/recalls/{id}/customers/{customerId}/silence',
    right: '37:decide',
    summary: '说明客户为何没有回复召回通知',
    input: z.strictObject({ id, customerId: id, reason: text(300) }),
    output: recallRow,
    refusals: [...follow, 'recall_answered'],
  }),
  recover: endpoint({
    method: 'POST',
    path: '/recalls/{id}/customers/{customerId}/recover',
    right: '37:decide',
    summary: '登记一家客户没有收回的货物的去向：已使用、就地销毁或去向不明，逐批按件数',
    input: z.strictObject({
      id,
      customerId: id,
      lotId: id,
      outcome: toldOutcome,
      packs: count,
      note: optionalText(300),
    }),
    output: recallRow,
    refusals: [...follow, 'recovery_beyond_shipped', 'recovery_unexplained', 'recall_not_open'],
  }),
  bringBack: endpoint({
    method: 'POST',
    path: '/recalls/{id}/customers/{customerId}/bring-back',
    right: '37:decide',
    summary: '收回一家客户的货：扫码入退货区，按出库单分开存放，计为已收回，签名',
    input: z.strictObject({ id, customerId: id, ...returnArrival, items: scannedItems, signature }),
    output: recallRow,
    refusals: [
      ...follow,
      'code_unknown',
      'code_not_shipped',
      'code_twice',
      'return_of_other_lot',
      'zone_mismatch',
      'toxic_store',
      'recovery_beyond_shipped',
      'recall_not_open',
      'wrong_password',
    ],
  }),
  scan: endpoint({
    method: 'GET',
    path: '/recalls/{id}/customers/{customerId}/scan',
    right: '37:decide',
    summary: '查看一个扫到的码是否发给了这家客户、还没有收回',
    input: z.strictObject({ id, customerId: id, code: scannedText }),
    output: scannedGoods,
    refusals: ['not_found', 'code_unknown', 'code_not_shipped'],
  }),
  withdraw: endpoint({
    method: 'POST',
    path: '/recalls/{id}/withdraw',
    right: '110:recall',
    summary: '撤销误启动的召回：解除本次召回的冻结，扫码页与客户通知立即更正，QA会签',
    input: z.strictObject({ ...at, reason: text(300), signature, approver: secondSignature }),
    output: recallRow,
    refusals: ['not_found', 'wrong_state', 'stale', 'wrong_password', 'same_person', 'signer_lacks_duty', 'program_cannot_lift'],
  }),
  takeBack: endpoint({
    method: 'POST',
    path: '/recalls/{id}/entries/{entryId}/take-back',
    right: '37:decide',
    summary: '冲销一条登错的去向',
    input: z.strictObject({ id, entryId: id, reason: text(300) }),
    output: recallRow,
    refusals: [...follow, 'entry_taken_back', 'recovered_by_return'],
  }),
  close: endpoint({
    method: 'POST',
    path: '/recalls/{id}/close',
    right: '110:recall',
    summary: '结束召回：客户均已回复或说明、去向全部查明后，质量负责人签名',
    input: z.strictObject({ ...at, conclusion: text(500), signature }),
    output: recallRow,
    refusals: ['not_found', 'wrong_state', 'stale', 'wrong_password', 'recall_unanswered', 'recall_sum_open'],
  }),
  lift: endpoint({
    method: 'POST',
    path: '/recalls/{id}/lift',
    right: '37:decide',
    summary: '召回结束后解除若干批的召回冻结，质量负责人会签；有一批不能解除则全部不解除',
    input: z.strictObject({
      id,
      lotIds: z
        .array(id)
        .min(1, '请选择要解除的批次')
        .max(mostLotsAtOnce, `一次最多${mostLotsAtOnce}批`)
        .refine((all) => new Set(all).size === all.length, '同一批选了两次'),
      conclusion: text(300),
      signature,
      approver: secondSignature,
    }),
    output: recallRow,
    refusals: ['not_found', 'wrong_state', 'not_held', 'analyst_releases', 'producer_releases', 'hold_own_work', 'same_person'],
  }),
}
