import { PassThrough } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { FastifyRequest } from 'fastify'
import type pg from 'pg'
import { z } from 'zod'
import type { Endpoint } from '#contract/kernel/endpoint.ts'
import { mostExported } from '#contract/office/export.ts'
import { statementsOver, withClient, type Tx } from '#server/db/connection.ts'
import { longReadersOf } from '#server/db/pool.ts'
import type { Clock } from '#tools/clock.ts'
import { walkPages } from './paging.ts'
import { beginAs, credentialOf, type Actor } from './session.ts'

/** What asks a list for all its rows: each is a line of JSON. */
export const rowsAsLines = 'application/x-ndjson'

const rowsAtOnce = 200

/** Whether an endpoint answers with pages of rows. */
export const isList = <In extends z.ZodObject>(endpoint: Endpoint<In>): endpoint is Endpoint<In, z.ZodType<{ rows: unknown[] }>> =>
  'page' in endpoint.input.shape &&
  'pageSize' in endpoint.input.shape &&
  endpoint.output instanceof z.ZodObject &&
  'rows' in endpoint.output.shape

/** One page of a list, as its endpoint promises it. */
export type PageAt = (place: { page: number; pageSize: number }) => Promise<{ rows: readonly unknown[] }>

/**
 * Every row of a list as a stream of lines, in its order and as of one moment: its pages are asked for one after the other in one transaction, as fast as they
 * are read. What is refused is refused before the first line. A reader who stands still loses the connection as any idle transaction does; one who leaves gives
 * it back.
 */
export async function wholeList(
  { pool, clock }: { pool: pg.Pool; clock: Clock },
  request: FastifyRequest,
  open: (tx: Tx, actor: Actor) => PageAt,
): Promise<PassThrough> {
  const credential = credentialOf(request)
  const lines = new PassThrough()
  const begun = Promise.withResolvers<void>()
  withClient(longReadersOf(pool), async (client) => {
    const { actor } = await beginAs(pool, client, request, credential, 'read only, isolation level repeatable read')
    const tx = statementsOver(client, clock)
    walkPages(tx)
    const pageAt = open(tx, actor)
    const first = await pageAt({ page: 1, pageSize: rowsAtOnce })
    const stop = (error: Error) => lines.destroy(error)
    client.on('error', stop)
    begun.resolve()
    await pipeline(piecesOf(pageAt, first), lines).finally(() => client.off('error', stop))
    await client.query('commit')
  }).catch(begun.reject)
  await begun.promise
  return lines
}

async function* piecesOf(pageAt: PageAt, first: Awaited<ReturnType<PageAt>>) {
  let { rows } = first
  for (let page = 1; ; page++) {
    yield rows.map((row) => `${JSON.stringify(row)}\n`).join('')
    if (rows.length < rowsAtOnce || page * rowsAtOnce >= mostExported) return
    rows = (await pageAt({ page: page + 1, pageSize: rowsAtOnce })).rows
  }
}
