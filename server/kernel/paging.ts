import { sql, type Expression, type RawBuilder, type SelectQueryBuilder, type SqlBool } from 'kysely'
import { only } from '#contract/kernel/certain.ts'
import { mostExported } from '#contract/office/export.ts'
import type { Tx } from '#server/db/connection.ts'

/** Counting stops here: the screen shows 1000+, and a long list costs no more than a short one. */
const countCap = 1001

type Paging = {
  page: number
  pageSize: number
  /** A column of the selected row, `-` in front for descending; it was checked against the endpoint's own list. */
  sort: string
  /** What a search asks: a row that fits one of these is found. Each is looked for by itself, so that each can have its index. */
  anyOf?: readonly Expression<SqlBool>[]
}

/**
 * One page of a list of rows that have an `id`, and its (capped) length. The first statement finds the ids alone: what is only shown, in the select list
 * or by a left join over a key, PostgreSQL then leaves out, so that skipped and counted rows cost next to nothing (decision 0047). The second reads the rows.
 */
export async function pageOf<DB, TB extends keyof DB, Row extends { id: string | number }>(
  tx: Tx,
  query: SelectQueryBuilder<DB, TB, Row>,
  { page, pageSize, sort, anyOf = [] }: Paging,
): Promise<{ rows: Row[]; total: number }> {
  const { ids, total } = await idsOfPage(tx, query, { page, pageSize, sort, anyOf })
  return { rows: await rowsOf(tx, query, ids), total }
}

/** Of each transaction that reads whole lists, the ids of each list. */
const wholeLists = new WeakMap<Tx, Map<string, readonly string[]>>()

/** Makes a transaction find the ids of a list once for all its pages, up to `most`: all pages then cost what their rows do, the last as little as the first. */
export const walkPages = (tx: Tx): void => void wholeLists.set(tx, new Map())

/** The ids of a page in their order: for a list whose rows are read by another query than that which finds them. */
export async function idsOfPage<DB, TB extends keyof DB, Row extends { id: string | number }>(
  tx: Tx,
  query: SelectQueryBuilder<DB, TB, Row>,
  { page, pageSize, sort, anyOf = [] }: Paging,
): Promise<{ ids: (Row['id'] | string)[]; total: number }> {
  const offset = (page - 1) * pageSize
  const descending = sort.startsWith('-')
  const column = sql.ref(descending ? sort.slice(1) : sort)
  const direction = descending ? sql`desc` : sql`asc`
  const order = sql`order by sorted ${direction}, id ${direction}`
  const ways = anyOf.length === 0 ? [query] : anyOf.map((condition) => query.where(condition))
  const each = (select: RawBuilder<unknown>, rest: RawBuilder<unknown>) =>
    sql.join(
      ways.map((way) => sql`(select ${select} from (${way}) listed ${rest})`),
      sql` union `,
    )
  const upTo = (limit: number) => sql`(${each(sql`id, ${column} as sorted`, sql`${order} limit ${limit}`)}) listed`
  const whole = wholeLists.get(tx)
  if (whole !== undefined) {
    const every = sql<{ id: string }>`select id::text from ${upTo(mostExported)} ${order} limit ${mostExported}`
    const { sql: text, parameters } = every.compile(tx)
    const name = JSON.stringify([text, parameters])
    const ids = whole.get(name) ?? (await every.execute(tx)).rows.map(({ id }) => id)
    whole.set(name, ids)
    return { ids: ids.slice(offset, offset + pageSize), total: ids.length }
  }
  const first = upTo(offset + pageSize)
  const all = sql`(select from (${each(ways.length === 1 ? sql`1` : sql`id`, sql`limit ${countCap}`)}) every limit ${countCap}) counted`
  // A first page that is not full says the length itself.
  const found = await sql<{ ids: Row['id'][]; total: number }>`
    with page as materialized (select array(select id from ${first} ${order} limit ${pageSize} offset ${offset}) as ids)
    select ids, case when ${offset}::integer = 0 and cardinality(ids) < ${pageSize} then cardinality(ids) else (select count(*)::integer from ${all}) end as total
    from page`.execute(tx)
  return only(found.rows)
}

/** The rows of these ids, in their order. */
export async function rowsOf<DB, TB extends keyof DB, Row extends { id: string | number }>(
  tx: Tx,
  query: SelectQueryBuilder<DB, TB, Row>,
  ids: readonly (Row['id'] | string)[],
): Promise<Row[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<Row>`select * from (${query}) listed where listed.id = any (${ids})`.execute(tx)
  // The driver gives whole numbers in an array as text.
  const place = new Map(ids.map((id, index) => [String(id), index]))
  return rows.toSorted((a, b) => (place.get(String(a.id)) ?? 0) - (place.get(String(b.id)) ?? 0))
}

/** The same in one statement, for rows that have no id of their own; `tie` breaks the last tie. What is skipped costs as much as what is shown. */
export async function pageWithoutId<DB, TB extends keyof DB, Row>(
  tx: Tx,
  query: SelectQueryBuilder<DB, TB, Row>,
  { page, pageSize, sort, tie }: Omit<Paging, 'anyOf'> & { tie: string },
): Promise<{ rows: Row[]; total: number }> {
  const descending = sort.startsWith('-')
  const direction = descending ? 'desc' : 'asc'
  const rows = await query
    .orderBy(sql.ref(descending ? sort.slice(1) : sort), direction)
    .orderBy(sql.ref(tie), direction)
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute()
  if (page === 1 && rows.length < pageSize) return { rows, total: rows.length }
  const counted = await sql<{
    total: number
  }>`select count(*)::integer as total from (select from (${query}) listed limit ${countCap}) counted`.execute(tx)
  return { rows, total: only(counted.rows).total }
}

/** What a person types into a search box finds: the start of a number, any part of a name, the start of its pinyin initials. */
export function matches(q: string, on: { number?: string; name?: string; initials?: string }) {
  const conditions = [
    ...(on.number === undefined ? [] : [sql<SqlBool>`${sql.ref(on.number)} ^@ ${q.toUpperCase()}`]),
    ...(on.name === undefined ? [] : [sql<SqlBool>`strpos(${sql.ref(on.name)}, ${q}) > 0`]),
    ...(on.initials === undefined ? [] : [sql<SqlBool>`${sql.ref(on.initials)} ^@ ${q.toLowerCase()}`]),
  ]
  return sql<SqlBool>`(${sql.join(conditions, sql` or `)})`
}
