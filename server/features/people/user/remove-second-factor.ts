import { userActions, type userApi } from '#contract/people/user.ts'
import { logSecurity } from '#kernel/log-security.ts'
import type { Handler } from '#kernel/serve.ts'
import { noteSetSecret } from '#server/features/people/secret/set-secret.ts'
import { endAllSessions } from './end-sessions.ts'
import { userOf } from './queries.ts'
import { takeUser } from './take-user.ts'

/** A person lost their telephone and their recovery codes: the password alone lets them in again, and every session ends. */
export const removeSecondFactor: Handler<typeof userApi.removeSecondFactor> = async (tx, actor, { id, reason }) => {
  const user = await takeUser(tx, actor, id, userActions.removeSecondFactor)
  await tx.deleteFrom('secondFactor').where('accountId', '=', id).execute()
  await endAllSessions(tx, id)
  await logSecurity(tx, actor, 'second_factor_removed', { account: user, facts: { reason } })
  await noteSetSecret(tx, actor, user, 'second_factor', user, reason)
  return userOf(tx, id)
}
