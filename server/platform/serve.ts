import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type pg from 'pg'
import type { z } from 'zod'
import type { Actor as ContractActor } from '../../contract/action.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import { Refusal } from '../../contract/refusals.ts'
import { statementsOver, type Tx } from '../db/connection.ts'
import { isPassing, problemBody, problemOf, statusOf } from './problem.ts'
import { actorOf } from './session.ts'

export type { Tx }

/** The person a request acts for, as the session says at this moment. */
export type Actor = ContractActor & { sessionId: string; requestId: string; address: string; mustChangePassword: boolean }

/** Does what an endpoint promises, inside one transaction: read-only for GET. It never sees the pool. */
export type Handler<E extends Endpoint> = (tx: Tx, actor: Actor, input: z.output<E['input']>) => Promise<z.input<E['output']>>

/** A file instead of a JSON answer. A stream must need nothing of the transaction, which is over when it is read. */
export type Download = { fileName: string; contentType: string; body: string | Buffer | Readable }

/** A refusal that leaves a trace although its transaction is undone: the guess is counted and logged. */
export class GuessRefusal extends Refusal {
  readonly guess: { key: string; event: string; accountId: string }
  constructor(code: Refusal['code'], guess: GuessRefusal['guess']) {
    super(code)
    this.guess = guess
  }
}

export type Route = { endpoint: Endpoint; handle: (pool: pg.Pool, request: FastifyRequest, reply: FastifyReply) => Promise<unknown> }

/** Binds a promise made in the contract to the function that keeps it: session, right, validation, one transaction, audit, idempotency. */
export function serve<E extends Endpoint>(endpoint: E, handler: Handler<E>): Route {
  return { endpoint, handle: (pool, request, reply) => answer(endpoint, handler as unknown as AnyHandler, pool, request, reply) }
}

