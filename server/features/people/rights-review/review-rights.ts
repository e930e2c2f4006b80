import { sql } from 'kysely'
import { refusal } from '#contract/kernel/action.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { reviewActions, type ReviewRow, type rightsReviewApi } from '#contract/people/rights-review.ts'
import { dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import { giveReason } from '#kernel/give-reason.ts'
import { notify } from '#kernel/notify.ts'
import { documentNo } from '#kernel/number.ts'
import type { Actor, Handler, Tx } from '#kernel/serve.ts'
import { sign } from '#kernel/sign.ts'
import { lockRights } from '#server/features/people/user/administrators.ts'
import { reviewOf, reviewRowOf } from './queries.ts'

/** Locks the rights of the enterprise and one review. Refused when the step is not allowed now. */
export async function takeReview(tx: Tx, actor: Actor, id: string, action: keyof typeof reviewActions): Promise<ReviewRow> {
  await lockRights(tx)
  await tx.selectFrom('rightsReview').select('id').where('id', '=', id).forUpdate().execute()
  const review = await reviewRowOf(tx, id)
  const code = refusal(reviewActions[action], review, actor)
  if (code !== undefined) throw new Refusal(code)
  return review
}

/** 开始复核: every account in use of a person, with the roles and rights that it has at this moment, and when it was used last. */
export const beginReview: Handler<typeof rightsReviewApi.begin> = async (tx, actor, { occasion }) => {
  await lockRights(tx)
  const { id } = await tx
    .insertInto('rightsReview')
    .values({
      enterpriseId: actor.enterpriseId,
      reviewNo: documentNo('QX', dayInShanghai(tx.now())),
      occasion,
      state: 'open',
      begunBy: actor.id,
      begunAt: tx.now().toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await sql`insert into rights_review_line (enterprise_id, review_id, account_id, roles, rights, last_seen_at)
    select a.enterprise_id, ${id}::uuid, a.id, coalesce((select jsonb_agg(jsonb_build_object('id', role.id, 'name', role.name) order by role.name)
        from account_role held join role on role.enterprise_id = held.enterprise_id and role.id = held.role_id
        where held.enterprise_id = a.enterprise_id and held.account_id = a.id), '[]'),
      rights_of(a.id), (select max(s.last_seen_at) from session s where s.enterprise_id = a.enterprise_id and s.account_id = a.id)
    from account a where a.enterprise_id = current_enterprise() and a.state = 'active'
      and not exists (select from api_token t where t.enterprise_id = a.enterprise_id and t.id = a.id)`.execute(tx)
  return reviewOf(tx, id)
}

/** Decides about accounts, never about one's own. What was carried out before the review was sent back stays. */
export const decideLines: Handler<typeof rightsReviewApi.decide> = async (tx, actor, { id, lineIds, decision, takenRoleIds, reason }) => {
  await takeReview(tx, actor, id, 'decide')
  const lines = await tx
    .selectFrom('rightsReviewLine')
    .select(['id', 'accountId', 'roles', 'carriedAt'])
    .where('reviewId', '=', id)
    .where('id', 'in', lineIds)
    .orderBy('id')
    .forUpdate()
    .execute()
  if (lines.length !== new Set(lineIds).size) throw new Refusal('not_found')
  if (lines.some(({ accountId }) => accountId === actor.id))
    throw new Refusal('own_account', [{ path: 'lineIds', message: '自己的账号由另一位管理员决定' }])
  if (lines.some(({ carriedAt }) => carriedAt !== null)) throw new Refusal('wrong_state')
  if (lines.some(({ roles }) => takenRoleIds.some((taken) => !roles.some((role) => role.id === taken))))
    throw new Refusal('role_unknown', [{ path: 'takenRoleIds', message: '请从该账号的角色中选择' }])
  await tx
    .updateTable('rightsReviewLine')
    .set({ decision, takenRoleIds, reason, decidedBy: actor.id, decidedAt: tx.now().toISOString() })
    .where(
      'id',
      'in',
      lines.map((line) => line.id),
    )
    .execute()
  return reviewOf(tx, id)
}

export const submitReview: Handler<typeof rightsReviewApi.submit> = async (tx, actor, { id, signature }) => {
  const { reviewNo } = await takeReview(tx, actor, id, 'submit')
  await tx
    .updateTable('rightsReview')
    .set({ state: 'submitted', submittedBy: actor.id, submittedAt: tx.now().toISOString(), approvedBy: null, approvedAt: null })
    .where('id', '=', id)
    .execute()
  await sign(tx, actor, signature, { meaning: reviewActions.submit.signs, table: 'rights_review', id })
  await notify(tx, actor, {
    duty: '31:authorise',
    title: `权限复核 ${reviewNo} 待批准`,
    page: '/system-user',
    at: { by: 'review', review: id },
    about: { table: 'rights_review', id, asks: 'submitted' },
  })
  return reviewOf(tx, id)
}

/** Agreed to by somebody who decided about nobody in it. Where nothing changes it is over at once. */
export const approveReview: Handler<typeof rightsReviewApi.approve> = async (tx, actor, { id, signature }) => {
  const { uncarried } = await takeReview(tx, actor, id, 'approve')
  const now = tx.now().toISOString()
  await tx.updateTable('rightsReview').set({ state: 'approved', approvedBy: actor.id, approvedAt: now }).where('id', '=', id).execute()
  await sign(tx, actor, signature, { meaning: reviewActions.approve.signs, table: 'rights_review', id })
  if (uncarried === 0) await closeReview(tx, id)
  return reviewOf(tx, id)
}

/** Ends a review of which everything is carried out. */
export const closeReview = (tx: Tx, id: string) =>
  tx.updateTable('rightsReview').set({ state: 'closed', closedAt: tx.now().toISOString() }).where('id', '=', id).execute()

type Turn = 'sendBack' | 'cancel'

/** 退回 to be decided anew, or 取消. */
export const turnReview =
  (turn: Turn): Handler<(typeof rightsReviewApi)[Turn]> =>
  async (tx, actor, { id, reason }) => {
    await takeReview(tx, actor, id, turn)
    await giveReason(tx, reason)
    await tx.updateTable('rightsReview').set({ state: reviewActions[turn].to, reason }).where('id', '=', id).execute()
    return reviewOf(tx, id)
  }
