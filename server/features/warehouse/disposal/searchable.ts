import { numbered, type Searchable } from '#kernel/searchable.ts'

/** 处置单, found by disposal_no. */
export const disposals: Searchable = {
  ...numbered({ what: '处置单', pages: ['14', '19'], table: 'disposal_case', column: 'disposal_no', subject: 't.reason' }),
  path: '/yuanliao-kucun',
  at: { view: 'disposal' },
}
