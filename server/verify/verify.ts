import pg from 'pg'
import { only } from '#contract/kernel/certain.ts'
import type { FileStore } from '#tools/files.ts'
import { together } from '#tools/together.ts'
import { auditedTables } from './tables.ts'
import { verifyCatalogue, verifyMigrations, verifySequences } from './verify-catalogue.ts'
import { verifyEntries, verifyLinks } from './verify-chain.ts'
import { verifyFiles } from './verify-files.ts'
import { verifyCodes, verifyKept, verifyLedgers, verifyNumbers, type Find } from './verify-ledgers.ts'
import { verifyLogs, verifyWitnessed } from './verify-logs.ts'
import { verifyRows } from './verify-rows.ts'
import { verifySignatures } from './verify-signatures.ts'

/** One thing that is not as it should be, in words for the person who has to find out why. */
export type Finding = { enterprise: string; what: string }

/** What can be verified by itself; together they are the whole. */
export const verifiedParts = ['catalogue', 'logs', 'chain', 'rows', 'witnessed', 'ledgers', 'signatures', 'files'] as const
export type VerifiedPart = (typeof verifiedParts)[number]

/** What was looked at. */
type Checked = { enterprises: number; links: number; entries: number; rows: number; files: number; seals: number; logged: number }

/** What is wrong with the installation as a whole is found under this name. */
const installation = '本系统'

/** Everything is looked at as of one moment, and nothing is written. */
const beginning = 'begin isolation level repeatable read read only'
const settings = [
  `set local timezone = 'UTC'`,
  'set local statement_timeout = 0',
  // A table's entries are sorted by their rows; on disk that takes several times as long.
  `set local work_mem = '128MB'`,
  `set local bytea_output = 'hex'`,
  'set local search_path = public',
  // Rows that a policy would hide are an error, and not a finding that they are missing.
  'set local row_security = off',
].join(';')

/** Who does the work: the connection of the whole, and others that see what it sees. */
type Hands = { client: pg.ClientBase; beside: readonly pg.ClientBase[] }

/**
 * Compares the database with the program and with itself. `client` must see every row (`seesEveryRow`), and so must the connections `beside` it, which
 * share the work; nothing is written. Finds: a table, column,
 * constraint, trigger, policy, function, right or role that is not the program's own; a migration that this program has not; a sequence
 * set back; an entry of the audit or of the security log changed, removed, put in or out of its chain; a cut-off tail; a row changed, added or
 * removed behind the program's back, sessions and tokens among them; a balance that is not the sum of its entries; a lot with mass from nowhere; an edge
 * that does not add up; a document number missing or given twice; a trace code in a state its story does not tell, or more
 * codes than packs; a signature whose record has changed; a file that is gone or is not what was kept (where `files` are given).
 */
export async function verifyDatabase(
  client: pg.ClientBase,
  parts: readonly VerifiedPart[] = verifiedParts,
  files?: FileStore,
  beside: readonly pg.ClientBase[] = [],
): Promise<{ findings: Finding[]; checked: Checked }> {
  const hands: Hands = { client, beside }
  await begin(hands)
  try {
    const findings: Finding[] = []
    const checked: Checked = { enterprises: 0, links: 0, entries: 0, rows: 0, files: 0, seals: 0, logged: 0 }
    const findIn = (enterprise: string) => (what: string) => findings.push({ enterprise, what })
    await verifyInstallation(client, parts, checked, findIn(installation))
    const isBuiltRight = findings.length === 0
    const enterprises = await enterprisesOf(client, isBuiltRight, findIn(installation))
    checked.enterprises = enterprises.length
    // What is found is told in this order, whoever looked at it when.
    const told = enterprises.flatMap(({ id, name }) =>
      parts.flatMap((part) => piecesOf(part, id, files, checked).map((piece) => ({ name, part, piece, found: new Array<string>() }))),
    )
    // The largest begins first, so that no hand has a long one left while the others are done.
    const pages = await pagesOf(client)
    const sizeOf = ({ piece: { reads } }: (typeof told)[number]) => pages.get(reads) ?? 0
    const waiting = told.toSorted((one, other) => sizeOf(other) - sizeOf(one))
    const look = async (hand: pg.ClientBase) => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        const { part, piece, found } = next
        const find = (what: string) => found.push(what)
        await unlessBroken(hand, isBuiltRight, part, find, () => piece.look(hand, find))
      }
    }
    await together([client, ...beside].map(look))
    for (const { name, found } of told) findings.push(...found.map((what) => ({ enterprise: name, what })))
    return { findings, checked }
  } finally {
    await Promise.all([client, ...beside].map((hand) => hand.query('rollback')))
  }
}

/** Begins the work of all hands as of the same moment. */
async function begin({ client, beside }: Hands): Promise<void> {
  await client.query(beginning)
  await client.query(settings)
  if (beside.length === 0) return
  const { rows } = await client.query<{ snapshot: string }>('select pg_export_snapshot() as snapshot')
  for (const hand of beside) {
    await hand.query(beginning)
    await hand.query(`set transaction snapshot '${only(rows).snapshot}'`)
    await hand.query(settings)
  }
}

