import { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type pg from 'pg'
import type { z } from 'zod'
import { only } from '#contract/kernel/certain.ts'
import type { Endpoint } from '#contract/kernel/endpoint.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { statementsOver, withClient, type Tx } from '#server/db/connection.ts'
import type { FileStore, ReceivedFile } from '#tools/files.ts'
import { fileTypeOf } from '#tools/file-type.ts'
import { inputOf, type Ground, type Route } from './serve.ts'
import { refuseForeignOrigin } from './session.ts'
import { readInput, readOutput } from './promise.ts'

/** A person who is not signed in: only the origin of the request is known. */
type Stranger = { address: string; requestId: string; idempotencyKey: string | undefined }

export type StrangerHandler<E extends Endpoint> = (tx: Tx, stranger: Stranger, input: z.output<E['input']>) => Promise<z.input<E['output']>>

/**
 * What a public write promises, kept in one transaction that belongs to no enterprise until `actFor` says to which. `perHour` is how often
 * one network address may ask; asking is counted whether it succeeds or not, so that an answer tells nothing about who exists.
 */
export function serveStranger<In extends z.ZodObject, Out extends z.ZodType>(
  endpoint: Endpoint<In, Out>,
  perHour: number,
  handler: StrangerHandler<Endpoint<In, Out>>,
): Route {
  return {
    endpoint,
    async handle({ pool, clock }, request) {
      refuseForeignOrigin(request)
      const input = readInput(endpoint.input, inputOf(endpoint, request))
      await countAsking(pool, `${endpoint.path} from ${request.ip}`, perHour)
      return inStrangersTransaction({ pool, clock }, async (tx) => readOutput(endpoint, await handler(tx, strangerOf(request), input)))
    },
  }
}

/** What is done with a file that a stranger hands in: whether it may come at all, and then what becomes of it. */
export type StrangerUpload<E extends Endpoint> = {
  admit(tx: Tx, input: z.output<E['input']>): Promise<void>
  keep(tx: Tx, stranger: Stranger, input: z.output<E['input']>, file: ReceivedFile & { mediaType: string }): Promise<z.input<E['output']>>
}

/** The same for a write whose body is a file: not a byte is taken before it is clear that it may come. */
export function serveStrangerUpload<In extends z.ZodObject<{ name: z.ZodType<string> }>, Out extends z.ZodType>(
  endpoint: Endpoint<In, Out>,
  perHour: number,
  files: () => FileStore,
  { admit, keep }: StrangerUpload<Endpoint<In, Out>>,
): Route {
  return {
    endpoint,
    async handle({ pool, clock }, request, reply) {
      refuseForeignOrigin(request)
      const input = readInput(endpoint.input, inputOf(endpoint, request))
      if (!(request.body instanceof Readable)) throw new Refusal('unsupported_media')
      // A refused body may be on its way still: the connection ends with the answer instead of taking the rest of it.
      reply.header('connection', 'close')
      await countAsking(pool, `${endpoint.path} from ${request.ip}`, perHour)
      await inStrangersTransaction({ pool, clock }, (tx) => admit(tx, input))
      const store = files()
      const file = await store.receive(request.body)
      try {
        reply.removeHeader('connection')
        const mediaType = await fileTypeOf(file.path, input.name)
        return await inStrangersTransaction({ pool, clock }, async (tx) =>
          readOutput(endpoint, await keep(tx, strangerOf(request), input, { ...file, mediaType })),
        )
      } finally {
        await store.drop(file)
      }
    },
  }
}

const strangerOf = (request: FastifyRequest): Stranger => {
  const key = request.headers['idempotency-key']
  return { address: request.ip, requestId: request.id, idempotencyKey: typeof key === 'string' ? key : undefined }
}

/** One transaction that belongs to no enterprise until `actFor` says to which. */
export const inStrangersTransaction = <Result>({ pool, clock }: Ground, work: (tx: Tx) => Promise<Result>) =>
  withClient(pool, async (client) => {
    await client.query('begin')
    const result = await work(statementsOver(client, clock))
    await client.query('commit')
    return result
  })

/** Counts one request under a key, outside any transaction that may be undone, and refuses the one too many within an hour. */
async function countAsking(pool: pg.Pool, key: string, perHour: number) {
  const { rows } = await pool.query<{ hits: number }>(`select count_guess($1, '1 hour') as hits`, [key])
  if (only(rows).hits > perHour) throw new Refusal('too_many_attempts')
}

/** The same for what a person typed (a mail address), within the transaction: what is refused for another reason does not count. */
export async function countTyped(tx: Tx, key: string, perHour: number): Promise<void> {
  const { rows } = await sql<{ hits: number }>`select count_guess(${key}, '1 hour') as hits`.execute(tx)
  if (only(rows).hits > perHour) throw new Refusal('too_many_attempts')
}

/**
 * Does work in an enterprise that the transaction did not begin in, in the name of `as`, linked into that enterprise's own chain; afterwards
 * the transaction acts for the enterprise and actor of before. The one way over the wall between enterprises: its caller must know why.
 */
export async function actFor<Result>(
  tx: Tx,
  { enterpriseId, as, requestId }: { enterpriseId: string; as: 'public' | 'platform'; requestId: string },
  work: () => Promise<Result>,
): Promise<Result> {
  const settings = (values: { enterprise: string; actor: string; request: string }) =>
    sql`select set_config('app.enterprise', ${values.enterprise}, true), set_config('app.actor', ${values.actor}, true),
      set_config('app.request', ${values.request}, true)`.execute(tx)
  const { rows } = await sql<{ enterprise: string; actor: string; request: string }>`
    select coalesce(current_setting('app.enterprise', true), '') as enterprise, coalesce(current_setting('app.actor', true), '') as actor,
      coalesce(current_setting('app.request', true), '') as request`.execute(tx)
  await settings({ enterprise: enterpriseId, actor: as, request: requestId })
  const result = await work()
  await sql`select seal_audit()`.execute(tx)
  await settings(only(rows))
  return result
}
