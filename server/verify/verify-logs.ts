import type pg from 'pg'
import { only } from '#contract/kernel/certain.ts'
import { shown, type Find } from './verify-ledgers.ts'
import { witnessedTables } from './tables.ts'

/** How long an entry may wait for its seal while the server runs. It seals every few seconds; a transaction may last longer than that. */
const patience = `interval '15 minutes'`

const logs = {
  security_log: { ids: 'security_ids', reached: 'security_reached', digest: 'security_digest', called: '安全日志' },
  witness: { ids: 'witness_ids', reached: 'witness_reached', digest: 'witness_digest', called: '见证日志' },
} as const

/**
 * The chain over both logs is whole, each link says what the entries it covers say now, and no entry is without one: nothing was removed,
 * changed or put in between. What came after the last link waits for the next one.
 */
export async function verifyLogs(client: pg.ClientBase, find: Find): Promise<{ seals: number; logged: number }> {
  const rows = async <Row extends pg.QueryResultRow>(text: string) => (await client.query<Row>(text)).rows

  for (const { seq } of await rows<{ seq: number }>(`select seq from (
      select l as link, l.seq, hash, previous_hash, security_reached, witness_reached, row_number() over w as place,
        lag(hash, 1, sha256('bencao logs v1')) over w as before, lag(security_reached, 1, 0::bigint) over w as security_before, lag(witness_reached, 1, 0::bigint) over w as witness_before
      from log_seal l window w as (order by seq)) linked
    where seq <> place or previous_hash <> before or hash <> seal_hash(link) or security_reached < security_before or witness_reached < witness_before
    order by seq limit ${shown}`))
    find(`日志链在第 ${seq} 环断开`)
  const [head] = await rows<{
    ok: boolean
  }>(`select h.seq = coalesce(l.seq, 0) and h.hash = coalesce(l.hash, sha256('bencao logs v1'))
      and (l.seq is null or l.anchor = sha256(convert_to(h.anchors::text, 'UTF8'))) as ok from log_seal_head h
    left join lateral (select seq, hash, anchor from log_seal order by seq desc limit 1) l on true`)
  if (head?.ok !== true) find('日志链的末端与链头不符（尾部被截断）')
  for (const { enterprise, seq } of await rows<{
    enterprise: string
    seq: string
  }>(`select coalesce(e.name, a.key) as enterprise, a.value ->> 0 as seq
    from log_seal_head h, jsonb_each(h.anchors) a left join enterprise e on e.id = a.key::uuid
    where (a.value ->> 0)::bigint > 0 and not exists (
      select from audit_link l where l.enterprise_id = a.key::uuid and l.seq = (a.value ->> 0)::bigint and encode(l.hash, 'hex') = a.value ->> 1)`))
    find(`${enterprise}的审计链曾到第 ${seq} 环，现在没有这一环（尾部被截断或改写）`)
  for (const { id, by, table, key } of await rows<{ id: number; by: string; table: string; key: string }>(
    `select id, written_by as by, table_name as table, row_key as key from witness where written_by not in ('bencao_app', 'migration') order by id limit ${shown}`,
  ))
    find(`${table} ${key}：由角色 ${by} 写入，不是服务器（见证第 ${id} 条）`)
  // An entry is found by its id, so that a million of them are read once, in order.
  const sealed = Object.entries(logs).map(
    ([log, { ids, digest }], place) => `select l.seq, ${place} as log, e.id, ${digest}(e) as digest
      from log_seal l, unnest(l.${ids}) r join ${log} e on e.id >= lower(r) and e.id < upper(r)`,
  )
  for (const { seq } of await rows<{ seq: number }>(`select l.seq from log_seal l
    left join (select seq, count(*) as entries, sha256(string_agg(digest, ''::bytea order by log, id)) as digest from (${sealed.join(' union all ')}) e group by seq) found using (seq)
    where (l.entries, l.entries_digest) is distinct from (coalesce(found.entries, 0)::integer, coalesce(found.digest, sha256(''))) order by l.seq limit ${shown}`))
    find(`日志链第 ${seq} 环与它的记录不符（有安全日志或见证被增删或改动）`)
  for (const [log, { ids, reached, called }] of Object.entries(logs))
    for (const { id } of await rows<{ id: number }>(`with sealed as (select coalesce(range_agg(${ids}), '{}') as ids from log_seal),
        known as (select coalesce(max(at), now()) - ${patience} as since from log_seal),
        old as (select coalesce(max(${reached}), 0) as reached from log_seal, known where at < since),
        span as (select lower(r) as low, upper(r) as high from sealed, unnest(ids) r)
      select e.id from ${log} e, known, old where e.at < since or e.id <= reached
      except select e.id from span join ${log} e on e.id >= low and e.id < high order by id limit ${shown}`))
      find(`${called}第 ${id} 条没有封存（在程序之外被加入）`)
  return only(
    await rows<{ seals: number; logged: number }>(
      `select (select count(*)::int from log_seal) as seals, (select count(*)::int from security_log) + (select count(*)::int from witness) as logged`,
    ),
  )
}

/** Compares each row of the witnessed tables with what its witness last saw; gives back how many there are. The session's days are UTC. */
export async function verifyWitnessed(client: pg.ClientBase, enterprise: string, find: Find): Promise<number> {
  let count = 0
  for (const [table, { key }] of Object.entries(witnessedTables)) {
    const { rows } = await client.query<{ count: number; row_key: string | null; seen: boolean; exists: boolean }>(
      `with seen as (select * from (
          select distinct on (row_key) row_key, columns, digest from witness where enterprise_id = $1 and table_name = $2 order by row_key, id desc) last where digest is not null),
        live as (select ${key}::text as row_key, to_jsonb(t) as image from ${table} t where enterprise_id = $1)
      select count::int, row_key, digest is not null as seen, image is not null as exists from (select count(*) from live) counted
      left join (select * from seen full join live using (row_key) where image is null or digest is null or digest <> row_digest(image, columns) limit ${shown}) differing on true`,
      [enterprise, table],
    )
    for (const row of rows) {
      count += row === rows[0] ? row.count : 0
      if (row.row_key === null) continue // all as it should be
      find(`${table} ${row.row_key}：${!row.exists ? '记录在程序之外被删除' : !row.seen ? '记录在程序之外被加入' : '记录在程序之外被改动'}`)
    }
  }
  return count
}
