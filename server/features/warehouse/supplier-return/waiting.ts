import { sql } from 'kysely'
import {
  supplierReturnActions,
  supplierReturnApi,
  supplierReturnLooks,
  type SupplierReturnStanding,
} from '#contract/warehouse/supplier-return.ts'
import { anyOf, waitingIn } from '#kernel/waiting.ts'

/** 退供应商 that wait for the decision, for the scale, or for the supplier. */
export const waitingSupplierReturns = waitingIn<SupplierReturnStanding>({
  document: '退供应商单',
  actions: supplierReturnActions,
  looks: supplierReturnLooks,
  lists: { '14': supplierReturnApi.list, '11': supplierReturnApi.list },
  path: '/yuanliao-kucun',
  all: (state) => ({ view: 'supplier', state }),
  one: ({ id }) => ({ view: 'supplier', id }),
  opens: 'itself',
  select: (ids) => sql`
    select r.id, r.return_no as no, l.name || ' ' || l.lot_no as subject, null::jsonb as standing
    from supplier_return r join lot l on l.enterprise_id = r.enterprise_id and l.id = r.lot_id where r.id = ${anyOf(ids)}`,
})
