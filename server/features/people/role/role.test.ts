import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import { accountApi } from '#contract/people/account.ts'
import { allRights } from '#contract/kernel/duties.ts'
import { purchaseApi } from '#contract/supply/purchase-api.ts'
import { roleApi } from '#contract/people/role.ts'
import { conflictsOf } from '#contract/kernel/separation.ts'
import { userApi } from '#contract/people/user.ts'
import { refused } from '#server/test/refused.ts'
import { agreeToAll } from '#server/test/second-administrator.ts'
import { openWorld } from '#server/test/world.ts'

const world = await openWorld()
after(() => world.close())
const { as } = world
const admin = await as('admin')

const findRole = async (name: string) => {
  const role = (await admin.ask(roleApi.list, { pageSize: 200 })).rows.find((row) => row.name === name)
  assert.ok(role, `${name} is listed`)
  return role
}
const giveOnly = async (userName: string, ...roleIds: string[]) => {
  const { id, rowVersion, name, post } = (await admin.ask(userApi.list, { q: userName })).rows[0]!
  const edited = await admin.ask(userApi.edit, { id, rowVersion, name, post, roleIds })
  await agreeToAll(await as('user'))
  return edited
}

test('roles are listed with their rights and how many hold them; of the posts those with both sides of a separation show', async () => {
  assert.deepEqual([...(await findRole('admin')).rights].sort(), [...allRights].sort())
  assert.equal((await findRole('仓库管理员')).holderCount, 2)
  const { rows } = await admin.ask(roleApi.list, { pageSize: 200, state: 'own' })
  const marked = rows.flatMap((role) => (conflictsOf(role.rights).length > 0 ? [role.name] : []))
  assert.deepEqual(marked.sort(), ['QA', '仓库管理员', '生产员', '质量受权人'].sort())
  assert.deepEqual((await admin.ask(roleApi.list, { q: 'ADM' })).rows.map((role) => role.name), ['admin']) // prettier-ignore
})

test('a role says who has it, and what the person who asks would have without it', async () => {
  const detail = await admin.ask(roleApi.read, { id: (await findRole('admin')).id })
  assert.deepEqual(detail.holders.map((one) => one.userName), ['admin']) // prettier-ignore
  assert.equal(detail.isMine, true)
  assert.deepEqual(detail.myOtherRights, [])
  const other = await admin.ask(roleApi.read, { id: (await findRole('采购员')).id })
  assert.equal(other.isMine, false)
  assert.equal(other.myOtherRights.length, allRights.length)
})

test('a changed role acts at the next request of those who hold it', async () => {
  const role = await admin.ask(roleApi.create, { name: '见习', rights: ['11'] })
  await giveOnly('quyang', role.id)
  const trainee = await as('quyang')
  await trainee.ask(purchaseApi.list, {})
  const wider = await admin.ask(roleApi.edit, { id: role.id, rowVersion: role.rowVersion, name: '见习采购', rights: ['11', '11:create'] })
  assert.equal(wider.rowVersion, role.rowVersion + 1)
  assert.deepEqual((await trainee.ask(accountApi.current, {})).duties, ['11:create'])
  await admin.ask(roleApi.edit, { id: role.id, rowVersion: wider.rowVersion, name: '见习采购', rights: [] })
  await refused(trainee.ask(purchaseApi.list, {}), 'no_permission')

  const { rows } = await world.admin.query(
    `select event, facts -> 'added' as added, facts -> 'taken' as taken from security_log where event = 'role_changed' order by id`,
  )
  assert.deepEqual(rows, [
    { event: 'role_changed', added: ['11:create'], taken: [] },
    { event: 'role_changed', added: [], taken: ['11', '11:create'] },
  ])
})

test('a role made by copying has the same rights and a life of its own', async () => {
  const source = await findRole('检验员')
  const copy = await admin.ask(roleApi.create, { name: '检验员（副）', rights: source.rights as never })
  assert.deepEqual(copy.rights, source.rights)
  await admin.ask(roleApi.edit, { id: copy.id, rowVersion: copy.rowVersion, name: copy.name, rights: ['12'] })
  assert.deepEqual((await findRole('检验员')).rights, source.rights)
})

test('two roles of an enterprise never have one name; another enterprise may use it', async () => {
  await refused(admin.ask(roleApi.create, { name: '采购员', rights: [] }), 'role_name_taken')
  const role = await admin.ask(roleApi.create, { name: '临时', rights: [] })
  await refused(admin.ask(roleApi.edit, { id: role.id, rowVersion: role.rowVersion, name: '采购员', rights: [] }), 'role_name_taken')
  await (await as('other')).ask(roleApi.create, { name: '临时', rights: [] })
})

