import { numbered, type Searchable } from '#kernel/searchable.ts'

/** 盘点单, found by count_no. */
export const counts: Searchable = {
  ...numbered({ what: '盘点单', pages: ['14', '19'], table: 'stocktake', column: 'count_no', subject: 't.subject' }),
  path: '/yuanliao-kucun',
  at: { view: 'count' },
}
