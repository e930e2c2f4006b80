import { sql } from 'kysely'
import type { Tx } from './serve.ts'

/** Why something confirmed is changed: the audit keeps it with every row this transaction writes from here on. */
export async function giveReason(tx: Tx, reason: string): Promise<void> {
  await sql`select set_config('app.reason', ${reason}, true)`.execute(tx)
}
