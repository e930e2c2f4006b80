import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { releasedLot } from '#server/demo/inspection.ts'
import { packedLot, releaseOf } from '#server/demo/packaging.ts'
import type { Person } from '#server/demo/person.ts'
import { conformingBatch, producedBatch } from '#server/demo/production.ts'
import { receivedLot } from '#server/demo/purchase.ts'
import { deliveredSale } from '#server/demo/sale.ts'
import { openWorld, type World } from './world.ts'

let world: World
before(async () => {
  world = await openWorld()
})
after(() => world.close())

/** How many messages a write may send to the database, its beginning and its end among them. Each signature takes one of them to prove who signs. */
const atMost: Record<string, number> = {
  '/clearances': 8,
  '/packing-clearances': 8,
  '/purchase-orders': 5,
  '/purchase-orders/{id}/submit': 5,
  '/purchase-orders/{id}/approve': 5,
  '/purchase-orders/{id}/receive': 10,
  '/productions': 8,
  '/productions/{id}/approve': 8,
  '/productions/{id}/issue': 11,
  '/productions/{id}/start-step': 8,
  '/productions/{id}/finish-step': 6,
  '/productions/{id}/finish': 7,
  '/productions/{id}/review': 7,
  '/packaging-orders': 7,
  '/packaging-orders/{id}/approve': 12,
  '/packaging-orders/{id}/labels': 21,
  '/packaging-orders/{id}/complete': 23,
  '/pack-lots/{id}/release': 14,
  '/sales-orders': 6,
  '/sales-orders/{id}/submit': 4,
  '/sales-orders/{id}/approve': 4,
  '/sales-orders/{id}/allocate': 9,
  '/sales-orders/{id}/pick': 11,
  '/sales-orders/{id}/check': 4,
  '/sales-orders/{id}/ship': 13,
  '/sales-orders/{id}/deliver': 5,
}

/** What no write sends itself: what each connection prepares once, and when a session was last seen. */
const beside = /^(prepare|select touch_)/

/** How many messages a list, a trace, the session and a public page may send: who asks is told in the first. */
const reads = [
  { as: 'caigou', url: '/api/session', messages: 1 },
  { as: 'caigou', url: '/api/purchase-orders?page=1&pageSize=20', messages: 1 },
  { as: 'cangku', url: '/api/raw-lots?page=1&pageSize=20', messages: 1 },
  // The names that a word finds are looked up first.
  { as: 'cangku', url: '/api/pack-lots?page=2&pageSize=10&q=dg', messages: 2 },
  { as: 'qa', url: '/api/account/notifications?page=1&pageSize=20', messages: 1 },
]

/** Lets people walk while what the server sends for each of their writes is counted: one call of the driver is one message. */
async function counted(walk: (as: (userName: string) => Promise<Person>) => Promise<unknown>): Promise<Map<string, number>> {
  const most = new Map<string, number>()
  await watched(async (sent) => {
    await walk(async (userName) => {
      const person = await world.as(userName)
      return {
        ...person,
        async ask(endpoint, input, headers) {
          const before = sent()
          const answer = await person.ask(endpoint, input, headers)
          if (endpoint.method !== 'GET') most.set(endpoint.path, Math.max(sent() - before, most.get(endpoint.path) ?? 0))
          return answer
        },
      }
    })
  })
  return most
}

/** Counts what the server sends meanwhile. */
async function watched(work: (sent: () => number) => Promise<void>): Promise<void> {
  let sent = 0
  const query: (...parameters: unknown[]) => unknown = pg.Client.prototype.query
  const counting = function (this: pg.Client, ...parameters: unknown[]) {
    const [asked] = parameters
    if (typeof asked !== 'string' || !beside.test(asked.trimStart())) sent += 1
    return query.apply(this, parameters)
  }
  Object.assign(pg.Client.prototype, { query: counting })
  try {
    await work(() => sent)
  } finally {
    Object.assign(pg.Client.prototype, { query })
  }
}

test('a read that one statement answers goes in one message from the second time on', async () => {
  await watched(async (sent) => {
    for (const { as, url, messages } of reads) {
      const { cookie } = await world.as(as)
      const ask = async () => (await world.app.inject({ url, headers: { cookie } })).statusCode
      assert.equal(await ask(), 200, url)
      const before = sent()
      assert.equal(await ask(), 200, url)
      assert.equal(sent() - before, messages, url)
    }
  })
})

test('no write of a receipt, a production order, a packaging or a shipment sends more messages than it needs', async () => {
  const lot = await releasedLot(world.as)
  const { lotId, batchNo } = await conformingBatch(world.as)
  const sent = await counted(async (as) => {
    await receivedLot(as)
    await producedBatch(as, { lot, quantity: '60' })
    const packed = await packedLot(as, { batch: { lotId, batchNo } })
    await releaseOf(as, packed)
    await deliveredSale(as, { pack: packed, packs: 10 })
  })
  assert.deepEqual([...sent.keys()].toSorted(), Object.keys(atMost).toSorted())
  const over = [...sent].filter(([path, messages]) => messages > (atMost[path] ?? 0))
  assert.deepEqual(over, [], 'a step takes what it needs in one statement and writes in as few as it can (decision 0054)')
})
