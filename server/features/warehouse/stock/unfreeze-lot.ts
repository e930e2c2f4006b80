import { Refusal } from '#contract/kernel/refusals.ts'
import { manualHoldKind, type stockApi, type StockSide } from '#contract/warehouse/stock.ts'
import type { Handler } from '#kernel/serve.ts'
import { liftHold } from '#server/features/warehouse/lot/hold-lot.ts'
import { recordTrace } from '#server/features/tracing/trace/record-trace.ts'
import { takeLot } from './take-lot.ts'

/** Quality assurance lifts one hold of a lot with the conclusion that allows it. Other holds stay. */
export const unfreezeLot =
  (side: StockSide): Handler<(typeof stockApi)['raw']['unfreeze']> =>
  async (tx, actor, { id, holdId, conclusion }) => {
    const lot = await takeLot(tx, actor, side, 'unfreeze', id)
    const hold = await tx
      .selectFrom('hold')
      .select(['kind'])
      .where('id', '=', holdId)
      .where('lotId', '=', lot.id)
      .where('liftedAt', 'is', null)
      .executeTakeFirst()
    if (hold === undefined) throw new Refusal('not_held')
    if (!manualHoldKind.safeParse(hold.kind).success) throw new Refusal('hold_of_case')

    await liftHold(tx, actor, holdId, conclusion)
    await recordTrace(tx, actor, [
      { lotId: lot.id, kind: 'unfrozen', occurredAt: new Date().toISOString(), privateFacts: { hold: hold.kind, conclusion } },
    ])
    return { holds: lot.holds - 1 }
  }
