import { sql, type NotNull } from 'kysely'
import type { purchaseApi } from '#contract/supply/purchase-api.ts'
import type { PurchaseRow, PurchaseState } from '#contract/supply/purchase.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import { supplierTrouble } from '#contract/supply/supplier.ts'
import { pageOf } from '#kernel/paging.ts'
import { materialsOf, waysTo } from '#kernel/ways-to.ts'
import type { Actor, Handler, Tx } from '#kernel/serve.ts'
import type { Clock } from '#tools/clock.ts'

// Values and not a join: PostgreSQL then computes them for the rows of the page alone.
const linesOfOrder = sql`purchase_line line`
const thisOrder = sql`where line.enterprise_id = purchase_order.enterprise_id and line.order_id = purchase_order.id`

/**
 * Purchase orders as the list shows them; the columns that make a `PurchaseRow`. Joined to the left for the same reason: every order has its supplier and
 * its buyer.
 */
const orders = (tx: Tx) =>
  tx
    .selectFrom('purchaseOrder')
    .leftJoin('supplier', (join) =>
      join.onRef('supplier.enterpriseId', '=', 'purchaseOrder.enterpriseId').onRef('supplier.id', '=', 'purchaseOrder.supplierId'),
    )
    .leftJoin('account', (join) =>
      join.onRef('account.enterpriseId', '=', 'purchaseOrder.enterpriseId').onRef('account.id', '=', 'purchaseOrder.buyerId'),
    )
    .select([
      'purchaseOrder.id',
      'purchaseOrder.orderNo',
      'purchaseOrder.category',
      'purchaseOrder.state',
      'purchaseOrder.purchasedOn',
      'purchaseOrder.expectedOn',
      'purchaseOrder.createdAt',
      'purchaseOrder.rowVersion',
      'supplier.name as supplierName',
      'supplier.state as supplierState',
      'supplier.stateReason',
      'supplier.auditedOn',
      'supplier.validUntil',
      'account.id as buyerId',
      'account.name as buyerName',
    ])
    .$narrowType<{ supplierName: NotNull; supplierState: NotNull; stateReason: NotNull; buyerId: NotNull; buyerName: NotNull }>()
    .select([
      sql<string>`(select string_agg(material.name, '、' order by line.line_no) from ${linesOfOrder}
        join material on material.enterprise_id = line.enterprise_id and material.id = line.material_id ${thisOrder})`.as('materials'),
      sql<string>`(select sum(line.quantity) from ${linesOfOrder} ${thisOrder})`.as('quantity'),
      // Lines counted in several units come to so many 件.
      sql<string>`(select case when count(distinct material.unit) = 1 then min(material.unit) else '件' end from ${linesOfOrder}
        join material on material.enterprise_id = line.enterprise_id and material.id = line.material_id ${thisOrder})`.as('unit'),
      // Without the price of one line what it comes to is not known.
      sql<
        string | null
      >`(select case when count(*) = count(line.unit_price) then round(sum(line.quantity * line.unit_price), 2) end from ${linesOfOrder} ${thisOrder})`.as(
        'amount',
      ),
      // What is in approval waits for one more person, also under a rule that was lowered meanwhile.
      sql<number>`greatest(approvals_needed(purchase_order.enterprise_id, purchase_order.id), case purchase_order.state when 'half_approved' then 1
        + (select count(*)::integer from purchase_approval given where given.enterprise_id = purchase_order.enterprise_id
          and given.order_id = purchase_order.id and given.round = purchase_order.approval_round) end)`.as('approvalsNeeded'),
      sql<
        PurchaseRow['approvals']
      >`coalesce((select jsonb_agg(jsonb_build_object('by', jsonb_build_object('id', by.id, 'name', by.name), 'at',
          to_char(given.approved_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by given.step)
        from purchase_approval given join account by on by.enterprise_id = given.enterprise_id and by.id = given.approved_by
        where given.enterprise_id = purchase_order.enterprise_id and given.order_id = purchase_order.id and given.round = purchase_order.approval_round), '[]')`.as(
        'approvals',
      ),
      sql<string | null>`licences_until(supplier.enterprise_id, supplier.id)`.as('licencesUntil'),
      sql<string>`coalesce((select sum(receipt.net_total) from receipt where receipt.enterprise_id = purchase_order.enterprise_id and receipt.order_id = purchase_order.id and receipt.reversed_at is null), 0)`.as(
        'received',
      ),
    ])

type Selected = Awaited<ReturnType<ReturnType<typeof orders>['execute']>>[number]

/** Prices are for those who buy or approve. */
export const seesPrices = (actor: Actor) => actor.rights.includes('11:create') || actor.rights.includes('11:approve')

/** Orders that goods may still come against: a supplier's trouble is shown on these. */
const openStates: readonly PurchaseState[] = ['draft', 'submitted', 'half_approved', 'returned', 'approved', 'partially_received']

/** A selected order as this person may see it. */
const rowFor = (
  clock: Clock,
  actor: Actor,
  { buyerId, buyerName, amount, supplierState, stateReason, auditedOn, validUntil, licencesUntil, ...row }: Selected,
): PurchaseRow => ({
  ...row,
  supplierTrouble: openStates.includes(row.state)
    ? (supplierTrouble({ state: supplierState, stateReason, auditedOn, validUntil, licencesUntil }, dayInShanghai(clock.now())) ?? null)
    : null,
  amount: seesPrices(actor) ? amount : null,
  buyer: { id: buyerId, name: buyerName },
})

