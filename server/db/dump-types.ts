import type pg from 'pg'
import { columnTypes } from './column-types.ts'

type Column = { table: string; name: string; type: string; isArray: boolean; isView: boolean; nullable: boolean; given: Given }

/** Who fills the column in at an insert: the statement, the statement or else the database, the database alone. */
type Given = 'always' | 'by default' | 'never'

// As server/db/connection.ts reads them.
const types: Record<string, string> = {
  bool: 'boolean',
  bytea: 'Buffer',
  date: 'string',
  int2: 'number',
  int4: 'number',
  int8: 'number',
  int8multirange: 'string',
  numeric: 'string',
  text: 'string',
  timestamptz: 'string',
  uuid: 'string',
  xid8: 'string',
}

/**
 * The tables and views of a database as kysely wants them, as TypeScript. A column that `column-types.ts` names has the contract's type;
 * an entry there that no column answers to is refused.
 */
export async function dumpTypes(client: pg.ClientBase): Promise<string> {
  const { rows } = await client.query<Column>(columns)
  const missing = Object.entries(columnTypes).flatMap(([table, named]) =>
    Object.keys(named)
      .filter((name) => !rows.some((column) => camel(column.table) === table && camel(column.name) === name))
      .map((name) => `${table}.${name}`),
  )
  if (missing.length > 0) throw new Error(`column-types.ts names what the database does not have: ${missing.join(', ')}`)
  const tables = [...Map.groupBy(rows, ({ table }) => table)]
  return `${[
    heading,
    ...tables.map(([table, of]) => interfaceOf(pascal(table), of.map(fieldOf))),
    interfaceOf(
      'Schema',
      tables.map(([table]) => `${camel(table)}: ${pascal(table)}`),
    ),
  ].join('\n\n')}\n`
}

const heading = `// Made by \`npm run check -- --write\` from the migrations and column-types.ts; not to be edited.
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { Stored } from './column-types.ts'`

const namedColumns = new Map<string, object>(Object.entries(columnTypes))

const interfaceOf = (name: string, fields: string[]) => `export interface ${name} {\n${fields.map((field) => `  ${field}\n`).join('')}}`

function fieldOf(column: Column): string {
  const { table, name, type, isArray, nullable, given } = column
  const known = Object.hasOwn(namedColumns.get(camel(table)) ?? {}, camel(name))
  const one = known ? `Stored['${camel(table)}']['${camel(name)}']` : type === 'jsonb' ? 'unknown' : types[type]
  if (one === undefined) throw new Error(`${table}.${name}: no type is known for ${type}`)
  const read = `${one}${isArray ? '[]' : ''}`
  return `${camel(name)}: ${type === 'jsonb' ? jsonColumn(read, nullable, given) : plainColumn(nullable ? `${read} | null` : read, given)}`
}

const plainColumn = (read: string, given: Given) =>
  given === 'never' ? `GeneratedAlways<${read}>` : given === 'by default' ? `Generated<${read}>` : read

// Read as what it holds, written as JSON text: the driver would make a PostgreSQL array of a JavaScript one.
const jsonColumn = (read: string, nullable: boolean, given: Given) => {
  const written = nullable ? 'string | null' : 'string'
  const inserted = nullable || given === 'by default' ? `${written} | undefined` : written
  return `ColumnType<${nullable && read !== 'unknown' ? `${read} | null` : read}, ${inserted}, ${written}>`
}

// As kysely's CamelCasePlugin does.
const camel = (name: string) => name.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase())
const pascal = (name: string) => camel(`_${name}`)

const columns = `
  select c.relname as table, a.attname as name, c.relkind = 'v' as "isView", t.typelem <> 0 and t.typcategory = 'A' as "isArray",
    case when t.typcategory = 'A' then (select typname from pg_type e where e.oid = t.typelem) else t.typname end as type,
    not a.attnotnull as nullable,
    case when a.attidentity = 'a' or a.attgenerated <> '' then 'never' when a.attidentity <> '' or a.atthasdef then 'by default' else 'always' end as given
  from pg_class c join pg_attribute a on a.attrelid = c.oid join pg_type t on t.oid = a.atttypid
  where c.relkind in ('r', 'p', 'v') and c.relnamespace = 'public'::regnamespace and a.attnum > 0 and not a.attisdropped
    and not exists (select from pg_depend where objid = c.oid and deptype = 'e')
  order by c.relname, a.attname`
