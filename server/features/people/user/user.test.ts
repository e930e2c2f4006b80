import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import { accountApi } from '#contract/people/account.ts'
import { allDuties } from '#contract/kernel/duties.ts'
import { purchaseApi } from '#contract/supply/purchase-api.ts'
import { roleApi } from '#contract/people/role.ts'
import { userApi } from '#contract/people/user.ts'
import { demoPassword, requestOf, signIn, type Person } from '#server/demo/person.ts'
import { refused } from '#server/test/refused.ts'
import { agreeToAll } from '#server/test/second-administrator.ts'
import { openWorld } from '#server/test/world.ts'

const world = await openWorld()
after(() => world.close())
const { as } = world

const admin = await as('admin')
const findUser = async (userName: string, by: Person = admin) => {
  const { rows } = await by.ask(userApi.list, { q: userName })
  const user = rows.find((row) => row.userName === userName)
  assert.ok(user, `${userName} is listed`)
  return user
}
const roleIds = async (...names: string[]) => {
  const choices = await admin.ask(userApi.roleChoices, {})
  return names.map((name) => choices.find((role) => role.name === name)!.id)
}
const agree = async () => agreeToAll(await as('user'))
let made = 0
/** A new colleague with these roles, and the password the answer showed. */
async function newUser(...roles: string[]) {
  const userName = `xin${++made}`
  const { oneTimePassword } = await admin.ask(userApi.create, { userName, name: `新来的${userName}`, roleIds: await roleIds(...roles) })
  await agree()
  return { oneTimePassword, ...(await findUser(userName)) }
}
/** The same, with a password of their own and signed in. */
async function settledUser(...roles: string[]) {
  const user = await newUser(...roles)
  const first = await signIn(world.app, user.userName, user.oneTimePassword)
  await first.ask(accountApi.changePassword, { current: user.oneTimePassword, next: demoPassword })
  await agree()
  return { ...(await findUser(user.userName)), person: first }
}
const eventsOf = async (id: string) => (await admin.ask(userApi.read, { id })).events.map((event) => event.event)
const profileOf = (user: { name: string; post: string; phone: string; email: string; roles: { id: string }[] }) => ({
  name: user.name,
  post: user.post,
  phone: user.phone,
  email: user.email,
  roleIds: user.roles.map((role) => role.id),
})

test('an account is found by user name, by part of the name and by initials, and filtered by state and role', async () => {
  for (const q of ['caig', '采购', 'wcg']) {
    const { rows } = await admin.ask(userApi.list, { q })
    assert.deepEqual(rows.map((row) => row.userName), ['caigou'], q) // prettier-ignore
  }
  const [buyer] = await roleIds('采购员')
  assert.deepEqual((await admin.ask(userApi.list, { roleId: buyer! })).rows.map((row) => row.userName), ['caigou']) // prettier-ignore
  assert.equal((await admin.ask(userApi.list, { state: 'disabled' })).total, 0)
  const names = (await admin.ask(userApi.list, { pageSize: 200, sort: '-userName' })).rows.map((row) => row.userName)
  assert.deepEqual(names, [...names].sort().reverse())
  assert.ok(!names.includes('other'), 'people of another enterprise are not listed')
})

test('no answer holds a password or its hash', async () => {
  const { id } = await findUser('caigou')
  for (const endpoint of [userApi.list, userApi.roleChoices, userApi.dutyHolders, userApi.read]) {
    const answer = await world.app.inject({ ...requestOf(endpoint, { id, pageSize: 200 }), headers: { cookie: admin.cookie } })
    assert.doesNotMatch(answer.body, /argon2|hash/i, endpoint.path)
  }
})

