import { refusal, type Action } from '#contract/kernel/action.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import type { RoleRow } from '#contract/people/role.ts'
import { lockRights } from '#server/features/people/user/administrators.ts'
import type { Actor, Tx } from '#kernel/serve.ts'
import { roleOf } from './queries.ts'

/** Takes a role for one step and locks the rights of the enterprise. Refused when the step is not allowed now. */
export async function takeRole(tx: Tx, actor: Actor, id: string, action: Action<RoleRow>): Promise<RoleRow> {
  await lockRights(tx)
  await tx.selectFrom('role').select('id').where('id', '=', id).forUpdate().execute()
  const role = await roleOf(tx, id)
  const no = refusal(action, role, actor)
  if (no !== undefined) throw new Refusal(no)
  return role
}
