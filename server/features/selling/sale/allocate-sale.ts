import { Decimal } from 'decimal.js'
import { sql } from 'kysely'
import { Refusal } from '#contract/kernel/refusals.ts'
import { earliestExpiry, saleActions } from '#contract/selling/sale.ts'
import { type saleApi } from '#contract/selling/sale-api.ts'
import { dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import { notify } from '#kernel/notify.ts'
import type { Handler, Tx } from '#kernel/serve.ts'
import { lockLots } from '#server/features/warehouse/lot/lot.ts'
import { reserve } from '#server/features/warehouse/stock/move-stock.ts'
import { reasonsAgainst, unfitAmong } from '#server/features/warehouse/lot/standing.ts'
import { isUsableItself, stockOfLot } from '#server/features/warehouse/stock/on-hand.ts'
import { advanceSale, linesOf, takeSale } from './take-sale.ts'

/**
 * 分配: released lots without a hold, with enough shelf life left, first expiry first out; whole packs, reserved for this
 * order. All lines or none: the refusal (`short_stock`) names the lines that are short.
 */
export const allocateSale: Handler<typeof saleApi.allocate> = async (tx, actor, { id }) => {
  const order = await takeSale(tx, actor, saleActions.allocate, id)
  const lines = await linesOf(tx, id)
  const packSpecIds = lines.map((line) => line.packSpecId)
  await lockLots(
    tx,
    (await candidates(tx, packSpecIds)).map((lot) => lot.id),
  )
  // Read again now that no other step can take from them.
  const lots = await candidates(tx, packSpecIds)

  const shares: Share[] = []
  const short: { path: string; message: string }[] = []
  for (const line of lines) {
    let missing = line.packs
    for (const lot of lots.filter((lot) => lot.packSpecId === line.packSpecId)) {
      const packs = Math.min(missing, packsIn(lot.available, line.netQuantity))
      // Ancestors are asked lot by lot and not of every candidate: the first few fill the order.
      if (packs === 0 || (await reasonsAgainst(tx, lot.id)).length > 0) continue
      shares.push({
        enterpriseId: actor.enterpriseId,
        orderId: id,
        line: line.line,
        lotId: lot.id,
        packs,
        quantity: new Decimal(line.netQuantity).times(packs).toFixed(),
      })
      missing -= packs
    }
    if (missing > 0)
      short.push({ path: `lines.${line.line - 1}.packs`, message: `${line.productName} ${line.specName} 还缺 ${missing} ${line.packUnit}` })
  }
  if (short.length > 0) throw new Refusal('short_stock', short)

  await tx.insertInto('salesAllocation').values(shares).execute()
  await reserve(tx, actor, { kind: 'sales_order', id }, shares)
  await notify(tx, actor, {
    duty: '110:pick',
    title: `销售单 ${order.orderNo} 待拣货`,
    page: '/yinpian-xiaoshou',
    q: order.orderNo,
    about: { table: 'sales_order', id, asks: 'allocated' },
  })
  return advanceSale(tx, id, saleActions.allocate, { allocatedBy: actor.id, allocatedAt: tx.now().toISOString() })
}

/** Whole packs in so many kg. */
const packsIn = (quantity: string, net: string) => new Decimal(quantity).div(net).floor().toNumber()

type Share = { enterpriseId: string; orderId: string; line: number; lotId: string; packs: number; quantity: string }

/** Lots of these packs against which nothing of their own speaks, first expiry first, with the kg available in released bins. */
async function candidates(tx: Tx, packSpecIds: readonly string[]): Promise<{ id: string; packSpecId: string; available: string }[]> {
  const { rows } = await sql<{ id: string; packSpecId: string; available: string }>`
    select lot.id, lot.pack_spec_id, stock.on_hand - stock.reserved as available
    from lot cross join ${stockOfLot('pack_released')}
    where lot.kind = 'pack' and ${isUsableItself} and lot.pack_spec_id = any(${[...packSpecIds]}::uuid[])
      and lot.expires_on >= ${earliestExpiry(dayInShanghai(tx.now()))}::date and stock.on_hand > stock.reserved
    order by lot.expires_on, lot.lot_no`.execute(tx)
  return rows
}

/** Lots of these packs that may be sold now, first expiry first. The ancestors of all are asked in one statement. */
export async function sellableLots(tx: Tx, packSpecIds: readonly string[]) {
  const lots = await candidates(tx, packSpecIds)
  const unfit = await unfitAmong(
    tx,
    lots.map(({ id }) => id),
  )
  return lots.filter(({ id }) => !unfit.has(id))
}
