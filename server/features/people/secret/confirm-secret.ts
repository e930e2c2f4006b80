import { sql } from 'kysely'
import { refusal } from '#contract/kernel/action.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import type { mailboxApi } from '#contract/people/mailbox.ts'
import { secretActions, standingOf, type secretApi } from '#contract/people/secret.ts'
import { logSecurity } from '#kernel/log-security.ts'
import { takeLink } from '#kernel/mail.ts'
import type { Handler } from '#kernel/serve.ts'
import { actFor, type StrangerHandler } from '#kernel/stranger.ts'
import { endFounding, lockRights } from '#server/features/people/user/administrators.ts'
import { hashOfToken } from '#tools/token.ts'
import { secretOf } from './queries.ts'

/** Another administrator has seen the person and made sure that they have the secret. */
export const confirmSecret: Handler<typeof secretApi.confirm> = async (tx, actor, { id, note }) => {
  await lockRights(tx)
  const secret = await secretOf(tx, id)
  const no = refusal(secretActions.confirm, standingOf(secret), actor)
  if (no !== undefined) throw new Refusal(no)
  await tx
    .updateTable('secretConfirmation')
    .set({ state: 'confirmed', confirmedHow: 'administrator', confirmedBy: actor.id, confirmedAt: sql`now()`, note })
    .where('id', '=', id)
    .execute()
  await logSecurity(tx, actor, 'secret_confirmed', { account: secret.person, facts: { reason: note } })
  await tx
    .insertInto('notification')
    .values({
      enterpriseId: actor.enterpriseId,
      accountId: secret.person.id,
      title: `${actor.name} 确认了您的账号`,
      body: `核实：${note}。如非您本人，请立即告知其他管理员`,
      path: '/ucenter',
    })
    .execute()
  await endFounding(tx)
  return secretOf(tx, id)
}

/** The person's own mailbox, confirmed before the secret was set and unchanged since, says that this one secret is theirs. */
export const confirmSecretByMail: StrangerHandler<typeof mailboxApi.confirmSecret> = async (tx, { address, requestId }, { token }) => {
  const link = await takeLink(tx, hashOfToken(token), 'confirm_secret')
  if (link === undefined) throw new Refusal('link_over')
  const { enterpriseId, accountId, userName, email, secretId } = link
  await actFor(tx, { enterpriseId, as: 'public', requestId }, async () => {
    await lockRights(tx)
    const { numUpdatedRows } = await tx
      .updateTable('secretConfirmation')
      .set({ state: 'confirmed', confirmedHow: 'mailbox', confirmedAt: sql`now()` })
      .where('id', '=', secretId)
      .where('accountId', '=', accountId)
      .where('state', '=', 'waiting')
      .where('mailbox', '=', email)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw new Refusal('link_over')
    await endFounding(tx)
  })
  await sql`select log_security('secret_confirmed_by_mail', ${enterpriseId}::uuid, ${accountId}::uuid, ${userName}, ${address}, ${requestId}, '{}')`.execute(
    tx,
  )
  return { userName }
}
