import { refusal, type Action } from '#contract/kernel/action.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import type { UserRow } from '#contract/people/user.ts'
import { lockRights } from './administrators.ts'
import type { Actor, Tx } from '#kernel/serve.ts'
import { userOf } from './queries.ts'

/** Takes an account for one step and locks the rights of the enterprise. Refused when the step is not allowed now. */
export async function takeUser(tx: Tx, actor: Actor, id: string, action: Action<UserRow>): Promise<UserRow> {
  await lockRights(tx)
  await tx.selectFrom('account').select('id').where('id', '=', id).forUpdate().execute()
  const user = await userOf(tx, id)
  const no = refusal(action, user, actor)
  if (no !== undefined) throw new Refusal(no)
  return user
}
