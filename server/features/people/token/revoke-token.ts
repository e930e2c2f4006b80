import { sql } from 'kysely'
import { refusal } from '#contract/kernel/action.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { tokenActions, type tokenApi } from '#contract/people/token.ts'
import { giveReason } from '#kernel/give-reason.ts'
import { logSecurity } from '#kernel/log-security.ts'
import type { Handler } from '#kernel/serve.ts'
import { tokenOf } from './queries.ts'

/** Ends a token: the program's next request is a stranger's. What it has written keeps its name. */
export const revokeToken: Handler<typeof tokenApi.revoke> = async (tx, actor, { id, reason }) => {
  await tx.selectFrom('apiToken').select('id').where('id', '=', id).forUpdate().execute()
  const token = await tokenOf(tx, id)
  const no = refusal(tokenActions.revoke, token, actor)
  if (no !== undefined) throw new Refusal(no)
  await giveReason(tx, reason)
  await tx
    .updateTable('apiToken')
    .set({ revokedAt: sql`now()`, revokedBy: actor.id })
    .where('id', '=', id)
    .execute()
  await logSecurity(tx, actor, 'token_revoked', { facts: { token: id, name: token.name, reason } })
  return tokenOf(tx, id)
}
