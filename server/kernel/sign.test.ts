import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { receivedLot } from '#server/demo/purchase.ts'
import { openWorld, type World } from '#server/test/world.ts'

let world: World
before(async () => {
  world = await openWorld()
})
after(() => world.close())

/** Ends the server's connections: the next ones read the settings anew, and the ended ones have told what they counted. */
const reconnect = () =>
  world.admin.query(`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and usename = 'bencao_app'`)

test('the text of a signed row is made once for each signature', async () => {
  await world.admin.query(`do $$ begin execute format('alter database %I set track_functions = %L', current_database(), 'all'); end $$`)
  await reconnect()
  await receivedLot(world.as)
  await reconnect()
  const counts = async () =>
    (
      await world.admin.query<{ calls: number; signatures: number }>(`select (select count(*)::integer from signature) as signatures,
        coalesce((select calls::integer from pg_stat_user_functions where funcname = 'signed_text'), 0) as calls`)
    ).rows[0]!
  while ((await counts()).calls === 0) await new Promise((later) => setTimeout(later, 50))
  const { calls, signatures } = await counts()
  assert.ok(signatures > 0)
  assert.equal(calls, signatures)
})
