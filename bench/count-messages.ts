import pg from 'pg'

/*
 * Loaded before the benched server (`--import`): counts what it sends to the database, and says how much when it is asked. One call of `query` is one
 * message, however many statements it holds.
 */
let sent = 0
const query: (...parameters: unknown[]) => unknown = pg.Client.prototype.query
pg.Client.prototype.query = function (this: pg.Client, ...parameters: unknown[]) {
  sent += 1
  return query.apply(this, parameters)
} as typeof pg.Client.prototype.query
process.on('message', () => process.send?.(sent))
