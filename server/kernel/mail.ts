import { sql } from 'kysely'
import { linkMinutes } from '#contract/people/mailbox.ts'
import type { Tx } from './serve.ts'
import { newToken } from '#tools/token.ts'

/** A letter: plain text in paragraphs, and at its end one link into this installation, given as its path. */
export type Letter = {
  to: string
  subject: string
  paragraphs: readonly string[]
  link?: string
  /** For how long it is worth sending; 3 days by default. */
  usefulMinutes?: number
}

/**
 * Puts a letter into the outbox of an enterprise, with the step's transaction: what is undone is not sent. The postman sends it after the
 * commit and clears its text.
 */
export async function writeMail(tx: Tx, enterpriseId: string, { to, subject, paragraphs, link = '', usefulMinutes = 4320 }: Letter) {
  await tx
    .insertInto('mail')
    .values({
      enterpriseId,
      toAddress: to,
      subject,
      body: paragraphs.join('\n\n'),
      link,
      uselessAfter: sql<string>`now() + make_interval(mins => ${usefulMinutes}::integer)`,
    })
    .execute()
}

/** What a link opens. A link that confirms a secret names the one secret. */
type LinkOf = { enterpriseId: string; accountId: string } & (
  | { purpose: 'reset_password' | 'confirm_email'; secretId?: undefined }
  | { purpose: 'confirm_secret'; secretId: string }
)

/** Writes a letter with a link that opens one thing for an account, once, within the next `minutes`. `link` ends where the secret begins. */
export async function writeLink(
  tx: Tx,
  { enterpriseId, accountId, purpose, secretId }: LinkOf,
  letter: Letter & { link: string },
  minutes = linkMinutes,
): Promise<void> {
  const { token, hash } = newToken()
  await tx
    .insertInto('mailLink')
    .values({
      enterpriseId,
      accountId,
      purpose,
      ...(secretId !== undefined && { secretId }),
      email: letter.to,
      tokenHash: hash,
      expiresAt: sql<string>`now() + make_interval(mins => ${minutes}::integer)`,
    })
    .execute()
  await writeMail(tx, enterpriseId, { ...letter, link: letter.link + token, usefulMinutes: minutes })
}

type UsedLink = { enterpriseId: string; accountId: string; userName: string; email: string; secretId: string | null }

/** Uses up the link with this secret; undefined when there is none, it was used, or its time is over. */
export async function takeLink(tx: Tx, hash: Buffer, purpose: LinkOf['purpose']): Promise<UsedLink | undefined> {
  const { rows } = await sql<UsedLink>`select * from use_mail_link(${hash}, ${purpose})`.execute(tx)
  return rows[0]
}
