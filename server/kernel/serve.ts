import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type pg from 'pg'
import type { z } from 'zod'
import { largestFile } from '#contract/office/attachment.ts'
import { opensTo, type Endpoint } from '#contract/kernel/endpoint.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { named, readingOver, withClient, writingOver, type Tx, type Writing } from '#server/db/connection.ts'
import { asideOf } from '#server/db/pool.ts'
import type { Answered, Statement } from '#server/db/flight.ts'
import { fileTypeOf } from '#tools/file-type.ts'
import type { FileStore, ReceivedFile } from '#tools/files.ts'
import type { Clock } from '#tools/clock.ts'
import type { WorkQueue } from '#tools/work-queue.ts'
import { givingBack } from './guess.ts'
import { numberToCome } from './number.ts'
import { isPassing, problemBody, problemOf, statusOf } from './problem.ts'
import { beginAs, credentialOf, Entry, NotAsSupposed, reading, supposedly, type Actor } from './session.ts'
import { readInput, readOutput } from './promise.ts'
import { isList, rowsAsLines, wholeList } from './whole-list.ts'

export type { Actor, Tx }

/** Does what an endpoint promises: a write inside one transaction, a GET in messages that can write nothing (decision 0115). It never sees the pool. */
export type Handler<E extends Endpoint> = (tx: Tx, actor: Actor, input: z.output<E['input']>) => Promise<z.input<E['output']>>

/** A file instead of a JSON answer. A stream must need nothing of the transaction, which is over when it is read. */
export type Download = {
  fileName: string
  contentType: string
  body: string | Buffer | Readable
  /** Its address names its content, so the reader's browser may keep it. */
  isForEver?: true
}

/** A refusal that leaves a trace although its transaction is undone: the wrong guess is logged. */
export class GuessRefusal extends Refusal {
  readonly guess: { event: string; accountId: string }
  constructor(code: Refusal['code'], guess: GuessRefusal['guess']) {
    super(code)
    this.guess = guess
  }
}

/** What every request stands on: the connections, and what time it is for the business. */
export type Ground = { pool: pg.Pool; clock: Clock }

export type Route = { endpoint: Endpoint; handle: (ground: Ground, request: FastifyRequest, reply: FastifyReply) => Promise<unknown> }

/** Binds a promise made in the contract to the function that keeps it: session, right, validation, one transaction, audit, idempotency. */
export function serve<In extends z.ZodObject, Out extends z.ZodType>(
  endpoint: Endpoint<In, Out>,
  handler: Handler<Endpoint<In, Out>>,
): Route {
  return { endpoint, handle: (ground, request, reply) => answer(endpoint, handler, ground, request, reply) }
}

/** The same for a read that answers with a file. */
export function serveFile<In extends z.ZodObject>(endpoint: Endpoint<In>, handler: Work<In, Download>): Route {
  return {
    endpoint,
    async handle(ground, request, reply) {
      let reader: Actor | undefined
      const file = await notingDamage(
        ground,
        request,
        () => reader,
        () => read(ground, endpoint, request, (tx, actor, input) => handler(tx, (reader = actor), input)),
      )
      return giveFile(reply, file)
    },
  }
}

