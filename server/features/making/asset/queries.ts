import { sql, type SqlBool } from 'kysely'
import type { z } from 'zod'
import type { AssetRow } from '#contract/making/asset.ts'
import type { assetApi } from '#contract/making/asset-api.ts'
import { assetFault, isMaintenanceOver } from '#contract/making/asset.ts'
import { Refusal, refusals } from '#contract/kernel/refusals.ts'
import { addDays, dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import { matches, pageOf } from '#kernel/paging.ts'
import type { Handler, Tx } from '#kernel/serve.ts'
import { onePlan } from '#server/db/connection.ts'
import { together } from '#tools/together.ts'

const nameOf = (column: string) =>
  sql<string | null>`(select name from account where account.enterprise_id = o.enterprise_id and account.id = ${sql.ref(column)})`

/** The order an asset is in use for, or was last used for until it is cleared. Looked up by its key: joined, all orders were read. */
const orderOf = (what: 'id' | 'order_no') => {
  const of = (table: string) => sql`(select d.${sql.raw(what)} from ${sql.table(table)} d
    where d.enterprise_id = u.enterprise_id and d.id = u.${sql.raw(`${table}_id`)})`
  return sql<string | null>`(select coalesce(${of('production_order')}, ${of('packaging_order')}) from asset_use u
    where u.enterprise_id = o.enterprise_id and u.id = o.use_id)`
}

export const selectAssets = (tx: Tx) =>
  tx
    .selectFrom('asset as o')
    .select(['o.id', 'o.kind', 'o.number', 'o.name', 'o.class', 'o.place', 'o.isToxic', 'o.clearanceHours'])
    .select(['o.calibrationMonths', 'o.maintenanceMonths', 'o.calibrationDue', 'o.calibrationResult', 'o.serviceDue', 'o.serviceResult'])
    .select(['o.maintenanceContent', 'o.maintenanceOverdue'])
    .select(['o.state', 'o.clearedUntil', 'o.isFreed', 'o.rowVersion'])
    .select([orderOf('id').as('orderId'), orderOf('order_no').as('orderNo')])
    .select(
      sql<boolean>`exists (select from asset_use u where u.enterprise_id = o.enterprise_id and u.id = o.use_id and u.packaging_order_id is not null)`.as(
        'isPacking',
      ),
    )
    // `between`: asked for equality PostgreSQL would take the first rows of the table for likely, and read all of it for an asset that was never used.
    .select(
      sql<boolean>`(exists (select from asset_use u where u.enterprise_id = o.enterprise_id and u.asset_id between o.id and o.id)
        or exists (select from production_issue i where i.enterprise_id = o.enterprise_id and i.scale_id between o.id and o.id))`.as(
        'isUsed',
      ),
    )

/** One asset, as it is now. */
export async function assetOf(tx: Tx, id: string): Promise<AssetRow> {
  const found = await selectAssets(tx).where('o.id', '=', id).executeTakeFirst()
  if (found === undefined) throw new Refusal('not_found')
  return found
}

export const listAssets: Handler<typeof assetApi.list> = (tx, _actor, { q, kind, state, due, ...paging }) => {
  const today = dayInShanghai(tx.now())
  const over = sql<SqlBool>`(o.calibration_months is not null and (o.calibration_due is null or o.calibration_due < ${today}::date)
    or o.maintenance_months is not null and (o.service_due is null or o.service_due < ${today}::date))`
  const soon = sql<SqlBool>`(o.calibration_months is not null and o.calibration_due between ${today}::date and ${addDays(today, 30)}::date
    or o.maintenance_months is not null and o.service_due between ${today}::date and ${addDays(today, 30)}::date)`
  return pageOf(
    tx,
    selectAssets(tx)
      .$call((query) => (kind === undefined ? query : query.where('o.kind', '=', sql.lit(kind))))
      .$call((query) => (state === undefined ? query : query.where('o.state', '=', sql.lit(state))))
      .$if(due !== undefined, (query) => query.where('o.state', '<>', 'out_of_service').where(due === 'overdue' ? over : soon))
      .$if(q !== '', (query) => query.where(matches(q, { number: 'o.number', name: 'o.name', initials: 'o.initials' }))),
    paging,
  )
}

/** How much of its past is shown beside an asset; the rest is in the history. */
const shown = 50

/** What gave an asset its states, the latest first: what was said of it, and its uses, which are themselves the change (decision 0121). */
const changesOf = (id: string) => sql<z.output<typeof assetApi.read.output>['changes'][number]>`${sql.raw(onePlan)}
  with told as (
    select o.id::text as id, o.id as since, o.state, o.reason, o.changed_by, o.approved_by, o.changed_at from asset_change o
    where o.asset_id = ${id} and o.use_id is null order by o.id desc limit ${shown}
  ), used as (
    select u.*, coalesce(p.order_no, k.order_no) as reason from (
        select u.* from asset_use u where u.asset_id = ${id} and not exists (select from asset a where a.id = u.asset_id and a.kind = 'scale')
        order by u.started_at desc, u.id desc limit ${shown}
      ) u
      left join production_order p on p.enterprise_id = u.enterprise_id and p.id = u.production_order_id
      left join packaging_order k on k.enterprise_id = u.enterprise_id and k.id = u.packaging_order_id
  ), change as (
    select * from told
    union all select 'begun ' || id, id, 'in_use', reason, started_by, null, started_at from used
    union all select 'ended ' || id, id, 'to_clean', reason, ended_by, null, ended_at from used where ended_at is not null
  )
  select o.id, o.state, o.reason, o.changed_at as "changedAt", coalesce(by_one.name, '') as "changedByName", approver.name as "approvedByName"
  from change o
    left join account by_one on by_one.id = o.changed_by
    left join account approver on approver.id = o.approved_by
  -- People write times to the minute: at the same one what was written later stands above, and of a use its end.
  order by o.changed_at desc, o.since desc, o.state = 'in_use' limit ${shown}`

export const readAsset: Handler<typeof assetApi.read> = async (tx, _actor, { id }) => {
  const asset = await assetOf(tx, id)
  const services = tx
    .selectFrom('assetService as o')
    .select([
      'o.id',
      'o.kind',
      'o.doneOn',
      'o.result',
      'o.doneBy',
      'o.certificateNo',
      'o.nextDue',
      'o.remark',
      'o.recordedBy',
      'o.recordedAt',
    ])
    .leftJoin('assetServiceVoid as v', (join) => join.onRef('v.enterpriseId', '=', 'o.enterpriseId').onRef('v.serviceId', '=', 'o.id'))
    .select([nameOf('o.checkedBy').as('checkedByName'), 'v.reason as voidReason', nameOf('v.voidedBy').as('voidedByName')])
    .select(sql<string>`coalesce(${nameOf('o.recordedBy')}, '')`.as('recordedByName'))
    .where('o.assetId', '=', id)
    .orderBy('o.doneOn', 'desc')
    .orderBy('o.id', 'desc')
    .limit(shown)
    .execute()
  const plans = tx
    .selectFrom('maintenancePlan as o')
    .select(['o.id', 'o.serial', 'o.months', 'o.content', 'o.onOverdue', 'o.reason', 'o.setAt'])
    .select([
      sql<string>`coalesce(${nameOf('o.setBy')}, '')`.as('setByName'),
      sql<string>`coalesce(${nameOf('o.approvedBy')}, '')`.as('approvedByName'),
    ])
    .where('o.assetId', '=', id)
    .orderBy('o.serial', 'desc')
    .limit(shown)
    .execute()
  const [served, planned, changed] = await together([services, plans, changesOf(id).execute(tx)])
  return { ...asset, services: served, plans: planned, changes: changed.rows }
}

export const listUses: Handler<typeof assetApi.uses> = async (tx, _actor, { id, q, ...paging }) => {
  await assetOf(tx, id)
  return pageOf(tx, usesOf(tx, id, q), { ...paging, plan: onePlan })
}

const orderNo = sql<string>`coalesce(p.order_no, k.order_no)`
const usesOf = (tx: Tx, assetId: string, q: string) =>
  tx
    .selectFrom('assetUse as o')
    .leftJoin('productionOrder as p', (join) =>
      join.onRef('p.enterpriseId', '=', 'o.enterpriseId').onRef('p.id', '=', 'o.productionOrderId'),
    )
    .leftJoin('packagingOrder as k', (join) => join.onRef('k.enterpriseId', '=', 'o.enterpriseId').onRef('k.id', '=', 'o.packagingOrderId'))
    .leftJoin('lot as l', (join) => join.onRef('l.enterpriseId', '=', 'k.enterpriseId').onRef('l.id', '=', 'k.bulkLotId'))
    .leftJoin('productionStep as s', (join) => join.onRef('s.enterpriseId', '=', 'o.enterpriseId').onRef('s.id', '=', 'o.stepId'))
    .leftJoin('clearance as c', (join) => join.onRef('c.enterpriseId', '=', 'o.enterpriseId').onRef('c.id', '=', 'o.clearanceId'))
    .select(['o.id', 'o.isToxic', 'o.startedAt', 'o.endedAt', 's.name as stepName', 'c.clearanceNo'])
    .select([
      orderNo.as('orderNo'),
      sql<boolean>`o.packaging_order_id is not null`.as('isPackaging'),
      sql<string>`coalesce(p.product_name, l.name)`.as('productName'),
      sql<string | null>`coalesce(p.batch_no, l.batch_no)`.as('batchNo'),
      sql<string>`coalesce(${nameOf('o.startedBy')}, '')`.as('startedByName'),
      nameOf('o.endedBy').as('endedByName'),
    ])
    .where('o.assetId', '=', assetId)
    .$if(q !== '', (query) => query.where(sql<SqlBool>`${orderNo} ^@ ${q.toUpperCase()}`))

/** What was weighed or made with an asset between the last good calibration or service and the one that is asked about: in doubt where that failed. */
export const listServiceUses: Handler<typeof assetApi.serviceUses> = async (tx, _actor, { id, q, ...paging }) => {
  const service = await tx
    .selectFrom('assetService')
    .select(['assetId', 'kind', 'doneOn', 'recordedAt'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (service === undefined) throw new Refusal('not_found')
  const since = await lastGood(tx, service)
  return pageOf(
    tx,
    usesOf(tx, service.assetId, q)
      .$if(since !== null, (query) => query.where('o.startedAt', '>=', sql<string>`${since}::date::timestamp at time zone 'Asia/Shanghai'`))
      .where('o.startedAt', '<=', service.recordedAt),
    paging,
  )
}

/** The day of the last good one before, from which on every use is in doubt; null where there was none. */
export async function lastGood(
  tx: Tx,
  { assetId, kind, doneOn }: { assetId: string; kind: 'calibration' | 'maintenance'; doneOn: string },
): Promise<string | null> {
  const good = await tx
    .selectFrom('assetService')
    .select('doneOn')
    .where('assetId', '=', assetId)
    .where('kind', '=', kind)
    .where('result', '=', 'pass')
    .where('doneOn', '<=', doneOn)
    .where(
      sql<SqlBool>`not exists (select from asset_service_void v where v.enterprise_id = asset_service.enterprise_id and v.service_id = asset_service.id)`,
    )
    .orderBy('doneOn', 'desc')
    .limit(1)
    .executeTakeFirst()
  return good?.doneOn ?? null
}

/** A factory has some dozens of each kind. */
const atMost = 1000

/** What may be chosen or scanned for an order now; of the rest why not, so that a scan of it is answered. */
export const listChoices: Handler<typeof assetApi.choices> = async (tx, actor, { orderId }) => {
  const isToxic = await isToxicOrder(tx, actor.rights, orderId)
  const at = tx.now().toISOString()
  const assets = await selectAssets(tx).orderBy('o.number').limit(atMost).execute()
  return assets.map((asset) => {
    const why = assetFault(asset, { orderId, isToxic, at })
    const { id, kind, number, name, class: sort, place, state } = asset
    const isUsedHere = state === 'in_use' && asset.orderId === orderId
    const warning = why === undefined && isMaintenanceOver(asset, dayInShanghai(tx.now())) ? '保养已到期，请尽快保养' : null
    return { id, kind, number, name, class: sort, place, state, why: why === undefined ? null : refusals[why], warning, isUsedHere }
  })
}

/** Whether the goods of an order are toxic. Each kind of order has its page. */
async function isToxicOrder(tx: Tx, rights: readonly string[], orderId: string): Promise<boolean> {
  if (rights.includes('15')) {
    const order = await tx.selectFrom('productionOrder').select('isToxic').where('id', '=', orderId).executeTakeFirst()
    if (order !== undefined) return order.isToxic
  }
  if (rights.includes('18')) {
    const order = await tx
      .selectFrom('packagingOrder')
      .innerJoin('lot', (join) =>
        join.onRef('lot.enterpriseId', '=', 'packagingOrder.enterpriseId').onRef('lot.id', '=', 'packagingOrder.bulkLotId'),
      )
      .select('lot.isToxic')
      .where('packagingOrder.id', '=', orderId)
      .executeTakeFirst()
    if (order !== undefined) return order.isToxic
  }
  throw new Refusal('not_found')
}
