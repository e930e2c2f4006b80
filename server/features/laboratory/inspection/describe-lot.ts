import { sql } from 'kysely'
import type { InspectionSide } from '#contract/laboratory/inspection.ts'
import type { SampledGoods } from '#contract/laboratory/sampling.ts'
import type { Tx } from '#kernel/serve.ts'
import type { Lot } from '#server/features/warehouse/lot/lot.ts'

/** Which inspection a lot belongs to. A packed lot has none: its batch was inspected. */
export function sideOf(lot: Lot): InspectionSide | undefined {
  if (lot.kind === 'raw' || lot.kind === 'auxiliary') return 'raw'
  return lot.kind === 'bulk' ? 'bulk' : undefined
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
  const origins = await tx
    .selectFrom('lotEdge')
    .innerJoin('rawLot', (join) =>
      join.onRef('rawLot.enterpriseId', '=', 'lotEdge.enterpriseId').onRef('rawLot.id', '=', 'lotEdge.fromLotId'),
    )
    .select(originText.as('origin'))
    .distinct()
    .where('lotEdge.toLotId', '=', lot.id)
    .where('lotEdge.role', '=', 'main')
    .execute()
  return {
    spec: made.spec,
    supplier: '',
    origin: origins.map(({ origin }) => origin).join('；'),
    packageCount,
    goods: made.isPrecious ? 'precious' : 'herb',
  }
}
