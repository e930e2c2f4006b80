import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import { oosApi } from '#contract/cases/oos-api.ts'
import { elementAt, present } from '#contract/kernel/certain.ts'
import { keysOf } from '#contract/kernel/key-of.ts'
import { formulas } from '#contract/laboratory/formula.ts'
import { rawInspectionApi } from '#contract/laboratory/inspection-api.ts'
import { sampleLaboratoryApi } from '#contract/laboratory/sample.ts'
import { accountApi } from '#contract/people/account.ts'
import { tokenApi, tokenRights } from '#contract/people/token.ts'
import { demoPeople } from '#server/db/seed/roles.ts'
import { findingFor } from '#server/demo/finding.ts'
import { release } from '#server/demo/inspection.ts'
import { receivedLot } from '#server/demo/purchase.ts'
import { demoPassword, Refused, requestOf, secondPerson, signed, type Person } from '#server/demo/person.ts'
import { realTime } from '#server/demo/told-time.ts'
import { laboratorySteps, walk, type Known, type Stage, type Step } from './laboratory-steps.ts'
import { refused } from './refused.ts'
import { openWorld } from './world.ts'

/*
 * Every account tries every step of the laboratory at every moment of a lot whose first value fails: out of turn, without the right, with the right but as
 * the person whom it must not be, by a program, from another enterprise, by the operations of the other side. Nothing answers 500 and nothing changes. What
 * is in turn is taken by several at once and done once. Second persons are oneself, nobody, and people without the duty; readings are absurd.
 */

const world = await openWorld()
after(() => world.close())
const { as } = world
const idOf = async (userName: string) => (await (await as(userName)).ask(accountApi.current, {})).user.id

/** A program that admin, who holds everything, made with every right that a program can have. */
async function programOfAdmin(): Promise<Person> {
  const validUntil = new Date(Date.now() + 90 * 86_400_000).toISOString().slice(0, 10)
  const { token } = await (
    await as('admin')
  ).ask(tokenApi.create, { name: 'LIMS', rights: [...tokenRights], validUntil, password: demoPassword })
  const ask: Person['ask'] = async (endpoint, input, headers = {}) => {
    const sent = { authorization: `Bearer ${token}`, 'idempotency-key': randomUUID(), ...headers }
    const answer = await world.app.inject({ ...requestOf(endpoint, input), headers: sent })
    if (answer.statusCode >= 300) throw new Refused(endpoint.path, answer.statusCode, answer.json())
    return answer.json()
  }
  return { userName: 'LIMS', cookie: '', time: realTime, ask, hand: () => Promise.reject(new Error('it hands nothing in')) }
}

/** All that the laboratory, the lot and the stock say of this lot. */
async function written(lotId: string): Promise<string> {
  const { rows } = await world.admin.query<{ text: string }>(
    `with i as (select * from inspection where lot_id = $1)
    select json_build_object('lot', (select json_build_array(state, holds, retest_on) from lot where id = $1),
      'inspections', (select json_agg(json_build_array(id, state, row_version) order by id) from i),
      'results', (select json_agg(r.individual order by r.id) from test_result r join i on i.id = r.inspection_id),
      'cases', (select json_agg(json_build_array(state, row_version, finding, retests) order by id) from oos_case where lot_id = $1),
      'samples', (select json_agg(json_build_array(state, shelf) order by id) from sample where lot_id = $1),
      'reports', (select json_agg(json_build_array(p.state, p.version) order by p.id) from report p join i on i.id = p.inspection_id),
      'records', (select json_agg(t.state order by t.id) from test_record t join i on i.id = t.inspection_id),
      'decisions', (select count(*) from release_decision where lot_id = $1), 'stock', (select count(*) from stock_entry where lot_id = $1),
      'signatures', (select count(*) from signature))::text as text`,
    [lotId],
  )
  return elementAt(rows, 0).text
}

/** A refusal with its code; anything else is a fault of the product. */
async function noTo(act: () => Promise<unknown>, what: string): Promise<string> {
  try {
    await act()
  } catch (error) {
    assert.ok(error instanceof Refused && error.status >= 400 && error.status < 500, `${what}: ${String(error)}`)
    return error.code
  }
  return assert.fail(`${what} was done`)
}

