import { lotOf, numbered, type Searchable } from '#kernel/searchable.ts'

/** 质量事件, found by case_no. */
export const qualityCases: Searchable = {
  ...numbered({
    what: '质量事件',
    pages: ['37'],
    table: 'quality_case',
    column: 'case_no',
    subject: `coalesce(${lotOf('t.lot_id')}, t.reason)`,
  }),
  path: '/zhiliang-shijian',
}
