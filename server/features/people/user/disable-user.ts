import { userActions, type userApi } from '#contract/people/user.ts'
import { keepAnAdministrator } from './administrators.ts'
import { giveReason } from '#kernel/give-reason.ts'
import { logSecurity } from '#kernel/log-security.ts'
import type { Handler } from '#kernel/serve.ts'
import { endAllSessions } from './end-sessions.ts'
import { userOf } from './queries.ts'
import { takeUser } from './take-user.ts'

/** A person leaves: the account stays, because signatures name it, but nobody signs in with it any more. */
export const disableUser: Handler<typeof userApi.disable> = async (tx, actor, { id, reason }) => {
  const user = await takeUser(tx, actor, id, userActions.disable)
  await giveReason(tx, reason)
  await tx.updateTable('account').set({ state: 'disabled' }).where('id', '=', id).execute()
  await keepAnAdministrator(tx)
  await endAllSessions(tx, id)
  await logSecurity(tx, actor, 'user_disabled', { account: user, facts: { reason } })
  return userOf(tx, id)
}

/** A person comes back, with the password and the roles they had. */
export const enableUser: Handler<typeof userApi.enable> = async (tx, actor, { id }) => {
  const user = await takeUser(tx, actor, id, userActions.enable)
  await tx.updateTable('account').set({ state: 'active' }).where('id', '=', id).execute()
  await logSecurity(tx, actor, 'user_enabled', { account: user })
  return userOf(tx, id)
}