test('a right that does not exist, or is named twice, is no input', async () => {
  for (const rights of [['99'], ['11', '11'], ['11:everything']])
    await refused(admin.ask(roleApi.create, { name: '错', rights: rights as never }), 'invalid_input')
})

test('the second of two who edit a role is refused', async () => {
  const role = await admin.ask(roleApi.create, { name: '两人改', rights: ['11'] })
  const edit = (rights: '12'[]) => admin.ask(roleApi.edit, { id: role.id, rowVersion: role.rowVersion, name: role.name, rights })
  const ends = await Promise.allSettled([edit(['12']), edit([])])
  assert.equal(ends.filter((end) => end.status === 'fulfilled').length, 1)
  await refused(edit(['12']), 'stale')
})

test('the built-in roles are neither changed nor deleted', async () => {
  for (const name of ['admin', 'user']) {
    const role = await findRole(name)
    await refused(admin.ask(roleApi.edit, { id: role.id, rowVersion: role.rowVersion, name: '改', rights: ['11'] }), 'role_built_in')
    await refused(admin.ask(roleApi.remove, { id: role.id }), 'role_built_in')
  }
})

test('only a role that nobody holds is deleted', async () => {
  const role = await admin.ask(roleApi.create, { name: '要删', rights: ['11', '12'] })
  await giveOnly('fuhe', role.id)
  await refused(admin.ask(roleApi.remove, { id: role.id }), 'role_held')
  await giveOnly('fuhe')
  await admin.ask(roleApi.remove, { id: role.id })
  await refused(admin.ask(roleApi.read, { id: role.id }), 'not_found')
  await refused(admin.ask(roleApi.remove, { id: role.id }), 'not_found')
  const { rows } = await world.admin.query(`select op from audit where table_name = 'role' and row_id = $1 order by id`, [role.id])
  assert.deepEqual(rows.map((row) => row.op), ['INSERT', 'DELETE']) // prettier-ignore
})

test('the role of the last administrator keeps both duties', async () => {
  const role = await admin.ask(roleApi.create, { name: '系统管理', rights: ['31', '31:manage', '32', '32:manage'] })
  await giveOnly('zhuguan', role.id)
  await world.change(`update account set state = 'disabled' where user_name in ('admin', 'user')`)
  const chief = await as('zhuguan')
  const edit = (rights: ('31' | '31:manage' | '32' | '32:manage')[]) =>
    chief.ask(roleApi.edit, { id: role.id, rowVersion: role.rowVersion, name: role.name, rights })
  await refused(edit(['31', '31:manage', '32']), 'last_administrator')
  await refused(edit(['31', '32', '32:manage']), 'last_administrator')
  await edit(['31:manage', '32:manage', '32'])
  await world.change(`update account set state = 'active' where user_name in ('admin', 'user')`)
})

test('a person who only keeps roles gives nobody, not even themselves, a right over accounts or the platform', async () => {
  const role = await admin.ask(roleApi.create, { name: '角色员', rights: ['32', '32:manage'] })
  await giveOnly('shengchan', role.id)
  const keeper = await as('shengchan')
  const edit = (rights: never[]) => keeper.ask(roleApi.edit, { id: role.id, rowVersion: role.rowVersion, name: role.name, rights })
  for (const right of ['31:manage', '33:platform']) {
    await refused(edit(['32', '32:manage', right] as never[]), 'beyond_own_rights')
    await refused(keeper.ask(roleApi.create, { name: '后门', rights: [right] as never }), 'beyond_own_rights')
  }
  const unheld = await admin.ask(roleApi.create, { name: '人事', rights: ['31:manage'] })
  await refused(keeper.ask(roleApi.remove, { id: unheld.id }), 'beyond_own_rights')
  await keeper.ask(roleApi.create, { name: '采购见习', rights: ['11', '11:create'] })
})

test('a role of another enterprise is not there', async () => {
  const other = await as('other')
  const ours = await findRole('采购员')
  await refused(other.ask(roleApi.read, { id: ours.id }), 'not_found')
  await refused(other.ask(roleApi.edit, { id: ours.id, rowVersion: 1, name: '偷改', rights: [] }), 'not_found')
  await refused(other.ask(roleApi.remove, { id: ours.id }), 'not_found')
  await refused(admin.ask(roleApi.remove, { id: randomUUID() }), 'not_found')
})
