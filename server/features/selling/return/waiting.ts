import { sql } from 'kysely'
import { claimActions, claimLooks, returnActions, returnLooks, type ClaimStanding, type ReturnStanding } from '#contract/selling/return.ts'
import { claimApi, returnApi } from '#contract/selling/return-api.ts'
import { anyOf, waitingIn } from '#kernel/waiting.ts'

/** 退货单: since the last step that was taken. */
export const waitingReturns = waitingIn<ReturnStanding>({
  document: '退货单',
  actions: returnActions,
  looks: returnLooks,
  lists: { '110': returnApi.list },
  path: '/yinpian-xiaoshou',
  all: (state) => ({ view: 'returns', state }),
  one: ({ id }) => ({ view: 'returns', id }),
  opens: 'itself',
  select: (ids) => sql`
    select r.id, r.return_no as no, s.customer_name as subject, null::jsonb as standing
    from customer_return r join shipment s on s.enterprise_id = r.enterprise_id and s.id = r.shipment_id where r.id = ${anyOf(ids)}`,
})

/** 承运索赔 that are looked for. */
export const waitingClaims = waitingIn<ClaimStanding>({
  document: '承运索赔',
  actions: claimActions,
  looks: claimLooks,
  lists: { '110': claimApi.list },
  path: '/yinpian-xiaoshou',
  all: (state) => ({ view: 'claims', state }),
  one: ({ id }) => ({ view: 'claims', id }),
  opens: 'itself',
  select: (ids) => sql`
    select c.id, c.claim_no as no, s.customer_name as subject, null::jsonb as standing
    from carrier_claim c join shipment s on s.enterprise_id = c.enterprise_id and s.id = c.shipment_id where c.id = ${anyOf(ids)}`,
})
