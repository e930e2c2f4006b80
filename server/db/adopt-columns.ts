import type pg from 'pg'
import { only } from '#contract/kernel/certain.ts'

/** Table → its columns, of every table that writes the audit. */
export type AuditedColumns = ReadonlyMap<string, readonly string[]>

/** What the audited tables look like at this moment. */
export async function auditedColumns(client: pg.ClientBase): Promise<AuditedColumns> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(`select tgrelid::regclass::text as name,
      array(select attname::text from pg_attribute where attrelid = tgrelid and attnum > 0 and not attisdropped order by attname) as columns
    from pg_trigger where tgname = 'audited' order by 1`)
  return new Map(rows.map(({ name, columns }) => [name, columns]))
}

/**
 * Tells the audit of the columns a migration gave to or took from its tables: else the verifier would find every older row changed behind the
 * program's back (decision 0004). A row gets an entry by `migration` only if, apart from those columns, it is just as the audit
 * last saw it; what was changed before stays a finding. Runs as the owner, inside the migration's transaction.
 */
export async function adoptColumns(client: pg.ClientBase, migration: string, before: AuditedColumns): Promise<void> {
  const changed = [...(await auditedColumns(client))].flatMap(([name, columns]) => {
    const known = before.get(name)
    if (known === undefined) return []
    const added = columns.filter((column) => !known.includes(column))
    const dropped = known.filter((column) => !columns.includes(column))
    return added.length + dropped.length === 0 ? [] : [{ name, added, dropped }]
  })
  if (!before.has('enterprise')) return // the first migration of all
  const { rows: enterprises } = await client.query<{ id: string }>(`select id from enterprise order by id`)
  for (const enterprise of enterprises) {
    await client.query(
      `select set_config('app.enterprise', $1, true), set_config('app.actor', 'migration', true), set_config('app.request', $2, true), set_config('timezone', 'UTC', true)`,
      [enterprise.id, migration],
    )
    for (const { name, added, dropped } of changed) {
      const { rows } = await client.query<{ args: Buffer }>(
        `select tgargs as args from pg_trigger where tgname = 'audited' and tgrelid = $1::regclass`,
        [name],
      )
      const key = only(rows).args.toString('utf8').split('\0').filter(Boolean)
      await client.query(
        `with last as (select row_key, present_image($2, after::jsonb, $6)::text as after from (
            select distinct on (row_key) row_key, after from audit where enterprise_id = $1 and table_name = any(table_names($2, $6)) order by row_key, id desc) entry),
          live as (select ${key.map((column) => `t.${column}::text`).join(` || '/' || `)} as row_key, audit_image(to_jsonb(t)) as image from ${name} t
            where t.${name === 'enterprise' ? 'id' : 'enterprise_id'} = $1),
          entry as (select nextval('audit_id') as id, row_key, last.after as before, live.image as after from last join live using (row_key)
            where last.after::jsonb - $3::text[] = live.image::jsonb - $4::text[] and last.after <> live.image)
        insert into audit (enterprise_id, id, xid, at, actor, request, reason, table_name, row_key, op, before, after, digest)
        select $1, id, pg_current_xact_id(), now(), 'migration', $5, null, $2, row_key, 'UPDATE', before, after,
          audit_digest($1, id, now(), 'migration', $5, null, $2, row_key, 'UPDATE', before, after) from entry`,
        [enterprise.id, name, dropped, added, migration, migration.slice(0, 4)],
      )
    }
    await client.query(`select seal_audit()`)
  }
}
