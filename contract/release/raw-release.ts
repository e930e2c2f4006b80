import { z } from 'zod'
import type { Action } from '#contract/kernel/action.ts'
import { endpoint } from '#contract/kernel/endpoint.ts'
import { keyOf } from '#contract/kernel/key-of.ts'
import type { InspectionRow, InspectionState } from '#contract/laboratory/inspection.ts'
import { lotKind, lotState, type LotKind, type LotState } from '#contract/warehouse/lot.ts'
import { Refusal, type RefusalCode } from '#contract/kernel/refusals.ts'
import type { StateLook } from '#contract/kernel/state-look.ts'
import {
  day,
  decimalOut,
  id,
  instant,
  listOf,
  listQuery,
  optionalText,
  secondSignature,
  signature,
  sortBy,
  text,
} from '#contract/kernel/values.ts'

/** How far the decision about a reported raw lot has come (domain §2.3). */
export const releaseState = z.enum(['pending', 'released', 'rejected', 'withdrawn'], '没有这种状态')
export type ReleaseState = z.infer<typeof releaseState>

export const releaseStates: Record<ReleaseState, StateLook> = {
  pending: { label: '待放行', tone: 'waiting' },
  released: { label: '已放行', tone: 'good' },
  rejected: { label: '不合格', tone: 'bad' },
  withdrawn: { label: '已撤回', tone: 'warning' },
}

/** A raw lot with its approved report, and the decision once there is one; `id` is the report's. */
const releaseRow = z.strictObject({
  id,
  state: releaseState,
  reportNo: z.string(),
  reportedAt: instant,
  conforms: z.boolean(),
  lotId: id,
  lotNo: z.string(),
  lotName: z.string(),
  lotState,
  holds: z.int(),
  isToxic: z.boolean(),
  bornOn: day,
  supplierName: z.string(),
  /** kg in the warehouse now */
  onHand: decimalOut,
  retestOn: day.nullable(),
  /** False once the lot was reported anew: only the last decision can be withdrawn. */
  isLatest: z.boolean(),
  analystIds: z.array(id),
  buyerId: id,
  receiverIds: z.array(id),
  decisionId: id.nullable(),
  releaseNo: z.string().nullable(),
  decidedByName: z.string().nullable(),
  decidedAt: instant.nullable(),
  restriction: z.string().nullable(),
  basis: z.string().nullable(),
  withdrawalReason: z.string().nullable(),
})
export type ReleaseRow = z.infer<typeof releaseRow>

/** The part of a reported lot on which it depends who may decide about it. */
export type ReleaseStanding = Pick<
  ReleaseRow,
  'state' | 'conforms' | 'holds' | 'lotState' | 'isLatest' | 'analystIds' | 'buyerId' | 'receiverIds'
>

/** Who decides has neither tested the lot nor bought it nor taken it in (I7). */
function deciderIsOther(row: ReleaseStanding, actor: { id: string }) {
  if (row.analystIds.includes(actor.id)) return 'analyst_releases'
  if (row.buyerId === actor.id) return 'buyer_releases'
  if (row.receiverIds.includes(actor.id)) return 'receiver_releases'
  // A lot that was tested again before its day stayed usable meanwhile, or became due.
  return ['under_test', 'released', 'retest_due'].includes(row.lotState) ? undefined : 'wrong_state'
}

export const releaseActions = {
  release: {
    label: '放行',
    duty: '13:decide',
    from: ['pending'],
    awaitedIn: ['pending'],
    to: 'released',
    signs: '放行',
    unless: (row, actor) =>
      (row.conforms ? undefined : 'report_nonconforming') ?? (row.holds > 0 ? 'lot_held' : undefined) ?? deciderIsOther(row, actor),
  },
  reject: {
    label: '判不合格',
    duty: '13:decide',
    from: ['pending'],
    awaitedIn: ['pending'],
    to: 'rejected',
    signs: '拒绝放行',
    unless: deciderIsOther,
  },
  withdraw: {
    label: '撤回放行',
    duty: '13:decide',
    from: ['released'],
    to: 'withdrawn',
    signs: '撤回放行',
    // Also while it is due for its retest, under it, or back from one that was called off: its release is what others rest on.
    unless: (row) => (['rejected', 'reversed'].includes(row.lotState) || !row.isLatest ? 'wrong_state' : undefined),
  },
} satisfies Record<string, Action<ReleaseStanding>>

/** The part of a tested batch on which it depends whether it may be rejected. */
export type FailedBatchStanding = Pick<InspectionRow, 'state' | 'verdict' | 'lotState' | 'analystIds'>

