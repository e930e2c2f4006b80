import { sql } from 'kysely'
import { linkMinutes } from '#contract/people/mailbox.ts'
import { registrationKinds, type registrationApi } from '#contract/people/registration.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import type { Installation } from '#kernel/installation.ts'
import { writeMail } from '#kernel/mail.ts'
import { notify } from '#kernel/notify.ts'
import type { Tx } from '#kernel/serve.ts'
import { actFor, countTyped, type StrangerHandler } from '#kernel/stranger.ts'
import { hashOfToken, newToken } from '#tools/token.ts'
import { confirmLetter } from './letters.ts'
import { idOfSlip, slipOf } from './slip.ts'

// No account has this id, so everybody who may decide gets the message.
const applicant = { id: '00000000-0000-0000-0000-000000000000' }

type Place = { enterpriseId: string; id: string }

/** Where the registration lies that a link or a receipt belongs to; `link_over` when there is none. */
async function placeOf(tx: Tx, given: { hash?: Buffer; id?: string | undefined }): Promise<Place> {
  const { rows } = await sql<Place>`select * from registration_place(${given.hash ?? null}, ${given.id ?? null}::uuid)`.execute(tx)
  if (rows[0] === undefined) throw new Refusal('link_over')
  return rows[0]
}

/** Where the registration lies whose slip this is. */
export async function placeOfSlip(tx: Tx, masterKey: Uint8Array, use: 'receipt' | 'licence', slip: string): Promise<Place> {
  const id = idOfSlip(masterKey, use, slip)
  if (id === undefined) throw new Refusal('link_over')
  return placeOf(tx, { id })
}

/** The mailbox has answered: the registration waits for a decision, and those who decide get a message. A second click changes nothing. */
export const confirmRegistration =
  ({ masterKey }: Installation): StrangerHandler<typeof registrationApi.confirm> =>
  async (tx, { address, requestId }, { token }) => {
    const { enterpriseId, id } = await placeOf(tx, { hash: hashOfToken(token) })
    await actFor(tx, { enterpriseId, as: 'public', requestId }, async () => {
      const registration = await tx
        .selectFrom('registration')
        .select([
          'state',
          'kind',
          'forPlatform',
          'name',
          'enterpriseName',
          'email',
          'userName',
          sql<boolean>`confirm_until > now()`.as('inTime'),
        ])
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirstOrThrow()
      if (!registration.inTime || !['unconfirmed', 'pending'].includes(registration.state)) throw new Refusal('link_over')
      if (registration.state === 'pending') return
      await tx
        .updateTable('registration')
        .set({ state: 'pending', emailConfirmedAt: sql<string>`now()` })
        .where('id', '=', id)
        .execute()
      const { forPlatform, name, enterpriseName, kind } = registration
      await notify(tx, applicant, {
        duty: forPlatform ? '33:platform' : '31:manage',
        title: `${name} 申请${registrationKinds[kind]}：${enterpriseName}`,
        page: forPlatform ? '/system-qiye' : '/system-user',
        at: { by: 'registration' },
        q: name,
        about: { table: 'registration', id, asks: 'pending' },
      })
      await sql`select log_security('registration_confirmed', ${enterpriseId}::uuid, null, ${registration.userName}, ${address}, ${requestId},
        jsonb_build_object('registration', ${id}::text))`.execute(tx)
    })
    return { receipt: slipOf(masterKey, 'receipt', id) }
  }

/** Sends the link once more; only the newest one works. */
export const resendConfirmation =
  ({ masterKey }: Installation): StrangerHandler<typeof registrationApi.resend> =>
  async (tx, { requestId }, { receipt }) => {
    const { enterpriseId, id } = await placeOfSlip(tx, masterKey, 'receipt', receipt)
    const { token, hash } = newToken()
    await actFor(tx, { enterpriseId, as: 'public', requestId }, async () => {
      const renewed = await tx
        .updateTable('registration')
        .set({ confirmHash: hash, confirmUntil: sql<string>`now() + make_interval(mins => ${linkMinutes}::integer)` })
        .where('id', '=', id)
        .where('state', '=', 'unconfirmed')
        .returning('email')
        .executeTakeFirst()
      if (renewed === undefined) throw new Refusal('wrong_state')
      await countTyped(tx, `register ${renewed.email.toLowerCase()}`, 5)
      await writeMail(tx, enterpriseId, confirmLetter(renewed.email, token))
    })
    return {}
  }