function giveFile(reply: FastifyReply, file: Download): Download['body'] {
  reply
    .header('content-type', file.contentType)
    .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(file.fileName)}`)
    // No browser shall take any file for a page of ours.
    .header('content-security-policy', `default-src 'none'; sandbox`)
  if (file.isForEver) reply.header('cache-control', 'private, max-age=31536000, immutable')
  return file.body
}

/** Does what gives a file, and notes one that was found damaged. */
const notingDamage = <Result>({ pool }: Ground, request: FastifyRequest, reader: () => Actor | undefined, work: () => Promise<Result>) =>
  work().catch(async (error: unknown) => {
    if (error instanceof Refusal && error.code === 'file_damaged') await noteDamage(pool, request, reader())
    throw error
  })

/** A read writes nothing, so that a file was found damaged is kept in a transaction of its own. */
const noteDamage = (pool: pg.Pool, request: FastifyRequest, reader: Actor | undefined) =>
  pool.query(`select log_security('file_damaged', $1, $2, '', $3, $4, jsonb_build_object('path', $5::text))`, [
    reader?.enterpriseId ?? null,
    reader?.id ?? null,
    request.ip,
    request.id,
    request.url,
  ])

/**
 * The same for heavy work, which is done in turns: who asks and with which right is settled first, and whoever waits holds no connection to
 * the database.
 */
export function serveInTurn<In extends z.ZodObject, Out extends z.ZodType>(
  endpoint: Endpoint<In, Out>,
  queue: WorkQueue,
  handler: Handler<Endpoint<In, Out>>,
): Route {
  return {
    endpoint,
    async handle(ground, request, reply) {
      await read(ground, endpoint, request, async () => undefined)
      return queue.run(() => answer(endpoint, handler, ground, request, reply))
    },
  }
}

/** What was prepared is no longer what the record says: it is prepared again. */
export class Outdated extends Error {}

/** How often a step is prepared before it gives up, as one that others keep changing under its hands. */
const mostPreparations = 3

/**
 * The same for a write that takes longer than a transaction may: `prepare` reads what it needs and answers with the work, which is done while no
 * connection is held; `handler` writes what came of it, or throws `Outdated`. What `prepare` refuses is refused by the write, so that it is the kept
 * answer of the idempotency key.
 */
export function servePrepared<In extends z.ZodObject, Out extends z.ZodType, Made>(
  endpoint: Endpoint<In, Out>,
  queue: WorkQueue,
  prepare: Work<In, () => Promise<Made>>,
  handler: (tx: Tx, actor: Actor, input: z.output<In>, made: Made) => Promise<z.input<Out>>,
): Route {
  const once = async (ground: Ground, request: FastifyRequest, reply: FastifyReply) => {
    const [made] = await Promise.allSettled([read(ground, endpoint, request, prepare).then((make) => make())])
    const handle: Work<In, z.input<Out>> = async (tx, actor, input) => {
      if (made.status === 'rejected') throw made.reason
      return handler(tx, actor, input, made.value)
    }
    return answer(endpoint, handle, ground, request, reply)
  }
  return {
    endpoint,
    async handle(ground, request, reply) {
      await read(ground, endpoint, request, async () => undefined)
      return queue.run(async () => {
        for (let attempt = 1; ; attempt++) {
          try {
            return await once(ground, request, reply)
          } catch (error) {
            if (!(error instanceof Outdated)) throw error
            if (attempt === mostPreparations) throw new Refusal('stale')
          }
        }
      })
    },
  }
}

/** The same for a file that is made while no connection is held. */
export function serveFilePrepared<In extends z.ZodObject>(
  endpoint: Endpoint<In>,
  queue: WorkQueue,
  prepare: Work<In, () => Promise<Download>>,
): Route {
  return {
    endpoint,
    async handle(ground, request, reply) {
      await read(ground, endpoint, request, async () => undefined)
      let reader: Actor | undefined
      const prepared = () => read(ground, endpoint, request, (tx, actor, input) => prepare(tx, (reader = actor), input))
      const file = await notingDamage(
        ground,
        request,
        () => reader,
        () => queue.run(async () => (await prepared())()),
      )
      return giveFile(reply, file)
    },
  }
}

/**
 * The same for a write whose body is a file: who asks and with which right is settled before a byte is taken; the file lies
 * aside, weighed and of a permitted type, before the transaction begins. It is gone afterwards unless the handler keeps it.
 */
export function serveUpload<In extends z.ZodObject<{ name: z.ZodType<string> }>, Out extends z.ZodType>(
  endpoint: Endpoint<In, Out>,
  files: () => FileStore,
  handler: (tx: Tx, actor: Actor, input: z.output<In>, file: ReceivedFile & { mediaType: string }) => Promise<z.input<Out>>,
): Route {
  return {
    endpoint,
    async handle(ground, request, reply) {
      const input = await read(ground, endpoint, request, async (_tx, _actor, admitted) => admitted)
      if (!(request.body instanceof Readable)) throw new Refusal('unsupported_media')
      // A refused body may be on its way still: the connection ends with the answer instead of taking the rest of it.
      reply.header('connection', 'close')
      if (Number(request.headers['content-length'] ?? 0) > largestFile) throw new Refusal('too_large')
      const store = files()
      const file = await store.receive(request.body)
      try {
        // From here on the digest takes the place of the body: it tells a repeated request from another one.
        request.body = file.digest
        reply.removeHeader('connection')
        const mediaType = await fileTypeOf(file.path, input.name)
        return await answer(endpoint, (tx, actor, given) => handler(tx, actor, given, { ...file, mediaType }), ground, request, reply)
      } finally {
        await store.drop(file)
      }
    },
  }
}

/** What is done with an admitted input. */
type Work<In extends z.ZodObject, Result> = (tx: Tx, actor: Actor, input: z.output<In>) => Promise<Result>

async function answer<In extends z.ZodObject>(
  endpoint: Endpoint<In>,
  handler: Work<In, unknown>,
  ground: Ground,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  if (endpoint.method === 'GET' && isList(endpoint) && request.headers.accept === rowsAsLines) {
    reply.header('content-type', `${rowsAsLines}; charset=utf-8`)
    return wholeList(ground, request, (tx, actor) => {
      const input = admit(endpoint, actor, request)
      return async (place) => readOutput(endpoint, await handler(tx, actor, { ...input, ...place }))
    })
  }
  if (endpoint.method === 'GET') return readOutput(endpoint, await read(ground, endpoint, request, handler))
  const written = await write(ground, endpoint, request, handler)
  reply
    .status(written.status)
    .header('content-type', written.status < 400 ? 'application/json; charset=utf-8' : 'application/problem+json; charset=utf-8')
  return written.body
}

function demand(endpoint: Endpoint, actor: Actor) {
  if (endpoint.personal && actor.isProgram) throw new Refusal('token_not_allowed')
  if (actor.secondFactorDue && !endpoint.beforeSecondFactor) throw new Refusal('second_factor_due')
  if (!opensTo(endpoint, actor.rights)) throw new Refusal('no_permission', [{ path: '', message: endpoint.right }])
}

/** Path parameters, query and body as one object; a key given twice is caught by the strict schema or refused here. */
export function inputOf(endpoint: Endpoint, request: FastifyRequest): Record<string, unknown> {
  const path = request.params ?? {}
  const inQuery = endpoint.method === 'GET' || endpoint.method === 'DELETE' || endpoint.upload === true
  const fields = (inQuery ? request.query : request.body) ?? {}
  if (typeof fields !== 'object' || Array.isArray(fields))
    throw new Refusal('invalid_input', [{ path: '', message: '请求内容应是一个对象' }])
  const stray = !inQuery ? Object.keys(request.query ?? {})[0] : undefined
  if (stray !== undefined) throw new Refusal('invalid_input', [{ path: stray, message: '没有这个查询参数' }])
  const twice = Object.keys(path).find((key) => Object.hasOwn(fields, key))
  if (twice !== undefined) throw new Refusal('invalid_input', [{ path: twice, message: '已在路径中给出' }])
  return { ...fields, ...path }
}

/** What a request may do is asked before what it says is looked at. */
function admit<In extends z.ZodObject>(endpoint: Endpoint<In>, actor: Actor, request: FastifyRequest): z.output<In> {
  demand(endpoint, actor)
  actor.right = endpoint.right
  return readInput(endpoint.input, inputOf(endpoint, request))
}

async function read<In extends z.ZodObject, Result>(
  { pool, clock }: Ground,
  endpoint: Endpoint<In>,
  request: FastifyRequest,
  work: Work<In, Result>,
): Promise<Result> {
  const credential = credentialOf(request)
  return withClient(pool, async (client) => {
    const entry = new Entry(pool, request, credential)
    // What a part of the work still asks when another part was refused is asked of nobody.
    const workFor = async (actor: Actor) => {
      const { tx, end } = readingOver(client, clock, entry)
      try {
        return await work(tx, actor, admit(endpoint, actor, request))
      } finally {
        end()
      }
    }
    const { supposed } = entry
    const [done] = supposed === undefined ? [] : await Promise.allSettled([workFor(supposed)])
    const another = await entry.told(client)
    if (another !== undefined) return workFor(another)
    if (done?.status !== 'fulfilled') throw done?.reason
    return done.value
  })
}

/** A read for a person who is not signed in: it sees one enterprise and can write nothing. */
export const readAsPublic = <Result>(
  { pool, clock }: Ground,
  enterpriseId: string,
  requestId: string,
  work: (tx: Tx) => Promise<Result>,
): Promise<Result> =>
  withClient(pool, async (client) => {
    const { tx, end } = readingOver(client, clock, { statements: () => [reading(enterpriseId, 'public', requestId)], answered: () => {} })
    try {
      return await work(tx)
    } finally {
      end()
    }
  })

type Written = { status: number; body: string }

/** One writing transaction; a deadlock is tried again, up to three times. */
async function write<In extends z.ZodObject>(
  { pool, clock }: Ground,
  endpoint: Endpoint<In>,
  request: FastifyRequest,
  handler: Work<In, unknown>,
): Promise<Written> {
  const credential = credentialOf(request)
  const key = idempotencyKey(request)
  const once = async (writing: Writing, actor: Actor, input: z.output<In>, digest: Buffer) => {
    try {
      return await writeOnce(writing, actor, endpoint, { key, digest }, () => handler(writing.tx, actor, input))
    } catch (error) {
      // What a part of the step still asks is asked of nobody: the connection is another one's.
      writing.forget()
      // The end, which gives them back, is undone with the rest.
      for (const { text, values } of givingBack(actor.proved)) await asideOf(pool).query(text, [...values])
      throw error
    }
  }
  /** Begins with what the step asks first; undefined where that was for nothing. */
  const supposed = async (client: pg.ClientBase) => {
    const { opening, actorOnce } = supposedly(pool, request, credential, key) ?? {}
    if (opening === undefined || actorOnce === undefined) return undefined
    const writing = writingOver(client, clock, opening)
    const actor = actorOnce(writing.opened)
    let input
    try {
      input = admit(endpoint, actor, request)
    } catch {
      return undefined
    }
    try {
      return await once(writing, actor, input, digestOf(request))
    } catch (error) {
      if (!(error instanceof NotAsSupposed)) throw error
      await client.query('rollback')
      return undefined
    }
  }
  for (let attempt = 1; ; attempt++) {
    try {
      return await withClient(pool, async (client) => {
        const done = await supposed(client)
        if (done !== undefined) return done
        const { actor, earlier } = await beginAs(pool, client, request, credential, 'read write', key)
        const input = admit(endpoint, actor, request)
        const digest = digestOf(request)
        if (earlier !== undefined) {
          await client.query('rollback')
          if (!earlier.digest.equals(digest)) throw new Refusal('key_reused')
          return earlier
        }
        return once(writingOver(client, clock), actor, input, digest)
      })
    } catch (error) {
      if (!isPassing(error) || attempt === 3) throw error
    }
  }
}

/** What was asked, to tell a repeated request from another one under the same key. */
const digestOf = ({ method, url, body }: FastifyRequest) =>
  createHash('sha256')
    .update(`${method} ${url}\n${JSON.stringify(body ?? null)}`)
    .digest()

/**
 * Does the work in the transaction that has begun, and commits. A refusal undoes what the handler did and is kept as the answer of its
 * idempotency key, so that a repeated request gets the same answer.
 */
async function writeOnce(
  { opened, end, forget }: Writing,
  actor: Actor,
  endpoint: Endpoint,
  request: { key: string | undefined; digest: Buffer },
  work: () => Promise<unknown>,
): Promise<Written> {
  const ending = (written: Written) => [
    ...givingBack(actor.proved),
    ...endingWith(request, endpoint.shownOnce && written.status < 400 ? refusedAs('shown_once', actor.requestId) : written),
  ]
  const written: Written = { status: 200, body: '' }
  let over: Promise<Answered[]>
  try {
    written.body = JSON.stringify(readOutput(endpoint, await work()))
    await opened()
    const ended = end(ending(written))
    over = ended.over
    await ended.late
  } catch (error) {
    // Whatever was refused to somebody else than supposed is refused to nobody.
    await opened()
    const problem = problemOf(error)
    // What may pass with time is not kept as an answer; a bug is not either.
    if (problem === undefined || problem.status >= 500 || isPassing(error)) throw error
    forget()
    const refused = { status: problem.status, body: JSON.stringify(problemBody(problem, actor.requestId)) }
    const guess = error instanceof GuessRefusal ? [noteOfGuess(actor, error.guess)] : []
    await end([named('rollback to savepoint step'), ...guess, ...ending(refused)]).over
    return refused
  }
  // The last but the commit.
  const [ended] = (await over).slice(-2)
  const number = ended?.rows[0]?.['number']
  return typeof number === 'string' ? { ...written, body: written.body.replaceAll(numberToCome, number) } : written
}

/** Keeps the answer under its key, links the audit and commits. */
const endingWith = ({ key, digest }: { key: string | undefined; digest: Buffer }, { status, body }: Written): Statement[] => [
  named('select end_request($1, $2, $3, $4) as number', key === undefined ? [null, null, null, null] : [key, digest, status, body]),
  named('commit'),
]

const refusedAs = (code: Refusal['code'], requestId: string): Written => {
  const problem = { status: statusOf(code), code, errors: [] }
  return { status: problem.status, body: JSON.stringify(problemBody(problem, requestId)) }
}

const noteOfGuess = (actor: Actor, { event, accountId }: GuessRefusal['guess']): Statement =>
  named(`select log_security($1, $2, $3, '', $4, $5, '{}')`, [event, actor.enterpriseId, accountId, actor.address, actor.requestId])

function idempotencyKey(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key !== 'string' || !/^[\x21-\x7e]{8,100}$/.test(key))
    throw new Refusal('invalid_input', [{ path: 'Idempotency-Key', message: '应为8到100个可见字符' }])
  return key
}
