import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { historyApi } from '#contract/office/history.ts'
import { materialApi } from '#contract/making/material.ts'
import { processApi } from '#contract/making/process-version.ts'
import { productApi } from '#contract/making/product.ts'
import { productionApi } from '#contract/making/production-api.ts'
import { addDays, dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import { releasedLot } from '#server/demo/inspection.ts'
import { signed } from '#server/demo/person.ts'
import {
  approvedProcess,
  draftProcess,
  latestProcess,
  reviewedProcess,
  submittedProcess,
  writingOf,
  type ProcessWriting,
} from '#server/demo/processing.ts'
import { orderedProduction } from '#server/demo/production.ts'
import { refused } from '#server/test/refused.ts'
import { openWorld } from '#server/test/world.ts'

const world = await openWorld()
after(() => world.close())
const { as } = world
const [author, qa, approver] = [await as('shengchan2'), await as('qa'), await as('shouquan')]
// Holds every right, so only the rules about persons and states can refuse.
const admin = await as('admin')
const today = dayInShanghai(new Date())

const read = (id: string) => author.ask(processApi.read, { id })
const signaturesOf = async (id: string) => (await qa.ask(historyApi.read, { table: 'process_version', id })).signatures
const productNamed = async (name: string) => (await author.ask(productApi.list, { q: name })).rows.find((row) => row.name === name)!
const materialNamed = async (name: string) => (await author.ask(materialApi.list, { q: name })).rows.find((row) => row.name === name)!
const byDirectSql = (statement: string, values: unknown[]) => assert.rejects(world.change(statement, values), /process version/)

const plain: ProcessWriting = {
  basis: '首次编制，依据三批验证',
  yieldMin: '85',
  yieldMax: '98',
  balanceMin: '97',
  balanceMax: '102',
  maxBatch: '500',
  steps: [
    { name: '净制', option: '挑选', parameters: [{ name: '杂质率', unit: '%', max: '3.0' }] },
    {
      name: '切制',
      isCritical: true,
      holdHours: '4',
      instruction: '先试切十片，合格后连续切制',
      parameters: [
        { name: '厚度', unit: 'mm', min: '2', target: '3', max: '4', isCritical: true },
        { name: '刀具检查', unit: '' },
      ],
    },
  ],
}

test('a version of the initial set-up is in effect, and says that nobody signed it here', async () => {
  const first = await latestProcess(as, '当归')
  assert.deepEqual([first.state, first.isInitial, first.writtenBy, first.approvedBy], ['effective', true, null, null])
  assert.deepEqual(await signaturesOf(first.id), [])
})

test('a process is written, reviewed and approved by three persons, and is then in effect', async () => {
  const product = await productNamed('茯苓块')
  assert.equal(product.processVersion, null)
  const draft = await author.ask(processApi.create, { productId: product.id, ...plain })
  assert.deepEqual([draft.code, draft.version, draft.state], [`GY-${product.code}-01`, 1, 'draft'])
  await author.ask(processApi.submit, { id: draft.id, rowVersion: draft.rowVersion, signature: signed() })
  await qa.ask(processApi.review, { id: draft.id, signature: signed('参数与验证报告一致') })
  assert.equal((await approver.ask(processApi.approve, { id: draft.id, effectiveFrom: today, signature: signed() })).state, 'effective')
  const version = await read(draft.id)
  assert.deepEqual([version.writtenBy?.name, version.reviewedBy?.name, version.approvedBy?.name], ['卫生产', '郑质保', '冯受权'])
  assert.deepEqual((await signaturesOf(draft.id)).map(({ meaning, holds }) => [meaning, holds]), [['编制', true], ['审核', true], ['批准', true]]) // prettier-ignore
  const step = version.content.steps[1]!
  assert.deepEqual([step.holdHours, step.instruction, step.parameters[0]!.isCritical], ['4', '先试切十片，合格后连续切制', true])
  assert.deepEqual(step.parameters.map((one) => one.code), ['thickness', 'djjc']) // prettier-ignore
  assert.equal((await productNamed('茯苓块')).processVersion, 1)
  const makeable = await (await as('shengchan')).ask(productionApi.products, { q: '茯苓块' })
  assert.equal(makeable[0]!.process.maxBatch, '500')
})

test('nobody reviews what they wrote, or approves what they wrote or reviewed: not even an administrator, not even by SQL', async () => {
  const product = await productNamed('山药片')
  const { id, rowVersion } = await admin.ask(processApi.create, { productId: product.id, ...plain })
  await refused(author.ask(processApi.submit, { id, rowVersion, signature: signed() }), 'not_author')
  await admin.ask(processApi.submit, { id, rowVersion, signature: signed() })
  await refused(admin.ask(processApi.review, { id, signature: signed() }), 'author_reviews')
  await refused(admin.ask(processApi.sendBack, { id, reason: '再想想' }), 'author_reviews')
  const other = await as('user')
  await other.ask(processApi.review, { id, signature: signed() })
  await refused(admin.ask(processApi.approve, { id, effectiveFrom: today, signature: signed() }), 'author_approves')
  await refused(other.ask(processApi.approve, { id, effectiveFrom: today, signature: signed() }), 'reviewer_approves')
  await refused(other.ask(processApi.refuse, { id, reason: '再想想' }), 'reviewer_approves')
  for (const constraint of ['written_by', 'reviewed_by'])
    await assert.rejects(
      world.change(
        `update process_version set state = 'approved', effective_from = today(), approved_at = now(), approved_by = ${constraint} where id = $1`,
        [id],
      ),
      /process_(author|reviewer)_approves/,
    )
  await assert.rejects(
    world.change(`update process_version set state = 'approved', effective_from = today() where id = $1`, [id]),
    /check constraint/,
    'an approval has a person',
  )
  await refused(approver.ask(processApi.approve, { id, effectiveFrom: today, signature: { password: 'falsch' } }), 'wrong_password')
  await approver.ask(processApi.approve, { id, effectiveFrom: today, signature: signed() })
})

test('a person without the duty does not sign: each signature has its duty', async () => {
  const { id } = await submittedProcess(as, '白芍')
  await refused(author.ask(processApi.review, { id, signature: signed() }), 'no_permission')
  await refused(qa.ask(processApi.approve, { id, effectiveFrom: today, signature: signed() }), 'no_permission')
  await refused(approver.ask(processApi.approve, { id, effectiveFrom: today, signature: signed() }), 'wrong_state')
  await refused((await as('jianyan')).ask(processApi.list, {}), 'no_permission')
  await refused((await as('shengchan')).ask(processApi.copy, { id, basis: '试' }), 'no_permission')
})

test('what is sent back says why, is corrected by its author, and is signed anew from the beginning', async () => {
  const { id } = await reviewedProcess(as, '黄芪')
  await refused(qa.ask(processApi.sendBack, { id, reason: '晚了' }), 'wrong_state')
  const back = await approver.ask(processApi.refuse, { id, reason: '干燥温度没有验证依据' })
  assert.equal(back.state, 'draft')
  const draft = await read(id)
  assert.deepEqual([draft.returnReason, draft.reviewedBy], ['干燥温度没有验证依据', null])
  assert.deepEqual((await signaturesOf(id)).map(({ holds }) => holds), [false, false]) // prettier-ignore
  const edited = await author.ask(processApi.edit, { id, rowVersion: draft.rowVersion, ...writingOf(draft), basis: '补充干燥验证' })
  await author.ask(processApi.submit, { id, rowVersion: edited.rowVersion, signature: signed() })
  assert.equal((await read(id)).returnReason, '')
  assert.equal((await qa.ask(processApi.sendBack, { id, reason: '还缺一批' })).state, 'draft')
})

test('a draft is its author’s, once at a time for a product, and never written over unseen', async () => {
  const { id, rowVersion } = await draftProcess(as, '丹参')
  const draft = await read(id)
  const write = (change: Partial<ProcessWriting>, version = rowVersion) => ({ id, rowVersion: version, ...writingOf(draft), ...change })
  await refused(admin.ask(processApi.edit, write({})), 'not_author')
  await author.ask(processApi.edit, write({ maxBatch: '300' }))
  await refused(author.ask(processApi.edit, write({ maxBatch: '400' })), 'stale')
  await refused(author.ask(processApi.submit, { id, rowVersion, signature: signed() }), 'stale')
  await refused(author.ask(processApi.create, { productId: draft.productId, ...plain }), 'process_open')
  const effective = draft.versions.find((version) => version.state === 'effective')!
  await refused(author.ask(processApi.copy, { id: effective.id, basis: '再来一版' }), 'process_open')
  await refused(author.ask(processApi.edit, { ...write({}), id: effective.id }), 'wrong_state')
  const gone = await author.ask(processApi.discard, { id, reason: '改由新工艺验证后再写' })
  assert.equal(gone.state, 'void')
  assert.equal((await read(id)).voidReason, '改由新工艺验证后再写')
  await refused(author.ask(processApi.discard, { id, reason: '再废一次' }), 'wrong_state')
  assert.equal((await draftProcess(as, '丹参')).version, draft.version + 1, 'its number is not used again')
})

test('of two who begin the next version at the same moment, one does', async () => {
  const product = await productNamed('陈皮丝')
  const ends = await Promise.allSettled([author, admin].map((person) => person.ask(processApi.create, { productId: product.id, ...plain })))
  assert.deepEqual(ends.map((end) => end.status).sort(), ['fulfilled', 'rejected'])
  await refused(author.ask(processApi.create, { productId: product.id, ...plain }), 'process_open')
})

test('limits are in their order, a critical parameter makes a critical step, nothing is named twice', async () => {
  const { id: productId } = await productNamed('黄连片')
  const step = (parameter: object, more: object = {}) => [{ name: '切制' as const, parameters: [{ name: '厚度', ...parameter }], ...more }]
  const bad = (change: Partial<ProcessWriting>, path: string) =>
    refused(author.ask(processApi.create, { productId, ...plain, ...change }), 'invalid_input', path)
  await bad({ yieldMin: '99' }, 'yieldMax')
  await bad({ balanceMax: '90' }, 'balanceMax')
  await bad({ steps: step({ min: '4', max: '2' }) }, 'steps.0.parameters.0.max')
  await bad({ steps: step({ min: '2', target: '5', max: '4' }) }, 'steps.0.parameters.0.target')
  await bad({ steps: step({ min: '10', target: '9' }) }, 'steps.0.parameters.0.target')
  await bad({ steps: step({ max: '4', isCritical: true }) }, 'steps.0.isCritical')
  await bad({ steps: [{ name: '净制', parameters: [{ name: '杂质率' }, { name: '杂质率' }] }] }, 'steps.0.parameters.1.name')
  await bad({ steps: [{ name: '净制', holdHours: '0' }] }, 'steps.0.holdHours')
  await bad({ steps: [] }, 'steps')
  await bad({ basis: ' ' }, 'basis')
  const bran = await materialNamed('麦麸')
  await bad({ auxiliaries: [{ materialId: bran.id, ratio: '10' }, { materialId: bran.id, ratio: '12' }] }, 'auxiliaries') // prettier-ignore
})

test('an auxiliary is in use, is no packaging, and is not the herb itself', async () => {
  const product = await productNamed('黄连片')
  const herb = await materialNamed('黄连')
  const [bran, ...others] = [await materialNamed('麦麸'), ...(await author.ask(materialApi.list, { category: 'packaging' })).rows]
  const create = (materialId: string) =>
    author.ask(processApi.create, { productId: product.id, ...plain, auxiliaries: [{ materialId, ratio: '10.5' }] })
  for (const materialId of [herb.id, product.id, ...others.map((one) => one.id)])
    await refused(create(materialId), 'auxiliary_unsuitable', 'auxiliaries.0.materialId')
  const { id, rowVersion } = await create(bran.id)
  assert.deepEqual((await read(id)).content.auxiliaries, [{ materialId: bran.id, name: '麦麸', ratio: '10.5', tolerance: '2' }])
  await author.ask(materialApi.disable, { id: bran.id, reason: '供应商停产' })
  await refused(author.ask(processApi.submit, { id, rowVersion, signature: signed() }), 'auxiliary_unsuitable')
  await author.ask(materialApi.enable, { id: bran.id })
})

test('a running order keeps the version it was made on, whatever is approved meanwhile', async () => {
  const lot = await releasedLot(as, { material: '甘草', quantity: '100' })
  const before = await latestProcess(as, '甘草片')
  const { id } = await orderedProduction(as, { product: '甘草片', lots: [{ lotId: lot.lotId, quantity: '40' }] })
  const { id: next } = await approvedProcess(as, '甘草片', { maxBatch: '30', yieldMin: '88' })
  const order = await (await as('shengchan')).ask(productionApi.read, { id })
  assert.deepEqual([order.process.version, order.process.yieldMin], [before.version, before.yieldMin])
  const superseded = await read(before.id)
  assert.deepEqual([superseded.state, superseded.effectiveTo, superseded.openOrders], ['superseded', today, 1])
  await refused(orderedProduction(as, { product: '甘草片', lots: [{ lotId: lot.lotId, quantity: '40' }] }), 'batch_too_large')
  assert.equal((await read(next)).openOrders, 0)
})

test('a version approved for a later day leaves the present one in effect until then', async () => {
  const before = await latestProcess(as, '川芎')
  await refused(approvedProcess(as, '川芎', {}, addDays(today, -1)), 'effective_in_past', 'effectiveFrom')
  const waiting = (await latestProcess(as, '川芎')).id
  const later = addDays(today, 10)
  assert.equal((await approver.ask(processApi.approve, { id: waiting, effectiveFrom: later, signature: signed() })).state, 'scheduled')
  const present = await read(before.id)
  assert.deepEqual([present.state, present.effectiveTo], ['effective', later])
  const [made] = await (await as('shengchan')).ask(productionApi.products, { q: '川芎' })
  assert.equal(made!.process.version, before.version)

  await refused(approvedProcess(as, '川芎', {}, addDays(today, 5)), 'process_scheduled', 'effectiveFrom')
  await approver.ask(processApi.withdraw, { id: waiting, reason: '验证未完成', signature: signed() })
  const again = await read(before.id)
  assert.deepEqual([again.state, again.effectiveTo], ['effective', null], 'the present version continues')
  await assert.rejects(
    world.change(
      `insert into process_version (enterprise_id, product_id, version, code, state, is_initial, effective_from, yield_min, yield_max, balance_min, balance_max, max_batch)
       select enterprise_id, product_id, 99, code, state, true, effective_from + 1, yield_min, yield_max, balance_min, balance_max, max_batch from process_version where id = $1`,
      [before.id],
    ),
    /one_effective_process/,
    'two versions are never in effect on one day',
  )
})

test('a withdrawn version is ordered on no more, until another is approved', async () => {
  const { id } = await approvedProcess(as, '麸炒白术')
  await refused(author.ask(processApi.withdraw, { id, reason: '误', signature: signed() }), 'no_permission')
  const gone = await approver.ask(processApi.withdraw, { id, reason: '酒量未验证', signature: signed() })
  assert.equal(gone.state, 'void')
  assert.deepEqual((await signaturesOf(id)).at(-1)?.meaning, '废止')
  assert.deepEqual(await (await as('shengchan')).ask(productionApi.products, { q: '麸炒白术' }), [])
  await assert.rejects(orderedProduction(as, { product: '麸炒白术', lots: [] }), /no effective process/)
  assert.equal((await approvedProcess(as, '麸炒白术', {}, today)).state, 'effective')
})

test('what was signed is not rewritten, what was approved never: the database refuses even direct SQL', async () => {
  const { id } = await submittedProcess(as, '醋延胡索')
  for (const statement of [
    `update process_version set max_batch = 9 where id = $1`,
    `update process_step set option = '别的' where process_version_id = $1`,
    `delete from process_step where process_version_id = $1`,
    `insert into process_auxiliary (enterprise_id, process_version_id, material_id, ratio) select v.enterprise_id, v.id, m.id, 1 from process_version v join material m on m.enterprise_id = v.enterprise_id and m.name = '食盐' where v.id = $1`,
    `delete from process_version where id = $1`,
  ])
    await byDirectSql(statement, [id])
  await qa.ask(processApi.review, { id, signature: signed() })
  await approver.ask(processApi.approve, { id, effectiveFrom: today, signature: signed() })
  for (const statement of [
    `update process_version set effective_from = effective_from - 1 where id = $1`,
    `update process_version set state = 'draft' where id = $1`,
    `update process_version set approved_by = written_by where id = $1`,
    `update process_step set is_critical = false where process_version_id = $1`,
  ])
    await byDirectSql(statement, [id])
})

test('a product out of use gets no further version', async () => {
  const product = await productNamed('姜半夏')
  await author.ask(productApi.disable, { id: product.id, reason: '不再生产' })
  await refused(author.ask(processApi.create, { productId: product.id, ...plain }), 'product_inactive')
  await author.ask(productApi.enable, { id: product.id })
})

test('versions are found by number, product name and initials, by state and by product', async () => {
  for (const q of ['GY-P001', '当归', 'dg'])
    assert.ok(
      (await author.ask(processApi.list, { q })).rows.some((row) => row.productName === '当归'),
      q,
    )
  const { rows } = await author.ask(processApi.list, { state: 'effective', pageSize: 200 })
  assert.ok(rows.length > 5 && rows.every((row) => row.state === 'effective'))
  const product = await productNamed('当归')
  assert.ok((await author.ask(processApi.list, { productId: product.id })).rows.every((row) => row.productId === product.id))
  await refused((await as('other')).ask(processApi.read, { id: rows[0]!.id }), 'not_found')
})
