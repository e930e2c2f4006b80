import { sql } from 'kysely'
import { Refusal } from '#contract/kernel/refusals.ts'
import type { roleApi, RoleRow } from '#contract/people/role.ts'
import { pageOf } from '#kernel/paging.ts'
import type { Handler, Tx } from '#kernel/serve.ts'

const selectRoles = (tx: Tx) =>
  tx
    .selectFrom('role')
    .select([
      'role.id',
      'name',
      'createdAt',
      'rowVersion',
      sql<RoleRow['state']>`case when built_in then 'built_in' else 'own' end`.as('state'),
      sql<string[]>`array(select right_code from role_right where role_id = role.id order by right_code)`.as('rights'),
      sql<
        string[]
      >`coalesce((select rights from rights_proposal p where p.role_id = role.id and p.account_id is null and p.state = 'waiting'), '{}')`.as(
        'proposedRights',
      ),
      sql<number>`(select count(*)::integer from account_role where role_id = role.id)`.as('holderCount'),
    ])

/** One role, as it is now. */
export async function roleOf(tx: Tx, id: string): Promise<RoleRow> {
  const role = await selectRoles(tx).where('role.id', '=', id).executeTakeFirst()
  if (role === undefined) throw new Refusal('not_found')
  return role
}

export const listRoles: Handler<typeof roleApi.list> = (tx, _actor, { q, state, ...paging }) =>
  pageOf(
    tx,
    selectRoles(tx)
      .$if(state !== undefined, (query) => query.where('builtIn', '=', state === 'built_in'))
      .$if(q !== '', (query) => query.where(sql<boolean>`strpos(lower(name), ${q.toLowerCase()}) > 0`)),
    paging,
  )

/** A role with the persons who have it, and the rights that the person who asks would have without it. */
export const readRole: Handler<typeof roleApi.read> = async (tx, actor, { id }) => {
  const role = await roleOf(tx, id)
  const holders = await tx
    .selectFrom('accountRole')
    .innerJoin('account', 'account.id', 'accountRole.accountId')
    .select(['account.id', 'name', 'userName', 'account.state'])
    .where('roleId', '=', id)
    .orderBy('userName')
    .execute()
  const others = await tx
    .selectFrom('accountRole')
    .innerJoin('roleRight', 'roleRight.roleId', 'accountRole.roleId')
    .select('rightCode')
    .distinct()
    .where('accountId', '=', actor.id)
    .where('accountRole.roleId', '<>', id)
    .orderBy('rightCode')
    .execute()
  return {
    ...role,
    holders,
    isMine: holders.some((holder) => holder.id === actor.id),
    myOtherRights: others.map((row) => row.rightCode),
  }
}
