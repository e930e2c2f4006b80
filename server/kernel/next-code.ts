import { sql } from 'kysely'
import type { Tx } from './serve.ts'

const prefixes = { supplier: 'S', customer: 'C' } as const

/**
 * The next code of a thing of the master data (S007, C012): one more than the highest with this prefix. Of two at once the later waits,
 * so neither gets the refusal that the code is taken.
 */
export async function nextCode(tx: Tx, table: keyof typeof prefixes): Promise<string> {
  const prefix = prefixes[table]
  await sql`select pg_advisory_xact_lock(hashtextextended(current_enterprise() || ${table}, 0))`.execute(tx)
  // As the index has it (migration 0022), word for word.
  const number = sql`substring(code from ${sql.lit(`^${prefix}(\\d{1,6})$`)})::integer`
  const { rows } = await sql<{ last: number | null }>`
    select ${number} as last from ${sql.table(table)} where enterprise_id = current_enterprise() order by ${number} desc nulls last limit 1`.execute(
    tx,
  )
  return `${prefix}${String((rows[0]?.last ?? 0) + 1).padStart(3, '0')}`
}
