import { sql, type SelectQueryBuilder, type SqlBool } from 'kysely'
import { only } from '#contract/kernel/certain.ts'
import type { Tx } from './serve.ts'

/** Counting stops here: the screen shows 1000+, and a long list costs no more than a short one. */
const countCap = 1001

/**
 * One page of a list and its (capped) length. `sort` is a column of the selected row, `-` in front for descending; it was
 * checked against the endpoint's own list, so it names a selected column. The last tie is broken by `id`.
 */
export async function pageOf<DB, TB extends keyof DB, Row>(
  tx: Tx,
  query: SelectQueryBuilder<DB, TB, Row>,
  { page, pageSize, sort, tie = 'id' }: { page: number; pageSize: number; sort: string; tie?: string },
): Promise<{ rows: Row[]; total: number }> {
  const descending = sort.startsWith('-')
  const direction = descending ? 'desc' : 'asc'
  const column = descending ? sort.slice(1) : sort
  const rows = await query
    .orderBy(sql.ref(column), direction)
    .orderBy(sql.ref(tie), direction)
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute()
  // A first page that is not full says the length itself.
  if (page === 1 && rows.length < pageSize) return { rows, total: rows.length }
  const capped = query
    .clearSelect()
    .clearOrderBy()
    .select(sql`1`.as('one'))
    .limit(countCap)
  const counted = await sql<{ total: number }>`select count(*)::integer as total from ${capped} capped`.execute(tx)
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
