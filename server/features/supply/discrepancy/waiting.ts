import { sql } from 'kysely'
import { discrepancyActions, discrepancyApi, discrepancyLooks, type DiscrepancyStanding } from '#contract/supply/discrepancy.ts'
import { anyOf, waitingIn } from '#kernel/waiting.ts'

/** 到货差异 that wait for the supplier's answer, or for their end. */
export const waitingDiscrepancies = waitingIn<DiscrepancyStanding>({
  document: '到货差异',
  actions: discrepancyActions,
  looks: discrepancyLooks,
  lists: { '11': discrepancyApi.list },
  path: '/yuanliao-caigou',
  all: (state) => ({ list: 'discrepancies', state }),
  one: ({ id }) => ({ list: 'discrepancies', id }),
  opens: 'itself',
  select: (ids) => sql`
    select d.id, d.discrepancy_no as no, s.name || ' ' || d.name_on_note as subject, null::jsonb as standing
    from receipt_discrepancy d join supplier s on s.enterprise_id = d.enterprise_id and s.id = d.supplier_id where d.id = ${anyOf(ids)}`,
})
