import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import { accountApi, type Session } from '#contract/people/account.ts'
import { opensTo, type Endpoint } from '#contract/kernel/endpoint.ts'
import { elementAt } from '#contract/kernel/certain.ts'
import { historyApi } from '#contract/office/history.ts'
import { purchaseApi } from '#contract/supply/purchase-api.ts'
import { roleApi } from '#contract/people/role.ts'
import { tokenApi } from '#contract/people/token.ts'
import { userApi } from '#contract/people/user.ts'
import type { Right } from '#contract/kernel/duties.ts'
import { routesOf } from '#server/app.ts'
import { demoPassword, Refused, handingIn, requestOf, signIn, type Person } from '#server/demo/person.ts'
import { realTime } from '#server/demo/told-time.ts'
import { approvedOrder, deliveryNote, draftOrder } from '#server/demo/purchase.ts'
import { programRate } from '#kernel/session.ts'
import { refused } from '#server/test/refused.ts'
import { agreeToAll } from '#server/test/second-administrator.ts'
import { openWorld, testInstallation } from '#server/test/world.ts'

const world = await openWorld()
after(() => world.close())
const { as } = world

const admin = await as('admin')
const inDays = (days: number) => new Date(Date.now() + 8 * 3600_000 + days * 86_400_000).toISOString().slice(0, 10)
const fresh = (rights: Right[], name = `程序 ${randomUUID().slice(0, 8)}`) => ({
  name,
  rights,
  validUntil: inDays(90),
  password: demoPassword,
})

type Answer = { statusCode: number; body: string; headers: Record<string, unknown>; json<Body>(): Body }
type Send = (endpoint: Endpoint, input?: Record<string, unknown>, headers?: Record<string, string>) => Promise<Answer>

/** A program that shows this token. */
function program(token: string): Person & { send: Send } {
  const send: Send = async (endpoint, input = {}, headers = {}) =>
    world.app.inject({ ...requestOf(endpoint, input), headers: { authorization: `Bearer ${token}`, ...headers } })
  return {
    userName: 'program',
    cookie: '',
    time: realTime,
    send,
    async hand(endpoint, input, content) {
      const { headers, ...request } = handingIn(endpoint, input)
      const answer = await world.app.inject({ ...request, payload: content, headers: { authorization: `Bearer ${token}`, ...headers } })
      if (answer.statusCode >= 300) throw new Refused(endpoint.path, answer.statusCode, answer.json())
      return answer.json()
    },
    async ask(endpoint, input, headers = {}) {
      const answer = await send(endpoint, input, headers)
      if (answer.statusCode >= 300) throw new Refused(endpoint.path, answer.statusCode, answer.json())
      return answer.json()
    },
  }
}
const listed = async (name: string) => (await admin.ask(tokenApi.list, { q: name })).rows[0]!
async function newProgram(...rights: Right[]) {
  const { name, token } = await admin.ask(tokenApi.create, fresh(rights))
  return { ...(await listed(name)), token, ...program(token) }
}

test('a program does what its rights say under its own name, and the history names it', async () => {
  const erp = await newProgram('11', '11:create')
  const order = await draftOrder(async () => erp)
  const seen = (await admin.ask(purchaseApi.list, { q: order.orderNo })).rows[0]!
  assert.equal(seen.orderNo, order.orderNo)
  const { entries } = await admin.ask(historyApi.read, { table: 'purchase_order', id: order.id })
  assert.equal(entries[0]!.by, erp.name)
  const session = await erp.ask(accountApi.current, {})
  assert.deepEqual([session.user.name, session.duties], [erp.name, ['11:create']])
})

test('each operation opens to a program exactly when it holds its right, and none about a person', async () => {
  // A program may ask so often a minute; two share the walk.
  const programs = [await newProgram('11', '11:create', '14', '31'), await newProgram('11', '11:create', '14', '31')]
  for (const [place, { endpoint }] of routesOf(testInstallation).entries()) {
    if (endpoint.right === 'public') continue
    const erp = elementAt(programs, place % 2)
    const ids = Object.fromEntries([...endpoint.path.matchAll(/\{(\w+)\}/g)].map((match) => [match[1]!, randomUUID()]))
    const { statusCode, body } = await erp.send(endpoint, ids)
    const open = !endpoint.personal && opensTo(endpoint, ['11', '11:create', '14', '31'])
    if (!open) assert.equal(statusCode, 403, `${endpoint.method} ${endpoint.path} ${body}`)
    else if (endpoint.right !== 'signed-in') assert.ok(![401, 403, 500].includes(statusCode), `${endpoint.method} ${endpoint.path} ${body}`)
    if (endpoint.personal) assert.match(body, /token_not_allowed/)
  }
})

test('everything below /account is about the person who signed in', () => {
  const own = routesOf(testInstallation).map(({ endpoint }) => endpoint).filter(({ path }) => path.startsWith('/account')) // prettier-ignore
  assert.ok(own.length > 5)
  assert.deepEqual(own.filter((endpoint) => !endpoint.personal && endpoint.right !== 'public'), []) // prettier-ignore
})

