import { sql } from 'kysely'
import { saleApi } from '#contract/selling/sale-api.ts'
import { saleActions, saleLooks, type SaleStanding } from '#contract/selling/sale.ts'
import { anyOf, waitingIn } from '#kernel/waiting.ts'

/** 销售单: since the last step that was taken. */
export const waitingSales = waitingIn<SaleStanding>({
  document: '销售单',
  actions: saleActions,
  looks: saleLooks,
  lists: { '110': saleApi.list },
  select: (states) => sql`
    select o.id as id, o.order_no as no, c.name as subject,
      coalesce(s.shipped_at, p.checked_at, p.picked_at, o.allocated_at, o.approved_at, o.submitted_at, o.created_at) as since,
      jsonb_build_object('state', o.state, 'createdBy', jsonb_build_object('id', o.created_by), 'submittedBy', jsonb_build_object('id', o.submitted_by),
        'pickedBy', jsonb_build_object('id', p.picked_by)) as standing, o.state as state, null::timestamptz as due
    from sales_order o join customer c on c.enterprise_id = o.enterprise_id and c.id = o.customer_id
      left join picking p on p.enterprise_id = o.enterprise_id and p.order_id = o.id and p.state <> 'void'
      left join shipment s on s.enterprise_id = o.enterprise_id and s.order_id = o.id
    where o.state = ${anyOf(states)}`,
})
