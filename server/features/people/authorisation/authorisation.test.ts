import assert from 'node:assert/strict'
import { scaleFor } from '#server/demo/asset.ts'
import { after, test } from 'node:test'
import { present } from '#contract/kernel/certain.ts'
import { rawInspectionApi } from '#contract/laboratory/inspection-api.ts'
import { workApi } from '#contract/office/work.ts'
import { authorisationApi } from '#contract/people/authorisation.ts'
import { trainingApi } from '#contract/people/training.ts'
import { productionApi } from '#contract/making/production-api.ts'
import { addDays, dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import { accountOf, askAuthorisations, authorised, proposedAuthorisation, trained } from '#server/demo/authorisation.ts'
import { inspect, receivedSamples, release, releasedLot, sampleOf, tested } from '#server/demo/inspection.ts'
import { packedLot, releaseOf } from '#server/demo/packaging.ts'
import { secondPerson, signed } from '#server/demo/person.ts'
import { approvedProduction, weighingsOf } from '#server/demo/production.ts'
import { receivedLot } from '#server/demo/purchase.ts'
import { tellExpiring } from '#server/features/supply/licence/tell-expiring.ts'
import { refused } from '#server/test/refused.ts'
import { openWorld } from '#server/test/world.ts'

const world = await openWorld()
after(() => world.close())
const { as } = world
const [qa, qa2, zhiliang] = [await as('qa'), await as('qa2'), await as('zhiliang')]
const today = dayInShanghai(new Date())
const later = addDays(today, 300)
const give = async (userName: string, trainingId: string, validUntil = later) => ({
  personId: (await accountOf(as, userName)).id,
  activity: 'sampling' as const,
  trainingId,
  validUntil,
  signature: signed(),
})

test('an authorisation rests on a training that was passed, of the person themselves', async () => {
  const { id: personId } = await accountOf(as, 'quyang')
  const course = { personId, kind: 'sampling', course: '取样法', heldOn: today, classHours: '4', trainer: '何质量', remark: '' }
  const failed = await qa.ask(trainingApi.record, { ...course, result: 'failed' })
  await refused(qa.ask(authorisationApi.give, await give('quyang', failed.id)), 'training_not_passed', 'trainingId')
  const other = await trained(as, 'jianyan', 'sampling')
  await refused(qa.ask(authorisationApi.give, await give('quyang', other.id)), 'invalid_input', 'trainingId')
  const passed = await qa.ask(trainingApi.record, { ...course, result: 'passed' })
  for (const day of [today, addDays(today, 1096), '2199-12-31'])
    await refused(qa.ask(authorisationApi.give, await give('quyang', passed.id, day)), 'invalid_input', 'validUntil')
  await refused(qa.ask(trainingApi.record, { ...course, result: 'passed', heldOn: addDays(today, 1) }), 'invalid_input', 'heldOn')
  for (const classHours of ['0', '401', '999', '1e2'])
    await refused(qa.ask(trainingApi.record, { ...course, result: 'passed', classHours }), 'invalid_input', 'classHours')
  const stranger = await world.admin.query<{ id: string }>(`select id from account where user_name = 'other'`)
  const foreign = present(stranger.rows[0]).id
  await refused(qa.ask(trainingApi.record, { ...course, personId: foreign, result: 'passed' }), 'invalid_input', 'personId')
})

test('nobody authorises themselves, records their own training, or approves what they gave', async () => {
  const own = await accountOf(as, 'qa')
  const course = {
    personId: own.id,
    kind: 'release',
    course: '放行审核',
    heldOn: today,
    classHours: '2',
    trainer: '何质量',
    result: 'passed' as const,
  }
  await refused(qa.ask(trainingApi.record, course), 'records_own_training', 'personId')
  const training = await qa2.ask(trainingApi.record, course)
  await refused(qa.ask(authorisationApi.give, await give('qa', training.id)), 'authorises_oneself', 'personId')
  await refused(qa.ask(trainingApi.void, { id: training.id, reason: '重复' }), 'records_own_training')

  const admin = await as('admin')
  const course2 = { ...course, personId: (await accountOf(as, 'caigou')).id }
  const { id: trainingId } = await admin.ask(trainingApi.record, course2)
  const proposed = await admin.ask(authorisationApi.give, await give('caigou', trainingId))
  await refused(admin.ask(authorisationApi.approve, { id: proposed.id, signature: signed() }), 'author_approves')
  await assert.rejects(
    world.change(`update authorisation set state = 'valid', approved_by = given_by, approved_at = now() where id = '${proposed.id}'`),
    /authorisation_by_two/,
  )
  await refused(
    zhiliang.ask(authorisationApi.approve, { id: proposed.id, signature: { password: 'falsch', comment: '' } }),
    'wrong_password',
  )
  await zhiliang.ask(authorisationApi.refuse, { id: proposed.id, reason: '不从事取样' })
  await refused(zhiliang.ask(authorisationApi.approve, { id: proposed.id, signature: signed() }), 'wrong_state')
})

test('of two proposals for the same work one waits, of two approvals one counts, and a new one replaces the old', async () => {
  const training = await trained(as, 'quyang', 'sampling')
  const both = await Promise.allSettled([
    qa.ask(authorisationApi.give, await give('quyang', training.id)),
    qa2.ask(authorisationApi.give, await give('quyang', training.id)),
  ])
  assert.deepEqual(both.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
  const [first] = (await qa.ask(authorisationApi.list, { state: 'proposed', q: 'quyang' })).rows
  const { id } = present(first)
  const twice = await Promise.allSettled(
    [zhiliang, await as('user')].map((one) => one.ask(authorisationApi.approve, { id, signature: signed() })),
  )
  assert.deepEqual(twice.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
  const next = await authorised(as, 'quyang', 'sampling', { days: 20 })
  const { rows } = await qa.ask(authorisationApi.list, { q: 'quyang', activity: 'sampling' })
  assert.deepEqual(rows.map((row) => [row.id, row.state]).sort(), [[next.id, 'valid'], [id, 'replaced']].sort()) // prettier-ignore
  const waiting = await qa.ask(workApi.waiting, {})
  const ending = waiting.find(({ document, state }) => document === '上岗授权' && state === '已批准')
  assert.equal(ending?.count, 1, 'one that ends within a month waits to be given anew')
})

test('a training that was recorded wrongly takes what rests on it with it', async () => {
  const held = await authorised(as, 'jianyan', 'test_assay')
  const proposed = await proposedAuthorisation(as, 'jianyan', 'test_extract')
  for (const { training } of [held, proposed]) await qa.ask(trainingApi.void, { id: training.id, reason: '登记了别人的成绩' })
  const { rows } = await qa.ask(authorisationApi.list, { q: 'jianyan' })
  const stateOf = (id: string) => rows.find((row) => row.id === id)?.state
  assert.deepEqual([stateOf(held.id), stateOf(proposed.id)], ['suspended', 'refused'])
  await refused(qa.ask(trainingApi.void, { id: held.training.id, reason: '再作废' }), 'wrong_state')
  await refused(qa.ask(authorisationApi.give, await give('jianyan', held.training.id)), 'training_not_passed', 'trainingId')
  const again = await authorised(as, 'jianyan', 'test_assay')
  await refused(qa.ask(authorisationApi.suspend, { id: held.id, reason: '已换新' }), 'wrong_state')
  await zhiliang.ask(authorisationApi.withdraw, { id: again.id, reason: '离岗' })
  await refused(zhiliang.ask(authorisationApi.withdraw, { id: again.id, reason: '离岗' }), 'wrong_state')
})

test('from which day authorisations are asked two persons decide, and the later of two at once looks again', async () => {
  const change = { serial: 0, askedFrom: today, reason: '启用', signature: signed(), approver: secondPerson('zhiliang') }
  await refused(qa.ask(authorisationApi.changeRule, { ...change, approver: secondPerson('qa') }), 'same_person')
  await refused(qa.ask(authorisationApi.changeRule, { ...change, approver: secondPerson('cangku') }), 'signer_lacks_duty')
  await refused(qa.ask(authorisationApi.changeRule, { ...change, askedFrom: addDays(today, -1) }), 'invalid_input', 'askedFrom')
  await refused(qa.ask(authorisationApi.changeRule, { ...change, askedFrom: null }), 'invalid_input', 'askedFrom')
  await refused(zhiliang.ask(authorisationApi.changeRule, change), 'no_permission')
  const both = await Promise.allSettled([qa, qa2].map((one) => one.ask(authorisationApi.changeRule, change)))
  assert.deepEqual(both.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
  await refused(qa.ask(authorisationApi.changeRule, { ...change, askedFrom: later }), 'stale')
  await askAuthorisations(as, null)
  assert.equal((await (await as('quyang')).ask(authorisationApi.own, {})).askedFrom, null)
})

test('who is not authorised takes no sample, tests nothing, weighs nothing out and releases nothing', async () => {
  const { lotId } = await receivedLot(as)
  const packed = await packedLot(as)
  const { lotId: charge } = await releasedLot(as)
  const order = await approvedProduction(as, { lots: [{ lotId: charge, quantity: '100' }] })
  const { id } = await (await as('cangku')).ask(rawInspectionApi.request, { lotId, department: '仓库' })
  await (await as('zhuguan')).ask(rawInspectionApi.accept, { id })
  await askAuthorisations(as, today)

  const [current] = (await qa.ask(authorisationApi.list, { q: 'quyang', state: 'valid' })).rows
  const sampler = await as('quyang')
  await qa.ask(authorisationApi.suspend, { id: present(current).id, reason: '取样偏差' })
  await refused(sampler.ask(rawInspectionApi.sample, { id, ...sampleOf('raw') }), 'not_authorised', '')
  await authorised(as, 'quyang', 'sampling')
  await sampler.ask(rawInspectionApi.sample, { id, ...sampleOf('raw') })
  await receivedSamples(as, id, 'raw')

  await assert.rejects(tested(as, id, 'raw'), { code: 'not_authorised' })
  for (const activity of ['test_appearance', 'test_identification', 'test_check', 'test_extract'] as const)
    await authorised(as, 'jianyan', activity)
  await assert.rejects(tested(as, id, 'raw'), { code: 'not_authorised' })
  await authorised(as, 'jianyan', 'test_assay')
  await authorised(as, 'jianyan', 'test_other')
  await authorised(as, 'jianyan', 'test_microbe')
  await tested(as, id, 'raw')

  const weighing = {
    id: order.id,
    scaleId: await scaleFor(await as('cangku')),
    weighings: await weighingsOf(as, order.id),
    restrictionsHeeded: false,
    signature: signed(),
    checker: secondPerson('shengchan'),
  }
  await refused((await as('cangku')).ask(productionApi.issue, weighing), 'not_authorised', '')
  await authorised(as, 'cangku', 'weighing')
  await (await as('cangku')).ask(productionApi.issue, weighing)

  await assert.rejects(releaseOf(as, packed), { code: 'not_authorised' })
  await authorised(as, 'shouquan', 'release')
  await releaseOf(as, packed)
})

test('the database asks as well, whatever the server believes, and an end that has come ends the work', async () => {
  const lot = await receivedLot(as)
  const { reportId } = await inspect(as, lot.lotId, { side: 'raw' })
  const held = await authorised(as, 'qa', 'release')
  await world.change(`alter table authorisation disable trigger user`)
  await world.change(`update authorisation set valid_until = today() - 1, given_at = now() - interval '2 days' where id = '${held.id}'`)
  await world.change(`alter table authorisation enable trigger user`)
  await assert.rejects(release(as, reportId), { code: 'not_authorised' })
  await assert.rejects(
    world.change(`insert into production_issue select (jsonb_populate_record(i, jsonb_build_object('id', uuidv7(), 'issue_no', 'X', 'issued_by', a.id, 'is_supplement', true,
      'approved_by', (select id from account where user_name = 'shengchan2'), 'reason', 'x'))).* from production_issue i, account a where a.user_name = 'cangku2' limit 1`),
    /not_authorised/,
  )
  await assert.rejects(world.change(`update authorisation set valid_until = today() + 9 where id = '${held.id}'`), /not rewritten/)
  await assert.rejects(world.change(`update authorisation set state = 'valid' where state = 'withdrawn'`), /not rewritten/)
  await askAuthorisations(as, null)
  await release(as, reportId)
})

test('an authorisation is told before it ends, once for each end, and no more when a new one has taken its place', async () => {
  const held = await authorised(as, 'fuhe', 'test_check')
  await world.change(`alter table authorisation disable trigger user`)
  await world.change(`update authorisation set valid_until = today() + 20 where id = '${held.id}'`)
  await world.change(`alter table authorisation enable trigger user`)
  await tellExpiring(world.pool)
  assert.equal(await tellExpiring(world.pool), 0, 'what was told is not told again')
  const told = async (isDone: boolean) =>
    (
      await world.admin.query<{ title: string }>(
        `select distinct title from notification where record_id = $1 and asked = 'renew' and (done_at is not null) = $2`,
        [held.id, isDone],
      )
    ).rows.map(({ title }) => title)
  assert.match(present((await told(false))[0]), /检查项检验授权还有20天到期/)
  await authorised(as, 'fuhe', 'test_check')
  assert.deepEqual(await told(false), [])
  assert.equal((await told(true)).length, 1)
})
