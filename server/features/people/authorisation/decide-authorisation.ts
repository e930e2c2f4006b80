import { refusal } from '#contract/kernel/action.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { authorisationActions, type authorisationApi, type AuthorisationRow } from '#contract/people/authorisation.ts'
import { giveReason } from '#kernel/give-reason.ts'
import type { Actor, Handler, Tx } from '#kernel/serve.ts'
import { sign } from '#kernel/sign.ts'
import { authorisationOf } from './queries.ts'

/** Locks an authorisation with the others of its person and activity, which it may replace, and before them its training. */
async function takeAuthorisation(tx: Tx, actor: Actor, action: keyof typeof authorisationActions, id: string): Promise<AuthorisationRow> {
  const known = await authorisationOf(tx, id)
  await tx.selectFrom('training').select('id').where('id', '=', known.training.id).forShare().execute()
  await tx
    .selectFrom('authorisation')
    .select('id')
    .where('personId', '=', known.person.id)
    .where('activity', '=', known.activity)
    .where('state', 'in', ['proposed', 'valid', 'suspended'])
    .orderBy('id')
    .forUpdate()
    .execute()
  const row = await authorisationOf(tx, id)
  const code = refusal(authorisationActions[action], row, actor)
  if (code !== undefined) throw new Refusal(code)
  return row
}

/** 批准: another person agrees, and the authorisation holds. The one before it, of the same person and activity, is replaced. */
export const approveAuthorisation: Handler<typeof authorisationApi.approve> = async (tx, actor, { id, signature }) => {
  const row = await takeAuthorisation(tx, actor, 'approve', id)
  await tx
    .updateTable('authorisation')
    .set({ state: 'replaced' })
    .where('personId', '=', row.person.id)
    .where('activity', '=', row.activity)
    .where('state', 'in', ['valid', 'suspended'])
    .execute()
  await tx
    .updateTable('authorisation')
    .set({ state: 'valid', approvedBy: actor.id, approvedAt: tx.now().toISOString() })
    .where('id', '=', id)
    .execute()
  await sign(tx, actor, signature, { meaning: authorisationActions.approve.signs, table: 'authorisation', id })
  return authorisationOf(tx, id)
}

type Ending = 'refuse' | 'takeBack' | 'suspend' | 'withdraw'

/** 退回、撤回、暂停、撤销: takes it away, for a reason. One person is enough to take away. */
export const endAuthorisation =
  (ending: Ending): Handler<typeof authorisationApi.withdraw> =>
  async (tx, actor, { id, reason }) => {
    await takeAuthorisation(tx, actor, ending, id)
    await giveReason(tx, reason)
    await tx
      .updateTable('authorisation')
      .set({ state: authorisationActions[ending].to, endedBy: actor.id, endedAt: tx.now().toISOString(), endReason: reason })
      .where('id', '=', id)
      .execute()
    return authorisationOf(tx, id)
  }
