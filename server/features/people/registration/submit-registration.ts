import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { only } from '#contract/kernel/certain.ts'
import { linkMinutes } from '#contract/people/mailbox.ts'
import type { registrationApi } from '#contract/people/registration.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import type { Installation } from '#kernel/installation.ts'
import { writeMail } from '#kernel/mail.ts'
import { hashPassword } from '#tools/password.ts'
import { pinyinInitials } from '#tools/pinyin.ts'
import { actFor, countTyped, type StrangerHandler } from '#kernel/stranger.ts'
import { newToken } from '#tools/token.ts'
import { foldUserName, isUserName } from '#tools/user-name.ts'
import { refuseWeakPassword } from '#tools/weak-password.ts'
import { confirmLetter } from './letters.ts'
import { slipOf } from './slip.ts'

/** How many registrations one mailbox may ask for within an hour. */
const perMailbox = 5

/**
 * Takes a registration and sends a link to its mailbox. Whether the enterprise or the user name exists already is checked by the person
 * who decides: the applicant gets the same answer in every case.
 */
export const submitRegistration =
  ({ masterKey }: Installation): StrangerHandler<typeof registrationApi.submit> =>
  async (tx, { address, requestId, idempotencyKey }, { licence, password, ...form }) => {
    const userName = foldUserName(form.userName)
    if (!isUserName(userName))
      throw new Refusal('user_name_not_allowed', [{ path: 'userName', message: '只能用字母、数字和 . _ -，或汉字和数字' }])
    if (form.kind === 'new' && licence === undefined)
      throw new Refusal('invalid_input', [{ path: 'licence.kind', message: '请填写企业的证照' }])
    refuseWeakPassword(password, userName, 'password')
    await countTyped(tx, `register ${form.email.toLowerCase()}`, perMailbox)
    const passwordHash = await hashPassword(password)

    const { rows } = await sql<{ enterpriseId: string; forPlatform: boolean }>`
      select * from registration_desk(${form.kind}, ${form.creditCode})`.execute(tx)
    const desk = only(rows)
    const requestKey =
      idempotencyKey === undefined
        ? null
        : createHash('sha256')
            .update(`${idempotencyKey}\n${JSON.stringify(form)}`)
            .digest()
    const { token, hash } = newToken()
    const id = await actFor(tx, { enterpriseId: desk.enterpriseId, as: 'public', requestId }, async () => {
      const made = await tx
        .insertInto('registration')
        .values({
          ...desk,
          ...form,
          userName,
          initials: pinyinInitials(form.name),
          ...(form.kind === 'new' &&
            licence !== undefined && {
              licenceKind: licence.kind,
              licenceNo: licence.no,
              licenceValidUntil: licence.validUntil,
            }),
          passwordHash,
          requestKey,
          confirmHash: hash,
          confirmUntil: sql<string>`now() + make_interval(mins => ${linkMinutes}::integer)`,
        })
        .onConflict((same) => same.columns(['enterpriseId', 'requestKey']).doNothing())
        .returning('id')
        .executeTakeFirst()
      if (made === undefined)
        // Sent again because the answer was lost: it is the same registration, and its letter is under way.
        return (await tx.selectFrom('registration').select('id').where('requestKey', '=', requestKey).executeTakeFirstOrThrow()).id
      await writeMail(tx, desk.enterpriseId, confirmLetter(form.email, token))
      await sql`select log_security('registration_received', ${desk.enterpriseId}::uuid, null, ${userName}, ${address}, ${requestId},
        jsonb_build_object('registration', ${made.id}::text))`.execute(tx)
      return made.id
    })
    return { receipt: slipOf(masterKey, 'receipt', id) }
  }
