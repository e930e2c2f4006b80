import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { accountApi } from '#contract/people/account.ts'
import { allRights, type Right } from '#contract/kernel/duties.ts'
import { opensTo, type Endpoint } from '#contract/kernel/endpoint.ts'
import { groupCodes } from '#contract/kernel/pages.ts'
import { routesOf } from '#server/app.ts'
import { demoPassword, requestOf, signIn } from '#server/demo/person.ts'
import { demoPeople } from '#server/db/seed/roles.ts'
import { builtInRoles, factoryRoles } from '#server/features/people/enterprise/first-roles.ts'
import { openWorld, testInstallation, type World } from './world.ts'

let world: World
const endpoints = routesOf(testInstallation).map((route) => route.endpoint)
/** Asks with ids that do not exist and an otherwise empty body: a right holder learns what is wrong with it, others do not. */
const probe = (endpoint: Endpoint, cookie?: string) => {
  const ids = Object.fromEntries([...endpoint.path.matchAll(/\{(\w+)\}/g)].map((match) => [match[1]!, randomUUID()]))
  return world.app.inject({ ...requestOf(endpoint, ids), headers: cookie === undefined ? {} : { cookie } })
}
const name = (endpoint: Endpoint) => `${endpoint.method} ${endpoint.path}`

before(async () => {
  world = await openWorld()
})
after(() => world.close())

test('every operation says who may use it, once, and is reachable at its own address only', () => {
  assert.ok(endpoints.length > 5)
  assert.equal(new Set(endpoints.map(name)).size, endpoints.length)
  for (const endpoint of endpoints)
    assert.ok(endpoint.right === 'public' || endpoint.right === 'signed-in' || allRights.includes(endpoint.right), name(endpoint))
  // What several pages open is read alone: a duty is one right.
  assert.ok(endpoints.every(({ alsoFor, method }) => alsoFor === undefined || method === 'GET'))
  assert.deepEqual(endpoints.filter((endpoint) => endpoint.right === 'public').map(name), [
    'POST /session',
    'POST /password-resets',
    'POST /password-resets/use',
    'POST /account/email/confirm',
    'POST /account/secret/confirm',
    'POST /registrations',
    'POST /registrations/confirm',
    'POST /registrations/status',
    'POST /registrations/resend',
    'POST /registrations/licence',
  ])
})

test('a stranger gets 401 from every operation, whatever they send', async () => {
  for (const endpoint of endpoints.filter(({ right }) => right !== 'public'))
    assert.equal((await probe(endpoint)).statusCode, 401, name(endpoint))
})

/** A person of the demo factory who holds exactly these rights. */
async function personWith(userName: string, rights: readonly Right[]): Promise<string> {
  await world.change(
    `insert into account (enterprise_id, user_name, name, password_hash) select enterprise_id, $1, $1, password_hash from account where user_name = 'admin'`,
    [userName],
  )
  await world.change(`insert into role (enterprise_id, name) select enterprise_id, $1 from account where user_name = $1`, [userName])
  await world.change(
    `insert into role_right (enterprise_id, role_id, right_code) select enterprise_id, id, unnest($2::text[]) from role where name = $1`,
    [userName, rights],
  )
  await world.change(
    `insert into account_role (enterprise_id, account_id, role_id) select a.enterprise_id, a.id, r.id from account a join role r on r.enterprise_id = a.enterprise_id and r.name = a.user_name where a.user_name = $1`,
    [userName],
  )
  return (await signIn(world.app, userName, demoPassword)).cookie
}

/** All ways to choose `size` of `count` people, each as their numbers. */
const groupsOf = (size: number, count: number): readonly (readonly number[])[] =>
  size === 0
    ? [[]]
    : count < size
      ? []
      : [...groupsOf(size, count - 1), ...groupsOf(size - 1, count - 1).map((group) => [...group, count - 1])]

test('each right opens exactly the operations that ask for it, and is asked before anything is looked up', async () => {
  // Each right is held by another half of these people. None of two halves lies within the other: of any two rights some person holds the one
  // without the other, and a person who is let in by a wrong right, or by one of two, is seen.
  const people = [...Array(20).keys()].find((count) => groupsOf(count >> 1, count).length >= allRights.length)!
  const holders = new Map(allRights.map((right, place) => [right, groupsOf(people >> 1, people)[place]!]))
  for (let person = 0; person < people; person++) {
    const held = allRights.filter((right) => holders.get(right)!.includes(person))
    const cookie = await personWith(`half${person}`, held)
    for (const endpoint of endpoints) {
      if (endpoint.right === 'public' || name(endpoint) === 'DELETE /session') continue
      const { statusCode, body } = await probe(endpoint, cookie)
      const what = `person ${person}: ${name(endpoint)}: ${statusCode} ${body}`
      assert.ok(statusCode !== 401 && statusCode < 500, what)
      if (endpoint.right !== 'signed-in') assert.equal(statusCode === 403, !opensTo(endpoint, held), what)
    }
  }
  // The forbidden matrix has written nothing but the people themselves.
  const after = await world.admin.query(
    `select count(*) as n from audit where table_name not in ('account', 'role', 'role_right', 'account_role')`,
  )
  const seeded = await world.admin.query(
    `select count(*) as n from audit_entry where actor = 'setup' and table_name not in ('account', 'role', 'role_right', 'account_role')`,
  )
  assert.deepEqual(after.rows, seeded.rows)
})

test('each demo account holds what its roles say, no more and no less', async () => {
  const rightsOf: Record<string, readonly string[]> = { ...builtInRoles, ...factoryRoles }
  for (const person of demoPeople) {
    const { codes, duties } = await (await world.as(person.userName)).ask(accountApi.current, {})
    const held = new Set(person.roles.flatMap((role) => rightsOf[role]!))
    // Platform operation is for the operating enterprise alone.
    if (person.elsewhere) held.delete('33:platform')
    const rights = [...codes, ...duties].filter((code) => !Object.hasOwn(groupCodes, code))
    assert.deepEqual(rights.sort(), [...held].sort(), person.userName)
  }
})

test('what lies in another enterprise answers, byte for byte, as what does not exist', async () => {
  const { cookie } = await world.as('other')
  const ours = await world.admin.query<{ id: string }>(`
    select id from (select id, enterprise_id from material union all select id, enterprise_id from product union all select id, enterprise_id from supplier
      union all select id, enterprise_id from customer union all select id, enterprise_id from account union all select id, enterprise_id from place) x
    where enterprise_id = (select id from enterprise where is_operating) limit 60`)
  const blank = (body: string) => body.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '')
  for (const endpoint of endpoints.filter(({ path, method }) => method === 'GET' && path.includes('{id}'))) {
    for (const { id } of ours.rows.slice(0, 10)) {
      const ask = async (given: string) => {
        const parameters = Object.fromEntries(
          [...endpoint.path.matchAll(/\{(\w+)\}/g)].map((match) => [match[1]!, match[1] === 'id' ? given : 'lot']),
        )
        const answer = await world.app.inject({ ...requestOf(endpoint, parameters), headers: { cookie } })
        return { status: answer.statusCode, body: blank(answer.body) }
      }
      assert.deepEqual(await ask(id), await ask(randomUUID()), name(endpoint))
    }
  }
})
