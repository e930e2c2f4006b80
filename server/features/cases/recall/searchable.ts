import { numbered, type Searchable } from '#kernel/searchable.ts'

/** 召回与演练, found by case_no. */
export const recalls: Searchable = {
  ...numbered({ what: '召回', pages: ['37'], table: 'recall_case', column: 'case_no', subject: 't.subject' }),
  path: '/zhiliang-shijian',
  at: { view: 'recall' },
}
