import { sql, type NotNull, type SqlBool } from 'kysely'
import { Refusal } from '#contract/kernel/refusals.ts'
import type { CorrectedValue } from '#contract/cases/corrected-value.ts'
import { deliveryNoteNo, type SaleRow } from '#contract/selling/sale.ts'
import type { SaleDetail, saleApi } from '#contract/selling/sale-api.ts'
import { pageOf } from '#kernel/paging.ts'
import { waysTo } from '#kernel/ways-to.ts'
import type { Handler, Tx } from '#kernel/serve.ts'
import { binsOfLots } from '#server/features/warehouse/stock/on-hand.ts'
import { allocationsOf, linesOf } from './take-sale.ts'

const lines = sql`sales_line l join pack_spec spec on spec.enterprise_id = l.enterprise_id and spec.id = l.pack_spec_id`
const thisOrder = sql`where l.enterprise_id = sales_order.enterprise_id and l.order_id = sales_order.id`
const goods = sql<string>`(select string_agg(concat(p.name, ' ', spec.name, '，', l.packs, ' ', spec.pack_unit), '；' order by l.line)
  from ${lines} join product p on p.enterprise_id = spec.enterprise_id and p.id = spec.product_id ${thisOrder})`
const packs = sql<number>`(select sum(l.packs)::integer from sales_line l ${thisOrder})`
const packUnit = sql<string>`(select case when count(distinct spec.pack_unit) = 1 then min(spec.pack_unit) else '件' end from ${lines} ${thisOrder})`
const quantity = sql<string>`(select sum(l.packs * spec.net_quantity) from ${lines} ${thisOrder})`
const hasToxic = sql<boolean>`exists (select from ${lines} join product p on p.enterprise_id = spec.enterprise_id and p.id = spec.product_id ${thisOrder} and p.is_toxic)`

// Values and not a join: PostgreSQL leaves out what a row of the page does not need, but no join to a part of a table.
const nameOf = (column: string) =>
  sql<string | null>`(select a.name from account a where a.enterprise_id = sales_order.enterprise_id and a.id = ${sql.ref(column)})`
const ofPicking = (column: string) =>
  sql<
    string | null
  >`(select ${sql.ref(`p.${column}`)} from picking p where p.enterprise_id = sales_order.enterprise_id and p.order_id = sales_order.id and p.state <> 'void')`
const nameOfPicking = (column: string) =>
  sql<string | null>`(select a.name from picking p join account a on a.enterprise_id = p.enterprise_id and a.id = ${sql.ref(`p.${column}`)}
    where p.enterprise_id = sales_order.enterprise_id and p.order_id = sales_order.id and p.state <> 'void')`

/** Joined to the left by whole keys, so that finding and counting rows does not pay for what is only shown: every order has its customer and address. */
function saleRows(tx: Tx) {
  return tx
    .selectFrom('salesOrder')
    .leftJoin('customer', (join) =>
      join.onRef('customer.enterpriseId', '=', 'salesOrder.enterpriseId').onRef('customer.id', '=', 'salesOrder.customerId'),
    )
    .leftJoin('customerAddress as address', (join) =>
      join.onRef('address.enterpriseId', '=', 'salesOrder.enterpriseId').onRef('address.id', '=', 'salesOrder.addressId'),
    )
    .leftJoin('shipment', (join) =>
      join.onRef('shipment.enterpriseId', '=', 'salesOrder.enterpriseId').onRef('shipment.orderId', '=', 'salesOrder.id'),
    )
    .select([
      'salesOrder.id',
      'salesOrder.orderNo',
      'salesOrder.state',
      'customer.name as customerName',
      'address.province',
      'address.city',
      goods.as('goods'),
      packs.as('packs'),
      packUnit.as('packUnit'),
      quantity.as('quantity'),
      hasToxic.as('hasToxic'),
      'salesOrder.createdBy as authorId',
      sql<string>`${nameOf('sales_order.created_by')}`.as('authorName'),
      'salesOrder.createdAt',
      'salesOrder.submittedBy as submitterId',
      nameOf('sales_order.submitted_by').as('submitterName'),
      'salesOrder.approvedBy as approverId',
      nameOf('sales_order.approved_by').as('approverName'),
      ofPicking('picked_by').as('pickerId'),
      nameOfPicking('picked_by').as('pickerName'),
      ofPicking('checked_by').as('checkerId'),
      nameOfPicking('checked_by').as('checkerName'),
      'shipment.shipmentNo',
      'shipment.packs as shippedPacks',
      'shipment.quantity as shippedQuantity',
      'shipment.departedAt',
      'shipment.arrivedAt',
      'salesOrder.rowVersion',
    ])
    .$narrowType<{ customerName: NotNull; province: NotNull; city: NotNull }>()
}

