import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { correctionApi } from '#contract/cases/correction.ts'
import { elementAt, only } from '#contract/kernel/certain.ts'
import { productionApi } from '#contract/making/production-api.ts'
import { workApi } from '#contract/office/work.ts'
import { releasedLot } from '#server/demo/inspection.ts'
import { signed } from '#server/demo/person.ts'
import { finishedProduction, steppedProduction } from '#server/demo/production.ts'
import { refused } from '#server/test/refused.ts'
import { openWorld } from '#server/test/world.ts'

/* 退回单步: QA sends single parts of a record back, production answers each, and nothing is reviewed before. */

const world = await openWorld()
after(() => world.close())
const { as } = world

const read = async (id: string) => (await as('shengchan')).ask(productionApi.read, { id })
const review = async (id: string) => (await as('qa')).ask(productionApi.review, { id, signature: signed() })

async function finishedOrder() {
  const lot = await releasedLot(as, { quantity: '60' })
  const { id } = await steppedProduction(as, { lots: [{ lotId: lot.lotId, quantity: '50', reason: '按计划' }] })
  await finishedProduction(as, id)
  return id
}

const sendBack = async (id: string, ...parts: { part: 'issue' | 'step' | 'balance'; stepNo?: number }[]) =>
  (await as('qa')).ask(productionApi.sendBack, { id, parts: parts.map((part) => ({ ...part, reason: '干燥温度记录不清' })) })
const answer = async (id: string, ids: readonly string[], who = 'shengchan') =>
  (await as(who)).ask(productionApi.answer, { id, answers: ids.map((one) => ({ id: one, answer: '核对仪表记录，已更正' })) })
const openOf = async (id: string) => (await read(id)).sentBack.filter(({ answeredAt }) => answeredAt === null).map((one) => one.id)

test('a step and the balance are sent back, corrected and answered one by one; then the record is reviewed', async () => {
  const id = await finishedOrder()
  await refused(sendBack(id, { part: 'step', stepNo: 9 }), 'wrong_step', 'parts.0.stepNo')
  await refused(sendBack(id, { part: 'step' }), 'invalid_input', 'parts.0.stepNo')
  await refused(sendBack(id, { part: 'issue' }, { part: 'issue' }), 'invalid_input', 'parts')
  await refused((await as('shengchan')).ask(productionApi.sendBack, { id, parts: [{ part: 'issue', reason: 'x' }] }), 'no_permission')
  assert.equal((await sendBack(id, { part: 'step', stepNo: 4 }, { part: 'balance' })).state, 'sent_back')
  await refused(review(id), 'wrong_state')
  await refused(sendBack(id, { part: 'issue' }), 'wrong_state')
  const waits = async () =>
    (await (await as('shengchan')).ask(workApi.waiting, {})).filter(
      ({ document, steps }) => document === '批生产指令' && steps.includes('答复退回'),
    )
  assert.equal((await waits()).length, 1)

  const step = elementAt((await read(id)).steps, 3)
  const { id: correctionId, correctionNo } = await (
    await as('qa')
  ).ask(correctionApi.step, { id: step.id, changes: { water: '0.1' }, reason: '漏记补水', signature: signed() })
  await (await as('zhiliang')).ask(correctionApi.approve, { id: correctionId, signature: signed() })
  const [first, second] = await openOf(id)
  assert.equal((await answer(id, [String(first)])).state, 'sent_back')
  await refused(answer(id, [String(first)]), 'not_found', 'answers.0.id')
  assert.equal((await answer(id, [String(second)])).state, 'completed')
  assert.deepEqual(await waits(), [])
  const { sentBack } = await read(id)
  assert.deepEqual(
    sentBack.map(({ part, stepNo, answer: said, correctionNos }) => [part, stepNo, said, correctionNos]),
    [
      ['step', 4, '核对仪表记录，已更正', [correctionNo]],
      ['balance', null, '核对仪表记录，已更正', []],
    ],
  )
  // It may come back again, and in the end it is reviewed.
  await sendBack(id, { part: 'issue' })
  await answer(id, await openOf(id))
  assert.equal((await review(id)).state, 'reviewed')
  await refused(sendBack(id, { part: 'issue' }), 'wrong_state')
})

test('two who answer at once answer once; who sent it back does not answer, nor who worked on it send it back', async () => {
  const id = await finishedOrder()
  await sendBack(id, { part: 'issue' })
  const open = await openOf(id)
  const answers = await Promise.allSettled([answer(id, open), answer(id, open)])
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected'])

  await world.change(
    `insert into account_role (enterprise_id, account_id, role_id) select a.enterprise_id, a.id, r.role_id from account a
      join account s on s.enterprise_id = a.enterprise_id and s.user_name = 'shengchan' join account_role r on r.enterprise_id = s.enterprise_id and r.account_id = s.id
     where a.user_name = 'qa' on conflict do nothing`,
  )
  const other = await finishedOrder()
  await sendBack(other, { part: 'balance' })
  await refused(answer(other, await openOf(other), 'qa'), 'sender_answers', 'answers.0.answer')
  await assert.rejects(
    world.change(`update record_return set answer = 'x', answered_by = sent_by, answered_at = now() where order_id = $1`, [other]),
    /record_return_answered_by_another/,
  )
  // Directly: nothing is reviewed, and nothing waits for review, while something is open.
  await assert.rejects(world.change(`update production_order set state = 'completed' where id = $1`, [other]), /wrong_state/)
  await answer(other, await openOf(other))
  await assert.rejects(world.change(`update production_order set state = 'sent_back' where id = $1`, [other]), /wrong_state/)
  await assert.rejects(
    world.change(
      `insert into record_return (enterprise_id, order_id, part, reason, sent_by, sent_at) select enterprise_id, id, 'issue', 'x', created_by, now() from production_order where id = $1`,
      [other],
    ),
    /operator_reviews/,
  )
  await assert.rejects(
    world.change(`update record_return set reason = 'x' where id = $1`, [
      only(await world.admin.query(`select id from record_return where order_id = $1`, [other]).then(({ rows }) => rows)).id,
    ]),
    /not rewritten/,
  )
})
