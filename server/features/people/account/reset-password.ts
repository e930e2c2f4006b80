import { sql } from 'kysely'
import type { mailboxApi } from '#contract/people/mailbox.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { takeLink, writeMail } from '#kernel/mail.ts'
import { endFounding } from '#server/features/people/user/administrators.ts'
import { hashPassword } from '#tools/password.ts'
import { actFor, type StrangerHandler } from '#kernel/stranger.ts'
import { hashOfToken } from '#tools/token.ts'
import { refuseWeakPassword } from '#tools/weak-password.ts'

/** The owner of the mailbox sets a password of their own: every session ends, wrong guesses are forgotten, the mailbox gets a letter. */
export const resetPassword: StrangerHandler<typeof mailboxApi.resetPassword> = async (tx, { address, requestId }, { token, password }) => {
  const link = await takeLink(tx, hashOfToken(token), 'reset_password')
  if (link === undefined) throw new Refusal('link_over')
  const { enterpriseId, accountId, userName, email } = link
  refuseWeakPassword(password, userName, 'password')
  await actFor(tx, { enterpriseId, as: 'public', requestId }, async () => {
    await tx
      .updateTable('account')
      .set({ passwordHash: await hashPassword(password), mustChangePassword: false, oneTimeUntil: null })
      .where('id', '=', accountId)
      .execute()
    await tx
      .updateTable('session')
      .set({ revokedAt: sql`now()` })
      .where('accountId', '=', accountId)
      .where('revokedAt', 'is', null)
      .execute()
    await endFounding(tx)
    await writeMail(tx, enterpriseId, {
      to: email,
      subject: '口令已重置',
      paragraphs: [`账号 ${userName} 的口令刚刚通过邮件链接重置。如果不是您本人操作，请立即联系本企业的系统管理员停用该账号。`],
    })
  })
  await sql`select forget_guesses(${`sign-in:${userName}`}), forget_guesses(${`sign:${accountId}`}), forget_guesses(${`second:${accountId}`}),
    log_security('password_reset', ${enterpriseId}::uuid, ${accountId}::uuid, ${userName}, ${address}, ${requestId}, '{}')`.execute(tx)
  return { userName }
}
