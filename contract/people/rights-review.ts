import { z } from 'zod'
import type { Action, Actor } from '#contract/kernel/action.ts'
import { endpoint } from '#contract/kernel/endpoint.ts'
import { keyOf } from '#contract/kernel/key-of.ts'
import type { RefusalCode } from '#contract/kernel/refusals.ts'
import type { StateLook } from '#contract/kernel/state-look.ts'
import { day, id, instant, listOf, listQuery, optionalText, person, signature, sortBy, text } from '#contract/kernel/values.ts'

/** 权限复核: each quarter every account is looked at: what it may do, when it was used last, and whether that stays (decision 0101). */

export const reviewState = z.enum(['open', 'submitted', 'approved', 'closed', 'cancelled'], '没有这个状态')
export const reviewLooks: Record<z.infer<typeof reviewState>, StateLook> = {
  open: { label: '复核中', tone: 'active' },
  submitted: { label: '待批准', tone: 'waiting' },
  approved: { label: '待执行', tone: 'active' },
  closed: { label: '已完成', tone: 'good' },
  cancelled: { label: '已取消', tone: 'neutral' },
}

export const reviewDecisions = { keep: '保留', revoke: '收回', disable: '停用' } as const
export const reviewDecision = keyOf(reviewDecisions, '请选择保留、收回或停用')

const reviewRow = z.strictObject({
  id,
  reviewNo: z.string(),
  /** Why: the quarter, or something that happened. */
  occasion: z.string(),
  state: reviewState,
  accounts: z.int(),
  undecided: z.int(),
  /** Lines whose change is not carried out yet. */
  uncarried: z.int(),
  changed: z.int(),
  begunBy: person,
  begunAt: instant,
  submittedBy: person.nullable(),
  submittedAt: instant.nullable(),
  approvedBy: person.nullable(),
  approvedAt: instant.nullable(),
  closedAt: instant.nullable(),
  reason: z.string(),
  /** Who decided about an account in it. */
  deciderIds: z.array(id),
})
export type ReviewRow = z.infer<typeof reviewRow>
export type ReviewStanding = Pick<ReviewRow, 'state' | 'undecided' | 'uncarried' | 'deciderIds'> & { submittedBy: { id: string } | null }

const byAnother = ({ submittedBy, deciderIds }: ReviewStanding, actor: Actor): RefusalCode | undefined =>
  submittedBy?.id === actor.id || deciderIds.includes(actor.id) ? 'reviewer_approves' : undefined

export const reviewActions = {
  decide: { label: '逐个决定', duty: '31:manage', from: ['open'], awaitedIn: ['open'], to: 'open' },
  submit: {
    label: '提交批准',
    duty: '31:manage',
    from: ['open'],
    to: 'submitted',
    signs: '权限复核',
    unless: ({ undecided }) => (undecided > 0 ? 'review_undecided' : undefined),
  },
  approve: {
    label: '批准',
    duty: '31:authorise',
    from: ['submitted'],
    awaitedIn: ['submitted'],
    to: 'approved',
    orTo: ['closed'],
    signs: '批准权限复核',
    unless: byAnother,
  },
  sendBack: { label: '退回', duty: '31:authorise', from: ['submitted', 'approved'], to: 'open' },
  carryOut: { label: '执行', duty: '31:manage', from: ['approved'], awaitedIn: ['approved'], to: 'approved', orTo: ['closed'] },
  cancel: { label: '取消', duty: '31:manage', from: ['open'], to: 'cancelled' },
} satisfies Record<string, Action<ReviewStanding>>

/** That a review is to begin: there is no document yet. */
export type ReviewDueStanding = { state: 'due' }
export const reviewDueLooks: Record<ReviewDueStanding['state'], StateLook> = { due: { label: '待开始', tone: 'waiting' } }
export const reviewDueActions = {
  begin: { label: '开始复核', duty: '31:manage', from: ['due'], awaitedIn: ['due'], to: 'due' },
} satisfies Record<string, Action<ReviewDueStanding>>

/** Roles as they are kept with an account that is reviewed. */
export const reviewedRoles = z.array(z.strictObject({ id, name: z.string() }))

const reviewLine = z.strictObject({
  id,
  accountId: id,
  userName: z.string(),
  name: z.string(),
  post: z.string(),
  /** As they stood when the review began. */
  roles: reviewedRoles,
  rights: z.array(z.string()),
  lastSeenAt: instant.nullable(),
  decision: reviewDecision.nullable(),
  takenRoleIds: z.array(id),
  reason: z.string(),
  decidedByName: z.string().nullable(),
  decidedAt: instant.nullable(),
  carriedByName: z.string().nullable(),
  carriedAt: instant.nullable(),
})
export type ReviewLine = z.infer<typeof reviewLine>

