import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryExecutorProvider,
} from 'kysely'
import type pg from 'pg'
import { elementAt } from '#contract/kernel/certain.ts'
import { realClock, type Clock } from '#tools/clock.ts'
import { fly, type Answered, type RowForm, type Statement } from './flight.ts'
import { types } from './pool.ts'
import type { Schema } from './schema.ts'
import { camelCaseRows, SnakeCaseCompiler } from './snake-case.ts'

/**
 * The statements of one transaction, and no way to begin, end or leave it: only `serve` does that. `now` is when what the transaction tells of
 * happens: what a step takes for this moment, and the day that a rule compares with. When a row was written is the database's own time.
 * What is asked at the same time (`together`) goes to the database in one message.
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
  > & {
    /**
     * Writes what nobody asks the answer of, in the message of the next statement or of the end: in its order, before anything that is asked later.
     * What the database refuses of it is refused then.
     */
    later(statement: Compilable): Promise<void>
  }

type Compilable = { compile(executor: QueryExecutorProvider): CompiledQuery }

/** So many texts are known by name, so that those that vary in length do not pile up; the one that was asked longest ago goes first. */
const textsAtMost = 2000
const texts = new Map<string, Pick<Statement, 'text' | 'name'>>()
let textsSeen = 0

/** A statement that is prepared once a connection, unless it asks for a plan of its own. */
export function named(text: string, values: readonly unknown[] = []): Statement {
  if (text.startsWith(ownPlan)) return { text, values }
  const known = texts.get(text) ?? { text, name: `s${textsSeen++}` }
  texts.delete(text)
  texts.set(known.text, known)
  const [oldest] = texts.size > textsAtMost ? texts.keys() : []
  if (oldest !== undefined) texts.delete(oldest)
  return { ...known, values }
}

/**
 * Begins the text of a read whose plan is right for all its values: it is planned once a connection. Else PostgreSQL weighs at each visit whether the values are worth
 * a plan of their own, and of a statement with many parts that plan costs more than its rows.
 */
export const onePlan = '/* one plan */ '
/**
 * Begins the text of a read that is planned for its values each time, as a rare herb needs another plan than a common one and what PostgreSQL weighs may be wrong.
 * It is not prepared: `force_custom_plan` would plan each function anew that the statement calls, and costs twice as much (decision 0129).
 */
export const ownPlan = '/* own plan */ '
const planOnce = named(`select set_config('plan_cache_mode', 'force_generic_plan', true)`)
const planAsUsual = named(`select set_config('plan_cache_mode', 'auto', true)`)

/** Rows with the names that the database gives them. */
const asTheyCome: RowForm = { nameOf: (column) => column, types }

/** Sends statements in one message. */
export const sendTogether = (client: pg.ClientBase, statements: readonly Statement[]): Promise<Answered[]> =>
  Promise.all(fly(client, asTheyCome, statements))

type Asked = { statement: Statement; resolve: (result: Answered) => void; reject: (error: unknown) => void }

/** What goes over one connection while its holder keeps a transaction open. */
class Sender {
  readonly #client: pg.ClientBase
  readonly #opening: Opening | undefined
  readonly #isReading: boolean
  #asked: Asked[] = []
  #late: Statement[] = []
  #isOver = false
  /** That who opened it has been told, or refused what they were told. */
  #told: Promise<void> | undefined

  constructor(client: pg.ClientBase, opening?: Opening, isReading = false) {
    this.#client = client
    this.#opening = opening
    this.#isReading = isReading
  }

