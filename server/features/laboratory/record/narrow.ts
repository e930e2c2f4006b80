import { sql, type SqlBool } from 'kysely'
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

/** Up to so many lots are looked up by their ids. A supplier with more has most of the list anyway. */
const fewLots = 2000

/** The lot was bought from this supplier, or made of such a lot. */
export async function suppliedBy(tx: Tx, supplierId: string) {
  const { rows } = await sql<{ id: string }>`select id from raw_lot where supplier_id = ${supplierId} union all
    select lot_edge.to_lot_id from raw_lot join lot_edge on lot_edge.enterprise_id = raw_lot.enterprise_id and lot_edge.from_lot_id = raw_lot.id
    where raw_lot.supplier_id = ${supplierId} limit ${fewLots + 1}`.execute(tx)
  if (rows.length <= fewLots) return sql<SqlBool>`inspection.lot_id = any (${rows.map(({ id }) => id)}::uuid[])`
  return sql<SqlBool>`(exists (select from raw_lot where raw_lot.enterprise_id = inspection.enterprise_id and raw_lot.id = inspection.lot_id
      and raw_lot.supplier_id = ${supplierId})
    or exists (select from lot_edge join raw_lot on raw_lot.enterprise_id = lot_edge.enterprise_id and raw_lot.id = lot_edge.from_lot_id
      where lot_edge.enterprise_id = inspection.enterprise_id and lot_edge.to_lot_id = inspection.lot_id and raw_lot.supplier_id = ${supplierId}))`
}

/** 产地 as the request has it begins with the province; a blend names several. */
export const grownIn = (province: string) => sql<SqlBool>`strpos(inspection.origin, ${province}) > 0`

/** This person wrote one of the results. */
export const testedBy = (analystId: string) =>
  sql<SqlBool>`exists (select from test_result mine where mine.enterprise_id = inspection.enterprise_id and mine.inspection_id = inspection.id
    and mine.entered_by = ${analystId})`

/** From the beginning of a day of Asia/Shanghai, until the end of another. */
export const fromDay = (column: string, day: string) =>
  sql<SqlBool>`${sql.ref(column)} >= (${day}::date)::timestamp at time zone 'Asia/Shanghai'`
export const untilDay = (column: string, day: string) =>
  sql<SqlBool>`${sql.ref(column)} < (${day}::date + 1)::timestamp at time zone 'Asia/Shanghai'`

/** The result is the one that counts for its item of its inspection. */
export const stillCounts = sql<SqlBool>`result_counts(test_result)`

/** 供货单位: as the request has it, or for a made batch the suppliers of its main raw lots. */
export const supplierText = sql<string>`case when inspection.side = 'raw' then inspection.supplier else coalesce((select string_agg(distinct supplier.name, '、')
  from lot_edge join raw_lot on raw_lot.enterprise_id = lot_edge.enterprise_id and raw_lot.id = lot_edge.from_lot_id
  join supplier on supplier.enterprise_id = raw_lot.enterprise_id and supplier.id = raw_lot.supplier_id
  where lot_edge.enterprise_id = inspection.enterprise_id and lot_edge.to_lot_id = inspection.lot_id and lot_edge.role = 'main'), '') end`

/** 检验依据 as the trade writes it: 《中国药典》2025年版一部; a firm's own by its number. */
export const standardText = sql<string>`title_of_standard(standard.kind, standard_version.edition)`
