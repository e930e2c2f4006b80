import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { matches } from '#kernel/paging.ts'
import type { Tx } from '#kernel/serve.ts'

/** What both lists of page 37 and the trend are narrowed by, as conditions on `inspection`, `test_result` and days. */

type Goods = { goodsId?: string | undefined; words?: string | undefined }

const standardsOf = ({ goodsId, words }: Goods) => sql`from standard_version version
  join standard on standard.enterprise_id = version.enterprise_id and standard.id = version.standard_id
  left join material on material.enterprise_id = standard.enterprise_id and material.id = standard.material_id
  left join product on product.enterprise_id = standard.enterprise_id and product.id = standard.product_id
  where ${goodsId === undefined ? sql`true` : sql`(standard.material_id = ${goodsId} or standard.product_id = ${goodsId})`}
    and ${words === undefined ? sql`true` : sql`(${matches(words, { name: 'material.name', initials: 'material.initials' })} or ${matches(words, { name: 'product.name', initials: 'product.initials' })})`}`

/**
 * Versions of the standards of a material or product, by its id or by what a person types of its name. They are looked up first: with
 * the ids the planner can tell a rare herb from a common one, and chooses the index or the walk by time.
 */
export async function versionsOf(tx: Tx, goods: Goods): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select version.id ${standardsOf(goods)}`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Lines of those standards, of one name or of all. */
export async function linesOf(tx: Tx, { item, ...goods }: Goods & { item?: string | undefined }): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select item.id from standard_item item
    where item.standard_version_id in (select version.id ${standardsOf(goods)}) and ${item === undefined ? sql`true` : sql`item.name = ${item}`}`.execute(
    tx,
  )
  return rows.map(({ id }) => id)
}

/**
 * Up to so many are looked up by their ids. Of more the newest are soon found in the order of the list: the condition is then said so that the planner
 * cannot take them for few.
 */
const few = 2000

/** The ids of what was found; nothing where they are too many. */
async function fewOf(tx: Tx, query: RawBuilder<unknown>): Promise<string[] | undefined> {
  const { rows } = await sql<{ id: string }>`select id from (${query}) found limit ${sql.lit(few + 1)}`.execute(tx)
  return rows.length > few ? undefined : rows.map(({ id }) => id)
}

/** The lot was bought from this supplier, or made of such a lot. */
export async function suppliedBy(tx: Tx, supplierId: string) {
  const lots = await fewOf(
    tx,
    sql`select id from raw_lot where supplier_id = ${supplierId} union all
      select lot_edge.to_lot_id from raw_lot join lot_edge on lot_edge.enterprise_id = raw_lot.enterprise_id and lot_edge.from_lot_id = raw_lot.id
      where raw_lot.supplier_id = ${supplierId}`,
  )
  if (lots !== undefined) return sql<SqlBool>`inspection.lot_id = any (${lots}::uuid[])`
  return sql<SqlBool>`(exists (select from raw_lot where raw_lot.enterprise_id = inspection.enterprise_id and raw_lot.id = inspection.lot_id
      and raw_lot.supplier_id = ${supplierId})
    or exists (select from lot_edge join raw_lot on raw_lot.enterprise_id = lot_edge.enterprise_id and raw_lot.id = lot_edge.from_lot_id
      where lot_edge.enterprise_id = inspection.enterprise_id and lot_edge.to_lot_id = inspection.lot_id and raw_lot.supplier_id = ${supplierId}))`
}

/** 产地 as the request has it names the province; a blend names several. What was ever written there is looked through first, each text once. */
export async function grownIn(tx: Tx, province: string) {
  // `<> 0`: of `> 0` PostgreSQL expects a third, and then sorts all results instead of walking back in time.
  const named = sql<SqlBool>`strpos(inspection.origin, ${province}) <> 0`
  const requests = await fewOf(
    tx,
    sql`with recursive text (origin) as (
        (select origin from inspection where enterprise_id = current_enterprise() order by origin limit 1)
        union all select (select i.origin from inspection i where i.enterprise_id = current_enterprise() and i.origin > text.origin order by i.origin limit 1)
        from text where text.origin is not null)
      select inspection.id from inspection
      where inspection.origin = any (array(select origin from text where strpos(origin, ${province}) > 0))`,
  )
  return requests === undefined ? named : sql<SqlBool>`inspection.id = any (${requests}::uuid[])`
}

/** This person wrote one of the results. */
export async function testedBy(tx: Tx, analystId: string) {
  const requests = await fewOf(tx, sql`select inspection_id as id from test_result where entered_by = ${analystId}`)
  if (requests !== undefined) return sql<SqlBool>`inspection.id = any (${[...new Set(requests)]}::uuid[])`
  return sql<SqlBool>`exists (select from test_result mine where mine.enterprise_id = inspection.enterprise_id and mine.inspection_id = inspection.id
    and mine.entered_by = ${analystId})`
}

/** From the beginning of a day of Asia/Shanghai, until the end of another. */
export const fromDay = (column: string, day: string) =>
  sql<SqlBool>`${sql.ref(column)} >= (${day}::date)::timestamp at time zone 'Asia/Shanghai'`
export const untilDay = (column: string, day: string) =>
  sql<SqlBool>`${sql.ref(column)} < (${day}::date + 1)::timestamp at time zone 'Asia/Shanghai'`

/** The result is the one that counts for its item of its inspection. */
export const stillCounts = sql<SqlBool>`(select counts from counting(test_result))`

/** 供货单位: as the request has it, or for a made batch the suppliers of its main raw lots. */
export const supplierText = sql<string>`case when inspection.side = 'raw' then inspection.supplier else coalesce((select string_agg(distinct supplier.name, '、')
  from lot_edge join raw_lot on raw_lot.enterprise_id = lot_edge.enterprise_id and raw_lot.id = lot_edge.from_lot_id
  join supplier on supplier.enterprise_id = raw_lot.enterprise_id and supplier.id = raw_lot.supplier_id
  where lot_edge.enterprise_id = inspection.enterprise_id and lot_edge.to_lot_id = inspection.lot_id and lot_edge.role = 'main'), '') end`
