import pg from 'pg'

// Values arrive as the contract sends them: decimals and days as text, instants as ISO text; a float is never made.
export const types = new pg.TypeOverrides()
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

/** How long, in milliseconds, a request waits for a connection; how long a program that starts does, before anybody waits for it. */
export const patience = { request: 2_000, start: 30_000 }

/**
 * Lends of its free connections the one that has been open longest. What a connection does for its first time costs a write 14 to 60 ms more: functions are
 * compiled, statements planned, the catalog is read (decision 0126). The library lends what was given back last, which is any of ten once a page has
 * asked for ten things at once.
 */
class OldestFirst extends pg.Pool {
  /** The library's own list of what is free, of which it takes the last. */
  declare private readonly _idle: { client: pg.PoolClient }[]
  #open: pg.PoolClient[] = []

  constructor(options: pg.PoolConfig) {
    super(options)
    this.on('connect', (client) => void this.#open.push(client))
    this.on('remove', (client) => void (this.#open = this.#open.filter((other) => other !== client)))
  }

  override connect(): Promise<pg.PoolClient>
  override connect(callback: (error: Error | undefined, client: pg.PoolClient | undefined, done: (release?: unknown) => void) => void): void
  override connect(
    callback?: (error: Error | undefined, client: pg.PoolClient | undefined, done: (release?: unknown) => void) => void,
  ): Promise<pg.PoolClient> | void {
    const place = ({ client }: { client: pg.PoolClient }) => this.#open.indexOf(client)
    this._idle.sort((one, other) => place(other) - place(one))
    return callback === undefined ? super.connect() : super.connect(callback)
  }
}

/** A pool of connections for the role in `databaseUrl`. Waits for a free connection as long as a request does. */
export function openPool(
  databaseUrl: string,
  { size = 10, onError = () => {} }: { size?: number; onError?: (error: Error) => void } = {},
): pg.Pool {
  const pool = new OldestFirst({
    connectionString: databaseUrl,
    types,
    max: size,
    connectionTimeoutMillis: patience.request,
    // What the others have met would be met anew after each quiet minute. Sealing the logs asks for the oldest every few seconds.
    idleTimeoutMillis: 600_000,
    // What lies between here and an external database may drop, unseen, what says nothing for some minutes.
    keepAlive: true,
    keepAliveInitialDelayMillis: 60_000,
    // Nobody waits for a worker to be started for a page, nor for machine code to be made for one: both cost more than they save.
    options:
      '-c timezone=UTC -c statement_timeout=10000 -c lock_timeout=5000 -c idle_in_transaction_session_timeout=15000 -c max_parallel_workers_per_gather=0 -c jit=off',
    application_name: 'bencao',
  })
  // An idle connection whose server goes away emits 'error'; without a listener the process would end.
  pool.on('error', onError)
  return pool
}

/** Connections of their own to the same database, for those who must not take the pool's. Who opens them ends them. */
export function besidePool(pool: pg.Pool, size: number): pg.Pool {
  const beside = new OldestFirst({ ...pool.options, max: size })
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
