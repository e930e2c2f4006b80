import { sql } from 'kysely'
import {
  packagingActions,
  packagingApi,
  packagingLooks,
  unpackedActions,
  unpackedLooks,
  type PackagingStanding,
  type Unpacked,
} from '#contract/packing/packaging.ts'
import { anyOf, waitingIn } from '#kernel/waiting.ts'
import { stockOfLot } from '#server/features/warehouse/stock/on-hand.ts'
import { isPackable } from './queries.ts'

/** 包装指令: since its approval, else since it was written. */
export const waitingPackagings = waitingIn<PackagingStanding>({
  document: '包装指令',
  actions: packagingActions,
  looks: packagingLooks,
  lists: { '18': packagingApi.list },
  select: (states) => sql`
    select o.id as id, o.order_no as no, concat(l.name, ' ', l.batch_no) as subject, coalesce(o.approved_at, o.created_at) as since,
      jsonb_build_object('state', o.state, 'createdBy', jsonb_build_object('id', o.created_by)) as standing, o.state as state, null::timestamptz as due
    from packaging_order o join lot l on l.enterprise_id = o.enterprise_id and l.id = o.bulk_lot_id
    where o.state = ${anyOf(states)}`,
})

/** Batches that may be packed and are not: since their report was approved. The dialog for a new order opens with the batch. */
export const waitingBatches = waitingIn<Unpacked>({
  document: '检验合格的成品批',
  actions: unpackedActions,
  looks: unpackedLooks,
  lists: { '18': packagingApi.choices },
  all: () => ({ view: 'create' }),
  one: ({ id }) => ({ view: 'create', lot: id }),
  opens: 'itself',
  select: () => sql`
    select lot.id, lot.batch_no as no, lot.name as subject,
      coalesce((select max(r.approved_at) from report r where r.enterprise_id = lot.enterprise_id and r.lot_id = lot.id), lot.created_at) as since,
      jsonb_build_object('state', 'waiting') as standing, 'waiting'::text as state, null::timestamptz as due
    from lot cross join ${stockOfLot()} where ${isPackable}`,
})
