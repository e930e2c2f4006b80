import { z } from 'zod'
import type { Action } from '#contract/kernel/action.ts'
import { endpoint } from '#contract/kernel/endpoint.ts'
import { day, decimalOut, id, instant, listOf, listQuery, secondSignature, signature, sortBy, text } from '#contract/kernel/values.ts'
import { lotKind, lotState } from '#contract/warehouse/lot.ts'
import { standingReason } from '#contract/warehouse/standing.ts'
import { caseKind, caseState, type CaseState } from './quality-case.ts'

/** 影响评估: a lot that was used has lost its release; quality assurance decides about every lot made of it. */

/** `clear`: it may be used again, since its ancestors allow it once more. `reject`: 不合格, for good. */
export const impactDecision = z.enum(['clear', 'reject'], '请选择解除或判不合格')
export type ImpactDecision = z.infer<typeof impactDecision>

const caseRow = z.strictObject({
  id,
  caseNo: z.string(),
  kind: caseKind,
  state: caseState,
  lotId: id.nullable(),
  lotNo: z.string(),
  lotName: z.string(),
  reason: z.string(),
  documentNo: z.string(),
  openedBy: z.string(),
  openedAt: instant,
  closedAt: instant.nullable(),
  /** Lots made of it about which nothing is decided, and all that were held. */
  undecided: z.int(),
  held: z.int(),
  rowVersion: z.int(),
})
export type CaseRow = z.infer<typeof caseRow>

/** The part of a case and of one of its lots on which it depends who may decide about it. */
export type ImpactStanding = { state: CaseState; analystIds: readonly string[]; producerIds: readonly string[] }

/** I7: who decides about a lot has not tested it. The 质量负责人 signs beside them and has not tested it either. */
export const impactActions = {
  decide: {
    label: '处置',
    duty: '37:decide',
    from: ['open'],
    awaitedIn: ['open'],
    to: 'open',
    orTo: ['closed'],
    signs: '处置',
    unless: ({ analystIds }, actor) => (analystIds.includes(actor.id) ? 'analyst_releases' : undefined),
  },
} satisfies Record<string, Action<ImpactStanding>>

/** To clear a lot is to let it be used again: neither of the two who do has made or packed it. */
export const clearingRefusal = ({ producerIds }: Pick<ImpactStanding, 'producerIds'>, actor: { id: string }) =>
  producerIds.includes(actor.id) ? ('producer_releases' as const) : undefined

/** A lot made of the doubtful one: how much of it stems from there, where it is now and who has some of it. */
const impactLot = z.strictObject({
  lotId: id,
  lotNo: z.string(),
  name: z.string(),
  kind: lotKind,
  state: lotState,
  isToxic: z.boolean(),
  bornOn: day,
  /** kg at birth; of it what stems from the doubtful lot, over all paths */
  quantity: decimalOut,
  stemming: decimalOut,
  /** kg in the house, and kg that left for customers */
  inHouse: decimalOut,
  shipped: decimalOut,
  /** Null for those who may not see to whom goods went (22, 110). */
  customers: z.array(z.strictObject({ name: z.string(), packs: z.int(), quantity: decimalOut })).nullable(),
  /** Trace codes on its packs, and how many of them left. */
  codes: z.int(),
  codesShipped: z.int(),
  /** Who tested it, and who made or packed it. */
  analystIds: z.array(id),
  producerIds: z.array(id),
  /** Null when the lot was rejected before the case and needs no decision. */
  impactId: id.nullable(),
  decision: impactDecision.nullable(),
  conclusion: z.string().nullable(),
  decidedBy: z.string().nullable(),
  approvedBy: z.string().nullable(),
  decidedAt: instant.nullable(),
  /** What still speaks against it beside the hold of this case; it can be cleared when nothing of it comes from an ancestor. */
  reasons: z.array(standingReason),
})
export type ImpactLot = z.infer<typeof impactLot>

/** A running batch that was fed from the doubtful lot: its next step is refused meanwhile. */
const impactOrder = z.strictObject({ id, orderNo: z.string(), batchNo: z.string(), productName: z.string(), quantity: decimalOut })

const caseFile = z.strictObject({ case: caseRow, lots: z.array(impactLot), orders: z.array(impactOrder) })
export type CaseFile = z.infer<typeof caseFile>

/** How many lots one decision can be about. */
export const mostLotsAtOnce = 100

const decision = {
  decision: impactDecision,
  conclusion: text(500),
  /** Where rejected goods go; needed when any lies in a bin. */
  placeId: id.optional(),
  signature,
  approver: secondSignature,
}
const decided = z.strictObject({ state: caseState, undecided: z.int() })
const decideRefusals = [
  'not_found',
  'wrong_state',
  'analyst_releases',
  'producer_releases',
  'ancestor_unfit',
  'zone_mismatch',
  'toxic_store',
  'rejected_bin_required',
] as const

export const caseApi = {
  list: endpoint({
    method: 'GET',
    path: '/quality-cases',
    right: '37',
    summary: '质量事件',
    input: listQuery.extend({
      kind: caseKind.optional(),
      state: caseState.optional(),
      sort: sortBy(['openedAt', 'caseNo', 'closedAt'], '-openedAt'),
    }),
    output: listOf(caseRow),
  }),
  read: endpoint({
    method: 'GET',
    path: '/quality-cases/{id}',
    right: '37',
    summary: '一件质量事件：下游批次的数量、客户与追溯码，及各批的处置',
    input: z.strictObject({ id }),
    output: caseFile,
    refusals: ['not_found'],
  }),
  open: endpoint({
    method: 'POST',
    path: '/raw-lots/{id}/impact',
    right: '37:decide',
    summary: '对一批已使用的物料开启影响评估：下游批次即刻冻结',
    input: z.strictObject({ id, reason: text(500), signature }),
    output: z.strictObject({ id, caseNo: z.string() }),
    refusals: ['not_found', 'nothing_made', 'impact_open'],
  }),
  decideLots: endpoint({
    method: 'POST',
    path: '/quality-cases/{id}/decide',
    right: '37:decide',
    summary: '一次处置影响评估中的几批：同一结论，一并签名，质量负责人会签；有一批不能处置则全部不处置',
    input: z.strictObject({
      id,
      lotIds: z
        .array(id)
        .min(1, '请选择要处置的批次')
        .max(mostLotsAtOnce, `一次最多${mostLotsAtOnce}批`)
        .refine((all) => new Set(all).size === all.length, '同一批选了两次'),
      ...decision,
    }),
    output: decided,
    refusals: decideRefusals,
  }),
  decide: endpoint({
    method: 'POST',
    path: '/quality-cases/{id}/lots/{lotId}/decide',
    right: '37:decide',
    summary: '处置影响评估中的一批：解除或判不合格，质量负责人会签',
    input: z.strictObject({ id, lotId: id, ...decision }),
    output: decided,
    refusals: decideRefusals,
  }),
}
