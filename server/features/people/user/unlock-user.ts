import { sql } from 'kysely'
import { userActions, type userApi, type UserRow } from '#contract/people/user.ts'
import { logSecurity } from '#kernel/log-security.ts'
import type { Handler, Tx } from '#kernel/serve.ts'
import { userOf } from './queries.ts'
import { takeUser } from './take-user.ts'

/** Forgets the wrong passwords of an account, at signing in and at signing. */
export async function forgetGuesses(tx: Tx, { id, userName }: Pick<UserRow, 'id' | 'userName'>): Promise<void> {
  await sql`select forget_guesses(${`sign-in:${userName}`}), forget_guesses(${`sign:${id}`}), forget_guesses(${`second:${id}`})`.execute(tx)
}

/** Lets a person try again who mistyped their password too often. */
export const unlockUser: Handler<typeof userApi.unlock> = async (tx, actor, { id }) => {
  const user = await takeUser(tx, actor, id, userActions.unlock)
  await forgetGuesses(tx, user)
  await logSecurity(tx, actor, 'user_unlocked', { account: user })
  return userOf(tx, id)
}