  /** Asks, together with everything that is asked before the program waits. */
  query(text: string, values: readonly unknown[]): Promise<Answered> {
    // A part of a step that has been refused already may still go on: the connection is another one's by then.
    if (this.#isOver) return Promise.reject(new Error('the transaction is over'))
    // What is undone need not be written first.
    if (text.startsWith('rollback')) this.#late = []
    const { promise, resolve, reject } = Promise.withResolvers<Answered>()
    this.#asked.push({ statement: { ...named(text, values), form: camelCaseRows }, resolve, reject })
    if (this.#asked.length === 1) process.nextTick(() => this.#send())
    return promise
  }

  writeLater(statement: Statement): void {
    this.#late.push(statement)
  }

  /** Sends these after what is still to be written, in one message. */
  end(statements: readonly Statement[]): Ending {
    this.#isOver = true
    const late = this.#late
    this.#late = []
    const answers = fly(this.#client, asTheyCome, [...late, ...statements])
    const over = Promise.all(answers)
    over.catch(() => {}) // told to whoever asks for it
    return { late: Promise.all(answers.slice(0, late.length)), over }
  }

  forget(): void {
    this.#isOver = true
    this.#late = []
  }

  /** When what opens it has been answered: it is sent now where nothing was asked yet. */
  opened(): Promise<void> {
    if (this.#opening === undefined) return Promise.resolve()
    return (this.#told ??= this.#tell(fly(this.#client, asTheyCome, this.#opening.statements())))
  }

  #tell(answers: readonly Promise<Answered>[]): Promise<void> {
    const told = Promise.all(answers).then((opened) => this.#opening?.answered(opened))
    told.catch(() => {}) // told to those who asked
    return told
  }

  #send(): void {
    const [asked, late] = [this.#asked, this.#late]
    this.#asked = []
    this.#late = []
    if (this.#isOver) {
      for (const { reject } of asked) reject(new Error('the transaction is over'))
      return
    }
    const opening = this.#opening?.statements() ?? []
    const statements = [...opening, ...late]
    let isOnce = false
    const places = asked.map(({ statement }) => {
      // In a transaction that writes every plan is made once. The transaction of a read ends with its message, and with it what is set here.
      const isPlannedOnce = this.#isReading && statement.text.startsWith(onePlan)
      if (isPlannedOnce !== isOnce) statements.push(isPlannedOnce ? planOnce : planAsUsual)
      isOnce = isPlannedOnce
      return statements.push(statement) - 1
    })
    let answers
    try {
      answers = fly(this.#client, asTheyCome, statements)
    } catch (error) {
      // A value that has no form: nothing was sent.
      for (const { reject } of asked) reject(error)
      return
    }
    if (opening.length > 0) this.#told = this.#tell(answers.slice(0, opening.length))
    const told = this.#told
    // An error of what came before is the error of what is asked after it.
    for (const answer of answers) answer.catch(() => {})
    for (const [index, { resolve, reject }] of asked.entries()) {
      const answer = elementAt(answers, elementAt(places, index))
      void (told === undefined ? answer : told.then(() => answer)).then(resolve, reject)
    }
  }
}

/** What messages begin with, and who is told the answers to it before those who asked have theirs: where that throws, they have its error instead. */
export type Opening = { statements: () => readonly Statement[]; answered: (answers: readonly Answered[]) => void }

/** What was to be written later, which may be refused still, and the whole of it. */
type Ending = { late: Promise<unknown>; over: Promise<Answered[]> }

/** Statements over one connection that its holder begins and commits. */
export type Writing = {
  tx: Tx
  /** That it has begun, and for whom it was supposed to. Rejects with what the opening throws. */
  opened: () => Promise<void>
  /** Sends these after what was to be written later, in one message. */
  end(statements: readonly Statement[]): Ending
  /** Drops what was to be written later, since it is undone, and takes nothing any more. */
  forget(): void
}

/** Statements over a connection whose holder ends the transaction with `end`. It has begun, or begins with the first message as `opening` says. */
export function writingOver(client: pg.ClientBase, clock: Clock, opening?: Opening): Writing {
  const sender = new Sender(client, opening)
  const statements = kyselyOver(sender)
  const later = async (statement: Compilable) => {
    const { sql, parameters } = statement.compile(statements)
    sender.writeLater({ ...named(sql, parameters), form: camelCaseRows })
  }
  const tx = Object.assign(statements, { now: () => clock.now(), later })
  return { tx, opened: () => sender.opened(), end: (statements) => sender.end(statements), forget: () => sender.forget() }
}

/**
 * Statements of a read that needs no moment in common: each message is a transaction of its own, which begins with `opening` and ends with its last
 * statement, so that nothing has to be begun or ended in messages apart (decision 0115). After `end` it takes nothing any more: the connection is another one's.
 */
export function readingOver(client: pg.ClientBase, clock: Clock, opening: Opening): { tx: Tx; end: () => void } {
  const sender = new Sender(client, opening, true)
  return { tx: immediately(sender, clock), end: () => sender.forget() }
}

/** Kysely over one connection that its holder begins and commits. Nothing waits for its end. */
export const statementsOver = (client: pg.ClientBase, clock: Clock = realClock): Tx => immediately(new Sender(client), clock)

function immediately(sender: Sender, clock: Clock): Tx {
  const statements = kyselyOver(sender)
  const later = async (statement: Compilable) => void (await statements.executeQuery(statement.compile(statements)))
  return Object.assign(statements, { now: () => clock.now(), later })
}

/** Kysely that writes statements for this driver. */
const kyselyWith = (driver: Driver) =>
  new Kysely<Schema>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => driver,
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new SnakeCaseCompiler(),
    },
  })

/** What is written down once and asked often: kysely without a connection. */
export const written = kyselyWith(new DummyDriver())

/** The commands of which kysely is told how many rows they changed. */
const changing = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE'])

/** Gives what kysely asks to a sender. Who holds the connection begins and ends the transaction, and nobody else. */
class SendingDriver implements Driver {
  readonly #connection: DatabaseConnection

  constructor(sender: Sender) {
    this.#connection = {
      async executeQuery<Row>({ sql, parameters }: CompiledQuery) {
        try {
          const { command, rowCount, rows } = await sender.query(sql, parameters)
          return { rows: rows as Row[], ...(changing.has(command) && rowCount !== null && { numAffectedRows: BigInt(rowCount) }) }
        } catch (error) {
          // An error of the database was made where its answer was read; who asked is told beside it.
          if (error instanceof Error) error.stack = `${error.stack}\n${new Error('asked').stack}`
          throw error
        }
      },
      streamQuery: refuse,
    }
  }

  async init() {}
  async destroy() {}
  async releaseConnection() {}
  acquireConnection = async () => this.#connection
  beginTransaction = refuse
  commitTransaction = refuse
  rollbackTransaction = refuse
}

function refuse(): never {
  throw new Error('a transaction is begun and ended by who holds the connection, and nothing is streamed in it')
}

const kyselyOver = (sender: Sender) => kyselyWith(new SendingDriver(sender))

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
