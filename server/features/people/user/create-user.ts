import { sql, type NotNull } from 'kysely'
import { Refusal } from '#contract/kernel/refusals.ts'
import type { userApi } from '#contract/people/user.ts'
import { lockRights } from './administrators.ts'
import { logSecurity } from '#kernel/log-security.ts'
import { pinyinInitials } from '#tools/pinyin.ts'
import type { Handler } from '#kernel/serve.ts'
import { foldUserName, isUserName } from '#tools/user-name.ts'
import { giveRoles } from '#server/features/people/role/give-roles.ts'
import { noteSetSecret } from '#server/features/people/secret/set-secret.ts'
import { refuseNamesake } from './namesake.ts'
import { newSecret } from './one-time-password.ts'

/**
 * A new colleague's account, with a one-time password that is shown once and replaced at the first signing in. Another administrator confirms
 * that the colleague has it, and approves roles that sign or administer.
 */
export const createUser: Handler<typeof userApi.create> = async (tx, actor, { roleIds, ...input }) => {
  const userName = foldUserName(input.userName)
  if (!isUserName(userName))
    throw new Refusal('user_name_not_allowed', [{ path: 'userName', message: '只能用字母、数字和 . _ -，或汉字和数字' }])
  await lockRights(tx)
  // Signing in names no enterprise, so a name is taken for all of them.
  const taken = await sql`select from find_account(${userName})`.execute(tx)
  if (taken.rows.length > 0) throw new Refusal('user_name_taken', [{ path: 'userName', message: '已被使用，请另取一个' }])

  await refuseNamesake(tx, input.name, null)
  const { secret, password } = await newSecret()
  const account = await tx
    .insertInto('account')
    .values({ enterpriseId: actor.enterpriseId, ...input, userName, initials: pinyinInitials(input.name), ...secret })
    .returning(['id', 'userName', 'name', 'oneTimeUntil'])
    // The new secret ends on a day.
    .$narrowType<{ oneTimeUntil: NotNull }>()
    .executeTakeFirstOrThrow()
  await noteSetSecret(tx, actor, account, 'account', { email: '', emailConfirmed: false })
  await giveRoles(tx, actor, account, roleIds)
  await logSecurity(tx, actor, 'user_created', { account, facts: { roleIds } })
  return { userName, oneTimePassword: password, until: account.oneTimeUntil }
}
