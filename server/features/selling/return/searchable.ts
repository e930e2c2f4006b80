import { numbered, type Searchable } from '#kernel/searchable.ts'

const customer = `(select s.customer_name from shipment s where s.enterprise_id = t.enterprise_id and s.id = t.shipment_id)`

/** 退货单, found by return_no. */
export const returns: Searchable = {
  ...numbered({ what: '退货单', pages: ['110'], table: 'customer_return', column: 'return_no', subject: customer }),
  at: { view: 'returns' },
}

/** 承运索赔单, found by claim_no. */
export const claims: Searchable = {
  ...numbered({ what: '承运索赔', pages: ['110'], table: 'carrier_claim', column: 'claim_no', subject: customer }),
  at: { view: 'claims' },
}