test('a program signs nothing, and nobody signs through it', async () => {
  const order = await approvedOrder(as)
  const gate = await newProgram('11', '11:receive')
  await refused(gate.ask(purchaseApi.receive, await deliveryNote(as, order.id)), 'token_cannot_sign')
  const sign = `insert into signature (enterprise_id, record_table, record_id, signer_id, signer_name, meaning, content, digest)
    select enterprise_id, 'purchase_order', $1, id, name, '批准', $3, sha256(convert_to($3, 'UTF8')) from account where id = $2`
  await assert.rejects(world.change(sign, [order.id, gate.id, '{}']), /token_cannot_sign/)
  const me = (await admin.ask(accountApi.current, {})).user.id
  await assert.rejects(world.change(sign, [order.id, me, `{"created_by": "${gate.id}"}`]), /own_token/)
})

test('a right taken from the maker rests, and comes back with it', async () => {
  const { id, rights } = await admin.ask(roleApi.create, { name: '接口建立人', rights: ['11', '31', '31:token', '110'] })
  const { oneTimePassword } = await admin.ask(userApi.create, { userName: 'jiekou', name: '接口员', roleIds: [id] })
  const maker = await signIn(world.app, 'jiekou', oneTimePassword)
  await maker.ask(accountApi.changePassword, { current: oneTimePassword, next: 'wo-de-kou-ling-2026' })
  await agreeToAll(await as('user'))
  const { token, name } = await maker.ask(tokenApi.create, { ...fresh(['11', '110']), password: 'wo-de-kou-ling-2026' })
  const erp = program(token)
  await erp.ask(purchaseApi.list, {})

  const take = (now: string[]) => world.change(`delete from role_right where role_id = $1 and not right_code = any($2)`, [id, now])
  await take(['31', '31:token', '110'])
  await refused(erp.ask(purchaseApi.list, {}), 'no_permission')
  assert.deepEqual((await listed(name)).resting, ['11'])
  await world.change(`insert into role_right select enterprise_id, id, '11' from role where id = $1`, [id])
  await erp.ask(purchaseApi.list, {})
  assert.equal(rights.length, 4)

  await world.change(`update account set state = 'disabled' where user_name = 'jiekou'`)
  await refused(erp.ask(purchaseApi.list, {}), 'token_over')
  assert.equal((await listed(name)).state, 'resting')
})

test('nobody gives a program more than they hold, or what decides about rights', async () => {
  const { id } = await admin.ask(roleApi.create, { name: '只管令牌', rights: ['31', '31:token'] })
  await admin.ask(userApi.create, { userName: 'lingpai', name: '令牌员', roleIds: [id] })
  await world.change(
    `update account set must_change_password = false, password_hash = (select password_hash from account where user_name = 'admin') where user_name = 'lingpai'`,
  )
  await agreeToAll(await as('user'))
  const clerk = await signIn(world.app, 'lingpai')
  await refused(clerk.ask(tokenApi.create, fresh(['31', '11'])), 'token_beyond_own', 'rights')
  for (const right of ['31:manage', '31:token', '32:manage', '33:platform'] as const) {
    await refused(admin.ask(tokenApi.create, fresh([right])), 'invalid_input', 'rights.0')
    const insert = `insert into api_token (enterprise_id, id, name, prefix, maker_id, rights, valid_until)
      select enterprise_id, id, 'x', 'bencao_abcdef', id, array[$1], today() + 1 from account where user_name = 'admin'`
    await assert.rejects(world.change(insert, [right]), /check constraint/)
  }
})

test('a token asks for the maker’s password, a name of its own and an end within a year', async () => {
  await refused(admin.ask(tokenApi.create, { ...fresh(['11']), password: 'falsch' }), 'wrong_password')
  for (const days of [-1, 0, 366])
    await refused(admin.ask(tokenApi.create, { ...fresh(['11']), validUntil: inDays(days) }), 'token_days', 'validUntil')
  await admin.ask(tokenApi.create, fresh(['11'], '仓储程序'))
  await refused(admin.ask(tokenApi.create, fresh(['11'], '仓储程序')), 'token_name_taken')
  await admin.ask(tokenApi.revoke, { id: (await listed('cccx')).id, reason: '换新' })
  await admin.ask(tokenApi.create, fresh(['11'], '仓储程序'))
})

test('a token is shown once; nothing keeps it', async () => {
  const key = { 'idempotency-key': randomUUID() }
  const input = fresh(['11'])
  const { token } = await admin.ask(tokenApi.create, input, key)
  await refused(admin.ask(tokenApi.create, input, key), 'shown_once')
  await program(token).ask(purchaseApi.list, {})
  for (const table of ['idempotent_answer', 'audit', 'security_log', 'api_token', 'api_token_key', 'account']) {
    const { rows } = await world.admin.query(`select from ${table} t where strpos(t::text, $1) > 0`, [token.slice(7)])
    assert.equal(rows.length, 0, table)
  }
})

