import { sql } from 'kysely'
import type { mailboxApi } from '#contract/people/mailbox.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { takeLink, writeMail } from '#kernel/mail.ts'
import { actFor, type StrangerHandler } from '#kernel/stranger.ts'
import { hashOfToken } from '#tools/token.ts'

/** The mailbox has answered: it is the account's from now on, and the one before gets a letter. */
export const confirmEmail: StrangerHandler<typeof mailboxApi.confirmEmail> = async (tx, { address, requestId }, { token }) => {
  const link = await takeLink(tx, hashOfToken(token), 'confirm_email')
  if (link === undefined) throw new Refusal('link_over')
  const { enterpriseId, accountId, userName, email } = link
  await actFor(tx, { enterpriseId, as: 'public', requestId }, async () => {
    const before = await tx
      .selectFrom('account')
      .select(['email', 'emailConfirmedAt'])
      .where('id', '=', accountId)
      .forUpdate()
      .executeTakeFirstOrThrow()
    await tx
      .updateTable('account')
      .set({ email, emailConfirmedAt: sql<string>`now()` })
      .where('id', '=', accountId)
      .execute()
    // Whoever changed the mailbox before, the person has one of their own again.
    await tx
      .updateTable('secretConfirmation')
      .set({ state: 'confirmed', confirmedHow: 'mailbox', confirmedAt: sql`now()` })
      .where('accountId', '=', accountId)
      .where('state', '=', 'waiting')
      .where('what', '=', 'email')
      .execute()
    if (before.emailConfirmedAt !== null && before.email !== email)
      await writeMail(tx, enterpriseId, {
        to: before.email,
        subject: '邮箱已更换',
        paragraphs: [`账号 ${userName} 的邮箱已换成另一个。如果不是您本人操作，请立即联系本企业的系统管理员。`],
      })
  })
  await sql`select log_security('email_confirmed', ${enterpriseId}::uuid, ${accountId}::uuid, ${userName}, ${address}, ${requestId}, '{}')`.execute(
    tx,
  )
  return { email }
}
