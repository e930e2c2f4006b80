import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { z } from 'zod'
import type { Endpoint } from '#contract/kernel/endpoint.ts'
import { allRights } from '#contract/kernel/duties.ts'
import { routesOf } from '#server/app.ts'
import { demoPassword, requestOf, signIn } from '#server/demo/person.ts'
import { refusalsOf } from '#kernel/problem.ts'
import { openWorld, testInstallation, type World } from './world.ts'

/*
 * Every operation is asked for things that do not exist, with an input that is right in form: what it answers is among what the contract
 * and the description of the interface say of it.
 */

let world: World
before(async () => {
  world = await openWorld()
})
after(() => world.close())

type Json = { [key: string]: unknown }

const nameOf = (endpoint: Endpoint) => `${endpoint.method} ${endpoint.path}`
/** What would end the session, or ask everybody for a second factor; and what takes papers that nobody here has. */
const leftOut = new Set([
  ...['DELETE /session', 'PATCH /sign-in-rule', 'POST /registrations'],
  // Of a scope and what it names no input is made here; care.test.ts asks for both.
  ...['POST /raw-care-plans', 'POST /pack-care-plans'],
])
const words = [
  '1',
  '甲',
  '12:approve',
  '2026-03-05',
  '2026-03-05T08:00:00+08:00',
  'A1',
  '2026',
  'someone@example.cn',
  '13912345678',
  'a'.repeat(64),
  'a'.repeat(43),
  `${randomUUID()}.${'a'.repeat(43)}`,
  'scan.pdf',
  '91620000MA71ABCD0X',
  '123456',
  '10000000000000',
  '2026-03',
  '',
]

/** Something of the form that a schema asks for; ids are of nothing. */
function made(schema: Json): unknown {
  if (schema['const'] !== undefined) return schema['const']
  // The last word of a list asks for the least beside it.
  if (Array.isArray(schema['enum'])) return schema['enum'].at(-1)
  if (Array.isArray(schema['anyOf'])) return made(schema['anyOf'][0] as Json)
  if (schema['type'] === 'object') {
    const { properties = {}, required = [] } = schema as { properties?: Record<string, Json>; required?: string[] }
    return Object.fromEntries(required.map((key) => [key, made(properties[key]!)]))
  }
  if (schema['type'] === 'array') return Array.from({ length: Number(schema['minItems'] ?? 1) }, () => made(schema['items'] as Json))
  if (schema['type'] === 'integer') return Math.max(1, Number(schema['minimum'] ?? 1))
  if (schema['type'] === 'boolean') return true
  if (schema['format'] === 'uuid') return randomUUID()
  return words[0]
}

/** What a correction or a change may ask for: one of its fields is enough. */
const parts: unknown[] = [
  { net: '1' },
  { water: '1' },
  { output: '1' },
  { loss: '1' },
  { isToxic: true },
  { stayed: ['1'] },
  { test: '1' },
  { returns: [{ lotNo: '1', quantity: '1' }] },
]

const put = (value: unknown, [key, ...rest]: PropertyKey[], leaf: unknown): unknown => {
  if (key === undefined) return leaf
  if (Array.isArray(value)) return value.map((inner, index) => (index === key ? put(inner, rest, leaf) : inner))
  return { ...(value as Json), [key]: put((value as Json | undefined)?.[String(key)], rest, leaf) }
}

/** An input that the schema takes: made from its description, its words exchanged until the schema has nothing to say. */
function inputFor({ input: schema }: Endpoint): Json | undefined {
  let input: unknown = made(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Json)
  for (let round = 0; round < 40; round++) {
    const checked = schema.safeParse(input)
    if (checked.success) return input as Json
    const [issue] = checked.error.issues
    const better = [...words, null, true, [], ['1'], 2, ...parts].find((word) => {
      const again = schema.safeParse(put(input, issue!.path, word))
      return again.success || again.error.issues.every((other) => other.path.join('.') !== issue!.path.join('.'))
    })
    if (better === undefined) return undefined
    input = put(input, issue!.path, better)
  }
  return undefined
}

test('what an operation answers when nothing it names exists is what it says it may answer', async () => {
  const endpoints = routesOf(testInstallation)
    .map(({ endpoint }) => endpoint)
    .filter((endpoint) => !endpoint.upload && !leftOut.has(nameOf(endpoint)))
  await world.change(`insert into role (enterprise_id, name) select id, '全部' from enterprise where is_operating`)
  await world.change(
    `insert into role_right (enterprise_id, role_id, right_code) select enterprise_id, id, unnest($1::text[]) from role where name = '全部'`,
    [allRights],
  )
  await world.change(
    `insert into account_role (enterprise_id, account_id, role_id) select a.enterprise_id, a.id, r.id from account a join role r on r.enterprise_id = a.enterprise_id and r.name = '全部' where a.user_name = 'qa'`,
  )
  let { cookie } = await signIn(world.app, 'qa', demoPassword)
  const undeclared: string[] = []
  const notMade: string[] = []
  for (const endpoint of endpoints) {
    const input = inputFor(endpoint)
    if (input === undefined) {
      notMade.push(nameOf(endpoint))
      continue
    }
    const answer = await world.app.inject({ ...requestOf(endpoint, input), headers: { cookie } })
    if (answer.statusCode < 300) continue
    const { code } = answer.json()
    assert.notEqual(code, 'second_factor_due', nameOf(endpoint))
    if (answer.statusCode === 401) cookie = (await signIn(world.app, 'qa', demoPassword)).cookie
    if (!refusalsOf(endpoint).includes(code)) undeclared.push(`${nameOf(endpoint)}: ${answer.statusCode} ${code}`)
  }
  assert.deepEqual({ undeclared, notMade }, { undeclared: [], notMade: [] })
})
