import { sql } from 'kysely'
import { Refusal } from '#contract/kernel/refusals.ts'
import type { discrepancyApi, DiscrepancyFile, DiscrepancyRow } from '#contract/supply/discrepancy.ts'
import { pageOf } from '#kernel/paging.ts'
import type { Handler, Tx } from '#kernel/serve.ts'
import { begins, waysTo } from '#kernel/ways-to.ts'

/** A value of another table by its whole key, so that it hinders no plan. */
const valueOf = (what: ReturnType<typeof sql>, table: string, column: string) =>
  sql<string>`(select ${what} from ${sql.table(table)} t where t.enterprise_id = receipt_discrepancy.enterprise_id and t.id = ${sql.ref(`receiptDiscrepancy.${column}`)})`

const rows = (tx: Tx) =>
  tx
    .selectFrom('receiptDiscrepancy')
    .select(['receiptDiscrepancy.id', 'discrepancyNo', 'receiptDiscrepancy.state', 'kinds', 'orderId', 'receiptId', 'noted', 'net'])
    .select(['refused', 'openedAt', 'answeredBy', 'settledAs', 'closedAt', 'receiptDiscrepancy.rowVersion'])
    .select([
      valueOf(sql`t.order_no`, 'purchase_order', 'orderId').as('orderNo'),
      valueOf(sql`t.receipt_no`, 'receipt', 'receiptId').as('receiptNo'),
      valueOf(sql`t.name`, 'supplier', 'supplierId').as('supplierName'),
      sql<string>`(select m.name from purchase_line l join material m on m.enterprise_id = l.enterprise_id and m.id = l.material_id
        where l.enterprise_id = receipt_discrepancy.enterprise_id and l.id = receipt_discrepancy.purchase_line_id)`.as('name'),
      sql<
        DiscrepancyRow['unit']
      >`(select m.unit from purchase_line l join material m on m.enterprise_id = l.enterprise_id and m.id = l.material_id
        where l.enterprise_id = receipt_discrepancy.enterprise_id and l.id = receipt_discrepancy.purchase_line_id)`.as('unit'),
    ])

/** One discrepancy as the list shows it; that of another enterprise is `not_found`. */
export async function discrepancyRowOf(tx: Tx, id: string): Promise<DiscrepancyRow> {
  const row = await rows(tx).where('receiptDiscrepancy.id', '=', id).executeTakeFirst()
  if (row === undefined) throw new Refusal('not_found')
  return row
}

export const listDiscrepancies: Handler<typeof discrepancyApi.list> = async (tx, _actor, { page, pageSize, sort, q, state }) =>
  pageOf(
    tx,
    rows(tx).$call((query) => (state === undefined ? query : query.where('receiptDiscrepancy.state', '=', state))),
    {
      page,
      pageSize,
      sort,
      anyOf:
        q === ''
          ? []
          : [
              ...(await waysTo(tx, q, { numbers: ['receiptDiscrepancy.discrepancyNo'] })),
              sql<boolean>`receipt_discrepancy.receipt_id in (select receipt.id from receipt where ${begins('receipt.receiptNo', q)})`,
              sql<boolean>`receipt_discrepancy.supplier_id in (select supplier.id from supplier where ${begins('supplier.name', q)})`,
            ],
    },
  )

/** A discrepancy with what was written at the door, the supplier's answer and its end. */
export async function discrepancyFileOf(tx: Tx, id: string): Promise<DiscrepancyFile> {
  const row = await discrepancyRowOf(tx, id)
  const name = (column: string) => sql<string | null>`${valueOf(sql`t.name`, 'account', column)}`
  const { doorLine, ...rest } = await tx
    .selectFrom('receiptDiscrepancy')
    .select(['doorLine', 'nameOnNote', 'supplierLotNo', 'note', 'answeredAt', 'answeredOn', 'answeredPerson', 'answer'])
    .select(['sentBackReason', 'paperNo', 'conclusion'])
    .select([
      valueOf(sql`t.delivery_note_no`, 'receipt', 'receiptId').as('deliveryNoteNo'),
      valueOf(sql`t.arrived_at`, 'receipt', 'receiptId').as('arrivedAt'),
      valueOf(sql`t.name`, 'account', 'openedBy').as('openedByName'),
      name('answeredBy').as('answeredByName'),
      name('closedBy').as('closedByName'),
      sql<string | null>`${valueOf(sql`t.receipt_no`, 'receipt', 'replacedBy')}`.as('replacedByNo'),
    ])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const lots =
    doorLine === null
      ? []
      : await tx
          .selectFrom('rawLot')
          .innerJoin('lot', (join) => join.onRef('lot.enterpriseId', '=', 'rawLot.enterpriseId').onRef('lot.id', '=', 'rawLot.id'))
          .select(['rawLot.id as lotId', 'lot.lotNo', 'rawLot.net'])
          .where('rawLot.receiptId', '=', row.receiptId)
          .where('rawLot.doorLine', '=', doorLine)
          .orderBy('lot.lotNo')
          .execute()
  return { row, ...rest, lots }
}

export const readDiscrepancy: Handler<typeof discrepancyApi.read> = (tx, _actor, { id }) => discrepancyFileOf(tx, id)
