import { CamelCasePlugin, Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { realClock, type Clock } from '#tools/clock.ts'
import type { Schema } from './schema.ts'

// Values arrive as the contract sends them: decimals and days as text, instants as ISO text; a float is never made.
const types = new pg.TypeOverrides()
types.setTypeParser(pg.types.builtins.NUMERIC, (value) => value)
// numeric[], which the driver would make floats of; the array's own quoting is none for numbers.
types.setTypeParser(1231, (value) => (value === '{}' ? [] : value.slice(1, -1).split(',')))
types.setTypeParser(pg.types.builtins.DATE, (value) => value)
types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, (value) => new Date(value).toISOString())
types.setTypeParser(pg.types.builtins.INT8, (value) => {
  const number = Number(value)
  if (!Number.isSafeInteger(number)) throw new RangeError(`${value} is no safe integer`)
  return number
})

/** A pool of connections for the role in `databaseUrl`. Waits at most 2 s for a free connection. */
export function openPool(
  databaseUrl: string,
  { size = 10, onError = () => {} }: { size?: number; onError?: (error: Error) => void } = {},
): pg.Pool {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    types,
    max: size,
    connectionTimeoutMillis: 2_000,
    idleTimeoutMillis: 60_000,
    options: '-c timezone=UTC -c statement_timeout=10000 -c lock_timeout=5000 -c idle_in_transaction_session_timeout=15000',
    application_name: 'bencao',
  })
  // An idle connection whose server goes away emits 'error'; without a listener the process would end.
  pool.on('error', onError)
  return pool
}

/** Connections of their own to the same database, for those who must not take the pool's. Who opens them ends them. */
export function besidePool(pool: pg.Pool, size: number): pg.Pool {
  const beside = new pg.Pool({ ...pool.options, max: size })
  beside.on('error', () => {})
  return beside
}

type Purpose = 'what a request keeps' | 'whole lists'
const asides = new Map<Purpose, WeakMap<pg.Pool, pg.Pool>>([
  ['what a request keeps', new WeakMap()],
  ['whole lists', new WeakMap()],
])

function pickAside(pool: pg.Pool, purpose: Purpose): pg.Pool {
  const opened = asides.get(purpose)
  const aside = opened?.get(pool) ?? besidePool(pool, 3)
  opened?.set(pool, aside)
  return aside
}

/**
 * A few connections beside a pool, for what a request has to keep whatever becomes of its transaction: who holds a connection of the pool
 * never waits for a second one of it.
 */
export const asideOf = (pool: pg.Pool): pg.Pool => pickAside(pool, 'what a request keeps')

/** A few connections for reads that last as long as their reader needs: nobody else waits for one of them. */
export const longReadersOf = (pool: pg.Pool): pg.Pool => pickAside(pool, 'whole lists')

/** Ends those connections; the next one who asks opens new ones. */
export async function closeAside(pool: pg.Pool): Promise<void> {
  const opened = [...asides.values()].flatMap((of) => of.get(pool) ?? [])
  for (const of of asides.values()) of.delete(pool)
  await Promise.all(opened.map((aside) => aside.end()))
}

/**
 * The statements of one transaction, and no way to begin, end or leave it: only `serve` does that. `now` is when what the transaction tells of
 * happens: what a step takes for this moment, and the day that a rule compares with. When a row was written is the database's own time.
 */
export type Tx = Clock &
  Pick<
    Kysely<Schema>,
    | 'selectFrom'
    | 'insertInto'
    | 'updateTable'
    | 'deleteFrom'
    | 'mergeInto'
    | 'with'
    | 'withRecursive'
    | 'selectNoFrom'
    | 'fn'
    | 'getExecutor'
    | 'dynamic'
    | 'case'
  >

const camelCase = new CamelCasePlugin()
const statementNames = new Map<string, string>()

// A statement that is asked often is prepared once per connection. The cap keeps texts that vary in length from piling up.
function statementName(text: string): string | undefined {
  const known = statementNames.get(text)
  if (known !== undefined || statementNames.size >= 1000) return known
  const name = `s${statementNames.size}`
  statementNames.set(text, name)
  return name
}

/** Kysely over one connection that its holder begins and commits. */
export function statementsOver(client: pg.ClientBase, clock: Clock = realClock): Tx {
  const borrowed = {
    query: (text: string, values: unknown[]) => client.query({ text, values, name: statementName(text) }),
    release: () => {},
  }
  const pool = { connect: () => Promise.resolve(borrowed), end: () => Promise.resolve(), options: {} }
  // It keeps what kysely asks of a pool; the overloads of pg's `query` are what the types miss.
  const statements = new Kysely<Schema>({ dialect: new PostgresDialect({ pool: pool as unknown as pg.Pool }), plugins: [camelCase] })
  return Object.assign(statements, { now: () => clock.now() })
}

/** Lends a connection and gives it back clean: after an error it is rolled back, and thrown away if even that fails. */
export async function withClient<Result>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<Result>): Promise<Result> {
  const client = await pool.connect()
  const ignore = () => {} // the database going away while the client is out also rejects the query under way
  client.on('error', ignore)
  let broken: Error | undefined
  try {
    return await work(client)
  } catch (error) {
    await client.query('rollback').catch((failure: Error) => (broken = failure))
    throw error
  } finally {
    client.off('error', ignore)
    client.release(broken)
  }
}
