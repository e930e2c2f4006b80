import { sql } from 'kysely'
import type { Action } from '#contract/kernel/action.ts'
import { foundingActions, joiningActions, type joiningApi, type RegistrationRow } from '#contract/people/registration.ts'
import { giveReason } from '#kernel/give-reason.ts'
import type { Installation } from '#kernel/installation.ts'
import { logSecurity } from '#kernel/log-security.ts'
import { writeMail } from '#kernel/mail.ts'
import type { Handler } from '#kernel/serve.ts'
import { refusedLetter } from './letters.ts'
import { slipOf } from './slip.ts'
import { registrationOf } from './queries.ts'
import { takeRegistration } from './take-registration.ts'

/** Sends a registration back with a reason. The applicant gets it by mail if their mailbox has answered; their password is forgotten. */
const refuse =
  (action: Action<RegistrationRow>, forPlatform: boolean) =>
  ({ masterKey }: Installation): Handler<typeof joiningApi.refuse> =>
  async (tx, actor, { id, reason }) => {
    const { email, confirmedAt } = await takeRegistration(tx, actor, id, { action, forPlatform })
    await giveReason(tx, reason)
    await tx
      .updateTable('registration')
      .set({ state: 'refused', reason, decidedBy: actor.id, decidedAt: sql`now()`, passwordHash: '' })
      .where('id', '=', id)
      .execute()
    // A mailbox that never answered may be a stranger's.
    if (confirmedAt !== null) await writeMail(tx, actor.enterpriseId, refusedLetter({ email, reason }, slipOf(masterKey, 'receipt', id)))
    await logSecurity(tx, actor, 'registration_refused', { facts: { registration: id, reason } })
    return registrationOf(tx, id, forPlatform)
  }

export const refuseEnterprise = refuse(foundingActions.refuse, true)
export const refusePerson = refuse(joiningActions.refuse, false)
