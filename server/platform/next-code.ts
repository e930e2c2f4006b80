import { sql } from 'kysely'
import type { Tx } from './serve.ts'

/**
 * The next code of a thing of the master data (S007, C012): one more than the highest with this prefix. Of two at once the later waits,
 * so neither is told that the other's code is taken.
 */
export async function nextCode(tx: Tx, table: 'supplier' | 'customer', prefix: string): Promise<string> {
  await sql`select pg_advisory_xact_lock(hashtextextended(current_enterprise() || ${table}, 0))`.execute(tx)
  const { rows } = await sql<{ last: number }>`
    select coalesce(max(substring(code from ${`^${prefix}(\\d{1,6})$`})::integer), 0) as last from ${sql.table(table)}`.execute(tx)
  return `${prefix}${String(rows[0]!.last + 1).padStart(3, '0')}`
}
