import { sql } from 'kysely'
import { supplierApi } from '#contract/supply/supplier-api.ts'
import {
  againLooks,
  changedReason,
  confirmActions,
  supplierActions,
  supplierLooks,
  type QualificationStanding,
  type Suspended,
} from '#contract/supply/supplier.ts'
import { anyOf, waitingIn } from '#kernel/waiting.ts'

/** 供应商 whose qualification waits for a decision. */
export const waitingSuppliers = waitingIn<QualificationStanding>({
  document: '供应商',
  actions: supplierActions,
  looks: supplierLooks,
  lists: { '33': supplierApi.list },
  one: ({ id }) => ({ view: id }),
  opens: 'itself',
  select: (states) => sql`
    select s.id as id, s.code as no, s.name as subject, s.created_at as since,
      jsonb_build_object('state', s.state, 'createdById', s.created_by, 'auditedOn', s.audited_on, 'validUntil', s.valid_until, 'kind', s.kind,
        'licences', (select count(*) from licence l where l.enterprise_id = s.enterprise_id and l.supplier_id = s.id and l.is_active),
        'materials', (select count(*) from supplier_material m where m.enterprise_id = s.enterprise_id and m.supplier_id = s.id)) as standing, s.state as state, null::timestamptz as due
    from supplier s where s.state = ${anyOf(states)}`,
})

/** Qualified suppliers that were suspended because what they were judged by has changed. */
export const waitingChangedSuppliers = waitingIn<Suspended>({
  document: '资料变更的供应商',
  actions: confirmActions,
  looks: againLooks,
  lists: { '33': supplierApi.list },
  all: () => ({ changed: 'yes' }),
  one: ({ id }) => ({ view: id }),
  opens: 'itself',
  select: () => sql`
    select s.id, s.code as no, s.name as subject,
      coalesce((select max(a.at) from audit a where a.enterprise_id = s.enterprise_id and a.table_name = 'supplier' and a.row_key = s.id::text), s.created_at) as since,
      jsonb_build_object('state', 'waiting') as standing, 'waiting'::text as state, null::timestamptz as due
    from supplier s where s.state = 'suspended' and s.state_reason = ${changedReason}`,
})
