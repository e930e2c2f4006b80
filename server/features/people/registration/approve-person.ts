import { sql } from 'kysely'
import { joiningActions, type joiningApi } from '#contract/people/registration.ts'
import { refuseNamesake } from '#server/features/people/user/namesake.ts'
import { lockRights } from '#server/features/people/user/administrators.ts'
import { giveRoles } from '#server/features/people/role/give-roles.ts'
import { logSecurity } from '#kernel/log-security.ts'
import { writeMail } from '#kernel/mail.ts'
import { pinyinInitials } from '#tools/pinyin.ts'
import type { Handler } from '#kernel/serve.ts'
import { approvedLetter } from './letters.ts'
import { registrationOf } from './queries.ts'
import { freeUserName, passwordOf, takeRegistration } from './take-registration.ts'

/** Lets a person into this enterprise, with the roles given now and the password they chose themselves. */
export const approvePerson: Handler<typeof joiningApi.approve> = async (tx, actor, { id, roleIds, ...given }) => {
  await lockRights(tx)
  const { name, post, phone, email, confirmedAt, enterpriseName } = await takeRegistration(tx, actor, id, {
    action: joiningActions.approve,
    forPlatform: false,
  })
  // What a stranger typed is not the administrator's to change: the applicant registers anew.
  await refuseNamesake(tx, name, null, {
    path: '',
    message: '申请人与有签名权限的同事同名，请不批准，由申请人在姓名后加部门或工号重新注册',
  })
  const userName = await freeUserName(tx, given.userName)
  const account = await tx
    .insertInto('account')
    .values({
      enterpriseId: actor.enterpriseId,
      userName,
      name,
      initials: pinyinInitials(name),
      post,
      phone,
      email,
      emailConfirmedAt: confirmedAt,
      passwordHash: await passwordOf(tx, id),
    })
    .returning(['id', 'userName', 'name'])
    .executeTakeFirstOrThrow()
  await giveRoles(tx, actor, account, roleIds)
  await tx
    .updateTable('registration')
    .set({ state: 'approved', decidedBy: actor.id, decidedAt: sql`now()`, accountId: account.id, passwordHash: '' })
    .where('id', '=', id)
    .execute()
  await writeMail(tx, actor.enterpriseId, approvedLetter(email, userName, enterpriseName))
  await logSecurity(tx, actor, 'registration_approved', { account, facts: { registration: id, roleIds } })
  return registrationOf(tx, id, false)
}
