import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { setTimeout as pass } from 'node:timers/promises'
import fastify from 'fastify'
import { sql } from 'kysely'
import { z } from 'zod'
import { endpoint } from '#contract/kernel/endpoint.ts'
import { accountApi } from '#contract/people/account.ts'
import { serve } from '#kernel/serve.ts'
import { buildApp } from '#server/app.ts'
import { openWorld, testInstallation, testMetricsToken, type World } from '#server/test/world.ts'
import { realClock } from '#tools/clock.ts'

let world: World
before(async () => {
  world = await openWorld()
})
after(() => world.close())

const saveName = async (name: unknown, headers: Record<string, string> = {}) => {
  const { cookie } = await world.as('admin')
  return world.app.inject({ method: 'PATCH', url: '/api/account/profile', payload: { name } as object, headers: { cookie, ...headers } })
}

test('a request without a session gets 401 for everything but what is public', async () => {
  for (const url of ['/api/session', '/api/account/sessions']) assert.equal((await world.app.inject({ url })).statusCode, 401)
})

test('bad input gets a message for each field, in Chinese, and writes nothing', async () => {
  const before = await world.admin.query(`select max(id) as last from audit`)
  const answer = await saveName('')
  assert.equal(answer.statusCode, 400)
  assert.match(String(answer.headers['content-type']), /problem\+json/)
  const { code, errors, requestId } = answer.json()
  assert.equal(code, 'invalid_input')
  assert.deepEqual(errors, [{ path: 'name', message: '不能为空' }])
  assert.match(requestId, /^[0-9a-f-]{36}$/)
  assert.deepEqual((await world.admin.query(`select max(id) as last from audit`)).rows, before.rows)
})

test('any malformed request gets a refusal with a reason and never a 5xx', async () => {
  const { cookie } = await world.as('admin')
  const send = (payload: string, contentType = 'application/json') =>
    world.app.inject({ method: 'PATCH', url: '/api/account/profile', payload, headers: { cookie, 'content-type': contentType } })
  const bodies = [
    '',
    '[]',
    'null',
    '"x"',
    '1',
    '{',
    '{"name":1}',
    '{"name":null}',
    '{"name":["a"]}',
    '{"name":{"a":1}}',
    '{"name":"\\u0000"}',
    '{"name":"\\ud800"}',
    '{"name":"a\\u202eb"}',
    '{"name":"\\u200b"}',
    `{"name":"${'长'.repeat(41)}"}`,
    '{"name":"a","extra":1}',
    '{"name":"a","__proto__":{"x":1}}',
    '{"constructor":{"prototype":{}},"name":"a"}',
    '{"name":"a","enterpriseId":"x"}',
    `${'['.repeat(5000)}${']'.repeat(5000)}`,
  ]
  for (const body of bodies) {
    const answer = await send(body)
    assert.ok(answer.statusCode >= 400 && answer.statusCode < 500, `${body.slice(0, 60)} → ${answer.statusCode}`)
    assert.ok(answer.json().title.length > 0)
  }
  assert.equal((await send('{"name":"a"}', 'text/plain')).statusCode, 415)
  // A content type with trimmings is either not taken or validated like any other.
  for (const trimmed of ['application/json\t; x', 'application/json ;charset=utf-8', 'Application/JSON']) {
    const { statusCode } = await send('{"name":""}', trimmed)
    assert.ok([400, 415].includes(statusCode), `${trimmed} → ${statusCode}`)
  }
  assert.equal((await send(`{"name":"${'a'.repeat(1_100_000)}"}`)).statusCode, 413)
})

test('a query parameter given twice, or an unknown one, is refused', async () => {
  const { cookie } = await world.as('admin')
  for (const query of ['page=1&page=2', 'nonsense=1', 'page=0', 'pageSize=201', 'box=attic', 'page=1e3', '__proto__=1']) {
    const answer = await world.app.inject({ url: `/api/account/notifications?${query}`, headers: { cookie } })
    assert.equal(answer.statusCode, 400, query)
  }
})

test('rare Han characters come back as they were sent', async () => {
  const name = '𠮷野𪚥'
  assert.equal((await saveName(name)).json().user.name, name)
  assert.equal((await (await world.as('admin')).ask(accountApi.current, {})).user.name, name)
})

test('the same key and the same request have one effect and one answer, however many are sent at once', async () => {
  const key = randomUUID()
  const { rows } = await world.admin.query<{ n: number }>(`select count(*)::int n from audit where table_name = 'account'`)
  const answers = await Promise.all(Array.from({ length: 8 }, () => saveName('八次', { 'idempotency-key': key })))
  assert.deepEqual([...new Set(answers.map((answer) => answer.statusCode))], [200])
  assert.equal(new Set(answers.map((answer) => answer.body)).size, 1)
  const later = await world.admin.query<{ n: number }>(`select count(*)::int n from audit where table_name = 'account'`)
  assert.equal(later.rows[0]!.n, rows[0]!.n + 1)
})