test('a new colleague comes in once with the shown password, and must choose their own before signing', async () => {
  const { oneTimePassword, until } = await admin.ask(userApi.create, {
    userName: '　ＺhangSan ',
    name: '张三',
    roleIds: await roleIds('采购员', '检验员'),
  })
  const early = await findUser('zhangsan')
  assert.deepEqual([early.roles, early.proposedRoles].map((roles) => roles.map((role) => role.name)), [['采购员'], ['检验员']]) // prettier-ignore
  await agree()
  const listed = await findUser('zhangsan')
  assert.equal(listed.mustChangePassword, true)
  assert.equal(listed.oneTimeUntil, until)
  assert.ok(Math.abs(Date.parse(until) - Date.now() - 24 * 3600_000) < 60_000, 'valid for a day')
  assert.deepEqual(listed.roles.map((role) => role.name), ['检验员', '采购员'].sort((a, b) => a.localeCompare(b, 'en'))) // prettier-ignore
  assert.equal((await admin.ask(userApi.list, { q: 'zs' })).rows[0]!.userName, 'zhangsan')

  const zhang = await signIn(world.app, 'ZhangSan', oneTimePassword)
  assert.equal((await zhang.ask(accountApi.current, {})).user.mustChangePassword, true)
  await zhang.ask(accountApi.changePassword, { current: oneTimePassword, next: demoPassword })
  const settled = await findUser('zhangsan')
  assert.equal(settled.mustChangePassword, false)
  assert.equal(settled.oneTimeUntil, null)
  await refused(signIn(world.app, 'zhangsan', oneTimePassword), 'wrong_credentials')
  assert.ok((await eventsOf(listed.id)).includes('user_created'))
})

test('a one-time password is shown once: the repeated request is refused, and nothing stores it', async () => {
  const key = { 'idempotency-key': randomUUID() }
  const input = { userName: 'lisi', name: '李四', roleIds: [] }
  const { oneTimePassword } = await admin.ask(userApi.create, input, key)
  await refused(admin.ask(userApi.create, input, key), 'shown_once')
  assert.equal((await admin.ask(userApi.list, { q: 'lisi' })).total, 1)
  for (const table of ['idempotent_answer', 'audit', 'security_log']) {
    const { rows } = await world.admin.query(`select from ${table} t where strpos(t::text, $1) > 0`, [oneTimePassword])
    assert.equal(rows.length, 0, table)
  }
})

test('a one-time password that ran out opens nothing', async () => {
  const user = await newUser()
  await world.change(`update account set one_time_until = now() - interval '1 second' where user_name = $1`, [user.userName])
  await refused(signIn(world.app, user.userName, user.oneTimePassword), 'account_disabled')
})

test('a user name that could be mistaken, or that is taken, is refused', async () => {
  const create = (userName: string) => admin.ask(userApi.create, { userName, name: '甲', roleIds: [] })
  for (const bad of ['张san', 'a', 'a b', 'аdmin', '-x1', 'a@b']) await refused(create(bad), 'user_name_not_allowed', 'userName')
  for (const taken of ['caigou', 'ＣＡＩＧＯＵ', 'other']) await refused(create(taken), 'user_name_taken', 'userName')
})

test('of two who give the same name at the same time, one is refused', async () => {
  const create = () => admin.ask(userApi.create, { userName: 'zhuang', name: '撞名', roleIds: [] })
  const ends = await Promise.allSettled([create(), create()])
  assert.deepEqual(ends.map((end) => end.status).sort(), ['fulfilled', 'rejected'])
  await refused(Promise.reject((ends.find((end) => end.status === 'rejected') as PromiseRejectedResult).reason), 'user_name_taken')
})

test('a role that is not there, or of another enterprise, is not given', async () => {
  const create = (roleIds: string[]) => admin.ask(userApi.create, { userName: 'meiyou', name: '甲', roleIds })
  await refused(create([randomUUID()]), 'role_unknown', 'roleIds')
  const theirs = (await (await as('other')).ask(roleApi.list, {})).rows[0]!
  await refused(create([theirs.id]), 'role_unknown', 'roleIds')
})

test('a changed account says so, and the second of two editors is refused', async () => {
  const user = await newUser('采购员')
  const change = { id: user.id, rowVersion: user.rowVersion, ...profileOf(user), name: '王小二', post: '采购主管' }
  const saved = await admin.ask(userApi.edit, change)
  assert.deepEqual([saved.name, saved.post, saved.rowVersion], ['王小二', '采购主管', user.rowVersion + 1])
  assert.equal((await admin.ask(userApi.list, { q: 'wxe' })).rows[0]!.id, user.id)
  await refused(admin.ask(userApi.edit, change), 'stale')
  assert.ok((await eventsOf(user.id)).includes('user_edited'))
})

