import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { only } from '#contract/kernel/certain.ts'
import { productionApi } from '#contract/making/production-api.ts'
import { stockApi } from '#contract/warehouse/stock.ts'
import type { Endpoint } from '#contract/kernel/endpoint.ts'
import { routesOf } from '#server/app.ts'
import { releasedLot } from '#server/demo/inspection.ts'
import { producedBatch } from '#server/demo/production.ts'
import { openWorld, testInstallation, type World } from '#server/test/world.ts'

let world: World
before(async () => {
  world = await openWorld()
  await producedBatch(world.as, { lot: await releasedLot(world.as), quantity: '20' })
})
after(() => world.close())

const found = async (endpoint: Endpoint, input: Record<string, unknown>) =>
  (await (await world.as('admin')).ask(endpoint, input)) as { total: number }

/** PostgreSQL counts the rows of a table when it looks through it, and plans by that. */
const lotsAreCounted = (many: number) => world.admin.query(`update pg_class set reltuples = $1 where oid = 'lot'::regclass`, [many])

/** How many searches the connections of the server keep prepared. */
async function searchesPrepared(): Promise<number> {
  const clients = await Promise.all(Array.from({ length: world.pool.totalCount }, () => world.pool.connect()))
  const counted = await Promise.all(
    clients.map((client) =>
      client.query<{ count: number }>(
        `select count(*)::int as count from pg_prepared_statements where statement like '%with found as materialized%'`,
      ),
    ),
  )
  for (const client of clients) client.release()
  return counted.reduce((sum, { rows }) => sum + only(rows).count, 0)
}

test('among many lots the same is found as among few, and is planned for what was typed: by the start of a number, by a name, by pinyin, and by what nothing is called', async () => {
  const searches: [Endpoint, Record<string, unknown>][] = [stockApi.list, productionApi.list].flatMap((endpoint) =>
    ['YL', 'SC2', '当归', 'dg', '石头', '0101'].map((q): [Endpoint, Record<string, unknown>] => [endpoint, { q }]),
  )
  const amongFew = []
  for (const [endpoint, input] of searches) amongFew.push((await found(endpoint, input)).total)
  const prepared = await searchesPrepared()
  assert.ok(prepared > 0)
  await lotsAreCounted(100_000)
  const amongMany = []
  for (const [endpoint, input] of searches) amongMany.push((await found(endpoint, input)).total)
  assert.deepEqual(amongMany, amongFew)
  assert.equal(await searchesPrepared(), prepared)
  assert.deepEqual(amongFew, [1, 0, 1, 1, 0, 0, 0, 1, 1, 1, 0, 0])
})

test('every list that can be searched can be searched whole, and where ids alone are asked for', async () => {
  const { cookie } = await world.as('admin')
  const ask = (url: string) => world.app.inject({ url, headers: { cookie, accept: 'application/x-ndjson' } })
  const lists = routesOf(testInstallation).flatMap(({ endpoint: { method, path } }) =>
    method === 'GET' && !path.includes('{') ? [path] : [],
  )
  const faults: string[] = []
  for (const path of lists)
    for (const q of ['YL', '当归']) {
      const { statusCode } = await ask(`/api${path}?q=${encodeURIComponent(q)}`)
      if (statusCode >= 500) faults.push(`${path} ${q}`)
    }
  assert.deepEqual(faults, [])
  const whole = await ask('/api/raw-inspections?q=YL')
  assert.equal(whole.statusCode, 200)
  assert.match(whole.body, /^\{"id":[^\n]*\n$/)
  const decided = await world.app.inject({ url: '/api/raw-releases?q=YL&decidedFrom=2026-01-01', headers: { cookie } })
  assert.equal(decided.json<{ total: number }>().total, 1)
})
