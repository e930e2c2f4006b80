import { correctionActions, type correctionApi } from '#contract/cases/correction.ts'
import type { Handler } from '#kernel/serve.ts'
import { correctionRow } from './queries.ts'
import { takeCorrection } from './take-correction.ts'

const ending =
  (action: 'refuse' | 'cancel'): Handler<typeof correctionApi.refuse> =>
  async (tx, actor, { id, reason }) => {
    await takeCorrection(tx, actor, action, id)
    await tx
      .updateTable('correction')
      .set({ state: correctionActions[action].to, endedBy: actor.id, endedAt: new Date().toISOString(), endReason: reason })
      .where('id', '=', id)
      .execute()
    return correctionRow(tx, id)
  }

/** The second person says no; the record stays as it is. */
export const refuseCorrection = ending('refuse')

/** The proposer takes it back. */
export const cancelCorrection = ending('cancel')
