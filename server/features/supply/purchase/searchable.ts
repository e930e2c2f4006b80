import { numbered } from '#kernel/searchable.ts'

/** 采购单, found by order_no. */
export const purchases = numbered({
  what: '采购单',
  pages: ['11'],
  table: 'purchase_order',
  column: 'order_no',
  subject: `(select s.name from supplier s where s.enterprise_id = t.enterprise_id and s.id = t.supplier_id)`,
})
