import pg from 'pg'
import { elementAt, only } from '#contract/kernel/certain.ts'
import { namingColumns, ofAnyKind } from '#server/db/audit-entries.ts'
import type { AuditedTable } from '#server/db/catalogue.ts'
import type { FileStore } from '#tools/files.ts'
import { together } from '#tools/together.ts'
import { auditedTables } from './tables.ts'
import { verifyCatalogue, verifyMigrations, verifySequences } from './verify-catalogue.ts'
import { verifyFiles } from './verify-files.ts'
import { shown, verifyCodes, verifyKept, verifyLedgers, verifyNumbers, type Find } from './verify-ledgers.ts'
import { verifyLogs, verifyWitnessed } from './verify-logs.ts'

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

/** Who looks at rows: the connection of the whole, and others that see what it sees. */
type Hands = { client: pg.ClientBase; beside: readonly pg.ClientBase[] }

/**
 * Compares the database with the program and with itself. `client` must see every row (`seesEveryRow`), and so must the connections `beside` it, which look
 * at rows at the same time; nothing is written. Finds: a table, column,
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
    // One that was removed behind the program's back has still left its traces in the audit.
    const { rows: enterprises } = await client.query<{ id: string; name: string }>(`select id, coalesce(name, id::text) as name
      from (select id from enterprise union select enterprise_id from audit_head union select enterprise_id from audit union select enterprise_id from witness) known
      left join enterprise using (id) order by number`)
    for (const { id, name } of enterprises) {
      checked.enterprises += 1
      for (const part of parts)
        await unlessBroken(client, isBuiltRight, part, findIn(name), () => verifyPart(hands, id, part, files, checked, findIn(name)))
    }
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
 * Does a part of the work. Where the database is not built as it should be, a statement may fail for that reason: then this part cannot be verified,
 * which is said beside what is wrong, and the others go on.
 */
async function unlessBroken(client: pg.ClientBase, isBuiltRight: boolean, part: VerifiedPart, find: Find, work: () => Promise<void>) {
  await client.query('savepoint part')
  try {
    await work()
    await client.query('release savepoint part')
  } catch (error) {
    if (isBuiltRight || !(error instanceof pg.DatabaseError)) throw error
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

async function verifyPart(
  hands: Hands,
  enterprise: string,
  part: VerifiedPart,
  files: FileStore | undefined,
  checked: Checked,
  find: Find,
) {
  const { client } = hands
  if (part === 'chain') {
    const { links, entries } = await verifyChain(client, enterprise, find)
    checked.links += links
    checked.entries += entries
  }
  if (part === 'rows') checked.rows += await verifyTables(hands, enterprise, find)
  if (part === 'witnessed') checked.rows += await verifyWitnessed(client, enterprise, find)
  if (part === 'ledgers') {
    await verifyLedgers(client, enterprise, find)
    await verifyNumbers(client, enterprise, find)
    await verifyCodes(client, enterprise, find)
    await verifyKept(client, enterprise, find)
  }
  if (part === 'signatures') await verifySignatures(client, enterprise, find)
  if (part === 'files' && files !== undefined) checked.files += await verifyFiles(client, enterprise, files, find)
}

async function verifyChain(client: pg.ClientBase, enterprise: string, find: Find) {
  const rows = async <Row extends pg.QueryResultRow>(text: string) => (await client.query<Row>(text, [enterprise])).rows

  for (const { id } of await rows<{ id: number }>(
    `select id from audit where enterprise_id = $1 and not audit_holds(audit) order by id limit ${shown}`,
  ))
    find(`审计记录 ${id} 被改动过`)
  for (const { seq } of await rows<{ seq: number }>(`select l.seq from audit_link l
    left join (select xid, count(*) as entries, max(version) as version, string_agg(digest, ''::bytea order by id) as digests
      from audit where enterprise_id = $1 group by xid) a using (xid)
    where l.enterprise_id = $1 and (a.entries is distinct from l.entries or a.version > l.version or l.entries_digest is distinct from
      case l.version when 1 then sha256(a.digests) when 2 then audit_link_digest(l.enterprise_id, l.at, l.actor, l.request, a.digests) end
      or l.version = 1 and (l.actor is not null or l.request is not null)) order by l.seq limit ${shown}`))
    find(`审计链第 ${seq} 环与它的记录不符（有记录被增删或改动）`)
  for (const { seq } of await rows<{ seq: number }>(`select seq from (
      select seq, hash, previous_hash, entries_digest, lag(hash, 1, sha256('bencao audit v1')) over w as before, row_number() over w as place
      from audit_link where enterprise_id = $1 window w as (order by seq)) l
    where seq <> place or previous_hash <> before or hash <> sha256(previous_hash || entries_digest) order by seq limit ${shown}`))
    find(`审计链在第 ${seq} 环断开`)
  for (const { id } of await rows<{ id: number }>(`select a.id from audit a where a.enterprise_id = $1
    and not exists (select from audit_link l where l.enterprise_id = a.enterprise_id and l.xid = a.xid) order by a.id limit ${shown}`))
    find(`审计记录 ${id} 不在链上`)
  for (const { seq } of await rows<{ seq: number }>(`select distinct l.seq from audit_link l
    join audit a on a.enterprise_id = l.enterprise_id and a.xid = l.xid where l.enterprise_id = $1 and a.version = 1 and a.at <> l.at order by l.seq limit ${shown}`))
    find(`审计链第 ${seq} 环的时间与它的记录不符`)
  const [head] = await rows<{
    ok: boolean
  }>(`select h.seq = coalesce(l.seq, 0) and (l.hash is null or h.hash = l.hash) as ok from audit_head h
    left join lateral (select seq, hash from audit_link l where l.enterprise_id = h.enterprise_id order by seq desc limit 1) l on true where h.enterprise_id = $1`)
  if (head?.ok !== true) find('审计链的末端与链头不符（尾部被截断）')
  const counts = await rows<{ links: number; entries: number }>(
    `select (select count(*)::int from audit_link where enterprise_id = $1) links, (select count(*)::int from audit where enterprise_id = $1) entries`,
  )
  return only(counts)
}

/** Compares the rows of all tables, one table a hand at a time; what is found is told in the order of the tables. Gives back how many rows there are. */
async function verifyTables({ client, beside }: Hands, enterprise: string, find: Find): Promise<number> {
  const waiting = auditedTables().map((table) => ({ table, found: new Array<string>() }))
  const told = waiting.map(({ found }) => found)
  let rows = 0
  const look = async (hand: pg.ClientBase) => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const { table, found } = next
      const counted = await verifyRows(hand, enterprise, table, (what) => found.push(what))
      rows += counted
    }
  }
  await together([client, ...beside].map(look))
  for (const what of told.flat()) find(what)
  return rows
}

