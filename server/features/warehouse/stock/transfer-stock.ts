import { randomUUIDv7 } from 'node:crypto'
import { Decimal } from 'decimal.js'
import { Refusal } from '#contract/kernel/refusals.ts'
import { dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import { toxicMoveMeaning, zonesFor, type stockApi, type StockSide } from '#contract/warehouse/stock.ts'
import { documentNo, numberAtEnd } from '#kernel/number.ts'
import type { Handler } from '#kernel/serve.ts'
import { proveSecond, writeSignatures } from '#kernel/sign.ts'
import { recordTrace } from '#server/features/tracing/trace/record-trace.ts'
import { moveStock, takeBin } from './move-stock.ts'
import { stockInBins } from './on-hand.ts'
import { takeLot } from './take-lot.ts'
import { together } from '#tools/together.ts'

/** Goods are put into another bin (移库): one that their state allows, or isolation when they are held (domain §2.4). */
export const transferStock =
  (side: StockSide): Handler<(typeof stockApi)['raw']['transfer']> =>
  async (tx, actor, { id, fromPlaceId, toPlaceId, quantity, reason, second }) => {
    const lot = await takeLot(tx, actor, side, 'transfer', id)
    if (fromPlaceId === toPlaceId) throw new Refusal('invalid_input', [{ path: 'toPlaceId', message: '移入货位与移出货位相同' }])
    const [bins, target] = await together([
      stockInBins(tx, lot.id),
      takeBin(tx, toPlaceId, { zones: zonesFor(lot), isToxic: lot.isToxic, path: 'toPlaceId' }),
    ])
    const source = bins.find((bin) => bin.placeId === fromPlaceId)
    if (source === undefined || new Decimal(quantity).greaterThan(source.quantity))
      throw new Refusal('short_stock', [
        { path: 'quantity', message: `该货位现有${new Decimal(source?.quantity ?? 0).toFixed()} ${lot.unit}` },
      ])
    if (source.zone === 'returned' && lot.kind === 'pack')
      throw new Refusal('returned_goods', [{ path: 'fromPlaceId', message: '请在退货单上处理' }])

    if (lot.isToxic && second === undefined) throw new Refusal('toxic_needs_second', [{ path: 'second.userName', message: '请第二人签名' }])
    const checker = second === undefined ? null : await proveSecond(actor, second, '14:count')
    const now = tx.now()
    const occurredAt = now.toISOString()
    const transferId = randomUUIDv7()
    const transferNo = await numberAtEnd(tx, documentNo('YK', dayInShanghai(now)))
    await tx.later(
      tx.insertInto('stockTransfer').values({
        id: transferId,
        enterpriseId: actor.enterpriseId,
        transferNo: transferNo.column,
        lotId: lot.id,
        fromPlaceId,
        toPlaceId,
        quantity,
        reason,
        movedBy: actor.id,
        movedAt: occurredAt,
        checkedBy: checker?.id ?? null,
      }),
    )
    if (checker !== null)
      await writeSignatures(tx, [{ signer: checker, meaning: toxicMoveMeaning, table: 'stock_transfer', id: transferId }])
    const document = { kind: 'stock_transfer', id: transferId, no: transferNo.column }
    await moveStock(tx, actor, [
      { lotId: lot.id, from: fromPlaceId, to: toPlaceId, quantity, kind: 'transfer', document, reason, occurredAt },
    ])
    await recordTrace(tx, actor, [
      {
        lotId: lot.id,
        kind: 'moved',
        occurredAt,
        place: target.name,
        documentNo: transferNo.column,
        privateFacts: { from: source.name, to: target.name, quantity, reason },
      },
    ])
    return { transferNo: transferNo.told }
  }
