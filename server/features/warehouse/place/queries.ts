import { sql, type NotNull } from 'kysely'
import type { placeApi, PlaceRow } from '#contract/warehouse/place.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { matches, pageOf } from '#kernel/paging.ts'
import type { Handler, Tx } from '#kernel/serve.ts'

/**
 * What lies in a place: kg of what is weighed, and how many lots at all. What is counted are packaging materials, a few among thousands of lots. The places of the ledger
 * hold nothing: what went to them is not looked at. Joined to the left, so that finding places does not sum.
 */
const lying = sql<{ quantity: string; lots: number }>`lateral (
  select coalesce(sum(b.quantity) filter (where b.lot_id not in (select id from lot where kind = 'auxiliary' and unit <> 'kg')), 0) as quantity, count(*)::integer as lots
  from stock_balance b where place.is_real and b.enterprise_id = place.enterprise_id and b.place_id = place.id and b.quantity <> 0)`.as(
  'lying',
)

const selectPlaces = (tx: Tx) =>
  tx
    .selectFrom('place')
    .leftJoin(lying, (join) => join.onTrue())
    .select(['place.id', 'code', 'name', 'warehouse', 'storageCondition', 'remark', 'rowVersion'])
    .select(['lying.quantity', 'lying.lots as lotCount'])
    .$narrowType<{ quantity: NotNull; lotCount: NotNull }>()
    .select(['kind', 'zone', sql<PlaceRow['state']>`case when is_active then 'active' else 'disabled' end`.as('state')])

/** One place, as it is now. */
export async function placeOf(tx: Tx, id: string): Promise<PlaceRow> {
  const place = await selectPlaces(tx).where('place.id', '=', id).executeTakeFirst()
  if (place === undefined) throw new Refusal('not_found')
  return place
}

export const listPlaces: Handler<typeof placeApi.list> = (tx, _actor, { q, warehouse, zone, kind, state, ...paging }) =>
  pageOf(
    tx,
    selectPlaces(tx)
      .$if(warehouse !== '', (query) => query.where('warehouse', '=', warehouse))
      .$call((query) => (zone === undefined ? query : query.where('zone', '=', zone)))
      .$call((query) => (kind === undefined ? query : query.where('kind', '=', sql.lit(kind))))
      .$if(state !== undefined, (query) => query.where('isActive', '=', state === 'active'))
      .$if(q !== '', (query) => query.where(matches(q, { number: 'code', name: 'name', initials: 'initials' }))),
    paging,
  )

export const listWarehouses: Handler<typeof placeApi.warehouses> = async (tx) => {
  const rows = await tx.selectFrom('place').select('warehouse').distinct().where('kind', '=', 'bin').orderBy('warehouse').execute()
  return rows.map((row) => row.warehouse)
}
