import { sql } from 'kysely'
import type { InspectionSide } from '#contract/laboratory/inspection.ts'
import type { SampledGoods } from '#contract/laboratory/sampling.ts'
import type { Tx } from '#kernel/serve.ts'
import type { Lot } from '#server/features/warehouse/lot/lot.ts'

/** Which inspection a lot belongs to. Of a packed lot its batch was inspected; what came back of it is tested where the batch was. */
export function sideOf(lot: Lot): InspectionSide {
  return lot.kind === 'raw' || lot.kind === 'auxiliary' ? 'raw' : 'bulk'
}

/** What the 请验单 says about a lot, taken from where it came from; `packageCount` is the number of its containers. */
export type LotDescription = { spec: string; supplier: string; origin: string; packageCount: number; goods: SampledGoods }

const originText = sql<string>`concat(raw_lot.province, raw_lot.city, raw_lot.county, raw_lot.town, raw_lot.village)`

/** Describes a lot that was bought, by its receipt record. */
export async function describeBoughtLot(tx: Tx, lot: Lot): Promise<LotDescription> {
  const bought = await tx
    .selectFrom('rawLot')
    .innerJoin('supplier', (join) =>
      join.onRef('supplier.enterpriseId', '=', 'rawLot.enterpriseId').onRef('supplier.id', '=', 'rawLot.supplierId'),
    )
    .innerJoin('lot', (join) => join.onRef('lot.enterpriseId', '=', 'rawLot.enterpriseId').onRef('lot.id', '=', 'rawLot.id'))
    .innerJoin('material', (join) =>
      join.onRef('material.enterpriseId', '=', 'lot.enterpriseId').onRef('material.id', '=', 'lot.materialId'),
    )
    .select(['rawLot.grade as spec', 'supplier.name as supplier', originText.as('origin'), 'rawLot.packageCount', 'material.isPrecious'])
    .where('rawLot.id', '=', lot.id)
    .executeTakeFirstOrThrow()
  const { isPrecious, ...described } = bought
  return { ...described, goods: lot.kind === 'auxiliary' ? 'auxiliary' : isPrecious ? 'precious' : 'herb' }
}

/** Describes a bulk batch, by its product. Its origin is that of its main raw lots; its containers are counted by the person who requests the test. */
export async function describeMadeLot(tx: Tx, lot: Lot, packageCount: number): Promise<LotDescription> {
  const made = await tx
    .selectFrom('product')
    .innerJoin('material', (join) =>
      join.onRef('material.enterpriseId', '=', 'product.enterpriseId').onRef('material.id', '=', 'product.materialId'),
    )
    .select(['product.cutSpec as spec', 'material.isPrecious'])
    .where('product.id', '=', lot.productId)
    .executeTakeFirstOrThrow()
  const goods = made.isPrecious ? 'precious' : 'herb'
  return { spec: made.spec, supplier: '', origin: await originOfBatch(tx, lot.id), packageCount, goods }
}

/** The origins of the main raw lots of a batch. */
async function originOfBatch(tx: Tx, batchId: string): Promise<string> {
  const origins = await tx
    .selectFrom('lotEdge')
    .innerJoin('rawLot', (join) =>
      join.onRef('rawLot.enterpriseId', '=', 'lotEdge.enterpriseId').onRef('rawLot.id', '=', 'lotEdge.fromLotId'),
    )
    .select(originText.as('origin'))
    .distinct()
    .where('lotEdge.toLotId', '=', batchId)
    .where('lotEdge.role', '=', 'main')
    .execute()
  return origins.map(({ origin }) => origin).join('；')
}

/** Describes packs of a lot, by its specification; their origin is that of the batch they were packed from. */
export async function describePacks(tx: Tx, lot: Lot, packageCount: number): Promise<LotDescription & { netQuantity: string }> {
  const packed = await tx
    .selectFrom('packLot')
    .innerJoin('lot', (join) => join.onRef('lot.enterpriseId', '=', 'packLot.enterpriseId').onRef('lot.id', '=', 'packLot.id'))
    .innerJoin('packSpec', (join) =>
      join.onRef('packSpec.enterpriseId', '=', 'lot.enterpriseId').onRef('packSpec.id', '=', 'lot.packSpecId'),
    )
    .innerJoin('product', (join) => join.onRef('product.enterpriseId', '=', 'lot.enterpriseId').onRef('product.id', '=', 'lot.productId'))
    .innerJoin('material', (join) =>
      join.onRef('material.enterpriseId', '=', 'product.enterpriseId').onRef('material.id', '=', 'product.materialId'),
    )
    .select(['packSpec.name as spec', 'packSpec.netQuantity', 'packLot.bulkLotId', 'material.isPrecious'])
    .where('packLot.id', '=', lot.id)
    .executeTakeFirstOrThrow()
  const { spec, netQuantity, bulkLotId, isPrecious } = packed
  const origin = await originOfBatch(tx, bulkLotId)
  return { spec, supplier: '', origin, packageCount, goods: isPrecious ? 'precious' : 'herb', netQuantity }
}
