import { sql } from 'kysely'
import type pg from 'pg'
import { only } from '#contract/kernel/certain.ts'
import { statementsOver, type Tx } from '#server/db/connection.ts'

/** Writes into one enterprise in the name of 'setup', before there is an account to sign in with: one transaction, audited as every other. */
export async function asSetup<Result>(pool: pg.Pool, enterpriseId: string, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query(
      `select set_config('app.enterprise', $1, true), set_config('app.actor', 'setup', true), set_config('app.request', 'setup', true)`,
      [enterpriseId],
    )
    const tx = statementsOver(client)
    const result = await work(tx)
    await sql`select seal_audit()`.execute(tx)
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}

/** An id for an enterprise that is yet to be made. */
export async function newEnterpriseId(pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query<{ id: string }>('select uuidv7() as id')
  return only(rows).id
}
