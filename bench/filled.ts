import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readDefinitions, schemaChecksum } from '#server/db/definitions.ts'
import { startDatabase } from '#server/db/embedded.ts'
import { readMigrations } from '#server/db/migrate.ts'
import { removeCluster } from '#server/test/cluster.ts'
import { asServer, onCluster, seededDatabase, withDatabase, type TestDatabase } from '#server/test/database.ts'
import { fillLarge, fillSmall, type Filled } from '#server/test/fill/factory.ts'
import { startServer } from './serving.ts'

export type Size = 'small' | 'large'

/** Filled databases, kept between the runs: of each a copy is taken that may be written to. */
export type FilledDatabases = {
  filled: Filled
  /** A copy by this name; one that a broken run has left goes. */
  copyOf: (size: Size, name: string) => Promise<TestDatabase>
  stop: () => Promise<void>
}

const kept = new URL('../data/bench/', import.meta.url).pathname

/**
 * The filled databases for this state of migrations, definitions, seeds and of the filling itself: those that were kept, else new ones. What was kept
 * of another state is removed.
 */
export async function filledDatabases({ fresh = false } = {}): Promise<FilledDatabases> {
  mkdirSync(kept, { recursive: true })
  const name = digestOfSources()
  for (const other of readdirSync(kept)) if (fresh || other !== name) removeCluster(join(kept, other))
  const folder = join(kept, name)
  mkdirSync(folder, { recursive: true, mode: 0o711 })
  const cluster = await startDatabase({ folder, forTests: true, log: (line) => console.error(line) })
  process.env['TEST_ADMIN_URL'] = cluster.adminUrl
  const story = join(folder, 'filled.json')
  if (!existsSync(story))
    writeFileSync(story, JSON.stringify(await taken('Filling in the small factory', () => makeSmall(cluster.adminUrl))))
  const filled: Filled = JSON.parse(readFileSync(story, 'utf8'))
  const copy = async (from: string, to: string) => {
    await onCluster(cluster.adminUrl, async (client) => {
      await client.query(`drop database if exists ${to} with (force)`)
      await client.query(`create database ${to} template ${from} strategy file_copy`)
    })
    const adminUrl = withDatabase(cluster.adminUrl, to)
    return {
      adminUrl,
      appUrl: asServer(adminUrl),
      drop: () => onCluster(cluster.adminUrl, async (client) => void (await client.query(`drop database ${to} with (force)`))),
    }
  }
  return {
    filled,
    async copyOf(size, name) {
      const isThere = await onCluster(cluster.adminUrl, async (client) => {
        return (await client.query('select from pg_database where datname = $1', [nameOf(size)])).rowCount === 1
      })
      if (!isThere) {
        const filling = await copy(nameOf('small'), 'filling')
        await taken('Filling in the large factory', () => fillLarge(filling.adminUrl, filled))
        await rename(cluster.adminUrl, filling.adminUrl, size)
      }
      return copy(nameOf(size), name)
    },
    stop: cluster.stop,
  }
}

const nameOf = (size: Size) => `filled_${size}`

function digestOfSources() {
  const digest = createHash('sha256').update(schemaChecksum(readMigrations(), readDefinitions()))
  const folders = ['../server/test/fill/', '../server/db/seed/', '../server/demo/'].map((folder) => new URL(folder, import.meta.url))
  for (const folder of folders)
    for (const file of readdirSync(folder).sort()) if (!file.includes('.test.')) digest.update(readFileSync(new URL(file, folder)))
  return digest.digest('hex').slice(0, 16)
}

/** Makes the small factory by the steps and keeps its database. */
async function makeSmall(clusterUrl: string): Promise<Filled> {
  const database = await seededDatabase()
  const serving = await startServer(database.appUrl)
  const filled = await fillSmall(database.adminUrl, serving.as).finally(serving.stop)
  await rename(clusterUrl, database.adminUrl, 'small')
  return filled
}

const rename = (clusterUrl: string, adminUrl: string, size: Size) =>
  onCluster(clusterUrl, async (client) => {
    await client.query(`drop database if exists ${nameOf(size)}`)
    await client.query(`alter database ${new URL(adminUrl).pathname.slice(1)} rename to ${nameOf(size)}`)
  })

/** Says how long a long thing takes. */
export async function taken<Result>(what: string, work: () => Promise<Result>): Promise<Result> {
  console.log(`${what} …`)
  const began = performance.now()
  const result = await work()
  console.log(`  ${((performance.now() - began) / 1000).toFixed(1)} s`)
  return result
}
