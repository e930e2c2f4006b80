import { sql } from 'kysely'
import type { changeApi, ChangeRecord, ChangeRow, ChangeSubject } from '#contract/cases/change.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { doubleLocked } from '#contract/warehouse/movement.ts'
import { matches, pageOf } from '#kernel/paging.ts'
import type { Handler, Tx } from '#kernel/serve.ts'

const rows = (tx: Tx) =>
  tx
    .selectFrom('changeRequest')
    .innerJoin('qualityCase', (join) =>
      join.onRef('qualityCase.enterpriseId', '=', 'changeRequest.enterpriseId').onRef('qualityCase.id', '=', 'changeRequest.caseId'),
    )
    .innerJoin('account as proposer', (join) =>
      join.onRef('proposer.enterpriseId', '=', 'changeRequest.enterpriseId').onRef('proposer.id', '=', 'changeRequest.proposedBy'),
    )
    .leftJoin('account as approver', (join) =>
      join.onRef('approver.enterpriseId', '=', 'changeRequest.enterpriseId').onRef('approver.id', '=', 'changeRequest.approvedBy'),
    )
    .select(['changeRequest.id', 'qualityCase.caseNo', 'changeRequest.record', 'changeRequest.recordId', 'changeRequest.subject'])
    .select(['changeRequest.state', 'changeRequest.asked', 'changeRequest.reason', 'changeRequest.effectiveOn', 'changeRequest.proposedAt'])
    .select(['changeRequest.approvedAt', 'changeRequest.appliedAt', 'changeRequest.endReason'])
    .select(['proposer.id as proposerId', 'proposer.name as proposerName', 'approver.name as approvedBy'])

type Selected = Awaited<ReturnType<ReturnType<typeof rows>['execute']>>[number]

const rowFrom = ({ proposerId, proposerName, asked, ...row }: Selected): ChangeRow => ({
  ...row,
  asked: asked.map(({ value: _, ...change }) => change),
  proposedBy: { id: proposerId, name: proposerName },
})

export async function changeRow(tx: Tx, id: string): Promise<ChangeRow> {
  const row = await rows(tx).where('changeRequest.id', '=', id).executeTakeFirst()
  if (row === undefined) throw new Refusal('not_found')
  return rowFrom(row)
}

export const listChanges: Handler<typeof changeApi.list> = async (tx, _actor, { page, pageSize, sort, q, state, record }) => {
  const found = await pageOf(
    tx,
    rows(tx)
      .$call((query) => (state === undefined ? query : query.where('changeRequest.state', '=', sql.lit(state))))
      .$call((query) => (record === undefined ? query : query.where('changeRequest.record', '=', sql.lit(record))))
      .$if(q !== '', (query) => query.where(matches(q, { number: 'qualityCase.caseNo', name: 'changeRequest.subject' }))),
    { page, pageSize, sort },
  )
  return { rows: found.rows.map(rowFrom), total: found.total }
}

export const readChange: Handler<typeof changeApi.read> = async (tx, _actor, { id }) => {
  const change = await changeRow(tx, id)
  return { change, touched: await touchedBy(tx, change.record, change.recordId) }
}

