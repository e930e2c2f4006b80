import type { stockApi, StockSide } from '#contract/warehouse/stock.ts'
import type { Handler } from '#kernel/serve.ts'
import { placeHold } from '#server/features/warehouse/lot/hold-lot.ts'
import { recordTrace } from '#server/features/tracing/trace/record-trace.ts'
import { takeLot } from './take-lot.ts'

/** Quality assurance holds a lot: until the hold is lifted it is neither used nor sold (domain §2.0, second axis). */
export const freezeLot =
  (side: StockSide): Handler<(typeof stockApi)['raw']['freeze']> =>
  async (tx, actor, { id, kind, reason, reaches }) => {
    const lot = await takeLot(tx, actor, side, 'freeze', id)
    const holdId = await placeHold(tx, actor, { lotId: lot.id, kind, reason, reaches })
    await recordTrace(tx, actor, [
      { lotId: lot.id, kind: 'frozen', occurredAt: tx.now().toISOString(), privateFacts: { hold: kind, reason } },
    ])
    return { holdId }
  }
