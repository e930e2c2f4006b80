import type pg from 'pg'
import { only } from '#contract/kernel/certain.ts'
import { shown, type Find } from './verify-ledgers.ts'

/** Each entry is as it was written. Gives back how many there are. */
export async function verifyEntries(client: pg.ClientBase, enterprise: string, find: Find): Promise<number> {
  const { rows } = await client.query<{ id: number }>(
    `select id from audit where enterprise_id = $1 and not audit_holds(audit) order by id limit ${shown}`,
    [enterprise],
  )
  for (const { id } of rows) find(`审计记录 ${id} 被改动过`)
  const counts = await client.query<{ entries: number }>('select count(*)::int as entries from audit where enterprise_id = $1', [
    enterprise,
  ])
  return only(counts.rows).entries
}

/** The chain is whole from its first link to its head, each link says what its entries say, and each entry is in one. Gives back how many there are. */
export async function verifyLinks(client: pg.ClientBase, enterprise: string, find: Find): Promise<number> {
  const rows = async <Row extends pg.QueryResultRow>(text: string) => (await client.query<Row>(text, [enterprise])).rows

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
  return only(await rows<{ links: number }>('select count(*)::int as links from audit_link where enterprise_id = $1')).links
}
