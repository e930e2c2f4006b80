import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Zone } from '#contract/warehouse/movement.ts'
import type { Tx } from '#kernel/serve.ts'
import type { Lot } from '#server/features/warehouse/lot/lot.ts'

// The only reader of how much of a lot there is. `onHand` is what lies in bins, `reserved` what documents have reserved,
// `available` what may be used now; each in kg. Every expression is about the row that the query around it calls `lot`. It is a value
// of its own and not a join, so that PostgreSQL works it out for the rows of the page alone.

const inBins = sql`from stock_balance b join place p on p.enterprise_id = b.enterprise_id and p.id = b.place_id and p.kind = 'bin'
  where b.enterprise_id = lot.enterprise_id and b.lot_id = lot.id and b.is_real and b.quantity > 0`

/** kg in bins. What is in the laboratory, the workshops or the retention room is in the house, and not on hand. */
export const onHand = sql<string>`(select coalesce(sum(b.quantity), 0)::numeric(14, 4) ${inBins})`

/** kg in bins but for the 退货区: what came back is not used before it is decided about. */
export const usable = sql<string>`(select coalesce(sum(b.quantity), 0)::numeric(14, 4) ${inBins} and p.zone <> 'returned')`

/** kg in bins of one zone. */
const onHandIn = (zone: Zone) => sql<string>`(select coalesce(sum(b.quantity), 0)::numeric(14, 4) ${inBins} and p.zone = ${zone})`

/** Whether anything lies in a bin: kept, with what lies there. PostgreSQL may begin with the few that do. */
export const isOnHand = sql<SqlBool>`exists (select from lot_at_hand here where here.enterprise_id = lot.enterprise_id and here.lot_id = lot.id)`

/**
 * The same rows of `lot`, all or those of which something lies in a bin, for a list to begin with. What orders and narrows lists is kept with what lies there: PostgreSQL finds those by
 * an index in the order of the list, and walks through nothing that was used up. A condition would do so for all lots, since of what it asks it takes no order. Every row there
 * has its lot; to the left, so that PostgreSQL leaves the lots out where rows are only found and counted: else it may merge them with all lots of the kind, also those used up.
 */
export const lotsOf = (which: 'all' | 'on hand') =>
  sql<ListedLot>`${
    which === 'all'
      ? sql`lot`
      : sql`(select here.enterprise_id, here.lot_id as id, here.kind, here.state, here.born_on, l.lot_no, l.batch_no, l.name,
    l.holds, l.quantity, l.unit, l.retest_on, l.expires_on, l.is_toxic, l.row_version, l.material_id, l.product_id, l.pack_spec_id
  from lot_at_hand here left join lot l on l.enterprise_id = here.enterprise_id and l.id = here.lot_id)`
  }`.as('lot')

/** What lists of lots show of a lot. */
type ListedLot = Omit<Lot, 'createdAt' | 'initials' | 'publicToken'>

/** The contrary, looked up for each lot (`between`): of equality PostgreSQL thinks that it is quicker to read all that lie somewhere. */
export const isInNoBin = sql<SqlBool>`not exists (select from lot_at_hand here where here.enterprise_id = lot.enterprise_id and here.lot_id between lot.id and lot.id)`

/** The codes of the bins it lies in. */
export const binCodes = sql<string[]>`array(select p.code ${inBins} order by p.code)`

/** kg that orders have reserved (预留). */
export const reserved = sql<string>`(select coalesce(sum(r.quantity), 0)::numeric(14, 4) from lot_reservation r where r.enterprise_id = lot.enterprise_id and r.lot_id = lot.id)`

/**
 * I3 as a condition about the lot itself: goods and auxiliaries are released, a bulk batch that is to be packed has a conforming report; no
 * hold; the retest day is to come, the expiry day is not past. What it was made of is not asked.
 */
export const isUsableItself = sql<boolean>`(lot.state = case when lot.kind = 'bulk' then 'conforming' else 'released' end and lot.holds = 0
  and not exists (select from authority_locks_on(lot.product_id))
  and coalesce(lot.retest_on > today(), true) and coalesce(lot.expires_on >= today(), true))`

/** Whether a lot may be used at this moment: nothing speaks against itself or against what it was made of. A bought lot has no ancestors. */
export const isUsable = sql<boolean>`(${isUsableItself} and (lot.kind in ('raw', 'auxiliary') or ancestors_allow(lot.id)))`

/** What a list of lots shows of the stock, each worked out once a row: what lies in bins, how much of it may be used, in which bins, and what is reserved. */
type ShownStock = { onHand: string; usable: string; bins: string[]; reserved: string }

