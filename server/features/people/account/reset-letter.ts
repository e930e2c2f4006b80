import { linkMinutes } from '#contract/people/mailbox.ts'
import { writeLink } from '#kernel/mail.ts'
import type { Tx } from '#kernel/serve.ts'

/** Sends the link with which the owner of a confirmed mailbox sets a new password; the transaction acts for the account's enterprise. */
export const writeResetLink = (tx: Tx, account: { enterpriseId: string; id: string; userName: string; email: string }, why: string) =>
  writeLink(
    tx,
    { enterpriseId: account.enterpriseId, accountId: account.id, purpose: 'reset_password' },
    {
      to: account.email,
      subject: '重置口令',
      paragraphs: [
        why,
        `请在${linkMinutes}分钟内打开下面的链接，为账号 ${account.userName} 设置新口令。链接只能用一次；设置后，该账号在各处的登录随即结束。`,
      ],
      link: '/reset-pwd#token=',
    },
  )
