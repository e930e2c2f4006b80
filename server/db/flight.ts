import pg from 'pg'
import { prepareValue } from 'pg/lib/utils.js'

/** A statement as it goes to the database; with a name it is prepared once a connection. Its rows come in a form of their own, if it has one. */
export type Statement = { text: string; values: readonly unknown[]; name?: string | undefined; form?: RowForm }

/** How rows are made of an answer: what its columns are called here, and what is made of their values. */
export type RowForm = { nameOf: (column: string) => string | symbol; types: pg.CustomTypesConfig }

/** What the driver calls on a query; its own types name `submit` alone. */
type DriverQuery = {
  name?: string | undefined
  text: string
  queryMode?: string
  submit(connection: DriverConnection): Error | null
  handleRowDescription(message: Description): void
  handleDataRow(message: unknown): void
  handleCommandComplete(message: unknown, connection: unknown): void
  handleEmptyQuery(connection: unknown): void
  handleError(error: unknown, connection: unknown): void
  handleReadyForQuery(connection: unknown): void
  _accumulateRows?: boolean
  _result: Columns & { _types: unknown }
}
type Description = { fields: { name: string | symbol }[] }
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

type Asked = { query: DriverQuery; form: RowForm }

/** What flights know of a connection. */
type Wire = {
  /**
   * What it has prepared, by name, and its columns in a form, which stay the same as long as the connection is open and are asked for once. What was asked
   * last comes last.
   */
  known: Map<string, { columns: Columns; form: RowForm } | undefined>
  /** The connection to a query that is one of several: each ends with a sync, which would end the transaction of a statement that failed and let the next one run. */
  together: DriverConnection
  /** The same to a query whose columns are known. */
  undescribed: DriverConnection
}
const wires = new WeakMap<DriverConnection, Wire>()

function wireOf(connection: DriverConnection): Wire {
  const known = wires.get(connection)
  if (known !== undefined) return known
  const nothing = { value: () => {} }
  const wire = {
    known: new Map(),
    together: Object.create(connection, { sync: nothing }),
    undescribed: Object.create(connection, { sync: nothing, describe: nothing }),
  }
  wires.set(connection, wire)
  return wire
}

/** Lets the database forget what was asked longest ago, beyond what is kept. No message asks for as many statements as are kept. */
function forgetTheOldest(connection: DriverConnection): void {
  const { known } = wireOf(connection)
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
  readonly #asked: readonly Asked[]
  /** Those that this connection has not prepared yet, in their order. */
  readonly #toParse: DriverQuery[] = []
  readonly #countParsed = () => void (this.#parsed += 1)
  #parsed = 0
  #at = 0

  constructor(asked: readonly Asked[]) {
    this.#asked = asked
  }

  submit(connection: DriverConnection): Error | null {
    const { known, together, undescribed } = wireOf(connection)
    const submitted = new Set<string>()
    for (const { query } of this.#asked) {
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
      for (const asked of this.#asked) {
        const error = asked.query.submit(this.#expect(asked, connection) ? undescribed : together)
        if (error !== null) return error
      }
      connection.sync()
    } finally {
      connection.stream.uncork()
    }
    return null
  }

  /** Whether the columns of the answer are known already. */
  #expect({ query, form }: Asked, connection: DriverConnection): boolean {
    const known = query.name === undefined ? undefined : wireOf(connection).known.get(query.name)
    if (known?.form !== form) return false
    Object.assign(query._result, known.columns)
    query._accumulateRows = true
    return true
  }

  get #current(): Asked | undefined {
    return this.#asked[this.#at]
  }

  handleRowDescription(message: Description) {
    if (this.#current === undefined) return
    const { query, form } = this.#current
    for (const field of message.fields) field.name = form.nameOf(String(field.name))
    query.handleRowDescription(message)
    // Each row begins as a copy of this one. Made through JSON it holds its fields within itself, and its rows are made and read in less time.
    query._result._prebuiltEmptyResultObject = JSON.parse(JSON.stringify(query._result._prebuiltEmptyResultObject))
  }

  handleDataRow(message: unknown) {
    this.#current?.query.handleDataRow(message)
  }

  handleCommandComplete(message: unknown, connection: DriverConnection) {
    if (this.#current === undefined) return
    const { query, form } = this.#current
    query.handleCommandComplete(message, connection)
    const { name, _result: columns } = query
    const { known } = wireOf(connection)
    if (name !== undefined && known.get(name)?.form !== form) {
      const { fields, _parsers, _prebuiltEmptyResultObject } = columns
      known.set(name, { columns: { fields, _parsers, _prebuiltEmptyResultObject }, form })
    }
    this.#at += 1
  }

  handleEmptyQuery() {
    this.#at += 1
  }

  /** Those before the one that failed have their answers; it and those after it have this error. */
  handleError(error: unknown, connection: DriverConnection) {
    this.#endParsing(connection)
    for (const [index, { query }] of this.#asked.entries())
      if (index < this.#at) query.handleReadyForQuery(connection)
      else query.handleError(error, connection)
  }

  handleReadyForQuery(connection: DriverConnection) {
    this.#endParsing(connection)
    for (const { query } of this.#asked) query.handleReadyForQuery(connection)
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

/** Sends statements in one message. Each has its answer, in this form if it has none of its own; after one that fails, that one and all after it have its error. */
export function fly(client: pg.ClientBase, usual: RowForm, statements: readonly Statement[]): Promise<Answered>[] {
  const flight: Asked[] = []
  const answers = statements.map(({ text, values, name, form = usual }) => {
    const { promise, resolve, reject } = Promise.withResolvers<Answered>()
    // Brought into their form here: a value that has none throws before anything is sent.
    const made = new pg.Query(text, values.map(prepareValue), (error, result) =>
      error === undefined || error === null ? resolve(result) : reject(error),
    )
    // The driver's types leave out what it calls on a query. What it is told as one object it copies field by field, which costs more than all the rest.
    const query = made as unknown as DriverQuery
    query.name = name
    // Without a name and values the driver would send a question of the simple protocol, which ends the message for those after it.
    query.queryMode = 'extended'
    query._result._types = form.types
    flight.push({ query, form })
    return promise
  })
  client.query(new Flight(flight) as unknown as pg.Submittable)
  return answers
}
