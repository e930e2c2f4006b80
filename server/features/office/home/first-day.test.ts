import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { only } from '#contract/kernel/certain.ts'
import { standardApi } from '#contract/laboratory/standard.ts'
import { starterApi } from '#contract/laboratory/starter-set.ts'
import { packSpecApi } from '#contract/making/pack-spec.ts'
import { processApi } from '#contract/making/process-version.ts'
import { productApi } from '#contract/making/product.ts'
import { dashboardApi } from '#contract/office/dashboard.ts'
import { enterpriseApi } from '#contract/people/enterprise.ts'
import { customerApi } from '#contract/selling/customer.ts'
import { licenceApi } from '#contract/supply/licence.ts'
import { purchaseApi } from '#contract/supply/purchase-api.ts'
import { supplierApi } from '#contract/supply/supplier-api.ts'
import { placeApi } from '#contract/warehouse/place.ts'
import { addDays, dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import { buildApp } from '#server/app.ts'
import { signIn, type Person } from '#server/demo/person.ts'
import { refused } from '#server/test/refused.ts'
import { chosenPassword, newColleague, newFactory } from '#server/test/new-factory.ts'
import { testInstallation } from '#server/test/world.ts'

const { world, admin } = await newFactory()
const { publicUrl: _, ...installation } = testInstallation
const unreachable = await buildApp({ pool: world.pool, installation })
const local = await buildApp({ pool: world.pool, installation: { ...installation, publicUrl: 'http://localhost:3000' } })
after(async () => {
  await unreachable.close()
  await local.close()
  await world.close()
})
const today = dayInShanghai(new Date())
const signature = { password: chosenPassword, comment: '' }

const beginningsOf = async (person: Person) => (await person.ask(dashboardApi.figures, {})).beginnings
const doneOf = async (person = admin) => (await beginningsOf(person))?.flatMap(({ title, done }) => (done ? [title] : []))

const creditCode = '91110000802100433B'

/** What is ticked after this and was not before. */
async function ticks(work: () => Promise<unknown>): Promise<string[]> {
  const before = await doneOf()
  await work()
  return ((await doneOf()) ?? []).filter((title) => before?.includes(title) !== true)
}

test('an installation without demo data lists all that a factory needs, each with the tab where it is done', async () => {
  assert.deepEqual(
    (await beginningsOf(admin))?.map(({ stage, title, done, path }) => [stage, title, done, path]),
    [
      ['enterprise', '填写本企业资料', false, '/system-qiye?by=own'],
      ['enterprise', '填写生产地址', false, '/system-qiye?by=own'],
      ['enterprise', '登记本企业证照', false, '/system-qiye?by=own'],
      ['enterprise', '设置对外网址', true, null],
      ['enterprise', '建立同事的账号', false, '/system-user'],
      ['buying', '载入药材与质量标准', false, '/system-zidian?starter=open'],
      ['buying', '批准质量标准', false, '/system-zidian?state=written'],
      ['buying', '登记合格供应商', false, '/system-qiye'],
      ['buying', '编制第一张采购单', false, '/yuanliao-caigou'],
      ['buying', '建立库位', false, '/system-zidian?view=places'],
      ['making', '建立产品', false, '/system-jiagong?view=product'],
      ['making', '编制工艺规程', false, '/system-jiagong'],
      ['making', '建立包装规格', false, '/system-jiagong?view=pack'],
      ['making', '登记客户', false, '/system-kehu'],
    ],
  )
})

test('the public address is missing until a stranger could reach it, and the line says how to set it', async () => {
  for (const app of [unreachable, local]) {
    const person = await signIn(app, 'admin', chosenPassword)
    const line = (await beginningsOf(person))?.find(({ title }) => title === '设置对外网址')
    assert.deepEqual([line?.done, line?.path], [false, null])
    assert.match(line?.how ?? '', /PUBLIC_URL/)
  }
})

test('a credit code that another enterprise has entered is refused', async () => {
  const taken = '91350100M000100Y43'
  const { rowVersion, name, id } = await admin.ask(enterpriseApi.own, {})
  await world.change(`set local session_replication_role = replica;
    insert into enterprise overriding system value select (jsonb_populate_record(e, jsonb_build_object(
      'id', gen_random_uuid(), 'number', 999, 'is_operating', false, 'credit_code', '${taken}'))).* from enterprise e where id = '${id}'`)
  const profile = { rowVersion, name, nodeCode: null, latitude: null, longitude: null }
  await refused(admin.ask(enterpriseApi.edit, { ...profile, creditCode: taken }), 'credit_code_taken', 'creditCode')
  await world.change(`set local session_replication_role = replica; delete from enterprise where credit_code = '${taken}'`)
})

test('each line ticks itself off when what it asks for is there', async () => {
  const { rowVersion } = await admin.ask(enterpriseApi.own, {})
  const profile = { name: '渭源五竹饮片厂', legalPerson: '李五竹', phone: '0932-4100000', nodeCode: null, latitude: null, longitude: null }
  assert.deepEqual(await ticks(() => admin.ask(enterpriseApi.edit, { rowVersion, ...profile })), [], 'no code by which colleagues find it')
  assert.deepEqual(await ticks(() => admin.ask(enterpriseApi.edit, { rowVersion: rowVersion + 1, ...profile, creditCode })), [
    '填写本企业资料',
  ])
  const address = { province: '甘肃省', city: '定西市', address: '渭源县五竹镇1号' } as const
  assert.deepEqual(await ticks(() => admin.ask(enterpriseApi.edit, { rowVersion: rowVersion + 2, ...profile, ...address })), [
    '填写生产地址',
  ])
  const paper = { number: '甘20260077', validFrom: null, validUntil: addDays(today, 900) }
  assert.deepEqual(await ticks(() => admin.ask(licenceApi.addOwn, { kind: '药品生产许可证', ...paper })), [], 'one of two')
  assert.deepEqual(await ticks(() => admin.ask(licenceApi.addOwn, { kind: 'GMP符合性', ...paper })), ['登记本企业证照'])

  const people: Person[] = []
  assert.deepEqual(await ticks(async () => people.push(await newColleague(world, admin, 'zhiliang', ['QA', '质量负责人']))), [
    '建立同事的账号',
  ])
  const second = only(people)
  const third = await newColleague(world, admin, 'shouquan', ['质量受权人'])

  const header = { effectiveFrom: today, signature }
  assert.deepEqual(await ticks(() => admin.ask(starterApi.load, { herbs: ['Y001'], ...header })), ['载入药材与质量标准'])
  const { rows: written } = await admin.ask(standardApi.list, { state: 'written' })
  const editions = written.map(({ id, rowVersion }) => ({ id, rowVersion }))
  assert.deepEqual(await ticks(() => second.ask(standardApi.approveSeveral, { editions, acceptsTyped: true, signature })), ['批准质量标准'])

  const supplierId = await candidate(second)
  assert.deepEqual(await ticks(() => second.ask(supplierApi.qualify, { id: supplierId, signature })), ['登记合格供应商'])
  assert.deepEqual(await ticks(() => order(supplierId)), ['编制第一张采购单'])
  const bin = { code: 'A-DY-01', name: '原料待验01', warehouse: '原料库', zone: 'quarantine', storageCondition: '阴凉' } as const
  assert.deepEqual(await ticks(() => admin.ask(placeApi.create, bin)), ['建立库位'])

  const { id: materialId } = only((await admin.ask(productApi.choices, {})).materials)
  const product = { code: 'P001', name: '当归', materialId, processingMethod: '切制', cutSpec: '薄片', shelfLifeMonths: 24 }
  assert.deepEqual(await ticks(() => admin.ask(productApi.create, product)), ['建立产品'])
  const { id: productId } = only((await admin.ask(productApi.list, {})).rows)
  assert.deepEqual(await ticks(() => signedProcess(productId, second, third)), ['编制工艺规程'])
  const pack = {
    productId,
    name: '500 g/袋 × 20 袋/箱',
    netQuantity: '0.5',
    packUnit: '袋',
    packsPerBox: 20,
    codeScheme: 'INTERNAL',
  } as const
  const noNumbers = { packIdentification: null, boxIdentification: null, packGtin: null, boxGtin: null }
  assert.deepEqual(await ticks(() => admin.ask(packSpecApi.create, { ...pack, ...noNumbers })), ['建立包装规格'])
  assert.deepEqual(await ticks(customer), ['登记客户'])
  assert.equal(
    (await beginningsOf(admin))?.every(({ done }) => done),
    true,
  )
})

test('a person sees who does what they may not do themselves', async () => {
  const buyer = await newColleague(world, admin, 'caigou', ['采购员'])
  assert.deepEqual(
    [...new Set((await beginningsOf(buyer))?.flatMap(({ path }) => path ?? []))],
    ['/system-qiye?by=own', '/system-qiye', '/yuanliao-caigou'],
  )
})

/** A supplier who only has to be declared fit. */
async function candidate(auditor: Person): Promise<string> {
  const { id } = await admin.ask(supplierApi.create, {
    ...{ name: '渭源归芪合作社', kind: '合作社', creditCode: null, latitude: null, longitude: null, categories: ['crude_drug'] },
  })
  await admin.ask(licenceApi.addOfSupplier, { id, kind: '农民专业合作社', number: 'H-1', validFrom: null, validUntil: null })
  const audit = { kind: 'first', auditedOn: today, auditors: '质量负责人', result: 'passed', validUntil: addDays(today, 365) } as const
  await auditor.ask(supplierApi.audit, { id, ...audit, signature })
  const { rowVersion } = await auditor.ask(supplierApi.read, { id })
  const materials = (await auditor.ask(supplierApi.materialChoices, {})).map(({ id: materialId }) => ({ materialId }))
  await auditor.ask(supplierApi.setMaterials, { id, rowVersion, materials, reason: '首次审计' })
  return id
}

async function order(supplierId: string) {
  const materials = await admin.ask(purchaseApi.materials, { category: 'crude_drug', on: today })
  const { id: materialId } = only(materials)
  const agreedOrigin = { province: '甘肃省', city: '定西市', county: '渭源县' } as const
  const line = { materialId, agreedOrigin, quantity: '300', unitPrice: null }
  await admin.ask(purchaseApi.create, {
    ...{ category: 'crude_drug', supplierId, purchasedOn: today, expectedOn: null, submits: true, lines: [line] },
  })
}

async function signedProcess(productId: string, reviewer: Person, approver: Person) {
  const draft = await admin.ask(processApi.create, {
    ...{ productId, basis: '药典与本厂验证', yieldMin: '80', yieldMax: '100', balanceMin: '97', balanceMax: '102', maxBatch: '500' },
    steps: [{ name: '净制' }],
  })
  await admin.ask(processApi.submit, { id: draft.id, rowVersion: draft.rowVersion, signature })
  await reviewer.ask(processApi.review, { id: draft.id, signature })
  await approver.ask(processApi.approve, { id: draft.id, effectiveFrom: today, signature })
}

const customer = () =>
  admin.ask(customerApi.create, {
    ...{ name: '渭源县中医院', kind: '医院', creditCode: null, licenceKind: '医疗机构执业许可证', licenceNo: 'PDY1', scopes: ['中药饮片'] },
    licenceValidUntil: addDays(today, 500),
    addresses: [{ province: '甘肃省', city: '定西市', address: '渭源县首阳路1号', contact: '药房', phone: '0932-4130000' }],
  })

test('the credit code is entered once, right, and then colleagues find the enterprise by it', async () => {
  const { rowVersion, name, ...own } = await admin.ask(enterpriseApi.own, {})
  assert.equal(own.creditCode, creditCode, 'what an edit leaves out stays')
  const profile = { name, rowVersion, nodeCode: null, latitude: null, longitude: null }
  await refused(admin.ask(enterpriseApi.edit, { ...profile, creditCode: '91110000802100433C' }), 'invalid_input', 'creditCode')
  await refused(admin.ask(enterpriseApi.edit, { ...profile, creditCode: '91350100M000100Y43' }), 'credit_code_kept', 'creditCode')
  const again = await admin.ask(enterpriseApi.edit, { ...profile, creditCode: ' 91110000 802100433b' })
  assert.equal(again.creditCode, creditCode, 'the same is no change')
  await assert.rejects(
    world.admin.query(`update enterprise set credit_code = '91350100M000100Y43' where credit_code = $1`, [creditCode]),
    /credit_code_kept/,
  )
  const { rows: desks } = await world.admin.query(`select for_platform from registration_desk('join', $1)`, [creditCode])
  assert.deepEqual(desks, [{ for_platform: false }], 'who wants to join comes to the enterprise itself')
  const { rows: traces } = await world.admin.query(
    `select change ->> 'credit_code' as after from audit_entry where table_name = 'enterprise' and op = 'UPDATE' and change ? 'credit_code'`,
  )
  assert.deepEqual(traces, [{ after: creditCode }])
})
