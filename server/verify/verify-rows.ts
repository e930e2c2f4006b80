import type pg from 'pg'
import { elementAt } from '#contract/kernel/certain.ts'
import { namingColumns, ofAnyKind } from '#server/db/audit-entries.ts'
import type { AuditedTable } from '#server/db/catalogue.ts'
import { shown, type Find } from './verify-ledgers.ts'

/**
 * Compares each row of a table as it is now with what the audit makes of it; gives back how many there are. Texts are compared, so that not even
 * the scale of a number may differ. The session's days are UTC.
 */
export async function verifyRows(client: pg.ClientBase, enterprise: string, { name, key }: AuditedTable, find: Find): Promise<number> {
  const tenant = name === 'enterprise' ? 'id' : 'enterprise_id'
  const keyText = key.map((column) => `t.${column}::text`).join(` || '/' || `)
  // Older entries may name its columns or write its words as they were called then; only those that say such a name are put into the names of today.
  const former = `array(select '%' || to_jsonb(former)::text || '%' from former_names() where owner = $2 and changed <> 'table')`
  // An image that began with version 1 says what names the row as well. What a row is, and what of it an entry says, is made once (`offset 0`).
  const { rows } = await client.query<{ count: number; row_key: string | null; seen: boolean; exists: boolean }>(
    `with seen as (select coalesce(row_key, row_id::text) as row_key, audit_image_of(version, op,
          case when after like any (${former}) then present_image($2, after::jsonb)::text else audit_change(audit) end order by id) as image
        from audit where enterprise_id = $1 and table_name = any(table_names($2)) and ${ofAnyKind} group by 1),
      live as (select ${keyText} as row_key, t as row_now from ${name} t where t.${tenant} = $1)
    select count, row_key, seen is not null as seen, live is not null as exists
    from (select count(*)::int from ${name} t where t.${tenant} = $1) counted
    left join (select row_key, seen.image as seen, whole.image as live from (select * from seen where image is not null) seen full join live using (row_key)
      cross join lateral (select to_jsonb(row_now) as image offset 0) whole
      cross join lateral (select whole.image - $3::text[] as image offset 0) named
      where case when seen.image ^@ '{"sha256"' then seen.image is distinct from '{"sha256": "' || encode(sha256(convert_to(whole.image::text, 'UTF8')), 'hex') || '"}'
        else seen.image is distinct from audit_image(named.image) and seen.image is distinct from audit_image(whole.image) end limit ${shown}) differing on true`,
    [enterprise, name, namingColumns(key)],
  )
  for (const row of rows) {
    if (row.row_key === null) continue // all as it should be
    find(`${name} ${row.row_key}：${!row.exists ? '记录在程序之外被删除' : !row.seen ? '记录在程序之外被加入' : '记录在程序之外被改动'}`)
  }
  return elementAt(rows, 0).count
}
