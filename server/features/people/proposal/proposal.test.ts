import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { after, test } from 'node:test'
import { z } from 'zod'
import type { Duty, Right } from '#contract/kernel/duties.ts'
import { rightsByTwo, signingRights } from '#contract/kernel/separation.ts'
import { secondSignature, signature } from '#contract/kernel/values.ts'
import { workApi } from '#contract/office/work.ts'
import { accountApi } from '#contract/people/account.ts'
import { proposalApi } from '#contract/people/proposal.ts'
import { roleApi } from '#contract/people/role.ts'
import { userApi } from '#contract/people/user.ts'
import { routesOf } from '#server/app.ts'
import type { Person } from '#server/demo/person.ts'
import { refused } from '#server/test/refused.ts'
import { agreeToAll } from '#server/test/second-administrator.ts'
import { openWorld, testInstallation } from '#server/test/world.ts'
import { everyLife } from '#server/test/every-life.ts'

const world = await openWorld()
after(() => world.close())
const { as } = world
const [admin, second] = [await as('admin'), await as('user')]

const userOf = async (userName: string) => (await admin.ask(userApi.list, { q: userName })).rows.find((row) => row.userName === userName)!
const roleOf = async (name: string) => (await admin.ask(roleApi.list, { q: name })).rows.find((row) => row.name === name)!
const give = async (by: Person, userName: string, ...roleIds: string[]) => {
  const { id, rowVersion, name, post, roles } = await userOf(userName)
  return by.ask(userApi.edit, { id, rowVersion, name, post, roleIds: [...roles.map((role) => role.id), ...roleIds] })
}
const newRole = (name: string, ...rights: Right[]) => admin.ask(roleApi.create, { name, rights })
const waiting = async () => (await admin.ask(proposalApi.list, { state: 'waiting' })).rows
const dutiesOf = async (userName: string) => (await (await as(userName)).ask(accountApi.current, {})).duties