/**
 * Compares each row of a table as it is now with what the audit makes of it; gives back how many there are. Texts are compared, so that not even
 * the scale of a number may differ. The session's days are UTC.
 */
export async function verifyRows(client: pg.ClientBase, enterprise: string, { name, key }: AuditedTable, find: Find): Promise<number> {
  const tenant = name === 'enterprise' ? 'id' : 'enterprise_id'
  const keyText = key.map((column) => `t.${column}::text`).join(` || '/' || `)
  // Older entries may name its columns or write its words as they were called then.
  const { rows: former } = await client.query<{ words: boolean }>(
    `select exists (select from former_names() where owner = $1 and changed <> 'table') as words`,
    [name],
  )
  const change = only(former).words ? 'present_image($2, audit_change(audit)::jsonb)::text' : 'audit_change(audit)'
  // An image that began with version 1 says what names the row as well.
  const { rows } = await client.query<{ count: number; row_key: string | null; seen: boolean; exists: boolean }>(
    `with seen as (select coalesce(row_key, row_id::text) as row_key, audit_image_of(version, op, ${change} order by id) as image
        from audit where enterprise_id = $1 and table_name = any(table_names($2)) and ${ofAnyKind} group by 1),
      live as (select ${keyText} as row_key, to_jsonb(t) as image from ${name} t where t.${tenant} = $1)
    select count::int, row_key, seen is not null as seen, live is not null as exists from (select count(*) from live) counted
    left join (select row_key, seen.image as seen, live.image as live from (select * from seen where image is not null) seen full join live using (row_key)
      where case when seen.image ^@ '{"sha256"' then seen.image is distinct from '{"sha256": "' || encode(sha256(convert_to(live.image::text, 'UTF8')), 'hex') || '"}'
        else seen.image is distinct from audit_image(live.image - $3::text[]) and seen.image is distinct from audit_image(live.image) end limit ${shown}) differing (row_key, seen, live) on true`,
    [enterprise, name, namingColumns(key)],
  )
  for (const row of rows) {
    if (row.row_key === null) continue // all as it should be
    find(`${name} ${row.row_key}：${!row.exists ? '记录在程序之外被删除' : !row.seen ? '记录在程序之外被加入' : '记录在程序之外被改动'}`)
  }
  return elementAt(rows, 0).count
}

/**
 * A supplier is judged and signed, and goes on being edited and suspended by steps: its signature then shows as broken on the screen, which is
 * right, and is no tampering. It is in order when it says what the record said when it was signed, which the audit keeps.
 */
const editedAfterSigning = ['supplier']
const ofItsDay = `s.record_table = any ($2) and s.digest = sha256(convert_to(s.content, 'UTF8')) and exists (
  select from audit signed
  cross join lateral (select audit_image_of(a.version, a.op, audit_change(a) order by a.id)::jsonb as image from audit a where a.enterprise_id = s.enterprise_id
    and a.table_name = s.record_table and (a.row_digest is null and a.row_key = s.record_id::text or a.row_digest is null and a.row_id = s.record_id) and a.id < signed.id) then_was
  where signed.enterprise_id = s.enterprise_id and signed.table_name = 'signature' and (signed.row_digest is null and signed.row_key = s.id::text or signed.row_digest is not null and signed.row_id = s.id) and signed.op = 'INSERT'
    and not exists (select from jsonb_each(s.content::jsonb - '{enterprise_id,id}'::text[]) said where then_was.image -> said.key is distinct from said.value))`

async function verifySignatures(client: pg.ClientBase, enterprise: string, find: Find) {
  const { rows } = await client.query<{ signer_name: string; meaning: string; record_table: string; record_id: string }>(
    `select signer_name, meaning, record_table, record_id from signature s where enterprise_id = $1 and not signature_holds(s) and signature_superseded(s) is null and not (${ofItsDay}) limit ${shown}`,
    [enterprise, editedAfterSigning],
  )
  for (const row of rows) find(`${row.signer_name} 的签名（${row.meaning}）与 ${row.record_table} ${row.record_id} 的现状不符`)
}
