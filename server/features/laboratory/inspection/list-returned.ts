import { sql } from 'kysely'
import type { bulkInspectionApi } from '#contract/laboratory/inspection-api.ts'
import { pageOf } from '#kernel/paging.ts'
import type { Handler } from '#kernel/serve.ts'
import { waysTo } from '#kernel/ways-to.ts'

/** Packed goods that lie in the returned zone, bin by bin, and of which no test is under way. Few bins lie in that zone: it begins with them. */
export const listReturned: Handler<typeof bulkInspectionApi.returned> = async (tx, _actor, { page, pageSize, sort, q }) =>
  pageOf(
    tx,
    tx
      .selectFrom('place')
      .innerJoin('stockBalance', (join) =>
        join.onRef('stockBalance.enterpriseId', '=', 'place.enterpriseId').onRef('stockBalance.placeId', '=', 'place.id'),
      )
      .innerJoin('lot', (join) =>
        join.onRef('lot.enterpriseId', '=', 'stockBalance.enterpriseId').onRef('lot.id', '=', 'stockBalance.lotId'),
      )
      .innerJoin('packSpec', (join) =>
        join.onRef('packSpec.enterpriseId', '=', 'lot.enterpriseId').onRef('packSpec.id', '=', 'lot.packSpecId'),
      )
      .select(sql<string>`concat(lot.id, ' ', place.id)`.as('id'))
      .select(['lot.id as lotId', 'lot.lotNo', 'lot.name', 'lot.state', 'place.id as placeId', 'place.code as placeCode'])
      .select(['place.name as placeName', 'stockBalance.quantity', 'packSpec.packUnit'])
      .select(sql<number>`ceil(stock_balance.quantity / pack_spec.net_quantity)::integer`.as('packs'))
      .where('place.kind', '=', 'bin')
      .where('place.zone', '=', 'returned')
      .where('stockBalance.quantity', '<>', '0')
      .where('lot.kind', '=', 'pack')
      .where('lot.state', '<>', 'rejected')
      .where((eb) =>
        eb.not(
          eb.exists(
            eb
              .selectFrom('inspection')
              .select('inspection.id')
              .whereRef('inspection.enterpriseId', '=', 'stockBalance.enterpriseId')
              .whereRef('inspection.lotId', '=', 'stockBalance.lotId')
              .whereRef('inspection.placeId', '=', 'stockBalance.placeId')
              .where('inspection.state', 'in', ['requested', 'accepted', 'sampled', 'submitted', 'reviewed']),
          ),
        ),
      ),
    { page, pageSize, sort, anyOf: await waysTo(tx, q, { numbers: ['lot.lotNo', 'place.code'], goods: 'lot.name' }), isPlannedOnce: false },
  )
