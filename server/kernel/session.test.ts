import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { only } from '#contract/kernel/certain.ts'
import { accountApi } from '#contract/people/account.ts'
import { demoPassword, signIn } from '#server/demo/person.ts'
import { named, sendTogether, withClient } from '#server/db/connection.ts'
import { openWorld, testInstallation, type World } from '#server/test/world.ts'

let world: World
before(async () => {
  world = await openWorld()
})
after(() => world.close())

const post = (payload: unknown, headers: Record<string, string> = {}) =>
  world.app.inject({ method: 'POST', url: '/api/session', payload: payload as object, headers })
const whoAmI = (cookie: string) => world.app.inject({ method: 'GET', url: '/api/session', headers: { cookie } })

test('a person signs in and learns who they are and what they may do', async () => {
  const person = await signIn(world.app, 'caigou')
  const session = await person.ask(accountApi.current, {})
  assert.equal(session.user.userName, 'caigou')
  assert.ok(session.codes.includes('11') && session.codes.includes('1') && session.codes.includes('0'))
  assert.ok(!session.codes.includes('13'))
  assert.ok(session.duties.includes('11:create') && !session.duties.includes('13:decide'))
})

test('the built-in roles admin and user both open every page of the seed', async () => {
  const seedCodes = [
    '0',
    '1',
    '11',
    '12',
    '13',
    '14',
    '15',
    '16',
    '17',
    '18',
    '19',
    '110',
    '2',
    '21',
    '22',
    '3',
    '31',
    '32',
    '33',
    '34',
    '35',
    '36',
    '37',
  ].sort()
  for (const userName of ['admin', 'user']) {
    const session = await (await world.as(userName)).ask(accountApi.current, {})
    assert.deepEqual([...session.codes].sort(), seedCodes, userName)
  }
})

test('the cookie is httpOnly, same-site, and new at every sign-in; the old one is dead', async () => {
  const first = await post({ userName: 'qa', password: demoPassword })
  for (const cookie of [first.headers['set-cookie'] ?? []].flat()) assert.match(cookie, /; HttpOnly; SameSite=Lax/)
  const old = String(first.headers['set-cookie']).split(';')[0]!
  const second = await post({ userName: 'qa', password: demoPassword }, { cookie: old })
  const fresh = String(second.headers['set-cookie']).split(';')[0]!
  assert.notEqual(fresh, old)
  assert.equal((await whoAmI(old)).statusCode, 401)
  assert.equal((await whoAmI(fresh)).statusCode, 200)
})

test('a session id of the visitor’s choosing is not adopted', async () => {
  const chosen = `bencao=${'A'.repeat(43)}`
  const answer = await post({ userName: 'qa', password: demoPassword }, { cookie: chosen })
  assert.equal(answer.statusCode, 200)
  assert.equal((await whoAmI(chosen)).statusCode, 401)
})

test('behind TLS the cookie is __Host- and Secure', async () => {
  const { buildApp } = await import('#server/app.ts')
  const app = await buildApp({ pool: world.pool, installation: testInstallation, trustProxy: '127.0.0.1' })
  const answer = await app.inject({
    method: 'POST',
    url: '/api/session',
    payload: { userName: 'qa', password: demoPassword },
    headers: { 'x-forwarded-proto': 'https' },
  })
  const cookies = [answer.headers['set-cookie'] ?? []].flat()
  assert.equal(cookies.length, 2)
  for (const cookie of cookies) assert.match(cookie, /^__Host-bencao(-device)?=.*; Secure$/)
  assert.match(String(answer.headers['strict-transport-security']), /max-age/)
  await app.close()
})

test('signing out ends the session', async () => {
  const person = await signIn(world.app, 'fuhe')
  await person.ask(accountApi.signOut, {})
  assert.equal((await whoAmI(person.cookie)).statusCode, 401)
})

test('an unknown user and a wrong password get the same answer', async () => {
  const unknown = await post({ userName: 'niemand', password: 'wrong-wrong' })
  const wrong = await post({ userName: 'zhuguan', password: 'wrong-wrong' })
  assert.equal(unknown.statusCode, 401)
  assert.equal(wrong.statusCode, 401)
  const body = (answer: typeof wrong) => ({ ...answer.json(), requestId: '' })
  assert.deepEqual(body(unknown), body(wrong))
})

test('guessing one account is stopped, does not touch others, and cannot be helped by a forged address', async () => {
  for (let guess = 0; guess < 10; guess++) {
    const answer = await post({ userName: 'wuliu', password: `guess-${guess}` }, { 'x-forwarded-for': `10.0.0.${guess}` })
    assert.equal(answer.statusCode, 401)
  }
  const stopped = await post({ userName: 'WuLiu', password: demoPassword }, { 'x-forwarded-for': '10.9.9.9' })
  assert.equal(stopped.statusCode, 429)
  assert.ok(stopped.headers['retry-after'])
  assert.equal((await post({ userName: 'xiaoshou', password: demoPassword })).statusCode, 200)
  const log = await world.admin.query<{ n: number }>(
    `select count(*)::int n from security_log where event = 'sign_in_failed' and user_name = 'wuliu'`,
  )
  assert.equal(log.rows[0]!.n, 10)
})

test('a changed password ends the other sessions at once', async () => {
  const here = await signIn(world.app, 'baozhuang')
  const elsewhere = await signIn(world.app, 'baozhuang')
  await here.ask(accountApi.changePassword, { current: demoPassword, next: 'kuan-yan-shu-hua-37' })
  assert.equal((await whoAmI(here.cookie)).statusCode, 200)
  assert.equal((await whoAmI(elsewhere.cookie)).statusCode, 401)
  assert.equal((await post({ userName: 'baozhuang', password: demoPassword })).statusCode, 401)
  await signIn(world.app, 'baozhuang', 'kuan-yan-shu-hua-37')
})

