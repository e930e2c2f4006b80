import { sql } from 'kysely'
import type { accountApi } from '#contract/people/account.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { hashPassword } from '#tools/password.ts'
import type { Handler } from '#kernel/serve.ts'
import { endFounding } from '#server/features/people/user/administrators.ts'
import { provePassword } from '#kernel/sign.ts'
import { refuseWeakPassword } from '#tools/weak-password.ts'

/** A person sets their own password, giving the old one; all their other sessions end. */
export const changePassword: Handler<typeof accountApi.changePassword> = async (tx, actor, { current, next }) => {
  const account = await tx.selectFrom('account').select('userName').where('id', '=', actor.id).forUpdate().executeTakeFirstOrThrow()
  await provePassword(tx, actor, current, 'password_change_failed')
  if (next === current) throw new Refusal('weak_password', [{ path: 'next', message: '新口令与原口令相同，请换一个' }])
  refuseWeakPassword(next, account.userName, 'next')

  await tx
    .updateTable('account')
    .set({ passwordHash: await hashPassword(next), mustChangePassword: false, oneTimeUntil: null })
    .where('id', '=', actor.id)
    .execute()
  await endFounding(tx)
  await tx
    .updateTable('session')
    .set({ revokedAt: sql`now()` })
    .where('accountId', '=', actor.id)
    .where('id', '<>', actor.sessionId)
    .where('revokedAt', 'is', null)
    .execute()
  await sql`select log_security('password_changed', ${actor.enterpriseId}::uuid, ${actor.id}::uuid, '', ${actor.address}, ${actor.requestId}, '{}')`.execute(
    tx,
  )
  return {}
}
