import type { SaleDetail } from '#contract/selling/sale-api.ts'

/** The lots that an order was given, with the product they are of and the unit in which they are counted. */
export const allocatedLots = ({ lines }: SaleDetail) =>
  lines.flatMap(({ productName, specName, packUnit, allocations }) =>
    allocations.map((lot) => ({ ...lot, goods: `${productName} ${specName}`, unit: packUnit })),
  )
