// node scripts/schema.mjs: runs the migrations on an empty database and writes what they make to server/db/schema.sql (for people) and
// schema.ts (for the compiler). The check only compares.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root, tool, underNode24 } from './ready.mjs'

// As server/db/connection.ts reads them.
const typeMapping = { timestamptz: 'string', date: 'string', numeric: 'string', int8: 'number', xid8: 'string' }

/** The two files as the migrations make them. */
async function madeFiles() {
  const { default: pg } = await import('pg')
  const { dumpSchema } = await import('#server/db/dump-schema.ts')
  const { testDatabase } = await import('#server/test/database.ts')
  const database = await testDatabase()
  const client = new pg.Client({ connectionString: database.adminUrl })
  const scratch = mkdtempSync(join(tmpdir(), 'bencao-schema-'))
  try {
    await client.connect()
    const sql = await dumpSchema(client)
    const file = join(scratch, 'schema.ts')
    const codegen = spawnSync(
      process.execPath,
      [
        tool('kysely-codegen/dist/cli/bin.js'),
        '--dialect=postgres',
        `--url=${database.adminUrl}`,
        '--camel-case',
        '--log-level=error',
        `--type-mapping=${JSON.stringify(typeMapping)}`,
        `--out-file=${file}`,
      ],
      { encoding: 'utf8', cwd: scratch },
    )
    if (codegen.status !== 0) throw new Error(`kysely-codegen: ${codegen.stdout}${codegen.stderr}`)
    return { 'schema.sql': sql, 'schema.ts': readFileSync(file, 'utf8').replace('export interface DB {', 'export interface Schema {') }
  } finally {
    await client.end()
    await database.drop()
    rmSync(scratch, { recursive: true })
  }
}

/** Which of the two files are not what the migrations make. */
export async function staleSchemaFiles() {
  return Object.entries(await madeFiles())
    .filter(([name, text]) => readFileSync(join(root, 'server', 'db', name), 'utf8') !== text)
    .map(([name]) => `server/db/${name}`)
}

/** Writes both files anew. */
export async function writeSchemaFiles() {
  for (const [name, text] of Object.entries(await madeFiles())) writeFileSync(join(root, 'server', 'db', name), text)
}

if (process.argv[1] === import.meta.filename) {
  await underNode24(import.meta.filename)
  await writeSchemaFiles()
}
