import { sql } from 'kysely'
import { only, valueIn } from '#contract/kernel/certain.ts'
import { foundingActions, type foundingApi, type RegistrationRow } from '#contract/people/registration.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { foundEnterprise } from '#server/features/people/enterprise/found-enterprise.ts'
import { logSecurity } from '#kernel/log-security.ts'
import { writeMail } from '#kernel/mail.ts'
import { pinyinInitials } from '#tools/pinyin.ts'
import type { Handler, Tx } from '#kernel/serve.ts'
import { actFor } from '#kernel/stranger.ts'
import { approvedLetter } from './letters.ts'
import { registrationOf } from './queries.ts'
import { freeUserName, passwordOf, takeRegistration } from './take-registration.ts'

/**
 * A new enterprise comes in: its row, its roles, its ledger's places, and the applicant as its administrator with the password they chose.
 * What is written there is in its own audit chain, in the name of the platform; who decided is in that of the operating enterprise.
 */
export const approveEnterprise: Handler<typeof foundingApi.approve> = async (tx, actor, { id, ...given }) => {
  const registration = await takeRegistration(tx, actor, id, { action: foundingActions.approve, forPlatform: true })
  const userName = await freeUserName(tx, given.userName)
  const { enterpriseName, creditCode, licenceNo, name, post, phone, email, confirmedAt } = registration
  const passwordHash = await passwordOf(tx, id)
  const { licenceDigest } = await tx.selectFrom('registration').select('licenceDigest').where('id', '=', id).executeTakeFirstOrThrow()
  const { rows } = await sql<{ id: string; mayFound: boolean }>`
    select uuidv7() as id, is_operating as may_found from enterprise where id = current_enterprise()`.execute(tx)
  const founded = only(rows)
  if (!founded.mayFound) throw new Refusal('no_permission')

  await actFor(tx, { enterpriseId: founded.id, as: 'platform', requestId: actor.requestId }, async () => {
    const roles = await foundEnterprise(tx, {
      id: founded.id,
      name: enterpriseName,
      initials: pinyinInitials(enterpriseName),
      creditCode,
      licenceNo: licenceNo ?? '',
      phone,
    })
    const account = await tx
      .insertInto('account')
      .values({
        enterpriseId: founded.id,
        userName,
        name,
        initials: pinyinInitials(name),
        post,
        phone,
        email,
        emailConfirmedAt: confirmedAt,
        passwordHash,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx
      .insertInto('accountRole')
      .values({ enterpriseId: founded.id, accountId: account.id, roleId: valueIn(roles, 'admin') })
      .execute()
    await bringLicence(tx, founded.id, account.id, registration, licenceDigest)
  })
  await tx
    .updateTable('registration')
    .set({ state: 'approved', decidedBy: actor.id, decidedAt: sql`now()`, foundedId: founded.id, passwordHash: '' })
    .where('id', '=', id)
    .execute()
  await writeMail(tx, actor.enterpriseId, approvedLetter(email, userName, enterpriseName))
  await logSecurity(tx, actor, 'registration_approved', { facts: { registration: id, founded: founded.id, userName } })
  return registrationOf(tx, id, true)
}

/** The licence that brought an enterprise in is the first of its papers, with the file beside it. */
async function bringLicence(
  tx: Tx,
  enterpriseId: string,
  accountId: string,
  registration: RegistrationRow,
  digest: string | null,
): Promise<void> {
  const { licenceKind, licenceNo, licenceValidUntil, licenceFile } = registration
  if (digest === null || licenceKind === null || licenceNo === null || licenceFile === null) throw new Refusal('licence_file_missing')
  await tx.insertInto('licence').values({ enterpriseId, kind: licenceKind, number: licenceNo, validUntil: licenceValidUntil }).execute()
  const { name, mediaType, size } = licenceFile
  await tx.insertInto('storedFile').values({ enterpriseId, digest, mediaType, size }).execute()
  await tx
    .insertInto('attachment')
    .values({ enterpriseId, ownerTable: 'enterprise', ownerId: enterpriseId, digest, name, kind: '许可证', addedBy: accountId })
    .execute()
}
