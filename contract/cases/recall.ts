import { z } from 'zod'
import type { Action } from '#contract/kernel/action.ts'
import { keyOf } from '#contract/kernel/key-of.ts'
import type { StateLook } from '#contract/kernel/state-look.ts'
import { day, id, optionalText } from '#contract/kernel/values.ts'

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
export const recallNode = keyOf(recallNodes, '请选择召回起点')
export type RecallNode = z.infer<typeof recallNode>

export const scopeShape = {
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
export const notice = keyOf(noticeLooks)
