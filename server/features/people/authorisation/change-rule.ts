import { Refusal } from '#contract/kernel/refusals.ts'
import { dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import { ruleMeanings, type authorisationApi } from '#contract/people/authorisation.ts'
import { giveReason } from '#kernel/give-reason.ts'
import type { Handler } from '#kernel/serve.ts'
import { proveSecond, proveSigner, writeSignatures } from '#kernel/sign.ts'
import { readRule } from './queries.ts'

/** From which day steps ask for an authorisation: two persons say so, as it can stop the factory or let anybody through. */
export const changeRule: Handler<typeof authorisationApi.changeRule> = async (
  tx,
  actor,
  { serial, askedFrom, reason, signature, approver },
) => {
  const last = await tx
    .selectFrom('authorisationRuleChange')
    .select(['serial', 'askedFrom'])
    .orderBy('serial', 'desc')
    .limit(1)
    .executeTakeFirst()
  if ((last?.serial ?? 0) !== serial) throw new Refusal('stale')
  if (askedFrom === (last?.askedFrom ?? null)) throw new Refusal('invalid_input', [{ path: 'askedFrom', message: '与现在的要求相同' }])
  if (askedFrom !== null && askedFrom < dayInShanghai(tx.now()))
    throw new Refusal('invalid_input', [{ path: 'askedFrom', message: '不能早于今天' }])
  await giveReason(tx, reason)
  const signer = await proveSigner(actor, signature)
  const second = await proveSecond(actor, approver, '31:authorise')
  const { id } = await tx
    .insertInto('authorisationRuleChange')
    .values({
      enterpriseId: actor.enterpriseId,
      serial: serial + 1,
      askedFrom,
      reason,
      changedBy: actor.id,
      approvedBy: second.id,
      changedAt: tx.now().toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const record = { table: 'authorisation_rule_change', id }
  await writeSignatures(tx, [
    { signer, meaning: ruleMeanings.change, ...record },
    { signer: second, meaning: ruleMeanings.approve, ...record },
  ])
  return readRule(tx, actor, {})
}
