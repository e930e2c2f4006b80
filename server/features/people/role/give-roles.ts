import { refuseBeyondOwn } from '#contract/people/role.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { byTwoOf } from '#contract/kernel/separation.ts'
import type { Actor, Tx } from '#kernel/serve.ts'
import { proposeRights } from '#server/features/people/proposal/propose-rights.ts'
import { founderActs } from '#server/features/people/secret/set-secret.ts'

/**
 * Makes `roleIds` the roles of another person's account. Administrative rights are given and taken only by those who hold them. A role that
 * brings rights by two, which the person does not have yet, is proposed to another administrator instead, unless the enterprise is being
 * founded. Call it after `lockRights`.
 */
export async function giveRoles(tx: Tx, actor: Actor, account: { id: string; name: string }, roleIds: readonly string[]): Promise<void> {
  const held = await tx.selectFrom('accountRole').select('roleId').where('accountId', '=', account.id).execute()
  const before = held.map((row) => row.roleId)
  const added = roleIds.filter((id) => !before.includes(id))
  const taken = before.filter((id) => !roleIds.includes(id))
  if (added.length === 0 && taken.length === 0) return
  if (account.id === actor.id) throw new Refusal('own_rights', [{ path: 'roleIds', message: '不能更改自己的角色' }])

  const known = added.length === 0 ? [] : await tx.selectFrom('role').select(['id', 'name']).where('id', 'in', added).execute()
  if (known.length !== added.length) throw new Refusal('role_unknown', [{ path: 'roleIds', message: '所选角色已不存在，请重选' }])
  const rightsBefore = await rightsOfRoles(tx, before)
  const no = refuseBeyondOwn(rightsBefore, await rightsOfRoles(tx, roleIds), actor)
  if (no !== undefined) throw new Refusal(no, [{ path: 'roleIds', message: '其中有您自己没有的管理权限' }])

  const isFounding = await founderActs(tx)
  const proposed = await proposedFor(tx, account.id)
  // What is added comes first: whom one role replaces another has the rights of both meanwhile.
  for (const role of known) {
    const raised = byTwoOf(await rightsOfRoles(tx, [role.id])).filter((right) => !rightsBefore.includes(right))
    if (raised.length === 0 || isFounding)
      await tx.insertInto('accountRole').values({ enterpriseId: actor.enterpriseId, accountId: account.id, roleId: role.id }).execute()
    else if (!proposed.includes(role.id)) await proposeRights(tx, actor, { role, account, rights: raised })
  }
  if (taken.length > 0) await tx.deleteFrom('accountRole').where('accountId', '=', account.id).where('roleId', 'in', taken).execute()
}

/** The roles that wait for another administrator's approval already. */
async function proposedFor(tx: Tx, accountId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('rightsProposal')
    .select('roleId')
    .where('accountId', '=', accountId)
    .where('state', '=', 'waiting')
    .execute()
  return rows.map((row) => row.roleId)
}

/** The rights of these roles together. */
export async function rightsOfRoles(tx: Tx, roleIds: readonly string[]): Promise<string[]> {
  if (roleIds.length === 0) return []
  const rows = await tx
    .selectFrom('roleRight')
    .select('rightCode')
    .distinct()
    .where('roleId', 'in', [...roleIds])
    .execute()
  return rows.map((row) => row.rightCode)
}
