import { sql } from 'kysely'
import type { customerApi, CustomerDetail, CustomerRow } from '#contract/selling/customer.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { matches, pageOf } from '#kernel/paging.ts'
import { papersOf } from '#server/features/supply/licence/papers-of.ts'
import type { Handler, Tx } from '#kernel/serve.ts'

/** Customers as 客户管理 lists them. */
const selectCustomers = (tx: Tx) =>
  tx
    .selectFrom('customer')
    .select([
      'customer.id',
      'code',
      'name',
      'kind',
      'creditCode',
      'licenceKind',
      'licenceNo',
      'licenceValidUntil',
      'scopes',
      'phone',
      'rowVersion',
    ])
    .select([
      sql<CustomerRow['state']>`case when customer.is_active then 'active' else 'inactive' end`.as('state'),
      sql<string | null>`licences_until(customer.enterprise_id, customer.id)`.as('licencesUntil'),
      sql<
        string[]
      >`array(select distinct a.province from customer_address a where a.customer_id = customer.id and a.is_active order by 1)`.as(
        'provinces',
      ),
      sql<string>`coalesce((select a.contact from customer_address a where a.customer_id = customer.id and a.is_active order by a.id limit 1), '')`.as(
        'contact',
      ),
      sql<number>`(select count(*)::integer from sales_order o where o.customer_id = customer.id and o.state not in ('delivered', 'partly_delivered', 'refused', 'cancelled'))`.as(
        'openOrders',
      ),
    ])

/** One customer as the list shows it. */
export async function customerRowOf(tx: Tx, id: string): Promise<CustomerRow> {
  const row = await selectCustomers(tx).where('customer.id', '=', id).executeTakeFirst()
  if (row === undefined) throw new Refusal('not_found')
  return row
}

export const listCustomers: Handler<typeof customerApi.list> = (tx, _actor, { q, state, kind, scope, expiring, ...paging }) =>
  pageOf(
    tx,
    selectCustomers(tx)
      .$if(state !== undefined, (query) => query.where('customer.isActive', '=', state === 'active'))
      .$call((query) => (kind === undefined ? query : query.where('customer.kind', '=', sql.lit(kind))))
      .$if(scope !== undefined, (query) => query.where(sql<boolean>`${scope} = any (customer.scopes)`))
      .$if(expiring !== undefined, (query) =>
        query
          .where('customer.isActive', '=', true)
          .where(sql<boolean>`least(licence_valid_until, licences_until(customer.enterprise_id, customer.id)) <= today() + 90`),
      )
      .$if(q !== '', (query) =>
        query.where((eb) =>
          eb.or([
            matches(q, { number: 'customer.code', name: 'customer.name', initials: 'customer.initials' }),
            eb('creditCode', '=', q.toUpperCase()),
            eb('licenceNo', '=', q),
          ]),
        ),
      ),
    paging,
  )

export const readCustomer: Handler<typeof customerApi.read> = async (tx, _actor, { id }) => {
  const row = await customerRowOf(tx, id)
  const details = await tx
    .selectFrom('customer')
    .select(['legalPerson', 'qualityContact', 'email', 'remark'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return {
    ...row,
    ...details,
    addresses: await tx
      .selectFrom('customerAddress')
      .select(['id', 'province', 'city', 'address', 'contact', 'phone', 'isActive'])
      .where('customerId', '=', id)
      .orderBy('isActive', 'desc')
      .orderBy('id')
      .execute(),
    papers: await papersOf(tx, { customerId: id }),
    orders: await tx
      .selectFrom('salesOrder')
      .select(['id', 'orderNo', 'state', sql<string>`(created_at at time zone 'Asia/Shanghai')::date`.as('createdOn')])
      .where('customerId', '=', id)
      .orderBy('createdAt', 'desc')
      .orderBy('id', 'desc')
      .limit(50)
      .execute(),
  } satisfies CustomerDetail
}
