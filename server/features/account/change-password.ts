import { sql } from 'kysely'
import type { accountApi } from '../../../contract/account.ts'
import { Refusal } from '../../../contract/refusals.ts'
import { isCommonPassword } from '../../platform/common-passwords.ts'
import { hashPassword, verifyPassword } from '../../platform/password.ts'
import { GuessRefusal, type Handler } from '../../platform/serve.ts'
import { guessesAllowed } from '../../platform/session.ts'

/** A person sets their own password, giving the old one; all their other sessions end. */
export const changePassword: Handler<typeof accountApi.changePassword> = async (tx, actor, { current, next }) => {
  const key = `sign:${actor.id}`
  const guessed = await sql<{ hits: number }>`select guesses(${key}, '15 minutes') as hits`.execute(tx)
  if (guessed.rows[0]!.hits >= guessesAllowed.account) throw new Refusal('too_many_attempts')

  const account = await tx
    .selectFrom('account')
    .select(['passwordHash', 'userName'])
    .where('id', '=', actor.id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (!(await verifyPassword(current, account.passwordHash)))
    throw new GuessRefusal('wrong_password', { key, event: 'password_change_failed', accountId: actor.id })
  if (next === current || isCommonPassword(next) || next.toLowerCase().includes(account.userName))
    throw new Refusal('weak_password', [{ path: 'next', message: '请换一个更难猜的口令' }])

  await tx
    .updateTable('account')
    .set({ passwordHash: await hashPassword(next), mustChangePassword: false, oneTimeUntil: null })
    .where('id', '=', actor.id)
    .execute()
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