/**
 * Whether the role of `client` reads the rows of every enterprise and may call the functions that calculate their digests. The owner of the tables
 * does not see the rows: row-level security is forced on it, and a verifier that sees none finds all of them missing.
 */
export async function seesEveryRow(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ sees: boolean }>(
    `select rolsuper or rolbypassrls and pg_has_role('bencao_owner', 'usage') as sees from pg_roles where rolname = current_user`,
  )
  return only(rows).sees
}

async function verifyInstallation(client: pg.ClientBase, parts: readonly VerifiedPart[], checked: Checked, find: Find) {
  let isBuiltRight = true
  if (parts.includes('catalogue')) {
    const told: string[] = []
    await verifyCatalogue(client, (what) => told.push(what))
    for (const what of told) find(what)
    isBuiltRight = told.length === 0
    await unlessBroken(client, isBuiltRight, 'catalogue', find, () => verifyMigrations(client, find))
    await unlessBroken(client, isBuiltRight, 'catalogue', find, () => verifySequences(client, find))
  }
  if (parts.includes('logs'))
    await unlessBroken(client, isBuiltRight, 'logs', find, async () => {
      const { seals, logged } = await verifyLogs(client, find)
      checked.seals = seals
      checked.logged = logged
    })
}

/**
 * All enterprises. One that was removed behind the program's back has still left its traces in the audit; where the database is not built so that they can be
 * read, those that are there.
 */
async function enterprisesOf(client: pg.ClientBase, isBuiltRight: boolean, find: Find) {
  const found: { id: string; name: string }[] = []
  const look = (traces: string) => async () => {
    const known = `select id, coalesce(name, id::text) as name from (select id from enterprise ${traces}) known left join enterprise using (id) order by number`
    found.push(...(await client.query<{ id: string; name: string }>(known)).rows)
  }
  const traces = 'union select enterprise_id from audit_head union select enterprise_id from audit union select enterprise_id from witness'
  await unlessBroken(client, isBuiltRight, 'chain', find, look(traces))
  if (found.length === 0) await unlessBroken(client, isBuiltRight, 'chain', find, look(''))
  return found
}

/** How large each table is, in pages, as was last counted. */
async function pagesOf(client: pg.ClientBase): Promise<Map<string, number>> {
  const { rows } = await client.query<{ name: string; pages: number }>(
    `select relname as name, relpages as pages from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
  )
  return new Map(rows.map(({ name, pages }) => [name, pages]))
}

/**
 * Does a part of the work. Where the database is not built as it should be, a statement may fail for that reason: then this part cannot be verified,
 * which is said beside what is wrong, and the others go on.
 */
async function unlessBroken(client: pg.ClientBase, isBuiltRight: boolean, part: VerifiedPart, find: Find, work: () => Promise<void>) {
  if (isBuiltRight) return work()
  await client.query('savepoint part')
  try {
    await work()
    await client.query('release savepoint part')
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) throw error
    await client.query('rollback to savepoint part')
    find(`因数据库结构不符，无法核对“${partNames[part]}”：${error.message}`)
  }
}

const partNames: Record<VerifiedPart, string> = {
  catalogue: '数据库结构',
  logs: '日志',
  chain: '审计链',
  rows: '记录',
  witnessed: '会话、令牌和文件的登记',
  ledgers: '台账',
  signatures: '签名',
  files: '文件',
}

/** A piece of the work: of a part, in one enterprise, by one hand; and the table whose size says how long it takes. */
type Piece = { reads: string; look: (hand: pg.ClientBase, find: Find) => Promise<void> }

/** What a part comes to in an enterprise, so that several hands can do it. What was looked at is added to `checked`. */
function piecesOf(part: VerifiedPart, enterprise: string, files: FileStore | undefined, checked: Checked): Piece[] {
  const counting = (
    what: keyof Checked,
    reads: string,
    work: (hand: pg.ClientBase, enterprise: string, find: Find) => Promise<number>,
  ): Piece => ({
    reads,
    async look(hand, find) {
      const count = await work(hand, enterprise, find)
      checked[what] += count
    },
  })
  const looking = (reads: string, work: (hand: pg.ClientBase, enterprise: string, find: Find) => Promise<void>): Piece => ({
    reads,
    look: (hand, find) => work(hand, enterprise, find),
  })
  switch (part) {
    case 'chain':
      return [counting('entries', 'audit', verifyEntries), counting('links', 'audit', verifyLinks)]
    case 'rows':
      return auditedTables().map((table) => counting('rows', table.name, (hand, _, find) => verifyRows(hand, enterprise, table, find)))
    case 'witnessed':
      return [counting('rows', 'witness', verifyWitnessed)]
    case 'ledgers':
      return [
        looking('stock_entry', verifyLedgers),
        looking('number_counter', verifyNumbers),
        looking('code_event', verifyCodes),
        looking('stock_entry', verifyKept),
      ]
    case 'signatures':
      return [looking('signature', verifySignatures)]
    case 'files':
      return files === undefined ? [] : [counting('files', 'stored_file', (hand, _, find) => verifyFiles(hand, enterprise, files, find))]
    case 'catalogue':
    case 'logs':
      return [] // of the installation
  }
}
