import {
  AliasNode,
  ColumnNode,
  CompiledQuery,
  ExpressionWrapper,
  IdentifierNode,
  ReferenceNode,
  type SelectQueryNode,
  sql,
  type Expression,
  type SelectQueryBuilder,
  type SqlBool,
} from 'kysely'
import { elementAt, only } from '#contract/kernel/certain.ts'
import { mostExported } from '#contract/office/export.ts'
import type { Tx } from '#server/db/connection.ts'
import { rowsInAll } from '#server/db/snake-case.ts'
import { planOf, type Plan, type Way } from './ways-to.ts'

/** Counting stops here: the screen shows 1000+, and a long list costs no more than a short one. */
const countCap = 1001

type Paging = {
  page: number
  pageSize: number
  /** A column of the selected row, `-` in front for descending; it was checked against the endpoint's own list. */
  sort: string
  /** What a search asks: a row that fits one of these is found. Each is looked for by itself, so that each can have its index. */
  anyOf?: readonly Way[]
  /** How it is planned: by default as the ways say. */
  plan?: Plan
}

type List<DB, TB extends keyof DB, Row> = SelectQueryBuilder<DB, TB, Row>

/**
 * One page of a list of rows that have an `id`, and its (capped) length, in one statement. Within it the ids are found first: what is only shown, in the select
 * list or by a left join over a key, PostgreSQL then leaves out, so that skipped and counted rows cost next to nothing (decision 0047). Then the rows are read by
 * their ids. The list is written once and put together as text: to write it anew for each part costs more than to run it (decision 0062).
 */
export async function pageOf<DB, TB extends keyof DB, Row extends { id: string | number }>(
  tx: Tx,
  query: List<DB, TB, Row>,
  paging: Paging,
): Promise<{ rows: Row[]; total: number }> {
  if (wholeLists.has(tx)) {
    const { ids, total } = await idsOfPage(tx, query, paging)
    return { rows: await rowsOf(tx, query, ids), total }
  }
  const written = write(tx, query, paging, 'rows')
  const { page, parameters } = pageIn(written, paging)
  const text = `${page} select listed.*, page.total as rows_in_all from page
    left join lateral (select * from (${written.list}) listed where listed.id = any (page.ids) offset 0) listed on true
    order by array_position(page.ids, listed.id)`
  const { rows } = await tx.getExecutor().executeQuery<Row & { [rowsInAll]: number }>(CompiledQuery.raw(text, parameters))
  const { [rowsInAll]: total, id } = elementAt(rows, 0)
  // A page without rows is one line that has no id.
  if (total === 0 || id === null) return { rows: [], total }
  return { rows, total }
}

/** Of each transaction that reads whole lists, the ids of each list. */
const wholeLists = new WeakMap<Tx, Map<string, readonly string[]>>()

/** Makes a transaction find the ids of a list once for all its pages, up to `most`: all pages then cost what their rows do, the last as little as the first. */
export const walkPages = (tx: Tx): void => void wholeLists.set(tx, new Map())

/** The ids of a page in their order: for a list whose rows are read by another query than that which finds them. */
export async function idsOfPage<DB, TB extends keyof DB, Row extends { id: string | number }>(
  tx: Tx,
  query: List<DB, TB, Row>,
  paging: Paging,
): Promise<{ ids: (Row['id'] | string)[]; total: number }> {
  const written = write(tx, query, paging, 'ids')
  const whole = wholeLists.get(tx)
  if (whole === undefined) {
    const { page, parameters } = pageIn(written, paging)
    const found = await tx
      .getExecutor()
      .executeQuery<{ ids: Row['id'][]; total: number }>(CompiledQuery.raw(`${page} select ids, total from page`, parameters))
    return only(found.rows)
  }
  const text = `select id::text from (${idsUpTo(written, mostExported)}) found`
  const name = JSON.stringify([text, written.parameters])
  const every = async () => {
    const found = await tx.getExecutor().executeQuery<{ id: string }>(CompiledQuery.raw(text, [...written.parameters]))
    return found.rows.map(({ id }) => id)
  }
  const ids = whole.get(name) ?? (await every())
  whole.set(name, ids)
  const offset = (paging.page - 1) * paging.pageSize
  return { ids: ids.slice(offset, offset + paging.pageSize), total: ids.length }
}

