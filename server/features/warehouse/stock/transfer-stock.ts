import { Decimal } from 'decimal.js'
import { Refusal } from '#contract/kernel/refusals.ts'
import { dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import { zonesFor, type stockApi, type StockSide } from '#contract/warehouse/stock.ts'
import { nextDocumentNo } from '#kernel/number.ts'
import type { Handler } from '#kernel/serve.ts'
import { recordTrace } from '#server/features/tracing/trace/record-trace.ts'
import { moveStock, takeBin } from './move-stock.ts'
import { stockInBins } from './on-hand.ts'
import { takeLot } from './take-lot.ts'

/** Goods are put into another bin (移库): one that their state allows, or isolation when they are held (domain §2.4). */
export const transferStock =
  (side: StockSide): Handler<(typeof stockApi)['raw']['transfer']> =>
  async (tx, actor, { id, fromPlaceId, toPlaceId, quantity, reason }) => {
    const lot = await takeLot(tx, actor, side, 'transfer', id)
    if (fromPlaceId === toPlaceId) throw new Refusal('invalid_input', [{ path: 'toPlaceId', message: '移入货位与移出货位相同' }])
    const source = (await stockInBins(tx, lot.id)).find((bin) => bin.placeId === fromPlaceId)
    if (source === undefined || new Decimal(quantity).greaterThan(source.quantity))
      throw new Refusal('short_stock', [{ path: 'quantity', message: `该货位现有${new Decimal(source?.quantity ?? 0).toFixed()} kg` }])
    const target = await takeBin(tx, toPlaceId, { zones: zonesFor(lot), isToxic: lot.isToxic, path: 'toPlaceId' })

    const now = tx.now()
    const occurredAt = now.toISOString()
    const transferNo = await nextDocumentNo(tx, 'YK', dayInShanghai(now))
    const transfer = await tx
      .insertInto('stockTransfer')
      .values({
        enterpriseId: actor.enterpriseId,
        transferNo,
        lotId: lot.id,
        fromPlaceId,
        toPlaceId,
        quantity,
        reason,
        movedBy: actor.id,
        movedAt: occurredAt,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const document = { kind: 'stock_transfer', id: transfer.id, no: transferNo }
    await moveStock(tx, actor, [
      { lotId: lot.id, from: fromPlaceId, to: toPlaceId, quantity, kind: 'transfer', document, reason, occurredAt },
    ])
    await recordTrace(tx, actor, [
      {
        lotId: lot.id,
        kind: 'moved',
        occurredAt,
        place: target.name,
        documentNo: transferNo,
        privateFacts: { from: source.name, to: target.name, quantity, reason },
      },
    ])
    return { transferNo }
  }
