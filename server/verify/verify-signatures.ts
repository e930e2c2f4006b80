import type pg from 'pg'
import { shown, type Find } from './verify-ledgers.ts'
import { auditedTables } from './tables.ts'

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

/** Each signature is of what its record says, of what it said on its day, or was superseded by a correction. */
export async function verifySignatures(client: pg.ClientBase, enterprise: string, find: Find) {
  const { rows: signed } = await client.query<{ name: string; written: string[] }>(
    'select present_table(record_table) as name, array_agg(distinct record_table) as written from signature where enterprise_id = $1 group by 1 order by 1',
    [enterprise],
  )
  const known = new Set(auditedTables().map(({ name }) => name))
  for (const { name, written } of signed) {
    // The records of a table are read at once; one of the others is then looked for by itself.
    const agreeing = known.has(name)
      ? `select s.id from signature s join ${name} r on r.enterprise_id = s.enterprise_id and r.id = s.record_id
          where s.enterprise_id = $1 and s.record_table = any ($3) and signature_says(s, to_jsonb(r))`
      : 'select null::uuid as id where false'
    const { rows } = await client.query<{ signer_name: string; meaning: string; record_table: string; record_id: string }>(
      `with agreeing as (${agreeing})
      select signer_name, meaning, record_table, record_id from signature s where enterprise_id = $1 and record_table = any ($3) and not exists (select from agreeing where agreeing.id = s.id)
        and not signature_holds(s) and signature_superseded(s) is null and not (${ofItsDay}) limit ${shown}`,
      [enterprise, editedAfterSigning, written],
    )
    for (const row of rows) find(`${row.signer_name} 的签名（${row.meaning}）与 ${row.record_table} ${row.record_id} 的现状不符`)
  }
}