export const failedBatchLooks = { approved: { label: '待判定', tone: 'bad' } } satisfies Partial<Record<InspectionState, StateLook>>

/** A bulk batch whose report does not conform is rejected by quality assurance on page 17 (domain §2.7). */
export const rejectBatchAction = {
  label: '判不合格',
  duty: '13:decide',
  from: ['approved'],
  awaitedIn: ['approved'],
  to: 'approved',
  signs: '拒绝放行',
  unless: (row, actor) => {
    if (row.verdict !== 'FAIL') return 'report_conforming'
    if (row.lotState !== 'under_test') return 'wrong_state'
    return row.analystIds.includes(actor.id) ? 'analyst_releases' : undefined
  },
} satisfies Action<FailedBatchStanding>

/** What the 质量负责人 signs beside quality assurance when a lot is rejected. */
export const approvalMeaning = '批准'

/** Whose work a decision about a lot judges. */
type Concerned = {
  analystIds: readonly string[]
  producerIds?: readonly string[]
  buyerId?: string | null
  receiverIds?: readonly string[]
}

/** Refuses a second person whose own work the decision judges: who tested, made, bought or took in a lot decides about it neither first nor second (I7). */
export function refuseConcerned(
  lotNo: string,
  { analystIds, producerIds = [], buyerId = null, receiverIds = [] }: Concerned,
  second: { id: string; name: string },
): void {
  const refuse = (code: RefusalCode, part: string) => {
    const message = `${second.name} 是 ${lotNo} 的${part}，请由其他质量负责人批准`
    return new Refusal(code, [{ path: 'approver.userName', message }])
  }
  if (analystIds.includes(second.id)) throw refuse('analyst_releases', '检验人')
  if (producerIds.includes(second.id)) throw refuse('producer_releases', '生产或包装人员')
  if (buyerId === second.id) throw refuse('buyer_releases', '采购人')
  if (receiverIds.includes(second.id)) throw refuse('receiver_releases', '收货人')
}

/** A lot of any kind, and the persons who may not decide about it. */
export type RejectableLot = { state: LotState; kind: LotKind; analystIds: string[]; buyerId: string | null; receiverIds: string[] }

/** 判不合格 without a report: a lot that was never tested, or one that was released. A pack lot before its release is the 质量受权人's to refuse. */
export const rejectLotAction = {
  label: '判不合格',
  duty: '13:decide',
  from: ['quarantine', 'under_test', 'conforming', 'released', 'retest_due'],
  to: 'rejected',
  signs: '拒绝放行',
  unless: (row, actor) => {
    if (row.kind === 'pack' && row.state !== 'released') return 'wrong_state'
    if (row.analystIds.includes(actor.id)) return 'analyst_releases'
    if (row.buyerId === actor.id) return 'buyer_releases'
    return row.receiverIds.includes(actor.id) ? 'receiver_releases' : undefined
  },
} satisfies Action<RejectableLot>

/** What the system answers itself from its records; nobody types it. */
export const computedChecks = {
  report: '检验报告已批准且结论符合规定',
  closed: '无冻结，偏差及OOS已关闭',
  supplier: '到货日供应商在合格名录且在有效期内',
  receipt: '到货验收合格并经复核',
} as const

/** What a person has to look at; some may not apply. */
export const askedChecks = {
  label: { question: '包装与标签符合规定', mayNotApply: false },
  sampling: { question: '取样符合规定', mayNotApply: false },
  storage: { question: '贮存条件符合规定', mayNotApply: false },
  records: { question: '采购、验收与检验记录完整', mayNotApply: false },
  supplierReport: { question: '供应商检验报告已评价', mayNotApply: true },
  quoted: { question: '引用或委托检验结果已评价', mayNotApply: true },
} as const
type AskedCheck = keyof typeof askedChecks

export const answers = { yes: '是', no: '否', na: '不适用' } as const
const answer = z.enum(['yes', 'no', 'na'], '请选择是、否或不适用')
const mustAnswer = z.enum(['yes', 'no'], '请选择是或否')

/** 放行审核项. */
const checklist = z.strictObject({
  label: mustAnswer,
  sampling: mustAnswer,
  storage: mustAnswer,
  records: mustAnswer,
  supplierReport: answer,
  quoted: answer,
} satisfies Record<AskedCheck, z.ZodType>)
export type Checklist = z.infer<typeof checklist>

/** A lot made from this one, however far down, and how much of this one's goods went into the first of them. */
const downstreamLot = z.strictObject({
  lotId: id,
  lotNo: z.string(),
  name: z.string(),
  kind: lotKind,
  state: lotState,
  quantity: decimalOut,
})

