import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import pg from 'pg'
import { readMigrations, type Migration } from '#server/db/migrate.ts'
import { emptyDatabase, type TestDatabase } from './database.ts'

// A database as an older program left it: the rows of all its tables, not its schema, which the migrations of that day make again. Every value
// is the text that PostgreSQL itself writes and reads, so nothing is rounded or lost. One line of JSON each: a table with its columns, then its
// rows; a sequence with its place.

type TableLine = { table: string; columns: string[] }
type SequenceLine = { sequence: string; last: string; called: boolean }
type RowLine = (string | null)[]
type Line = TableLine | SequenceLine | RowLine

/** Text in which a value of any type is written the same way everywhere. */
const plainText = `set local timezone = 'UTC'; set local datestyle = 'ISO, YMD'; set local intervalstyle = 'postgres'; set local bytea_output = 'hex'`

/** Every table of the schema with those of its columns that are written, not computed, and their types. */
async function tablesOf(client: pg.ClientBase) {
  const { rows } = await client.query<{ table: string; columns: string[]; types: string[] }>(`select c.relname as table,
      array_agg(quote_ident(a.attname) order by a.attnum) as columns, array_agg(format_type(a.atttypid, a.atttypmod) order by a.attnum) as types
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' group by c.relname order by c.relname`)
  return rows
}

/** Everything in the database. `client` must see every row (superuser). */
export async function takeDatabase(client: pg.ClientBase): Promise<Line[]> {
  await client.query(`begin isolation level repeatable read read only; ${plainText}`)
  try {
    const lines: Line[] = []
    for (const { table, columns } of await tablesOf(client)) {
      const { rows } = await client.query<{ row: string }>(
        `select to_json(array[${columns.map((column) => `${column}::text`).join()}])::text as row from ${table} order by 1`,
      )
      if (rows.length > 0) lines.push({ table, columns }, ...rows.map(({ row }) => JSON.parse(row) as RowLine))
    }
    const { rows: sequences } = await client.query<{ name: string }>(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'S' order by 1`,
    )
    for (const { name } of sequences) {
      const { rows } = await client.query<{ last: string; called: boolean }>(
        `select last_value::text as last, is_called as called from ${name}`,
      )
      lines.push({ sequence: name, last: rows[0]!.last, called: rows[0]!.called })
    }
    return lines
  } finally {
    await client.query('rollback')
  }
}

/** Puts what was taken into a database with the same schema, in place of everything in it; no trigger runs and no foreign key is asked. */
async function putDatabase(client: pg.ClientBase, lines: readonly Line[]): Promise<void> {
  await client.query(`begin; set local session_replication_role = replica; ${plainText}`)
  const tables = new Map((await tablesOf(client)).map((one) => [one.table, one]))
  await client.query([...tables.keys()].map((table) => `delete from ${table}`).join(';')) // the list of migrations, at least
  let into: TableLine | undefined
  let rows: RowLine[] = []
  const insert = async () => {
    if (into === undefined || rows.length === 0) return
    const { columns, types } = tables.get(into.table)!
    const values = into.columns.map((column, place) => `(r ->> ${place})::${types[columns.indexOf(column)]}`)
    await client.query(
      `insert into ${into.table} (${into.columns.join()}) overriding system value select ${values.join()} from json_array_elements($1) r`,
      [JSON.stringify(rows)],
    )
    rows = []
  }
  for (const line of lines) {
    if (Array.isArray(line)) {
      if (rows.push(line) === 2000) await insert()
      continue
    }
    await insert()
    into = 'table' in line ? line : undefined
    if ('sequence' in line) await client.query(`select setval($1, $2, $3)`, [line.sequence, line.last, line.called])
  }
  await insert()
  await client.query('commit')
}

/** The lines of a database that was kept in fixtures/. */
export function readKept(name: string): Line[] {
  const text = gunzipSync(readFileSync(new URL(`./fixtures/${name}.jsonl.gz`, import.meta.url))).toString('utf8')
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Line)
}

/** How many rows of each table were kept. */
export function countKept(lines: readonly Line[]): Record<string, number> {
  const counts: Record<string, number> = {}
  let table = ''
  for (const line of lines) {
    if (Array.isArray(line)) counts[table]! += 1
    else if ('table' in line) counts[(table = line.table)] = 0
  }
  return counts
}

/** The migrations that the kept database had run. */
function migrationsOf(lines: readonly Line[]) {
  const start = lines.findIndex((line) => 'table' in line && line.table === 'migration')
  const names = new Set<string | null>()
  for (const line of lines.slice(start + 1)) {
    if (!Array.isArray(line)) break
    names.add(line[0]!)
  }
  return readMigrations().filter(({ name }) => names.has(name))
}

/** Runs `migrations` alone, as programs did before there were definitions. */
export async function runMigrations(admin: pg.Client, migrations: readonly Migration[]) {
  await admin.query(`set role bencao_owner`)
  await admin.query(`create table migration (name text primary key, checksum text not null, applied_at timestamptz not null default now())`)
  for (const { name, text, checksum } of migrations) {
    await admin.query('begin')
    await admin.query(text)
    await admin.query(`insert into migration (name, checksum) values ($1, $2)`, [name, checksum])
    await admin.query('commit')
  }
  await admin.query(`reset role`)
}

/** A database of its own with the schema of that day and the rows that were kept; not yet brought up to the present. */
export async function oldDatabase(lines: readonly Line[]): Promise<TestDatabase> {
  const database = await emptyDatabase()
  const client = new pg.Client({ connectionString: database.adminUrl })
  await client.connect()
  try {
    await runMigrations(client, migrationsOf(lines))
    await putDatabase(client, lines)
    await client.query('analyze') // as a server in use has been; without it the verifier’s joins go row by row
  } finally {
    await client.end()
  }
  return database
}

/** The password of the role that the server works with. */
export const appPasswordOf = ({ appUrl }: TestDatabase): string => decodeURIComponent(new URL(appUrl).password)
