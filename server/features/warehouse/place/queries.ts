import { sql } from 'kysely'
import type { placeApi, PlaceRow } from '#contract/warehouse/place.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { matches, pageOf } from '#kernel/paging.ts'
import type { Handler, Tx } from '#kernel/serve.ts'

const balances = sql`from stock_balance b where b.enterprise_id = place.enterprise_id and b.place_id = place.id and b.quantity <> 0`

const selectPlaces = (tx: Tx) =>
  tx
    .selectFrom('place')
    .select(['place.id', 'code', 'name', 'warehouse', 'storageCondition', 'remark', 'rowVersion'])
    // The places of the ledger hold nothing: what went to them is not counted.
    .select([
      sql<string>`case when place.is_real then (select coalesce(sum(b.quantity), 0)::text ${balances}
        and exists (select from lot l where l.enterprise_id = b.enterprise_id and l.id = b.lot_id and l.unit = 'kg')) else '0' end`.as(
        'quantity',
      ),
      sql<number>`case when place.is_real then (select count(*)::integer ${balances}) else 0 end`.as('lotCount'),
    ])
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
      .$call((query) => (kind === undefined ? query : query.where('kind', '=', kind)))
      .$if(state !== undefined, (query) => query.where('isActive', '=', state === 'active'))
      .$if(q !== '', (query) => query.where(matches(q, { number: 'code', name: 'name', initials: 'initials' }))),
    paging,
  )

export const listWarehouses: Handler<typeof placeApi.warehouses> = async (tx) => {
  const rows = await tx.selectFrom('place').select('warehouse').distinct().where('kind', '=', 'bin').orderBy('warehouse').execute()
  return rows.map((row) => row.warehouse)
}
