import { sql } from 'kysely'
import { refusal, type Action } from '#contract/kernel/action.ts'
import type { RegistrationRow } from '#contract/people/registration.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import type { Actor, Tx } from '#kernel/serve.ts'
import { foldUserName, isUserName } from '#tools/user-name.ts'
import { registrationOf } from './queries.ts'

/** Locks a registration for one decision. Refused when that decision is not allowed now. */
export async function takeRegistration(
  tx: Tx,
  actor: Actor,
  id: string,
  { action, forPlatform }: { action: Action<RegistrationRow>; forPlatform: boolean },
): Promise<RegistrationRow> {
  await tx.selectFrom('registration').select('id').where('id', '=', id).forUpdate().execute()
  const row = await registrationOf(tx, id, forPlatform)
  const no = refusal(action, row, actor)
  if (no !== undefined) throw new Refusal(no)
  return row
}

/** The user name of a new account: well formed, and not taken in the whole installation. */
export async function freeUserName(tx: Tx, given: string): Promise<string> {
  const userName = foldUserName(given)
  if (!isUserName(userName))
    throw new Refusal('user_name_not_allowed', [{ path: 'userName', message: '只能用字母、数字和 . _ -，或汉字和数字' }])
  const taken = await sql`select from find_account(${userName})`.execute(tx)
  if (taken.rows.length > 0) throw new Refusal('user_name_taken', [{ path: 'userName', message: '已被使用，请另取一个' }])
  return userName
}

/** Takes the applicant's password out of a registration, for the account or for nothing. */
export async function passwordOf(tx: Tx, id: string): Promise<string> {
  const { passwordHash } = await tx.selectFrom('registration').select('passwordHash').where('id', '=', id).executeTakeFirstOrThrow()
  return passwordHash
}
