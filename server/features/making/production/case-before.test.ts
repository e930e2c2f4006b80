import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { incidentApi } from '#contract/cases/incident-api.ts'
import { elementAt, only, present } from '#contract/kernel/certain.ts'
import { exact } from '#contract/kernel/exact-decimal.ts'
import { productionApi } from '#contract/making/production-api.ts'
import { binIn } from '#server/demo/bin-in.ts'
import { releasedLot } from '#server/demo/inspection.ts'
import { secondPerson, signed } from '#server/demo/person.ts'
import {
  cleared,
  concludedCase,
  doneStep,
  issuedProduction,
  nextStations,
  producedBatch,
  steppedProduction,
} from '#server/demo/production.ts'
import { refused } from '#server/test/refused.ts'
import { openWorld } from '#server/test/world.ts'

/* What is out of its range opens a case before the step closes; the step waits for quality assurance, other batches do not. */

const world = await openWorld()
after(() => world.close())
const { as } = world

const charge = (quantity: string, lotId: string) => [{ lotId, quantity, reason: '按生产计划使用该批' }]
const read = async (id: string) => (await as('shengchan')).ask(productionApi.read, { id })

/** The running step with these masses, by hand: nobody concludes anything in between. */
async function finishStep(id: string, outcome: { output: string; losses?: { kind: 'impurity'; quantity: string }[] }, deviation = '') {
  const { process, steps } = await read(id)
  const running = elementAt(steps, -1)
  const planned = only(process.steps.filter(({ no }) => no === running.no))
  return (await as('shengchan')).ask(productionApi.finishStep, {
    ...{ id, stepNo: running.no, deviation, timeReason: '连续登记', ...outcome },
    parameters: planned.parameters.map(({ code, target, min, max }) => ({ code, value: target ?? min ?? max ?? '符合要求' })),
    ...(planned.isCritical && { signature: signed() }),
    checker: secondPerson('shengchan2'),
  })
}

const finish = async (id: string, output: string, deviation = '') => {
  const operator = await as('shengchan')
  return operator.ask(productionApi.finish, {
    ...{ id, output, deviation, placeId: await binIn(operator, 'bulk'), clearance: cleared, clearedUntil: '2199-12-31' },
    signature: signed(),
  })
}

test('a conclusion of one sign no longer lets a balance of half the charge through: a case comes first, and quality assurance ends it', async () => {
  const lot = await releasedLot(as, { quantity: '90' })
  const { id } = await steppedProduction(as, { lots: charge('50', lot.lotId) })
  await refused(finish(id, '20'), 'deviation_required', 'deviation')
  const opened = await finish(id, '20', 'x')
  const caseNo = present(opened.caseNo)
  assert.deepEqual([opened.lotId, opened.state, opened.held], [null, 'in_progress', false])
  const { found, balance, state } = await read(id)
  assert.deepEqual([balance, state], [null, 'in_progress'])
  assert.deepEqual(
    found.map(({ kind, caseNo: no, caseState, note }) => [kind, no, caseState, note]),
    [
      ['yield', caseNo, 'open', 'x'],
      ['balance', caseNo, 'open', 'x'],
    ],
  )
  // It waits, whatever is written; another batch of the same lot goes on meanwhile.
  await refused(finish(id, '20', '已查明'), 'case_open')
  await refused(finish(id, '48'), 'case_open')
  await producedBatch(as, { lot, quantity: '20' })
  await concludedCase(as, caseNo)
  // The case was about this balance, and about no other.
  const again = await finish(id, '19', 'y')
  assert.notEqual(again.caseNo, null)
  await concludedCase(as, present(again.caseNo))
  const done = await finish(id, '20')
  assert.deepEqual([done.caseNo, done.held, done.state], [null, true, 'completed'])
})

test('a step that gives more than it took waits for its case; ending the batch waits for none', async () => {
  const lot = await releasedLot(as, { quantity: '90' })
  const { id } = await issuedProduction(as, { lots: charge('50', lot.lotId) })
  await (
    await as('shengchan')
  ).ask(productionApi.startStep, {
    ...{ id, stepNo: 1, input: '50', temperature: '22', humidity: '48', ...(await nextStations(as, id)) },
    preChecks: { clearance: true, equipment: true, instruments: true, labels: true, site: true, documents: true },
  })
  await refused(finishStep(id, { output: '50.5' }), 'deviation_required', 'deviation')
  const { caseNo } = await finishStep(id, { output: '50.5' }, '秤未归零')
  assert.equal((await read(id)).steps[0]?.endedAt, null)
  await refused(finishStep(id, { output: '50' }), 'case_open')
  // Two who tell it at once open one case: the other finds it.
  const { id: incidentId } = only(
    (await (await as('qa')).ask(incidentApi.list, { q: present(caseNo) })).rows.filter((row) => row.caseNo === caseNo),
  )
  assert.ok(incidentId)
  await assert.rejects(
    world.change(
      `update production_step set ended_at = now(), ended_by = started_by, checked_by = (select id from account where user_name = 'shengchan2'), output_quantity = 50, water_quantity = 0, losses = '[]', parameters = '[]', remark = ''
       where order_id = $1`,
      [id],
    ),
    /case_open/,
  )
  await concludedCase(as, present(caseNo))
  await assert.rejects(
    world.change(
      `update production_step set ended_at = now(), ended_by = started_by, checked_by = (select id from account where user_name = 'shengchan2'), output_quantity = 50, water_quantity = 0, losses = '[]',
        parameters = '[{"code": "x", "name": "x", "unit": "", "min": "1", "max": "2", "value": "3"}]', remark = '' where order_id = $1`,
      [id],
    ),
    /deviation_required/,
  )
  const done = await finishStep(id, { output: '50.5' })
  assert.equal(done.caseNo, null)
  assert.equal(exact((await read(id)).steps[0]?.output ?? '0').toFixed(), '50.5')
})

test('two operators who tell the same at once open one case', async () => {
  const lot = await releasedLot(as, { quantity: '90' })
  const { id } = await issuedProduction(as, { lots: charge('50', lot.lotId) })
  await doneStep(as, id)
  const output = exact(present((await read(id)).steps[0]?.output))
  const operator = await as('shengchan')
  await operator.ask(productionApi.startStep, {
    ...{ id, stepNo: 2, input: output.toFixed(), temperature: '22', humidity: '48', ...(await nextStations(as, id)) },
    preChecks: { clearance: true, equipment: true, instruments: true, labels: true, site: true, documents: true },
  })
  const answers = await Promise.allSettled([1, 2].map(() => finishStep(id, { output: output.times('1.01').toFixed(2) }, '秤漂移')))
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected'])
  assert.equal((await read(id)).found.length, 1)
})