const reviewFile = reviewRow.extend({ lines: z.array(reviewLine) })
export type ReviewFile = z.infer<typeof reviewFile>

const withReason = z.strictObject({ id, reason: text(200) })

export const rightsReviewApi = {
  list: endpoint({
    method: 'GET',
    path: '/rights-reviews',
    right: '31',
    summary: '权限复核，最近的在前',
    input: listQuery.extend({ state: reviewState.optional(), sort: sortBy(['begunAt'], '-begunAt') }),
    output: listOf(reviewRow),
  }),
  due: endpoint({
    method: 'GET',
    path: '/rights-review-due',
    right: '31',
    summary: '下次权限复核不晚于哪天，及正在进行的一次',
    input: z.strictObject({}),
    output: z.strictObject({ dueOn: day, openId: id.nullable() }),
  }),
  read: endpoint({
    method: 'GET',
    path: '/rights-reviews/{id}',
    right: '31',
    summary: '一次权限复核：每个账号的角色、权限、最近使用与决定',
    input: z.strictObject({ id }),
    output: reviewFile,
    refusals: ['not_found'],
  }),
  begin: endpoint({
    method: 'POST',
    path: '/rights-reviews',
    right: '31:manage',
    summary: '开始一次权限复核：列出全部在用账号现在的角色与权限',
    input: z.strictObject({ occasion: text(60) }),
    output: reviewFile,
    refusals: ['review_open'],
  }),
  decide: endpoint({
    method: 'POST',
    path: '/rights-reviews/{id}/decide',
    right: '31:manage',
    summary: '决定一个或几个账号：保留、收回所选角色或停用；不能决定自己的',
    input: z
      .strictObject({
        id,
        lineIds: z.array(id, '请选择账号').min(1, '请选择账号').max(200, '一次最多200个'),
        decision: reviewDecision,
        /** Of 收回, about one account. */
        takenRoleIds: z.array(id, '请选择角色').max(50, '角色太多').default([]),
        reason: optionalText(200),
      })
      .refine(({ decision, reason }) => decision === 'keep' || reason !== '', { message: '请填写原因', path: ['reason'] })
      .refine(({ decision, takenRoleIds }) => (decision === 'revoke') === takenRoleIds.length > 0, {
        message: '请选择要收回的角色',
        path: ['takenRoleIds'],
      })
      .refine(({ decision, lineIds }) => decision !== 'revoke' || lineIds.length === 1, {
        message: '收回须逐个账号决定',
        path: ['lineIds'],
      }),
    output: reviewFile,
    refusals: ['not_found', 'wrong_state', 'own_account', 'role_unknown'],
  }),
  submit: endpoint({
    method: 'POST',
    path: '/rights-reviews/{id}/submit',
    right: '31:manage',
    summary: '全部决定后签名提交，由质量负责人批准',
    input: z.strictObject({ id, signature }),
    output: reviewFile,
    refusals: ['not_found', 'wrong_state', 'review_undecided'],
  }),
  approve: endpoint({
    method: 'POST',
    path: '/rights-reviews/{id}/approve',
    right: '31:authorise',
    summary: '批准权限复核并签名；决定过其中账号的人不能批准',
    input: z.strictObject({ id, signature }),
    output: reviewFile,
    refusals: ['not_found', 'wrong_state', 'reviewer_approves'],
  }),
  sendBack: endpoint({
    method: 'POST',
    path: '/rights-reviews/{id}/send-back',
    right: '31:authorise',
    summary: '退回重新决定；已执行的不变',
    input: withReason,
    output: reviewFile,
    refusals: ['not_found', 'wrong_state'],
  }),
  carryOut: endpoint({
    method: 'POST',
    path: '/rights-reviews/{id}/lines/{lineId}/carry-out',
    right: '31:manage',
    summary: '执行一个账号的收回或停用；不能执行自己的',
    input: z.strictObject({ id, lineId: id }),
    output: reviewFile,
    refusals: ['not_found', 'wrong_state', 'own_account', 'beyond_own_rights', 'last_administrator'],
  }),
  cancel: endpoint({
    method: 'POST',
    path: '/rights-reviews/{id}/cancel',
    right: '31:manage',
    summary: '取消一次还没有提交的权限复核',
    input: withReason,
    output: reviewFile,
    refusals: ['not_found', 'wrong_state'],
  }),
}
