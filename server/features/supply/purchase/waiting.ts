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
  select: (ids) => sql`
    select o.id, o.order_no as no, s.name as subject, null::jsonb as standing
    from purchase_order o join supplier s on s.enterprise_id = o.enterprise_id and s.id = o.supplier_id where o.id = ${anyOf(ids)}`,
})
