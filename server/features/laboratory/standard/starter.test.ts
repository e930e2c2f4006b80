import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { historyApi } from '#contract/office/history.ts'
import { standardApi } from '#contract/laboratory/standard.ts'
import { starterApi } from '#contract/laboratory/starter-set.ts'
import { materialApi } from '#contract/making/material.ts'
import { methodApi } from '#contract/making/processing-method.ts'
import { productApi } from '#contract/making/product.ts'
import { addDays, dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import { chosenPassword, newColleague, newFactory } from '#server/test/new-factory.ts'
import { refused } from '#server/test/refused.ts'

const { world, admin } = await newFactory()
after(() => world.close())
const today = dayInShanghai(new Date())
const signature = { password: chosenPassword, comment: '' }
const header = { effectiveFrom: today, signature }

const chief = await newColleague(world, admin, 'zhuguan', ['QC主管'])
const head = await newColleague(world, admin, 'zhiliang', ['质量负责人'])
const { edition, herbs: set } = await admin.ask(starterApi.read, {})
const codesOf = (...names: string[]) => set.filter(({ name }) => names.includes(name)).map(({ code }) => code)
const editions = (query: object) => admin.ask(standardApi.list, { pageSize: 200, ...query })

test('the set holds the herbs of the project, and of each only limits that are certain', () => {
  assert.equal(set.length, 23)
  assert.ok(set.every(({ isKnown, isNew }) => !isKnown && isNew))
  const notoginseng = set.find(({ name }) => name === '三七')
  assert.deepEqual(notoginseng?.standards, [], 'its limits differ between editions')
  const poria = set.find(({ name }) => name === '茯苓')?.standards.find(({ of }) => of === 'material')
  assert.ok(poria?.items.every(({ name }) => name !== '水分'))
})

test('every standard of the set says of which edition it was copied, and whoever loads it cannot say another', async () => {
  assert.equal(edition, '2020年版一部')
  assert.ok(!/2025/.test(JSON.stringify(set)))
  await refused(admin.ask(starterApi.load, { ...header, edition: '2025年版一部', herbs: codesOf('当归') } as never), 'invalid_input')
})

test('chosen herbs come in with their standards, signed by whoever loads them and in force only after another person approved', async () => {
  const loaded = await admin.ask(starterApi.load, { ...header, herbs: codesOf('当归', '三七') })
  assert.deepEqual(loaded, { materials: 2, methods: 25, standards: 1 })
  const [angelica] = (await admin.ask(materialApi.list, { q: '当归' })).rows
  assert.deepEqual([angelica?.code, angelica?.category, angelica?.retestMonths], ['Y001', 'crude_drug', 12])
  assert.equal((await admin.ask(methodApi.list, { pageSize: 200 })).total, 25)

  const [waiting] = (await editions({})).rows
  assert.ok(waiting)
  assert.deepEqual(
    [waiting.name, waiting.kind, waiting.edition, waiting.state, waiting.writtenByName, waiting.itemCount],
    ['当归', '中国药典', '2020年版一部', 'written', '系统管理员', 5],
  )
  const { items } = await admin.ask(standardApi.read, { id: waiting.id })
  assert.deepEqual(
    items.map(({ name, op, low, high, unit, specText }) => [name, op, low || high, unit, specText]),
    [
      ['性状', 'qualitative', '', '', '应符合规定'],
      ['水分', 'le', '15.0', '%', '不得过15.0%'],
      ['总灰分', 'le', '7.0', '%', '不得过7.0%'],
      ['醇溶性浸出物(70%乙醇,热浸)', 'ge', '45.0', '%', '不得少于45.0%'],
      ['阿魏酸', 'ge', '0.050', '%', '不得少于0.050%'],
    ],
  )
  const { id, rowVersion } = waiting
  await refused(admin.ask(standardApi.approve, { id, rowVersion, signature }), 'author_approves')
  await refused(admin.ask(standardApi.approveSeveral, { editions: [{ id, rowVersion }], signature }), 'author_approves', 'editions.0')
  assert.equal((await head.ask(standardApi.approve, { id, rowVersion, acceptsTyped: true, signature })).state, 'effective')
})

test('what is there already is not loaded twice, and the standard of a product comes once there is the product', async () => {
  await refused(admin.ask(starterApi.load, { ...header, herbs: codesOf('当归') }), 'starter_loaded')
  const [angelica] = (await admin.ask(materialApi.list, { q: '当归' })).rows
  await admin.ask(productApi.create, {
    ...{ code: 'P001', name: '当归', materialId: angelica!.id, processingMethod: '切制', cutSpec: '薄片', shelfLifeMonths: 24 },
  })
  const standing = async () =>
    (await admin.ask(starterApi.read, {})).herbs.find(({ name }) => name === '当归')?.standards.map((one) => [one.of, one.standing])
  assert.deepEqual(await standing(), [
    ['material', 'loaded'],
    ['product', 'new'],
  ])
  // Who may not make materials still loads the standards of what is there.
  assert.deepEqual(await chief.ask(starterApi.load, { ...header, herbs: codesOf('当归') }), { materials: 0, methods: 0, standards: 1 })
  assert.deepEqual(await standing(), [
    ['material', 'loaded'],
    ['product', 'loaded'],
  ])
})

test('who may not make materials, a wrong password, an unknown herb and a day gone by bring nothing in', async () => {
  const herbs = codesOf('黄芪')
  await refused(chief.ask(starterApi.load, { ...header, herbs }), 'no_permission', 'herbs')
  await refused(admin.ask(starterApi.load, { ...header, herbs, signature: { password: 'falsch', comment: '' } }), 'wrong_password')
  await refused(admin.ask(starterApi.load, { ...header, herbs: [...herbs, 'Y999'] }), 'not_found', 'herbs.1')
  await refused(admin.ask(starterApi.load, { ...header, herbs, effectiveFrom: addDays(today, -1) }), 'standard_day_past', 'effectiveFrom')
  await refused(head.ask(starterApi.load, { ...header, herbs }), 'no_permission')
  assert.equal((await admin.ask(materialApi.list, { q: '黄芪' })).total, 0)
})

test('a code that the factory gave to something else is left to it', async () => {
  const { code } = set.find(({ name }) => name === '甘草')!
  await admin.ask(materialApi.create, { code, category: 'auxiliary', name: '蜂蜜', retestMonths: 12 })
  await admin.ask(starterApi.load, { ...header, herbs: [code] })
  const [liquorice] = (await admin.ask(materialApi.list, { q: '甘草' })).rows
  assert.equal(liquorice?.code, `${code}-Q`)
})

test('one signature approves several standards, each with its own; if one may not be approved, none is', async () => {
  const all = set.filter(({ name }) => !['当归', '三七', '甘草'].includes(name)).map(({ code }) => code)
  await admin.ask(starterApi.load, { ...header, herbs: all })
  const written = (await editions({ state: 'written' })).rows
  assert.ok(written.length >= 20)
  const chosen = written.map(({ id, rowVersion }) => ({ id, rowVersion }))
  await refused(chief.ask(standardApi.approveSeveral, { editions: chosen, signature }), 'no_permission')
  const stale = chosen.map((one, index) => (index === 3 ? { ...one, rowVersion: one.rowVersion + 1 } : one))
  await refused(head.ask(standardApi.approveSeveral, { editions: stale, acceptsTyped: true, signature }), 'stale', 'editions.3')
  await refused(head.ask(standardApi.approveSeveral, { editions: [...chosen, chosen[0]!], acceptsTyped: true, signature }), 'wrong_state')
  assert.equal((await editions({ state: 'effective' })).total, 1)

  assert.deepEqual(await head.ask(standardApi.approveSeveral, { editions: chosen, acceptsTyped: true, signature }), {
    approved: written.length,
  })
  assert.equal((await editions({ state: 'effective' })).total, 1 + written.length)
  for (const { id } of [written[0]!, written.at(-1)!]) {
    const { signatures } = await head.ask(historyApi.read, { table: 'standard_version', id })
    assert.deepEqual(
      signatures.map(({ meaning, signerName, holds }) => [meaning, signerName, holds]).sort(),
      [
        ['批准', 'zhiliang', true],
        ['编制', written.find((one) => one.id === id)!.writtenByName, true],
      ].sort(),
    )
  }
  assert.deepEqual(
    (await admin.ask(starterApi.read, {})).herbs.filter(({ isNew }) => isNew).map(({ name }) => name),
    [],
  )
})
