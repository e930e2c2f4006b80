import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { z } from 'zod'
import { nounOf, type Endpoint } from '#contract/kernel/endpoint.ts'
import { keysOf } from '#contract/kernel/key-of.ts'
import { reworkApi } from '#contract/making/rework.ts'
import { saleApi } from '#contract/selling/sale-api.ts'
import { stockApi } from '#contract/warehouse/stock.ts'
import { routesOf } from '#server/app.ts'
import { Refused, type Person } from '#server/demo/person.ts'
import { batches, herbs, packsOf } from './expired/goods.ts'
import { auxiliariesRefused, herbsRefused, packingRefused, reagentsRefused, sellingRefused } from './expired/refused-steps.ts'
import { leadOut } from './expired/ways-out.ts'
import { nounsWithoutGoods, refusesExpired, takesExpired, usesNone } from './expired/who-takes-goods.ts'
import { openWorld, testInstallation, type World } from './world.ts'

/*
 * 过期 is computed from the day at every guard. Every step is taken with goods that are out of date: those that use them say no, and the ways out stay open.
 */

let world: World
before(async () => {
  world = await openWorld()
})
after(() => world.close())

const nameOf = (endpoint: Endpoint) => `${endpoint.method} ${endpoint.path}`
const writes = routesOf(testInstallation).flatMap(({ endpoint }) => (endpoint.method === 'GET' ? [] : [endpoint]))

/** Whether an input names a lot, its packs or its codes. */
const namesGoods = ({ input }: Endpoint) =>
  /"(lotIds?|lotNos?|bulkLotId|lots|codes|packs|box)":\{/.test(
    JSON.stringify(z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' })),
  )

test('every operation that writes says what it does with expired goods', () => {
  const named = [...keysOf(refusesExpired), ...takesExpired, ...Object.values(usesNone).flat()]
  assert.deepEqual(
    named.filter((name, index) => named.indexOf(name) !== index),
    [],
    'each is named once',
  )
  const all = writes.map(nameOf)
  assert.deepEqual(
    named.filter((name) => !all.includes(name)),
    [],
    'what is named is there',
  )
  const unnamed = writes.filter((endpoint) => !named.includes(nameOf(endpoint)))
  assert.deepEqual(unnamed.filter((endpoint) => !nounsWithoutGoods.includes(nounOf(endpoint)) || namesGoods(endpoint)).map(nameOf), [])
  // The rule can say no.
  assert.ok(namesGoods(stockApi.raw.transfer) === false && namesGoods(reworkApi.create) && namesGoods(saleApi.create))
})

test('with goods that are out of date every step that uses them is refused, and every way out is open', { timeout: 600_000 }, async () => {
  const [done, refusedWith] = [new Set<string>(), new Map<string, Set<string>>()]
  let isWatched = false
  const as = async (userName: string): Promise<Person> => {
    const person = await world.as(userName)
    return {
      ...person,
      async ask(endpoint, input, headers) {
        const name = nameOf(endpoint)
        try {
          const answer = await person.ask(endpoint, input, headers)
          if (isWatched) done.add(name)
          return answer
        } catch (error) {
          if (error instanceof Refused) refusedWith.set(name, (refusedWith.get(name) ?? new Set()).add(error.code))
          throw error
        }
      },
    }
  }
  const [herb, made] = [await herbs(as), await batches(as)]
  const out = await packsOf(as, made.pack)
  const goods = { as, herb, made, out }

  // What its maker gave a last day, beside goods that are in date.
  await world.change(`update lot set expires_on = today() - 1 where id = any ($1)`, [
    [herb.bran.lotId, herb.newBran.lotId, herb.failing.lotId, herb.rejected.lotId, made.bags.lotId, made.newBags.lotId],
  ])
  refusedWith.clear()
  isWatched = true
  await auxiliariesRefused(goods)
  // Everything else: a herb on its retest day, a batch and its packs on the day after the last good one.
  await world.change(`update lot set retest_on = today() where kind in ('raw', 'auxiliary') and retest_on is not null`)
  await world.change(`update lot set expires_on = today() - 1 where kind in ('bulk', 'pack')`)
  await herbsRefused(goods)
  await packingRefused(goods)
  await sellingRefused(goods)
  await reagentsRefused(goods)
  const unrefused = keysOf(refusesExpired).filter((name) => !refusedWith.get(name)?.has(refusesExpired[name]))
  assert.deepEqual(unrefused, [], 'refused')
  await leadOut(goods)
  assert.deepEqual(
    takesExpired.filter((name) => !done.has(name)),
    [],
    'led out',
  )
})
