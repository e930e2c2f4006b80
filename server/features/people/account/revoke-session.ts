import { sql } from 'kysely'
import type { accountApi } from '#contract/people/account.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import type { Handler } from '#kernel/serve.ts'

/** Ends one of one's own sessions, wherever it is open. */
export const revokeSession: Handler<typeof accountApi.revokeSession> = async (tx, actor, { id }) => {
  const ended = await tx
    .updateTable('session')
    .set({ revokedAt: sql`now()` })
    .where('id', '=', id)
    .where('accountId', '=', actor.id)
    .where('revokedAt', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (ended === undefined) throw new Refusal('not_found')
  return {}
}