/** The same step by several at the same moment: done once, and whoever comes too late is told so. */
async function onceOf(what: string, acts: readonly Promise<unknown>[]): Promise<void> {
  const ends = await Promise.allSettled(acts)
  const told = ends.map((end) => (end.status === 'fulfilled' ? 'done' : String(end.reason)))
  for (const end of ends)
    assert.ok(end.status === 'fulfilled' || (end.reason instanceof Refused && end.reason.status < 500), `${what}: ${told.join(' | ')}`)
  assert.equal(told.filter((one) => one === 'done').length, 1, `${what}: ${told.join(' | ')}`)
}

const steps: Record<string, Step> = laboratorySteps
const seen = { asked: 0, codes: new Map<string, number>() }

test('no account takes a step of the laboratory out of turn, and what is in turn is done once', { timeout: 900_000 }, async () => {
  const program = await programOfAdmin()
  const people: Person[] = []
  // One after the other: only so many passwords are checked at the same time.
  for (const { userName } of demoPeople) people.push(await as(userName))
  people.push(program)
  const duties = new Map<string, readonly string[]>()
  for (const { userName } of demoPeople) duties.set(userName, (await (await as(userName)).ask(accountApi.current, {})).duties)
  const { lotId } = await receivedLot(as)
  const { id } = await (await as(walk.requester)).ask(rawInspectionApi.request, { lotId, department: '仓库' })
  const nothing = randomUUID()
  const known: Known = {
    ...{ id, sampleId: nothing, itemId: nothing, caseId: nothing, caseVersion: 1, reportId: nothing, placeId: nothing },
    ...{ retesterId: await idOf(walk.retester), otherId: await idOf('user') },
  }

  const isTheirs = ({ duty, when, not = [] }: Step, stage: Stage, userName: string) =>
    when.includes(stage) && !not.includes(userName) && userName !== 'other' && (duties.get(userName) ?? []).includes(duty)
  /**
   * Everybody tries everything that is not theirs at this moment; a program is no other person than who made it. Who lacks the right is told so before anything
   * is looked up, so that once is enough.
   */
  async function attacked(stage: Stage): Promise<void> {
    const before = await written(lotId)
    for (const person of people)
      for (const [name, step] of Object.entries(steps)) {
        const userName = person === program ? walk.analyst : person.userName
        if (isTheirs(step, stage, userName) || (stage !== 'requested' && !(duties.get(userName) ?? []).includes(step.duty))) continue
        const code = await noTo(() => step.take(person, known), `${stage}: ${name} by ${person.userName}`)
        seen.asked += 1
        seen.codes.set(code, (seen.codes.get(code) ?? 0) + 1)
      }
    assert.equal(await written(lotId), before, `${stage}: something changed`)
  }
  const take = async (step: Step, userName: string) => step.take(await as(userName), known)
  const once = (name: keyof typeof laboratorySteps, ...userNames: string[]) =>
    onceOf(
      name,
      userNames.map((userName) => take(laboratorySteps[name], userName)),
    )
  /** Asks with oneself, people without the duty, another enterprise’s, the program and nobody as second person. */
  async function alone(first: string, act: (second: ReturnType<typeof secondPerson>) => Promise<unknown>): Promise<void> {
    const before = await written(lotId)
    await refused(act(secondPerson(first)), 'same_person')
    await refused(act(secondPerson('cangku')), 'signer_lacks_duty')
    for (const second of ['other', 'LIMS', 'nobody']) await refused(act(secondPerson(second)), 'signer_unknown')
    await refused(act({ userName: walk.second, password: 'wrong' }), 'signer_unknown')
    assert.equal(await written(lotId), before)
  }

  await attacked('requested')
  await once('accept', walk.acceptor, walk.acceptor, walk.sampler)
  await attacked('accepted')
  await once('sample', walk.sampler, walk.sampler)
  const { sampling, items } = await (await as('qa')).ask(rawInspectionApi.file, { id })
  const water = present(items.find(({ formula }) => formula === 'moisture_toluene'))
  Object.assign(known, { itemId: water.id, sampleId: present(present(sampling).samples.find(({ kind }) => kind === 'test')).id })
  await attacked('collected')
  await once('receive', walk.receiver, walk.receiver)
  await attacked('received')

  const [chief, bench] = [await as(walk.approver), await as(walk.receiver)]
  await alone(walk.approver, (second) =>
    chief.ask(rawInspectionApi.giveUp, { id, reason: '试', samples: 'scrap', signature: signed(), second }),
  )
  const analyst = await as(walk.analyst)
  const untouched = await written(lotId)
  for (const item of items.filter(({ formula }) => formula !== 'direct')) {
    const finding = findingFor(item, true)
    const raw = 'raw' in finding ? finding.raw : []
    for (const reading of keysOf(present(formulas[item.formula]).readings))
      for (const absurd of ['-1', 'NaN', '1e3', 'Infinity', '', '١٢', '9'.repeat(30), `0.${'0'.repeat(20)}1`])
        await noTo(
          () =>
            analyst.ask(rawInspectionApi.record, {
              id,
              results: [{ itemId: item.id, revision: 0, raw: raw.map((one, at) => (at === 0 ? { ...one, [reading]: absurd } : one)) }],
            }),
          `${item.name} ${reading} ${absurd}`,
        )
  }
  assert.equal(await written(lotId), untouched, 'no absurd reading is kept')

  const results = items.map((item) => ({ itemId: item.id, revision: 0, ...findingFor(item, item !== water) }))
  await onceOf('record', [analyst.ask(rawInspectionApi.record, { id, results }), analyst.ask(rawInspectionApi.record, { id, results })])
  const file = await analyst.ask(rawInspectionApi.file, { id })
  known.caseId = elementAt(file.oosCases, 0).id
  const readCase = async () => {
    known.caseVersion = (await (await as('qa')).ask(oosApi.file, { id: known.caseId })).case.rowVersion
  }
  await readCase()
  await attacked('open')
  await once('check', walk.checker, walk.checker)
  await readCase()
  await attacked('checked')
  await once('approveRetest', walk.decider, walk.decider)
  await readCase()
  await attacked('retesting')
  await once('retest', walk.retester, walk.retester)
  await readCase()
  await attacked('retested')
  await once('accept_failure', walk.decider, 'qa2')
  await readCase()
  await attacked('decided')
  await once('recalculate', walk.analyst, walk.analyst)
  await once('submit', walk.analyst, walk.analyst)
  await refused(bench.ask(sampleLaboratoryApi.raw.lack, { id: known.sampleId, reason: '试' }), 'sample_not_needed')
  await attacked('submitted')
  await once('review', walk.reviewer, walk.reviewer)
  await attacked('reviewed')
  await once('approve', walk.approver, walk.approver)
  known.reportId = present((await analyst.ask(rawInspectionApi.file, { id })).inspection.reportId)
  await attacked('approved')

  const heading = { supplier: '某社', spec: '统货', packageCount: 20, remark: '试' }
  await alone(walk.approver, (second) =>
    chief.ask(rawInspectionApi.reissue, { id, reportId: known.reportId, heading, reason: '试', signature: signed(), second }),
  )
  await alone(walk.receiver, (witness) =>
    bench.ask(sampleLaboratoryApi.raw.dispose, { id: known.sampleId, leftOver: '1', reason: '试', signature: signed(), witness }),
  )
  await onceOf('release', [release(as, known.reportId), release((who) => as(who === 'qa' ? 'qa2' : who), known.reportId)])

  console.log(`${seen.asked} attempts: ${[...seen.codes].map(([code, many]) => `${code} ${many}`).join(', ')}`)
  for (const code of ['no_permission', 'not_found', 'wrong_state', 'requester_accepts', 'requester_samples', 'sampler_receives'])
    assert.ok(seen.codes.has(code), code)
  for (const code of [
    'analyst_investigates',
    'checker_decides',
    'other_retests',
    'analyst_reviews',
    'analyst_approves',
    'analyst_releases',
  ])
    assert.ok(seen.codes.has(code), code)
})
