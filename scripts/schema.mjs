// node scripts/schema.mjs: runs the migrations on an empty database and writes what they make to server/db/schema.sql (for people), schema.ts
// (for the compiler) and catalogue.txt (for the verifier). The check only compares.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root, underNode24 } from './ready.mjs'

const placeOf = (/** @type {string} */ name) => join(root, 'server', 'db', name)

/** The three files as the migrations make them. */
async function madeFiles() {
  const { default: pg } = await import('pg')
  const { dumpSchema } = await import('#server/db/dump-schema.ts')
  const { dumpTypes } = await import('#server/db/dump-types.ts')
  const { catalogueText, readCatalogue } = await import('#server/db/catalogue.ts')
  const { testDatabase } = await import('#server/test/database.ts')
  const database = await testDatabase()
  const client = new pg.Client({ connectionString: database.adminUrl })
  try {
    await client.connect()
    const [sql, types] = [await dumpSchema(client), await dumpTypes(client)]
    await client.query('begin read only')
    return { 'schema.sql': sql, 'schema.ts': types, 'catalogue.txt': catalogueText(await readCatalogue(client)) }
  } finally {
    await client.end()
    await database.drop()
  }
}

/** Which of the three files are not what the migrations make. */
export async function staleSchemaFiles() {
  return Object.entries(await madeFiles())
    .filter(([name, text]) => !existsSync(placeOf(name)) || readFileSync(placeOf(name), 'utf8') !== text)
    .map(([name]) => `server/db/${name}`)
}

/** Writes the three files anew. */
export async function writeSchemaFiles() {
  for (const [name, text] of Object.entries(await madeFiles())) writeFileSync(placeOf(name), text)
}

if (process.argv[1] === import.meta.filename) {
  await underNode24(import.meta.filename)
  await writeSchemaFiles()
}
