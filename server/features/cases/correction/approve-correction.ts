import { sql } from 'kysely'
import { correctionActions, type correctionApi } from '#contract/cases/correction.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { correctRecord } from '#kernel/correction.ts'
import { giveReason } from '#kernel/give-reason.ts'
import type { Installation } from '#kernel/installation.ts'
import type { Handler } from '#kernel/serve.ts'
import { sign } from '#kernel/sign.ts'
import { lotsMadeOf } from '#server/features/warehouse/lot/hold-lot.ts'
import { lockLots } from '#server/features/warehouse/lot/lot.ts'
import { correctables } from './plan-correction.ts'
import { correctionRow } from './queries.ts'
import { takeCorrection } from './take-correction.ts'

/**
 * A second person approves: the record becomes its next version, and everything that rests on it is calculated anew. Refused with `stale`
 * when the record no longer says what the proposer saw.
 */
export const approveCorrection =
  (installation: Installation): Handler<typeof correctionApi.approve> =>
  async (tx, actor, { id, signature }) => {
    const action = correctionActions.approve
    const { correctionNo, record, recordId, reason } = await takeCorrection(tx, actor, 'approve', id)
    const { asked } = await tx.selectFrom('correction').select('asked').where('id', '=', id).executeTakeFirstOrThrow()
    const plan = await correctables(installation)[record].plan(
      tx,
      recordId,
      Object.fromEntries(asked.map(({ field, value }) => [field, value])),
      reason,
    )
    const seen = asked.map((one) => [one.field, one.old])
    if (JSON.stringify(plan.asked.map((one) => [one.field, one.old])) !== JSON.stringify(seen)) throw new Refusal('stale')
    // None of it leaves at the same moment: a shipment locks its lots, too.
    const made = await Promise.all(plan.lotIds.map((lotId) => lotsMadeOf(tx, lotId)))
    await lockLots(tx, [...plan.lotIds, ...made.flat()])

    await giveReason(tx, `更正 ${correctionNo}：${reason}`)
    await tx
      .updateTable('correction')
      .set({ state: action.to, approvedBy: actor.id, approvedAt: sql<string>`now()` })
      .where('id', '=', id)
      .execute()
    await sign(tx, actor, signature, { meaning: action.signs, table: 'correction', id })
    for (const patch of plan.patches) await correctRecord(tx, id, patch)
    await plan.follow(tx, actor, { id, correctionNo, reason, signature })
    return correctionRow(tx, id)
  }