export const releaseFile = z.strictObject({
  release: releaseRow,
  checks: z.array(
    z.strictObject({
      check: keyOf(computedChecks),
      ok: z.boolean(),
      evidence: z.string(),
    }),
  ),
  /** The latest retest day that may be given, which is also the usual one. */
  latestRetestOn: day,
  /** How often the life of the lot was made longer, by how many intervals this release does, and how many its material allows. */
  extensions: z.strictObject({ used: z.int(), now: z.int(), limit: z.int().nullable() }),
  /** What was answered, once it is decided. */
  answers: z.array(z.strictObject({ item: z.string(), answer: z.string(), computed: z.boolean() })),
  downstream: z.array(downstreamLot),
})
export type ReleaseFile = z.infer<typeof releaseFile>

/** What a rejection gives: why, where the goods go, and the signatures of quality assurance and of the 质量负责人. */
const rejection = { basis: text(500), placeId: id, signature, approver: secondSignature }

export const releaseApi = {
  list: endpoint({
    method: 'GET',
    path: '/raw-releases',
    right: '13',
    summary: '已有检验报告的原料批次及其放行决定',
    input: listQuery.extend({
      state: releaseState.optional(),
      /** Decided on this day or later. */
      decidedFrom: day.optional(),
      sort: sortBy(['reportedAt', 'lotNo', 'decidedAt'], '-reportedAt'),
    }),
    output: listOf(releaseRow),
  }),
  file: endpoint({
    method: 'GET',
    path: '/raw-releases/{id}',
    right: '13',
    summary: '一批原料的放行审核：系统核对项、最晚复验期、下游批次',
    input: z.strictObject({ id }),
    output: releaseFile,
    refusals: ['not_found', 'report_superseded'],
  }),
  release: endpoint({
    method: 'POST',
    path: '/raw-releases/{id}/release',
    right: '13:decide',
    summary: '放行原料批次并签名，货物移入合格区',
    input: z.strictObject({ id, checklist, retestOn: day, placeId: id, restriction: optionalText(200), signature }),
    output: releaseRow,
    refusals: [
      'lot_expired',
      'report_superseded',
      'not_authorised',
      'wrong_state',
      'report_nonconforming',
      'lot_held',
      'case_open',
      'retest_limit',
      'checklist_incomplete',
      'analyst_releases',
      'buyer_releases',
      'receiver_releases',
      'zone_mismatch',
      'toxic_store',
      'wrong_password',
    ],
  }),
  reject: endpoint({
    method: 'POST',
    path: '/raw-releases/{id}/reject',
    right: '13:decide',
    summary: '判定原料批次不合格并签名，货物移入不合格区',
    input: z.strictObject({ id, ...rejection }),
    output: releaseRow,
    refusals: [
      'wrong_state',
      'report_superseded',
      'analyst_releases',
      'buyer_releases',
      'receiver_releases',
      'zone_mismatch',
      'toxic_store',
    ],
  }),
  withdraw: endpoint({
    method: 'POST',
    path: '/raw-releases/{id}/withdraw',
    right: '13:decide',
    summary: '撤回放行：批次回到待验，列出下游批次',
    input: z.strictObject({ id, reason: text(500), placeId: id, signature }),
    output: releaseFile,
    refusals: ['wrong_state', 'zone_mismatch', 'toxic_store', 'wrong_password'],
  }),
  rejectBatch: endpoint({
    method: 'POST',
    path: '/bulk-tests/{id}/reject',
    right: '13:decide',
    summary: '判定检验不符合规定的成品批不合格并签名',
    input: z.strictObject({ id, ...rejection }),
    output: z.strictObject({ releaseNo: z.string() }),
    refusals: ['wrong_state', 'report_conforming', 'analyst_releases', 'zone_mismatch', 'toxic_store'],
  }),
  rejectLot: endpoint({
    method: 'POST',
    path: '/lots/{id}/reject',
    right: '13:decide',
    summary: '判定任一批次不合格（未检、已放行或检验合格的也可），质量负责人会签；已用于生产的开启影响评估',
    input: z.strictObject({ id, ...rejection, placeId: id.optional() }),
    output: z.strictObject({ releaseNo: z.string(), caseNo: z.string().nullable() }),
    refusals: [
      'not_found',
      'wrong_state',
      'analyst_releases',
      'buyer_releases',
      'receiver_releases',
      'zone_mismatch',
      'toxic_store',
      'rejected_bin_required',
    ],
  }),
}
