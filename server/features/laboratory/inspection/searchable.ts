import { lotOf, numbered } from '#kernel/searchable.ts'

/** 原料请验单, found by request_no. */
export const rawInspections = numbered({
  what: '原料请验单',
  pages: ['12'],
  table: 'inspection',
  column: 'request_no',
  subject: lotOf('t.lot_id'),
  only: `t.side = 'raw'`,
})

/** 成品请验单, found by request_no. */
export const bulkInspections = numbered({
  what: '成品请验单',
  pages: ['16'],
  table: 'inspection',
  column: 'request_no',
  subject: lotOf('t.lot_id'),
  only: `t.side = 'bulk'`,
})

/** 检验报告, found by report_no. */
export const reports = numbered({ what: '检验报告', pages: ['37'], table: 'report', column: 'report_no', subject: lotOf('t.lot_id') })
