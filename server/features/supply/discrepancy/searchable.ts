import { numbered, type Searchable } from '#kernel/searchable.ts'

/** 到货差异, found by discrepancy_no. */
export const discrepancies: Searchable = {
  ...numbered({ what: '到货差异', pages: ['11'], table: 'receipt_discrepancy', column: 'discrepancy_no', subject: 't.note' }),
  path: '/yuanliao-caigou',
  at: { list: 'discrepancies' },
}
