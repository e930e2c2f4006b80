import { stockActions, type stockApi, type StockSide } from '#contract/warehouse/stock.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { notify } from '#kernel/notify.ts'
import type { Handler } from '#kernel/serve.ts'
import { sign } from '#kernel/sign.ts'
import { placeHold } from '#server/features/warehouse/lot/hold-lot.ts'
import { recordTrace } from '#server/features/tracing/trace/record-trace.ts'
import { takeLot } from './take-lot.ts'

/** 召回 of one lot: the 质量负责人 signs, and it and everything made of it may not be used or sold from this moment (domain §2.11). */
export const recallLot =
  (side: StockSide): Handler<(typeof stockApi)['raw']['recall']> =>
  async (tx, actor, { id, reason, signature }) => {
    const lot = await takeLot(tx, actor, side, 'recall', id)
    const recalled = await tx
      .selectFrom('hold')
      .select('id')
      .where('lotId', '=', lot.id)
      .where('kind', '=', 'recall')
      .where('liftedAt', 'is', null)
      .executeTakeFirst()
    if (recalled !== undefined) throw new Refusal('recalled_already')
    const holdId = await placeHold(tx, actor, { lotId: lot.id, kind: 'recall', reason })
    await sign(tx, actor, signature, { meaning: stockActions[side].recall.signs, table: 'hold', id: holdId })
    await recordTrace(tx, actor, [
      { lotId: lot.id, kind: 'frozen', occurredAt: tx.now().toISOString(), privateFacts: { hold: 'recall', reason } },
    ])
    await notify(tx, actor, {
      duty: '110:approve',
      title: `${lot.name} ${lot.lotNo} 召回`,
      body: reason,
      page: '/suyuan-lvli',
      q: lot.lotNo,
    })
    return { holdId }
  }
