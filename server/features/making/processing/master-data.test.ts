import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { z } from 'zod'
import { historyApi } from '#contract/office/history.ts'
import { materialApi } from '#contract/making/material.ts'
import { packSpecApi } from '#contract/making/pack-spec.ts'
import { methodApi } from '#contract/making/processing-method.ts'
import { productApi } from '#contract/making/product.ts'
import { purchaseApi } from '#contract/supply/purchase-api.ts'
import { saleApi } from '#contract/selling/sale-api.ts'
import { dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import { releasedLot } from '#server/demo/inspection.ts'
import { orderedProduction } from '#server/demo/production.ts'
import { refused } from '#server/test/refused.ts'
import { openWorld } from '#server/test/world.ts'

const world = await openWorld()
after(() => world.close())
const { as } = world
const keeper = await as('shengchan2')

const materialNamed = async (name: string) => (await keeper.ask(materialApi.list, { q: name })).rows.find((row) => row.name === name)!
const productNamed = async (name: string) => (await keeper.ask(productApi.list, { q: name })).rows.find((row) => row.name === name)!
const specOf = async (product: string, name: string) =>
  (await keeper.ask(packSpecApi.list, { q: product })).rows.find((row) => row.productName === product && row.name.includes(name))!

const chonglou = {
  code: 'y01099',
  category: 'crude_drug',
  name: '重楼',
  materialClass: '01',
  latin: 'PARIDIS RHIZOMA',
  species: ['云南重楼', '七叶一枝花'],
  medicinalPart: '根茎',
  storage: '置阴凉干燥处，防蛀',
  isPrecious: true,
  needsGrowthYears: true,
  retestMonths: 12,
} satisfies z.input<typeof materialApi.create.input>

test('a new material is found by code, name and the initials herbalists type', async () => {
  const made = await keeper.ask(materialApi.create, chonglou)
  assert.deepEqual([made.code, made.state, made.species.length], ['Y01099', 'active', 2])
  for (const q of ['Y0109', '重楼', 'cl'])
    assert.deepEqual((await keeper.ask(materialApi.list, { q })).rows.map((row) => row.code), ['Y01099'], q) // prettier-ignore
  const roots = (await keeper.ask(materialApi.list, { category: 'crude_drug', materialClass: '01', pageSize: 200 })).rows
  assert.ok(roots.length > 10 && roots.every((row) => row.materialClass === '01'))
  const read = await keeper.ask(materialApi.read, { id: (await materialNamed('当归')).id })
  assert.deepEqual(read.standards.map((one) => one.edition), ['2020年版一部']) // prettier-ignore
  assert.ok(read.madeInto.some((product) => product.name === '当归'))
})

test('a code means one thing for ever: not used twice, not changed, not even when its bearer is out of use', async () => {
  await refused(keeper.ask(materialApi.create, { ...chonglou, code: 'Ｙ01099', name: '另一种' }), 'code_taken')
  const { id } = await materialNamed('重楼')
  await keeper.ask(materialApi.disable, { id, reason: '暂不采购' })
  await refused(keeper.ask(materialApi.create, { ...chonglou, name: '另一种' }), 'code_taken')
  await assert.rejects(world.change(`update material set code = 'Z1' where id = $1`, [id]), /never changed/)
  const product = await productNamed('当归')
  await assert.rejects(world.change(`update product set code = 'Z1' where id = $1`, [product.id]), /never changed/)
  await keeper.ask(materialApi.enable, { id })
})

test('what is out of use says why, is not changed, not ordered, and comes back as it was', async () => {
  const material = await materialNamed('重楼')
  const fields = { ...chonglou, code: undefined }
  await keeper.ask(materialApi.disable, { id: material.id, reason: '濒危，停止采购' })
  const { entries } = await keeper.ask(historyApi.read, { table: 'material', id: material.id })
  assert.equal(entries.at(-1)!.reason, '濒危，停止采购')
  await refused(keeper.ask(materialApi.disable, { id: material.id, reason: '再停' }), 'wrong_state')
  await refused(keeper.ask(materialApi.edit, { id: material.id, rowVersion: material.rowVersion + 1, ...fields } as never), 'wrong_state')
  assert.deepEqual((await keeper.ask(materialApi.list, { state: 'disabled' })).rows.map((row) => row.name), ['重楼']) // prettier-ignore
  const orderable = await (await as('caigou')).ask(purchaseApi.materials, { category: 'crude_drug', on: dayInShanghai(new Date()) })
  assert.ok(!orderable.some((one) => one.id === material.id))
  assert.equal((await keeper.ask(materialApi.enable, { id: material.id })).state, 'active')
  await refused(keeper.ask(materialApi.enable, { id: material.id }), 'wrong_state')
})

test('a material is never written over unseen, and what has lots, orders or products keeps its category', async () => {
  const herb = await materialNamed('当归')
  const { code: _c, state: _s, products: _p, createdAt: _t, retentionMonths: _r, ...fields } = herb
  const edit = (change: object) => keeper.ask(materialApi.edit, { ...fields, ...change } as z.input<typeof materialApi.edit.input>)
  const longer = await edit({ retestMonths: 18 })
  assert.deepEqual([longer.retestMonths, longer.rowVersion], [18, herb.rowVersion + 1])
  await refused(edit({ retestMonths: 24 }), 'stale')
  await refused(
    edit({ rowVersion: longer.rowVersion, category: 'auxiliary', species: [], materialClass: '', needsGrowthYears: false }),
    'material_used',
  )
})

test('a crude drug names its source species; what is no crude drug has neither species nor class', async () => {
  await refused(keeper.ask(materialApi.create, { ...chonglou, code: 'Y1', species: [] }), 'invalid_input', 'species')
  const wine = { code: 'F099', category: 'auxiliary', name: '绍兴黄酒', retestMonths: 12 } as const
  await refused(keeper.ask(materialApi.create, { ...wine, species: ['糯米'] }), 'invalid_input', 'species')
  await refused(keeper.ask(materialApi.create, { ...wine, materialClass: '02' }), 'invalid_input', 'materialClass')
  await refused(keeper.ask(materialApi.create, { ...wine, code: 'F 9' }), 'invalid_input', 'code')
  await refused(keeper.ask(materialApi.create, { ...wine, retestMonths: 0 }), 'invalid_input', 'retestMonths')
  await keeper.ask(materialApi.create, wine)
})

const newProduct = async () =>
  ({
    code: 'P901',
    name: '酒白芍',
    materialId: (await materialNamed('白芍')).id,
    processingMethod: '酒炙',
    cutSpec: '薄片',
    storage: '置阴凉干燥处',
    shelfLifeMonths: 24,
    licenceScopes: ['净制', '切制', '炙制'],
    nhsaCode: 'T000000001',
  }) satisfies z.input<typeof productApi.create.input>

test('a product is one variety and one method, and says what it lacks before it can be made', async () => {
  const made = await keeper.ask(productApi.create, await newProduct())
  assert.deepEqual([made.materialName, made.standardName, made.processVersion, made.packSpecs], ['白芍', null, null, 0])
  for (const lacks of ['process', 'standard', 'pack_spec'] as const)
    assert.ok(
      (await keeper.ask(productApi.list, { lacks, pageSize: 200 })).rows.some((row) => row.id === made.id),
      lacks,
    )
  const whole = await productNamed('当归')
  assert.deepEqual([whole.standardName, whole.processVersion, whole.packSpecs], ['中国药典 2020年版一部', 1, 2])
  assert.ok(!(await keeper.ask(productApi.list, { lacks: 'process', pageSize: 200 })).rows.some((row) => row.id === whole.id))
  assert.deepEqual((await keeper.ask(productApi.list, { q: 'jbs' })).rows.map((row) => row.name), ['酒白芍']) // prettier-ignore
})

test('a product is made of a crude drug in use by a method of the catalogue', async () => {
  const product = { ...(await newProduct()), code: 'P902' }
  await refused(keeper.ask(productApi.create, { ...product, code: 'P901' }), 'code_taken')
  await refused(
    keeper.ask(productApi.create, { ...product, materialId: (await materialNamed('黄酒')).id }),
    'material_unsuitable',
    'materialId',
  )
  await refused(keeper.ask(productApi.create, { ...product, processingMethod: '油炸' }), 'method_unknown', 'processingMethod')
  await refused(keeper.ask(productApi.create, { ...product, nhsaCode: '123' }), 'invalid_input', 'nhsaCode')
  await refused(keeper.ask(productApi.create, { ...product, gbt31774Code: '123' }), 'invalid_input', 'gbt31774Code')
  await refused(keeper.ask(productApi.create, { ...product, shelfLifeMonths: 0 }), 'invalid_input', 'shelfLifeMonths')
})

test('what was ordered stays the product it was; its storage and its shelf life follow a change alone', async () => {
  const lot = await releasedLot(as, { material: '川芎', quantity: '50' })
  await orderedProduction(as, { product: '川芎', lots: [{ lotId: lot.lotId, quantity: '20' }] })
  const product = await productNamed('川芎')
  const fields = {
    id: product.id,
    rowVersion: product.rowVersion,
    name: product.name,
    materialId: product.materialId,
    processingMethod: product.processingMethod,
    cutSpec: product.cutSpec,
    storage: product.storage,
    shelfLifeMonths: product.shelfLifeMonths,
  }
  // What stands on the label of packs that are sold.
  await refused(keeper.ask(productApi.edit, { ...fields, storage: '置阴凉干燥处，防蛀' }), 'change_required')
  await refused(keeper.ask(productApi.edit, { ...fields, shelfLifeMonths: 18 }), 'change_required')
  await refused(keeper.ask(productApi.edit, { ...fields, cutSpec: '段' }), 'product_used')
  await refused(keeper.ask(productApi.edit, { ...fields, name: '川芎片' }), 'product_used')
  const edited = { ...fields, testAmount: '30' }
  assert.equal((await keeper.ask(productApi.edit, edited)).rowVersion, product.rowVersion + 1)
  await refused(keeper.ask(productApi.edit, edited), 'stale')
  assert.equal((await keeper.ask(productApi.read, { id: product.id })).isUsed, true)
  await keeper.ask(productApi.disable, { id: product.id, reason: '停产' })
  await assert.rejects(orderedProduction(as, { product: '川芎', lots: [] }), /no effective process/)
  await keeper.ask(productApi.enable, { id: product.id })
})

const gs1 = { name: '100 g/袋', netQuantity: '0.1', packUnit: '袋', packsPerBox: 50, codeScheme: 'GS1', packGtin: '09520000000011', boxGtin: '19520000000018' } as const // prettier-ignore

test('a pack specification carries the numbers of its scheme, each with a right check digit, and no others', async () => {
  const { id: productId } = await productNamed('酒白芍')
  const create = (change: object) => keeper.ask(packSpecApi.create, { productId, ...gs1, ...change })
  await refused(create({ packGtin: '09520000000012' }), 'invalid_input', 'packGtin')
  await refused(create({ boxGtin: gs1.packGtin }), 'invalid_input', 'boxGtin')
  await refused(create({ boxGtin: null }), 'invalid_input', 'boxGtin')
  await refused(create({ codeScheme: 'INTERNAL' }), 'invalid_input', 'packGtin', 'boxGtin')
  await refused(
    create({ codeScheme: 'NMPA20', packGtin: null, boxGtin: null, packIdentification: '1234567', boxIdentification: '1234567' }),
    'invalid_input',
    'boxIdentification',
  )
  await refused(create({ netQuantity: '0' }), 'invalid_input', 'netQuantity')
  await refused(create({ packsPerBox: 0 }), 'invalid_input', 'packsPerBox')
  const made = await create({})
  assert.deepEqual([made.productName, made.isUsed, made.state], ['酒白芍', false, 'active'])
  await refused(create({ packGtin: '09520000000035', boxGtin: '19520000000032' }), 'name_taken')
  await assert.rejects(world.change(`update pack_spec set pack_gtin = '09520000000012' where id = $1`, [made.id]), /check_digit/)
})

test('a number never means two things: not two packs, not a pack and a box, not in two enterprises', async () => {
  const { id: productId } = await productNamed('酒白芍')
  const create = (change: object) => keeper.ask(packSpecApi.create, { productId, ...gs1, name: '另一种', ...change })
  await refused(create({ boxGtin: '19520000000025' }), 'pack_number_taken')
  await refused(create({ packGtin: gs1.boxGtin, boxGtin: gs1.packGtin }), 'pack_number_taken')
  const elsewhere = await as('other')
  const [theirs] = (await elsewhere.ask(productApi.list, {})).rows
  await refused(elsewhere.ask(packSpecApi.create, { productId: theirs!.id, ...gs1 }), 'pack_number_taken')
  await refused(elsewhere.ask(packSpecApi.create, { productId, ...gs1 }), 'not_found', 'productId')
})

test('a specification that was never ordered is corrected; one that was ordered is replaced by another', async () => {
  const free = await specOf('酒白芍', '100 g')
  const { id, rowVersion } = free
  const corrected = await keeper.ask(packSpecApi.edit, { id, rowVersion, ...gs1, packsPerBox: 40 })
  assert.equal(corrected.packsPerBox, 40)
  await refused(keeper.ask(packSpecApi.edit, { id, rowVersion, ...gs1 }), 'stale')

  const spec = await specOf('当归', '500 g')
  const seller = await as('xiaoshou')
  const [customer] = await seller.ask(saleApi.customers, {})
  await seller.ask(saleApi.create, {
    customerId: customer!.id,
    addressId: customer!.addresses[0]!.id,
    lines: [{ packSpecId: spec.id, packs: 2 }],
  })
  const used = await specOf('当归', '500 g')
  assert.equal(used.isUsed, true)
  const same = { id: used.id, rowVersion: used.rowVersion, name: used.name, netQuantity: '0.5', packUnit: '袋', packsPerBox: 20, codeScheme: 'INTERNAL' } as const // prettier-ignore
  await refused(keeper.ask(packSpecApi.edit, { ...same, packsPerBox: 10 }), 'pack_spec_used')
  await refused(keeper.ask(packSpecApi.edit, { ...same, netQuantity: '0.4' }), 'pack_spec_used')
  const off = await keeper.ask(packSpecApi.disable, { id: used.id, reason: '改用小包装' })
  assert.equal(off.state, 'disabled')
  await refused(keeper.ask(packSpecApi.edit, { ...same, rowVersion: off.rowVersion }), 'wrong_state')
  await keeper.ask(packSpecApi.enable, { id: used.id })
  const product = await productNamed('黄连片')
  await keeper.ask(productApi.disable, { id: product.id, reason: '停产' })
  await refused(keeper.ask(packSpecApi.create, { productId: product.id, ...gs1 }), 'product_inactive')
})

test('methods are added to the catalogue and explained better, never renamed; one out of use is not chosen again', async () => {
  const made = await keeper.ask(methodApi.create, { name: '酒蒸', how: '黄酒拌匀，闷透，蒸至酒吸尽', auxiliary: '黄酒 20–30 kg / 100 kg' })
  assert.deepEqual((await keeper.ask(methodApi.list, { q: 'jz' })).rows.map((row) => row.name).sort(), ['净制', '姜炙', '酒炙', '酒蒸'].sort()) // prettier-ignore
  await refused(keeper.ask(methodApi.create, { name: '酒蒸' }), 'name_taken')
  const edited = await keeper.ask(methodApi.edit, { id: made.id, rowVersion: made.rowVersion, how: '同法，蒸4小时' })
  await refused(keeper.ask(methodApi.edit, { id: made.id, rowVersion: made.rowVersion, how: '' }), 'stale')
  assert.equal(edited.how, '同法，蒸4小时')
  await keeper.ask(methodApi.disable, { id: made.id, reason: '无此设备' })
  const product = { ...(await newProduct()), code: 'P903', processingMethod: '酒蒸' }
  await refused(keeper.ask(productApi.create, product), 'method_unknown')
  await keeper.ask(methodApi.enable, { id: made.id })
  await keeper.ask(productApi.create, product)
})

test('a person who only reads the page writes nothing', async () => {
  const reader = await as('shengchan')
  await reader.ask(materialApi.list, {})
  await refused(reader.ask(materialApi.create, chonglou), 'no_permission')
  await refused(reader.ask(productApi.disable, { id: (await productNamed('当归')).id, reason: '误' }), 'no_permission')
  await refused((await as('xiaoshou')).ask(productApi.list, {}), 'no_permission')
})
