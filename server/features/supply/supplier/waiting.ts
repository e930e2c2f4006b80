import { sql } from 'kysely'
import { supplierApi } from '#contract/supply/supplier-api.ts'
import { supplierActions, supplierLooks, type QualificationStanding } from '#contract/supply/supplier.ts'
import { anyOf, waitingIn } from '#kernel/waiting.ts'

/** 供应商 whose qualification waits for a decision. */
export const waitingSuppliers = waitingIn<QualificationStanding>({
  document: '供应商',
  actions: supplierActions,
  looks: supplierLooks,
  lists: { '33': supplierApi.list },
  one: ({ id }) => ({ view: id }),
  opens: 'itself',
  select: (ids) => sql`
    select s.id, s.code as no, s.name as subject,
      jsonb_build_object('state', s.state, 'createdById', s.created_by, 'auditedOn', s.audited_on, 'validUntil', s.valid_until, 'kind', s.kind,
        'stop', (select jsonb_build_object('placedBy', jsonb_build_object('id', stop.placed_by)) from supplier_stop stop
          where stop.enterprise_id = s.enterprise_id and stop.supplier_id = s.id and stop.ended_at is null),
        'licences', (select count(*) from licence l where l.enterprise_id = s.enterprise_id and l.supplier_id = s.id and l.is_active),
        'materials', (select count(*) from supplier_material m where m.enterprise_id = s.enterprise_id and m.supplier_id = s.id)) as standing
    from supplier s where s.id = ${anyOf(ids)}`,
})
