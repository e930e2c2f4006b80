import { Refusal } from '#contract/kernel/refusals.ts'
import { userActions, type userApi } from '#contract/people/user.ts'
import { keepAnAdministrator } from './administrators.ts'
import { logSecurity } from '#kernel/log-security.ts'
import { pinyinInitials } from '#tools/pinyin.ts'
import type { Handler } from '#kernel/serve.ts'
import { giveRoles } from '#server/features/people/role/give-roles.ts'
import { noteSetSecret } from '#server/features/people/secret/set-secret.ts'
import { userOf } from './queries.ts'
import { refuseNamesake } from './namesake.ts'
import { takeUser } from './take-user.ts'

/** How a colleague is named and reached, and which roles they have; their next request is judged by the new ones. */
export const editUser: Handler<typeof userApi.edit> = async (tx, actor, { id, rowVersion, roleIds, ...profile }) => {
  const user = await takeUser(tx, actor, id, userActions.edit)
  if (user.rowVersion !== rowVersion) throw new Refusal('stale')
  if (profile.name !== user.name) await refuseNamesake(tx, profile.name, id)
  await tx
    .updateTable('account')
    .set({ ...profile, initials: pinyinInitials(profile.name) })
    .where('id', '=', id)
    .execute()
  if (user.emailConfirmed && user.email !== profile.email) await noteSetSecret(tx, actor, user, 'email', user)
  await giveRoles(tx, actor, user, roleIds)
  await keepAnAdministrator(tx)
  await logSecurity(tx, actor, 'user_edited', {
    account: user,
    facts: { rolesBefore: user.roles.map((role) => role.id), rolesAfter: roleIds },
  })
  return userOf(tx, id)
}