test('a role taken away is gone at the next request', async () => {
  const user = await settledUser('采购员', '检验员')
  await user.person.ask(purchaseApi.list, {})
  const [analyst] = await roleIds('检验员')
  await admin.ask(userApi.edit, { id: user.id, rowVersion: user.rowVersion, ...profileOf(user), roleIds: [analyst!] })
  await refused(user.person.ask(purchaseApi.list, {}), 'no_permission')
})

test('a disabled person is out at once and stays out until enabled', async () => {
  const user = await settledUser('采购员')
  const disabled = await admin.ask(userApi.disable, { id: user.id, reason: '离职' })
  assert.deepEqual([disabled.state, disabled.openSessions], ['disabled', 0])
  await refused(user.person.ask(accountApi.current, {}), 'unauthenticated')
  await refused(signIn(world.app, user.userName), 'account_disabled')
  await refused(admin.ask(userApi.disable, { id: user.id, reason: '再来' }), 'wrong_state')
  for (const step of [userApi.unlock, userApi.requirePasswordChange, userApi.giveOneTimePassword, userApi.endSessions])
    await refused(admin.ask(step, { id: user.id }), 'wrong_state')
  const { rows } = await world.admin.query(
    `select reason from audit where table_name = 'account' and row_id = $1 order by id desc limit 1`,
    [user.id],
  )
  assert.deepEqual(rows, [{ reason: '离职' }])

  await admin.ask(userApi.enable, { id: user.id })
  await refused(user.person.ask(accountApi.current, {}), 'unauthenticated')
  await signIn(world.app, user.userName)
  await refused(admin.ask(userApi.enable, { id: user.id }), 'wrong_state')
})

test('nobody disables themselves, gives themselves a one-time password, or ends their own sessions here', async () => {
  const me = await findUser('admin')
  await refused(admin.ask(userApi.disable, { id: me.id, reason: '误' }), 'own_account')
  await refused(admin.ask(userApi.giveOneTimePassword, { id: me.id }), 'own_account')
  await refused(admin.ask(userApi.endSessions, { id: me.id }), 'own_account')
})

test('nobody changes their own roles; the last administrator stays one', async () => {
  await admin.ask(roleApi.create, { name: '系统管理员', rights: ['31', '31:manage', '32', '32:manage'] })
  const second = await settledUser('系统管理员')
  // Holds fewer rights than `admin`, so an administrator of the platform is not theirs to touch.
  const me = await findUser('admin')
  await refused(second.person.ask(userApi.disable, { id: me.id, reason: '越权' }), 'beyond_own_rights')
  await refused(second.person.ask(userApi.disable, { id: second.id, reason: '自己' }), 'own_account')
  const strip = async (by: Person) => {
    const { rowVersion } = await findUser(second.userName)
    return by.ask(userApi.edit, { id: second.id, rowVersion, ...profileOf(second), roleIds: [] })
  }
  await refused(strip(second.person), 'own_rights', 'roleIds')

  await strip(admin)
  await refused(second.person.ask(userApi.list, {}), 'no_permission')
  // Of two left in use neither goes by the other's hand once one is gone.
  await world.change(`update account set state = 'disabled' where user_name = 'admin'`)
  await world.change(
    `insert into account_role select enterprise_id, $1, id from role where name = '系统管理员' and enterprise_id = current_enterprise()`,
    [second.id],
  )
  await world.change(`update account set state = 'disabled' where user_name = 'user'`)
  const role = (await second.person.ask(roleApi.list, { q: '系统管理员' })).rows[0]!
  const narrow = second.person.ask(roleApi.edit, { id: role.id, rowVersion: role.rowVersion, name: role.name, rights: ['31', '31:manage'] })
  await refused(narrow, 'last_administrator')
  await world.change(`update account set state = 'active' where user_name in ('admin', 'user')`)
  await world.change(`update account set state = 'disabled' where id = $1`, [second.id])
})

