import type pg from 'pg'

/** SQL that is another value of the column's type. A `first…` goes down, so that an interval stays one. */
const otherValue = (column: string, type: string): string => {
  const name = `"${column}"`
  if (type === 'uuid') return 'gen_random_uuid()'
  if (type === 'text') return `coalesce(${name}, '') || 'x'`
  if (type === 'boolean') return `not coalesce(${name}, false)`
  if (type === 'date') return `coalesce(${name}, '2026-01-01') + 1`
  if (type === 'timestamp with time zone') return `coalesce(${name}, now()) + interval '1 microsecond'`
  if (type === 'smallint' || type === 'numeric') return `coalesce(${name}, 0) + 1`
  if (type === 'integer' || type === 'bigint') return `coalesce(${name}, 0) ${column.startsWith('first') ? '-' : '+'} 1000003`
  if (type === 'bytea') return `coalesce(${name}, '') || '\\x00'::bytea`
  if (type === 'jsonb') return `jsonb_build_object('was', ${name})`
  if (type === 'xid8') return `(${name}::text::bigint + 1)::text::xid8`
  if (type === 'uuid[]') return `array_append(${name}, gen_random_uuid())`
  if (type === 'bytea[]') return `array_append(${name}, '\\x00'::bytea)`
  if (type === 'text[]') return `array_append(${name}, 'x')`
  if (type === 'int8multirange') return `${name} + int8multirange(int8range(1000003, 1000004))`
  if (type === 'integer[]' || type === 'numeric[]') return `array_append(${name}, 1)`
  throw new Error(`how would one change a ${type}?`)
}

export type Column = { table: string; column: string; type: string }

/** The columns that are written, not calculated, of the tables `c` that fulfil a condition. */
export const columnsOf = async (client: Pick<pg.ClientBase, 'query'>, condition: string): Promise<Column[]> =>
  (
    await client.query<Column>(`select c.relname as table, a.attname as column, format_type(a.atttypid, null) as type
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and ${condition} order by c.relname, a.attnum`)
  ).rows

/** A row of the table, the last one in its file unless `place` says another, gets another value in this column. */
export const changeOf = ({ table, column, type }: Column, place = 'order by ctid desc'): string =>
  `update ${table} set "${column}" = ${otherValue(column, type)} where ctid = (select ctid from ${table} ${place} limit 1)`

/** The verifier opens a transaction of its own; over this it reads through the one that `client` is in, with what was done there. */
export function throughItsTransaction(client: pg.ClientBase): pg.ClientBase {
  const through = Object.create(client) as pg.ClientBase
  through.query = ((text: string, values?: unknown[]) =>
    /^(begin|rollback$)/.test(text) ? Promise.resolve({ rows: [] }) : client.query(text, values)) as typeof client.query
  return through
}
