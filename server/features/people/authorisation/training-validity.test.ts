import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { only, present } from '#contract/kernel/certain.ts'
import { workApi } from '#contract/office/work.ts'
import { authorisationApi } from '#contract/people/authorisation.ts'
import { trainingApi } from '#contract/people/training.ts'
import { addDays, addMonths, dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import { accountOf, askAuthorisations, authorised, trained } from '#server/demo/authorisation.ts'
import { sampled } from '#server/demo/inspection.ts'
import { secondPerson, signed } from '#server/demo/person.ts'
import { receivedLot } from '#server/demo/purchase.ts'
import { tellExpiring } from '#server/features/supply/licence/tell-expiring.ts'
import { refused } from '#server/test/refused.ts'
import { openWorld } from '#server/test/world.ts'

const world = await openWorld()
after(() => world.close())
const { as } = world
const qa = await as('qa')
const today = dayInShanghai(new Date())
const ruleOf = async (kind: string) => present((await qa.ask(trainingApi.rules, {})).find((rule) => rule.kind === kind))
const setRule = async (kind: string, months: number | null) =>
  qa.ask(trainingApi.setRule, {
    ...{ kind, months, serial: (await ruleOf(kind)).serial, reason: '人员培训管理规程' },
    ...{ signature: signed(), approver: secondPerson('zhiliang') },
  })
const held = async (userName: string) => only((await qa.ask(authorisationApi.list, { q: userName, state: 'valid' })).rows)

test('how long a kind of training holds is the firm’s own rule, given by two; what was recorded before keeps its day', async () => {
  assert.equal((await trained(as, 'cangku', 'weighing')).validUntil, null, 'without a rule it holds without end')
  const given = { kind: 'weighing', months: 12, serial: 0, reason: '规程', signature: signed(), approver: secondPerson('zhiliang') }
  await refused(qa.ask(trainingApi.setRule, { ...given, approver: secondPerson('qa') }), 'same_person')
  await refused(qa.ask(trainingApi.setRule, { ...given, approver: secondPerson('cangku') }), 'signer_lacks_duty')
  await refused(qa.ask(trainingApi.setRule, { ...given, months: 0 }), 'invalid_input', 'months')
  await refused(qa.ask(trainingApi.setRule, { ...given, kind: 'juggling' }), 'dictionary_item_unknown', 'kind')
  await refused((await as('cangku')).ask(trainingApi.setRule, given), 'no_permission')
  await qa.ask(trainingApi.setRule, given)
  await refused(qa.ask(trainingApi.setRule, given), 'stale')
  const training = await trained(as, 'cangku', 'weighing')
  assert.equal(training.validUntil, addMonths(training.heldOn, 12))
  await setRule('weighing', 3)
  const { rows } = await qa.ask(trainingApi.list, { q: 'cangku' })
  assert.deepEqual(
    rows.map(({ validUntil }) => validUntil).toSorted(),
    [null, addMonths(training.heldOn, 12)].toSorted(),
    'a later rule changes nothing of before',
  )
  await assert.rejects(
    world.change(`insert into training_rule (enterprise_id, kind, serial, months, reason, changed_by, approved_by, changed_at)
      select enterprise_id, kind, serial + 1, 99, 'x', changed_by, changed_by, now() from training_rule order by serial desc limit 1`),
    /training_rule_by_two/,
  )
  await assert.rejects(world.change(`update training set valid_until = '2099-01-01'`), /not rewritten/)
  const { id: personId } = await accountOf(as, 'cangku')
  await refused(
    qa.ask(trainingApi.record, {
      personId,
      kind: 'juggling',
      course: '甲',
      heldOn: today,
      classHours: '1',
      trainer: '何质量',
      result: 'passed',
    }),
    'dictionary_item_unknown',
    'kind',
  )
})

test('an authorisation stops on the day its training is over, without any job; from then on two give it anew', async () => {
  await setRule('sampling', 1)
  const { id } = await authorised(as, 'quyang', 'sampling', { daysAgo: 10 })
  await askAuthorisations(as, today)
  const sampleOne = async () => sampled(as, (await receivedLot(as)).lotId, 'raw')
  const row = await held('quyang')
  assert.equal(row.training.validUntil, addMonths(addDays(today, -10), 1))
  const waiting = await qa.ask(workApi.waiting, {})
  assert.ok(
    waiting.some(({ document, oldest }) => document === '上岗授权' && oldest.some(({ subject }) => subject.includes('培训到期'))),
    'who renews it is told a month before',
  )
  await tellExpiring(world.pool)
  const told = await world.admin.query(`select from notification where record_id = $1 and title like '%培训%'`, [id])
  assert.ok((told.rowCount ?? 0) > 0)

  const move = (heldOn: string, until: string) =>
    world.change(
      `set local session_replication_role = replica; update training set held_on = '${heldOn}', valid_until = '${until}' where id = '${row.training.id}'`,
    )
  await move(addDays(today, -40), addDays(today, -1))
  await refused(sampleOne(), 'not_authorised')
  const { rows: lacking } = await world.admin.query<{ lacks: boolean }>(
    `select lacks_authorisation(enterprise_id, person_id, activity, today()) as lacks from authorisation where id = $1`,
    [id],
  )
  assert.equal(present(lacking[0]).lacks, true, 'the trigger of the database asks the same')
  const own = await (await as('quyang')).ask(authorisationApi.own, {})
  assert.equal(only(own.held).trainingUntil, addDays(today, -1))
  const { missing } = await qa.ask(authorisationApi.rule, {})
  assert.ok(missing.some(({ activity, people }) => activity === 'sampling' && people.some(({ id: one }) => one === row.person.id)))
  await refused(
    qa.ask(authorisationApi.give, {
      ...{
        personId: row.person.id,
        activity: 'sampling',
        trainingId: row.training.id,
        validUntil: addDays(today, 100),
        signature: signed(),
      },
    }),
    'training_over',
    'trainingId',
  )
  await assert.rejects(
    world.change(`insert into authorisation (enterprise_id, person_id, activity, training_id, valid_until, state, given_by, given_at)
      select enterprise_id, person_id, 'weighing', training_id, valid_until, 'proposed', given_by, now() from authorisation where id = '${id}'`),
    /training_over/,
  )

  await trained(as, 'quyang', 'sampling', 0)
  await refused(sampleOne(), 'not_authorised')
  await authorised(as, 'quyang', 'sampling', { daysAgo: 0 })
  await sampleOne()
  await askAuthorisations(as, null)
})

test('a training of its kind renews what rests on one that still holds, and ends with its own void', async () => {
  await authorised(as, 'quyang', 'sampling', { daysAgo: 10 })
  const row = await held('quyang')
  await askAuthorisations(as, today)
  const lacksOn = async (day: string) => {
    const { rows } = await world.admin.query<{ lacks: boolean }>(
      `select lacks_authorisation(enterprise_id, person_id, activity, $2::date) as lacks from authorisation where id = $1`,
      [row.id, day],
    )
    return present(rows[0]).lacks
  }
  const later = addDays(present(row.training.validUntil), 3)
  assert.equal(await lacksOn(later), true)
  await trained(as, 'quyang', 'weighing', 0)
  assert.equal(await lacksOn(later), true, 'another kind renews nothing')
  await setRule('sampling', 3)
  const again = await trained(as, 'quyang', 'sampling', 0)
  assert.equal(await lacksOn(later), false)
  assert.equal((await held('quyang')).training.validUntil, again.validUntil)
  const kept = await world.admin.query(
    `select from ((select id, since, ends from waiting where life = 'authorisation') except (select id, since, ends from waits_authorisation)) x`,
  )
  assert.equal(kept.rowCount, 0)
  await qa.ask(trainingApi.void, { id: again.id, reason: '签到表是别人的' })
  assert.equal(await lacksOn(later), true)
  await askAuthorisations(as, null)
})
