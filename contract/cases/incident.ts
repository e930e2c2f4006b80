import { z } from 'zod'
import type { Action } from '#contract/kernel/action.ts'
import { keyOf } from '#contract/kernel/key-of.ts'
import type { PageCode, PagePath } from '#contract/kernel/pages.ts'
import type { StateLook } from '#contract/kernel/state-look.ts'
import { optionalText, text } from '#contract/kernel/values.ts'

/**
 * 偏差、投诉与不良反应 (domain §2.11): one object for what went wrong, from whoever saw it to its end. Quality assurance classifies it, looks for its cause,
 * decides lot by lot with the 质量负责人, and closes it; nobody whom it concerns does (decision 0068).
 */

export const incidentKinds = { deviation: '偏差', complaint: '投诉', adverse: '不良反应' } as const
export const incidentKind = keyOf(incidentKinds, '请选择事件类别')
export type IncidentKind = z.infer<typeof incidentKind>

/** 偏差来源 (domain §5), and the customer of a complaint. */
export const incidentAreas = {
  purchase: '采购',
  storage: '仓储',
  production: '生产',
  test: '检验',
  packaging: '包装',
  transport: '运输',
  computer: '计算机系统',
  environment: '环境',
  equipment: '设备',
  people: '人员',
  customer: '客户',
} as const
export const incidentArea = keyOf(incidentAreas, '请选择来源')
export type IncidentArea = z.infer<typeof incidentArea>

/** 偏差级别 (domain §5). */
export const incidentLevels = {
  minor: { label: '次要', tone: 'neutral' },
  major: { label: '主要', tone: 'warning' },
  critical: { label: '严重', tone: 'bad' },
} as const satisfies Record<string, StateLook>
export const incidentLevel = keyOf(incidentLevels, '请选择级别')

/** The records in which something can show: what each is called, the page it opens on, and who may open that. */
export const incidentSources = {
  lot: { label: '批次', page: '/suyuan-lvli', code: '22' },
  purchase_order: { label: '采购单', page: '/yuanliao-caigou', code: '11' },
  receipt: { label: '到货验收', page: '/yuanliao-caigou', code: '11' },
  inspection: { label: '请验单', page: '/system-jilu', code: '37' },
  oos_case: { label: '检验结果调查', page: '/zhiliang-shijian', code: '37' },
  production_order: { label: '批生产指令', page: '/yinpian-shengchan', code: '15' },
  packaging_order: { label: '批包装指令', page: '/yinpian-baozhuang', code: '18' },
  label_run: { label: '标签领用', page: '/yinpian-baozhuang', code: '18' },
  sales_order: { label: '销售单', page: '/yinpian-xiaoshou', code: '110' },
  supplier: { label: '供应商', page: '/system-qiye', code: '33' },
  asset: { label: '设施设备', page: '/system-jiagong', code: '35' },
  climate_point: { label: '温湿度监测点', page: '/yuanliao-kucun', code: '14' },
  care_record: { label: '养护记录', page: '/yuanliao-kucun', code: '14' },
  calibration: { label: '仪器校准', page: '/system-jilu', code: '37' },
  recall_case: { label: '召回与演练', page: '/zhiliang-shijian', code: '37' },
  incident: { label: '质量事件', page: '/zhiliang-shijian', code: '37' },
} as const satisfies Record<string, { label: string; page: PagePath; code: PageCode }>
export const incidentSource = keyOf(incidentSources, '没有这种来源')
export type IncidentSource = z.infer<typeof incidentSource>

export const incidentState = z.enum(['open', 'investigating', 'submitted', 'approved', 'closed', 'unfounded'], '没有这种状态')
export type IncidentState = z.infer<typeof incidentState>
export const incidentLooks: Record<IncidentState, StateLook> = {
  open: { label: '待分级', tone: 'warning' },
  investigating: { label: '调查中', tone: 'active' },
  submitted: { label: '待批准', tone: 'waiting' },
  approved: { label: '措施中', tone: 'active' },
  closed: { label: '已关闭', tone: 'good' },
  unfounded: { label: '不成立', tone: 'neutral' },
}
export const openIncidentStates = ['open', 'investigating', 'submitted', 'approved'] as const satisfies readonly IncidentState[]

/** The part of a case on which it depends who may do what to it. */
export type IncidentStanding = {
  state: IncidentState
  kind: IncidentKind
  investigatedBy: string | null
  /** Everybody whom it concerns: who found or told it, who answers for a measure, who tested, made or packed a lot of it. */
  concernedIds: readonly string[]
}

const byOthers = ({ concernedIds }: IncidentStanding, actor: { id: string }) =>
  concernedIds.includes(actor.id) ? ('concerned_closes' as const) : undefined

