import { numbered, type Searchable } from '#kernel/searchable.ts'

/** 变更, found by case_no. */
export const changes: Searchable = {
  ...numbered({
    what: '变更',
    pages: ['37'],
    table: 'quality_case',
    column: 'case_no',
    only: `t.kind = 'change'`,
    subject: `(select c.subject from change_request c where c.enterprise_id = t.enterprise_id and c.case_id = t.id)`,
  }),
  path: '/zhiliang-shijian',
  at: { view: 'change' },
}
