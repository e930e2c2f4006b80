import { Decimal } from 'decimal.js'
import { sql } from 'kysely'
import type { saleApi } from '#contract/selling/sale-api.ts'
import type { Handler } from '#kernel/serve.ts'
import { sellableLots } from './allocate-sale.ts'

/** Customers with their licences and addresses, and the packs that could be allocated at this moment. */
export const listChoices: Handler<typeof saleApi.choices> = async (tx) => {
  const customers = await tx
    .selectFrom('customer')
    .select(['id', 'code', 'name', 'initials', 'isActive', 'licenceValidUntil', 'scopes'])
    .select(sql<string | null>`licences_until(enterprise_id, id)`.as('licencesUntil'))
    .orderBy('code')
    .execute()
  const addresses = await tx
    .selectFrom('customerAddress')
    .select(['id', 'customerId', 'province', 'city', 'address', 'contact', 'phone'])
    .where('isActive', '=', true)
    .orderBy('id')
    .execute()
  const specs = await tx
    .selectFrom('packSpec')
    .innerJoin('product', 'product.id', 'packSpec.productId')
    .select([
      'packSpec.id as packSpecId',
      'product.name as productName',
      'product.initials',
      'packSpec.name as specName',
      'packSpec.packUnit',
      'packSpec.netQuantity',
      'product.isToxic',
    ])
    .where('packSpec.isActive', '=', true)
    .where('product.isActive', '=', true)
    .orderBy('product.code')
    .orderBy('packSpec.netQuantity')
    .execute()
  const lots = Map.groupBy(
    await sellableLots(
      tx,
      specs.map((spec) => spec.packSpecId),
    ),
    (lot) => lot.packSpecId,
  )
  const addressesOf = Map.groupBy(addresses, (address) => address.customerId)
  return {
    customers: customers.map((customer) => ({
      ...customer,
      addresses: (addressesOf.get(customer.id) ?? []).map(({ customerId: _, ...address }) => address),
    })),
    goods: specs.map((spec) => ({
      ...spec,
      available: (lots.get(spec.packSpecId) ?? []).reduce(
        (sum, lot) => sum + new Decimal(lot.available).div(spec.netQuantity).floor().toNumber(),
        0,
      ),
    })),
  }
}
