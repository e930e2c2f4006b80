import { numbered } from '#kernel/searchable.ts'

/** 销售单, found by order_no. */
export const sales = numbered({
  what: '销售单',
  pages: ['110'],
  table: 'sales_order',
  column: 'order_no',
  subject: `(select c.name from customer c where c.enterprise_id = t.enterprise_id and c.id = t.customer_id)`,
})

/** 发运单, found by shipment_no. */
export const shipments = numbered({ what: '发运单', pages: ['110'], table: 'shipment', column: 'shipment_no', subject: 't.customer_name' })
