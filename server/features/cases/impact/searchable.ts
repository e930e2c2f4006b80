import { lotOf, numbered, type Searchable } from '#kernel/searchable.ts'

/** 质量事件, found by case_no. A 变更 is listed where its people look for it. */
export const qualityCases: Searchable = {
  ...numbered({
    what: '质量事件',
    pages: ['37'],
    table: 'quality_case',
    column: 'case_no',
    only: `t.kind <> 'change'`,
    subject: `coalesce(${lotOf('t.lot_id')}, t.reason)`,
  }),
  path: '/zhiliang-shijian',
}
