import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type pg from 'pg'
import { catalogueStatements } from './catalogue-statements.ts'

const file = new URL('./catalogue.txt', import.meta.url)

/** A table that writes the audit, and the columns of which its trigger makes the row key. */
export type AuditedTable = { name: string; key: string[] }

/** Each object of a database by its kind and name, with the digest of everything that defines it; and the tables that write the audit. */
export type Catalogue = { objects: ReadonlyMap<string, string>; audited: readonly AuditedTable[] }

/**
 * What defines each object is written as text by PostgreSQL. These settings have a part in that text, so the program's own list and the
 * verifier read under the same ones.
 */
const settings = `set local search_path = public; set local timezone = 'UTC'; set local datestyle = 'ISO, YMD'; set local intervalstyle = 'postgres';
  set local bytea_output = 'hex'; set local extra_float_digits = 1; set local quote_all_identifiers = off`

const settingNames = [
  'search_path',
  'timezone',
  'datestyle',
  'intervalstyle',
  'bytea_output',
  'extra_float_digits',
  'quote_all_identifiers',
]

/** Reads the catalogue of the database. `client` is in a transaction, whose settings are afterwards what they were. */
export async function readCatalogue(client: pg.ClientBase): Promise<Catalogue> {
  const { rows: before } = await client.query<{ name: string; value: string }>(
    `select name, current_setting(name) as value from unnest($1::text[]) name`,
    [settingNames],
  )
  await client.query(settings)
  const objects = new Map<string, string>()
  for (const statement of catalogueStatements) {
    const { rows } = await client.query<{ name: string; definition: string }>(statement)
    for (const { name, definition } of rows) objects.set(name, digestOf(definition))
  }
  const { rows: audited } = await client.query<{ name: string; args: Buffer }>(
    `select tgrelid::regclass::text as name, tgargs as args from pg_trigger where tgname = 'audited' order by 1`,
  )
  await client.query(`select set_config(name, value, true) from unnest($1::text[], $2::text[]) as earlier (name, value)`, [
    before.map(({ name }) => name),
    before.map(({ value }) => value),
  ])
  return { objects, audited: audited.map(({ name, args }) => ({ name, key: argumentsOf(args) })) }
}

/** The arguments of a trigger, each of which ends with a zero byte. */
const argumentsOf = (args: Buffer) => args.toString('utf8').split('\0').filter((part) => part !== '') // prettier-ignore

/** Half a SHA-256: nobody finds another text with the same one. */
const digestOf = (definition: string) => createHash('sha256').update(definition).digest('hex').slice(0, 32)

/** The catalogue as the text of `catalogue.txt`: a line for each object, sorted, so that two branches can be merged and made again. */
export function catalogueText({ objects, audited }: Catalogue): string {
  const lines = [
    '# Made by `npm run check -- --write` from an empty database. The verifier compares a database with it; nobody edits it.',
    ...audited.map(({ name, key }) => `audited ${name} ${key.join(' ')}`),
    ...[...objects].map(([name, digest]) => `${digest} ${name}`).sort((one, other) => (one.slice(33) < other.slice(33) ? -1 : 1)),
  ]
  return `${lines.join('\n')}\n`
}

/** The catalogue of a database that this program has made, as it was kept when the schema was written. */
export function expectedCatalogue(): Catalogue {
  const objects = new Map<string, string>()
  const audited: AuditedTable[] = []
  for (const line of readFileSync(file, 'utf8').trimEnd().split('\n').slice(1)) {
    const [first = '', second = '', ...rest] = line.split(' ')
    if (first === 'audited') audited.push({ name: second, key: rest })
    else objects.set([second, ...rest].join(' '), first)
  }
  return { objects, audited }
}
