import { numbered } from '#kernel/searchable.ts'

/** 原料批, found by lot_no. */
export const rawLots = numbered({
  what: '原料批',
  pages: ['14', '22'],
  table: 'lot',
  column: 'lot_no',
  subject: 't.name',
  only: `t.kind in ('raw', 'auxiliary')`,
})

/** 成品批, found by lot_no. */
export const bulkLots = numbered({
  what: '成品批',
  pages: ['22'],
  table: 'lot',
  column: 'lot_no',
  subject: 't.name',
  only: `t.kind = 'bulk'`,
})

/** 包装后的成品批, found by lot_no. */
export const packLots = numbered({
  what: '包装后的成品批',
  pages: ['19', '22'],
  table: 'lot',
  column: 'lot_no',
  subject: 't.name',
  only: `t.kind = 'pack'`,
})
