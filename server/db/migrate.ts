import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import pg from 'pg'
import { only } from '#contract/kernel/certain.ts'
import { adoptColumns, auditedColumns } from './adopt-columns.ts'
import { applyDefinitions, readDefinitions, schemaChecksum, type Definition } from './definitions.ts'
import { MigrationError } from './migration-error.ts'

const folder = new URL('./migrations/', import.meta.url)

/** A numbered migration: plain SQL, up only, never changed once it has run anywhere. */
export type Migration = { name: string; text: string; checksum: string }

/** All migrations in the order of their numbers. */
export function readMigrations(): Migration[] {
  return readdirSync(folder)
    .filter((name) => /^\d{4}_[a-z_]+\.sql$/.test(name))
    .sort()
    .map((name) => {
      const text = readFileSync(new URL(name, folder), 'utf8')
      return { name, text, checksum: createHash('sha256').update(text).digest('hex') }
    })
}

/**
 * Brings the database at `adminUrl` up to this program's schema: makes the roles bencao_owner (owns, cannot log in) and
 * bencao_app (the server), then runs each new migration in a transaction of its own as the owner, then the definitions of functions, triggers
 * and views if they are not the ones applied last. A migration that was changed after it ran, and a database newer than the program, are
 * refused. Two processes may call it at once: the second waits until the first is done, however long that takes.
 */
export async function migrate(
  adminUrl: string,
  {
    appPassword,
    migrations = readMigrations(),
    definitions = readDefinitions(),
    log = () => {},
  }: { appPassword: string; migrations?: Migration[]; definitions?: Definition[]; log?: (line: string) => void },
): Promise<{ applied: string[]; dropped: string[] }> {
  const client = new pg.Client({
    connectionString: adminUrl,
    options: '-c timezone=UTC -c lock_timeout=10000',
    application_name: 'bencao migrate',
  })
  client.on('error', () => {}) // said by the query that fails
  await client.connect()
  try {
    await client.query(`set lock_timeout = 0`)
    await client.query(`select pg_advisory_lock(hashtext('bencao migrate'))`)
    await client.query(`reset lock_timeout`)
    await makeRoles(client, appPassword).catch((error: unknown) => {
      if (!(error instanceof pg.DatabaseError) || error.code !== '42501') throw error // insufficient_privilege
      throw new MigrationError(
        `the administrator must own the database and have CREATEROLE and CREATEDB, or be a superuser: ${error.message}`,
      )
    })
    await client.query(`set role bencao_owner`)
    await client.query(
      `create table if not exists migration (name text primary key, checksum text not null, applied_at timestamptz not null default now());
      create table if not exists definition_set (checksum text primary key, applied_at timestamptz not null)`,
    )
    const { rows } = await client.query<{ name: string; checksum: string }>(`select name, checksum from migration order by name`)
    refuseForeignHistory(rows, migrations)

    const done = new Set(rows.map((row) => row.name))
    const pending = migrations.filter((migration) => !done.has(migration.name))
    const applied: string[] = []
    await passOldTransactions(client, log)
    // adoptColumns looks up what older programs wrote, under the names they used.
    if (pending.length > 0) await client.query(definitionOf(definitions, 'names.sql'))
    for (const { name, text, checksum } of pending) {
      log(`migrating: ${name}`)
      await client.query('begin')
      try {
        const before = await auditedColumns(client)
        await client.query(text)
        await adoptColumns(client, name, before)
        await client.query(`insert into migration (name, checksum) values ($1, $2)`, [name, checksum])
        await client.query('commit')
      } catch (error) {
        await client.query('rollback').catch(() => {}) // where the connection is gone, so is the transaction
        throw new MigrationError(`migration ${name} failed and was undone: ${error instanceof Error ? error.message : String(error)}`, {
          cause: error,
        })
      }
      applied.push(name)
    }
    const { dropped } = await applyDefinitions(client, definitions, { checksum: schemaChecksum(migrations, definitions), log })
    // What a server that was killed, or an older program, has left is sealed before anybody works with it.
    await client.query(`select seal_logs()`)
    return { applied, dropped }
  } finally {
    await client.end()
  }
}

