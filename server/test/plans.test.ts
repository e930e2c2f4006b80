import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { seededDatabase } from './database.ts'
import { fillSmall, type Filled } from './fill/factory.ts'
import { judge } from './plans/judge.ts'
import { namedStatements } from './plans/named-statements.ts'
import { walkEverything, withoutAnswer } from './plans/walk.ts'
import { tellPlans, watchStatements, type Watch } from './plans/watch-statements.ts'
import { openWorld, type World } from './world.ts'

/*
 * What is asked of a factory with thousands of movements costs what it gives back: every statement of every read and of the steps is looked at
 * in its plan. `npm run bench -- --plans` does the same with 260,000.
 */

let world: World
let watch: Watch
let filled: Filled
before(async () => {
  const database = await seededDatabase()
  const filling = await openWorld({ ...database, drop: async () => {} })
  filled = await fillSmall(database.adminUrl, filling.as)
  await tellPlans(filling.admin, { small: true })
  await filling.close()
  world = await openWorld(database)
  watch = watchStatements(world.pool)
})
after(() => world.close())

test('no statement reads many times the rows that it gives', async () => {
  const { statements, unanswered, broken } = await walkEverything(world, watch, filled)
  assert.ok(statements.length > 10_000, `${statements.length} statements were heard`)
  assert.deepEqual(broken, [])
  assert.deepEqual(unanswered.sort(), Object.keys(withoutAnswer).sort())
  assert.deepEqual(judge(statements, namedStatements).tooMuch, [])
})

test('the guard says no where an index is missing', async () => {
  const { cookie } = await world.as('admin')
  // In no list of names: this one is in order.
  const ask = () => world.app.inject({ url: `/api/raw-lots/${filled.raws[0]}/stock`, headers: { cookie } })
  assert.deepEqual(judge(await watch.during('stock', ask), namedStatements).tooMuch, [])
  await world.admin.query('drop index stock_entry_by_lot')
  const [fault] = judge(await watch.during('stock', ask), namedStatements).tooMuch
  assert.match(fault ?? '', /^\d+ rows read for \d+, mostly .*stock_entry.*: stock/)
})
