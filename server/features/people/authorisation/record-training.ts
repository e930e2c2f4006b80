import { sql } from 'kysely'
import { Refusal } from '#contract/kernel/refusals.ts'
import { dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import type { trainingApi } from '#contract/people/training.ts'
import type { Handler, Tx } from '#kernel/serve.ts'
import { checkChoices } from '#server/features/office/dictionary/check-choices.ts'
import { trainingOf } from './queries.ts'

/** The person is a colleague whose account is in use; anybody else is no choice of the field. */
export async function needColleague(tx: Tx, personId: string): Promise<void> {
  const colleague = await tx
    .selectFrom('account')
    .select('id')
    .where('id', '=', personId)
    .where('state', '=', 'active')
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('apiToken').select('apiToken.id').whereRef('apiToken.id', '=', 'account.id'))),
    )
    .executeTakeFirst()
  if (colleague === undefined) throw new Refusal('invalid_input', [{ path: 'personId', message: '请选择在用的账号' }])
}

/** 登记培训: what a person was taught and whether they passed, written down by somebody else. */
export const recordTraining: Handler<typeof trainingApi.record> = async (tx, actor, input) => {
  if (input.personId === actor.id) throw new Refusal('records_own_training', [{ path: 'personId', message: '不能登记自己的培训' }])
  await needColleague(tx, input.personId)
  if (input.heldOn > dayInShanghai(tx.now())) throw new Refusal('invalid_input', [{ path: 'heldOn', message: '培训日期不能晚于今天' }])
  await checkChoices(tx, 'training_kind', 'code', [{ value: input.kind, path: 'kind' }])
  if (input.changeId !== null) await needChange(tx, input.changeId, input.personId)
  const { id } = await tx
    .insertInto('training')
    .values({ enterpriseId: actor.enterpriseId, ...input, recordedBy: actor.id, recordedAt: tx.now().toISOString() })
    .returning('id')
    .executeTakeFirstOrThrow()
  return trainingOf(tx, id)
}

/** The change is approved and waits for this person's training. The share lock keeps it from being withdrawn meanwhile. */
async function needChange(tx: Tx, changeId: string, personId: string): Promise<void> {
  const change = await tx
    .selectFrom('changeRequest')
    .select('id')
    .where('id', '=', changeId)
    .where('state', '=', 'approved')
    .where(sql<boolean>`${personId}::uuid = any (trainee_ids)`)
    .forShare()
    .executeTakeFirst()
  if (change === undefined) throw new Refusal('training_of_other_change', [{ path: 'changeId', message: '请选择要求此人培训的变更' }])
}
