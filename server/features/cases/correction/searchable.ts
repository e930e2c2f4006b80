import { numbered, type Searchable } from '#kernel/searchable.ts'

/** 更正, found by correction_no. */
export const corrections: Searchable = {
  ...numbered({ what: '更正', pages: ['37'], table: 'correction', column: 'correction_no', subject: 't.subject' }),
  path: '/zhiliang-shijian',
  at: { view: 'correction' },
}
