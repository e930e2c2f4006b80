import { userActions, type userApi } from '#contract/people/user.ts'
import { logSecurity } from '#kernel/log-security.ts'
import { writeResetLink } from '#server/features/people/account/reset-letter.ts'
import type { Handler } from '#kernel/serve.ts'
import { countTyped } from '#kernel/stranger.ts'
import { takeUser } from './take-user.ts'

/** An administrator has the reset link sent to a person who forgot their password. Only the person's own mailbox gets it; nobody sees it here. */
export const sendReset: Handler<typeof userApi.sendReset> = async (tx, actor, { id }) => {
  const user = await takeUser(tx, actor, id, userActions.sendReset)
  await countTyped(tx, `reset of ${id}`, 5)
  await writeResetLink(tx, { enterpriseId: actor.enterpriseId, ...user }, `${actor.name} 为您发起了重置口令。`)
  await logSecurity(tx, actor, 'reset_sent', { account: user })
  return user
}
