import { sql } from 'kysely'
import { packagingActions, packagingApi, packagingLooks, type PackagingStanding } from '#contract/packing/packaging.ts'
import { anyOf, waitingIn } from '#kernel/waiting.ts'

/** 包装指令: since its approval, else since it was written. */
export const waitingPackagings = waitingIn<PackagingStanding>({
  document: '包装指令',
  actions: packagingActions,
  looks: packagingLooks,
  lists: { '18': packagingApi.list },
  select: (states) => sql`
    select o.order_no as no, concat(l.name, ' ', l.batch_no) as subject, coalesce(o.approved_at, o.created_at) as since,
      jsonb_build_object('state', o.state, 'createdBy', jsonb_build_object('id', o.created_by)) as standing
    from packaging_order o join lot l on l.enterprise_id = o.enterprise_id and l.id = o.bulk_lot_id
    where o.state = ${anyOf(states)}`,
})
