import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { accountApi } from '#contract/people/account.ts'
import { proposalApi } from '#contract/people/proposal.ts'
import { roleApi } from '#contract/people/role.ts'
import { secretApi } from '#contract/people/secret.ts'
import { userApi } from '#contract/people/user.ts'
import { firstAdminPassword } from '#server/db/seed/first-admin.ts'
import { signIn } from '#server/demo/person.ts'
import { testDatabase } from '#server/test/database.ts'
import { refused } from '#server/test/refused.ts'
import { openWorld } from '#server/test/world.ts'

const world = await openWorld(await testDatabase())
after(() => world.close())

const printed = (await firstAdminPassword(world.pool))!
const own = 'wo-de-kou-ling-2026'
const isFounding = async (person: Awaited<ReturnType<typeof signIn>>) => (await person.ask(accountApi.current, {})).enterprise.isFounding

test('one administrator founds an enterprise alone; the second one ends it for ever', async () => {
  const admin = await signIn(world.app, 'admin', printed)
  await admin.ask(accountApi.changePassword, { current: printed, next: own })
  assert.equal(await isFounding(admin), true)

  const roles = await admin.ask(userApi.roleChoices, {})
  const roleOf = (name: string) => roles.find((role) => role.name === name)!.id
  const newUser = async (userName: string, role: string) => {
    const { oneTimePassword } = await admin.ask(userApi.create, { userName, name: userName, roleIds: [roleOf(role)] })
    const person = await signIn(world.app, userName, oneTimePassword)
    const choose = () => person.ask(accountApi.changePassword, { current: oneTimePassword, next: own })
    return { person, choose }
  }
  const analyst = await newUser('jianyan', '检验员')
  await analyst.choose()
  const session = await analyst.person.ask(accountApi.current, {})
  assert.deepEqual([session.roles, session.user.secretWaiting, session.enterprise.isFounding], [['检验员'], false, true])
  const secrets = await admin.ask(secretApi.list, {})
  assert.deepEqual(secrets.rows.map((row) => [row.state, row.confirmedHow, row.confirmedBy?.name]), [['confirmed', 'founding', '系统管理员']]) // prettier-ignore

  // Whoever keeps only accounts is no founder: what they set and give waits for the one administrator.
  const { id: onlyAccounts } = await admin.ask(roleApi.create, { name: '只管账号', rights: ['31', '31:manage'] })
  const { oneTimePassword } = await admin.ask(userApi.create, { userName: 'wenyuan', name: '文员', roleIds: [onlyAccounts] })
  const clerk = await signIn(world.app, 'wenyuan', oneTimePassword)
  await clerk.ask(accountApi.changePassword, { current: oneTimePassword, next: own })
  assert.equal(await isFounding(clerk), true)
  const made = await clerk.ask(userApi.create, { userName: 'pengyou', name: '朋友', roleIds: [roleOf('质量受权人')] })
  const friend = await signIn(world.app, 'pengyou', made.oneTimePassword)
  const { roles: given, user } = await friend.ask(accountApi.current, {})
  assert.deepEqual([given, user.secretWaiting], [[], true])
  const [proposal] = (await admin.ask(proposalApi.list, { state: 'waiting' })).rows
  await admin.ask(proposalApi.refuse, { id: proposal!.id, reason: '不需要' })

  // A second administrator counts when the password is theirs alone.
  const second = await newUser('guanli', 'user')
  assert.equal(await isFounding(admin), true)
  await second.choose()
  assert.equal(await isFounding(admin), false)

  const third = await newUser('fuhe', '复核员')
  assert.deepEqual((await third.person.ask(accountApi.current, {})).roles, [])
  await second.person.ask(proposalApi.approve, { id: (await admin.ask(proposalApi.list, { state: 'waiting' })).rows[0]!.id })
  assert.deepEqual((await third.person.ask(accountApi.current, {})).roles, ['复核员'])

  const users = await admin.ask(userApi.list, { q: 'guanli' })
  await admin.ask(userApi.disable, { id: users.rows[0]!.id, reason: '离职' })
  assert.equal(await isFounding(admin), false, 'it does not come back with one administrator left')
  await newUser('zhuguan', 'QC主管')
  assert.equal((await admin.ask(proposalApi.list, { state: 'waiting' })).total, 1)
  await refused(
    admin.ask(proposalApi.approve, { id: (await admin.ask(proposalApi.list, { state: 'waiting' })).rows[0]!.id }),
    'proposer_approves',
  )
})

test('the end of founding mode is evidence', async () => {
  for (const statement of ['delete from founding_end', 'update founding_end set ended_at = now()', 'truncate founding_end'])
    await assert.rejects(world.change(statement), /founding_end is evidence/)
  const { rows } = await world.admin.query(`select count(*)::int as n from audit where table_name = 'founding_end'`)
  assert.deepEqual(rows, [{ n: 1 }])
})

test('the operator of the machine puts a second administrator in place when one is left', async () => {
  const client = await world.admin.connect()
  try {
    await client.query(
      `begin; select set_config('app.enterprise', enterprise_id::text, true), set_config('app.actor', 'setup', true) from account where user_name = 'admin'`,
    )
    await client.query(
      `insert into account_role (enterprise_id, account_id, role_id) select a.enterprise_id, a.id, r.id
        from account a join role r on r.enterprise_id = a.enterprise_id and r.name = 'user' where a.user_name = 'jianyan'`,
    )
    await client.query('select seal_audit(); commit')
  } finally {
    client.release()
  }
  const jianyan = await signIn(world.app, 'jianyan', own)
  const [waiting] = (await jianyan.ask(proposalApi.list, { state: 'waiting' })).rows
  assert.equal((await jianyan.ask(proposalApi.approve, { id: waiting!.id })).state, 'approved')
})
