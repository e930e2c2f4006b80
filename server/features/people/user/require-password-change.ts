import { userActions, type userApi } from '#contract/people/user.ts'
import { logSecurity } from '#kernel/log-security.ts'
import type { Handler } from '#kernel/serve.ts'
import { userOf } from './queries.ts'
import { takeUser } from './take-user.ts'

/** A person's password may be known to others: they sign nothing until they have chosen a new one. */
export const requirePasswordChange: Handler<typeof userApi.requirePasswordChange> = async (tx, actor, { id }) => {
  const user = await takeUser(tx, actor, id, userActions.requirePasswordChange)
  await tx.updateTable('account').set({ mustChangePassword: true }).where('id', '=', id).execute()
  await logSecurity(tx, actor, 'password_change_required', { account: user })
  return userOf(tx, id)
}