type Flat = Awaited<ReturnType<ReturnType<typeof saleRows>['executeTakeFirstOrThrow']>>

const personOf = (id: string | null, name: string | null) => (id === null ? null : { id, name: name ?? '' })

const rowOf = (flat: Flat): SaleRow => ({
  id: flat.id,
  orderNo: flat.orderNo,
  state: flat.state,
  customerName: flat.customerName,
  province: flat.province,
  city: flat.city,
  goods: flat.goods,
  packs: flat.packs,
  packUnit: flat.packUnit,
  quantity: flat.quantity,
  hasToxic: flat.hasToxic,
  createdBy: { id: flat.authorId, name: flat.authorName },
  createdAt: flat.createdAt,
  submittedBy: personOf(flat.submitterId, flat.submitterName),
  approvedBy: personOf(flat.approverId, flat.approverName),
  pickedBy: personOf(flat.pickerId, flat.pickerName),
  checkedBy: personOf(flat.checkerId, flat.checkerName),
  shipmentNo: flat.shipmentNo,
  shippedPacks: flat.shippedPacks,
  shippedQuantity: flat.shippedQuantity,
  departedAt: flat.departedAt,
  arrivedAt: flat.arrivedAt,
  rowVersion: flat.rowVersion,
})

export const listSales: Handler<typeof saleApi.list> = async (tx, _actor, { page, pageSize, q, state, departedFrom, departedTo, sort }) => {
  const { rows, total } = await pageOf(
    tx,
    saleRows(tx)
      .$call((query) => (state === undefined ? query : query.where('salesOrder.state', '=', sql.lit(state))))
      .$if(departedFrom !== undefined, (query) =>
        query.where(sql<SqlBool>`shipment.departed_at >= (${departedFrom}::date)::timestamp at time zone 'Asia/Shanghai'`),
      )
      .$if(departedTo !== undefined, (query) =>
        query.where(sql<SqlBool>`shipment.departed_at < (${departedTo}::date + 1)::timestamp at time zone 'Asia/Shanghai'`),
      ),
    {
      page,
      pageSize,
      sort,
      anyOf: await waysTo(tx, q, {
        numbers: ['salesOrder.orderNo', 'shipment.shipmentNo'],
        customer: 'salesOrder.customerId',
        isLong: true,
      }),
    },
  )
  return { rows: rows.map(rowOf), total }
}

export const readSale: Handler<typeof saleApi.read> = async (tx, _actor, { id }): Promise<SaleDetail> => {
  const flat = await saleRows(tx).where('salesOrder.id', '=', id).executeTakeFirst()
  if (flat === undefined) throw new Refusal('not_found')
  const { content, ...order } = await tx
    .selectFrom('salesOrder')
    .innerJoin('customer', 'customer.id', 'salesOrder.customerId')
    .innerJoin('customerAddress as address', 'address.id', 'salesOrder.addressId')
    .leftJoin('picking', (join) => join.onRef('picking.orderId', '=', 'salesOrder.id').on('picking.state', '<>', 'void'))
    .select([
      'salesOrder.customerId',
      'salesOrder.addressId',
      'customer.licenceNo',
      'customer.licenceValidUntil',
      'address.address',
      'address.contact',
      'address.phone',
      'salesOrder.remark',
      'salesOrder.cancelReason',
      'picking.content',
    ])
    .where('salesOrder.id', '=', id)
    .executeTakeFirstOrThrow()
  const allocations = await allocationsOf(tx, id)
  const bins = await binsOf(
    tx,
    allocations.map((one) => one.lotId),
  )
  return {
    ...rowOf(flat),
    ...order,
    picked: content ?? [],
    lines: (await linesOf(tx, id)).map((line) => ({
      ...line,
      allocations: allocations
        .filter((one) => one.line === line.line)
        .map(({ lotId, lotNo, batchNo, expiresOn, packs, quantity }) => ({
          lotId,
          lotNo,
          batchNo,
          expiresOn,
          packs,
          quantity,
          bins: bins.get(lotId) ?? [],
        })),
    })),
    shipment: await shipmentOf(tx, id),
    signatures: await signaturesOf(tx, id),
  }
}

