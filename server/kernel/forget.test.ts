import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { accountApi } from '#contract/people/account.ts'
import { openWorld, type World } from '#server/test/world.ts'
import { verifyDatabase } from '#server/verify/verify.ts'
import { forgetOld } from './forget.ts'

let world: World
before(async () => {
  world = await openWorld()
})
after(() => world.close())

const counted = async (from: string) => (await world.admin.query<{ n: number }>(`select count(*)::integer as n from ${from}`)).rows[0]!.n

test('answers and sessions of long ago are forgotten in pieces; young ones stay', async () => {
  const person = await world.as('caigou')
  await person.ask(accountApi.saveProfile, { name: '采购', phone: '0932-1' })
  const young = { answers: await counted('idempotent_answer'), sessions: await counted('session') }
  assert.ok(young.answers > 0 && young.sessions > 0)
  const ofFive = `from account, generate_series(1, 5) n where user_name = 'caigou'`
  await world.admin.query(`
    insert into idempotent_answer (enterprise_id, account_id, key, request_digest, status, body, created_at)
      select enterprise_id, id, 'of old ' || n, '', 200, '{}', now() - interval '8 days' ${ofFive};
    insert into session (enterprise_id, account_id, token_hash, expires_at, idle_seconds)
      select enterprise_id, id, sha256(n::text::bytea), now() - interval '91 days', 60 ${ofFive}`)
  await forgetOld(world.pool, 2)
  assert.deepEqual({ answers: await counted('idempotent_answer'), sessions: await counted('session') }, young)
})

test('that sessions were forgotten is witnessed by the program itself', async () => {
  const client = await world.admin.connect()
  try {
    const { findings } = await verifyDatabase(client, ['witnessed'])
    assert.deepEqual(findings, [])
    const { rows } = await client.query<{ n: number }>(
      `select count(*)::integer as n from witness where table_name = 'session' and op = 'DELETE' and written_by = 'bencao_app'`,
    )
    assert.equal(rows[0]!.n, 5)
  } finally {
    client.release()
  }
})
