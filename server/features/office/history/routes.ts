import { sql } from 'kysely'
import { historyApi, historyTables } from '#contract/office/history.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { serve, type Handler, type Route, type Tx } from '#kernel/serve.ts'

// Columns that only the machinery needs; a history leaves them out.
const silent = new Set(['enterprise_id', 'id', 'row_version', 'created_at', 'initials', 'password_hash', 'confirm_hash', 'request_key'])

/** Who writes without an account: an applicant who is not in yet, and the platform in an enterprise it founds. */
const withoutAccount: Record<string, string> = { public: '未登录者', platform: '平台运营' }

/** The image of a row as text, in today's names where the entry was written with former ones. */
const imageOf = (table: string, which: 'before' | 'after') =>
  sql<string | null>`present_image(${table}, ${sql.ref(`audit.${which}`)}::jsonb)::text`

const readHistory: Handler<typeof historyApi.read> = async (tx, actor, { table, id }) => {
  if (!historyTables[table].some((code) => actor.rights.includes(code)))
    throw new Refusal('no_permission', [{ path: '', message: historyTables[table][0] }])
  const rows = await tx
    .selectFrom('audit')
    .leftJoin('account', (join) => join.on(sql`account.id::text`, '=', sql.ref('audit.actor')))
    .select(['audit.actor', 'audit.at', 'audit.request', 'audit.reason', 'audit.op', 'account.name'])
    .select([imageOf(table, 'before').as('before'), imageOf(table, 'after').as('after')])
    .where('audit.tableName', '=', sql<string>`any(table_names(${table}))`)
    .where('audit.rowKey', '=', id)
    .orderBy('audit.id')
    .limit(500)
    .execute()
  if (rows.length === 0) throw new Refusal('not_found')
  const signatures = await sql<{
    signerName: string
    meaning: string
    comment: string
    signedAt: string
    holds: boolean
    supersededBy: string | null
  }>`
    select signer_name, meaning, comment, signed_at, signature_holds(signature) as holds, signature_superseded(signature) as superseded_by from signature
    where record_table = any(table_names(${table})) and record_id = ${id}::uuid order by signature.id`.execute(tx)
  const nameOf = await namesIn(tx, rows)
  return {
    entries: rows.map((row) => ({
      at: row.at,
      by: row.name ?? withoutAccount[row.actor] ?? '系统',
      request: row.request,
      reason: row.reason,
      operation: row.op,
      changes: changes(row.before, row.after).map(({ field, before, after }) => ({ field, before: nameOf(before), after: nameOf(after) })),
    })),
    signatures: signatures.rows,
  }
}

const uuid = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g

/** Replaces the ids of people, lots and master data in a history by their names and numbers. */
async function namesIn(tx: Tx, rows: readonly { before: string | null; after: string | null }[]) {
  const ids = [...new Set(rows.flatMap(({ before, after }) => `${before} ${after}`.match(uuid) ?? []))]
  const { rows: named } = await sql<{ id: string; name: string }>`
    select id, name from account where id = any(${ids}::uuid[]) union all select id, lot_no from lot where id = any(${ids}::uuid[])
    union all select id, name from material where id = any(${ids}::uuid[]) union all select id, name from product where id = any(${ids}::uuid[])
    union all select id, name from supplier where id = any(${ids}::uuid[]) union all select id, name from customer where id = any(${ids}::uuid[])
    union all select id, code from place where id = any(${ids}::uuid[]) union all select id, name from pack_spec where id = any(${ids}::uuid[])
    union all select id, name from standard where id = any(${ids}::uuid[])`.execute(tx)
  const names = new Map(named.map(({ id, name }) => [id, name]))
  return (text: string | null) => text?.replaceAll(uuid, (id) => names.get(id) ?? id) ?? null
}

const shown = (value: unknown) => (value === null || value === undefined ? null : typeof value === 'string' ? value : JSON.stringify(value))

function changes(before: string | null, after: string | null) {
  const was: Record<string, unknown> = before === null ? {} : JSON.parse(before)
  const is: Record<string, unknown> = after === null ? {} : JSON.parse(after)
  return [...new Set([...Object.keys(was), ...Object.keys(is)])]
    .filter((field) => !silent.has(field) && JSON.stringify(was[field]) !== JSON.stringify(is[field]))
    .map((field) => ({ field, before: shown(was[field]), after: shown(is[field]) }))
    .filter((change) => change.before !== change.after)
}

export const historyRoutes: Route[] = [serve(historyApi.read, readHistory)]