/** The same for a read that answers with a file. */
export function serveFile<E extends Endpoint>(
  endpoint: E,
  handler: (tx: Tx, actor: Actor, input: z.output<E['input']>) => Promise<Download>,
): Route {
  return {
    endpoint,
    async handle(pool, request, reply) {
      const actor = await actorOf(pool, request)
      demand(endpoint, actor)
      const input = endpoint.input.parse(inputOf(endpoint, request)) as z.output<E['input']>
      const file = await read(pool, actor, (tx) => handler(tx, actor, input))
      reply
        .header('content-type', file.contentType)
        .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(file.fileName)}`)
      return file.body
    },
  }
}

type AnyHandler = (tx: Tx, actor: Actor, input: unknown) => Promise<unknown>

async function answer(endpoint: Endpoint, handler: AnyHandler, pool: pg.Pool, request: FastifyRequest, reply: FastifyReply) {
  const actor = await actorOf(pool, request)
  demand(endpoint, actor)
  const input = endpoint.input.parse(inputOf(endpoint, request))
  if (endpoint.method === 'GET') return endpoint.output.parse(await read(pool, actor, (tx) => handler(tx, actor, input)))

  const written = await write(pool, actor, endpoint, request, (tx) => handler(tx, actor, input))
  reply
    .status(written.status)
    .header('content-type', written.status < 400 ? 'application/json; charset=utf-8' : 'application/problem+json; charset=utf-8')
  return written.body
}

function demand(endpoint: Endpoint, actor: Actor) {
  if (endpoint.right !== 'signed-in' && !actor.rights.includes(endpoint.right))
    throw new Refusal('no_permission', [{ path: '', message: endpoint.right }])
}

/** Path parameters, query and body as one object; a key given twice is caught by the strict schema or refused here. */
export function inputOf(endpoint: Endpoint, request: FastifyRequest): Record<string, unknown> {
  const path = (request.params ?? {}) as Record<string, unknown>
  const rest = (endpoint.method === 'GET' || endpoint.method === 'DELETE' ? request.query : request.body) ?? {}
  if (typeof rest !== 'object' || Array.isArray(rest)) throw new Refusal('invalid_input', [{ path: '', message: '请求内容应是一个对象' }])
  const stray = endpoint.method !== 'GET' && endpoint.method !== 'DELETE' ? Object.keys((request.query ?? {}) as object)[0] : undefined
  if (stray !== undefined) throw new Refusal('invalid_input', [{ path: stray, message: '没有这个查询参数' }])
  const twice = Object.keys(path).find((key) => Object.hasOwn(rest, key))
  if (twice !== undefined) throw new Refusal('invalid_input', [{ path: twice, message: '已在路径中给出' }])
  return { ...rest, ...path }
}

const settings = (client: pg.ClientBase, actor: Pick<Actor, 'id' | 'enterpriseId' | 'requestId'>) =>
  `select set_config('app.enterprise', ${client.escapeLiteral(actor.enterpriseId)}, true), set_config('app.actor', ${client.escapeLiteral(actor.id)}, true), set_config('app.request', ${client.escapeLiteral(actor.requestId)}, true)`

async function read<Result>(
  pool: pg.Pool,
  actor: Pick<Actor, 'id' | 'enterpriseId' | 'requestId'>,
  work: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  return withClient(pool, async (client) => {
    await client.query(`begin read only; ${settings(client, actor)}`)
    const result = await work(statementsOver(client))
    await client.query('commit')
    return result
  })
}

/** A reading transaction for somebody who is nobody: it sees one enterprise and can write nothing. */
export async function readAsPublic<Result>(
  pool: pg.Pool,
  enterpriseId: string,
  requestId: string,
  work: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  return read(pool, { id: 'public', enterpriseId, requestId }, work)
}

type Written = { status: number; body: string }

/**
 * One writing transaction. A refusal undoes what the handler did and is kept as the answer of its idempotency key, so
 * that a repeated request is told the same; a deadlock is tried again up to three times.
 */
async function write(
  pool: pg.Pool,
  actor: Actor,
  endpoint: Endpoint,
  request: FastifyRequest,
  work: (tx: Tx) => Promise<unknown>,
): Promise<Written> {
  const key = idempotencyKey(request)
  const digest = createHash('sha256')
    .update(`${endpoint.method} ${request.url}\n${JSON.stringify(request.body ?? null)}`)
    .digest()
  for (let attempt = 1; ; attempt++) {
    try {
      return await withClient(pool, (client) => writeOnce(client, actor, endpoint, key, digest, work))
    } catch (error) {
      if (!isPassing(error) || attempt === 3) throw error
    }
  }
}

async function writeOnce(
  client: pg.PoolClient,
  actor: Actor,
  endpoint: Endpoint,
  key: string | undefined,
  digest: Buffer,
  work: (tx: Tx) => Promise<unknown>,
): Promise<Written> {
  const mine = [actor.enterpriseId, actor.id, key ?? ''].map((value) => client.escapeLiteral(value)).join(', ')
  const claim =
    key === undefined
      ? ''
      : `insert into idempotent_answer (enterprise_id, account_id, key, request_digest) values (${mine}, '\\x${digest.toString('hex')}') on conflict do nothing returning key;`
  // One message: a transaction, who it acts for, the key, and the point to which a refusal returns.
  const begun = (await client.query(`begin read write; ${settings(client, actor)}; ${claim} savepoint step`)) as unknown as pg.QueryResult[]
  if (key !== undefined && begun[2]!.rowCount === 0) {
    const earlier = await earlierAnswer(client, mine, digest)
    await client.query('rollback')
    return earlier
  }

  let written: Written
  let guess: GuessRefusal['guess'] | undefined
  try {
    written = { status: 200, body: JSON.stringify(endpoint.output.parse(await work(statementsOver(client)))) }
  } catch (error) {
    const problem = problemOf(error)
    // What may pass with time is not kept as an answer; a bug is not either.
    if (problem === undefined || problem.status >= 500 || isPassing(error)) throw error
    await client.query('rollback to savepoint step')
    written = { status: problem.status, body: JSON.stringify(problemBody(problem, actor.requestId)) }
    if (error instanceof GuessRefusal) guess = error.guess
  }
  if (guess !== undefined) await noteGuess(client, actor, guess)
  const kept = endpoint.shownOnce && written.status < 400 ? refusedAs('shown_once', actor.requestId) : written
  const keep =
    key === undefined
      ? ''
      : `update idempotent_answer set status = ${kept.status}, body = ${client.escapeLiteral(kept.body)} where (enterprise_id, account_id, key) = (${mine});`
  await client.query(`${keep} select seal_audit(); commit`)
  return written
}

const refusedAs = (code: Refusal['code'], requestId: string): Written => {
  const problem = { status: statusOf(code), code, errors: [] }
  return { status: problem.status, body: JSON.stringify(problemBody(problem, requestId)) }
}

async function earlierAnswer(client: pg.ClientBase, mine: string, digest: Buffer): Promise<Written> {
  const { rows } = await client.query<{ request_digest: Buffer; status: number | null; body: string | null }>(
    `select request_digest, status, body from idempotent_answer where (enterprise_id, account_id, key) = (${mine})`,
  )
  const answer = rows[0]
  if (answer === undefined || answer.status === null || answer.body === null) throw new Refusal('in_progress')
  if (!answer.request_digest.equals(digest)) throw new Refusal('key_reused')
  return { status: answer.status, body: answer.body }
}

async function noteGuess(client: pg.ClientBase, actor: Actor, guess: GuessRefusal['guess']) {
  await client.query(`select count_guess($1, interval '15 minutes')`, [guess.key])
  await client.query(`select log_security($1, $2, $3, '', $4, $5, '{}')`, [
    guess.event,
    actor.enterpriseId,
    guess.accountId,
    actor.address,
    actor.requestId,
  ])
}

function idempotencyKey(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key !== 'string' || !/^[\x21-\x7e]{8,100}$/.test(key))
    throw new Refusal('invalid_input', [{ path: 'Idempotency-Key', message: '应为8到100个可见字符' }])
  return key
}

/** Lends a connection and gives it back clean: after an error it is rolled back, and thrown away if even that fails. */
async function withClient<Result>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<Result>): Promise<Result> {
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
