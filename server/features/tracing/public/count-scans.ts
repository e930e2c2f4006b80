import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'

/** One look at one code. A visit is told from another by a digest that names nobody. */
export type Scan = { enterpriseId: string; rangeId: string; index: number; visit: Buffer; at: Date }

/** How long scans are gathered before they are written down together, in milliseconds. */
const gathering = 100
/** With so many of one code they are written at once: each is looked for by whoever scans the code next. */
const crowd = 20
/** So many scans wait at most while the database cannot be reached; more are not counted. */
const waitingAtMost = 20_000

/**
 * Writes scans down behind the answers, many at a time. The database knows each visit, so a batch that is sent twice counts once. Until a
 * scan is written it is told by `waitingAt`, so that the next visitor of this process is counted after it.
 */
export class ScanCounter {
  readonly #pool: pg.Pool
  readonly #log: FastifyBaseLogger
  #waiting = new Map<string, Scan[]>()
  #size = 0
  #timer: NodeJS.Timeout | undefined
  #underWay: Promise<void> = Promise.resolve()
  #beingWritten = new Map<string, Scan[]>()

  constructor(pool: pg.Pool, log: FastifyBaseLogger) {
    this.#pool = pool
    this.#log = log
  }

  note(code: string, scan: Scan): void {
    if (this.#size >= waitingAtMost) return
    // A visit that is being written down is one that waits: told twice, it would be two visitors.
    if (this.waitingAt(code).some(({ visit }) => visit.equals(scan.visit))) return
    const scans = this.#waiting.get(code) ?? []
    scans.push(scan)
    this.#waiting.set(code, scans)
    this.#size++
    if (scans.length === crowd) void this.flush()
    else this.#timer ??= setTimeout(() => void this.flush(), gathering)
  }

  /** The scans of a code that the database may not know yet. */
  waitingAt(code: string): readonly Scan[] {
    return [...(this.#beingWritten.get(code) ?? []), ...(this.#waiting.get(code) ?? [])]
  }

  /** Writes down what waits, after what is being written. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    await (this.#underWay = this.#underWay.then(() => this.#write()))
  }

  async #write(): Promise<void> {
    if (this.#size === 0) return
    const batch = this.#waiting
    const scans = [...batch.values()].flat()
    ;[this.#beingWritten, this.#waiting, this.#size] = [batch, new Map(), 0]
    try {
      await this.#pool.query({
        name: 'count_scans',
        text: 'select count_scans($1, $2, $3, $4, $5)',
        values: [
          scans.map(({ enterpriseId }) => enterpriseId),
          scans.map(({ rangeId }) => rangeId),
          scans.map(({ index }) => index),
          scans.map(({ visit }) => visit),
          scans.map(({ at }) => at),
        ],
      })
      this.#beingWritten = new Map()
    } catch (error) {
      this.#log.warn({ err: error, scans: scans.length }, 'scans were not counted yet')
      this.#beingWritten = new Map()
      for (const [code, missed] of batch) for (const scan of missed) this.note(code, scan)
    }
  }
}
