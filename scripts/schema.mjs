// node scripts/schema.mjs: runs the migrations on an empty database and writes what they make to server/db/schema.sql (for people) and
// schema.ts (for the compiler). The check only compares.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root, underNode24 } from './ready.mjs'

/** The two files as the migrations make them. */
async function madeFiles() {
  const { default: pg } = await import('pg')
  const { dumpSchema } = await import('#server/db/dump-schema.ts')
  const { dumpTypes } = await import('#server/db/dump-types.ts')
  const { testDatabase } = await import('#server/test/database.ts')
  const database = await testDatabase()
  const client = new pg.Client({ connectionString: database.adminUrl })
  try {
    await client.connect()
    return { 'schema.sql': await dumpSchema(client), 'schema.ts': await dumpTypes(client) }
  } finally {
    await client.end()
    await database.drop()
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
