import { sql } from 'kysely'
import { Refusal } from '#contract/kernel/refusals.ts'
import { byTwoOf } from '#contract/kernel/separation.ts'
import { differenceOf, refuseBeyondOwn, roleActions, type roleApi, type RoleRow } from '#contract/people/role.ts'
import { keepAnAdministrator, lockRights } from '#server/features/people/user/administrators.ts'
import { logSecurity } from '#kernel/log-security.ts'
import type { Actor, Handler, Tx } from '#kernel/serve.ts'
import { proposeRights } from '#server/features/people/proposal/propose-rights.ts'
import { founderActs } from '#server/features/people/secret/set-secret.ts'
import { roleOf } from './queries.ts'
import { takeRole } from './take-role.ts'

/** A new role, from nothing or from the rights of another. */
export const createRole: Handler<typeof roleApi.create> = async (tx, actor, { name, rights }) => {
  await lockRights(tx)
  refuseBeyond(actor, [], rights)
  const role = await tx.insertInto('role').values({ enterpriseId: actor.enterpriseId, name }).returning('id').executeTakeFirstOrThrow()
  await setRights(tx, actor, role.id, [], rights)
  await logSecurity(tx, actor, 'role_created', { facts: { roleId: role.id, name, rights } })
  return roleOf(tx, role.id)
}

/**
 * A role under another name or with other rights; those who hold it have them from their next request on. What signs or administers waits for
 * another administrator where people hold the role.
 */
export const editRole: Handler<typeof roleApi.edit> = async (tx, actor, { id, rowVersion, name, rights }) => {
  const role = await takeRole(tx, actor, id, roleActions.edit)
  if (role.rowVersion !== rowVersion) throw new Refusal('stale')
  refuseBeyond(actor, role.rights, rights)

  // Written even when only rights change, so that the version counts them.
  await tx.updateTable('role').set({ name }).where('id', '=', id).execute()
  const proposed = await proposedRights(tx, actor, role, rights)
  await setRights(
    tx,
    actor,
    id,
    role.rights,
    rights.filter((right) => !proposed.includes(right)),
  )
  if (proposed.length > 0) await proposeRights(tx, actor, { role: { id, name }, account: null, rights: proposed })
  await keepAnAdministrator(tx)
  await logSecurity(tx, actor, 'role_changed', { facts: { roleId: id, nameBefore: role.name, name, ...differenceOf(role.rights, rights) } })
  return roleOf(tx, id)
}

/** Deletes a role that nobody holds; the audit keeps what it was. */
export const removeRole: Handler<typeof roleApi.remove> = async (tx, actor, { id }) => {
  const role = await takeRole(tx, actor, id, roleActions.remove)
  await setRights(tx, actor, id, role.rights, [])
  await tx
    .updateTable('rightsProposal')
    .set({ state: 'refused', decidedBy: actor.id, decidedAt: sql`now()`, reason: '角色已删除' })
    .where('roleId', '=', id)
    .where('state', '=', 'waiting')
    .execute()
  await tx.deleteFrom('role').where('id', '=', id).execute()
  await logSecurity(tx, actor, 'role_removed', { facts: { roleId: id, name: role.name, rights: role.rights } })
  return {}
}

/** The added rights that another administrator has to approve: those by two, of a role that people hold. Nobody adds to a role of their own. */
async function proposedRights(tx: Tx, actor: Actor, role: RoleRow, rights: readonly string[]): Promise<string[]> {
  const { added } = differenceOf(role.rights, rights)
  if (added.length === 0) return []
  const mine = await tx.selectFrom('accountRole').select('roleId').where('roleId', '=', role.id).where('accountId', '=', actor.id).execute()
  if (mine.length > 0) throw new Refusal('own_rights', [{ path: 'rights', message: '不能给自己持有的角色增加权限' }])
  if (role.holderCount === 0 || (await founderActs(tx))) return []
  return byTwoOf(added)
}

function refuseBeyond(actor: Actor, before: readonly string[], after: readonly string[]) {
  const no = refuseBeyondOwn(before, after, actor)
  if (no !== undefined) throw new Refusal(no, [{ path: 'rights', message: '其中有您自己没有的管理权限' }])
}

async function setRights(tx: Tx, actor: Actor, roleId: string, before: readonly string[], after: readonly string[]) {
  const added = after.filter((right) => !before.includes(right))
  const taken = before.filter((right) => !after.includes(right))
  if (taken.length > 0) await tx.deleteFrom('roleRight').where('roleId', '=', roleId).where('rightCode', 'in', taken).execute()
  if (added.length > 0)
    await tx
      .insertInto('roleRight')
      .values(added.map((rightCode) => ({ enterpriseId: actor.enterpriseId, roleId, rightCode })))
      .execute()
}
