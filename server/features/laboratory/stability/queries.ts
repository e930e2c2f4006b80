import { sql, type NotNull, type SqlBool } from 'kysely'
import { Refusal } from '#contract/kernel/refusals.ts'
import type { PlanFile, PlannedLot, PlanRow, PointRow, stabilityApi } from '#contract/laboratory/stability.ts'
import { choicesAtMost } from '#contract/kernel/values.ts'
import { dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import { pageOf } from '#kernel/paging.ts'
import type { Handler, Tx } from '#kernel/serve.ts'
import { waysTo } from '#kernel/ways-to.ts'

/** Plans as the list shows them. */
const plans = (tx: Tx) =>
  tx
    .selectFrom('stabilityPlan')
    .leftJoin('product', (join) =>
      join.onRef('product.enterpriseId', '=', 'stabilityPlan.enterpriseId').onRef('product.id', '=', 'stabilityPlan.productId'),
    )
    .leftJoin('account as writer', (join) =>
      join.onRef('writer.enterpriseId', '=', 'stabilityPlan.enterpriseId').onRef('writer.id', '=', 'stabilityPlan.writtenBy'),
    )
    .leftJoin('account as approver', (join) =>
      join.onRef('approver.enterpriseId', '=', 'stabilityPlan.enterpriseId').onRef('approver.id', '=', 'stabilityPlan.approvedBy'),
    )
    .select(['stabilityPlan.id', 'planNo', 'stabilityPlan.version', 'stabilityPlan.productId', 'stabilityPlan.storageCondition', 'months'])
    .select(['items', 'packsPerPoint', 'windowDays', 'stabilityPlan.remark', 'stabilityPlan.state', 'stabilityPlan.writtenAt'])
    .select(['stabilityPlan.approvedAt', 'stabilityPlan.rowVersion', 'approver.name as approvedByName'])
    .select([
      sql<string>`concat_ws(' ', product.name, nullif(product.cut_spec, ''))`.as('productName'),
      sql<PlanRow['writtenBy']>`jsonb_build_object('id', writer.id, 'name', writer.name)`.as('writtenBy'),
      sql<number>`(select count(*) from stability_lot l where l.enterprise_id = stability_plan.enterprise_id and l.plan_id = stability_plan.id
        and l.taken_off_at is null)::integer`.as('lots'),
      sql<
        string | null
      >`(select min(t.test_on) from stability_lot l join stability_point t on t.enterprise_id = l.enterprise_id and t.stability_lot_id = l.id
        and t.state = 'open' where l.enterprise_id = stability_plan.enterprise_id and l.plan_id = stability_plan.id)`.as('nextOn'),
    ])

export const listPlans: Handler<typeof stabilityApi.list> = async (tx, _actor, { page, pageSize, sort, q, state, productId }) =>
  pageOf(
    tx,
    plans(tx)
      .$call((query) => (state === undefined ? query : query.where('stabilityPlan.state', '=', sql.lit(state))))
      .$call((query) => (productId === undefined ? query : query.where('stabilityPlan.productId', '=', productId))),
    { page, pageSize, sort, anyOf: await waysTo(tx, q, { numbers: ['stabilityPlan.planNo'], goods: 'product.name' }) },
  )

/** One plan as it is now; that of another enterprise is `not_found`. */
export async function planRowOf(tx: Tx, id: string): Promise<PlanRow> {
  const row = await plans(tx).where('stabilityPlan.id', '=', id).executeTakeFirst()
  if (row === undefined) throw new Refusal('not_found')
  return row
}

/** Time points as the list shows them on a day. */
const points = (tx: Tx) => {
  const today = dayInShanghai(tx.now())
  return tx
    .selectFrom('stabilityPoint')
    .innerJoin('stabilityLot', (join) =>
      join
        .onRef('stabilityLot.enterpriseId', '=', 'stabilityPoint.enterpriseId')
        .onRef('stabilityLot.id', '=', 'stabilityPoint.stabilityLotId'),
    )
    .innerJoin('stabilityPlan', (join) =>
      join.onRef('stabilityPlan.enterpriseId', '=', 'stabilityLot.enterpriseId').onRef('stabilityPlan.id', '=', 'stabilityLot.planId'),
    )
    .leftJoin('lot', (join) =>
      join.onRef('lot.enterpriseId', '=', 'stabilityPoint.enterpriseId').onRef('lot.id', '=', 'stabilityPoint.lotId'),
    )
    .leftJoin('inspection', (join) =>
      join.onRef('inspection.enterpriseId', '=', 'stabilityPoint.enterpriseId').onRef('inspection.id', '=', 'stabilityPoint.inspectionId'),
    )
    .leftJoin('account as misser', (join) =>
      join.onRef('misser.enterpriseId', '=', 'stabilityPoint.enterpriseId').onRef('misser.id', '=', 'stabilityPoint.missedBy'),
    )
    .select(['stabilityPoint.id', 'stabilityPlan.id as planId', 'planNo', 'stabilityPlan.storageCondition', 'packsPerPoint as packs'])
    .select(['stabilityPoint.lotId', 'lot.lotNo', 'lot.name as lotName', 'month', 'testOn', 'opensOn', 'closesOn', 'stabilityPoint.state'])
    .select(['stabilityPoint.inspectionId', 'inspection.requestNo', 'misser.name as missedByName', 'missReason'])
    .select([
      sql<string[]>`coalesce(stability_point.items, stability_plan.items)`.as('items'),
      sql<boolean>`(opens_on <= ${today}::date)`.as('hasOpened'),
      sql<boolean>`(closes_on < ${today}::date)`.as('isLate'),
    ])
    .$narrowType<{ lotNo: NotNull; lotName: NotNull }>()
}

/** Open points by their days; few of all there ever were. */
const dueWithin = (today: string, due: 'now' | 'late' | 'soon') =>
  sql<SqlBool>`stability_point.state = 'open' and ${
    due === 'now'
      ? sql`opens_on <= ${today}::date`
      : due === 'late'
        ? sql`closes_on < ${today}::date`
        : sql`test_on between ${today}::date and ${today}::date + 30`
  }`

export const listPoints: Handler<typeof stabilityApi.points> = async (tx, _actor, { page, pageSize, sort, q, state, lotId, due }) =>
  pageOf(
    tx,
    points(tx)
      .$call((query) => (state === undefined ? query : query.where('stabilityPoint.state', '=', sql.lit(state))))
      .$call((query) => (lotId === undefined ? query : query.where('stabilityPoint.lotId', '=', lotId)))
      .$call((query) => (due === undefined ? query : query.where(dueWithin(dayInShanghai(tx.now()), due)))),
    { page, pageSize, sort, anyOf: await waysTo(tx, q, { numbers: ['lot.lotNo', 'stabilityPlan.planNo'], goods: 'lot.name' }) },
  )

/** One time point as it is now. */
export async function pointRowOf(tx: Tx, id: string): Promise<PointRow> {
  const row = await points(tx).where('stabilityPoint.id', '=', id).executeTakeFirst()
  if (row === undefined) throw new Refusal('not_found')
  return row
}

/** A plan with its versions, and the lots of all versions with their points. */
export async function planFileOf(tx: Tx, id: string): Promise<PlanFile> {
  const plan = await planRowOf(tx, id)
  const ended = await tx
    .selectFrom('stabilityPlan')
    .leftJoin('account as ender', (join) =>
      join.onRef('ender.enterpriseId', '=', 'stabilityPlan.enterpriseId').onRef('ender.id', '=', 'stabilityPlan.endedBy'),
    )
    .leftJoin('account as second', (join) =>
      join.onRef('second.enterpriseId', '=', 'stabilityPlan.enterpriseId').onRef('second.id', '=', 'stabilityPlan.endedSecondBy'),
    )
    .select(['ender.name as endedByName', 'second.name as endedSecondName', 'endedAt', 'endReason'])
    .where('stabilityPlan.id', '=', id)
    .executeTakeFirstOrThrow()
  const versions = await tx
    .selectFrom('stabilityPlan')
    .innerJoin('account', (join) =>
      join.onRef('account.enterpriseId', '=', 'stabilityPlan.enterpriseId').onRef('account.id', '=', 'stabilityPlan.writtenBy'),
    )
    .select(['stabilityPlan.id', 'version', 'stabilityPlan.state', 'account.name as writtenByName', 'writtenAt', 'approvedAt'])
    .where('planNo', '=', plan.planNo)
    .orderBy('version', 'desc')
    .execute()
  return { plan, ...ended, versions, lots: await lotsOf(tx, plan.planNo) }
}

async function lotsOf(tx: Tx, planNo: string): Promise<PlannedLot[]> {
  const lots = await tx
    .selectFrom('stabilityPlan')
    .innerJoin('stabilityLot', (join) =>
      join.onRef('stabilityLot.enterpriseId', '=', 'stabilityPlan.enterpriseId').onRef('stabilityLot.planId', '=', 'stabilityPlan.id'),
    )
    .innerJoin('lot', (join) => join.onRef('lot.enterpriseId', '=', 'stabilityLot.enterpriseId').onRef('lot.id', '=', 'stabilityLot.lotId'))
    .innerJoin('packSpec', (join) =>
      join.onRef('packSpec.enterpriseId', '=', 'lot.enterpriseId').onRef('packSpec.id', '=', 'lot.packSpecId'),
    )
    .innerJoin('account as putter', (join) =>
      join.onRef('putter.enterpriseId', '=', 'stabilityLot.enterpriseId').onRef('putter.id', '=', 'stabilityLot.putOnBy'),
    )
    .leftJoin('account as taker', (join) =>
      join.onRef('taker.enterpriseId', '=', 'stabilityLot.enterpriseId').onRef('taker.id', '=', 'stabilityLot.takenOffBy'),
    )
    .select(['stabilityLot.id', 'stabilityLot.lotId', 'lot.lotNo', 'lot.bornOn', 'lot.state as lotState', 'packSpec.packUnit'])
    .select(['putter.name as putOnByName', 'putOnAt', 'takenOffAt', 'taker.name as takenOffByName', 'takeOffReason'])
    .select([
      sql<number>`packs_to_open(stability_lot.lot_id)`.as('packsToOpen'),
      sql<number>`packs_planned(stability_lot.lot_id)`.as('packsPlanned'),
    ])
    .where('stabilityPlan.planNo', '=', planNo)
    .orderBy('stabilityLot.id')
    .execute()
  if (lots.length === 0) return []
  const found = await points(tx)
    .select('stabilityPoint.stabilityLotId')
    .where(
      'stabilityPoint.stabilityLotId',
      'in',
      lots.map((lot) => lot.id),
    )
    .orderBy('month')
    .orderBy('stabilityPoint.id')
    .execute()
  return lots.map((lot) => ({
    ...lot,
    points: found.flatMap(({ stabilityLotId, ...point }) => (stabilityLotId === lot.id ? [point] : [])),
  }))
}

export const readPlan: Handler<typeof stabilityApi.read> = (tx, _actor, { id }) => planFileOf(tx, id)

/** The names of the items by which a product is tested today. */
const itemsOf = (today: string) => sql<string[]>`array(select item.name from standard s
    join standard_version v on v.enterprise_id = s.enterprise_id and v.standard_id = s.id and v.state = 'approved'
      and v.effective_from <= ${today}::date and (v.effective_to is null or v.effective_to > ${today}::date)
    join standard_item item on item.enterprise_id = v.enterprise_id and item.standard_version_id = v.id
  where s.enterprise_id = product.enterprise_id and s.product_id = product.id group by item.name order by min(item.line), item.name)`

/** The items of one product; a product of another enterprise is `not_found`. */
export async function itemsOfProduct(tx: Tx, productId: string): Promise<string[]> {
  const found = await tx
    .selectFrom('product')
    .select(itemsOf(dayInShanghai(tx.now())).as('items'))
    .where('id', '=', productId)
    .executeTakeFirst()
  if (found === undefined) throw new Refusal('not_found', [{ path: 'productId', message: '没有这个产品' }])
  return found.items
}

export const listProducts: Handler<typeof stabilityApi.products> = async (tx, _actor, { q, id }) => {
  const { rows } = await pageOf(
    tx,
    tx
      .selectFrom('product')
      .select(['product.id', itemsOf(dayInShanghai(tx.now())).as('items')])
      .select(sql<string>`concat_ws(' ', product.name, nullif(product.cut_spec, ''))`.as('name'))
      .$call((query) => (id === undefined ? query : query.where('product.id', '=', id))),
    {
      ...{ page: 1, pageSize: choicesAtMost, sort: 'name' },
      anyOf: id === undefined ? await waysTo(tx, q, { numbers: ['product.code'], goods: 'product.name' }) : [],
    },
  )
  return { rows }
}

/** Lots of the product of a plan of which packs are kept, and which are on no plan. */
export const listLotsToPut: Handler<typeof stabilityApi.lots> = async (tx, _actor, { id, page, pageSize, sort, q }) => {
  const { productId } = await planRowOf(tx, id)
  return pageOf(
    tx,
    tx
      .selectFrom('lot')
      .innerJoin('packSpec', (join) =>
        join.onRef('packSpec.enterpriseId', '=', 'lot.enterpriseId').onRef('packSpec.id', '=', 'lot.packSpecId'),
      )
      .select(['lot.id', 'lot.lotNo', 'lot.name', 'lot.bornOn', 'packSpec.packUnit'])
      .select(sql<number>`packs_to_open(lot.id)`.as('packsToOpen'))
      .where('lot.kind', '=', 'pack')
      .where('lot.productId', '=', productId)
      .where('lot.state', '<>', 'rejected')
      .where(sql<SqlBool>`exists (select from pack_retention r join sample s on s.enterprise_id = r.enterprise_id and s.pack_retention_id = r.id and s.state = 'retained'
        where r.enterprise_id = lot.enterprise_id and r.lot_id = lot.id)`)
      .where(
        sql<SqlBool>`not exists (select from stability_lot l where l.enterprise_id = lot.enterprise_id and l.lot_id = lot.id and l.taken_off_at is null)`,
      ),
    { page, pageSize, sort, anyOf: await waysTo(tx, q, { numbers: ['lot.lotNo'] }) },
  )
}
