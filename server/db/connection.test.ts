import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { testDatabase } from '#server/test/database.ts'
import { openPool } from './connection.ts'

const database = await testDatabase()
after(() => database.drop())

test('decimals arrive as the text the database keeps, alone and in lists', async () => {
  const pool = openPool(database.adminUrl)
  const { rows } = await pool.query(
    `select 0.1000::numeric(14, 4) as one, array[0.1000, 12345678901234.5678]::numeric[] as some, '{}'::numeric[] as none`,
  )
  assert.deepEqual(rows, [{ one: '0.1000', some: ['0.1000', '12345678901234.5678'], none: [] }])
  await pool.end()
})

test('the connection that has been open longest is lent first, and stays open when nobody asks for it', async (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] })
  const pool = openPool(database.adminUrl)
  const [first, second, third] = [await pool.connect(), await pool.connect(), await pool.connect()]
  for (const client of [second, first, third]) client.release()
  const again = [await pool.connect(), await pool.connect()]
  assert.ok(again[0] === first && again[1] === second)
  for (const client of [...again, await pool.connect()]) client.release()
  assert.equal(pool.idleCount, 3)
  context.mock.timers.tick(600_000)
  assert.equal(pool.idleCount, 1)
  assert.ok((await pool.connect()) === first)
  first.release()
  await pool.end()
})
