import { sql } from 'kysely'
import type { mailboxApi } from '#contract/people/mailbox.ts'
import { writeResetLink } from './reset-letter.ts'
import { actFor, countTyped, type StrangerHandler } from '#kernel/stranger.ts'
import { foldUserName } from '#tools/user-name.ts'

/** How often one pair of name and address may be asked for within an hour. */
const asksPerHour = 5

/**
 * A person forgot their password. The link goes to the address that the account's owner has confirmed and to no other. The answer is the
 * same whether there is such an account or not.
 */
export const askReset: StrangerHandler<typeof mailboxApi.askReset> = async (tx, { address, requestId }, { email, ...input }) => {
  const userName = foldUserName(input.userName)
  await countTyped(tx, `reset ${userName} ${email.toLowerCase()}`, asksPerHour)
  const { rows } = await sql<{ enterpriseId: string; id: string; email: string }>`
    select * from find_reset_account(${userName}, ${email})`.execute(tx)
  const account = rows[0]
  if (account !== undefined)
    await actFor(tx, { enterpriseId: account.enterpriseId, as: 'public', requestId }, () =>
      writeResetLink(tx, { ...account, userName }, '您（或别人）在登录页申请了重置口令。'),
    )
  await sql`select log_security('reset_asked', ${account?.enterpriseId ?? null}::uuid, ${account?.id ?? null}::uuid, ${userName}, ${address},
    ${requestId}, '{}')`.execute(tx)
  return {}
}
