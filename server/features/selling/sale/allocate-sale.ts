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
import { unfitAmong } from '#server/features/warehouse/lot/standing.ts'
import { isUsableItself, lotsInTurn, stockOfLot } from '#server/features/warehouse/stock/on-hand.ts'
import { onePlan } from '#server/db/connection.ts'
import { advanceSale, linesOf, takeSale } from './take-sale.ts'
import { together } from '#tools/together.ts'

/**
 * 分配: released lots without a hold, with enough shelf life left, first expiry first out; whole packs, reserved for this
 * order. All lines or none: the refusal (`short_stock`) names the lines that are short.
 */
export const allocateSale: Handler<typeof saleApi.allocate> = async (tx, actor, { id }) => {
  const [order, lines] = await together([takeSale(tx, actor, saleActions.allocate, id), linesOf(tx, id)])
  const { shares, short, isBarred } = await lockedShares(tx, lines, order.customerId)
  if (short.length > 0) throw new Refusal(isBarred ? 'customer_barred' : 'short_stock', short)

  await tx.later(
    tx.insertInto('salesAllocation').values(shares.map((share) => ({ enterpriseId: actor.enterpriseId, orderId: id, ...share }))),
  )
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

type Lines = Awaited<ReturnType<typeof linesOf>>
type Plan = {
  shares: { line: number; lotId: string; packs: number; quantity: string }[]
  short: { path: string; message: string }[]
  isBarred: boolean
}

/**
 * What is taken from which lots, those lots locked. They are chosen without a lock, locked, and chosen again: another step may have taken from them
 * meanwhile. Lots that are not needed stay free for others.
 */
async function lockedShares(tx: Tx, lines: Lines, customerId: string): Promise<Plan> {
  const locked = new Set<string>()
  for (;;) {
    const plan = await planShares(tx, lines, customerId)
    const missing = plan.shares.map(({ lotId }) => lotId).filter((lotId) => !locked.has(lotId))
    if (missing.length === 0) return plan
    for (const { id } of await lockLots(tx, missing)) locked.add(id)
  }
}

/**
 * Lots of each line in the order in which they expire, as many as it takes; a few are looked at first, and more only where those are not enough. A lot that
 * misses a standard of the customer is left to others; `isBarred` says that there was one where some are missing.
 */
async function planShares(tx: Tx, lines: Lines, customerId: string): Promise<Plan> {
  const plan: Plan = { shares: [], short: [], isBarred: false }
  for (const line of lines) {
    let missing = line.packs
    const planned = new Set<string>()
    for (let most = 20; missing > 0; most *= 5) {
      const { lots, seen } = await sellableLots(tx, [line.packSpecId], most, customerId)
      for (const lot of lots.filter(({ id }) => !planned.has(id))) {
        planned.add(lot.id)
        if (lot.isBarred) {
          plan.isBarred = true
          continue
        }
        const packs = Math.min(missing, packsIn(lot.available, line.netQuantity))
        if (packs === 0) continue
        plan.shares.push({ line: line.line, lotId: lot.id, packs, quantity: new Decimal(line.netQuantity).times(packs).toFixed() })
        missing -= packs
      }
      if ((seen.get(line.packSpecId) ?? 0) < most) break
    }
    if (missing > 0)
      plan.short.push({
        path: `lines.${line.line - 1}.packs`,
        message: `${line.productName} ${line.specName} 还缺 ${missing} ${line.packUnit}`,
      })
  }
  return plan
}

/** Whole packs in so many kg. */
const packsIn = (quantity: string, net: string) => new Decimal(quantity).div(net).floor().toNumber()

/**
 * Lots of these packs that may be sold now with the kg available in released bins, first expiry first, and how many of each were
 * looked at: at most so many, all there are when fewer. The ancestors of all are asked in one statement. `isBarred`: the lot misses a standard of
 * the customer.
 */
export async function sellableLots(tx: Tx, packSpecIds: readonly string[], most: number, customerId: string | null = null) {
  const { rows: lots } = await sql<{ id: string; packSpecId: string; available: string; isBarred: boolean }>`${sql.raw(onePlan)}
    select found.*, ${customerId}::uuid is not null and barred_for(found.id, ${customerId}) as is_barred from unnest(${[...packSpecIds]}::uuid[]) with ordinality as asked (pack_spec_id, turn) cross join lateral (
      select lot.id, lot.pack_spec_id, stock.on_hand - stock.reserved as available, here.due_on
      from ${lotsInTurn(sql`asked.pack_spec_id`)} cross join ${stockOfLot('pack_released')}
      where here.due_on >= ${earliestExpiry(dayInShanghai(tx.now()))}::date and ${isUsableItself} and stock.on_hand > stock.reserved
      order by here.due_on, here.lot_id limit ${most}) found
    order by asked.turn, found.due_on, found.id`.execute(tx)
  const unfit = await unfitAmong(
    tx,
    lots.map(({ id }) => id),
  )
  const seen = new Map([...Map.groupBy(lots, (lot) => lot.packSpecId)].map(([packSpecId, some]) => [packSpecId, some.length]))
  return { lots: lots.filter(({ id }) => !unfit.has(id)), seen }
}
