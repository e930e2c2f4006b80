import { createHash, randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import pg from 'pg'
import { openPool } from '#server/db/pool.ts'
import { readDefinitions, schemaChecksum } from '#server/db/definitions.ts'
import type { Database } from '#server/db/embedded.ts'
import { migrate, readMigrations } from '#server/db/migrate.ts'
import { throwAwayCluster } from './cluster.ts'

export type TestDatabase = { adminUrl: string; appUrl: string; drop: () => Promise<void> }

let ownCluster: Promise<Database> | undefined
let inUse = 0

/**
 * A migrated, empty database for one test file, cloned from a template; drop it in `after`. It lies in the cluster that TEST_ADMIN_URL names
 * (`node scripts/with-database.mjs <command>` sets it), else in one of this process's own.
 */
export const testDatabase = (): Promise<TestDatabase> => cloneOf(migratedTemplate)

/** The same with the demo factory's people, roles and master data in it (the seeds, no lots). */
export const seededDatabase = (): Promise<TestDatabase> => cloneOf(seededTemplate)

/** One without any table, of which bencao_owner is the owner: for tests that run the migrations themselves. */
export const emptyDatabase = (): Promise<TestDatabase> =>
  cloneOf(async (client, clusterUrl) => {
    await migratedTemplate(client, clusterUrl) // makes the roles
    return 'template0'
  })

async function cloneOf(templateOf: (client: pg.Client, clusterUrl: string) => Promise<string>): Promise<TestDatabase> {
  inUse += 1
  const clusterUrl = process.env['TEST_ADMIN_URL'] ?? (await (ownCluster ??= throwAwayCluster())).adminUrl
  const name = `test_${process.pid}_${randomBytes(4).toString('hex')}`
  await onCluster(clusterUrl, async (client) => {
    const template = await templateOf(client, clusterUrl)
    await client.query(`create database ${name} template ${template} strategy wal_log owner bencao_owner`)
  })
  const adminUrl = withDatabase(clusterUrl, name)
  return {
    adminUrl,
    appUrl: asServer(adminUrl),
    async drop() {
      await onCluster(clusterUrl, (client) => client.query(`drop database ${name} with (force)`))
      inUse -= 1
      if (inUse === 0 && ownCluster) {
        const cluster = await ownCluster
        ownCluster = undefined
        await cluster.stop()
      }
    },
  }
}

/** The database that every test database is a copy of. The first process makes it, once per cluster and state of migrations and definitions. */
async function migratedTemplate(client: pg.Client, clusterUrl: string): Promise<string> {
  const digest = createHash('sha256').update(schemaChecksum(readMigrations(), readDefinitions()))
  for (const file of ['migrate.ts', 'definitions.ts']) digest.update(readFileSync(new URL(`../db/${file}`, import.meta.url)))
  return makeTemplate(client, `template_${digest.digest('hex').slice(0, 16)}`, async (template) => {
    await client.query(`create database ${template}`)
    // Roles belong to the whole cluster, so one password serves every test; nothing in a throw-away cluster is secret.
    await migrate(withDatabase(clusterUrl, template), { appPassword: decodeURIComponent(new URL(clusterUrl).password) })
  })
}

/** A migrated database with the seeds in it, made once per state of migrations and seeds. */
async function seededTemplate(client: pg.Client, clusterUrl: string): Promise<string> {
  const migrated = await migratedTemplate(client, clusterUrl)
  const seeds = new URL('../db/seed/', import.meta.url)
  const digest = createHash('sha256').update(migrated)
  digest.update(readFileSync(new URL('../../contract/office/dictionary-items.ts', import.meta.url)))
  digest.update(readFileSync(new URL('./spare-lines.ts', import.meta.url)))
  for (const name of readdirSync(seeds).sort()) digest.update(readFileSync(new URL(name, seeds)))
  return makeTemplate(client, `seeded_${digest.digest('hex').slice(0, 16)}`, async (template) => {
    await client.query(`create database ${template} template ${migrated}`)
    // Half of the server comes with them, and the schema check needs no seeds.
    const { seedBase } = await import('#server/db/seed/base.ts')
    const { addSpareLines } = await import('./spare-lines.ts')
    const { demoPassword } = await import('#server/demo/person.ts')
    const pool = openPool(asServer(withDatabase(clusterUrl, template)), { size: 1 })
    try {
      await seedBase(pool, demoPassword)
      await onCluster(withDatabase(clusterUrl, template), (admin) => addSpareLines(pool, admin))
      // No server runs on a copy. Entries that wait for a seal for a quarter of an hour are a finding, and a suite may last longer than that.
      await pool.query('select seal_logs()')
    } finally {
      await pool.end()
    }
  })
}

async function makeTemplate(client: pg.Client, template: string, make: (template: string) => Promise<void>): Promise<string> {
  const isReady = async () =>
    (await client.query('select from pg_database where datname = $1 and datistemplate', [template])).rowCount === 1
  if (await isReady()) return template
  const key = `bencao test ${template}`
  await client.query(`select pg_advisory_lock(hashtext($1))`, [key])
  try {
    if (await isReady()) return template // another process made it while we waited
    await client.query(`drop database if exists ${template} with (force)`)
    await make(template)
    await client.query(`alter database ${template} is_template true`)
    return template
  } finally {
    await client.query(`select pg_advisory_unlock(hashtext($1))`, [key])
  }
}

/** The address of another database of the same cluster. */
export function withDatabase(url: string, database: string): string {
  const changed = new URL(url)
  changed.pathname = `/${database}`
  return changed.href
}

/** The address for the server's role: in a cluster of tests every role has the same password. */
export function asServer(adminUrl: string): string {
  const appUrl = new URL(adminUrl)
  appUrl.username = 'bencao_app'
  return appUrl.href
}

/** Does something over a connection of its own. */
export async function onCluster<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end() // and with it the advisory lock
  }
}