/** What a record is called and its critical values now, by their columns. */
export async function criticalValues(tx: Tx, record: ChangeRecord, id: string): Promise<Pick<ChangeSubject, 'subject' | 'values'>> {
  if (record === 'material') {
    const row = await tx
      .selectFrom('material')
      .select(['code', 'name', 'isToxic', 'retestMonths', 'retentionMonths'])
      .where('id', '=', id)
      .executeTakeFirst()
    if (row === undefined) throw new Refusal('not_found')
    return {
      subject: `${row.name} ${row.code}`,
      values: { is_toxic: row.isToxic, retest_months: row.retestMonths, retention_months: row.retentionMonths },
    }
  }
  if (record === 'supplier') {
    const row = await tx.selectFrom('supplier').select(['code', 'name', 'state']).where('id', '=', id).executeTakeFirst()
    if (row === undefined) throw new Refusal('not_found')
    return { subject: `${row.name} ${row.code}`, values: { state: row.state } }
  }
  const row = await tx
    .selectFrom('product')
    .select(['code', 'name', 'isToxic', 'shelfLifeMonths', 'retentionMonths'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (row === undefined) throw new Refusal('not_found')
  return {
    subject: `${row.name} ${row.code}`,
    values: { is_toxic: row.isToxic, shelf_life_months: row.shelfLifeMonths, retention_months: row.retentionMonths },
  }
}

/** Which column of a lot names the record. */
const restsOn = {
  material: sql`lot.material_id`,
  product: sql`lot.product_id`,
  supplier: sql`(select raw.supplier_id from raw_lot raw where raw.enterprise_id = lot.enterprise_id and raw.id = lot.id)`,
} satisfies Record<ChangeRecord, unknown>

/** What rests on a record today: lots that are in the house, with their bins, orders in work, and purchases that are still to come. */
async function touchedBy(tx: Tx, record: ChangeRecord, id: string): Promise<ChangeSubject['touched']> {
  const { rows: lots } = await sql<ChangeSubject['touched']['lots'][number]>`
    select lot.id as lot_id, lot.lot_no, lot.name, lot.kind, lot.state, lot.is_toxic, lot.retest_on, jsonb_agg(jsonb_build_object(
      'code', p.code, 'name', p.name, 'isDoubleLocked', coalesce(p.storage_condition = ${doubleLocked}, false)) order by p.code) as bins
    from lot join stock_balance b on b.enterprise_id = lot.enterprise_id and b.lot_id = lot.id and b.is_real and b.quantity > 0
      join place p on p.enterprise_id = b.enterprise_id and p.id = b.place_id and p.kind = 'bin'
    where ${restsOn[record]} = ${id}::uuid
    group by lot.enterprise_id, lot.id order by lot.lot_no`.execute(tx)
  if (record === 'supplier') return { lots, orders: [], purchases: await purchasesFrom(tx, id) }
  const orders = await tx
    .selectFrom('productionOrder')
    .innerJoin('product', (join) =>
      join.onRef('product.enterpriseId', '=', 'productionOrder.enterpriseId').onRef('product.id', '=', 'productionOrder.productId'),
    )
    .select(['productionOrder.id', 'productionOrder.orderNo', 'productionOrder.productName'])
    .where(record === 'material' ? 'product.materialId' : 'product.id', '=', id)
    .where('productionOrder.state', 'not in', ['completed', 'sent_back', 'reviewed', 'cancelled'])
    .orderBy('productionOrder.orderNo')
    .execute()
  return { lots, orders, purchases: [] }
}

/** Purchase orders of a supplier of which something is still to come. */
const purchasesFrom = (tx: Tx, supplierId: string): Promise<ChangeSubject['touched']['purchases']> =>
  tx
    .selectFrom('purchaseOrder')
    .select(['id', 'orderNo', 'state'])
    .select(
      sql<string>`(select coalesce(string_agg(material.name, '、' order by line.line_no), '') from purchase_line line
        join material on material.enterprise_id = line.enterprise_id and material.id = line.material_id
        where line.enterprise_id = purchase_order.enterprise_id and line.order_id = purchase_order.id)`.as('materials'),
    )
    .where('supplierId', '=', supplierId)
    .where('state', 'not in', ['received', 'closed', 'cancelled'])
    .orderBy('orderNo')
    .execute()

export const readChangeSubject: Handler<typeof changeApi.subject> = async (tx, _actor, { record, recordId }) => {
  const { subject, values } = await criticalValues(tx, record, recordId)
  const open = await rows(tx)
    .where('changeRequest.recordId', '=', recordId)
    .where('changeRequest.state', 'in', ['proposed', 'approved'])
    .executeTakeFirst()
  return { subject, values, open: open?.caseNo ?? null, touched: await touchedBy(tx, record, recordId) }
}
