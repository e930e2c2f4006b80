import { sql } from 'kysely'
import type { bulkInspectionApi } from '#contract/laboratory/inspection-api.ts'
import { pageOf } from '#kernel/paging.ts'
import type { Handler } from '#kernel/serve.ts'
import { fitsOneOf, waysTo } from '#kernel/ways-to.ts'
import { onePlan } from '#server/db/connection.ts'
import { underWay } from './queries.ts'

/**
 * Packed goods that lie in the returned zone, bin by bin, and of which no test is under way. Few lie there, while a bin of other zones may hold thousands: it begins with
 * them and looks up each lot (`offset 0`), whatever was typed.
 */
export const listReturned: Handler<typeof bulkInspectionApi.returned> = async (tx, _actor, { page, pageSize, sort, q }) =>
  pageOf(
    tx,
    tx
      .selectFrom((eb) =>
        eb
          .selectFrom('place')
          .innerJoin('stockBalance', (join) =>
            join.onRef('stockBalance.enterpriseId', '=', 'place.enterpriseId').onRef('stockBalance.placeId', '=', 'place.id'),
          )
          .select(['place.enterpriseId', 'place.id as placeId', 'place.code as placeCode', 'place.name as placeName'])
          .select(['stockBalance.lotId', 'stockBalance.quantity'])
          .where('place.kind', '=', 'bin')
          .where('place.zone', '=', 'returned')
          // Written out: of a parameter PostgreSQL cannot know that an index of what is there has it.
          .where('stockBalance.quantity', '<>', sql.lit('0'))
          .offset(sql.lit(0))
          .as('returned'),
      )
      .innerJoinLateral(
        (eb) =>
          eb
            .selectFrom('lot')
            .selectAll()
            .whereRef('lot.enterpriseId', '=', 'returned.enterpriseId')
            .whereRef('lot.id', '=', 'returned.lotId')
            .offset(sql.lit(0))
            .as('lot'),
        (join) => join.onTrue(),
      )
      .innerJoin('packSpec', (join) =>
        join.onRef('packSpec.enterpriseId', '=', 'lot.enterpriseId').onRef('packSpec.id', '=', 'lot.packSpecId'),
      )
      .select(sql<string>`concat(lot.id, ' ', returned.place_id)`.as('id'))
      .select(['lot.id as lotId', 'lot.lotNo', 'lot.name', 'lot.state', 'returned.placeId', 'returned.placeCode', 'returned.placeName'])
      .select(['returned.quantity', 'packSpec.packUnit'])
      .select(sql<number>`ceil(returned.quantity / pack_spec.net_quantity)::integer`.as('packs'))
      .where('lot.kind', '=', 'pack')
      .where('lot.state', '<>', 'rejected')
      .where((eb) =>
        eb.not(
          eb.exists(
            eb
              .selectFrom('inspection')
              .select('inspection.id')
              .whereRef('inspection.enterpriseId', '=', 'lot.enterpriseId')
              .whereRef('inspection.lotId', '=', 'lot.id')
              .whereRef('inspection.placeId', '=', 'returned.placeId')
              .where('inspection.state', 'in', underWay),
          ),
        ),
      )
      .where(fitsOneOf(await waysTo(tx, q, { numbers: ['lot.lotNo', 'returned.placeCode'], goods: 'lot.name' }))),
    { page, pageSize, sort, plan: onePlan },
  )
