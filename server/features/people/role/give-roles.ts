import { refuseBeyondOwn } from '#contract/people/role.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import type { Actor, Tx } from '#kernel/serve.ts'

/** Makes `roleIds` the roles of an account. Administrative rights are given and taken only by those who hold them. */
export async function giveRoles(tx: Tx, actor: Actor, accountId: string, roleIds: readonly string[]): Promise<void> {
  const held = await tx.selectFrom('accountRole').select('roleId').where('accountId', '=', accountId).execute()
  const before = held.map((row) => row.roleId)
  const added = roleIds.filter((id) => !before.includes(id))
  const taken = before.filter((id) => !roleIds.includes(id))

  if (added.length > 0) {
    const known = await tx.selectFrom('role').select('id').where('id', 'in', added).execute()
    if (known.length !== added.length) throw new Refusal('role_unknown', [{ path: 'roleIds', message: '所选角色已不存在，请重选' }])
  }
  const no = refuseBeyondOwn(await rightsOf(tx, before), await rightsOf(tx, roleIds), actor)
  if (no !== undefined) throw new Refusal(no, [{ path: 'roleIds', message: '其中有您自己没有的管理权限' }])

  if (taken.length > 0) await tx.deleteFrom('accountRole').where('accountId', '=', accountId).where('roleId', 'in', taken).execute()
  if (added.length > 0)
    await tx
      .insertInto('accountRole')
      .values(added.map((roleId) => ({ enterpriseId: actor.enterpriseId, accountId, roleId })))
      .execute()
}

async function rightsOf(tx: Tx, roleIds: readonly string[]): Promise<string[]> {
  if (roleIds.length === 0) return []
  const rows = await tx
    .selectFrom('roleRight')
    .select('rightCode')
    .distinct()
    .where('roleId', 'in', [...roleIds])
    .execute()
  return rows.map((row) => row.rightCode)
}
