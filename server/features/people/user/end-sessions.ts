import { sql } from 'kysely'
import { userActions, type userApi } from '#contract/people/user.ts'
import { logSecurity } from '#kernel/log-security.ts'
import type { Handler, Tx } from '#kernel/serve.ts'
import { userOf } from './queries.ts'
import { takeUser } from './take-user.ts'

/** Ends every session of an account at once: the next request of each is a stranger's. */
export async function endAllSessions(tx: Tx, accountId: string): Promise<void> {
  await tx
    .updateTable('session')
    .set({ revokedAt: sql`now()` })
    .where('accountId', '=', accountId)
    .where('revokedAt', 'is', null)
    .execute()
}

/** An administrator signs a person out everywhere. */
export const endSessions: Handler<typeof userApi.endSessions> = async (tx, actor, { id }) => {
  const user = await takeUser(tx, actor, id, userActions.endSessions)
  await endAllSessions(tx, id)
  await logSecurity(tx, actor, 'sessions_ended', { account: user })
  return userOf(tx, id)
}
