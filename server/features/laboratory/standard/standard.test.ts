import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { z } from 'zod'
import { historyApi } from '#contract/office/history.ts'
import { rawInspectionApi } from '#contract/laboratory/inspection-api.ts'
import { addDays, dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import { missingGeneral } from '#contract/laboratory/general-chapter.ts'
import type { standardItemInput } from '#contract/laboratory/standard-item.ts'
import { standardApi, type StandardRow } from '#contract/laboratory/standard.ts'
import { approvedVersionChange } from '#server/demo/change.ts'
import { receivedLot } from '#server/demo/purchase.ts'
import { secondPerson, signed } from '#server/demo/person.ts'
import { refused } from '#server/test/refused.ts'
import { openWorld } from '#server/test/world.ts'

const world = await openWorld()
after(() => world.close())
const { as } = world
const today = dayInShanghai(new Date())

type Item = z.input<typeof standardItemInput>
const moisture: Item = { group: '检查', name: '水分', op: 'le', high: '13.0', unit: '%', method: '通则0832 第二法' }
const look: Item = { group: '性状', name: '性状', op: 'qualitative', specText: '应符合规定', parallels: 1 }

const author = () => as('zhuguan')
const approver = () => as('shouquan')

const subjectOf = async (name: string, of: 'material' | 'product' = 'material') =>
  (await (await author()).ask(standardApi.subjects, { of, q: name })).find((one) => one.name === name)!
const inForce = async (name: string, of: 'material' | 'product' = 'material') =>
  (await (await author()).ask(standardApi.list, { q: name, state: 'effective', of })).rows[0]!

async function draftOf(
  name: string,
  { edition = '第一版', effectiveFrom = today, items = [look, moisture] as Item[], kind = '企业标准' } = {},
) {
  const person = await author()
  const made = await person.ask(standardApi.create, {
    of: 'material',
    subjectId: (await subjectOf(name)).id,
    kind,
    name,
    edition,
    effectiveFrom,
  })
  return person.ask(standardApi.edit, { id: made.id, rowVersion: made.rowVersion, edition, effectiveFrom, items })
}
const submit = async ({ id, rowVersion }: StandardRow) => (await author()).ask(standardApi.submit, { id, rowVersion, signature: signed() })
const approve = async ({ id, rowVersion }: StandardRow) =>
  (await approver()).ask(standardApi.approve, { id, rowVersion, acceptsTyped: true, signature: signed('同意') })

test('a standard is written by one person, approved by another, and from then on nobody changes it', async () => {
  const draft = await draftOf('三七', { edition: 'QB-SQ-01' })
  assert.deepEqual([draft.state, draft.version, draft.itemCount], ['draft', 1, 2])
  await refused(approve(draft), 'wrong_state')
  const written = await submit(draft)
  assert.deepEqual([written.state, written.writtenByName], ['written', '吴主管'])
  const { edition, effectiveFrom } = written
  await refused(
    (await author()).ask(standardApi.edit, { id: written.id, rowVersion: written.rowVersion, edition, effectiveFrom, items: [look] }),
    'wrong_state',
  )
  const done = await approve(written)
  assert.deepEqual([done.state, done.approvedByName, done.effectiveTo], ['effective', '冯受权', null])

  const { signatures } = await (await author()).ask(historyApi.read, { table: 'standard_version', id: done.id })
  assert.deepEqual(
    signatures.map(({ meaning, signerName, holds }) => [meaning, signerName, holds]),
    [
      ['编制', '吴主管', true],
      ['批准', '冯受权', true],
    ],
  )
  for (const statement of [
    `update standard_item set high = '15.0' where standard_version_id = '${done.id}' and name = '水分'`,
    `delete from standard_item where standard_version_id = '${done.id}'`,
    `insert into standard_item (enterprise_id, standard_version_id, line, item_group, name, spec_text, operator)
      select enterprise_id, id, 9, '其它', '偷加', '应符合规定', 'qualitative' from standard_version where id = '${done.id}'`,
    `update standard_version set edition = '改' where id = '${done.id}'`,
    `update standard_version set state = 'draft' where id = '${done.id}'`,
    `delete from standard_version where id = '${done.id}'`,
  ])
    await assert.rejects(world.change(statement), /is not changed|is kept/, statement)
})

test('the person who wrote a standard does not approve it, whatever rights they hold', async () => {
  const admin = await as('admin')
  const draft = await draftOf('黄芩')
  const written = await admin.ask(standardApi.submit, { id: draft.id, rowVersion: draft.rowVersion, signature: signed() })
  const decision = { id: written.id, rowVersion: written.rowVersion, signature: signed() }
  await refused(admin.ask(standardApi.approve, decision), 'author_approves')
  await refused(admin.ask(standardApi.sendBack, { id: written.id, reason: '再想想' }), 'author_approves')
  await assert.rejects(
    world.change(`update standard_version set state = 'approved', approved_by = written_by where id = '${written.id}'`),
    /check constraint/,
  )
  await refused((await author()).ask(standardApi.approve, decision), 'no_permission')
  const back = await (await approver()).ask(standardApi.sendBack, { id: written.id, reason: '水分限度与药典不一致' })
  assert.deepEqual([back.state, back.sentBackReason], ['draft', '水分限度与药典不一致'])
  await refused(admin.ask(standardApi.submit, { id: back.id, rowVersion: draft.rowVersion, signature: signed() }), 'stale')
  await refused(
    admin.ask(standardApi.submit, { id: back.id, rowVersion: back.rowVersion, signature: { password: 'falsch-falsch-1', comment: '' } }),
    'wrong_password',
  )
})

test('every wrong line of a standard is named, and none is written', async () => {
  const draft = await draftOf('红花', { items: [] })
  const save = async (items: Item[]) =>
    (await author()).ask(standardApi.edit, { id: draft.id, rowVersion: draft.rowVersion, edition: '第一版', effectiveFrom: today, items })
  await refused(submit(draft), 'standard_empty')
  await refused(save([look, { ...moisture, high: '' }]), 'standard_item_wrong', 'items.1.high')
  await refused(save([{ ...moisture, low: '1' }]), 'standard_item_wrong', 'items.0.low')
  await refused(save([{ ...moisture, op: 'range', low: '14.0' }]), 'standard_item_wrong', 'items.0.high')
  await refused(save([{ ...moisture, internalHigh: '13.5' }]), 'standard_item_wrong', 'items.0.internalHigh')
  await refused(save([{ ...moisture, specText: '不得过15.0%' }]), 'standard_item_wrong', 'items.0.specText')
  await refused(save([moisture, moisture]), 'standard_item_wrong', 'items.1.name')
  await refused(save([{ ...moisture, high: '十三' }]), 'invalid_input', 'items.0.high')
  await refused(save([{ ...moisture, parallels: 7 }]), 'invalid_input', 'items.0.parallels')
  assert.equal((await (await author()).ask(standardApi.read, { id: draft.id })).items.length, 0)

  const saved = await save([
    look,
    { ...moisture, high: '13', internalHigh: '12' },
    { group: '含量测定', name: '羟基红花黄色素A', op: 'ge', low: '1.0', unit: '%' },
  ])
  await refused(save([look]), 'stale')
  const { items } = await (await author()).ask(standardApi.read, { id: saved.id })
  assert.deepEqual(
    items.map(({ name, specText, low, high, internalHigh }) => [name, specText, low, high, internalHigh]),
    [
      ['性状', '应符合规定', '', '', ''],
      ['水分', '不得过13%', '', '13', '12'],
      ['羟基红花黄色素A', '不得少于1.0%', '1.0', '', ''],
    ],
  )
})

test('one standard of a kind and name for one thing; its kind is a word of the dictionary; its thing exists', async () => {
  const { id } = await subjectOf('当归')
  const make = async (more: object) =>
    (await author()).ask(standardApi.create, {
      of: 'material',
      subjectId: id,
      kind: '中国药典',
      name: '当归',
      edition: '重复',
      effectiveFrom: today,
      ...more,
    })
  await refused(make({}), 'standard_exists')
  await refused(make({ kind: '口头标准' }), 'dictionary_item_unknown', 'kind')
  await refused(make({ of: 'product' }), 'not_found', 'subjectId')
})

test('while one edition is being written there is no second; given up, it leaves its number behind', async () => {
  const now = await inForce('黄芪', 'material')
  const next = { edition: '2025年版一部', effectiveFrom: addDays(today, 30) }
  const draft = await (await author()).ask(standardApi.renew, { id: now.id, ...next })
  assert.deepEqual([draft.version, draft.itemCount], [now.version + 1, now.itemCount])
  await refused((await author()).ask(standardApi.renew, { id: now.id, ...next }), 'standard_draft_open')
  await refused((await author()).ask(standardApi.renew, { id: draft.id, ...next }), 'wrong_state')
  assert.equal((await (await author()).ask(standardApi.discard, { id: draft.id, reason: '起草有误' })).state, 'discarded')
  await refused((await author()).ask(standardApi.discard, { id: draft.id, reason: '再来' }), 'wrong_state')
  assert.equal((await (await author()).ask(standardApi.renew, { id: now.id, ...next })).version, now.version + 2)
})

test('an edition takes effect today or later, after all that were approved before; the one before it ends that day', async () => {
  const now = await inForce('丹参', 'material')
  const renew = async (edition: string, effectiveFrom: string) =>
    (await author()).ask(standardApi.renew, { id: now.id, edition, effectiveFrom })
  const past = await renew('过去版', addDays(today, -1))
  await refused(submit(past), 'standard_day_past')
  await (await author()).ask(standardApi.discard, { id: past.id, reason: '日期有误' })

  const coming = await approve(await submit(await renew('2025年版一部', addDays(today, 10))))
  assert.equal(coming.state, 'coming')
  assert.deepEqual([(await inForce('丹参')).id, (await inForce('丹参')).effectiveTo], [now.id, addDays(today, 10)])
  const between = await submit(await renew('插队版', addDays(today, 5)))
  await refused(approve(between), 'standard_not_later')
  const waited = await (await approver()).ask(standardApi.sendBack, { id: between.id, reason: '日期在后一版之前' })
  await (await author()).ask(standardApi.discard, { id: waited.id, reason: '不再需要' })
  await assert.rejects(
    world.change(`update standard_version set effective_to = null where id = '${now.id}'`),
    /one_standard_in_force/,
    'two editions in force on one day are refused by the database',
  )
})

test('an approved edition is withdrawn before its day by two who both sign; the one before it goes on, and the series is open again', async () => {
  const now = await inForce('白术', 'material')
  const next = async (edition: string, effectiveFrom: string) =>
    approve(await submit(await (await author()).ask(standardApi.renew, { id: now.id, edition, effectiveFrom })))
  const far = await next('误写日期的版本', '2099-01-01')
  const soon = addDays(today, 20)
  const blocked = await submit(await (await author()).ask(standardApi.renew, { id: now.id, edition: '新版', effectiveFrom: soon }))
  await refused(approve(blocked), 'standard_not_later')

  const withdraw = async (who: string, second: string, more: object = {}) =>
    (await as(who)).ask(standardApi.withdraw, {
      ...{ id: far.id, rowVersion: far.rowVersion, reason: '生效日期写错', signature: signed(), approver: secondPerson(second) },
      ...more,
    })
  await refused(withdraw('zhuguan', 'zhuguan'), 'same_person')
  await refused(withdraw('zhuguan', 'fuhe'), 'signer_lacks_duty')
  await refused(withdraw('shouquan', 'zhuguan'), 'no_permission')
  await refused(withdraw('zhuguan', 'shouquan', { rowVersion: far.rowVersion - 1 }), 'stale')
  await refused(withdraw('zhuguan', 'shouquan', { id: now.id, rowVersion: (await inForce('白术')).rowVersion }), 'wrong_state')
  const back = await withdraw('zhuguan', 'shouquan')
  assert.equal(back.state, 'withdrawn')
  assert.equal((await inForce('白术')).effectiveTo, null)
  const { withdrawn, items } = await (await author()).ask(standardApi.read, { id: far.id })
  assert.deepEqual([withdrawn?.byName, withdrawn?.approvedByName, withdrawn?.reason], ['吴主管', '冯受权', '生效日期写错'])
  assert.ok(items.length > 1)
  const { signatures } = await (await author()).ask(historyApi.read, { table: 'standard_version', id: far.id })
  assert.deepEqual(
    signatures.map(({ meaning, signerName, holds }) => [meaning, signerName, holds]),
    [
      ['编制', '吴主管', true],
      ['批准', '冯受权', true],
      ['撤回未生效的版本', '吴主管', true],
      ['批准撤回未生效的版本', '冯受权', true],
    ],
  )
  await refused(withdraw('zhuguan', 'shouquan', { rowVersion: back.rowVersion }), 'wrong_state')
  assert.equal((await approve(blocked)).state, 'coming')
  assert.equal((await inForce('白术')).effectiveTo, soon)
})

test('the first day of a coming edition is corrected by two: an edition that reads alike begins on the right one', async () => {
  const now = await inForce('甘草', 'material')
  const renewed = await (await author()).ask(standardApi.renew, { id: now.id, edition: '新版', effectiveFrom: '2099-01-01' })
  const far = await approve(await submit(renewed))
  const redate = async (effectiveFrom: string, more: object = {}) =>
    (await author()).ask(standardApi.redate, {
      ...{
        id: far.id,
        rowVersion: far.rowVersion,
        effectiveFrom,
        reason: '年份写错',
        signature: signed(),
        approver: secondPerson('shouquan'),
      },
      ...more,
    })
  await refused(redate(addDays(today, -1)), 'standard_day_past', 'effectiveFrom')
  await refused(redate(now.effectiveFrom), 'standard_day_past')
  await refused(redate(addDays(today, 9), { approver: secondPerson('zhuguan') }), 'same_person')
  const right = await redate(addDays(today, 9))
  assert.deepEqual([right.state, right.version, right.edition, right.effectiveFrom], ['coming', far.version + 1, '新版', addDays(today, 9)])
  const files = await Promise.all([far, right].map(async ({ id }) => (await author()).ask(standardApi.read, { id })))
  assert.deepEqual(files[1]!.items, files[0]!.items)
  assert.deepEqual([files[0]!.standard.state, files[1]!.standard.approvedByName], ['withdrawn', '冯受权'])
  assert.equal((await inForce('甘草')).effectiveTo, addDays(today, 9))
  const { signatures } = await (await author()).ask(historyApi.read, { table: 'standard_version', id: right.id })
  assert.deepEqual(
    signatures.map(({ meaning, holds }) => [meaning, holds]),
    [
      ['编制', true],
      ['批准', true],
    ],
  )
})

test('the database withdraws an edition before its first day only, by two, and keeps what has ended', async () => {
  const now = await inForce('陈皮', 'material')
  const two = `withdrawn_by = written_by, withdrawal_approved_by = approved_by, withdrawn_at = now(), withdrawal_reason = '试'`
  await assert.rejects(world.change(`update standard_version set state = 'withdrawn', ${two} where id = '${now.id}'`), /is not changed/)
  const coming = await approve(
    await submit(await (await author()).ask(standardApi.renew, { id: now.id, edition: '新版', effectiveFrom: addDays(today, 7) })),
  )
  for (const [change, says] of [
    [`effective_from = today() + 3`, /is not changed/],
    [`state = 'withdrawn'`, /standard_withdrawn/],
    [`state = 'withdrawn', ${two}, edition = '别的'`, /is not changed/],
    [
      `state = 'withdrawn', withdrawn_by = written_by, withdrawal_approved_by = written_by, withdrawn_at = now(), withdrawal_reason = '试'`,
      /standard_withdrawn_by_two/,
    ],
    [`state = 'discarded'`, /is not changed/],
  ] as const)
    await assert.rejects(world.change(`update standard_version set ${change} where id = '${coming.id}'`), says, change)
  const ended = (await (await author()).ask(standardApi.list, { q: '当归', state: 'ended', of: 'material' })).rows[0]!
  await assert.rejects(world.change(`update standard_version set effective_to = null where id = '${ended.id}'`), /is not changed/)
})

test('a lot under test keeps the edition it was requested by; the next lot gets the new one', async () => {
  const first = await receivedLot(as, { material: '川芎' })
  const now = await inForce('川芎', 'material')
  const clerk = await as('cangku')
  const standardsOf = async (lotId: string) => (await clerk.ask(rawInspectionApi.lots, { lotId })).rows[0]!.standards
  const request = { lotId: first.lotId, department: '仓库' }
  const { id } = await clerk.ask(rawInspectionApi.request, request)

  const draft = await (await author()).ask(standardApi.renew, { id: now.id, edition: '2025年版一部', effectiveFrom: today })
  const { items } = await (await author()).ask(standardApi.read, { id: draft.id })
  const stricter = items.map((item) => (item.name === '水分' ? { ...item, high: '9.0', specText: '' } : item))
  const { rowVersion } = draft
  const edited = await (
    await author()
  ).ask(standardApi.edit, { id: draft.id, rowVersion, edition: '2025年版一部', effectiveFrom: today, items: stricter })
  const submitted = await submit(edited)
  // By the edition before a lot is being tested: the next one needs an approved change.
  await refused(approve(submitted), 'version_change_required')
  await approvedVersionChange(as, { record: 'standard', id: edited.standardId })
  const done = await approve(submitted)

  const limitOfWater = (file: { items: { name: string; limit: string }[] }) => file.items.find((item) => item.name === '水分')!.limit
  const kept = await clerk.ask(rawInspectionApi.file, { id })
  assert.equal(limitOfWater(kept), '12.0')
  assert.equal((await (await author()).ask(standardApi.read, { id: now.id })).openInspections, 1)
  assert.equal((await (await author()).ask(standardApi.read, { id: now.id })).standard.state, 'ended')

  const second = await receivedLot(as, { material: '川芎' })
  assert.deepEqual(
    (await standardsOf(second.lotId)).map((standard) => standard.versionId),
    [done.id],
  )
  const next = await clerk.ask(rawInspectionApi.request, { ...request, lotId: second.lotId })
  assert.equal(limitOfWater(await clerk.ask(rawInspectionApi.file, { id: next.id })), '9.0')
})

test('what the monograph leaves out is offered by the general chapter, in its own words, and taken over by the author alone', async () => {
  const draft = await (
    await author()
  ).ask(standardApi.renew, {
    ...{ id: (await inForce('黄芪', 'product')).id, edition: '补充通则', effectiveFrom: today },
  })
  const { items, general } = await (await author()).ask(standardApi.read, { id: draft.id })
  assert.deepEqual(
    missingGeneral(general, items).map(({ name, specText, method }) => [name, specText, method]),
    [
      ['药屑及杂质', '不得过3%（通则0212）', '通则2301'],
      ['二氧化硫残留量', '不得过150mg/kg（通则0212）', '通则2331'],
    ],
  )
  const { edition, effectiveFrom, rowVersion } = draft
  const whole = [...items, ...missingGeneral(general, items)]
  await (await author()).ask(standardApi.edit, { id: draft.id, rowVersion, edition, effectiveFrom, items: whole })
  const saved = await (await author()).ask(standardApi.read, { id: draft.id })
  assert.deepEqual(saved.items, whole)
  assert.deepEqual(missingGeneral(saved.general, saved.items), [])

  const { standard } = saved
  assert.equal(standard.itemCount, items.length + 2)
  const own = await draftOf('丹参', { edition: 'QB-DS-01' })
  assert.deepEqual((await (await author()).ask(standardApi.read, { id: own.id })).general, [], 'a firm’s own standard inherits nothing')
})

test('standards are found by name, number, edition and pinyin initials', async () => {
  const found = async (q: string) => (await (await as('qa')).ask(standardApi.list, { q, pageSize: 50 })).rows.map((row) => row.name)
  assert.ok((await found('dg')).includes('当归'))
  assert.ok((await found('P001')).includes('当归'))
  assert.ok((await found('2020')).includes('当归'))
  assert.deepEqual(await found('没有这种药'), [])
  const ended = await (await as('qa')).ask(standardApi.list, { q: '当归', state: 'ended' })
  assert.ok(ended.rows.every((row) => row.state === 'ended') && ended.total > 0)
})

test('what could be calculated and is typed all the same is accepted by the approver by name, or the edition does not come into force', async () => {
  const ash: Item = { group: '检查', name: '总灰分', op: 'le', high: '6.0', unit: '%', method: '通则2302', formula: 'total_ash' }
  const written = await submit(await draftOf('延胡索', { edition: 'QB-YHS-01', items: [look, moisture, ash] }))
  assert.deepEqual(written.typedItems, ['水分'], 'the ash has its formula')
  const { id, rowVersion } = written
  const decision = { id, rowVersion, signature: signed('同意') }
  await refused((await approver()).ask(standardApi.approve, decision), 'typed_items_unread', 'acceptsTyped')
  await refused(
    (await approver()).ask(standardApi.approveSeveral, { editions: [{ id, rowVersion }], signature: signed() }),
    'typed_items_unread',
    'editions.0',
  )
  for (const statement of [
    `update standard_version set state = 'approved', approved_by = (select id from account where user_name = 'shouquan'), approved_at = now() where id = '${id}'`,
    `update standard_version set typed_items = '{}' where id = '${id}'`,
  ])
    await assert.rejects(world.change(statement), /typed_items_accepted|is not changed/, statement)

  const done = await (await approver()).ask(standardApi.approve, { ...decision, acceptsTyped: true })
  assert.deepEqual([done.state, done.typedItems], ['effective', ['水分']])
  const { signatures } = await (await author()).ask(historyApi.read, { table: 'standard_version', id })
  assert.deepEqual(
    signatures.map(({ meaning, holds }) => [meaning, holds]),
    [
      ['编制', true],
      ['批准', true],
    ],
  )
  const calculated = { ...moisture, formula: 'moisture_drying' as const }
  const next = await (await author()).ask(standardApi.renew, { id, edition: 'QB-YHS-02', effectiveFrom: addDays(today, 3) })
  const edited = await (
    await author()
  ).ask(standardApi.edit, {
    ...{ id: next.id, rowVersion: next.rowVersion, edition: 'QB-YHS-02', effectiveFrom: addDays(today, 3) },
    items: [look, calculated, ash],
  })
  const plain = await submit(edited)
  assert.deepEqual(plain.typedItems, [])
  assert.equal(
    (await (await approver()).ask(standardApi.approve, { id: plain.id, rowVersion: plain.rowVersion, signature: signed() })).state,
    'coming',
    'nothing is typed, so nothing is asked',
  )
})
