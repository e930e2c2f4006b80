import { sql } from 'kysely'
import { Refusal } from '#contract/kernel/refusals.ts'
import type { secondFactorApi } from '#contract/people/second-factor.ts'
import { giveReason } from '#kernel/give-reason.ts'
import { logSecurity } from '#kernel/log-security.ts'
import type { Handler, Tx } from '#kernel/serve.ts'

/** What the enterprise asks at signing in. An enterprise that never decided asks for the password alone. */
async function ruleOf(tx: Tx) {
  const rule = await tx.selectFrom('signInRule').select(['secondFactorRequired', 'rowVersion']).executeTakeFirst()
  return rule ?? { secondFactorRequired: false, rowVersion: 0 }
}

export const readRule: Handler<typeof secondFactorApi.readRule> = (tx) => ruleOf(tx)

/** Sets the rule from the next request on: a person without a second factor then sets one up before anything else. */
export const saveRule: Handler<typeof secondFactorApi.saveRule> = async (tx, actor, { secondFactorRequired, rowVersion, reason }) => {
  await giveReason(tx, reason)
  const saved = await tx
    .insertInto('signInRule')
    .values({ enterpriseId: actor.enterpriseId, secondFactorRequired })
    .onConflict((conflict) =>
      conflict.column('enterpriseId').doUpdateSet({ secondFactorRequired }).where('signInRule.rowVersion', '=', rowVersion),
    )
    .returning(sql<number>`row_version`.as('rowVersion'))
    .executeTakeFirst()
  if (saved === undefined) throw new Refusal('stale')
  await logSecurity(tx, actor, 'sign_in_rule_changed', { facts: { secondFactorRequired, reason } })
  return ruleOf(tx)
}
