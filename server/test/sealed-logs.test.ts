import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type pg from 'pg'
import { only } from '#contract/kernel/certain.ts'
import { accountApi } from '#contract/people/account.ts'
import { signIn } from '#server/demo/person.ts'
import { verifyDatabase } from '#server/verify/verify.ts'
import { openWorld, type World } from './world.ts'

let world: World
before(async () => {
  world = await openWorld()
  await seal(world.pool)
})
after(() => world.close())

type Client = Pick<pg.ClientBase, 'query'>

const seal = async (client: Client) => only((await client.query<{ sealed: number }>(`select seal_logs() as sealed`)).rows).sealed
const log = (client: Client, event: string) => client.query(`select log_security($1, null, null, '', '', '', '{}')`, [event])

const findings = async () => {
  const client = await world.admin.connect()
  try {
    return (await verifyDatabase(client, ['logs', 'witnessed'])).findings.map(({ what }) => what)
  } finally {
    client.release()
  }
}

/** Two connections of the server, each in a transaction that is undone unless it commits. */
async function withTwo(work: (one: pg.ClientBase, other: pg.ClientBase) => Promise<void>) {
  const clients = await Promise.all([world.pool.connect(), world.pool.connect()])
  try {
    for (const client of clients) await client.query('begin')
    await work(...(clients as [pg.ClientBase, pg.ClientBase]))
  } finally {
    for (const client of clients) {
      await client.query('rollback')
      client.release()
    }
  }
}

test('an entry whose transaction ends after a later one was sealed is taken by the next link', () =>
  withTwo(async (late, early) => {
    await log(late, 'late')
    await log(early, 'early')
    await early.query('commit')
    assert.equal(await seal(world.pool), 1)
    await late.query('commit')
    assert.equal(await seal(world.pool), 1)
    assert.equal(await seal(world.pool), 0, 'there is nothing more')
    assert.deepEqual(await findings(), [])
  }))

test('who guesses does not wait for the one who seals, and of two who seal one has nothing to do', () =>
  withTwo(async (sealing, guessing) => {
    await log(sealing, 'before')
    assert.equal(await seal(sealing), 1)
    await guessing.query(`set local lock_timeout = '1s'`)
    await log(guessing, 'meanwhile')
    assert.equal(await seal(guessing), 0)
    await sealing.query('commit')
    await guessing.query('commit')
    assert.equal(await seal(world.pool), 1)
    assert.deepEqual(await findings(), [])
  }))

test('what was undone leaves no hole that the verifier would mind', () =>
  withTwo(async (undone, kept) => {
    await log(undone, 'undone')
    await log(kept, 'kept')
    await undone.query('rollback')
    await kept.query('commit')
    assert.equal(await seal(world.pool), 1)
    assert.deepEqual(await findings(), [])
  }))

test('signing in and out leaves a digest of the session at each step, and nothing of its secret', async () => {
  const qa = await world.as('qa')
  await world.pool.query('select seal_logs()')
  const { rows } = await world.admin.query<{
    op: string
    found: boolean
  }>(`select op, position(encode(s.token_hash, 'hex') in w::text) > 0 as found
    from witness w join session s on s.id::text = w.row_key where w.table_name = 'session' order by w.id desc limit 1`)
  assert.ok(qa.cookie.length > 40)
  assert.deepEqual(rows, [{ op: 'INSERT', found: false }])
  await world.admin.query(`update session set last_seen_at = now() - interval '5 minutes'`)
  assert.equal(await seal(world.pool), 0, 'being seen is not witnessed')
  await (await signIn(world.app, 'caigou')).ask(accountApi.signOut, {})
  assert.ok((await seal(world.pool)) > 0)
  assert.deepEqual(await findings(), [])
})

test('the server seals, and can neither write a witness or a link nor take one away', async () => {
  for (const table of ['witness', 'log_seal', 'log_seal_head'])
    for (const [privilege, statement] of [
      ['insert', `insert into ${table} default values`],
      ['update', `update ${table} set ${table === 'witness' ? 'row_key = row_key' : 'seq = seq'}`],
      ['delete', `delete from ${table}`],
      ['truncate', `truncate ${table}`],
    ])
      await assert.rejects(world.pool.query(statement!), { code: '42501' }, `${privilege} ${table}`)
})
