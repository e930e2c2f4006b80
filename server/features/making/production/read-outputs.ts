import { sql } from 'kysely'
import type { Tx } from '#kernel/serve.ts'

const nameOf = (column: string) =>
  sql<string>`coalesce((select name from account where account.enterprise_id = o.enterprise_id and account.id = ${sql.ref(column)}), '')`

/** What of a batch was handed over in parts, those that others replaced among them, in the order in which it happened. */
export const readParts = (tx: Tx, orderId: string) =>
  tx
    .selectFrom('productionPart as o')
    .leftJoin('place', (join) => join.onRef('place.enterpriseId', '=', 'o.enterpriseId').onRef('place.id', '=', 'o.placeId'))
    .leftJoin('productionPart as was', (join) => join.onRef('was.enterpriseId', '=', 'o.enterpriseId').onRef('was.id', '=', 'o.replaces'))
    .leftJoin('productionPart as later', (join) =>
      join.onRef('later.enterpriseId', '=', 'o.enterpriseId').onRef('later.replaces', '=', 'o.id'),
    )
    .select(['o.id', 'o.partNo', 'o.quantity', 'o.weighings', 'place.code as placeCode', 'o.scaleNo', 'o.scaleValidUntil', 'o.reason'])
    .select(['was.partNo as replacesNo', 'later.partNo as replacedByNo', 'o.handedAt'])
    .select([nameOf('o.handedBy').as('handedByName'), nameOf('o.checkedBy').as('checkedByName')])
    .where('o.orderId', '=', orderId)
    .orderBy('o.id')
    .execute()

/** 联产品 of an order, in the order of its steps: lots of their own, waste, and those of which there was nothing. */
export const readCoProducts = (tx: Tx, orderId: string) =>
  tx
    .selectFrom('productionCoProduct as o')
    .innerJoin('productionStep as step', (join) => join.onRef('step.enterpriseId', '=', 'o.enterpriseId').onRef('step.id', '=', 'o.stepId'))
    .innerJoin('product', (join) => join.onRef('product.enterpriseId', '=', 'o.enterpriseId').onRef('product.id', '=', 'o.productId'))
    .leftJoin('lot', (join) => join.onRef('lot.enterpriseId', '=', 'o.enterpriseId').onRef('lot.id', '=', 'o.lotId'))
    .select(['o.id', 'step.stepNo', 'o.productId', 'product.name', 'product.cutSpec', 'o.quantity', 'o.share', 'o.lotId', 'lot.lotNo'])
    .select(['lot.state as lotState', 'o.wasteReason', 'o.recordedAt', nameOf('o.recordedBy').as('recordedByName')])
    .select(
      sql<string | null>`(select p.code from stock_entry e join place p on p.enterprise_id = e.enterprise_id and p.id = e.to_place_id
        where e.enterprise_id = o.enterprise_id and e.lot_id = o.lot_id and e.kind = 'production_output' order by e.id limit 1)`.as(
        'placeCode',
      ),
    )
    .where('o.orderId', '=', orderId)
    .orderBy('step.stepNo')
    .orderBy('o.id')
    .execute()
