import { Decimal } from 'decimal.js'
import { sql } from 'kysely'
import { choicesAtMost } from '#contract/kernel/values.ts'
import type { saleApi } from '#contract/selling/sale-api.ts'
import type { Handler } from '#kernel/serve.ts'
import { choiceOf } from '#kernel/ways-to.ts'
import { sellableLots } from './allocate-sale.ts'

/** Customers with their licences and addresses. */
export const listCustomers: Handler<typeof saleApi.customers> = async (tx, _actor, asked) => {
  const choice = choiceOf('customer', asked)
  const customers = await tx
    .selectFrom('customer')
    .select(['id', 'code', 'name', 'initials', 'isActive', 'licenceValidUntil', 'scopes'])
    .select(sql<string | null>`licences_until(enterprise_id, id)`.as('licencesUntil'))
    .where(choice.fits)
    .orderBy(choice.first)
    .orderBy('code')
    .limit(sql.lit(choicesAtMost))
    .execute()
  if (customers.length === 0) return []
  const addresses = await tx
    .selectFrom('customerAddress')
    .select(['id', 'customerId', 'province', 'city', 'address', 'contact', 'phone'])
    .where('isActive', '=', true)
    .where(
      'customerId',
      'in',
      customers.map(({ id }) => id),
    )
    .orderBy('id')
    .execute()
  const addressesOf = Map.groupBy(addresses, (address) => address.customerId)
  return customers.map((customer) => ({
    ...customer,
    addresses: (addressesOf.get(customer.id) ?? []).map(({ customerId: _, ...address }) => address),
  }))
}

/** Of how many lots of a specification the packs are counted. */
const countedLots = 50

/** Pack specifications, and the packs of each that could be allocated at this moment. */
export const listGoods: Handler<typeof saleApi.goods> = async (tx, _actor, { q, id }) => {
  const choice = choiceOf('product', { q })
  const specs = await tx
    .selectFrom('packSpec')
    .innerJoin('product', (join) =>
      join.onRef('product.enterpriseId', '=', 'packSpec.enterpriseId').onRef('product.id', '=', 'packSpec.productId'),
    )
    .select([
      'packSpec.id',
      'product.name as productName',
      'product.initials',
      'packSpec.name as specName',
      'packSpec.packUnit',
      'packSpec.netQuantity',
      'product.isToxic',
    ])
    .$call((query) =>
      id === undefined
        ? query.where(choice.fits).where('packSpec.isActive', '=', true).where('product.isActive', '=', true)
        : query.where('packSpec.id', '=', id),
    )
    .orderBy(choice.first)
    .orderBy('product.code')
    .orderBy('packSpec.netQuantity')
    .limit(choicesAtMost)
    .execute()
  const { lots, seen } = await sellableLots(
    tx,
    specs.map((spec) => spec.id),
    countedLots,
  )
  const lotsOf = Map.groupBy(lots, (lot) => lot.packSpecId)
  return specs.map((spec) => ({
    ...spec,
    available: (lotsOf.get(spec.id) ?? []).reduce(
      (sum, lot) => sum + new Decimal(lot.available).div(spec.netQuantity).floor().toNumber(),
      0,
    ),
    isMore: (seen.get(spec.id) ?? 0) >= countedLots,
  }))
}
