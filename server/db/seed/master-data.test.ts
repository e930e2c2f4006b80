import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { isCreditCode } from '#contract/supply/credit-code.ts'
import { isGtin14 } from '#contract/packing/gs1.ts'
import { isReadable, type LimitOp } from '#contract/laboratory/judge.ts'
import { pinyinInitials } from '#tools/pinyin.ts'
import { openWorld } from '#server/test/world.ts'
import { customers, suppliers } from './demo-factory.ts'
import { readHerbs } from '#server/features/laboratory/standard/starter-herbs.ts'

const world = await openWorld()
after(() => world.close())
const factory = `(select id from enterprise where is_operating)`
const rows = async <Row>(text: string) => (await world.admin.query(text)).rows as Row[]

test('the herbs of the seed carry the initials their readers type', () => {
  const { herbs } = readHerbs()
  assert.equal(herbs.length, 23)
  for (const herb of herbs) assert.equal(herb.initials, pinyinInitials(herb.name), herb.name)
})

test('limits are kept exactly as given: the decimals of the text are the decimals of the limit', async () => {
  const limits = await rows<{ name: string; low: string | null; high: string | null; spec_text: string }>(
    `select i.name, i.low, i.high, i.spec_text from standard_item i join standard_version v on v.id = i.standard_version_id join standard s on s.id = v.standard_id
     join material m on m.id = s.material_id where m.name = '当归' and s.enterprise_id = ${factory} and v.version = 2 order by i.line`,
  )
  assert.deepEqual(limits, [
    { name: '性状', low: null, high: null, spec_text: '应符合规定' },
    { name: '水分', low: null, high: '15.0', spec_text: '不得过15.0%' },
    { name: '总灰分', low: null, high: '7.0', spec_text: '不得过7.0%' },
    { name: '醇溶性浸出物(70%乙醇,热浸)', low: '45.0', high: null, spec_text: '不得少于45.0%' },
    { name: '阿魏酸', low: '0.050', high: null, spec_text: '不得少于0.050%' },
  ])
})

test('every limit of every standard can be judged, and no limit the sources disagree on is in force', async () => {
  const items = await rows<{ of: string; name: string; operator: LimitOp; low: string | null; high: string | null }>(
    `select s.name as of, i.name, i.operator, i.low, i.high from standard_item i join standard_version v on v.id = i.standard_version_id join standard s on s.id = v.standard_id where s.enterprise_id = ${factory}`,
  )
  assert.ok(items.length > 150, String(items.length))
  for (const { of, name, operator, low, high } of items) assert.ok(isReadable({ op: operator, limit: low ?? high ?? '' }), `${of} ${name}`)
  assert.equal(items.filter((item) => item.of === '三七').length, 0)
  assert.equal(items.filter((item) => item.of === '茯苓' && item.name === '水分').length, 0)
})

test('one edition of a standard takes over from the one before on a day', async () => {
  const editions = await rows<{ edition: string; from: string; to: string | null }>(
    `select v.edition, v.effective_from as from, v.effective_to as to from standard_version v join standard s on s.id = v.standard_id
     join material m on m.id = s.material_id where m.name = '当归' and s.enterprise_id = ${factory} order by v.version`,
  )
  assert.deepEqual(editions, [
    { edition: '2020年版一部', from: '2020-12-30', to: '2025-10-01' },
    { edition: '2020年版一部', from: '2025-10-01', to: null },
  ])
})

test('no standard of the seed claims an edition that its limits were not copied from', async () => {
  const texts = await rows<{ text: string }>(
    `select concat_ws(' ', s.kind, s.name, v.edition, v.remark, i.spec_text, i.method) as text from standard s
      join standard_version v on v.standard_id = s.id left join standard_item i on i.standard_version_id = v.id`,
  )
  assert.ok(texts.length > 150)
  assert.deepEqual(
    texts.filter(({ text }) => /202[1-9]|2025/.test(text) || (text.startsWith('中国药典') && !text.includes(readHerbs().edition))),
    [],
  )
})

test('credit codes and GTINs of the demo pass their check characters', async () => {
  for (const { name, creditCode } of [...suppliers, ...customers]) assert.ok(isCreditCode(creditCode), name)
  for (const { credit_code } of await rows<{ credit_code: string }>(`select credit_code from enterprise`))
    assert.ok(isCreditCode(credit_code), credit_code)
  const gtins = await rows<{ gtin: string }>(`select unnest(array[pack_gtin, box_gtin]) as gtin from pack_spec where code_scheme = 'GS1'`)
  assert.equal(gtins.length, 2)
  for (const { gtin } of gtins) assert.ok(isGtin14(gtin) && gtin.slice(1, 4) === '952', gtin)
})

test('an identification code that no authority issued says that it is a demo value', async () => {
  const specs = await rows<{ name: string }>(`select name from pack_spec where code_scheme = 'NMPA20'`)
  assert.equal(specs.length, 1)
  assert.match(specs[0]!.name, /演示/)
})

test('every product has a standard, and every process of the demo says that its values are demo values', async () => {
  assert.deepEqual(
    await rows(
      `select p.name from product p where not exists (select from standard s join standard_version v on v.standard_id = s.id where s.product_id = p.id and v.state = 'approved')`,
    ),
    [],
  )
  const processes = await rows<{ code: string; steps: string }>(
    `select code, (select count(*) from process_step s where s.process_version_id = p.id) as steps from process_version p where enterprise_id = ${factory}`,
  )
  assert.ok(processes.length >= 8)
  for (const { code, steps } of processes) assert.ok(/演示值/.test(code) && Number(steps) >= 2, code)
})

test('each kind of place the ledger needs is there', async () => {
  const kinds = await rows<{ kind: string; zone: string | null }>(`select distinct kind, zone from place where enterprise_id = ${factory}`)
  assert.equal(kinds.filter((place) => place.kind === 'bin').length, 7)
  assert.equal(kinds.filter((place) => place.kind !== 'bin').length, 9)
})
