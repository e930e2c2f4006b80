import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import pg from 'pg'
import { testDatabase } from '#server/test/database.ts'
import { problemOf } from './problem.ts'

const database = await testDatabase()
after(() => database.drop())

/** What the driver tells `ask`. */
const failure = async (ask: () => Promise<unknown>) => {
  try {
    await ask()
  } catch (error) {
    return error
  }
  throw new Error('nothing was refused')
}

test('a connection that is cut, was cut before, or was closed is a server that is busy, not a bug', async () => {
  const admin = new pg.Client({ connectionString: database.adminUrl })
  const client = new pg.Client({ connectionString: database.adminUrl })
  await admin.connect()
  await client.connect()
  client.on('error', () => {})
  // Listened for before it is cut: it may be gone before the one who cut it hears that it did.
  const gone = new Promise((resolve) => client.once('end', resolve))
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const waiting = failure(() => client.query('select pg_sleep(60)'))
  await admin.query('select pg_terminate_backend($1)', [rows[0]!.pid])
  for (const error of [await waiting, await gone.then(() => failure(() => client.query('select 1')))])
    assert.equal(problemOf(error)?.status, 503, String(error))
  await admin.end()
  assert.equal(problemOf(await failure(() => admin.query('select 1')))?.status, 503)
})

test('a number that no column holds is an input to look at, and says so', async () => {
  const client = new pg.Client({ connectionString: database.adminUrl })
  await client.connect()
  const problem = problemOf(await failure(() => client.query(`select '12345678901234.5'::numeric(14, 4)`)))
  await client.end()
  assert.deepEqual(problem, {
    status: 400,
    code: 'invalid_input',
    errors: [{ path: '', message: '有数字大得无法记录，请核对各项数量与单位' }],
  })
})

test('an unforeseen error stays a bug', () => {
  assert.equal(problemOf(new TypeError('x is not a function')), undefined)
})
