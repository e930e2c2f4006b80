import { refusal } from '#contract/kernel/action.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { deputyActions, type deputyApi, type DeputyRow } from '#contract/people/deputy.ts'
import { giveReason } from '#kernel/give-reason.ts'
import type { Actor, Handler, Tx } from '#kernel/serve.ts'
import { sign } from '#kernel/sign.ts'
import { deputyOf } from './queries.ts'

async function takeDeputy(tx: Tx, id: string): Promise<DeputyRow> {
  await tx.selectFrom('deputy').select('id').where('id', '=', id).forUpdate().execute()
  return deputyOf(tx, id)
}

const refuseUnless = (action: keyof typeof deputyActions, row: DeputyRow, actor: Actor) => {
  const code = refusal(deputyActions[action], row, actor)
  if (code !== undefined) throw new Refusal(code)
}

/** 确认: another person agrees. The duties are the deputy's from the first day on, as long as the principal has them. */
export const confirmDeputy: Handler<typeof deputyApi.confirm> = async (tx, actor, { id, signature }) => {
  const row = await takeDeputy(tx, id)
  refuseUnless('confirm', row, actor)
  await tx
    .updateTable('deputy')
    .set({ state: 'valid', confirmedBy: actor.id, confirmedAt: tx.now().toISOString() })
    .where('id', '=', id)
    .execute()
  await sign(tx, actor, signature, { meaning: deputyActions.confirm.signs, table: 'deputy', id })
  return deputyOf(tx, id)
}

async function end(tx: Tx, actor: Actor, { id, reason }: { id: string; reason: string }, state: 'refused' | 'ended'): Promise<DeputyRow> {
  await giveReason(tx, reason)
  await tx
    .updateTable('deputy')
    .set({ state, endedBy: actor.id, endedAt: tx.now().toISOString(), endReason: reason })
    .where('id', '=', id)
    .execute()
  return deputyOf(tx, id)
}

/** 退回, 结束: one person is enough to take away. */
export const endDeputy =
  (action: 'refuse' | 'end'): Handler<typeof deputyApi.end> =>
  async (tx, actor, given) => {
    refuseUnless(action, await takeDeputy(tx, given.id), actor)
    return end(tx, actor, given, deputyActions[action].to)
  }

/** The one who is stood in for, or who stands in, ends it; nobody else finds it here. */
export const endOwnDeputy: Handler<typeof deputyApi.endOwn> = async (tx, actor, given) => {
  const row = await takeDeputy(tx, given.id)
  if (row.principal.id !== actor.id && row.deputy.id !== actor.id) throw new Refusal('not_found')
  if (!deputyActions.end.from.some((state) => state === row.state)) throw new Refusal('wrong_state')
  return end(tx, actor, given, 'ended')
}
