import { sql, type RawBuilder } from 'kysely'
import type { ChangeRecord, ChangeSubject } from '#contract/cases/change.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { doubleLocked } from '#contract/warehouse/movement.ts'
import type { Tx } from '#kernel/serve.ts'

/** The table whose row is locked while a change of it is asked for or approved; a process and a pack specification are named by their product. */
const tableOf = {
  material: 'material',
  product: 'product',
  supplier: 'supplier',
  process: 'product',
  standard: 'standard',
  pack_spec: 'product',
  asset: 'asset',
} as const satisfies Record<ChangeRecord, string>

/** Nobody edits it between what the proposer saw and the proposal; afterwards the open change keeps them from it. */
export const lockSubject = (tx: Tx, record: ChangeRecord, id: string) =>
  tx.selectFrom(tableOf[record]).select('id').where('id', '=', id).forUpdate().execute()

type Value = ChangeSubject['values'][string]

/** What a record is called, and its critical values now, by their columns. */
const said: Record<ChangeRecord, (id: string) => RawBuilder<{ subject: string; critical: [column: string, value: Value][] }>> = {
  material: (id) => sql`
    select concat_ws(' ', name, code) as subject, jsonb_build_array(jsonb_build_array('is_toxic', is_toxic), jsonb_build_array('retest_months', retest_months),
      jsonb_build_array('retention_months', retention_months)) as critical
    from material where id = ${id}::uuid`,
  product: (id) => sql`
    select concat_ws(' ', name, code) as subject, jsonb_build_array(jsonb_build_array('is_toxic', is_toxic),
      jsonb_build_array('shelf_life_months', shelf_life_months), jsonb_build_array('retention_months', retention_months),
      jsonb_build_array('storage', storage)) as critical
    from product where id = ${id}::uuid`,
  supplier: (id) => sql`
    select concat_ws(' ', name, code) as subject, jsonb_build_array(jsonb_build_array('state', state)) as critical from supplier where id = ${id}::uuid`,
  process: (id) => sql`
    select concat_ws(' ', p.name, p.code) as subject, jsonb_build_array(jsonb_build_array('version', coalesce((select v.code from process_version v
      where v.enterprise_id = p.enterprise_id and v.product_id = p.id and v.state = 'approved' and v.effective_from <= today()
      order by v.effective_from desc limit 1), '没有现行版'))) as critical
    from product p where p.id = ${id}::uuid`,
  standard: (id) => sql`
    select concat_ws(' ', s.name, s.kind) as subject, jsonb_build_array(jsonb_build_array('version', coalesce((select v.edition from standard_version v
      where v.enterprise_id = s.enterprise_id and v.standard_id = s.id and v.state = 'approved' and v.effective_from <= today()
      order by v.effective_from desc limit 1), '没有现行版'))) as critical
    from standard s where s.id = ${id}::uuid`,
  pack_spec: (id) => sql`
    select concat_ws(' ', p.name, p.code) as subject, jsonb_build_array(jsonb_build_array('version', coalesce((select string_agg(s.name, '，' order by s.name)
      from pack_spec s where s.enterprise_id = p.enterprise_id and s.product_id = p.id and s.is_active), '没有在用的规格'))) as critical
    from product p where p.id = ${id}::uuid`,
  asset: (id) => sql`
    select concat_ws(' ', number, name) as subject, jsonb_build_array(jsonb_build_array('is_toxic', is_toxic), jsonb_build_array('class', class),
      jsonb_build_array('clearance_hours', clearance_hours), jsonb_build_array('calibration_months', calibration_months)) as critical
    from asset where id = ${id}::uuid`,
}

export async function criticalValues(tx: Tx, record: ChangeRecord, id: string): Promise<Pick<ChangeSubject, 'subject' | 'values'>> {
  const { rows } = await said[record](id).execute(tx)
  const [found] = rows
  if (found === undefined) throw new Refusal('not_found')
  return { subject: found.subject, values: Object.fromEntries(found.critical) }
}

/** A critical value as a change keeps it; null where there is none. */
export const kept = (value: Value | undefined): string | null => (value === undefined || value === null ? null : String(value))

/** Which lots rest on the record; on an asset none do, they were made with it. */
const restsOn = {
  material: (id) => sql`lot.material_id = ${id}::uuid`,
  product: (id) => sql`lot.product_id = ${id}::uuid`,
  process: (id) => sql`lot.product_id = ${id}::uuid`,
  pack_spec: (id) => sql`lot.product_id = ${id}::uuid`,
  supplier: (id) =>
    sql`(select raw.supplier_id from raw_lot raw where raw.enterprise_id = lot.enterprise_id and raw.id = lot.id) = ${id}::uuid`,
  standard: (id) => sql`exists (select from standard s where s.enterprise_id = lot.enterprise_id and s.id = ${id}::uuid
    and (s.material_id = lot.material_id or s.product_id = lot.product_id))`,
  asset: () => sql`false`,
} satisfies Record<ChangeRecord, (id: string) => RawBuilder<unknown>>

/** Which orders in work go by the record. */
const worksBy = {
  material: (id) => sql`p.material_id = ${id}::uuid`,
  product: (id) => sql`p.id = ${id}::uuid`,
  process: (id) => sql`p.id = ${id}::uuid`,
  pack_spec: (id) => sql`p.id = ${id}::uuid`,
  supplier: () => sql`false`,
  standard: (id) => sql`exists (select from standard s where s.enterprise_id = o.enterprise_id and s.id = ${id}::uuid
    and (s.material_id = p.material_id or s.product_id = p.id))`,
  asset: (id) =>
    sql`exists (select from asset_use u where u.enterprise_id = o.enterprise_id and u.production_order_id = o.id and u.asset_id = ${id}::uuid)`,
} satisfies Record<ChangeRecord, (id: string) => RawBuilder<unknown>>

/** What rests on a record today: lots that are in the house, with their bins, orders in work, and purchases that are still to come. */
export async function touchedBy(tx: Tx, record: ChangeRecord, id: string): Promise<ChangeSubject['touched']> {
  const { rows: lots } = await sql<ChangeSubject['touched']['lots'][number]>`
    select lot.id as lot_id, lot.lot_no, lot.name, lot.kind, lot.state, lot.is_toxic, lot.retest_on, jsonb_agg(jsonb_build_object(
      'code', p.code, 'name', p.name, 'isDoubleLocked', coalesce(p.storage_condition = ${doubleLocked}, false)) order by p.code) as bins
    from lot join stock_balance b on b.enterprise_id = lot.enterprise_id and b.lot_id = lot.id and b.is_real and b.quantity > 0
      join place p on p.enterprise_id = b.enterprise_id and p.id = b.place_id and p.kind = 'bin'
    where ${restsOn[record](id)}
    group by lot.enterprise_id, lot.id order by lot.lot_no`.execute(tx)
  const { rows: orders } = await sql<ChangeSubject['touched']['orders'][number]>`
    select o.id, o.order_no, o.product_name from production_order o join product p on p.enterprise_id = o.enterprise_id and p.id = o.product_id
    where o.state not in ('completed', 'sent_back', 'reviewed', 'cancelled') and ${worksBy[record](id)} order by o.order_no`.execute(tx)
  return { lots, orders, purchases: record === 'supplier' ? await purchasesFrom(tx, id) : [] }
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