test('a refusal is kept as the answer of its key too', async () => {
  const { cookie } = await world.as('admin')
  const key = randomUUID()
  const revoke = () =>
    world.app.inject({ method: 'DELETE', url: `/api/account/sessions/${randomIdOnce}`, headers: { cookie, 'idempotency-key': key } })
  const randomIdOnce = randomUUID()
  const first = await revoke()
  const second = await revoke()
  assert.equal(first.statusCode, 404)
  assert.equal(second.body, first.body)
})

test('a key used again for something else is refused with 422', async () => {
  const key = randomUUID()
  assert.equal((await saveName('甲', { 'idempotency-key': key })).statusCode, 200)
  const other = await saveName('乙', { 'idempotency-key': key })
  assert.equal(other.statusCode, 422)
  assert.equal(other.json().code, 'key_reused')
})

test('what a step that broke still asks is asked of nobody: its connection is another one’s', async () => {
  const { cookie } = await world.as('admin')
  let late: Promise<unknown> = Promise.resolve()
  const broken = endpoint({
    method: 'POST',
    path: '/broken',
    right: 'signed-in',
    summary: '试验',
    input: z.strictObject({}),
    output: z.strictObject({}),
  })
  const { handle } = serve(broken, async (tx) => {
    const ask = () => sql`select 1`.execute(tx)
    await ask()
    late = pass(20).then(ask)
    late.catch(() => {})
    throw new TypeError('a bug')
  })
  const app = fastify()
  app.post('/broken', (asking, reply) => handle({ pool: world.pool, clock: realClock }, asking, reply))
  const answer = await app.inject({ method: 'POST', url: '/broken', payload: {}, headers: { cookie } })
  assert.equal(answer.statusCode, 500)
  await assert.rejects(late, /the transaction is over/)
  await app.close()
})

test('one person’s key says nothing to another', async () => {
  const key = randomUUID()
  await saveName('甲', { 'idempotency-key': key })
  const { cookie } = await world.as('qa')
  const answer = await world.app.inject({
    method: 'PATCH',
    url: '/api/account/profile',
    payload: { name: '质保甲' },
    headers: { cookie, 'idempotency-key': key },
  })
  assert.equal(answer.json().user.name, '质保甲')
})

test('every answer carries the security headers, errors included', async () => {
  for (const url of ['/api/session', '/api/nowhere', '/healthz', '/nowhere']) {
    const { headers } = await world.app.inject({ url })
    assert.match(String(headers['content-security-policy']), /default-src 'none'.*script-src 'self'(;|$)/)
    assert.doesNotMatch(String(headers['content-security-policy']), /script-src[^;]*unsafe/)
    assert.equal(headers['x-content-type-options'], 'nosniff')
    assert.ok(headers['x-request-id'])
  }
  assert.equal((await world.app.inject({ url: '/api/session' })).headers['cache-control'], 'no-store')
})

test('paths that look almost like a route do not reach it', async () => {
  const { cookie } = await world.as('admin')
  for (const url of ['/api//session', '/API/session', '/api/session/', '/api/%73ession/..', '/api/session;x=1', '/api/./session/x']) {
    assert.equal((await world.app.inject({ url, headers: { cookie } })).statusCode, 404, url)
  }
})

test('the process tells that it lives, that the database does, and its figures', async () => {
  assert.equal((await world.app.inject({ url: '/healthz' })).statusCode, 200)
  assert.equal((await world.app.inject({ url: '/readyz' })).statusCode, 200)
})

test('the figures are for whoever shows their token; for anybody else, also behind a proxy on this machine, there are none', async () => {
  const ask = (headers: Record<string, string>) => world.app.inject({ url: '/metrics', headers })
  const right = await ask({ authorization: `Bearer ${testMetricsToken}` })
  assert.match(right.body, /bencao_requests_total/)
  const others: Record<string, string>[] = [
    {},
    { 'x-forwarded-for': '203.0.113.9' },
    { authorization: 'Bearer wrong' },
    { authorization: testMetricsToken },
  ]
  for (const headers of others) {
    const answer = await ask(headers)
    assert.equal(answer.statusCode, 404, JSON.stringify(headers))
    assert.doesNotMatch(answer.body, /bencao_requests_total/)
  }
  const app = await buildApp({ pool: world.pool, installation: testInstallation })
  assert.equal((await app.inject({ url: '/metrics', headers: { authorization: 'Bearer ' } })).statusCode, 404, 'without a token set')
  await app.close()
})
