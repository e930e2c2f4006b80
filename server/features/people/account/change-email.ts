import { linkMinutes, type mailboxApi } from '#contract/people/mailbox.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { logSecurity } from '#kernel/log-security.ts'
import { writeLink } from '#kernel/mail.ts'
import type { Handler } from '#kernel/serve.ts'
import { provePassword } from '#kernel/sign.ts'
import { countTyped } from '#kernel/stranger.ts'

/** A person names the mailbox through which they may reset their password: they give it again, and the mailbox must answer. */
export const changeEmail: Handler<typeof mailboxApi.changeEmail> = async (tx, actor, { email, password }) => {
  const account = await tx
    .selectFrom('account')
    .select(['userName', 'email', 'emailConfirmedAt'])
    .where('id', '=', actor.id)
    .executeTakeFirstOrThrow()
  await provePassword(tx, actor, password, 'email_change_failed')
  // A mailbox would confirm the next secret, so nobody names one with a password that may be another's.
  const doubtful = await tx
    .selectFrom('secretConfirmation')
    .select('id')
    .where('accountId', '=', actor.id)
    .where('state', '=', 'waiting')
    .where('what', '<>', 'email')
    .executeTakeFirst()
  if (doubtful !== undefined) throw new Refusal('secret_unconfirmed')
  if (account.email === email && account.emailConfirmedAt !== null) throw new Refusal('email_confirmed')
  await countTyped(tx, `email of ${actor.id}`, 10)

  await writeLink(
    tx,
    { enterpriseId: actor.enterpriseId, accountId: actor.id, purpose: 'confirm_email' },
    {
      to: email,
      subject: '确认邮箱',
      paragraphs: [`请在${linkMinutes}分钟内打开下面的链接，确认这是账号 ${account.userName} 的邮箱。确认之前，原来的邮箱不变。`],
      link: '/reset-pwd#email=',
    },
  )
  await logSecurity(tx, actor, 'email_change_asked')
  return { minutes: linkMinutes }
}