test('every right under which something is signed takes two, here and in the database', async () => {
  const duties = new Set<string>()
  for (const { endpoint } of routesOf(testInstallation))
    for (const field of Object.values(endpoint.input.shape)) {
      const asked = field instanceof z.ZodOptional ? field.unwrap() : field
      if (asked === signature || asked === secondSignature) duties.add(endpoint.right)
    }
  for (const { actions } of everyLife) for (const { duty, signs } of Object.values(actions ?? {})) if (signs !== undefined) duties.add(duty)
  const steps = readdirSync('server/features', { recursive: true, encoding: 'utf8' }).filter((file) => /(?<!\.test)\.ts$/.test(file))
  const seconds = steps.flatMap((file) => [
    ...readFileSync(`server/features/${file}`, 'utf8').matchAll(/(?:signAsSecond|proveSecond)\([^'\n]*'(\d+:\w+)'/g),
  ])
  assert.ok(seconds.length >= 4)
  for (const [, duty] of seconds) duties.add(duty!)
  assert.deepEqual([...duties].sort(), [...signingRights].sort())
  const { rows } = await world.admin.query<{ known: Duty[] }>('select rights_by_two() as known')
  assert.deepEqual([...rows[0]!.known].sort(), [...rightsByTwo].sort())
})

test('a role that signs comes to a person when a second administrator approves, and what does not sign comes at once', async () => {
  const role = await newRole('放行见习', '13', '13:decide')
  const reader = await newRole('看原料', '14')
  const edited = await give(admin, 'caigou', role.id, reader.id)
  assert.deepEqual(edited.proposedRoles.map((one) => one.name), ['放行见习']) // prettier-ignore
  assert.ok(edited.roles.some((one) => one.name === '看原料'))
  assert.ok(!(await dutiesOf('caigou')).includes('13:decide'))
  await give(admin, 'caigou')
  assert.equal((await waiting()).length, 1, 'asked for once')

  const [proposal] = await waiting()
  assert.deepEqual([proposal!.rights, proposal!.person!.userName, proposal!.proposedBy.name], [['13:decide'], 'caigou', '陈管理'])
  await refused(admin.ask(proposalApi.approve, { id: proposal!.id }), 'proposer_approves')
  const approved = await second.ask(proposalApi.approve, { id: proposal!.id })
  assert.deepEqual([approved.state, approved.decidedBy!.name], ['approved', '林用户'])
  assert.ok((await dutiesOf('caigou')).includes('13:decide'))
  await refused(second.ask(proposalApi.approve, { id: proposal!.id }), 'wrong_state')
})

test('what is sent back changes nothing, and its proposer may take it back', async () => {
  const role = await newRole('检验见习', '12', '12:test')
  await give(admin, 'xiaoshou', role.id)
  const [first] = await waiting()
  await refused(second.ask(proposalApi.refuse, { id: first!.id, reason: ' ' }), 'invalid_input', 'reason')
  await second.ask(proposalApi.refuse, { id: first!.id, reason: '没有培训记录' })
  assert.ok(!(await dutiesOf('xiaoshou')).includes('12:test'))
  await give(admin, 'xiaoshou', role.id)
  await admin.ask(proposalApi.refuse, { id: (await waiting())[0]!.id, reason: '填错人' })
  assert.equal((await waiting()).length, 0)
})

test('nobody changes their own roles, adds to a role of their own, or approves what they receive', async () => {
  const own = await newRole('管理', '31', '31:manage', '32', '32:manage')
  await refused(give(admin, 'admin', own.id), 'own_rights', 'roleIds')
  await give(admin, 'zhuguan', own.id)
  await agreeToAll(second)
  const zhuguan = await as('zhuguan')
  const wider = async (by: Person, name: string, ...rights: Right[]) => {
    const role = await roleOf(name)
    return by.ask(roleApi.edit, { id: role.id, rowVersion: role.rowVersion, name, rights: [...role.rights, ...rights] as Right[] })
  }
  await refused(wider(zhuguan, '管理', '11'), 'own_rights', 'rights')
  // Another one widens it, and who holds it does not approve.
  assert.deepEqual((await wider(admin, '管理', '19:release', '11')).proposedRights, ['19:release'])
  assert.ok((await roleOf('管理')).rights.includes('11'))
  const [proposal] = await waiting()
  await refused(zhuguan.ask(proposalApi.approve, { id: proposal!.id }), 'receiver_approves')
  await refused(wider(admin, '管理', '13:decide'), 'proposal_waiting')
  await second.ask(proposalApi.approve, { id: proposal!.id })
  assert.ok((await dutiesOf('zhuguan')).includes('19:release'))

  const other = await newRole('再一个', '15', '15:qa')
  await give(admin, 'zhuguan', other.id)
  await refused(zhuguan.ask(proposalApi.approve, { id: (await waiting())[0]!.id }), 'receiver_approves')
  await agreeToAll(second)
})

test('whoever keeps accounts or roles alone raises nobody, neither a straw nor by way of a role', async () => {
  const keeper = await newRole('单人管理', '31', '31:manage', '32', '32:manage')
  await give(admin, 'fuhe', keeper.id)
  await agreeToAll(second)
  const fuhe = await as('fuhe')
  const role = await fuhe.ask(roleApi.create, { name: '后门', rights: ['11'] })
  await fuhe.ask(userApi.create, { userName: 'caoren', name: '草人', roleIds: [role.id] })
  // The role is given with reading alone, and then widened.
  const { id } = await roleOf('后门')
  const after = await fuhe.ask(roleApi.edit, { id, rowVersion: role.rowVersion, name: '后门', rights: ['11', '19:release', '31:manage'] })
  assert.deepEqual([after.rights, [...after.proposedRights].sort()], [['11'], ['19:release', '31:manage']])
  const straw = await userOf('caoren')
  const full = await newRole('全权', '19', '19:release')
  const given = await fuhe.ask(userApi.edit, { id: straw.id, rowVersion: straw.rowVersion, name: '草人', roleIds: [role.id, full.id] })
  assert.deepEqual([given.roles.map((one) => one.name), given.proposedRoles.map((one) => one.name)], [['后门'], ['全权']])
  // What was proposed is what is approved: a role that grew since is sent back.
  await admin.ask(roleApi.edit, { id: full.id, rowVersion: full.rowVersion, name: '全权', rights: ['19', '19:release', '13:decide'] })
  const proposal = (await waiting()).find((one) => one.role.name === '全权')!
  await refused(second.ask(proposalApi.approve, { id: proposal.id }), 'proposal_outdated')
  for (const one of await waiting()) await second.ask(proposalApi.refuse, { id: one.id, reason: '不清楚来由' })
})

test('the database keeps it: no role that signs without an approved proposal, none to oneself', async () => {
  const role = await newRole('直接写', '19', '19:release')
  const acting = async (userName: string, statement: string, values: unknown[]) => {
    const client = await world.admin.connect()
    try {
      await client.query(
        `begin; select set_config('app.enterprise', enterprise_id::text, true), set_config('app.actor', id::text, true) from account where user_name = '${userName}'`,
      )
      await client.query(statement, values)
    } finally {
      await client.query('rollback')
      client.release()
    }
  }
  const insert = `insert into account_role select enterprise_id, id, $1 from account where user_name = $2`
  await assert.rejects(acting('admin', insert, [role.id, 'caigou']), /rights_by_two/)
  await assert.rejects(acting('admin', insert, [role.id, 'admin']), /own_rights/)
  await assert.rejects(
    acting(
      'admin',
      `insert into role_right select enterprise_id, id, $2 from role where name = $1 and enterprise_id = current_enterprise()`,
      ['采购员', '19:release'],
    ),
    /rights_by_two/,
  )
  await assert.rejects(
    acting('user', `insert into role_right select enterprise_id, id, '33:platform' from role where built_in and name = $1 and enterprise_id = current_enterprise()`, [
      'user',
    ]), // prettier-ignore
    /own_rights/,
  )
  const propose = (decidedBy: string) =>
    world
      .change(
        `insert into rights_proposal (enterprise_id, role_id, role_name, account_id, rights, proposed_by) select enterprise_id, $1, 'x', c.id, '{19:release}', a.id
        from account a join account c using (enterprise_id) where a.user_name = 'admin' and c.user_name = 'caigou'`,
        [role.id],
      )
      .then(() =>
        world.change(
          `update rights_proposal set state = 'approved', decided_at = now(), decided_by = (select id from account where user_name = $2) where role_id = $1 and state = 'waiting'`,
          [role.id, decidedBy],
        ),
      )
  await assert.rejects(propose('admin'), /rights_approved_by_another/)
  await world.change(
    `update rights_proposal set state = 'refused', reason = 'x', decided_at = now(), decided_by = proposed_by where role_id = $1`,
    [role.id],
  )
  await assert.rejects(propose('caigou'), /rights_approved_by_another/)
  await world.change(`update rights_proposal set state = 'refused', reason = 'x', decided_at = now(), decided_by = proposed_by where role_id = $1 and state = 'waiting'`, [role.id]) // prettier-ignore
})

test('a role that replaces another with the same signing rights needs nobody', async () => {
  const other = await newRole('采购与检验', '12', '12:test', '12:sample', '16:sample', '17:test')
  const user = await userOf('jianyan')
  const edited = await admin.ask(userApi.edit, { id: user.id, rowVersion: user.rowVersion, name: user.name, roleIds: [other.id] })
  assert.deepEqual([edited.roles.map((one) => one.name), edited.proposedRoles], [['采购与检验'], []])
})

test('two administrators who approve at once approve once; the others have it on their home page', async () => {
  const role = await newRole('两人同时', '18', '18:execute')
  await give(admin, 'quyang', role.id)
  const work = (await second.ask(workApi.waiting, {})).find((one) => one.document === '授权提请')
  assert.deepEqual(work!.oldest.map((one) => [one.no, one.subject]), [['两人同时', '孙取样']]) // prettier-ignore
  assert.ok(!(await admin.ask(workApi.waiting, {})).some((one) => one.document === '授权提请'))
  assert.ok((await second.ask(accountApi.notifications, { q: '两人同时' })).rows.length > 0)
  const { id } = (await waiting())[0]!
  const ends = await Promise.allSettled([1, 2].map(() => second.ask(proposalApi.approve, { id })))
  assert.equal(ends.filter((end) => end.status === 'fulfilled').length, 1)
})

test('a proposal of another enterprise is not there', async () => {
  const role = await newRole('外企看不见', '18', '18:execute')
  await give(admin, 'shengchan', role.id)
  const other = await as('other')
  assert.equal((await other.ask(proposalApi.list, {})).total, 0)
  const { id } = (await waiting())[0]!
  await refused(other.ask(proposalApi.approve, { id }), 'not_found')
  await refused(other.ask(proposalApi.refuse, { id, reason: '外' }), 'not_found')
})
