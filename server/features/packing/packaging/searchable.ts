import { lotOf, numbered } from '#kernel/searchable.ts'

/** 包装指令, found by order_no. */
export const packagings = numbered({
  what: '包装指令',
  pages: ['18'],
  table: 'packaging_order',
  column: 'order_no',
  subject: lotOf('t.bulk_lot_id'),
})
