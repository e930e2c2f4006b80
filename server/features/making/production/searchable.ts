import { numbered } from '#kernel/searchable.ts'

/** 批生产指令, found by order_no. */
export const productions = numbered({
  what: '批生产指令',
  pages: ['15'],
  table: 'production_order',
  column: 'order_no',
  subject: `concat_ws(' ', t.product_name, t.batch_no)`,
})

/** 生产批号, found by batch_no. */
export const batches = numbered({
  what: '生产批号',
  pages: ['15'],
  table: 'production_order',
  column: 'batch_no',
  subject: `concat_ws(' ', t.product_name, t.order_no)`,
})
