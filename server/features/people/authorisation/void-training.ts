import { refusal } from '#contract/kernel/action.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { trainingActions, type trainingApi } from '#contract/people/training.ts'
import { giveReason } from '#kernel/give-reason.ts'
import type { Handler } from '#kernel/serve.ts'
import { trainingOf } from './queries.ts'

/** 作废: what rests on the record ends with it. An authorisation in force is suspended, one that waits is sent back. */
export const voidTraining: Handler<typeof trainingApi.void> = async (tx, actor, { id, reason }) => {
  await tx.selectFrom('training').select('id').where('id', '=', id).forUpdate().execute()
  const code = refusal(trainingActions.void, await trainingOf(tx, id), actor)
  if (code !== undefined) throw new Refusal(code)
  await giveReason(tx, reason)
  const resting = await tx
    .selectFrom('authorisation')
    .select(['id', 'state'])
    .where('trainingId', '=', id)
    .where('state', 'in', ['proposed', 'valid'])
    .orderBy('id')
    .forUpdate()
    .execute()
  const ended = { endedBy: actor.id, endedAt: tx.now().toISOString(), endReason: `所依据的培训记录已作废：${reason}` }
  for (const { id: authorisationId, state } of resting)
    await tx
      .updateTable('authorisation')
      .set({ ...ended, state: state === 'valid' ? 'suspended' : 'refused' })
      .where('id', '=', authorisationId)
      .execute()
  await tx
    .updateTable('training')
    .set({ voidedBy: actor.id, voidedAt: tx.now().toISOString(), voidReason: reason })
    .where('id', '=', id)
    .execute()
  return trainingOf(tx, id)
}
