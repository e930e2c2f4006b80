import type pg from 'pg'
import { statementsOver } from '#server/db/connection.ts'
import { realClock, type Clock } from '#tools/clock.ts'
import type { Tx } from './serve.ts'

/** The actor that the record names when the calendar started the work. It is no person, so it can sign nothing. */
const system = { id: '00000000-0000-0000-0000-000000000000', name: '系统' }

/**
 * Does a piece of work that time asks for and not a person, once for each enterprise, in a transaction of its own under that
 * enterprise, audited as 系统. The audit names `name` in place of a request. One enterprise's failure does not keep the others
 * from theirs; it is thrown at the end.
 */
export async function eachEnterprise(
  pool: pg.Pool,
  name: string,
  work: (tx: Tx, actor: typeof system) => Promise<void>,
  clock: Clock = realClock,
): Promise<void> {
  const { rows } = await pool.query<{ id: string }>('select id from enterprise_ids() as id')
  const failures: unknown[] = []
  for (const { id } of rows) {
    const client = await pool.connect()
    try {
      await client.query('begin')
      await client.query(
        `select set_config('app.enterprise', $1, true), set_config('app.actor', 'system', true), set_config('app.request', $2, true)`,
        [id, name],
      )
      await work(statementsOver(client, clock), system)
      await client.query('select seal_audit()')
      await client.query('commit')
      client.release()
    } catch (error) {
      failures.push(error)
      client.release(
        await client.query('rollback').then(
          () => undefined,
          (failure: Error) => failure,
        ),
      )
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, `${name} failed for ${failures.length} of ${rows.length} enterprises`)
}
