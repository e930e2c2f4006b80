import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import pg from 'pg'
import { only } from '#contract/kernel/certain.ts'
import { MigrationError } from './migration-error.ts'

const folder = new URL('./definitions/', import.meta.url)

/** The files in the order in which they run: what a view, a trigger or a function is made of comes before it. */
const order = [
  ...['tenancy', 'names', 'audit', 'session', 'signature', 'numbering', 'mail', 'witness'], // the kernel
  ...[
    'people',
    'authorisation',
    'deputies',
    'supply',
    'discrepancies',
    'laboratory',
    'making',
    'warehouse',
    'standing',
    'packing',
    'release',
    'selling',
    'tracing',
    'returns',
    'recall',
    'pack_samples',
    'office',
    'means',
    'assets',
    'climate',
    'corrections',
    'changes',
    'papers',
    'disposal',
    'supplier_returns',
    'code_locks',
    'authority_locks',
    'stocktake',
    'ledger',
    'incidents',
    'rework',
    'repack',
    'stability',
    'care',
    'rights_review',
    'packing_materials',
    'waiting',
  ],
]

/** Functions, procedures, triggers and views of one topic as they are now (decision 0019): plain SQL that can run again. */
export type Definition = { name: string; text: string }

/** All definitions in their order. */
export function readDefinitions(): Definition[] {
  const found = readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .map((name) => name.slice(0, -'.sql'.length))
  const unplaced = found.find((topic) => !order.includes(topic))
  if (unplaced !== undefined) throw new Error(`definitions/${unplaced}.sql has no place in the order (server/db/definitions.ts)`)
  return order.map((topic) => ({ name: `${topic}.sql`, text: readFileSync(new URL(`${topic}.sql`, folder), 'utf8') }))
}

/** What a program makes of a database, as one number: its migrations and its definitions. */
export function schemaChecksum(migrations: readonly { name: string; checksum: string }[], definitions: readonly Definition[]): string {
  const digest = createHash('sha256')
  for (const { name, checksum } of migrations) digest.update(`${name} ${checksum}\n`)
  for (const { name, text } of definitions) digest.update(`${name} ${createHash('sha256').update(text).digest('hex')}\n`)
  return digest.digest('hex')
}

/** Whether the set applied last is the one of `checksum`; no where no program has applied any yet. */
export async function hasDefinitions(client: pg.ClientBase, checksum: string): Promise<boolean> {
  const { rows } = await client.query<{ known: boolean }>(`select to_regclass('definition_set') is not null as known`)
  return only(rows).known && (await appliedSets(client))[0] === checksum
}

/** The sets that were applied to this database, the latest first. */
async function appliedSets(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ checksum: string }>(`select checksum from definition_set order by applied_at desc`)
  return rows.map((row) => row.checksum)
}

/**
 * Makes the functions, procedures, triggers and views of the database those of `definitions`, in one transaction: runs every file when the set is
 * not the one applied last, and drops what no file makes any more. Runs as the owner, after the migrations. To go back to an earlier
 * set is refused while servers are connected: they would work with functions they were not made for.
 */
export async function applyDefinitions(
  client: pg.ClientBase,
  definitions: readonly Definition[],
  { checksum, log }: { checksum: string; log: (line: string) => void },
): Promise<{ dropped: string[] }> {
  const applied = await appliedSets(client)
  if (applied[0] === checksum) return { dropped: [] }
  if (applied.includes(checksum)) await refuseBesideServers(client)
  log('applying the definitions')
  for (let attempt = 1; ; attempt += 1) {
    try {
      const dropped = await replaceAll(client, definitions, checksum)
      for (const what of dropped) log(`dropped: ${what}`)
      return { dropped }
    } catch (error) {
      await client.query('rollback')
      // A trigger locks its table, and a server that is at work may hold the next one.
      if (attempt === 3 || !isDeadlock(error)) throw error
    }
  }
}