/**
 * Lets transactions pass until the cluster counts beyond the last one that the audit knows by its number. After a logical restore a new cluster
 * begins to count low; a transaction with a number of old could not be sealed, since `seal_audit` takes the audit's rows of that number for its own.
 */
async function passOldTransactions(client: pg.Client, log: (line: string) => void) {
  const { rows: known } = await client.query<{ known: boolean }>(`select to_regclass('audit') is not null as known`)
  if (!only(known).known) return
  const { rows: enterprises } = await client.query<{ id: string }>(`select id from enterprise`)
  for (const { id } of enterprises) {
    await client.query(`select set_config('app.enterprise', $1, false)`, [id])
    const { rows } = await client.query<{ last: string | null; ahead: string | null }>(
      `select max(xid)::text as last, (max(xid)::text::bigint - pg_snapshot_xmax(pg_current_snapshot())::text::bigint)::text as ahead from audit`,
    )
    const { last, ahead } = only(rows)
    if (last === null || Number(ahead) < 0) continue
    log(`letting ${Number(ahead) + 1} transaction numbers pass that the audit knows already`)
    await client.query(`do $$ begin while pg_current_xact_id() <= '${last}'::xid8 loop commit; end loop; end $$`)
  }
  await client.query(`select set_config('app.enterprise', '', false)`)
}

function definitionOf(definitions: readonly Definition[], name: string): string {
  const found = definitions.find((definition) => definition.name === name)
  if (found === undefined) throw new MigrationError(`definitions/${name} is missing from the program`)
  return found.text
}

function refuseForeignHistory(ran: { name: string; checksum: string }[], migrations: Migration[]) {
  for (const { name, checksum } of ran) {
    const mine = migrations.find((migration) => migration.name === name)
    if (mine === undefined)
      throw new MigrationError(
        `the database has run ${name}, which this program does not know: it is newer than the program; update the program`,
      )
    if (mine.checksum !== checksum)
      throw new MigrationError(
        `migration ${name} was changed after it ran on this database; restore the file and add a new migration instead`,
      )
  }
  const last = ran.at(-1)?.name ?? ''
  const late = migrations.find((migration) => migration.name < last && !ran.some((row) => row.name === migration.name))
  if (late !== undefined)
    throw new MigrationError(`migration ${late.name} comes before ${last}, which has run already; give it a later number`)
}

async function makeRoles(client: pg.Client, appPassword: string) {
  await client.query(`do $$ begin
    if not exists (select from pg_roles where rolname = 'bencao_owner') then create role bencao_owner nologin; end if;
    if not exists (select from pg_roles where rolname = 'bencao_app') then create role bencao_app login; end if;
  exception when duplicate_object or unique_violation then null; end $$`)
  await client.query(`alter role bencao_app with login password ${client.escapeLiteral(appPassword)}`)
  const { rows } = await client.query<{ database: string; mighty: boolean; superuser: boolean }>(
    `select current_database() as database, app.rolsuper or app.rolbypassrls or app.rolcreaterole or app.rolcreatedb as mighty, me.rolsuper as superuser
     from pg_roles app, pg_roles me where app.rolname = 'bencao_app' and me.rolname = current_user`,
  )
  const { database, mighty, superuser } = only(rows)
  if (mighty)
    throw new MigrationError(
      'the role bencao_app may do more than a server should: take SUPERUSER, BYPASSRLS, CREATEROLE and CREATEDB from it',
    )
  // An administrator of a managed server is no superuser and must be a member before it can act as the owner.
  if (!superuser) await client.query(`grant bencao_owner to current_user`)
  await client.query(`alter database ${client.escapeIdentifier(database)} owner to bencao_owner`)
  await client.query(`grant connect on database ${client.escapeIdentifier(database)} to bencao_app`)
}