test('a common password, or one with the user name in it, is refused', async () => {
  const person = await world.as('quyang')
  for (const next of ['1234567890', 'woaini1314520', 'quyang-quyang-1']) {
    await assert.rejects(person.ask(accountApi.changePassword, { current: demoPassword, next }), { code: 'weak_password' })
  }
})

test('rights that a role loses are gone at the next request', async () => {
  const person = await world.as('jianyan')
  assert.ok((await person.ask(accountApi.current, {})).duties.includes('12:test'))
  await world.change(
    `delete from role_right where right_code = '12:test' and role_id = (select r.id from role r join enterprise e on e.id = r.enterprise_id and e.is_operating where r.name = '检验员')`,
  )
  assert.ok(!(await person.ask(accountApi.current, {})).duties.includes('12:test'))
})

test('a list that was read a moment ago is refused to who lost the right to it meanwhile, and shown to who got it back', async () => {
  const person = await world.as('caigou')
  const list = async () => (await world.app.inject({ url: '/api/purchase-orders', headers: { cookie: person.cookie } })).statusCode
  const operating = `(select id from enterprise where is_operating)`
  const took = `delete from role_right where right_code = '11' and enterprise_id = ${operating}`
  const gave = `insert into role_right select enterprise_id, id, '11' from role where enterprise_id = ${operating}`
  assert.deepEqual([await list(), await list()], [200, 200])
  await world.change(took)
  assert.deepEqual([await list(), await list()], [403, 403])
  await world.change(gave)
  assert.deepEqual([await list(), await list()], [200, 200])
})

test('a write of who lost the right a moment ago, or whose session is over, writes nothing and counts no guess', async () => {
  const person = await signIn(world.app, 'cangku')
  const ask = (method: 'POST' | 'PATCH', url: string, payload: object) =>
    world.app.inject({ method, url, payload, headers: { cookie: person.cookie, 'idempotency-key': randomUUID() } })
  const profile = (name: string) => ask('PATCH', '/api/account/profile', { name, phone: '' })
  const written = async () => only((await world.admin.query(`select count(*)::int as n from audit`)).rows)
  assert.equal((await profile('某仓')).statusCode, 200)
  // As one who must set up a second factor first, they may not.
  await world.change(`insert into sign_in_rule (enterprise_id, second_factor_required) select id, true from enterprise where is_operating`)
  const before = await written()
  const refused = await profile('某库')
  assert.deepEqual([refused.statusCode, refused.json().code], [403, 'second_factor_due'])
  assert.deepEqual(await written(), before)
  await world.change(`update sign_in_rule set second_factor_required = false`)
  assert.equal((await profile('某库')).statusCode, 200)
  await world.admin.query(`update session set revoked_at = now() where account_id = (select id from account where user_name = 'cangku')`)
  const after = await written()
  const guesses = async () => (await world.admin.query(`select key, hits from throttle order by key`)).rows
  const known = await guesses()
  const guessed = await ask('POST', '/api/account/password', { current: 'wrong', next: 'Another-Long-Word-2026' })
  assert.deepEqual([guessed.statusCode, guessed.json().code], [401, 'unauthenticated'])
  assert.deepEqual([await written(), await guesses()], [after, known])
})

test('what stands beside the question of a read writes nothing, also when the session is over', async () => {
  for (const begin of ['begin_request', 'begin_token_request'])
    await withClient(world.pool, async (client) => {
      const asks = named(`select * from ${begin}($1, 'test', null, true)`, [Buffer.alloc(32)])
      await assert.rejects(sendTogether(client, [asks, named(`select count_guess('beside', '1 hour')`)]), { code: '25006' })
    })
})

test('a disabled account is out at once', async () => {
  const person = await signIn(world.app, 'shengchan')
  await world.change(`update account set state = 'disabled' where user_name = 'shengchan'`)
  assert.equal((await whoAmI(person.cookie)).statusCode, 401)
  assert.equal((await post({ userName: 'shengchan', password: demoPassword })).json().code, 'account_disabled')
})

test('an idle session and one past its absolute life are over, by the server’s clock', async () => {
  const idle = await signIn(world.app, 'cangku')
  await world.admin.query(
    `update session set last_seen_at = now() - interval '61 minutes' where account_id = (select id from account where user_name = 'cangku')`,
  )
  assert.equal((await whoAmI(idle.cookie)).statusCode, 401)
  const old = await signIn(world.app, 'cangku2')
  await world.admin.query(`update session set expires_at = now() where account_id = (select id from account where user_name = 'cangku2')`)
  assert.equal((await whoAmI(old.cookie)).statusCode, 401)
})

test('a write from another site is refused', async () => {
  const person = await world.as('admin')
  const from = (headers: Record<string, string>) =>
    world.app.inject({
      method: 'PATCH',
      url: '/api/account/profile',
      payload: { name: '甲' },
      headers: { cookie: person.cookie, host: 'bencao.example', ...headers },
    })
  assert.equal((await from({ origin: 'https://evil.example' })).json().code, 'forbidden_origin')
  assert.equal((await from({ 'sec-fetch-site': 'cross-site' })).json().code, 'forbidden_origin')
  assert.equal((await from({ origin: 'http://bencao.example', 'sec-fetch-site': 'same-origin' })).statusCode, 200)
})
