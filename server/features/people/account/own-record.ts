import { sql } from 'kysely'
import { valueIn } from '#contract/kernel/certain.ts'
import { inspectionStates } from '#contract/laboratory/inspection.ts'
import { signInEvents, type ownRecordApi, type OwnSignIn } from '#contract/people/own-record.ts'
import { packagingLooks } from '#contract/packing/packaging.ts'
import { pageOfCode, type PageCode } from '#contract/kernel/pages.ts'
import { productionLooks } from '#contract/making/production.ts'
import { purchaseLooks } from '#contract/supply/purchase.ts'
import { saleLooks } from '#contract/selling/sale.ts'
import type { StateLook } from '#contract/kernel/state-look.ts'
import { pageOf } from '#kernel/paging.ts'
import type { Actor, Handler, Tx } from '#kernel/serve.ts'
import { onePlan } from '#server/db/connection.ts'
import { signedRecords } from './signed-records.ts'

/** When and from where a person signed in with one's user name, or tried to. */
export const listSignIns: Handler<typeof ownRecordApi.signIns> = (tx, actor, { q, page, pageSize }) =>
  pageOf(
    tx,
    tx
      .selectFrom('securityLog')
      .select([
        'id',
        'at',
        sql<OwnSignIn['event']>`event`.as('event'),
        'address',
        sql<string>`coalesce(facts ->> 'agent', '')`.as('userAgent'),
      ])
      .where('accountId', '=', actor.id)
      .where('event', 'in', Object.keys(signInEvents))
      .$if(q !== '', (query) => query.where(sql<boolean>`strpos(address || coalesce(facts ->> 'agent', ''), ${q}) > 0`)),
    { page, pageSize, sort: '-id' },
  )

/** The page with its list narrowed to one matter, for those who may open it. */
const pathTo = (actor: Actor, code: PageCode, q: string | null) =>
  actor.rights.includes(code) ? `${pageOfCode(code).path}${q ? `?${new URLSearchParams({ q })}` : ''}` : null

/** The signatures one gave, the latest first, and whether each record is unchanged since. */
export const listSignatures: Handler<typeof ownRecordApi.signatures> = async (tx, actor, { q, page, pageSize }) => {
  const { rows, total } = await pageOf(
    tx,
    tx
      .selectFrom('signature')
      .select(['id', 'signedAt', 'meaning', 'comment', 'recordId', sql<string>`present_table(record_table)`.as('recordTable')])
      .select(sql<boolean>`signature_holds(signature)`.as('holds'))
      .select(sql<string | null>`signature_superseded(signature)`.as('supersededBy'))
      .where('signerId', '=', actor.id)
      .$if(q !== '', (query) => query.where(sql<boolean>`strpos(meaning || comment, ${q}) > 0`)),
    { page, pageSize, sort: '-id', plan: onePlan },
  )
  const found = await recordsOf(tx, rows.map((row) => row.recordId)) // prettier-ignore
  return {
    total,
    rows: rows.map(({ recordTable, recordId, ...row }) => {
      const record = found.get(recordId)
      return {
        ...row,
        document: signedRecords[recordTable]?.document ?? '其他记录',
        no: record?.no ?? '',
        path: record === undefined ? null : pathTo(actor, record.page, record.q),
      }
    }),
  }
}

async function recordsOf(tx: Tx, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, never>()
  const parts = Object.values(signedRecords).map(
    ({ select }) => sql`select found.* from (${select}) found (id, no, page, q) where id = any (${ids}::uuid[])`,
  )
  const { rows } = await sql<{ id: string; no: string; page: PageCode; q: string | null }>`${sql.join(parts, sql` union all `)}`.execute(tx)
  return new Map(rows.map((row) => [row.id, row]))
}

const looksByState = (looks: Record<string, StateLook>) => new Map(Object.entries(looks))

/** The documents that a person begins, and how each of their states looks. */
const documents = {
  purchase_order: { document: '采购单', of: looksByState(purchaseLooks) },
  inspection_raw: { document: '原料请验单', of: looksByState(inspectionStates) },
  inspection_bulk: { document: '成品请验单', of: looksByState(inspectionStates) },
  production_order: { document: '批生产指令', of: looksByState(productionLooks) },
  packaging_order: { document: '包装指令', of: looksByState(packagingLooks) },
  sales_order: { document: '销售单', of: looksByState(saleLooks) },
}

/** Documents that `actor` began and that are not at their end. */
const started = (actor: Actor) => sql<{
  id: string
  kind: keyof typeof documents
  no: string
  subject: string
  state: string
  startedAt: string
  page: PageCode
}>`(
  select o.id, 'purchase_order' as kind, o.order_no as no, s.name as subject, o.state, o.created_at as started_at, '11' as page
  from purchase_order o join supplier s on s.enterprise_id = o.enterprise_id and s.id = o.supplier_id
  where o.buyer_id = ${actor.id} and o.state not in ('received', 'closed', 'cancelled')
  union all
  select i.id, 'inspection_' || i.side, i.request_no, concat(l.lot_no, ' ', l.name), i.state, i.requested_at, case i.side when 'raw' then '12' else '16' end
  from inspection i join lot l on l.enterprise_id = i.enterprise_id and l.id = i.lot_id
  where i.requested_by = ${actor.id} and i.state not in ('approved', 'returned', 'cancelled')
  union all
  select o.id, 'production_order', o.order_no, concat_ws(' ', o.product_name, o.batch_no), o.state, o.created_at, '15'
  from production_order o where o.created_by = ${actor.id} and o.state not in ('reviewed', 'cancelled')
  union all
  select o.id, 'packaging_order', o.order_no, concat_ws(' ', l.name, l.lot_no), o.state, o.created_at, '18'
  from packaging_order o join lot l on l.enterprise_id = o.enterprise_id and l.id = o.bulk_lot_id
  where o.created_by = ${actor.id} and o.state not in ('completed', 'cancelled')
  union all
  select o.id, 'sales_order', o.order_no, c.name, o.state, o.created_at, '110'
  from sales_order o join customer c on c.enterprise_id = o.enterprise_id and c.id = o.customer_id
  where o.created_by = ${actor.id} and o.state not in ('delivered', 'partly_delivered', 'refused', 'cancelled'))`

/** The documents one began that are not at their end, the latest first. */
export const listStarted: Handler<typeof ownRecordApi.started> = async (tx, actor, { q, page, pageSize }) => {
  const { rows, total } = await pageOf(
    tx,
    tx
      .selectFrom(started(actor).as('started'))
      .selectAll()
      .$if(q !== '', (query) => query.where(sql<boolean>`(no ^@ ${q.toUpperCase()} or strpos(subject, ${q}) > 0)`)),
    { page, pageSize, sort: '-startedAt' },
  )
  return {
    total,
    rows: rows.map(({ kind, state, page: code, ...row }) => ({
      ...row,
      document: documents[kind].document,
      state: valueIn(documents[kind].of, state),
      path: pathTo(actor, code, row.no),
    })),
  }
}
