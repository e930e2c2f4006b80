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

/** 包装指令: since its approval, else since it was written. */
export const waitingPackagings = waitingIn<PackagingStanding>({
  document: '包装指令',
  actions: packagingActions,
  looks: packagingLooks,
  lists: { '18': packagingApi.list },
  select: (ids) => sql`
    select o.id, o.order_no as no, concat(l.name, ' ', l.batch_no) as subject, null::jsonb as standing
    from packaging_order o join lot l on l.enterprise_id = o.enterprise_id and l.id = o.bulk_lot_id where o.id = ${anyOf(ids)}`,
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
  select: (ids) => sql`select l.id, l.batch_no as no, l.name as subject, null::jsonb as standing from lot l where l.id = ${anyOf(ids)}`,
  // An expiry, a doubt about what it was made of: they come without a step of this batch.
  // Asked beside and not within the call: PostgreSQL then plans it as a part of this statement.
  unfit: (ids) => sql`select found.of_lot from (select ${ids} as ids offset 0) asked cross join lateral reasons_of(asked.ids) found`,
})
