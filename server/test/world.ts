process.env['BENCAO_ARGON2_KIB'] ??= '64' // signing is checked as ever, but costs a test little

const { buildApp } = await import('#server/app.ts')
const { openPool, patience } = await import('#server/db/pool.ts')
const { signIn } = await import('#server/demo/person.ts')
const { seededDatabase } = await import('./database.ts')
const { openFiles } = await import('#tools/files.ts')
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import type { Person } from '#server/demo/person.ts'
import type { Installation } from '#kernel/installation.ts'
import type { TestDatabase } from './database.ts'

/** What a test hands in lies here, and is gone with its process. */
export const testFolder = mkdtempSync(join(tmpdir(), 'bencao-files-'))
process.on('exit', () => rmSync(testFolder, { recursive: true, force: true }))

/** The secret of the test installation: the codes a test prints are the same every time. */
export const testInstallation: Installation = {
  masterKey: Uint8Array.from({ length: 32 }, (_, index) => index * 7 + 1),
  publicUrl: 'https://trace.example.cn',
  files: openFiles(testFolder),
}

/** What a reader of the test server's figures shows. */
export const testMetricsToken = 'metrics-of-the-test-server'

/** Asks for a person of the demo factory (or `other` of the second enterprise), signed in. */
type As = (userName: string) => Promise<Person>

export type World = {
  app: FastifyInstance
  as: As
  /** Connected as the server is: sees nothing without an enterprise. */
  pool: pg.Pool
  /** Connected as the superuser: to look at ledgers, and to show what even direct SQL is refused. */
  admin: pg.Pool
  /** Changes something of the demo factory by direct SQL, to bring about what no step allows (a day passed, a role changed). */
  change(statement: string, values?: unknown[]): Promise<void>
  close(): Promise<void>
}

/** The whole server over a database of its own: one with the demo factory's people and master data, unless another is given. */
export async function openWorld(given?: TestDatabase, installation: Installation = testInstallation): Promise<World> {
  const database = given ?? (await seededDatabase())
  const pool = openPool(database.appUrl, { size: 20 })
  // Several files open their worlds at once: on a busy machine a connection takes longer than a person would wait.
  pool.options.connectionTimeoutMillis = patience.start
  const admin = openPool(database.adminUrl, { size: 3 })
  const app = await buildApp({ pool, installation, metricsToken: testMetricsToken })
  await app.ready()
  const people = new Map<string, Promise<Person>>()
  return {
    app,
    pool,
    admin,
    as(userName) {
      let person = people.get(userName)
      if (person === undefined) people.set(userName, (person = signIn(app, userName)))
      return person
    },
    async change(statement, values) {
      const client = await admin.connect()
      try {
        await client.query('begin')
        await client.query(
          `select set_config('app.actor', 'test', true), set_config('app.enterprise', id::text, true) from enterprise where is_operating`,
        )
        await client.query(statement, values)
        await client.query('select seal_audit()')
        await client.query('commit')
      } catch (error) {
        await client.query('rollback')
        throw error
      } finally {
        client.release()
      }
    },
    async close() {
      await app.close()
      await pool.end()
      await admin.end()
      await database.drop()
    },
  }
}
