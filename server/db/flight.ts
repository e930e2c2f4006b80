import pg from 'pg'
import { prepareValue } from 'pg/lib/utils.js'

/** A statement as it goes to the database; with a name it is prepared once a connection. */
export type Statement = { text: string; values: readonly unknown[]; name?: string | undefined }

/** What the driver calls on a query; its own types name `submit` alone. */
type DriverQuery = {
  name?: string
  text: string
  submit(connection: DriverConnection): Error | null
  handleRowDescription(message: unknown): void
  handleDataRow(message: unknown): void
  handleCommandComplete(message: unknown, connection: unknown): void
  handleEmptyQuery(connection: unknown): void
  handleError(error: unknown, connection: unknown): void
  handleReadyForQuery(connection: unknown): void
  _accumulateRows?: boolean
  _result: Columns & { _types: unknown }
}
/** What the driver makes of the description of a statement's columns. */
type Columns = { fields: unknown; _parsers: unknown; _prebuiltEmptyResultObject: unknown }
type DriverConnection = {
  stream: { cork(): void; uncork(): void }
  sync(): void
  close(statement: { type: 'S'; name: string }): void
  describe(message: unknown): void
  parsedStatements: Record<string, string>
  submittedNamedStatements: Record<string, string>
  on(event: 'parseComplete', listener: () => void): void
  off(event: 'parseComplete', listener: () => void): void
}

/**
 * So many statements a connection keeps prepared, for 90 MB of plans. A server that has been asked for every list in every order knows three times as many
 * (decision 0127).
 */
export const preparedAtMost = 500

/**
 * What each connection has prepared, by name, and its columns, which stay the same as long as the connection is open and are asked for once. What was
 * asked last comes last.
 */
const preparedOn = new WeakMap<object, Map<string, Columns | undefined>>()

function prepared(connection: DriverConnection): Map<string, Columns | undefined> {
  const known = preparedOn.get(connection) ?? new Map<string, Columns | undefined>()
  if (!preparedOn.has(connection)) preparedOn.set(connection, known)
  return known
}

/** Lets the database forget what was asked longest ago, beyond what is kept. No message asks for as many statements as are kept. */
function forgetTheOldest(connection: DriverConnection): void {
  const known = prepared(connection)
  // To look for the first costs more than all the rest: those that have moved to the end have left holes.
  if (known.size <= preparedAtMost) return
  for (const name of known.keys()) {
    if (known.size <= preparedAtMost) return
    known.delete(name)
    delete connection.parsedStatements[name]
    connection.close({ type: 'S', name })
  }
}

/**
 * Several statements in one message, with one answer: PostgreSQL runs them one after the other, and none after one that fails. To the driver it is
 * one query, made of its own.
 */
class Flight {
  readonly #queries: DriverQuery[]
  /** Those that this connection has not prepared yet, in their order. */
  readonly #toParse: DriverQuery[] = []
  readonly #countParsed = () => void (this.#parsed += 1)
  #parsed = 0
  #at = 0

  constructor(queries: DriverQuery[]) {
    this.#queries = queries
  }

  submit(connection: DriverConnection): Error | null {
    const nothing = { value: () => {} }
    // Each query ends with a sync of its own, which would end the transaction of a statement that failed and let the next one run.
    const together: DriverConnection = Object.create(connection, { sync: nothing })
    const undescribed: DriverConnection = Object.create(connection, { sync: nothing, describe: nothing })
    const submitted = new Set<string>()
    const known = prepared(connection)
    for (const query of this.#queries) {
      const { name } = query
      if (name !== undefined) {
        const columns = known.get(name)
        known.delete(name)
        known.set(name, columns)
        // The driver prepares a statement once, however often it stands in the message.
        if (submitted.has(name) || (connection.parsedStatements[name] ?? connection.submittedNamedStatements[name]) !== undefined) continue
        submitted.add(name)
      }
      this.#toParse.push(query)
    }
    if (this.#toParse.length > 0) connection.on('parseComplete', this.#countParsed)
    connection.stream.cork()
    try {
      forgetTheOldest(connection)
      for (const query of this.#queries) {
        const error = query.submit(this.#expect(query, connection) ? undescribed : together)
        if (error !== null) return error
      }
      connection.sync()
    } finally {
      connection.stream.uncork()
    }
    return null
  }

  /** Whether the columns of the answer are known already. */
  #expect(query: DriverQuery, connection: DriverConnection): boolean {
    const columns = query.name === undefined ? undefined : prepared(connection).get(query.name)
    if (columns === undefined) return false
    Object.assign(query._result, columns)
    query._accumulateRows = true
    return true
  }

  get #current(): DriverQuery | undefined {
    return this.#queries[this.#at]
  }

  handleRowDescription(message: unknown) {
    this.#current?.handleRowDescription(message)
  }

  handleDataRow(message: unknown) {
    this.#current?.handleDataRow(message)
  }

  handleCommandComplete(message: unknown, connection: DriverConnection) {
    const query = this.#current
    if (query === undefined) return
    query.handleCommandComplete(message, connection)
    const { name, _result: columns } = query
    const known = prepared(connection)
    if (name !== undefined && known.get(name) === undefined) {
      const { fields, _parsers, _prebuiltEmptyResultObject } = columns
      known.set(name, { fields, _parsers, _prebuiltEmptyResultObject })
    }
    this.#at += 1
  }

  handleEmptyQuery() {
    this.#at += 1
  }

  /** Those before the one that failed have their answers; it and those after it have this error. */
  handleError(error: unknown, connection: DriverConnection) {
    this.#endParsing(connection)
    for (const [index, query] of this.#queries.entries())
      if (index < this.#at) query.handleReadyForQuery(connection)
      else query.handleError(error, connection)
  }

  handleReadyForQuery(connection: DriverConnection) {
    this.#endParsing(connection)
    for (const query of this.#queries) query.handleReadyForQuery(connection)
  }

  #endParsing(connection: DriverConnection) {
    connection.off('parseComplete', this.#countParsed)
    for (const [index, { name, text }] of this.#toParse.entries()) {
      if (name === undefined) continue
      delete connection.submittedNamedStatements[name]
      if (index < this.#parsed) connection.parsedStatements[name] = text
    }
  }
}

export type Answered = pg.QueryResult<Record<string, unknown>>

/** Sends statements in one message. Each has its answer; after one that fails, that one and all after it have its error. */
export function fly(client: pg.ClientBase, types: pg.CustomTypesConfig, statements: readonly Statement[]): Promise<Answered>[] {
  const queries: DriverQuery[] = []
  const answers = statements.map(({ text, values, name }) => {
    const { promise, resolve, reject } = Promise.withResolvers<Answered>()
    // Brought into their form here: a value that has none throws before anything is sent.
    // Without a name and values the driver would send a question of the simple protocol, which ends the message for those after it.
    const config = { text, values: values.map(prepareValue), queryMode: 'extended', ...(name !== undefined && { name }) }
    const query = new pg.Query(config, (error, result) => (error === undefined || error === null ? resolve(result) : reject(error)))
    // The driver's types leave out what it calls on a query.
    const known = query as unknown as DriverQuery
    known._result._types = types
    queries.push(known)
    return promise
  })
  client.query(new Flight(queries) as unknown as pg.Submittable)
  return answers
}