/** A list as text: itself, the ways in which a row is found, with the keys that one is asked for, its order; and the values that all of these name. */
type Written = {
  list: string
  ways: { list: string; keys?: string }[]
  order: string
  sorted: string
  parameters: readonly unknown[]
}

// Signs that no statement has: between two parts, and where the condition of a way belongs.
const between = '\u0001'
const place = '\u0002'

/**
 * Writes a list and its ways at once, so that the values are numbered through. Where ids alone are asked for and each way finds them, the list itself is left out:
 * PostgreSQL takes no value that no part of the statement names.
 */
function write<DB, TB extends keyof DB, Row>(
  tx: Tx,
  query: List<DB, TB, Row>,
  { sort, anyOf = [] }: Paging,
  wanted: 'rows' | 'ids',
): Written {
  const descending = sort.startsWith('-')
  const column = descending ? sort.slice(1) : sort
  const conditions = anyOf.map((way): Expression<unknown> => ('keys' in way ? sql`${way.column} = called.key` : way))
  const keys = anyOf.map((way): Expression<unknown> => ('keys' in way ? way.keys : sql``))
  const shown = wanted === 'rows' || anyOf.length === 0 ? query : sql``
  const found = anyOf.length === 0 ? [] : [finding(query.where(sql<SqlBool>`${sql.raw(place)}`), column)]
  const { sql: text, parameters } = sql.join([shown, sql.ref(column), ...conditions, ...keys, ...found], sql.raw(between)).compile(tx)
  const [list = '', sorted = '', ...written] = text.split(between)
  const open = written.at(-1) ?? ''
  const direction = descending ? 'desc' : 'asc'
  return {
    list,
    ways:
      anyOf.length === 0
        ? [{ list }]
        : anyOf.map((_, at) => ({ list: open.replace(place, () => written[at] ?? ''), keys: written[anyOf.length + at] })),
    order: `order by sorted ${direction}, id ${direction}`,
    sorted,
    parameters,
  }
}

/** The same list with its id and what it is sorted by alone: what is only shown need not be understood once more for each way in which a row is found. */
function finding<DB, TB extends keyof DB, Row>(query: List<DB, TB, Row>, sorted: string): Expression<unknown> {
  const node = query.toOperationNode()
  const names = new Set(['id', sorted])
  const selections = node.selections?.filter(({ selection }) => {
    if (AliasNode.is(selection)) return IdentifierNode.is(selection.alias) && names.has(selection.alias.name)
    return ReferenceNode.is(selection) && ColumnNode.is(selection.column) && names.has(selection.column.column.name)
  })
  if (selections?.length !== names.size) return query
  const narrow: SelectQueryNode = { ...node, selections }
  return new ExpressionWrapper(narrow)
}

/** The first ids of a list in its order. The limit is written out: PostgreSQL plans for so many rows. */
function idsUpTo({ ways, order, sorted }: Written, limit: number): string {
  const each = ways.map(({ list, keys = '' }) => {
    const found = `select id, ${sorted} as sorted from (${list}) listed ${order} limit ${limit}`
    if (keys === '') return found
    return `select listed.* from unnest(${keys}) as called (key) cross join lateral (${found}) listed ${order} limit ${limit}`
  })
  if (each.length === 1) return `select id from (${each.join('')}) listed`
  // Each comes in the order of the list, so that they are merged, and a row that fits twice comes twice in a row.
  return `select distinct on (sorted, id) id from (${each.map((way) => `(${way})`).join(' union all ')}) listed ${order} limit ${limit}`
}

/** `page (ids, total)`: one look at the list in its order gives both, as far as is counted and as the page asks for. */
function pageIn(written: Written, { page, pageSize, anyOf = [], plan = planOf(anyOf) }: Paging): { page: string; parameters: unknown[] } {
  const first = (page - 1) * pageSize + 1
  const last = page * pageSize
  let limit = countCap
  while (limit < last) limit *= 2
  const count = written.parameters.length
  return {
    page: `${plan}with found as materialized (select array(${idsUpTo(written, limit)}) as ids),
      page as materialized (select ids[$${count + 1}:$${count + 2}] as ids, least(cardinality(ids), ${countCap}) as total from found)`,
    parameters: [...written.parameters, first, last],
  }
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
