import { sql, type NotNull } from 'kysely'
import type { packRetentionApi } from '#contract/laboratory/pack-retention.ts'
import { pageOf } from '#kernel/paging.ts'
import type { Handler } from '#kernel/serve.ts'
import { waysTo } from '#kernel/ways-to.ts'
import { lotsOf, onHand } from '#server/features/warehouse/stock/on-hand.ts'

/** Packed lots that lie in a bin and may be sold, now or once they are released. */
export const listKeepable: Handler<typeof packRetentionApi.lots> = async (tx, _actor, { page, pageSize, sort, q, lotId }) =>
  pageOf(
    tx,
    tx
      .selectFrom(lotsOf('on hand'))
      // To the left, so that finding and counting rows does not pay for what is only shown: every packed lot has both.
      .leftJoin('packSpec', (join) =>
        join.onRef('packSpec.enterpriseId', '=', 'lot.enterpriseId').onRef('packSpec.id', '=', 'lot.packSpecId'),
      )
      .leftJoin('product', (join) => join.onRef('product.enterpriseId', '=', 'lot.enterpriseId').onRef('product.id', '=', 'lot.productId'))
      .select(['lot.id', 'lot.lotNo', 'lot.name', 'lot.state', 'lot.isToxic', 'packSpec.name as specName', 'packSpec.packUnit'])
      .select(['packSpec.netQuantity', 'product.testAmount'])
      .$narrowType<{ specName: NotNull; packUnit: NotNull; netQuantity: NotNull }>()
      .select([
        sql<number>`floor(${onHand} / pack_spec.net_quantity)::integer`.as('packsOnHand'),
        sql<number>`coalesce((select sum(r.packs) from pack_retention r join sample s on s.enterprise_id = r.enterprise_id and s.pack_retention_id = r.id
          where r.enterprise_id = lot.enterprise_id and r.lot_id = lot.id and s.state in ('collected', 'retained')), 0)::integer`.as(
          'packsKept',
        ),
      ])
      .where('lot.kind', '=', 'pack')
      .where('lot.state', 'in', ['quarantine', 'released'])
      .$call((query) => (lotId === undefined ? query : query.where('lot.id', '=', lotId))),
    { page, pageSize, sort, anyOf: await waysTo(tx, q, { numbers: ['lot.lotNo'], goods: 'lot.name', isLong: true }) },
  )
