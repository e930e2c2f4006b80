import { sql } from 'kysely'
import type { purchaseApi, PurchaseDetail, ReceiptDetail } from '../../../contract/purchase-api.ts'
import type { PurchaseCategory, PurchaseRow, PurchaseState } from '../../../contract/purchase.ts'
import { doubleLocked } from '../../../contract/movement.ts'
import { originText } from '../../../contract/origin.ts'
import { Refusal } from '../../../contract/refusals.ts'
import { dayInShanghai } from '../../../contract/shelf-life.ts'
import { supplierTrouble, type SupplierState } from '../../../contract/supplier.ts'
import { matches, pageOf } from '../../platform/paging.ts'
import type { Actor, Handler, Tx } from '../../platform/serve.ts'

// Values and not a join: so PostgreSQL works them out for the rows of the page alone.
const linesOfOrder = sql`purchase_line line`
const thisOrder = sql`where line.enterprise_id = purchase_order.enterprise_id and line.order_id = purchase_order.id`

/** Purchase orders as the list shows them; the columns that make a `PurchaseRow`. */
const orders = (tx: Tx) =>
  tx
    .selectFrom('purchaseOrder')
    .innerJoin('supplier', (join) =>
      join.onRef('supplier.enterpriseId', '=', 'purchaseOrder.enterpriseId').onRef('supplier.id', '=', 'purchaseOrder.supplierId'),
    )
    .innerJoin('account', (join) =>
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
    .select([
      sql<string>`(select string_agg(material.name, '、' order by line.line_no) from ${linesOfOrder}
        join material on material.enterprise_id = line.enterprise_id and material.id = line.material_id ${thisOrder})`.as('materials'),
      sql<string>`(select sum(line.quantity) from ${linesOfOrder} ${thisOrder})`.as('quantity'),
      sql<string | null>`(select round(sum(line.quantity * line.unit_price), 2) from ${linesOfOrder} ${thisOrder})`.as('amount'),
      sql<string | null>`licences_until(supplier.enterprise_id, supplier.id)`.as('licencesUntil'),
      sql<string>`coalesce((select sum(receipt.net_total) from receipt where receipt.enterprise_id = purchase_order.enterprise_id and receipt.order_id = purchase_order.id), 0)`.as(
        'received',
      ),
    ])

type Selected = Awaited<ReturnType<ReturnType<typeof orders>['execute']>>[number]

/** Prices are for those who buy or approve. */
const seesPrices = (actor: Actor) => actor.rights.includes('11:create') || actor.rights.includes('11:approve')

/** What a supplier in trouble still touches: orders that goods may yet come against. */
const open: readonly PurchaseState[] = ['draft', 'submitted', 'returned', 'approved', 'partially_received']

const shown = (
  actor: Actor,
  { buyerId, buyerName, category, state, amount, supplierState, stateReason, auditedOn, validUntil, licencesUntil, ...row }: Selected,
): PurchaseRow => ({
  ...row,
  supplierTrouble: open.includes(state as PurchaseState)
    ? (supplierTrouble(
        { state: supplierState as SupplierState, stateReason, auditedOn, validUntil, licencesUntil },
        dayInShanghai(new Date()),
      ) ?? null)
    : null,
  category: category as PurchaseCategory,
  state: state as PurchaseState,
  amount: seesPrices(actor) ? amount : null,
  buyer: { id: buyerId, name: buyerName },
})

/** One order as the list shows it: what a step answers with, and what its rules are asked about. */
export async function orderRow(tx: Tx, actor: Actor, id: string): Promise<PurchaseRow> {
  const row = await orders(tx).where('purchaseOrder.id', '=', id).executeTakeFirst()
  if (row === undefined) throw new Refusal('not_found')
  return shown(actor, row)
}

export const listOrders: Handler<typeof purchaseApi.list> = async (tx, actor, { page, pageSize, sort, q, state, category, from, to }) => {
  const found = await pageOf(
    tx,
    orders(tx)
      .$if(state !== undefined, (query) => query.where('purchaseOrder.state', '=', state!))
      .$if(category !== undefined, (query) => query.where('purchaseOrder.category', '=', category!))
      .$if(from !== undefined, (query) => query.where('purchaseOrder.purchasedOn', '>=', from!))
      .$if(to !== undefined, (query) => query.where('purchaseOrder.purchasedOn', '<=', to!))
      .$if(q !== '', (query) =>
        query.where((eb) =>
          eb.or([
            matches(q, { number: 'purchaseOrder.orderNo', name: 'supplier.name', initials: 'supplier.initials' }),
            eb.exists(
              eb
                .selectFrom('purchaseLine')
                .innerJoin('material', (join) =>
                  join
                    .onRef('material.enterpriseId', '=', 'purchaseLine.enterpriseId')
                    .onRef('material.id', '=', 'purchaseLine.materialId'),
                )
                .select('purchaseLine.id')
                .whereRef('purchaseLine.orderId', '=', 'purchaseOrder.id')
                .where(matches(q, { name: 'material.name', initials: 'material.initials' })),
            ),
          ]),
        ),
      ),
    { page, pageSize, sort },
  )
  return { rows: found.rows.map((row) => shown(actor, row)), total: found.total }
}

/** The lines of an order, with what has come in against each. */
export const orderLines = (tx: Tx, orderId: string) =>
  tx
    .selectFrom('purchaseLine')
    .innerJoin('material', (join) =>
      join.onRef('material.enterpriseId', '=', 'purchaseLine.enterpriseId').onRef('material.id', '=', 'purchaseLine.materialId'),
    )
    .innerJoin('standardVersion', (join) =>
      join
        .onRef('standardVersion.enterpriseId', '=', 'purchaseLine.enterpriseId')
        .onRef('standardVersion.id', '=', 'purchaseLine.standardVersionId'),
    )
    .innerJoin('standard', (join) =>
      join.onRef('standard.enterpriseId', '=', 'standardVersion.enterpriseId').onRef('standard.id', '=', 'standardVersion.standardId'),
    )
    .select([
      'purchaseLine.id',
      'purchaseLine.lineNo',
      'purchaseLine.materialId',
      'purchaseLine.standardVersionId',
      'purchaseLine.grade',
      'purchaseLine.quantity',
      'purchaseLine.unitPrice',
      'purchaseLine.agreedProvince',
      'purchaseLine.agreedCity',
      'purchaseLine.agreedCounty',
      'material.name as materialName',
      'material.initials',
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
      sql<string>`coalesce((select sum(raw_lot.net) from raw_lot where raw_lot.enterprise_id = purchase_line.enterprise_id and raw_lot.purchase_line_id = purchase_line.id), 0)`.as(
        'received',
      ),
    )
    .where('purchaseLine.orderId', '=', orderId)
    .orderBy('purchaseLine.lineNo')
    .execute()

export type OrderLine = Awaited<ReturnType<typeof orderLines>>[number]

const agreedOriginOf = (line: OrderLine) =>
  line.agreedProvince === '' ? null : { province: line.agreedProvince, city: line.agreedCity, county: line.agreedCounty }

/** The lines of an order as the supplier's approval is asked about them. */
export const approvableLines = async (tx: Tx, orderId: string) =>
  (await orderLines(tx, orderId)).map((line) => ({ materialId: line.materialId, agreedOrigin: agreedOriginOf(line) }))

const standardNameOf = (standard: { standardKind: string; standardName: string; edition: string }) =>
  `${standard.standardKind} ${standard.standardName} ${standard.edition}`

export const readOrder: Handler<typeof purchaseApi.read> = async (tx, actor, { id }) => {
  const row = await orderRow(tx, actor, id)
  const { approverName, approvedBy, ...order } = await tx
    .selectFrom('purchaseOrder')
    .leftJoin('account', (join) =>
      join.onRef('account.enterpriseId', '=', 'purchaseOrder.enterpriseId').onRef('account.id', '=', 'purchaseOrder.approvedBy'),
    )
    .select([
      'supplierId',
      'supplierKind',
      'contractNo',
      'qualityAgreementNo',
      'remark',
      'approvedBy',
      'approvedAt',
      'returnReason',
      'endReason',
      'invoiceNo',
      'account.name as approverName',
    ])
    .where('purchaseOrder.id', '=', id)
    .executeTakeFirstOrThrow()
  const lines = await orderLines(tx, id)
  return {
    ...row,
    ...order,
    approvedBy: approvedBy === null ? null : { id: approvedBy, name: approverName! },
    lines: lines.map((line) => ({
      id: line.id,
      lineNo: line.lineNo,
      materialId: line.materialId,
      materialName: line.materialName,
      standardVersionId: line.standardVersionId,
      standardName: standardNameOf(line),
      grade: line.grade,
      agreedOrigin: agreedOriginOf(line),
      quantity: line.quantity,
      received: line.received,
      unitPrice: seesPrices(actor) ? line.unitPrice : null,
    })),
    receipts: await receiptsOf(tx, id),
  } satisfies PurchaseDetail
}

async function receiptsOf(tx: Tx, orderId: string): Promise<ReceiptDetail[]> {
  const receipts = await tx
    .selectFrom('receipt')
    .innerJoin('account as receiver', (join) =>
      join.onRef('receiver.enterpriseId', '=', 'receipt.enterpriseId').onRef('receiver.id', '=', 'receipt.receivedBy'),
    )
    .innerJoin('account as checker', (join) =>
      join.onRef('checker.enterpriseId', '=', 'receipt.enterpriseId').onRef('checker.id', '=', 'receipt.checkedBy'),
    )
    .select([
      'receipt.id',
      'receiptNo',
      'arrivedAt',
      'deliveryNoteNo',
      'transport',
      'remark',
      'result',
      'netTotal',
      'receiver.id as receiverId',
      'receiver.name as receiverName',
      'checker.id as checkerId',
      'checker.name as checkerName',
    ])
    .where('receipt.orderId', '=', orderId)
    .orderBy('receipt.id')
    .execute()
  const lots = await tx
    .selectFrom('rawLot')
    .innerJoin('lot', (join) => join.onRef('lot.enterpriseId', '=', 'rawLot.enterpriseId').onRef('lot.id', '=', 'rawLot.id'))
    .selectAll('rawLot')
    .select(['lot.lotNo', 'lot.state', 'lot.holds', 'lot.name', 'lot.retestOn'])
    .where('rawLot.orderId', '=', orderId)
    .orderBy('rawLot.lineNo')
    .execute()
  const refused = await tx
    .selectFrom('refusedDelivery')
    .innerJoin('purchaseLine', (join) =>
      join
        .onRef('purchaseLine.enterpriseId', '=', 'refusedDelivery.enterpriseId')
        .onRef('purchaseLine.id', '=', 'refusedDelivery.purchaseLineId'),
    )
    .innerJoin('material', (join) =>
      join.onRef('material.enterpriseId', '=', 'purchaseLine.enterpriseId').onRef('material.id', '=', 'purchaseLine.materialId'),
    )
    .selectAll('refusedDelivery')
    .select('material.name')
    .where('refusedDelivery.orderId', '=', orderId)
    .orderBy('refusedDelivery.lineNo')
    .execute()
  return receipts.map(({ receiverId, receiverName, checkerId, checkerName, result, ...receipt }) => ({
    ...receipt,
    result: result as ReceiptDetail['result'],
    receivedBy: { id: receiverId, name: receiverName },
    checkedBy: { id: checkerId, name: checkerName },
    lots: lots
      .filter((lot) => lot.receiptId === receipt.id)
      .map((lot) => ({
        lotId: lot.id,
        lotNo: lot.lotNo,
        state: lot.state as ReceiptDetail['lots'][number]['state'],
        holds: lot.holds,
        name: lot.name,
        originText: lot.province === '' ? '' : originText(lot),
        harvestFrom: lot.harvestFrom,
        harvestTo: lot.harvestTo,
        grade: lot.grade,
        supplierLotNo: lot.supplierLotNo,
        packageCount: lot.packageCount,
        packageKind: lot.packageKind,
        noteQuantity: lot.noteQuantity,
        net: lot.net,
        retestOn: lot.retestOn,
        exceptionNote: lot.exceptionNote,
      })),
    refused: refused
      .filter((line) => line.receiptId === receipt.id)
      .map(({ id, name, nameOnNote, supplierLotNo, packageCount, quantity, cause, reason }) => ({
        id,
        name,
        nameOnNote,
        supplierLotNo,
        packageCount,
        quantity,
        cause: cause as ReceiptDetail['refused'][number]['cause'],
        reason,
      })),
  }))
}

/** Whom may be ordered from on a day, who may not and why, what each is approved for, and which materials have a standard in force then. */
export const readChoices: Handler<typeof purchaseApi.choices> = async (tx, _actor, { category, on }) => {
  const suppliers = await suppliersOf(tx, category, on)
  const rows = await tx
    .selectFrom('material')
    .innerJoin('standard', (join) =>
      join.onRef('standard.enterpriseId', '=', 'material.enterpriseId').onRef('standard.materialId', '=', 'material.id'),
    )
    .innerJoin('standardVersion', (join) =>
      join.onRef('standardVersion.enterpriseId', '=', 'standard.enterpriseId').onRef('standardVersion.standardId', '=', 'standard.id'),
    )
    .select([
      'material.id',
      'material.name',
      'material.initials',
      'material.usualOrigin',
      'standardVersion.id as versionId',
      'standard.kind as standardKind',
      'standard.name as standardName',
      'standardVersion.edition',
    ])
    .where('material.category', '=', category)
    .where('material.isActive', '=', true)
    .where('standardVersion.state', '=', 'approved')
    .where('standardVersion.effectiveFrom', '<=', on)
    .where((eb) => eb.or([eb('standardVersion.effectiveTo', 'is', null), eb('standardVersion.effectiveTo', '>', on)]))
    .orderBy('material.code')
    .orderBy('standard.id')
    .execute()
  const materials = [...Map.groupBy(rows, (row) => row.id).values()].map((editions) => {
    const { id, name, initials, usualOrigin } = editions[0]!
    return {
      id,
      name,
      initials,
      usualOrigin,
      standards: editions.map((edition) => ({ versionId: edition.versionId, name: standardNameOf(edition) })),
    }
  })
  return { suppliers, materials }
}

export const readReceiving: Handler<typeof purchaseApi.receiving> = async (tx, actor, { id }) => {
  const order = await orderRow(tx, actor, id)
  const lines = await orderLines(tx, id)
  const places = await tx
    .selectFrom('place')
    .select(['id', 'code', 'name', 'storageCondition'])
    .where('kind', '=', 'bin')
    .where('zone', '=', 'quarantine')
    .where('isActive', '=', true)
    .orderBy('code')
    .execute()
  return {
    orderNo: order.orderNo,
    category: order.category,
    supplierName: order.supplierName,
    lines: lines.map((line) => ({
      id: line.id,
      lineNo: line.lineNo,
      materialId: line.materialId,
      materialName: line.materialName,
      standardName: standardNameOf(line),
      grade: line.grade,
      agreedOrigin: agreedOriginOf(line),
      quantity: line.quantity,
      received: line.received,
      species: line.species,
      medicinalPart: line.medicinalPart,
      needsGrowthYears: line.needsGrowthYears,
      isToxic: line.isToxic,
      retestMonths: line.retestMonths,
    })),
    places: places.map(({ storageCondition, ...place }) => ({ ...place, isDoubleLocked: storageCondition === doubleLocked })),
  }
}

/** The suppliers of a kind of goods; those who cannot deliver on the day come last, with the reason. Who was removed is not among them. */
async function suppliersOf(tx: Tx, category: PurchaseCategory, on: string) {
  const suppliers = await tx
    .selectFrom('supplier')
    .select(['id', 'name', 'initials', 'kind', 'state', 'stateReason', 'auditedOn', 'validUntil'])
    .select(sql<string | null>`licences_until(enterprise_id, id)`.as('licencesUntil'))
    .where('state', '<>', 'removed')
    .where(sql<boolean>`${category} = any (categories)`)
    .orderBy('code')
    .limit(500)
    .execute()
  const approved = await tx.selectFrom('supplierMaterial').select(['supplierId', 'materialId', 'province', 'city', 'county']).execute()
  const approvedOf = Map.groupBy(approved, (row) => row.supplierId)
  const all = suppliers.map(({ id, name, initials, kind, ...standing }) => ({
    ...{ id, name, initials, kind },
    trouble: supplierTrouble({ ...standing, state: standing.state as SupplierState }, on) ?? null,
    approved: (approvedOf.get(id) ?? []).map(({ supplierId: _, ...row }) => row),
  }))
  return all.toSorted((a, b) => Number(a.trouble !== null) - Number(b.trouble !== null))
}
