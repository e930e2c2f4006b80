import { refusal } from '#contract/kernel/action.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { pointActions, type stabilityApi } from '#contract/laboratory/stability.ts'
import type { Handler } from '#kernel/serve.ts'
import { sign } from '#kernel/sign.ts'
import { lockLot } from '#server/features/warehouse/lot/lot.ts'
import { pointRowOf } from './queries.ts'

/** 登记未考察: the last day of a time point is over and nobody tested it; quality assurance says why. It is not tested afterwards. */
export const missPoint: Handler<typeof stabilityApi.miss> = async (tx, actor, { id, reason, signature }) => {
  await lockLot(tx, (await pointRowOf(tx, id)).lotId)
  const code = refusal(pointActions.miss, await pointRowOf(tx, id), actor)
  if (code !== undefined) throw new Refusal(code)
  await tx
    .updateTable('stabilityPoint')
    .set({ state: 'missed', missedBy: actor.id, missedAt: tx.now().toISOString(), missReason: reason })
    .where('id', '=', id)
    .execute()
  await sign(tx, actor, signature, { meaning: pointActions.miss.signs, table: 'stability_point', id })
  return pointRowOf(tx, id)
}