export const incidentActions = {
  classify: {
    label: '分级',
    duty: '37:decide',
    from: ['open', 'investigating'],
    awaitedIn: ['open'],
    to: 'investigating',
    signs: '分级',
  },
  addLots: { label: '加入批次', duty: '37:decide', from: ['open', 'investigating', 'approved'], to: 'open', stays: true },
  decideLot: {
    label: '处置批次',
    duty: '37:decide',
    from: ['investigating', 'submitted', 'approved'],
    to: 'investigating',
    stays: true,
    signs: '处置',
  },
  record: { label: '调查', duty: '37:decide', from: ['investigating'], to: 'investigating' },
  measure: { label: '措施', duty: '37:decide', from: ['investigating', 'approved'], to: 'investigating', stays: true },
  submit: {
    label: '提交批准',
    duty: '37:decide',
    from: ['investigating'],
    awaitedIn: ['investigating'],
    to: 'submitted',
    signs: '调查完成',
  },
  approve: {
    label: '批准',
    duty: '13:approve',
    from: ['submitted'],
    awaitedIn: ['submitted'],
    to: 'approved',
    signs: '批准',
    unless: ({ investigatedBy }, actor) => (investigatedBy === actor.id ? 'author_approves' : undefined),
  },
  sendBack: { label: '退回调查', duty: '13:approve', from: ['submitted'], to: 'investigating' },
  report: {
    label: '上报登记',
    duty: '37:decide',
    from: ['investigating', 'submitted', 'approved'],
    to: 'investigating',
    stays: true,
    unless: ({ kind }) => (kind === 'adverse' ? undefined : 'wrong_state'),
  },
  answer: {
    label: '答复',
    duty: '37:decide',
    from: ['open', 'investigating', 'submitted', 'approved', 'closed', 'unfounded'],
    to: 'investigating',
    stays: true,
    unless: ({ kind }) => (kind === 'complaint' ? undefined : 'wrong_state'),
  },
  close: {
    label: '关闭',
    duty: '37:decide',
    from: ['approved'],
    awaitedIn: ['approved'],
    to: 'closed',
    signs: '关闭',
    unless: byOthers,
  },
  unfounded: {
    label: '不成立',
    duty: '37:decide',
    from: ['open', 'investigating'],
    to: 'unfounded',
    signs: '不成立',
    unless: byOthers,
  },
  reopen: {
    label: '重新调查',
    duty: '37:decide',
    from: ['closed', 'unfounded'],
    to: 'investigating',
    // What was never classified begins with that.
    orTo: ['open'],
    signs: '重新调查',
  },
} satisfies Record<string, Action<IncidentStanding>>

/** What is decided about a lot of a case. `usable` waits for the end of the case; the others take effect at once. */
export const incidentDecisions = { usable: '可继续使用', reject: '判不合格', not_concerned: '与本事件无关' } as const
export const incidentDecision = keyOf(incidentDecisions, '请选择处置')
export type IncidentDecision = z.infer<typeof incidentDecision>

/** CAPA (domain §5). */
export const measureKinds = { corrective: '纠正', preventive: '预防' } as const
export const measureKind = keyOf(measureKinds, '请选择纠正或预防')

export const measureState = z.enum(['open', 'done', 'effective', 'cancelled'], '没有这种状态')
export type MeasureState = z.infer<typeof measureState>
export const measureLooks: Record<MeasureState, StateLook> = {
  open: { label: '待完成', tone: 'waiting' },
  done: { label: '待确认有效', tone: 'active' },
  effective: { label: '有效', tone: 'good' },
  cancelled: { label: '已取消', tone: 'neutral' },
}
export const verificationMeaning = '确认有效'

/** 根本原因 as structure: five times why, or 人机料法环测. */
export const causeFactors = { people: '人', equipment: '机', material: '料', method: '法', environment: '环', measurement: '测' } as const
const causeFactor = keyOf(causeFactors, '请选择原因类别')
export const incidentCause = z.strictObject({
  /** Each answers the one before: why did it happen, and why that. */
  whys: z.array(text(200)).max(5, '最多五个为什么').default([]),
  /** What was found on each bone; an empty one was looked at and found well. */
  factors: z.partialRecord(causeFactor, optionalText(200)).default({}),
  /** The factor in which the root lies, and the root itself. */
  factor: causeFactor,
  root: text(500),
})

/** What happened to a case, in its own order. */
export const incidentSteps = {
  opened: '上报',
  classified: '分级',
  recorded: '调查记录',
  submitted: '提交批准',
  sent_back: '退回调查',
  approved: '批准',
  reported: '上报监管',
  answered: '答复',
  measure_ineffective: '措施无效，退回',
  measure_cancelled: '取消措施',
  owner_replaced: '更换责任人',
  closed: '关闭',
  unfounded: '不成立',
  reopened: '重新调查',
} as const
export const incidentStep = keyOf(incidentSteps)