/** One order as the list shows it: what a step returns, and what its rules decide by. */
export async function orderRow(tx: Tx, actor: Actor, id: string): Promise<PurchaseRow> {
  const row = await orders(tx).where('purchaseOrder.id', '=', id).executeTakeFirst()
  if (row === undefined) throw new Refusal('not_found')
  return rowFor(tx, actor, row)
}

export const listOrders: Handler<typeof purchaseApi.list> = async (tx, actor, { page, pageSize, sort, q, state, category, from, to }) => {
  const materials = q === '' ? [] : await materialsOf(tx, q)
  const found = await pageOf(
    tx,
    orders(tx)
      .$call((query) => (state === undefined ? query : query.where('purchaseOrder.state', '=', sql.lit(state))))
      .$call((query) => (category === undefined ? query : query.where('purchaseOrder.category', '=', sql.lit(category))))
      .$call((query) => (from === undefined ? query : query.where('purchaseOrder.purchasedOn', '>=', from)))
      .$call((query) => (to === undefined ? query : query.where('purchaseOrder.purchasedOn', '<=', to))),
    {
      page,
      pageSize,
      sort,
      anyOf:
        q === ''
          ? []
          : [
              ...(await waysTo(tx, q, { numbers: ['purchaseOrder.orderNo'], supplier: 'purchaseOrder.supplierId', isLong: true })),
              // Nobody looks for what nothing is called.
              ...(materials.length === 0
                ? []
                : [sql<boolean>`exists (select from ${linesOfOrder} ${thisOrder} and line.material_id = any (${materials}::uuid[]))`]),
            ],
    },
  )
  return { rows: found.rows.map((row) => rowFor(tx, actor, row)), total: found.total }
}

/** The lines of an order, with what has come in against each. */
export const orderLines = (tx: Tx, orderId: string) =>
  tx
    .selectFrom('purchaseLine')
    .innerJoin('material', (join) =>
      join.onRef('material.enterpriseId', '=', 'purchaseLine.enterpriseId').onRef('material.id', '=', 'purchaseLine.materialId'),
    )
    .leftJoin('standardVersion', (join) =>
      join
        .onRef('standardVersion.enterpriseId', '=', 'purchaseLine.enterpriseId')
        .onRef('standardVersion.id', '=', 'purchaseLine.standardVersionId'),
    )
    .leftJoin('standard', (join) =>
      join.onRef('standard.enterpriseId', '=', 'standardVersion.enterpriseId').onRef('standard.id', '=', 'standardVersion.standardId'),
    )
    .select([
      'purchaseLine.id',
      'purchaseLine.lineNo',
      'purchaseLine.materialId',
      'purchaseLine.grade',
      'purchaseLine.quantity',
      'purchaseLine.unitPrice',
      'purchaseLine.agreedProvince',
      'purchaseLine.agreedCity',
      'purchaseLine.agreedCounty',
      'material.name as materialName',
      'material.initials',
      'material.unit',
      'material.category',
      'material.species',
      'material.medicinalPart',
      'material.needsGrowthYears',
      'material.isToxic',
      'material.retestMonths',
      'standard.name as standardName',
      'standard.kind as standardKind',
      'standardVersion.edition',
    ])
    .select(
      sql<string>`coalesce((select sum(raw_lot.net) from raw_lot join lot on lot.enterprise_id = raw_lot.enterprise_id and lot.id = raw_lot.id
        where raw_lot.enterprise_id = purchase_line.enterprise_id and raw_lot.purchase_line_id = purchase_line.id and lot.state <> 'reversed'), 0)`.as(
        'received',
      ),
    )
    .where('purchaseLine.orderId', '=', orderId)
    .orderBy('purchaseLine.lineNo')
    .execute()

export type OrderLine = Awaited<ReturnType<typeof orderLines>>[number]

/** The origin a line was agreed for; null where any will do. */
export const agreedOriginOf = (line: Pick<OrderLine, 'agreedProvince' | 'agreedCity' | 'agreedCounty'>) =>
  line.agreedProvince === '' ? null : { province: line.agreedProvince, city: line.agreedCity, county: line.agreedCounty }

/** The lines of an order with what the supplier must be approved for: material and agreed origin. */
export const approvableLines = async (tx: Tx, orderId: string) =>
  (await orderLines(tx, orderId)).map((line) => ({ materialId: line.materialId, agreedOrigin: agreedOriginOf(line) }))

/** The standard that an order of before named: its kind, its name and its edition. */
export const standardNameOf = ({ standardKind, standardName, edition }: OrderLine) =>
  edition === null ? null : `${standardKind} ${standardName} ${edition}`

/** The materials that can be tested on a day: one of the law's standards or of the firm's own is in force. Without it nothing is ordered. */
export const testable = (tx: Tx, on: string) =>
  tx
    .selectFrom('standard')
    .innerJoin('standardVersion', (join) =>
      join.onRef('standardVersion.enterpriseId', '=', 'standard.enterpriseId').onRef('standardVersion.standardId', '=', 'standard.id'),
    )
    .select('standard.materialId')
    .where('standard.customerId', 'is', null)
    .where('standardVersion.state', '=', 'approved')
    .where('standardVersion.effectiveFrom', '<=', on)
    .where((eb) => eb.or([eb('standardVersion.effectiveTo', 'is', null), eb('standardVersion.effectiveTo', '>', on)]))
