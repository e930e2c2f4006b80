// The server over a fresh demo database in a throw-away cluster: the browser tests look at it. PORT is its port.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build, install, run, serverCommand, underNode24 } from './ready.mjs'

install()
await underNode24(import.meta.filename)
build()

const { testDatabase } = await import('#server/test/database.ts')
const database = await testDatabase()
const data = mkdtempSync(join(tmpdir(), 'bencao-demo-'))
const exitCode = await run(serverCommand, {
  ...process.env,
  BENCAO_DATA: data,
  DATABASE_URL: database.appUrl,
  DATABASE_ADMIN_URL: database.adminUrl,
})
await database.drop()
rmSync(data, { recursive: true })
process.exit(exitCode)
