import { sql, type RawBuilder } from 'kysely'
import { only } from '#contract/kernel/certain.ts'
import { recallNodes, type RecallNode, type RecallScope } from '#contract/cases/recall.ts'
import type { RecallLot } from '#contract/cases/recall-file.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { textOfUnits, unitsOf } from '#tools/fixed-point.ts'
import type { Tx } from '#kernel/serve.ts'
import { begins } from '#kernel/ways-to.ts'

/** What a question reaches at this moment: its lots, sources first, and who received some of them. The database finds both (`definitions/recall.sql`). */
export type Reach = { lots: RecallLot[]; customers: ReachedCustomer[] }
type ReachedCustomer = { customerId: string; name: string; deliveries: number; packs: number; quantity: string }

export async function reachOf(tx: Tx, scope: RecallScope): Promise<Reach> {
  const { rows: lots } = await sql<RecallLot>`
    select r.lot_id, l.lot_no, l.name, l.kind, r.role, l.state, l.holds, false as is_held, l.unit, r.quantity, r.in_house, r.shipped, r.other
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

const choicesAtMost = 30

/** What can be chosen at a node: among what, by which column a scope names it, how a person reads it, and in which order it is offered. */
type Choices = { among: string; value: string; label: string; order: string; fits?: (q: string) => RawBuilder<unknown> }
const words = (node: RecallNode): Choices => ({
  among: `from recall_word w where w.node = '${node}'`,
  value: 'w.word',
  label: `replace(w.word, '/', ' ')`,
  order: 'w.word',
})
const choices: Record<Exclude<RecallNode, 'code'>, Choices> = {
  lot: {
    among: `from lot l where l.state <> 'reversed'`,
    value: 'l.id',
    label: `l.lot_no || ' ' || l.name`,
    order: 'l.id desc',
    fits: (q) => sql`l.id = any (array(${lotsFitting(q)}))`,
  },
  supplier: { among: 'from supplier s where true', value: 's.id', label: `s.name || ' ' || s.code`, order: 's.name' },
  origin: words('origin'),
  harvest: { among: `from material m where m.category = 'crude_drug'`, value: 'm.id', label: `m.name || ' ' || m.code`, order: 'm.name' },
  customer: { among: 'from customer c where true', value: 'c.id', label: `c.name || ' ' || c.code`, order: 'c.name' },
  packing: {
    among: `from packaging_order o join pack_lot p on p.enterprise_id = o.enterprise_id and p.packaging_order_id = o.id
      join lot l on l.enterprise_id = p.enterprise_id and l.id = p.id where true`,
    value: 'o.id',
    label: `o.order_no || ' ' || l.lot_no || ' ' || l.name`,
    order: 'o.created_at desc, o.id desc',
    fits: (q) => sql`o.id = any (array(select p.packaging_order_id from pack_lot p where p.id = any (array(${lotsFitting(q)}))
      union (select id from packaging_order where ${begins('order_no', q)} order by order_no limit ${sql.lit(choicesAtMost)})))`,
  },
  method: { ...words('method'), label: 'w.word' },
  analyst: {
    among: `from account a where exists (select from test_result t where t.enterprise_id = a.enterprise_id and t.entered_by = a.id)`,
    value: 'a.id',
    label: 'a.name',
    order: 'a.name',
  },
  equipment: words('equipment'),
  process: {
    among: `from process_version v join product p on p.enterprise_id = v.enterprise_id and p.id = v.product_id where v.state = 'approved'`,
    value: 'v.id',
    label: `p.name || ' ' || v.code || ' 第' || v.version || '版'`,
    order: 'p.name, v.version desc',
    // Products first: there are fewer of them than versions.
    fits: (q) => sql`(p.id = any (array(select id from product where strpos(name, ${q}) > 0 or strpos(initials, ${q.toLowerCase()}) > 0
      or strpos(code, ${q.toUpperCase()}) > 0)) or v.code = ${q.toUpperCase()})`,
  },
}

/** Of lots whose number begins so the first, and of each name that fits the newest: each is found by an index, however many lots there are. */
const lotsFitting = (q: string) => sql`(select id from lot where ${begins('lot_no', q)} order by lot_no limit ${sql.lit(choicesAtMost)})
  union select newest.id from goods_name g cross join lateral (
    select l.id from lot l where l.enterprise_id = g.enterprise_id and l.name = g.name order by l.id desc limit ${sql.lit(choicesAtMost)}) newest
  where strpos(g.name, ${q}) > 0 or g.initials ^@ ${q.toLowerCase()}`

/** What a form is offered at a node: what was chosen (`id`), or what fits what was typed. */
export async function choicesOf(tx: Tx, node: RecallNode, q: string, id: string | undefined): Promise<{ value: string; label: string }[]> {
  if (node === 'code') return [] // it is scanned
  const { among, value, label, order, fits = (typed) => sql`strpos(lower(${sql.raw(label)}), lower(${typed})) > 0` } = choices[node]
  if (id !== undefined && recallNodes[node].by === 'words') return []
  const asked = id !== undefined ? sql`${sql.raw(value)} = ${id}::uuid` : q === '' ? sql`true` : fits(q)
  const { rows } = await sql<{ value: string; label: string }>`
    select ${sql.raw(value)}::text as value, ${sql.raw(label)} as label ${sql.raw(among)} and ${asked}
    order by ${sql.raw(order)} limit ${sql.lit(choicesAtMost)}`.execute(tx)
  return rows
}

/** How a person reads a question: 供应商：岷县当归合作社；到货日期 2026-03-01 至 2026-03-31. What is not there is `not_found`. */
export async function subjectOf(tx: Tx, { node, ids, words, last, from, to }: RecallScope): Promise<string> {
  const { label, days } = recallNodes[node]
  const window = days === null || (from === null && to === null) ? '' : `；${days} ${from ?? '最早'} 至 ${to ?? '今天'}`
  if (node === 'code') return `${label}：${words}${last === '' ? '' : ` 至 ${last}`}`
  if (words !== '') return `${label}：${words.replaceAll('/', ' ')}${window}`
  const { among, value, label: told } = choices[node]
  const { rows } = await sql<{ found: string | null; count: number }>`
    select string_agg(label, '、') as found, count(*)::integer as count
    from (select ${sql.raw(told)} as label ${sql.raw(among)} and ${sql.raw(value)} = any (${ids}::uuid[])) one`.execute(tx)
  const { found, count } = only(rows)
  if (found === null || count !== new Set(ids).size) throw new Refusal('not_found')
  return `${label}：${found}${window}`
}
