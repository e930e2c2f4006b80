import assert from 'node:assert/strict'
import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import { setTimeout as pass } from 'node:timers/promises'
import fastify from 'fastify'
import { z } from 'zod'
import { only } from '#contract/kernel/certain.ts'
import { endpoint } from '#contract/kernel/endpoint.ts'
import { listOf, listQuery } from '#contract/kernel/values.ts'
import { realClock } from '#tools/clock.ts'
import { openWorld, type World } from '#server/test/world.ts'
import { serve } from './serve.ts'

let world: World
let cookie: string
before(async () => {
  world = await openWorld()
  ;({ cookie } = await world.as('admin'))
})
after(() => world.close())

const asLines = { accept: 'application/x-ndjson' }
const rowsIn = (body: string) =>
  body
    .split('\n')
    .slice(0, -1)
    .map((line): { id: string } => JSON.parse(line))

test('a list gives all its rows as lines, each once and in the order of its pages', async () => {
  await world.change(
    `insert into place (enterprise_id, code, name, kind, zone)
     select id, 'WL-' || n, '货位' || n, 'bin', 'bulk' from enterprise, generate_series(1, 450) n where is_operating`,
  )
  const whole = await world.app.inject({ url: '/api/places?sort=-code', headers: { cookie, ...asLines } })
  assert.equal(whole.statusCode, 200)
  assert.match(String(whole.headers['content-type']), /^application\/x-ndjson/)
  const pages = await Promise.all(
    [1, 2, 3].map((page) => world.app.inject({ url: `/api/places?sort=-code&pageSize=200&page=${page}`, headers: { cookie } })),
  )
  const paged = pages.flatMap((page) => page.json<{ rows: { id: string }[] }>().rows)
  assert.ok(paged.length > 450)
  assert.deepEqual(rowsIn(whole.body), paged)
  const none = await world.app.inject({ url: '/api/places?q=WL-NONE', headers: { cookie, ...asLines } })
  assert.equal(none.body, '')
})

test('what is refused is refused before the first line', async () => {
  const badly = await world.app.inject({ url: '/api/places?sort=nothing', headers: { cookie, ...asLines } })
  assert.equal(badly.statusCode, 400)
  assert.equal((await world.app.inject({ url: '/api/users', headers: asLines })).statusCode, 401)
  const { cookie: stranger } = await world.as('baozhuang')
  assert.equal((await world.app.inject({ url: '/api/users', headers: { cookie: stranger, ...asLines } })).statusCode, 403)
})

/** A list of ten full pages over a socket, each row of 20 KB, which says how many pages were asked for, and in each row how many places there are. */
async function longList() {
  const asked = { pages: 0 }
  const list = endpoint({
    method: 'GET',
    path: '/long',
    right: 'signed-in',
    summary: '长列表',
    input: listQuery,
    output: listOf(z.strictObject({ places: z.int(), much: z.string() })),
  })
  const { handle } = serve(list, async (tx, _actor, { page, pageSize }) => {
    asked.pages = Math.max(asked.pages, page)
    const { places } = await tx
      .selectFrom('place')
      .select((e) => e.cast<number>(e.fn.countAll(), 'integer').as('places'))
      .executeTakeFirstOrThrow()
    return { rows: Array.from({ length: page > 10 ? 0 : pageSize }, () => ({ places, much: 'x'.repeat(20_000) })), total: 10 * pageSize }
  })
  const app = fastify()
  app.get('/long', (asking, reply) => handle({ pool: world.pool, clock: realClock }, asking, reply))
  await app.listen({ port: 0 })
  const { port } = app.server.address() as AddressInfo
  const asking = request({ port, path: '/long', headers: { cookie, ...asLines } })
  asking.end()
  const [answer] = (await once(asking, 'response')) as [IncomingMessage]
  return { asked, answer, close: () => app.close() }
}

/** How many transactions are open that nobody works on. */
const idleInTransaction = async () => {
  const { rows } = await world.admin.query<{ count: number }>(
    `select count(*)::integer as count from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`,
  )
  return only(rows).count
}

test('no page is asked for that nobody reads, and all are of one moment', async (t) => {
  const { asked, answer, close } = await longList()
  t.after(close)
  await pass(300) // longer than ten pages take whose rows are read
  assert.ok(asked.pages <= 3, `${asked.pages} pages were asked for`)
  await world.change(
    `insert into place (enterprise_id, code, name, kind, zone) select id, 'LATER', '后来', 'bin', 'bulk' from enterprise where is_operating`,
  )
  const rows = (await text(answer))
    .split('\n')
    .slice(0, -1)
    .map((line): { places: number } => JSON.parse(line))
  assert.equal(rows.length, 2000)
  assert.equal(new Set(rows.map(({ places }) => places)).size, 1)
})

test('a reader who leaves gives the connection back', async (t) => {
  const { asked, answer, close } = await longList()
  t.after(close)
  while ((await idleInTransaction()) === 0) await pass(10)
  answer.destroy()
  while ((await idleInTransaction()) > 0) await pass(10)
  assert.ok(asked.pages < 10)
})
