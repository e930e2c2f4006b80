import { sql } from 'kysely'
import type { placeApi, PlaceRow } from '#contract/warehouse/place.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { matches, pageOf } from '#kernel/paging.ts'
import type { Handler, Tx } from '#kernel/serve.ts'

const selectPlaces = (tx: Tx) =>
  tx
    .selectFrom('place')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('stockBalance')
          .select([
            sql<string>`coalesce(sum(quantity) filter (where is_real), 0)::text`.as('quantity'),
            sql<number>`(count(*) filter (where is_real))::integer`.as('lotCount'),
          ])
          .whereRef('stockBalance.enterpriseId', '=', 'place.enterpriseId')
          .whereRef('stockBalance.placeId', '=', 'place.id')
          .where('stockBalance.quantity', '<>', '0')
          .as('stock'),
      (join) => join.onTrue(),
    )
    .select(['place.id', 'code', 'name', 'warehouse', 'storageCondition', 'remark', 'rowVersion', 'stock.quantity', 'stock.lotCount'])
    .select(['kind', 'zone', sql<PlaceRow['state']>`case when is_active then 'active' else 'disabled' end`.as('state')])
    .$narrowType<{ quantity: string; lotCount: number }>()

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
