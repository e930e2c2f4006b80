import { sql } from 'kysely'
import type { Actor, Tx } from './serve.ts'

/** Keeps in the security log what `actor` did about an account (or, without one, about rights): who, from where, under which request. */
export async function logSecurity(
  tx: Tx,
  actor: Actor,
  event: string,
  { account, facts = {} }: { account?: { id: string; userName: string }; facts?: Record<string, unknown> } = {},
): Promise<void> {
  const details = JSON.stringify({ by: actor.id, byName: actor.name, ...(actor.isProgram && { program: actor.accountId }), ...facts })
  await sql`select log_security(${event}, ${actor.enterpriseId}::uuid, ${account?.id ?? actor.id}::uuid, ${account?.userName ?? ''},
    ${actor.address}, ${actor.requestId}, ${details}::jsonb)`.execute(tx)
}
