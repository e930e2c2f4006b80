import type pg from 'pg'
import { elementAt, only } from '#contract/kernel/certain.ts'
import { shown, verifyCodes, verifyLedgers, verifyNumbers, type Find } from './verify-ledgers.ts'

/** One thing that is not as it should be, in words for the person who has to find out why. */
export type Finding = { enterprise: string; what: string }

/** What can be verified by itself; together they are the whole. */
export const verifiedParts = ['chain', 'rows', 'ledgers', 'signatures'] as const
export type VerifiedPart = (typeof verifiedParts)[number]

/**
 * Replays the audit against the rows and the ledgers against each other. `client` must see every row (administrator);
 * nothing is written. Finds: an audit row changed, removed or out of its chain; a cut-off tail; a row changed, added or
 * removed behind the program's back; a balance that is not the sum of its entries; a lot with mass from nowhere; an edge
 * that does not add up; a document number missing or given twice; a trace code in a state its story does not tell, or more
 * codes than packs; a signature whose record has changed.
 */
export async function verifyDatabase(
  client: pg.ClientBase,
  parts: readonly VerifiedPart[] = verifiedParts,
): Promise<{ findings: Finding[]; checked: { enterprises: number; links: number; entries: number; rows: number } }> {
  await client.query(`begin isolation level repeatable read read only`)
  try {
    await client.query(`set local timezone = 'UTC'`)
    await client.query(`set local statement_timeout = 0`)
    const findings: Finding[] = []
    const checked = { enterprises: 0, links: 0, entries: 0, rows: 0 }
    // One that was removed behind the program's back has still left its traces in the audit.
    const { rows: enterprises } = await client.query<{ id: string; name: string }>(`select id, coalesce(name, id::text) as name
      from (select id from enterprise union select enterprise_id from audit_head union select enterprise_id from audit) known
      left join enterprise using (id) order by number`)
    const tables = await auditedTables(client)
    for (const enterprise of enterprises) {
      const find = (what: string) => findings.push({ enterprise: enterprise.name, what })
      checked.enterprises += 1
      if (parts.includes('chain')) {
        const chain = await verifyChain(client, enterprise.id, find)
        checked.links += chain.links
        checked.entries += chain.entries
      }
      if (parts.includes('rows')) for (const table of tables) checked.rows += await verifyRows(client, enterprise.id, table, find)
      if (parts.includes('ledgers')) {
        await verifyLedgers(client, enterprise.id, find)
        await verifyNumbers(client, enterprise.id, find)
        await verifyCodes(client, enterprise.id, find)
      }
      if (parts.includes('signatures')) await verifySignatures(client, enterprise.id, find)
    }
    return { findings, checked }
  } finally {
    await client.query('rollback')
  }
}

async function verifyChain(client: pg.ClientBase, enterprise: string, find: Find) {
  const rows = async <Row extends pg.QueryResultRow>(text: string) => (await client.query<Row>(text, [enterprise])).rows

  for (const { id } of await rows<{ id: number }>(`select id from audit where enterprise_id = $1
    and digest <> audit_digest(enterprise_id, id, at, actor, request, reason, table_name, row_key, op, before, after) order by id limit ${shown}`))
    find(`审计记录 ${id} 被改动过`)
  for (const { seq } of await rows<{ seq: number }>(`select l.seq from audit_link l
    left join lateral (select count(*) n, sha256(string_agg(a.digest, ''::bytea order by a.id)) d from audit a where a.enterprise_id = l.enterprise_id and a.xid = l.xid) a on true
    where l.enterprise_id = $1 and (a.n <> l.entries or a.d is distinct from l.entries_digest) order by l.seq limit ${shown}`))
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
    join audit a on a.enterprise_id = l.enterprise_id and a.xid = l.xid where l.enterprise_id = $1 and a.at <> l.at order by l.seq limit ${shown}`))
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

/** `hasFormerWords`: older entries of the audit name its columns or write its words as they were called then. */
type AuditedTable = { name: string; key: string[]; tenant: string; hasFormerWords: boolean }

/** Every table that writes the audit, with the columns of its row key, as the triggers themselves say. */
export async function auditedTables(client: pg.ClientBase): Promise<AuditedTable[]> {
  const { rows } = await client.query<{ name: string; args: Buffer; has_former_words: boolean }>(
    `select tgrelid::regclass::text as name, tgargs as args,
      exists (select from former_names() where owner = tgrelid::regclass::text and changed <> 'table') as has_former_words from pg_trigger where tgname = 'audited' order by 1`,
  )
  return rows.map(({ name, args, has_former_words: hasFormerWords }) => ({
    name,
    key: args
      .toString('utf8')
      .split('\0')
      .filter((part) => part !== ''),
    hasFormerWords,
    tenant: name === 'enterprise' ? 'id' : 'enterprise_id',
  }))
}

/** Compares each row of a table as it is now with what the audit last saw of it; gives back how many there are. The session's days are UTC. */
export async function verifyRows(
  client: pg.ClientBase,
  enterprise: string,
  { name, key, tenant, hasFormerWords }: AuditedTable,
  find: Find,
): Promise<number> {
  const keyText = key.map((column) => `t.${column}::text`).join(` || '/' || `)
  const { rows } = await client.query<{ count: number; row_key: string | null; seen: boolean; exists: boolean }>(
    `with seen as (select row_key, ${hasFormerWords ? 'present_image($2, after::jsonb)::text' : 'after'} as after from (
        select distinct on (row_key) row_key, after from audit where enterprise_id = $1 and table_name = any(table_names($2)) order by row_key, id desc) last),
      live as (select ${keyText} as row_key, audit_image(to_jsonb(t)) as image from ${name} t where t.${tenant} = $1)
    select count::int, row_key, after is not null as seen, image is not null as exists from (select count(*) from live) counted
    left join (select * from seen full join live using (row_key) where after is distinct from image limit ${shown}) differing on true`,
    [enterprise, name],
  )
  for (const row of rows) {
    if (row.row_key === null) continue // all as it should be
    find(`${name} ${row.row_key}：${!row.exists ? '记录在程序之外被删除' : !row.seen ? '记录在程序之外被加入' : '记录在程序之外被改动'}`)
  }
  return elementAt(rows, 0).count
}

async function verifySignatures(client: pg.ClientBase, enterprise: string, find: Find) {
  const { rows } = await client.query<{ signer_name: string; meaning: string; record_table: string; record_id: string }>(
    `select signer_name, meaning, record_table, record_id from signature s where enterprise_id = $1 and not signature_holds(s) and signature_superseded(s) is null limit ${shown}`,
    [enterprise],
  )
  for (const row of rows) find(`${row.signer_name} 的签名（${row.meaning}）与 ${row.record_table} ${row.record_id} 的现状不符`)
}
