import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { readDefinitions, schemaChecksum } from '#server/db/definitions.ts'
import { startDatabase } from '#server/db/embedded.ts'
import { readMigrations } from '#server/db/migrate.ts'
import { releasedPack } from '#server/demo/packaging.ts'
import { codesOf, deliveredSale } from '#server/demo/sale.ts'
import { removeCluster } from '#server/test/cluster.ts'
import { onCluster, seededDatabase, withDatabase, type TestDatabase } from '#server/test/database.ts'
import { fillLives, type Template } from './fill/lives.ts'
import { withoutGuards } from './fill/silence.ts'
import { startServer } from './serving.ts'

export type Size = 'small' | 'large'

/** What the filled databases have in them that is asked for. */
export type Filled = {
  template: Template
  /** A lot with one line of descent, one with 25 lots and 100 lines below it, one with 1,201 and 5,000. */
  raws: [string, string, string]
  pack: Awaited<ReturnType<typeof releasedPack>>
  packs: string[]
  codes: string[]
  shipmentNo: string
}

/** Filled databases, kept between the runs: of each a copy is taken that may be written to. */
export type FilledDatabases = {
  filled: Filled
  copyOf: (size: Size) => Promise<TestDatabase>
  stop: () => Promise<void>
}

const kept = new URL('../data/bench/', import.meta.url).pathname
/** Lives of one lot each beside those with many, and how many days ago the first of them began. */
const ordinary = { small: { lives: 100, daysAgo: 1100 }, large: { lives: 33_000, daysAgo: 1000 } }

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
  if (!existsSync(story)) writeFileSync(story, JSON.stringify(await fillSmall(cluster.adminUrl)))
  const filled: Filled = JSON.parse(readFileSync(story, 'utf8'))
  const copy = async (from: string, to: string) => {
    await onCluster(cluster.adminUrl, async (client) => {
      await client.query(`drop database if exists ${to} with (force)`)
      await client.query(`create database ${to} template ${from} strategy file_copy`)
    })
    const adminUrl = withDatabase(cluster.adminUrl, to)
    return {
      adminUrl,
      appUrl: withDatabase(cluster.appUrl, to),
      drop: () => onCluster(cluster.adminUrl, async (client) => void (await client.query(`drop database ${to} with (force)`))),
    }
  }
  return {
    filled,
    async copyOf(size) {
      const isThere = await onCluster(cluster.adminUrl, async (client) => {
        return (await client.query('select from pg_database where datname = $1', [nameOf(size)])).rowCount === 1
      })
      if (!isThere) {
        const filling = await copy(nameOf('small'), 'filling')
        await taken('Filling in lives', () => fillLarge(filling.adminUrl, filled.template))
        await rename(cluster.adminUrl, filling.adminUrl, size)
      }
      return copy(nameOf(size), 'bench')
    },
    stop: cluster.stop,
  }
}

const nameOf = (size: Size) => `filled_${size}`

function digestOfSources() {
  const digest = createHash('sha256').update(schemaChecksum(readMigrations(), readDefinitions()))
  const folders = ['fill/', '../server/db/seed/', '../server/demo/'].map((folder) => new URL(folder, import.meta.url))
  for (const folder of folders)
    for (const file of readdirSync(folder).sort()) if (!file.includes('.test.')) digest.update(readFileSync(new URL(file, folder)))
  return digest.update(JSON.stringify(ordinary)).update(readFileSync(import.meta.filename)).digest('hex').slice(0, 16)
}

/** One life through the steps, then copies of it: some ordinary, one that went into 25 lots, one that went into 1,201. */
async function fillSmall(clusterUrl: string): Promise<Filled> {
  const database = await seededDatabase()
  const serving = await startServer(database.appUrl)
  const admin = new pg.Client({ connectionString: database.adminUrl })
  await admin.connect()
  try {
    const pack = await releasedPack(serving.as, { spec: '1 kg', packs: 200 })
    const codes = await codesOf(serving.as, pack.lotNo, 5)
    const sale = await deliveredSale(serving.as, { pack, packs: 10 })
    const { rows: raws } = await admin.query<{ id: string }>(`select from_lot_id as id from lot_edge where to_lot_id = $1`, [
      pack.batch.lotId,
    ])
    const template: Template = { rawId: raws[0]!.id, bulkId: pack.batch.lotId, packId: pack.lotId, shipmentId: sale.shipmentId }
    const { lives, daysAgo } = ordinary.small
    const shapes = [
      { raws: lives, batches: 1, packs: 1, lines: 1 },
      { raws: 1, batches: 4, packs: 5, lines: 5 },
      { raws: 1, batches: 200, packs: 5, lines: 5 },
    ]
    const filled = await withoutGuards(admin, () => fillLives(admin, template, shapes, daysAgo))
    return { template, ...filled, raws: filled.raws as Filled['raws'], pack, codes, shipmentNo: sale.shipmentNo }
  } finally {
    await serving.stop()
    await admin.end()
    await rename(clusterUrl, database.adminUrl, 'small')
  }
}

async function fillLarge(adminUrl: string, template: Template): Promise<void> {
  await onCluster(adminUrl, async (admin) => {
    const { lives, daysAgo } = ordinary.large
    await withoutGuards(admin, () => fillLives(admin, template, [{ raws: lives, batches: 1, packs: 1, lines: 1 }], daysAgo))
    await admin.query('vacuum analyze')
  })
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
