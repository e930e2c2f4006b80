import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { dictionaryTypes } from '#contract/office/dictionary-items.ts'
import { dictionaryApi } from '#contract/office/dictionary.ts'
import { furnishEnterprise } from '#server/features/people/enterprise/furnish-enterprise.ts'
import { eachEnterprise } from '#kernel/calendar.ts'
import { refused } from '#server/test/refused.ts'
import { openWorld } from '#server/test/world.ts'

const world = await openWorld()
after(() => world.close())
const keeper = await world.as('zhuguan')

const itemOf = async (type: 'transport_mode' | 'storage_condition', label: string) =>
  (await keeper.ask(dictionaryApi.list, { type, q: label })).rows.find((row) => row.label === label)!
const choices = async (type: 'transport_mode' | 'limit_op') => (await world.as('wuliu')).ask(dictionaryApi.choices, { type })

test('every shipped word has a code of its own, and is there for every enterprise', async () => {
  for (const [type, { items }] of Object.entries(dictionaryTypes)) {
    assert.equal(new Set(items.map((item) => item.code)).size, items.length, type)
    assert.equal(new Set(items.map((item) => item.label)).size, items.length, type)
    assert.ok(
      items.every((item) => item.label !== '' && item.code !== ''),
      type,
    )
  }
  const shipped = Object.values(dictionaryTypes).reduce((sum, { isSystem, items }) => sum + (isSystem ? 0 : items.length), 0)
  const { rows } = await world.admin.query(`select enterprise_id, count(*)::int as n from dictionary_item group by 1`)
  assert.deepEqual(
    rows.map((row) => row.n),
    [shipped, shipped],
  )
})

test('an update of the program adds the words that are missing and leaves what a factory made of the others', async () => {
  const rail = await itemOf('transport_mode', '铁路')
  await keeper.ask(dictionaryApi.edit, { id: rail.id, rowVersion: rail.rowVersion, label: '铁路集装箱', sort: 5 })
  const air = await itemOf('transport_mode', '航空')
  await keeper.ask(dictionaryApi.disable, { id: air.id, reason: '本厂不用' })
  await world.admin.query(`begin; set local session_replication_role = replica;
    delete from dictionary_item where type = 'transport_mode' and code = 'express'; commit`)
  await eachEnterprise(world.pool, 'furnish', furnishEnterprise)
  const now = await choices('transport_mode')
  assert.equal(now[0]!.label, '铁路集装箱')
  assert.equal(now.find((choice) => choice.code === 'air')!.isActive, false)
  assert.ok(now.some((choice) => choice.label === '快递'))
})

test('a system type is shown and never changed', async () => {
  assert.ok((await choices('limit_op')).some((choice) => choice.label === '不得过'))
  await refused(keeper.ask(dictionaryApi.list, { type: 'limit_op' }), 'dictionary_type_is_system')
  await refused(keeper.ask(dictionaryApi.create, { type: 'limit_op', code: 'about', label: '约', sort: 1 }), 'dictionary_type_is_system')
})

test('a code is kept for ever: not used again, not changed, not removed, disabled instead', async () => {
  const input = { type: 'transport_mode' as const, code: 'barge', label: '驳船', sort: 70 }
  const item = await keeper.ask(dictionaryApi.create, input)
  await refused(keeper.ask(dictionaryApi.create, { ...input, label: '另一种船' }), 'dictionary_code_taken')
  await refused(keeper.ask(dictionaryApi.create, { ...input, code: 'barge2' }), 'dictionary_label_taken')
  const off = await keeper.ask(dictionaryApi.disable, { id: item.id, reason: '不再使用' })
  assert.equal(off.state, 'disabled')
  await refused(keeper.ask(dictionaryApi.disable, { id: item.id, reason: '再停一次' }), 'wrong_state')
  await refused(keeper.ask(dictionaryApi.create, { ...input, label: '另一种船' }), 'dictionary_code_taken')
  await refused(keeper.ask(dictionaryApi.edit, { id: item.id, rowVersion: item.rowVersion, label: '驳船2', sort: 70 }), 'stale')
  await refused(
    keeper.ask(dictionaryApi.edit, { id: item.id, rowVersion: off.rowVersion, label: '快递', sort: 70 }),
    'dictionary_label_taken',
  )
  assert.equal((await keeper.ask(dictionaryApi.enable, { id: item.id })).state, 'active')
  await refused(keeper.ask(dictionaryApi.enable, { id: item.id }), 'wrong_state')
  for (const statement of [
    `update dictionary_item set code = 'boat' where id = '${item.id}'`,
    `delete from dictionary_item where id = '${item.id}'`,
  ])
    await assert.rejects(world.change(statement), /kept for ever/)
})

test('a word the program looks for stays as it is', async () => {
  const lock = await itemOf('storage_condition', '双锁')
  await refused(
    keeper.ask(dictionaryApi.edit, { id: lock.id, rowVersion: lock.rowVersion, label: '两把锁', sort: 1 }),
    'dictionary_item_locked',
  )
  await refused(keeper.ask(dictionaryApi.disable, { id: lock.id, reason: '不用' }), 'dictionary_item_locked')
  await assert.rejects(world.change(`update dictionary_item set label = '两把锁' where id = '${lock.id}'`), /kept for ever/)
})

test('words are found by code, name and pinyin initials; another enterprise has its own', async () => {
  const found = async (q: string) => (await keeper.ask(dictionaryApi.list, { type: 'transport_mode', q })).rows.map((row) => row.label)
  assert.deepEqual(await found('kd'), ['快递'])
  assert.deepEqual(await found('THIRD'), ['第三方物流'])
  const other = await world.as('other')
  const theirs = await other.ask(dictionaryApi.list, { type: 'transport_mode' })
  assert.ok(theirs.rows.every((row) => row.label !== '驳船'))
  await refused(other.ask(dictionaryApi.enable, { id: (await itemOf('transport_mode', '驳船')).id }), 'not_found')
})
