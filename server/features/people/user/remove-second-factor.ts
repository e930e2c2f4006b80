import { userActions, type userApi } from '#contract/people/user.ts'
import { logSecurity } from '#kernel/log-security.ts'
import type { Handler } from '#kernel/serve.ts'
import { endAllSessions } from './end-sessions.ts'
import { userOf } from './queries.ts'
import { takeUser } from './take-user.ts'

/** A person lost their telephone and their recovery codes: the password alone lets them in again, and every session ends. */
export const removeSecondFactor: Handler<typeof userApi.removeSecondFactor> = async (tx, actor, { id, reason }) => {
  const user = await takeUser(tx, actor, id, userActions.removeSecondFactor)
  await tx.deleteFrom('secondFactor').where('accountId', '=', id).execute()
  await endAllSessions(tx, id)
  await logSecurity(tx, actor, 'second_factor_removed', { account: user, facts: { reason } })
  await tx
    .insertInto('notification')
    .values({
      enterpriseId: actor.enterpriseId,
      accountId: id,
      title: '您的两步验证已被解除',
      body: `${actor.name}：${reason}。如非您本人要求，请立即修改口令并告知管理员`,
      path: '/ucenter?view=second-factor',
    })
    .execute()
  return userOf(tx, id)
}
