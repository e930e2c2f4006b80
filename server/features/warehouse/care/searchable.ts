import { numbered, type Searchable } from '#kernel/searchable.ts'

/** 养护记录, found by care_no. */
export const cares: Searchable = {
  ...numbered({
    what: '养护记录',
    pages: ['14', '19'],
    table: 'care_record',
    column: 'care_no',
    subject: `(select concat(count(distinct c.lot_id), '批') from care_line c
    where c.enterprise_id = t.enterprise_id and c.care_id = t.id)`,
  }),
  path: '/yuanliao-kucun',
  at: { view: 'care', list: 'records' },
}