test('of two administrators who disable each other at the same moment, one remains', async () => {
  await world.change(`update account set state = 'disabled' where user_name in ('admin', 'user')`)
  const names = ['jia', 'yi']
  for (const name of names) {
    await world.change(
      `insert into account (enterprise_id, user_name, name, password_hash) select enterprise_id, $1, $1, password_hash from account where user_name = 'admin'`,
      [name],
    )
    await world.change(
      `insert into account_role select a.enterprise_id, a.id, r.id from account a join role r on r.enterprise_id = a.enterprise_id and r.name = 'user' where a.user_name = $1`,
      [name],
    )
  }
  const [jia, yi] = await Promise.all(names.map((name) => signIn(world.app, name)))
  const [jiaId, yiId] = [(await findUser('jia', jia)).id, (await findUser('yi', jia)).id]
  const ends = await Promise.allSettled([
    jia!.ask(userApi.disable, { id: yiId, reason: '互停' }),
    yi!.ask(userApi.disable, { id: jiaId, reason: '互停' }),
  ])
  assert.equal(ends.filter((end) => end.status === 'fulfilled').length, 1)
  const { rows } = await world.admin.query(`select count(*)::int as n from account where user_name in ('jia', 'yi') and state = 'active'`)
  assert.deepEqual(rows, [{ n: 1 }])
  await world.change(`update account set state = 'active' where user_name in ('admin', 'user')`)
})

test('a person who only keeps accounts makes nobody an administrator and takes over none', async () => {
  const clerkRole = await admin.ask(roleApi.create, { name: '人事', rights: ['31', '31:manage'] })
  const clerk = await settledUser('人事')
  const [adminRole, buyer] = await roleIds('admin', '采购员')
  await refused(
    clerk.person.ask(userApi.create, { userName: 'houmen', name: '后门', roleIds: [adminRole!] }),
    'beyond_own_rights',
    'roleIds',
  )
  const own = await findUser(clerk.userName)
  await refused(
    clerk.person.ask(userApi.edit, { id: own.id, rowVersion: own.rowVersion, ...profileOf(own), roleIds: [clerkRole.id, adminRole!] }),
    'own_rights',
    'roleIds',
  )
  const boss = await findUser('admin')
  await refused(clerk.person.ask(userApi.giveOneTimePassword, { id: boss.id }), 'beyond_own_rights')
  await refused(clerk.person.ask(userApi.edit, { id: boss.id, rowVersion: boss.rowVersion, ...profileOf(boss) }), 'beyond_own_rights')
  await refused(clerk.person.ask(userApi.endSessions, { id: boss.id }), 'beyond_own_rights')
  await refused(clerk.person.ask(userApi.requirePasswordChange, { id: boss.id }), 'beyond_own_rights')
  await clerk.person.ask(userApi.create, { userName: 'putong', name: '普通', roleIds: [buyer!] })
})

test('a person locked out by wrong passwords is let in again by unlocking', async () => {
  const user = await settledUser()
  await refused(admin.ask(userApi.unlock, { id: user.id }), 'not_locked')
  for (let guess = 0; guess < 10; guess++) await refused(signIn(world.app, user.userName, 'falsch-falsch'), 'wrong_credentials')
  await refused(signIn(world.app, user.userName), 'too_many_attempts')
  assert.equal((await findUser(user.userName)).locked, true)
  assert.equal((await admin.ask(userApi.unlock, { id: user.id })).locked, false)
  await signIn(world.app, user.userName)
  assert.deepEqual((await eventsOf(user.id)).slice(0, 2), ['signed_in', 'user_unlocked'])
})

test('unlocking also covers wrong passwords at signing', async () => {
  const user = await settledUser()
  const guess = () => user.person.ask(accountApi.changePassword, { current: 'falsch', next: 'noch-ein-langes-wort' })
  for (let tries = 0; tries < 10; tries++) await refused(guess(), 'wrong_password')
  await refused(guess(), 'too_many_attempts')
  await admin.ask(userApi.unlock, { id: user.id })
  await refused(guess(), 'wrong_password')
})

test('a new one-time password ends the old one and every session', async () => {
  const user = await settledUser('采购员')
  const { oneTimePassword } = await admin.ask(userApi.giveOneTimePassword, { id: user.id })
  await refused(user.person.ask(accountApi.current, {}), 'unauthenticated')
  await refused(signIn(world.app, user.userName), 'wrong_credentials')
  assert.equal((await (await signIn(world.app, user.userName, oneTimePassword)).ask(accountApi.current, {})).user.mustChangePassword, true)
  assert.ok((await eventsOf(user.id)).includes('one_time_password_given'))
})

test('a person who must change their password keeps working, and is asked once', async () => {
  const user = await settledUser('采购员')
  await admin.ask(userApi.requirePasswordChange, { id: user.id })
  assert.equal((await user.person.ask(accountApi.current, {})).user.mustChangePassword, true)
  await refused(admin.ask(userApi.requirePasswordChange, { id: user.id }), 'password_change_required')
})

