import { z } from 'zod'
import type { Action } from '#contract/kernel/action.ts'
import { endpoint } from '#contract/kernel/endpoint.ts'
import { keyOf } from '#contract/kernel/key-of.ts'
import type { PageCode, PagePath } from '#contract/kernel/pages.ts'
import type { StateLook } from '#contract/kernel/state-look.ts'
import {
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
import { lotKind, lotState } from '#contract/warehouse/lot.ts'

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

const incidentRow = z.strictObject({
  id,
  caseNo: z.string(),
  kind: incidentKind,
  area: incidentArea,
  state: incidentState,
  level: incidentLevel.nullable(),
  subject: z.string(),
  place: z.string(),
  post: z.string(),
  source: incidentSource.nullable(),
  sourceNo: z.string(),
  openedBy: person.nullable(),
  openedAt: instant,
  foundAt: instant,
  dueOn: day.nullable(),
  isLate: z.boolean(),
  lots: z.int(),
  undecided: z.int(),
  openMeasures: z.int(),
  lateMeasures: z.int(),
  investigatedBy: id.nullable(),
  concernedIds: z.array(id),
  closedAt: instant.nullable(),
  rowVersion: z.int(),
})
export type IncidentRow = z.infer<typeof incidentRow>

const incidentLot = z.strictObject({
  id,
  lotId: id,
  lotNo: z.string(),
  name: z.string(),
  kind: lotKind,
  state: lotState,
  isToxic: z.boolean(),
  /** kg in the house. */
  inHouse: decimalOut,
  isHeld: z.boolean(),
  decision: incidentDecision.nullable(),
  conclusion: z.string().nullable(),
  decidedBy: z.string().nullable(),
  approvedBy: z.string().nullable(),
  decidedAt: instant.nullable(),
  analystIds: z.array(id),
  producerIds: z.array(id),
})
export type IncidentLot = z.infer<typeof incidentLot>

const incidentMeasure = z.strictObject({
  id,
  serial: z.int(),
  kind: measureKind,
  action: z.string(),
  owner: person,
  pastOwners: z.array(z.string()),
  dueOn: day,
  isLate: z.boolean(),
  state: measureState,
  proof: z.string().nullable(),
  doneAt: instant.nullable(),
  effect: z.string().nullable(),
  verifiedBy: z.string().nullable(),
  verifiedAt: instant.nullable(),
  rowVersion: z.int(),
})
export type IncidentMeasure = z.infer<typeof incidentMeasure>

const incidentEvent = z.strictObject({
  id,
  step: incidentStep,
  note: z.string(),
  by: z.string().nullable(),
  second: z.string().nullable(),
  at: instant,
})

const incidentFile = z.strictObject({
  incident: incidentRow,
  description: z.string(),
  measured: z.string(),
  expected: z.string(),
  foundBy: z.string().nullable(),
  toldLot: z.strictObject({ id, lotNo: z.string(), name: z.string() }).nullable(),
  /** The calibration that failed: what was measured since the last good one is in doubt. */
  calibration: z.strictObject({ id, instrumentId: id }).nullable(),
  immediateAction: z.string(),
  cause: incidentCause.nullable(),
  effects: z.string(),
  investigatedByName: z.string().nullable(),
  approvedBy: z.string().nullable(),
  approvedAt: instant.nullable(),
  closedBy: z.string().nullable(),
  closedSecondBy: z.string().nullable(),
  conclusion: z.string().nullable(),
  reportBy: day.nullable(),
  reportedOn: day.nullable(),
  reportedNo: z.string(),
  reportWaived: z.string(),
  customer: z.string().nullable(),
  complainant: z.string(),
  contact: z.string(),
  code: z.string(),
  hasPicture: z.boolean(),
  /** The path of the page on which a stranger reads the answer. */
  answerLink: z.string().nullable(),
  answer: z.string().nullable(),
  answeredBy: z.string().nullable(),
  answeredAt: instant.nullable(),
  lots: z.array(incidentLot),
  measures: z.array(incidentMeasure),
  steps: z.array(incidentEvent),
})
export type IncidentFile = z.infer<typeof incidentFile>

/** What a person sees of it who told it or answers for a measure, without the page of all cases. */
const ownIncident = z.strictObject({
  id,
  caseNo: z.string(),
  kind: incidentKind,
  state: incidentState,
  subject: z.string(),
  openedAt: instant,
  /** Whether this person told it. */
  isOwn: z.boolean(),
  measures: z.array(incidentMeasure),
})
export type OwnIncident = z.infer<typeof ownIncident>

/** How often one came up, and what became of it. */
const tally = z.strictObject({ value: z.string(), label: z.string(), count: z.int(), open: z.int(), critical: z.int() })
export const incidentTallies = { kind: '类别', area: '来源', place: '地点', post: '岗位', herb: '品名', factor: '原因类别' } as const
const incidentTrend = z.strictObject({
  total: z.int(),
  open: z.int(),
  late: z.int(),
  /** Whole days from the first word to the end, of half of the ended cases at most; null where none ended. */
  medianDays: z.int().nullable(),
  measures: z.int(),
  lateMeasures: z.int(),
  tallies: z.strictObject({
    kind: z.array(tally),
    area: z.array(tally),
    place: z.array(tally),
    post: z.array(tally),
    herb: z.array(tally),
    factor: z.array(tally),
  }),
})
export type IncidentTrend = z.infer<typeof incidentTrend>

const mostIncidentLots = 100
const lotIds = z
  .array(id)
  .max(mostIncidentLots, `一次最多${mostIncidentLots}批`)
  .refine((all) => new Set(all).size === all.length, '同一批选了两次')

const at = { id, rowVersion }
const stepRefusals = ['not_found', 'wrong_state', 'stale', 'no_permission'] as const
const isPaired = ({ source, sourceId }: { source?: IncidentSource | undefined; sourceId?: string | undefined }) =>
  (source === undefined) === (sourceId === undefined)

export const incidentApi = {
  list: endpoint({
    method: 'GET',
    path: '/incidents',
    right: '37',
    summary: '偏差、投诉与不良反应',
    input: listQuery.extend({
      kind: incidentKind.optional(),
      area: incidentArea.optional(),
      state: incidentState.optional(),
      level: incidentLevel.optional(),
      openedFrom: day.optional(),
      openedTo: day.optional(),
      sort: sortBy(['openedAt', 'caseNo', 'dueOn'], '-openedAt'),
    }),
    output: listOf(incidentRow),
  }),
  read: endpoint({
    method: 'GET',
    path: '/incidents/{id}',
    right: '37',
    summary: '一件偏差、投诉或不良反应：批次、原因、措施与经过',
    input: z.strictObject({ id }),
    output: incidentFile,
    refusals: ['not_found'],
  }),
  picture: endpoint({
    method: 'GET',
    path: '/incidents/{id}/picture',
    right: '37',
    summary: '扫码反映时附的照片（已重新绘制，不含拍摄信息）',
    input: z.strictObject({ id }),
    output: z.unknown(),
    file: 'image/jpeg',
    refusals: ['not_found', 'file_missing', 'file_damaged'],
  }),
  own: endpoint({
    method: 'GET',
    path: '/incidents/own',
    right: 'signed-in',
    summary: '我上报的与由我负责措施的质量事件（最近100件）',
    input: z.strictObject({}),
    output: z.array(ownIncident),
  }),
  trend: endpoint({
    method: 'GET',
    path: '/incidents/trend',
    right: '37',
    summary: '质量事件按类别、来源、地点、岗位、品名与原因的分布，及年度回顾的数字',
    input: z
      .strictObject({ from: day, to: day })
      .refine(({ from, to }) => from <= to, { message: '结束日期不能早于开始日期', path: ['to'] }),
    output: incidentTrend,
  }),
  owners: endpoint({
    method: 'GET',
    path: '/incidents/owners',
    right: '37:decide',
    summary: '可负责措施的人',
    input: z.strictObject({ q: optionalText(50), id: id.optional() }),
    output: z.array(person),
  }),
  open: endpoint({
    method: 'POST',
    path: '/incidents',
    right: 'signed-in',
    summary: '上报一件偏差、投诉或不良反应；任何人都可上报，质量部分级后处理',
    input: z
      .strictObject({
        kind: incidentKind,
        area: incidentArea,
        subject: text(100),
        description: text(2000),
        place: optionalText(50),
        measured: optionalText(100),
        expected: optionalText(100),
        foundAt: instant,
        source: incidentSource.optional(),
        sourceId: id.optional(),
        /** The lot it is about, by its number. */
        lotNo: optionalText(50),
        complainant: optionalText(100),
        contact: optionalText(100),
      })
      .refine(isPaired, { message: '请选择来源单据', path: ['sourceId'] }),
    output: z.strictObject({ id, caseNo: z.string() }),
    refusals: ['not_found'],
  }),
  classify: endpoint({
    method: 'POST',
    path: '/incidents/{id}/classify',
    right: '37:decide',
    summary: '分级：级别、完成期限，不良反应另填上报期限；改级须写明原因',
    input: z.strictObject({
      ...at,
      level: incidentLevel,
      dueOn: day,
      reportBy: day.optional(),
      /** Asked when it was classified before. */
      reason: optionalText(300),
      signature,
    }),
    output: incidentRow,
    refusals: [...stepRefusals, 'reason_required', 'report_day_required'],
  }),
  addLots: endpoint({
    method: 'POST',
    path: '/incidents/{id}/lots',
    right: '37:decide',
    summary: '把批次加入事件：立即冻结，到事件关闭或处置为止',
    input: z.strictObject({
      id,
      lotNos: z.array(text(50)).min(1, '请填写批号').max(mostIncidentLots, `一次最多${mostIncidentLots}批`),
      /** Whether what was made of them is held as well. */
      reaches: z.boolean('请选择是否同时冻结下游批次').default(true),
    }),
    output: incidentRow,
    refusals: [...stepRefusals, 'lot_in_incident'],
  }),
  decideLots: endpoint({
    method: 'POST',
    path: '/incidents/{id}/lots/decide',
    right: '37:decide',
    summary: '处置事件中的批次：可继续使用（随事件关闭解除冻结）、判不合格或与本事件无关，质量负责人会签',
    input: z.strictObject({
      id,
      lotIds: lotIds.min(1, '请选择要处置的批次'),
      decision: incidentDecision,
      conclusion: text(500),
      /** Where rejected goods go; needed when any lies in a bin. */
      placeId: id.optional(),
      signature,
      approver: secondSignature,
    }),
    output: incidentRow,
    refusals: [
      ...stepRefusals,
      'analyst_releases',
      'producer_releases',
      'ancestor_unfit',
      'zone_mismatch',
      'toxic_store',
      'rejected_bin_required',
    ],
  }),
  record: endpoint({
    method: 'POST',
    path: '/incidents/{id}/investigation',
    right: '37:decide',
    summary: '调查记录：应急措施、根本原因、涉及岗位与影响',
    input: z.strictObject({
      ...at,
      immediateAction: text(1000),
      cause: incidentCause.nullable().default(null),
      post: optionalText(50),
      effects: optionalText(1000),
    }),
    output: incidentRow,
    refusals: stepRefusals,
  }),
  submit: endpoint({
    method: 'POST',
    path: '/incidents/{id}/submit',
    right: '37:decide',
    summary: '调查完成，提交质量负责人批准',
    input: z.strictObject({ ...at, signature }),
    output: incidentRow,
    refusals: [...stepRefusals, 'cause_required'],
  }),
  approve: endpoint({
    method: 'POST',
    path: '/incidents/{id}/approve',
    right: '13:approve',
    summary: '质量负责人批准调查与措施',
    input: z.strictObject({ ...at, signature }),
    output: incidentRow,
    refusals: [...stepRefusals, 'author_approves'],
  }),
  sendBack: endpoint({
    method: 'POST',
    path: '/incidents/{id}/send-back',
    right: '13:approve',
    summary: '退回调查，写明还缺什么',
    input: z.strictObject({ id, reason: text(300) }),
    output: incidentRow,
    refusals: stepRefusals,
  }),
  report: endpoint({
    method: 'POST',
    path: '/incidents/{id}/report',
    right: '37:decide',
    summary: '登记不良反应的上报日期与编号，或说明为何不需上报',
    input: z
      .strictObject({ ...at, reportedOn: day.optional(), reportedNo: optionalText(100), waived: optionalText(300) })
      .refine(({ reportedOn, waived }) => (reportedOn === undefined) === (waived !== ''), {
        message: '请填写上报日期与编号，或说明为何不需上报',
        path: ['reportedOn'],
      })
      .refine(({ reportedOn, reportedNo }) => (reportedOn === undefined) === (reportedNo === ''), {
        message: '请填写上报编号',
        path: ['reportedNo'],
      }),
    output: incidentRow,
    refusals: stepRefusals,
  }),
  answer: endpoint({
    method: 'POST',
    path: '/incidents/{id}/answer',
    right: '37:decide',
    summary: '答复投诉；扫码反映的，对方凭链接看到',
    input: z.strictObject({ ...at, answer: text(1000) }),
    output: incidentRow,
    refusals: stepRefusals,
  }),
  close: endpoint({
    method: 'POST',
    path: '/incidents/{id}/close',
    right: '37:decide',
    summary: '关闭：批次均已处置、措施均已确认，由与事件无关的QA签名；冻结随之解除',
    input: z.strictObject({ ...at, conclusion: text(500), signature }),
    output: incidentRow,
    refusals: [
      ...stepRefusals,
      'concerned_closes',
      'incident_lots_undecided',
      'measures_open',
      'incident_unreported',
      'incident_unanswered',
      'ancestor_unfit',
    ],
  }),
  unfounded: endpoint({
    method: 'POST',
    path: '/incidents/{id}/unfounded',
    right: '37:decide',
    summary: '事件不成立：QA与质量负责人签名并写明理由，冻结解除',
    input: z.strictObject({ ...at, reason: text(500), signature, approver: secondSignature }),
    output: incidentRow,
    refusals: [...stepRefusals, 'concerned_closes', 'measures_open', 'incident_unanswered', 'analyst_releases', 'producer_releases'],
  }),
  reopen: endpoint({
    method: 'POST',
    path: '/incidents/{id}/reopen',
    right: '37:decide',
    summary: '重新调查一件已结束的事件',
    input: z.strictObject({ ...at, reason: text(300), signature }),
    output: incidentRow,
    refusals: stepRefusals,
  }),
  addMeasure: endpoint({
    method: 'POST',
    path: '/incidents/{id}/measures',
    right: '37:decide',
    summary: '加一项纠正或预防措施：责任人与期限',
    input: z.strictObject({ id, kind: measureKind, action: text(500), ownerId: id, dueOn: day }),
    output: incidentRow,
    refusals: stepRefusals,
  }),
  finishMeasure: endpoint({
    method: 'POST',
    path: '/incidents/{id}/measures/{measureId}/finish',
    right: 'signed-in',
    summary: '责任人完成措施，写明证据',
    input: z.strictObject({ id, measureId: id, proof: text(500) }),
    output: z.array(ownIncident),
    refusals: ['not_found', 'wrong_state', 'other_owns'],
  }),
  verifyMeasure: endpoint({
    method: 'POST',
    path: '/incidents/{id}/measures/{measureId}/verify',
    right: '37:decide',
    summary: 'QA确认措施有效；责任人自己不能确认',
    input: z.strictObject({ id, measureId: id, effect: text(500), signature }),
    output: incidentRow,
    refusals: [...stepRefusals, 'owner_verifies'],
  }),
  returnMeasure: endpoint({
    method: 'POST',
    path: '/incidents/{id}/measures/{measureId}/return',
    right: '37:decide',
    summary: '措施未见效，退回责任人，写明原因与新期限',
    input: z.strictObject({ id, measureId: id, reason: text(300), dueOn: day }),
    output: incidentRow,
    refusals: stepRefusals,
  }),
  replaceOwner: endpoint({
    method: 'POST',
    path: '/incidents/{id}/measures/{measureId}/owner',
    right: '37:decide',
    summary: '更换措施责任人',
    input: z.strictObject({ id, measureId: id, ownerId: id, reason: text(300) }),
    output: incidentRow,
    refusals: stepRefusals,
  }),
  cancelMeasure: endpoint({
    method: 'POST',
    path: '/incidents/{id}/measures/{measureId}/cancel',
    right: '37:decide',
    summary: '取消一项措施，写明原因',
    input: z.strictObject({ id, measureId: id, reason: text(300) }),
    output: incidentRow,
    refusals: stepRefusals,
  }),
}
