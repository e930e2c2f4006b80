import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { testDatabase } from '#server/test/database.ts'
import { openPool } from './pool.ts'

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

test('the connection that has been open longest is lent first', async () => {
  const pool = openPool(database.adminUrl)
  const [first, second, third] = [await pool.connect(), await pool.connect(), await pool.connect()]
  for (const client of [second, first, third]) client.release()
  assert.ok((await pool.connect()) === first)
  assert.ok((await pool.connect()) === second)
  // One that broke leaves its place to the next.
  first.release(new Error('broken'))
  second.release()
  assert.ok((await pool.connect()) === second)
  second.release()
  await pool.end()
})