test('ending sessions signs a person out everywhere', async () => {
  const user = await settledUser()
  const elsewhere = await signIn(world.app, user.userName)
  assert.equal((await admin.ask(userApi.read, { id: user.id })).sessions.length, 2)
  assert.equal((await admin.ask(userApi.endSessions, { id: user.id })).openSessions, 0)
  for (const person of [user.person, elsewhere]) await refused(person.ask(accountApi.current, {}), 'unauthenticated')
  await refused(admin.ask(userApi.endSessions, { id: user.id }), 'no_session_open')
})

test('every duty is in the overview with those in use who have it', async () => {
  const overview = await admin.ask(userApi.dutyHolders, {})
  assert.deepEqual(overview.map((row) => row.duty), allDuties) // prettier-ignore
  const buyers = async () =>
    (await admin.ask(userApi.dutyHolders, {})).find((row) => row.duty === '110:ship')!.holders.map((one) => one.name)
  assert.ok((await buyers()).includes('韩物流'))
  await admin.ask(userApi.disable, { id: (await findUser('wuliu')).id, reason: '休假' })
  assert.ok(!(await buyers()).includes('韩物流'))
})

test('an account of another enterprise is not there', async () => {
  const other = await as('other')
  const ours = await findUser('caigou')
  await refused(other.ask(userApi.disable, { id: ours.id, reason: '外' }), 'not_found')
  await refused(other.ask(userApi.giveOneTimePassword, { id: ours.id }), 'not_found')
  await refused(other.ask(userApi.read, { id: ours.id }), 'not_found')
})

test('nobody takes the name of a colleague who signs, neither in their own profile nor through an administrator, nor with a new account', async () => {
  const keeper = await as('cangku')
  const { rowVersion, id, name, post, phone, email, roles } = await findUser('cangku')
  await refused(keeper.ask(accountApi.saveProfile, { name: '何质量', phone: '' }), 'name_of_signer', 'name')
  const change = { id, rowVersion, post, phone, email, roleIds: roles.map((role) => role.id) }
  await refused(admin.ask(userApi.edit, { ...change, name: '何质量' }), 'name_of_signer', 'name')
  const newcomer = { userName: 'tongming', name: '何质量', post: '', phone: '', email: '', roleIds: [] }
  await refused(admin.ask(userApi.create, newcomer), 'name_of_signer', 'name')
  assert.equal((await admin.ask(userApi.create, { ...newcomer, name: '何质量（包装）' })).userName, 'tongming')
  assert.equal((await admin.ask(userApi.edit, { ...change, name: `${name}（原料库）` })).name, `${name}（原料库）`)
  assert.equal((await keeper.ask(accountApi.saveProfile, { name, phone })).user.name, name)
})

test('a name that looks like that of a colleague who signs is that name: spaces, width, case, marks, letters of another script', async () => {
  const keeper = await as('cangku')
  const { phone } = await findUser('cangku')
  for (const name of ['何 质量', '何\u3000质量', '何质量。', '何·质量', '何质\uF97E', '何质量\u{E0100}'])
    await refused(keeper.ask(accountApi.saveProfile, { name, phone }), 'name_of_signer', 'name')
  // One who signs and writes in Latin.
  await world.change(`update account set name = 'Lo Anna' where user_name = 'zhiliang'`)
  for (const name of ['lo anna', 'ＬＯ　ａｎｎａ', 'LO ANNA', 'Lo Аnnа', 'L0 Anna', 'Lо-Anna', 'Lo\u0489Anna'])
    await refused(
      admin.ask(userApi.create, { userName: 'namensgleich', name, post: '', phone: '', email: '', roleIds: [] }),
      'name_of_signer',
      'name',
    )
  await assert.rejects(
    world.change(
      `update account set name = 'LO  ANNA' where user_name = 'cangku' and set_config('app.actor', (select id::text from account where user_name = 'qa'), true) <> ''`,
    ),
    /name_of_signer/,
  )
  assert.equal(
    (await admin.ask(userApi.create, { userName: 'aehnlich', name: 'Lo Hanna', post: '', phone: '', email: '', roleIds: [] })).userName,
    'aehnlich',
  )
  await world.change(`update account set name = '何质量' where user_name = 'zhiliang'`)
})
