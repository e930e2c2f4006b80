import { sql } from 'kysely'
import { historyApi, historyTables } from '../../../contract/history.ts'
import { Refusal } from '../../../contract/refusals.ts'
import { serve, type Handler, type Route } from '../../platform/serve.ts'

// Columns that only the machinery needs; the reader of a history is spared them.
const silent = new Set(['enterprise_id', 'id', 'row_version', 'created_at', 'initials', 'password_hash'])

const readHistory: Handler<typeof historyApi.read> = async (tx, actor, { table, id }) => {
  if (!historyTables[table].some((code) => actor.rights.includes(code)))
    throw new Refusal('no_permission', [{ path: '', message: historyTables[table][0] }])
  const rows = await tx
    .selectFrom('audit')
    .leftJoin('account', (join) => join.on(sql`account.id::text`, '=', sql.ref('audit.actor')))
    .select(['audit.at', 'audit.request', 'audit.reason', 'audit.op', 'audit.before', 'audit.after', 'account.name'])
    .where('audit.tableName', '=', table)
    .where('audit.rowKey', '=', id)
    .orderBy('audit.id')
    .limit(500)
    .execute()
  if (rows.length === 0) throw new Refusal('not_found')
  const signatures = await sql<{ signerName: string; meaning: string; comment: string; signedAt: string; holds: boolean }>`
    select signer_name, meaning, comment, signed_at, signature_holds(signature) as holds from signature
    where record_table = ${table} and record_id = ${id}::uuid order by signature.id`.execute(tx)
  return {
    entries: rows.map((row) => ({
      at: row.at,
      by: row.name ?? '系统',
      request: row.request,
      reason: row.reason,
      operation: row.op as 'INSERT' | 'UPDATE' | 'DELETE',
      changes: changes(row.before, row.after),
    })),
    signatures: signatures.rows,
  }
}

const shown = (value: unknown) => (value === null || value === undefined ? null : typeof value === 'string' ? value : JSON.stringify(value))

function changes(before: string | null, after: string | null) {
  const was = (before === null ? {} : JSON.parse(before)) as Record<string, unknown>
  const is = (after === null ? {} : JSON.parse(after)) as Record<string, unknown>
  return [...new Set([...Object.keys(was), ...Object.keys(is)])]
    .filter((field) => !silent.has(field) && JSON.stringify(was[field]) !== JSON.stringify(is[field]))
    .map((field) => ({ field, before: shown(was[field]), after: shown(is[field]) }))
    .filter((change) => change.before !== change.after)
}

export const historyRoutes: Route[] = [serve(historyApi.read, readHistory)]