async function replaceAll(client: pg.ClientBase, definitions: readonly Definition[], checksum: string): Promise<string[]> {
  await client.query('begin')
  for (const { name, text } of definitions)
    await client.query(text).catch((error: unknown) => fail(`definitions/${name}${lineOf(error, text)}`, error))
  const dropped = await dropUnmade(client).catch((error: unknown) => fail('dropping what no definition makes any more', error))
  // Later than any other, also when the clock was set back.
  await client.query(
    `insert into definition_set (checksum, applied_at)
    select $1, greatest(clock_timestamp(), max(applied_at) + interval '1 microsecond') from definition_set
    on conflict (checksum) do update set applied_at = excluded.applied_at`,
    [checksum],
  )
  await client.query('commit')
  return dropped
}

function fail(what: string, error: unknown): never {
  throw new MigrationError(`${what} failed, and no definition was changed: ${error instanceof Error ? error.message : String(error)}`, {
    cause: error,
  })
}

const isDeadlock = (error: unknown) =>
  error instanceof MigrationError && error.cause instanceof pg.DatabaseError && error.cause.code === '40P01'

const lineOf = (error: unknown, text: string) =>
  error instanceof pg.DatabaseError && error.position !== undefined ? `:${text.slice(0, Number(error.position)).split('\n').length}` : ''

async function refuseBesideServers(client: pg.ClientBase) {
  const { rowCount } = await client.query(`select from pg_stat_activity where datname = current_database() and usename = 'bencao_app'`)
  if (rowCount === 0) return
  throw new MigrationError(
    'the database has been given the definitions of another version of the program since this version ran on it, and servers are connected to it: ' +
      'start the other version, or stop the servers first to go back to this one',
  )
}

export type Made = { kind: 'function' | 'trigger' | 'view'; name: string; now: boolean }

/**
 * The functions (procedures too), triggers and views that belong to the owner, and whether this transaction made them or made them anew. Left out
 * are extensions, what others have made, and the triggers that a table gets when it is made (make_tenant_table and its like).
 */
export async function madeObjects(client: pg.ClientBase): Promise<Made[]> {
  const { rows } = await client.query<Made>(`
    with own as (
      select oid, proname, oid::regprocedure::text as name, xmin from pg_proc
      where pronamespace = 'public'::regnamespace and proowner = 'bencao_owner'::regrole
        and not exists (select from pg_depend where classid = 'pg_proc'::regclass and objid = pg_proc.oid and deptype = 'e'))
    select 'trigger' as kind, format('%I on %s', tgname, tgrelid::regclass) as name, t.xmin = pg_current_xact_id()::xid as now
    from pg_trigger t join own on own.oid = t.tgfoid
    where not tgisinternal and tgparentid = 0 and own.proname not in ('write_audit', 'write_audit_digest', 'count_version', 'keep_forever')
    union all
    select 'view', c.oid::regclass::text, r.xmin = pg_current_xact_id()::xid
    from pg_class c join pg_rewrite r on r.ev_class = c.oid and r.rulename = '_RETURN'
    where c.relkind = 'v' and c.relnamespace = 'public'::regnamespace and c.relowner = 'bencao_owner'::regrole
    union all
    select 'function', name, xmin = pg_current_xact_id()::xid from own
    order by kind, name`)
  return rows
}

/** Drops what the files that have just run did not make, and says what that was. */
async function dropUnmade(client: pg.ClientBase): Promise<string[]> {
  const unmade = (await madeObjects(client)).filter(({ now }) => !now)
  const names = (kind: Made['kind']) => unmade.filter((made) => made.kind === kind).map((made) => made.name)
  for (const trigger of names('trigger')) await client.query(`drop trigger ${trigger}`)
  // In one statement each, so that one of them may be made of another.
  if (names('view').length > 0) await client.query(`drop view ${names('view').join(', ')}`)
  if (names('function').length > 0) await client.query(`drop routine ${names('function').join(', ')}`)
  return unmade.map(({ kind, name }) => `${kind} ${name}`)
}
