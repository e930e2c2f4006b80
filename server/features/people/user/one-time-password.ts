import { sql, type NotNull } from 'kysely'
import { userActions, oneTimeHours, type userApi } from '#contract/people/user.ts'
import { logSecurity } from '#kernel/log-security.ts'
import { hashPassword, oneTimePassword } from '#tools/password.ts'
import type { Handler } from '#kernel/serve.ts'
import { noteSetSecret } from '#server/features/people/secret/set-secret.ts'
import { endAllSessions } from './end-sessions.ts'
import { forgetGuesses } from './unlock-user.ts'
import { takeUser } from './take-user.ts'

/** A password that opens the account for `oneTimeHours` hours and must be replaced before anything is signed. */
export async function newSecret() {
  const password = oneTimePassword()
  const secret = {
    passwordHash: await hashPassword(password),
    mustChangePassword: true,
    oneTimeUntil: sql<string>`now() + make_interval(hours => ${oneTimeHours}::integer)`,
  }
  return { password, secret }
}

/** A person forgot their password: the old one and every session end, the new one is shown once. */
export const giveOneTimePassword: Handler<typeof userApi.giveOneTimePassword> = async (tx, actor, { id }) => {
  const user = await takeUser(tx, actor, id, userActions.giveOneTimePassword)
  const { secret, password } = await newSecret()
  const { oneTimeUntil } = await tx
    .updateTable('account')
    .set(secret)
    .where('id', '=', id)
    .returning('oneTimeUntil')
    // The new secret ends on a day.
    .$narrowType<{ oneTimeUntil: NotNull }>()
    .executeTakeFirstOrThrow()
  await noteSetSecret(tx, actor, user, 'password', user)
  await endAllSessions(tx, id)
  await forgetGuesses(tx, user)
  await logSecurity(tx, actor, 'one_time_password_given', { account: user })
  return { userName: user.userName, oneTimePassword: password, until: oneTimeUntil }
}
