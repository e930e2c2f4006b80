import { numbered, type Searchable } from '#kernel/searchable.ts'

/** 月度台账, found by ledger_no. */
export const ledgers: Searchable = {
  ...numbered({
    what: '月度台账',
    pages: ['14', '19'],
    table: 'stock_ledger',
    column: 'ledger_no',
    subject: `to_char(t.month, 'YYYY-MM')`,
  }),
  path: '/yuanliao-kucun',
  at: { view: 'month' },
}
