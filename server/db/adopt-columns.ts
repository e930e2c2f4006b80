import type pg from 'pg'
import { only } from '#contract/kernel/certain.ts'
import { namingColumns, ofAnyKind } from './audit-entries.ts'

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
  const keepsDigests = await hasDigests(client)
  const { rows: enterprises } = await client.query<{ id: string }>(`select id from enterprise order by id`)
  for (const enterprise of enterprises) {
    await client.query(
      `select set_config('app.enterprise', $1, true), set_config('app.actor', 'migration', true), set_config('app.request', $2, true), set_config('timezone', 'UTC', true)`,
      [enterprise.id, migration],
    )
    for (const change of changed) {
      const key = await keyOf(client, change.name)
      await adoptImages(client, { enterprise: enterprise.id, migration, key, keepsDigests, ...change })
      if (keepsDigests) await adoptDigests(client, { enterprise: enterprise.id, migration, key, ...change })
    }
    await client.query(`select seal_audit()`)
  }
}

type Adoption = { enterprise: string; migration: string; name: string; key: readonly string[]; added: string[]; dropped: string[] }

/** Whether the audit is of the second version already (decision 0045). */
async function hasDigests(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ has: boolean }>(`select to_regproc('audit_image_of') is not null as has`)
  return only(rows).has
}

/** The columns of which the audit makes a table's row key. */
async function keyOf(client: pg.ClientBase, name: string): Promise<string[]> {
  const { rows } = await client.query<{ args: Buffer }>(
    `select tgargs as args from pg_trigger where tgname = 'audited' and tgrelid = $1::regclass`,
    [name],
  )
  return only(rows).args.toString('utf8').split('\0').filter(Boolean)
}

/** `last`: the rows of table $2 as the audit last saw them; `live`: as they are. $3 is the migration's number, of which the names are. */
const lastAndLive = ({ name, key }: Adoption, keepsDigests: boolean) => `last as (${
  keepsDigests
    ? `select coalesce(row_key, row_id::text) as row_key, audit_image_of(version, op, present_image($2, audit_change(audit)::jsonb, $3)::text order by id)::jsonb as image
        from audit where enterprise_id = $1 and table_name = any(table_names($2, $3)) and ${ofAnyKind} group by 1`
    : `select distinct on (row_key) row_key, present_image($2, after::jsonb, $3) as image
        from audit where enterprise_id = $1 and table_name = any(table_names($2, $3)) order by row_key, id desc`
}), live as (select ${key.map((column) => `t.${column}::text`).join(` || '/' || `)} as row_key, to_jsonb(t) as image
    from ${name} t where t.${name === 'enterprise' ? 'id' : 'enterprise_id'} = $1)`

async function adoptImages(client: pg.ClientBase, adoption: Adoption & { keepsDigests: boolean }) {
  const { enterprise, migration, name, added, dropped, keepsDigests } = adoption
  // Entries of the second version leave out what names the row.
  const naming = namingColumns(adoption.key)
  await client.query(
    `with ${lastAndLive(adoption, keepsDigests)},
      entry as (select nextval('audit_id') as id, row_key, last.image::text as before, audit_image(live.image) as after from last join live using (row_key)
        where not last.image ? 'sha256' and last.image - $4::text[] = audit_image(live.image)::jsonb - $5::text[]
          and (last.image - $6::text[])::text <> (audit_image(live.image)::jsonb - $6::text[])::text)
    insert into audit (enterprise_id, id, xid, at, actor, request, reason, table_name, row_key, op, before, after, digest)
    select $1, id, pg_current_xact_id(), now(), 'migration', $7, null, $2, row_key, 'UPDATE', before, after,
      audit_digest($1, id, now(), 'migration', $7, null, $2, row_key, 'UPDATE', before, after) from entry`,
    [enterprise, name, migration.slice(0, 4), [...dropped, ...naming], [...added, ...naming], naming, migration],
  )
}

/** The same for evidence, of which the audit keeps a digest. What a column said that is gone can no longer be compared, so none may go. */
async function adoptDigests(client: pg.ClientBase, adoption: Adoption) {
  const { enterprise, migration, name, key, added, dropped } = adoption
  const isUuid = `(length(whole_key) = 36 and ${key.length} = 1)`
  if (dropped.length > 0) {
    const { rowCount } = await client.query(
      `select from audit where enterprise_id = $1 and table_name = any(table_names($2)) and row_digest is not null limit 1`,
      [enterprise, name],
    )
    if (rowCount !== 0) throw new Error(`${name} holds evidence: its column ${dropped.join()} stays`)
  }
  await client.query(
    `with ${lastAndLive(adoption, true)},
      entry as (select nextval('audit_id') as id, row_key as whole_key,
          sha256(convert_to(live.image::text, 'UTF8')) as row_digest from last join live using (row_key)
        where last.image ->> 'sha256' = encode(sha256(convert_to((live.image - $4::text[])::text, 'UTF8')), 'hex'))
    insert into audit (version, enterprise_id, id, xid, table_name, row_id, row_key, op, row_digest, digest)
    select 2, $1, id, pg_current_xact_id(), $2, row_id, row_key, 'UPDATE', row_digest,
      audit_digest_v2($1, id, $2, row_id, row_key, 'UPDATE', null, null, row_digest)
    from entry, lateral (select case when ${isUuid} then whole_key::uuid end as row_id, case when not ${isUuid} then whole_key end as row_key) named`,
    [enterprise, name, migration.slice(0, 4), added],
  )
}