/** The released bins in which lots lie: where the picker goes. */
async function binsOf(tx: Tx, lotIds: readonly string[]): Promise<Map<string, string[]>> {
  const bins = (await binsOfLots(tx, lotIds)).filter((bin) => bin.zone === 'pack_released')
  return new Map([...Map.groupBy(bins, (bin) => bin.lotId)].map(([lotId, some]) => [lotId, some.map((bin) => bin.code)]))
}

async function shipmentOf(tx: Tx, orderId: string): Promise<SaleDetail['shipment']> {
  const found = await tx
    .selectFrom('shipment')
    .innerJoin('account', 'account.id', 'shipment.shippedBy')
    .select([
      'shipment.id',
      'shipment.shipmentNo',
      'shipment.noteVersion',
      'shipment.packs',
      'shipment.quantity',
      'shipment.transportMode',
      'shipment.carrier',
      'shipment.vehicleNo',
      'shipment.driver',
      'shipment.driverPhone',
      'shipment.temperature',
      'shipment.departedAt',
      'account.name as shippedBy',
      'shipment.receiver',
      'shipment.arrivedAt',
      'shipment.exception',
      'shipment.exceptionNote',
    ])
    .select(sql<CorrectedValue[]>`corrections_of('shipment', shipment.id)`.as('corrections'))
    .where('shipment.orderId', '=', orderId)
    .executeTakeFirst()
  if (found === undefined) return null
  const { noteVersion, ...shipment } = found
  return { ...shipment, noteNo: deliveryNoteNo(shipment.shipmentNo, noteVersion), lines: await shippedLines(tx, shipment.id) }
}

/** What left of each lot, as it is now. */
async function shippedLines(tx: Tx, shipmentId: string): Promise<NonNullable<SaleDetail['shipment']>['lines']> {
  const { rows } = await sql<NonNullable<SaleDetail['shipment']>['lines'][number]>`
    select line.lot_id, lot.lot_no, lot.batch_no, concat(lot.name, ' ', spec.name) as goods, lot.expires_on, line.packs, spec.pack_unit, line.quantity,
      corrections_of('shipment_line', line.id) as corrections, coalesce(c.returning, 0) as returning, coalesce(c.claimed, 0) as claimed,
      coalesce(c.lost, 0) as lost, coalesce(c.returned, 0) as returned
    from shipment_line line join lot on lot.id = line.lot_id join pack_spec spec on spec.id = line.pack_spec_id
      left join shipment_custody c on c.enterprise_id = line.enterprise_id and c.shipment_id = line.shipment_id and c.lot_id = line.lot_id
    where line.shipment_id = ${shipmentId}::uuid order by lot.name, lot.lot_no`.execute(tx)
  return rows
}

/** Who picked, checked and shipped, as they signed, and whether the record still says so. */
export async function signaturesOf(tx: Tx, orderId: string): Promise<SaleDetail['signatures']> {
  const { rows } = await sql<SaleDetail['signatures'][number]>`
    with document (kind, id) as (
      select 'picking', id from picking where order_id = ${orderId} union all select 'shipment', id from shipment where order_id = ${orderId}
    ) select s.signer_name, s.meaning, s.comment, s.signed_at, signature_holds(s) as holds, signature_superseded(s) as superseded_by
    from document join signature s on s.record_table = any(table_names(document.kind)) and s.record_id = document.id order by s.id`.execute(
    tx,
  )
  return rows
}