/**
 * To be joined to the left: PostgreSQL leaves it out where rows are only found or counted, since it gives one row in any case. `offset 0`: each bin by its key; else
 * all bins are merged with those of every row.
 */
export const shownStock = sql<ShownStock>`lateral (select held.on_hand, held.usable, held.bins, ${reserved} as reserved
  from (select coalesce(sum(b.quantity), 0)::numeric(14, 4) as on_hand,
    coalesce(sum(b.quantity) filter (where p.zone <> 'returned'), 0)::numeric(14, 4) as usable,
    coalesce(array_agg(p.code order by p.code), '{}') as bins
    from stock_balance b cross join lateral (select * from place p where p.enterprise_id = b.enterprise_id and p.id = b.place_id and p.kind = 'bin' offset 0) p
    where b.enterprise_id = lot.enterprise_id and b.lot_id = lot.id and b.is_real and b.quantity > 0) held)`.as('stock')

/** kg that may be used of a lot beside its `stock`. */
export const availableOf = (isUsableNow: RawBuilder<boolean>) =>
  sql<string>`case when ${isUsableNow} then greatest(stock.usable - stock.reserved, 0) else 0 end::numeric(14, 4)`

/** kg that may be used of a lot at this moment: on hand and not reserved, and nothing of a lot that may not be used. */
const available = sql<string>`case when ${isUsable} then greatest(${usable} - ${reserved}, 0) else 0 end::numeric(14, 4)`

/**
 * The lots of these goods (a pack specification, a product or a material) of which something lies in a bin, as `here` and `lot`: in the order of
 * `here.due_on` an index gives them one after the other, so that a query with a limit reads no more than it takes, and nothing of what was used up
 * (decision 0047). `offset 0` keeps that order: the planner guesses that few lots may be used and would ask every one of them first.
 */
export const lotsInTurn = (goodsId: RawBuilder<unknown> | string) => sql`(
    select h.enterprise_id, h.lot_id, h.due_on from lot_at_hand h where h.goods_id = ${goodsId} order by h.due_on, h.lot_id offset 0) here
  cross join lateral (select * from lot l where l.enterprise_id = here.enterprise_id and l.id = here.lot_id offset 0) lot`

/**
 * The same two numbers as a table `stock (on_hand, reserved)` for a query that filters by them and returns them: PostgreSQL would
 * else work them out twice. `offset 0` keeps them together.
 */
export const stockOfLot = (zone?: Zone) =>
  sql`lateral (select ${zone === undefined ? onHand : onHandIn(zone)} as on_hand, ${reserved} as reserved offset 0) stock`

/** What there is of one lot, kg. To decide by it, lock the lot first (`lockLot`). */
export async function readStock(tx: Tx, lotId: string): Promise<{ onHand: string; reserved: string; available: string }> {
  return tx
    .selectFrom('lot')
    .select([onHand.as('onHand'), reserved.as('reserved'), available.as('available')])
    .where('id', '=', lotId)
    .executeTakeFirstOrThrow()
}

const balancesInBins = (tx: Tx, lotIds: readonly string[]) =>
  tx
    .selectFrom('stockBalance')
    .innerJoin('place', (join) =>
      join.onRef('place.enterpriseId', '=', 'stockBalance.enterpriseId').onRef('place.id', '=', 'stockBalance.placeId'),
    )
    .select(['stockBalance.lotId', 'place.id as placeId', 'place.code', 'place.name', 'place.zone', 'stockBalance.quantity'])
    .where('stockBalance.lotId', 'in', lotIds)
    .where('stockBalance.isReal', '=', true)
    .where('stockBalance.quantity', '>', '0')
    .where('place.kind', '=', 'bin')

/** What of a locked lot lies in bins, bin by bin, fullest first: `{ lotId, placeId, code, name, zone, quantity }`, kg. */
export const stockInBins = (tx: Tx, lotId: string) => stockOfLotsInBins(tx, [lotId])

/** The same for several lots. */
export const stockOfLotsInBins = (tx: Tx, lotIds: readonly string[]) =>
  balancesInBins(tx, lotIds).orderBy('stockBalance.quantity', 'desc').orderBy('place.code').execute()

/** The bins in which several lots lie, by code: `{ lotId, placeId, code, name, zone, quantity }`, kg. */
export const binsOfLots = async (tx: Tx, lotIds: readonly string[]) =>
  lotIds.length === 0 ? [] : balancesInBins(tx, lotIds).orderBy('place.code').execute()
