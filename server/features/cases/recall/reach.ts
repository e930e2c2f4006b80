import { sql } from 'kysely'
import { only } from '#contract/kernel/certain.ts'
import { recallNodes, type RecallLot, type RecallNode, type RecallScope } from '#contract/cases/recall.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { textOfUnits, unitsOf } from '#tools/fixed-point.ts'
import type { Tx } from '#kernel/serve.ts'

/** What a question reaches at this moment: its lots, sources first, and who received some of them. The database finds both (`definitions/recall.sql`). */
export type Reach = { lots: RecallLot[]; customers: ReachedCustomer[] }
type ReachedCustomer = { customerId: string; name: string; deliveries: number; packs: number; quantity: string }

export async function reachOf(tx: Tx, scope: RecallScope): Promise<Reach> {
  const { rows: lots } = await sql<RecallLot>`
    select r.lot_id, l.lot_no, l.name, l.kind, r.role, l.state, l.holds, false as is_held, r.quantity, r.in_house, r.shipped, r.other
    from recall_lots(${JSON.stringify(scope)}::jsonb) r join lot l on l.enterprise_id = current_enterprise() and l.id = r.lot_id
    order by r.role desc, l.born_on, l.lot_no`.execute(tx)
  if (lots.length === 0) return { lots, customers: [] }
  const { rows: customers } = await sql<ReachedCustomer>`
    select customer_id, name, deliveries, packs, quantity from recall_customers(${lots.map(({ lotId }) => lotId)}::uuid[])
    order by quantity desc, name`.execute(tx)
  return { lots, customers }
}

/** The same, of which something must be found. */
export async function someReachOf(tx: Tx, scope: RecallScope): Promise<Reach> {
  const reach = await reachOf(tx, scope)
  if (reach.lots.length === 0) throw new Refusal('recall_empty', [{ path: 'scope', message: '没有找到批次，请核对起点与日期' }])
  return reach
}

/** The pack lots' equation: made = in the house + shipped + what the ledger knows was lost, kg. */
export function figuresOf(lots: readonly RecallLot[]) {
  const packs = lots.filter(({ kind }) => kind === 'pack')
  const sum = (read: (lot: RecallLot) => string) => textOfUnits(packs.reduce((total, lot) => total + unitsOf(read(lot)), 0n))
  return {
    made: sum(({ quantity }) => quantity),
    inHouse: sum(({ inHouse }) => inHouse),
    shipped: sum(({ shipped }) => shipped),
    other: sum(({ other }) => other),
  }
}

/** What can be chosen at each node: what stands in the scope, and how a person reads it. Newest first where there is an order. */
const sources: Record<RecallNode, string> = {
  lot: `select id::text as value, lot_no || ' ' || name as label from lot where state <> 'reversed' order by born_on desc, id desc`,
  supplier: `select id::text as value, name || ' ' || code as label from supplier order by name`,
  origin: `select distinct on (value) value, replace(value, '/', ' ') as label
    from raw_lot, unnest(array[province, concat_ws('/', province, city), concat_ws('/', province, city, county)]) value
    where province <> '' and value not like '%/' order by value`,
  harvest: `select id::text as value, name || ' ' || code as label from material where category = 'crude_drug' order by name`,
  customer: `select id::text as value, name || ' ' || code as label from customer order by name`,
  packing: `select o.id::text as value, o.order_no || ' ' || l.lot_no || ' ' || l.name as label from packaging_order o
    join pack_lot p on p.enterprise_id = o.enterprise_id and p.packaging_order_id = o.id
    join lot l on l.enterprise_id = p.enterprise_id and l.id = p.id order by o.created_at desc`,
  method: `select distinct method as value, method as label from standard_item where method <> '' order by method`,
  analyst: `select a.id::text as value, a.name as label from account a where exists (select from test_result t
    where t.enterprise_id = a.enterprise_id and t.entered_by = a.id) order by a.name`,
  equipment: `select distinct one as value, one as label from production_step, unnest(equipment) one order by one`,
  process: `select v.id::text as value, p.name || ' ' || v.code || ' 第' || v.version || '版' as label from process_version v
    join product p on p.enterprise_id = v.enterprise_id and p.id = v.product_id where v.state = 'approved' order by p.name, v.version desc`,
}
export async function choicesOf(tx: Tx, node: RecallNode, q: string, id: string | undefined): Promise<{ value: string; label: string }[]> {
  const { rows } = await sql<{ value: string; label: string }>`
    select value, label from (${sql.raw(sources[node])}) one
    where ${id === undefined ? sql`strpos(lower(label), lower(${q})) > 0` : sql`value = ${id}`} limit 30`.execute(tx)
  return rows
}

/** How a person reads a question: 供应商：岷县当归合作社；到货日期 2026-03-01 至 2026-03-31. What is not there is `not_found`. */
export async function subjectOf(tx: Tx, { node, ids, words, from, to }: RecallScope): Promise<string> {
  const { label, days } = recallNodes[node]
  const window = days === null || (from === null && to === null) ? '' : `；${days} ${from ?? '最早'} 至 ${to ?? '今天'}`
  if (words !== '') return `${label}：${words.replaceAll('/', ' ')}${window}`
  const { rows } = await sql<{ found: string | null; count: number }>`
    select string_agg(label, '、') as found, count(*)::integer as count from (${sql.raw(sources[node])}) one where value = any (${ids}::text[])`.execute(
    tx,
  )
  const { found, count } = only(rows)
  if (found === null || count !== new Set(ids).size) throw new Refusal('not_found')
  return `${label}：${found}${window}`
}