test('a revoked token and one past its last day are strangers at the next request', async () => {
  const erp = await newProgram('11')
  await erp.ask(purchaseApi.list, {})
  const revoked = await admin.ask(tokenApi.revoke, { id: erp.id, reason: '外泄' })
  assert.equal(revoked.state, 'revoked')
  await refused(erp.ask(purchaseApi.list, {}), 'token_over')
  await refused(admin.ask(tokenApi.revoke, { id: erp.id, reason: '再来' }), 'wrong_state')
  const { entries } = await admin.ask(historyApi.read, { table: 'api_token', id: erp.id })
  assert.equal(entries.at(-1)!.reason, '外泄')

  const old = await newProgram('11')
  await world.change(`update api_token set valid_until = today() where id = $1`, [old.id])
  await old.ask(purchaseApi.list, {})
  await world.change(`update api_token set valid_until = today() - 1 where id = $1`, [old.id])
  await refused(old.ask(purchaseApi.list, {}), 'token_over')
  assert.equal((await listed(old.name)).state, 'expired')
})

test('a wrong token learns how to ask, a bearer goes before a cookie, and its origin does not matter', async () => {
  const wrong = await program(`bencao_${'A'.repeat(43)}`).send(purchaseApi.list, {}, { cookie: admin.cookie })
  assert.equal(wrong.statusCode, 401)
  assert.match(String(wrong.headers['www-authenticate']), /^Bearer realm="bencao", error="invalid_token"/)
  assert.equal((await program('nonsense').send(purchaseApi.list, {}, { cookie: admin.cookie })).statusCode, 401)
  const erp = await newProgram('11')
  const both = await erp.send(accountApi.current, {}, { cookie: admin.cookie })
  assert.equal(both.json<Session>().user.name, erp.name)
  const elsewhere = await erp.send(tokenApi.create, {}, { origin: 'https://erp.example', 'sec-fetch-site': 'cross-site' })
  assert.equal(elsewhere.json<Refused['body']>().code, 'no_permission')
  // What a proxy in front adds for itself is not ours to judge.
  const proxied = await world.app.inject({
    ...requestOf(accountApi.current, {}),
    headers: { cookie: admin.cookie, authorization: 'Basic eDp5' },
  })
  assert.equal(proxied.statusCode, 200)
})

test('the same key gives a program the same answer, once written', async () => {
  const erp = await newProgram('11', '11:create')
  const draft = await draftOrder(as)
  const key = { 'idempotency-key': randomUUID() }
  const cancel = () => erp.send(purchaseApi.submit, { id: draft.id }, key)
  const [first, second] = await Promise.all([cancel(), cancel()])
  assert.equal(first!.body, second!.body)
})

test('its last use is noted, with where it came from', async () => {
  const erp = await newProgram('11')
  assert.equal(erp.lastUsedAt, null)
  await erp.ask(purchaseApi.list, {})
  // Noted behind the answer.
  for (let look = 0; look < 50 && (await listed(erp.name)).lastUsedAt === null; look++) await new Promise((done) => setTimeout(done, 20))
  const { lastUsedAt, lastAddress } = await listed(erp.name)
  assert.ok(lastUsedAt !== null)
  assert.equal(lastAddress, '127.0.0.1')
})

test('a program that asks without end has to wait, others are not', async () => {
  const [busy, calm] = [await newProgram('11'), await newProgram('11')]
  while (programRate.take(busy.id));
  const answer = await busy.send(purchaseApi.list)
  // A minute may have turned in between.
  if (answer.statusCode !== 200) {
    assert.equal(answer.json<Refused['body']>().code, 'too_many_requests')
    assert.equal(answer.headers['retry-after'], '60')
  }
  await calm.ask(purchaseApi.list, {})
})

test('a technical account is no colleague: not listed, not changed, and nobody signs in with it', async () => {
  const erp = await newProgram('11')
  const { rows } = await world.admin.query<{ user_name: string }>(`select user_name from account where id = $1`, [erp.id])
  await refused(admin.ask(userApi.read, { id: erp.id }), 'not_found')
  await refused(admin.ask(userApi.giveOneTimePassword, { id: erp.id }), 'not_found')
  assert.ok(!(await admin.ask(userApi.list, { pageSize: 200 })).rows.some((user) => user.id === erp.id))
  await refused(signIn(world.app, rows[0]!.user_name, '!'), 'wrong_credentials')
})

test('another enterprise neither sees nor revokes a token', async () => {
  const erp = await newProgram('11')
  const other = await as('other')
  assert.ok(!(await other.ask(tokenApi.list, { pageSize: 200 })).rows.some((token) => token.id === erp.id))
  await refused(other.ask(tokenApi.revoke, { id: erp.id, reason: '外' }), 'not_found')
})
