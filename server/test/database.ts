import { createHash, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import pg from 'pg'
import type { Database } from '../db/embedded.ts'
import { migrate, readMigrations } from '../db/migrate.ts'
import { throwAwayCluster } from './cluster.ts'

export type TestDatabase = { adminUrl: string; appUrl: string; drop: () => Promise<void> }

let ownCluster: Promise<Database> | undefined
let inUse = 0

/**
 * A migrated, empty database for one test file, cloned from a template; drop it in `after`. It lies in the cluster that TEST_ADMIN_URL names
 * (`node scripts/with-database.mjs <command>` sets it), else in one of this process's own.
 */
export async function testDatabase(): Promise<TestDatabase> {
  inUse += 1
  const clusterUrl = process.env['TEST_ADMIN_URL'] ?? (await (ownCluster ??= throwAwayCluster())).adminUrl
  const name = `test_${process.pid}_${randomBytes(4).toString('hex')}`
  await onCluster(clusterUrl, async (client) => {
    const template = await migratedTemplate(client, clusterUrl)
    await client.query(`create database ${name} template ${template} strategy wal_log`)
  })
  const adminUrl = withDatabase(clusterUrl, name)
  const appUrl = new URL(adminUrl)
  appUrl.username = 'bencao_app'
  return {
    adminUrl,
    appUrl: appUrl.href,
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

/** The database that every test database is a copy of: made once per cluster and state of the migrations, by whoever comes first. */
async function migratedTemplate(client: pg.Client, clusterUrl: string): Promise<string> {
  const digest = createHash('sha256').update(readFileSync(new URL('../db/migrate.ts', import.meta.url)))
  for (const { name, checksum } of readMigrations()) digest.update(`${name} ${checksum}\n`)
  const template = `template_${digest.digest('hex').slice(0, 16)}`
  const isReady = async () =>
    (await client.query('select from pg_database where datname = $1 and datistemplate', [template])).rowCount === 1
  if (await isReady()) return template
  await client.query(`select pg_advisory_lock(hashtext('bencao test template'))`)
  if (await isReady()) return template // somebody else made it while we waited
  await client.query(`drop database if exists ${template} with (force)`)
  await client.query(`create database ${template}`)
  // Roles belong to the whole cluster, so one password serves every test; nothing in a throw-away cluster is secret.
  await migrate(withDatabase(clusterUrl, template), { appPassword: decodeURIComponent(new URL(clusterUrl).password) })
  await client.query(`alter database ${template} is_template true`)
  return template
}

function withDatabase(url: string, database: string): string {
  const changed = new URL(url)
  changed.pathname = `/${database}`
  return changed.href
}

async function onCluster<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end() // and with it the advisory lock
  }
}
