import { numbered, type Searchable } from '#kernel/searchable.ts'

/** 偏差、投诉与不良反应, found by case_no. */
export const incidents: Searchable = {
  ...numbered({ what: '偏差与投诉', pages: ['37'], table: 'incident', column: 'case_no', subject: 't.subject' }),
  path: '/zhiliang-shijian',
  at: { view: 'incident' },
}
