import { numbered, type Searchable } from '#kernel/searchable.ts'

/** 退供应商单, found by return_no. */
export const supplierReturns: Searchable = {
  ...numbered({ what: '退供应商单', pages: ['14', '11'], table: 'supplier_return', column: 'return_no', subject: 't.reason' }),
  path: '/yuanliao-kucun',
  at: { view: 'supplier' },
}
