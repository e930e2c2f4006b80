import { sql } from 'kysely'
import { purchaseApi } from '#contract/supply/purchase-api.ts'
import { purchaseActions, purchaseLooks, type PurchaseStanding } from '#contract/supply/purchase.ts'
import { anyOf, waitingIn } from '#kernel/waiting.ts'

/** 采购单: since its last approval, else its submission, else since it was written. */
export const waitingPurchases = waitingIn<PurchaseStanding>({
  document: '采购单',
  actions: purchaseActions,
  looks: purchaseLooks,
  lists: { '11': purchaseApi.list },
  select: (states) => sql`
    select o.id as id, o.order_no as no, s.name as subject, coalesce(o.approved_at, given.latest, o.submitted_at, o.created_at) as since,
      jsonb_build_object('state', o.state, 'buyer', jsonb_build_object('id', o.buyer_id),
        'approvals', coalesce(given.approvals, '[]')) as standing,
      o.state as state, case when o.state in ('approved', 'partially_received') then last_moment_of(o.expected_on) end as due
    from purchase_order o join supplier s on s.enterprise_id = o.enterprise_id and s.id = o.supplier_id
      left join lateral (select max(a.approved_at) as latest, jsonb_agg(jsonb_build_object('by', jsonb_build_object('id', a.approved_by)) order by a.step) as approvals
        from purchase_approval a where a.enterprise_id = o.enterprise_id and a.order_id = o.id and a.round = o.approval_round) given on true
    where o.state = ${anyOf(states)}`,
})
