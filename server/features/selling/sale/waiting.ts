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
  select: (ids) => sql`
    select o.id, o.order_no as no, c.name as subject, null::jsonb as standing
    from sales_order o join customer c on c.enterprise_id = o.enterprise_id and c.id = o.customer_id where o.id = ${anyOf(ids)}`,
})
