import { Refusal } from '#contract/kernel/refusals.ts'
import type { rightsReviewApi } from '#contract/people/rights-review.ts'
import { logSecurity } from '#kernel/log-security.ts'
import type { Handler } from '#kernel/serve.ts'
import { giveRoles } from '#server/features/people/role/give-roles.ts'
import { keepAnAdministrator } from '#server/features/people/user/administrators.ts'
import { disableUser } from '#server/features/people/user/disable-user.ts'
import { closeReview, takeReview } from './review-rights.ts'
import { reviewOf } from './queries.ts'

/** 执行 by the steps that change rights anyway, so that their rules hold. What was changed in the meantime by hand is only marked as done. */
export const carryOutLine: Handler<typeof rightsReviewApi.carryOut> = async (tx, actor, { id, lineId }) => {
  const { reviewNo } = await takeReview(tx, actor, id, 'carryOut')
  const line = await tx
    .selectFrom('rightsReviewLine as l')
    .innerJoin('account as a', (join) => join.onRef('a.enterpriseId', '=', 'l.enterpriseId').onRef('a.id', '=', 'l.accountId'))
    .select(['l.decision', 'l.takenRoleIds', 'l.reason', 'l.carriedAt', 'a.id', 'a.name', 'a.userName', 'a.state'])
    .where('l.reviewId', '=', id)
    .where('l.id', '=', lineId)
    .executeTakeFirst()
  if (line === undefined) throw new Refusal('not_found')
  if (line.carriedAt !== null || line.decision === null || line.decision === 'keep') throw new Refusal('wrong_state')
  if (line.id === actor.id) throw new Refusal('own_account')
  const reason = `权限复核 ${reviewNo}：${line.reason}`.slice(0, 200)
  if (line.decision === 'disable') {
    if (line.state === 'active') await disableUser(tx, actor, { id: line.id, reason })
  } else {
    const held = (await tx.selectFrom('accountRole').select('roleId').where('accountId', '=', line.id).execute()).map(
      ({ roleId }) => roleId,
    )
    const kept = held.filter((roleId) => !line.takenRoleIds.includes(roleId))
    await giveRoles(tx, actor, line, kept)
    await keepAnAdministrator(tx)
    await logSecurity(tx, actor, 'user_edited', { account: line, facts: { rolesBefore: held, rolesAfter: kept, reason } })
  }
  await tx
    .updateTable('rightsReviewLine')
    .set({ carriedBy: actor.id, carriedAt: tx.now().toISOString() })
    .where('id', '=', lineId)
    .execute()
  const file = await reviewOf(tx, id)
  if (file.uncarried > 0) return file
  await closeReview(tx, id)
  return reviewOf(tx, id)
}
