import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { changeApi } from '#contract/cases/change-api.ts'
import { only, present } from '#contract/kernel/certain.ts'
import { standardApi } from '#contract/laboratory/standard.ts'
import { assetApi } from '#contract/making/asset-api.ts'
import { processApi } from '#contract/making/process-version.ts'
import { packSpecApi } from '#contract/making/pack-spec.ts'
import { productApi } from '#contract/making/product.ts'
import { workApi } from '#contract/office/work.ts'
import { trainingApi } from '#contract/people/training.ts'
import { userApi } from '#contract/people/user.ts'
import { addDays, dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import { accountOf } from '#server/demo/authorisation.ts'
import { approvedVersionChange, proposedVersionChange } from '#server/demo/change.ts'
import { inspect } from '#server/demo/inspection.ts'
import { packedLot } from '#server/demo/packaging.ts'
import { secondPerson, signed } from '#server/demo/person.ts'
import { latestProcess, reviewedProcess } from '#server/demo/processing.ts'
import { producedBatch } from '#server/demo/production.ts'
import { receivedLot } from '#server/demo/purchase.ts'
import { refused } from '#server/test/refused.ts'
import { openWorld } from '#server/test/world.ts'
import { verifyDatabase } from '#server/verify/verify.ts'
import { applyChanges } from './apply-changes.ts'

const world = await openWorld()
after(() => world.close())
const { as } = world
const today = dayInShanghai(new Date())
const tomorrow = addDays(today, 1)

const idOf = async (userName: string) => (await accountOf(as, userName)).id
const approve = async (id: string) => (await as('zhiliang')).ask(changeApi.approve, { id, signature: signed() })
const withdraw = async (id: string) => (await as('zhiliang')).ask(changeApi.withdraw, { id, reason: '不再需要', signature: signed() })
const read = async (id: string) => (await (await as('qa')).ask(changeApi.read, { id })).change
const train = async (personId: string, changeId: string | null, result: 'passed' | 'failed' = 'passed') =>
  (await as('qa2')).ask(trainingApi.record, {
    ...{ personId, changeId, kind: 'method', result, course: '新版工艺规程', heldOn: today, classHours: '2', trainer: '何质量' },
  })
const waitsInTraining = async (caseNo: string) =>
  (await (await as('qa2')).ask(trainingApi.changes, {})).find((one) => one.caseNo === caseNo)?.people.map(({ id }) => id) ?? []

const batch = await producedBatch(as)

test('by what a batch was made no version follows without an approved change and the training of those whom it concerns', async () => {
  const version = await reviewedProcess(as, '当归', { basis: '干燥温度由60 ℃改为55 ℃' })
  const { productId } = await latestProcess(as, '当归')
  const approveVersion = async (effectiveFrom: string) =>
    (await as('shouquan')).ask(processApi.approve, { id: version.id, effectiveFrom, signature: signed() })
  await refused(approveVersion(today), 'version_change_required')
  await assert.rejects(
    world.change(
      `update process_version set state = 'approved', effective_from = today() + 400, approved_at = now(), approved_by = (select id from account where user_name = 'shouquan')
      where id = '${version.id}'`,
    ),
    /version_change_required/,
  )
  const [operator, other] = [await idOf('shengchan'), await idOf('cangku')]
  const { id, caseNo, asked, trainees } = await proposedVersionChange(as, {
    ...{ record: 'process', id: productId, plan: '干燥温度改为55 ℃', effectiveOn: tomorrow, traineeIds: [operator] },
  })
  assert.match(only(asked).old ?? '', /\d/)
  assert.deepEqual([only(asked).new, only(trainees).isTrained], ['干燥温度改为55 ℃', false])
  await refused(approveVersion(today), 'version_change_required')
  await refused(train(operator, id), 'training_of_other_change', 'changeId')
  assert.equal((await approve(id)).state, 'approved')
  assert.deepEqual(await waitsInTraining(caseNo), [operator])
  const waiting = await (await as('qa2')).ask(workApi.waiting, {})
  assert.ok(JSON.stringify(waiting).includes(caseNo), 'on the home page of those who keep the records of training')

  await refused(approveVersion(tomorrow), 'change_untrained')
  await refused(train(other, id), 'training_of_other_change', 'changeId')
  await train(operator, id, 'failed')
  await train(operator, null)
  await refused(approveVersion(tomorrow), 'change_untrained')
  const wrong = await train(operator, id)
  await (await as('qa2')).ask(trainingApi.void, { id: wrong.id, reason: '登记错人' })
  await refused(approveVersion(tomorrow), 'change_untrained')
  assert.equal((await train(operator, id)).change?.caseNo, caseNo)
  assert.deepEqual(await waitsInTraining(caseNo), [])
  await refused(approveVersion(today), 'version_before_change', 'effectiveFrom')
  await approveVersion(tomorrow)
  const { state, trainees: after } = await read(id)
  assert.deepEqual([state, only(after).isTrained], ['in_force', true])
})

test('one change opens the way for one version, and one that is not wanted is withdrawn on any day', async () => {
  const { rows } = await (await as('shengchan2')).ask(productApi.list, { q: '当归' })
  const product = only(rows.filter(({ name }) => name === '当归'))
  const version = await reviewedProcess(as, '当归', { basis: '再改一次' })
  const approveVersion = async (effectiveFrom: string) =>
    (await as('shouquan')).ask(processApi.approve, { id: version.id, effectiveFrom, signature: signed() })
  await refused(approveVersion(addDays(today, 9)), 'version_change_required')
  const { id } = await approvedVersionChange(as, { record: 'process', id: product.id })
  await refused(approvedVersionChange(as, { record: 'process', id: product.id }), 'change_open')
  // The product itself may have a change beside that of its process.
  const beside = await (
    await as('qa')
  ).ask(changeApi.product, {
    ...{
      id: product.id,
      changes: { storage: '置阴凉干燥处，防蛀' },
      effectiveOn: tomorrow,
      reason: '稳定性考察',
      impact: '以后批准的标签',
      signature: signed(),
    },
  })
  await (await as('qa')).ask(changeApi.cancel, { id: beside.id, reason: '填错' })
  assert.equal(await applyChanges(world.pool), 0, 'the calendar approves no version')
  assert.equal((await withdraw(id)).state, 'cancelled')
  await refused(approveVersion(addDays(today, 9)), 'version_change_required')
})

test('an edition follows one by which was tested only with a change; on another day it needs no second one', async () => {
  const lot = await receivedLot(as, { material: '黄芪' })
  await inspect(as, lot.lotId, { side: 'raw' })
  const author = await as('zhuguan')
  const now = only((await author.ask(standardApi.list, { q: '黄芪', of: 'material', state: 'effective' })).rows)
  const draft = await author.ask(standardApi.renew, { id: now.id, edition: '内控2027', effectiveFrom: addDays(today, 20) })
  const { id, rowVersion } = await author.ask(standardApi.submit, { id: draft.id, rowVersion: draft.rowVersion, signature: signed() })
  const chief = await as('shouquan')
  const approveEdition = () => chief.ask(standardApi.approve, { id, rowVersion, signature: signed() })
  await refused(approveEdition(), 'version_change_required')
  await refused(
    chief.ask(standardApi.approveSeveral, { editions: [{ id, rowVersion }], signature: signed() }),
    'version_change_required',
    'editions.0',
  )
  const change = await approvedVersionChange(as, { record: 'standard', id: now.standardId, plan: '水分限度由10.0%改为9.0%' })
  const coming = await approveEdition()
  assert.deepEqual([coming.state, (await read(change.id)).state], ['coming', 'in_force'])
  const redated = await author.ask(standardApi.redate, {
    ...{
      id,
      rowVersion: coming.rowVersion,
      effectiveFrom: addDays(today, 30),
      reason: '培训延后',
      signature: signed(),
      approver: secondPerson('shouquan'),
    },
  })
  assert.equal(redated.state, 'coming')
  await refused(approvedVersionChange(as, { record: 'standard', id: '00000000-0000-7000-8000-000000000000' }), 'not_found')
})

test('once there are packs of a product, another way to pack it and its label come by a change', async () => {
  const office = await as('admin')
  const { rows } = await office.ask(packSpecApi.list, { q: '当归', pageSize: 200 })
  const { productId } = present(rows.find(({ productName }) => productName === '当归'))
  const spec = { packUnit: '袋', packsPerBox: 10, codeScheme: 'INTERNAL' as const }
  const write = (name: string, netQuantity = '0.3') => office.ask(packSpecApi.create, { productId, name, netQuantity, ...spec })
  const first = await write('300 g/袋')
  await packedLot(as, { packs: 10, spec: '500 g' })
  await refused(write('200 g/袋', '0.2'), 'pack_spec_change_required')
  await refused(
    office.ask(packSpecApi.edit, { id: first.id, rowVersion: first.rowVersion, name: '300 g/盒', netQuantity: '0.3', ...spec }),
    'pack_spec_change_required',
  )
  const used = present((await office.ask(packSpecApi.list, { q: '当归', pageSize: 200 })).rows.find(({ isUsed }) => isUsed))
  await refused(
    office.ask(packSpecApi.edit, { id: used.id, rowVersion: used.rowVersion, name: '另一种', netQuantity: '0.3', ...spec }),
    'pack_spec_used',
  )
  for (const past of [
    `update pack_spec set name = '300 g/盒' where id = '${first.id}'`,
    `insert into pack_spec (enterprise_id, product_id, name, net_quantity, packs_per_box, code_scheme)
      select enterprise_id, product_id, '200 g/盒', 0.2, 10, 'INTERNAL' from pack_spec where id = '${first.id}'`,
  ])
    await assert.rejects(world.change(past), /pack_spec_change_required/)

  const packer = await idOf('baozhuang')
  const asked = { record: 'pack_spec' as const, id: productId, plan: '200 g/袋，标签加印电话' }
  const change = await proposedVersionChange(as, { ...asked, effectiveOn: tomorrow, traineeIds: [packer] })
  assert.match(only(change.asked).old ?? '', /300 g\/袋/)
  assert.equal((await approve(change.id)).state, 'approved')
  await refused(write('200 g/袋', '0.2'), 'change_untrained')
  await train(packer, change.id)
  await refused(write('200 g/袋', '0.2'), 'version_before_change', 'effectiveFrom')
  assert.equal((await withdraw(change.id)).state, 'cancelled')

  const { id } = await approvedVersionChange(as, asked)
  await write('200 g/袋', '0.2')
  assert.equal((await read(id)).state, 'in_force')
  await refused(write('100 g/袋', '0.1'), 'pack_spec_change_required')
  // In and out of use it goes without.
  await office.ask(packSpecApi.disable, { id: first.id, reason: '不再订货' })
  await office.ask(packSpecApi.enable, { id: first.id })
})

test('what is critical of a machine that was used becomes another by a change alone', async () => {
  const { rows } = await world.admin.query<{ id: string }>(
    `select asset_id as id from asset_use where production_order_id is not null limit 1`,
  )
  const { id } = only(rows)
  const keeper = await as('shengchan2')
  const asset = await keeper.ask(assetApi.read, { id })
  const { name, class: sort, place, isToxic, clearanceHours, calibrationMonths } = asset
  const fields = { name, class: sort, place, isToxic, clearanceHours, calibrationMonths }
  const { rowVersion } = await keeper.ask(assetApi.edit, { id, rowVersion: asset.rowVersion, ...fields, place: '二车间' })
  await refused(keeper.ask(assetApi.edit, { id, rowVersion, ...fields, clearanceHours: clearanceHours + 24 }), 'change_required')
  const ask = async (changes: { clearanceHours?: number; isToxic?: boolean }) =>
    (await as('qa')).ask(changeApi.asset, {
      ...{ id, changes, effectiveOn: today, reason: '清洁验证', impact: '清场合格证的期限', signature: signed() },
    })
  await refused(ask({ clearanceHours }), 'nothing_corrected')
  const change = await ask({ clearanceHours: clearanceHours + 24 })
  assert.equal((await approve(change.id)).state, 'in_force')
  const after = await keeper.ask(assetApi.read, { id })
  assert.equal(after.clearanceHours, clearanceHours + 24)
  // How it is maintained is planned by two, also once it was used.
  const plan = { id, serial: 0, months: 6, content: '检查传动', onOverdue: 'warn' as const, reason: '设备规程' }
  await keeper.ask(assetApi.planMaintenance, { ...plan, signature: signed(), approver: secondPerson('qa') })

  const dedicated = await ask({ isToxic: !isToxic })
  await refused(approve(dedicated.id), 'asset_in_service')
  const { state } = await read(dedicated.id)
  assert.equal(state, 'proposed')
})

test('values wait for the training of those concerned; who has left is not waited for', async () => {
  const { rows } = await (await as('shengchan2')).ask(productApi.list, { q: '当归' })
  const product = only(rows.filter(({ name }) => name === '当归'))
  const [one, leaver] = [await idOf('baozhuang'), await idOf('quyang')]
  const change = await (
    await as('qa')
  ).ask(changeApi.product, {
    ...{ id: product.id, changes: { storage: '置阴凉干燥处，防潮防蛀' }, effectiveOn: today, reason: '稳定性考察' },
    ...{ impact: '以后批准的标签', traineeIds: [one, leaver], signature: signed() },
  })
  assert.equal((await approve(change.id)).state, 'approved')
  assert.equal(await applyChanges(world.pool), 0)
  await assert.rejects(
    world.change(`update change_request set state = 'in_force', applied_at = now() where id = '${change.id}'`),
    /change_untrained/,
  )
  await train(one, change.id)
  assert.deepEqual(await waitsInTraining(change.caseNo), [leaver])
  const admin = await as('admin')
  const account = only((await admin.ask(userApi.list, { q: 'quyang' })).rows.filter(({ userName }) => userName === 'quyang'))
  await admin.ask(userApi.disable, { id: account.id, reason: '离职' })
  assert.deepEqual(await waitsInTraining(change.caseNo), [])
  assert.equal(await applyChanges(world.pool), 1)
  const { rows: changed } = await (await as('shengchan2')).ask(productApi.list, { q: '当归' })
  assert.equal(changed.find(({ id }) => id === product.id)?.storage, '置阴凉干燥处，防潮防蛀')
  const [stranger] = ['00000000-0000-7000-8000-000000000000']
  await refused(proposedVersionChange(as, { record: 'process', id: product.id, traineeIds: [stranger] }), 'invalid_input', 'traineeIds.0')
})

test('a change says what it means, also past the steps, and the evidence is whole after all of it', async () => {
  await assert.rejects(
    world.change(
      `insert into change_request (enterprise_id, case_id, record, record_id, subject, asked, reason, effective_on, proposed_by)
      select enterprise_id, case_id, record, record_id, subject, asked, reason, today(), proposed_by from change_request limit 1`,
    ),
    /says what it means/,
  )
  assert.ok(batch.lotId)
  const client = await world.admin.connect()
  try {
    assert.deepEqual((await verifyDatabase(client)).findings, [])
  } finally {
    client.release()
  }
})
