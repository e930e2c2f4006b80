import { trainingRuleMeanings, type trainingApi } from '#contract/people/training.ts'
import { giveReason } from '#kernel/give-reason.ts'
import type { Handler } from '#kernel/serve.ts'
import { proveSecond, proveSigner, writeSignatures } from '#kernel/sign.ts'
import { checkChoices } from '#server/features/office/dictionary/check-choices.ts'
import { listTrainingRules } from './queries.ts'

/** How long a kind of training holds: two persons say so. What was recorded before keeps its day. */
export const setTrainingRule: Handler<typeof trainingApi.setRule> = async (
  tx,
  actor,
  { kind, serial, months, reason, signature, approver },
) => {
  await checkChoices(tx, 'training_kind', 'code', [{ value: kind, path: 'kind' }])
  await giveReason(tx, reason)
  const signer = await proveSigner(actor, signature)
  const second = await proveSecond(actor, approver, '31:authorise')
  const { id } = await tx
    .insertInto('trainingRule')
    .values({
      ...{ enterpriseId: actor.enterpriseId, kind, serial: serial + 1, months, reason },
      ...{ changedBy: actor.id, approvedBy: second.id, changedAt: tx.now().toISOString() },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const record = { table: 'training_rule', id }
  await writeSignatures(tx, [
    { signer, meaning: trainingRuleMeanings.change, ...record },
    { signer: second, meaning: trainingRuleMeanings.approve, ...record },
  ])
  return listTrainingRules(tx, actor, {})
}
