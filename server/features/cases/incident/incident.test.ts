import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { z } from 'zod'
import { incidentApi } from '#contract/cases/incident-api.ts'
import type { IncidentRow } from '#contract/cases/incident-file.ts'
import { only, present } from '#contract/kernel/certain.ts'
import { rawInspectionApi } from '#contract/laboratory/inspection-api.ts'
import { workApi } from '#contract/office/work.ts'
import { stockApi } from '#contract/warehouse/stock.ts'
import { dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import { tellLateIncidents } from './tell-late.ts'
import { releasedLot } from '#server/demo/inspection.ts'
import { packedLot, releaseOf, releasedPack } from '#server/demo/packaging.ts'
import { signed, withQualityHead } from '#server/demo/person.ts'
import { conformingBatch } from '#server/demo/production.ts'
import { receivedLot } from '#server/demo/purchase.ts'
import { refused } from '#server/test/refused.ts'
import { openWorld } from '#server/test/world.ts'
import { verifyDatabase } from '#server/verify/verify.ts'

/* 偏差、投诉与不良反应: one object from whoever saw it to its end; nobody whom it concerns ends it (decision 0068). */

const world = await openWorld()
after(() => world.close())
const { as } = world
const inDays = (days: number) => dayInShanghai(new Date(Date.now() + days * 86_400_000))
const soon = inDays(20)

type Told = z.input<typeof incidentApi.open.input>
const told = async (by = 'baozhuang', given: Partial<Told> = {}) =>
  (await as(by)).ask(incidentApi.open, {
    kind: 'deviation',
    area: 'packaging',
    subject: '封口温度超出范围',
    description: '第3线封口温度显示152 ℃，持续约10分钟',
    place: '内包间',
    measured: '152 ℃',
    expected: '120–140 ℃',
    foundAt: new Date().toISOString(),
    ...given,
  })
const read = async (id: string) => (await as('qa')).ask(incidentApi.read, { id })
const at = async (id: string) => {
  const { incident } = await read(id)
  return { id, rowVersion: incident.rowVersion }
}
const classified = async (id: string, given: Partial<z.input<typeof incidentApi.classify.input>> = {}, by = 'qa') =>
  (await as(by)).ask(incidentApi.classify, { ...(await at(id)), level: 'major', dueOn: soon, signature: signed(), ...given })
const recorded = async (id: string, by = 'qa') =>
  (await as(by)).ask(incidentApi.record, {
    ...(await at(id)),
    immediateAction: '停机，隔离该时段的袋',
    cause: {
      whys: ['温控探头松动', '上次检修后没有复核'],
      factors: { equipment: '探头松动' },
      factor: 'method',
      root: '检修后没有复核步骤',
    },
    post: '内包岗',
    effects: '仅该时段的袋',
  })
const submitted = async (id: string, by = 'qa') => (await as(by)).ask(incidentApi.submit, { ...(await at(id)), signature: signed() })
const approved = async (id: string, by = 'zhiliang') => (await as(by)).ask(incidentApi.approve, { ...(await at(id)), signature: signed() })
const closed = async (id: string, by = 'qa') =>
  (await as(by)).ask(incidentApi.close, { ...(await at(id)), conclusion: '措施有效，批次可用', signature: signed() })
const idOf = async (userName: string) =>
  only((await world.admin.query<{ id: string }>(`select id from account where user_name = $1`, [userName])).rows).id
const measureOf = async (id: string, owner = 'baozhuang') => {
  await (
    await as('qa')
  ).ask(incidentApi.addMeasure, {
    id,
    kind: 'corrective',
    action: '检修规程增加温控复核',
    ownerId: await idOf(owner),
    dueOn: inDays(5),
  })
  return present((await read(id)).measures.at(-1))
}
/** A case that only has to be closed. */
async function ripe(given: Partial<Told> = {}, by = 'baozhuang'): Promise<string> {
  const { id } = await told(by, given)
  await classified(id)
  await recorded(id)
  await submitted(id)
  await approved(id)
  return id
}
const holdsOf = async (lotId: string) => (await (await as('qa')).ask(stockApi.raw.stock, { id: lotId })).holds

test('a lot of a case is looked into by a test of its own while it is held; what may not be says why', async () => {
  const lot = await releasedLot(as)
  const { id } = await told('baozhuang', { lotNo: lot.lotNo })
  await classified(id)
  const qa = await as('qa')
  await qa.ask(incidentApi.addLots, { id, lotNos: [lot.lotNo] })
  assert.equal((await qa.ask(rawInspectionApi.decidedLots, { lotId: lot.lotId })).total, 1, 'the form finds it although it is held')
  const asked = { lotId: lot.lotId, priority: 'normal' as const, department: '质量部', remark: '偏差调查' }
  const { requestKind } = await qa.ask(rawInspectionApi.investigate, asked)
  assert.equal(requestKind, 'investigation')
  await refused(qa.ask(rawInspectionApi.investigate, asked), 'inspection_open')
  const untested = await receivedLot(as)
  await refused(qa.ask(rawInspectionApi.investigate, { ...asked, lotId: untested.lotId }), 'wrong_state', 'lotId')
})

test('anybody tells what they saw; quality assurance classifies, looks for the cause and holds; the 质量负责人 approves; a lot is free with its case', async () => {
  const lot = await releasedLot(as)
  const { id, caseNo } = await told('baozhuang', { lotNo: lot.lotNo })
  assert.match(caseNo, /^PC\d{11}$/)
  assert.deepEqual(await holdsOf(lot.lotId), [], 'what is told holds nothing')
  const waiting = await (await as('qa')).ask(workApi.waiting, {})
  assert.ok(waiting.some(({ document, state }) => document === '偏差与投诉' && state === '待分级'))

  await refused(
    (await as('baozhuang')).ask(incidentApi.classify, { ...(await at(id)), level: 'minor', dueOn: soon, signature: signed() }),
    'no_permission',
  )
  const row = await classified(id)
  assert.deepEqual([row.state, row.level], ['investigating', 'major'])
  const qa = await as('qa')
  await qa.ask(incidentApi.addLots, { id, lotNos: [lot.lotNo] })
  await refused(qa.ask(incidentApi.addLots, { id, lotNos: [lot.lotNo] }), 'lot_in_incident', 'lotNos.0')
  await refused(qa.ask(incidentApi.addLots, { id, lotNos: ['没有的批'] }), 'not_found', 'lotNos.0')
  const [hold] = await holdsOf(lot.lotId)
  assert.equal(hold?.kind, 'deviation')

  await refused(submitted(id), 'cause_required')
  await recorded(id)
  await submitted(id)
  await refused(approved(id, 'qa'), 'no_permission')
  await approved(id)
  await refused(closed(id), 'incident_lots_undecided', 'lots')
  // A hold of a case lifts only with its case, whoever signs.
  await refused(
    qa.ask(stockApi.raw.unfreeze, {
      id: lot.lotId,
      holdId: present(hold).id,
      conclusion: '无影响',
      evidence: caseNo,
      ...withQualityHead(),
    }),
    'hold_of_incident',
  )
  await qa.ask(incidentApi.decideLots, { id, lotIds: [lot.lotId], decision: 'usable', conclusion: '未用于该线', ...withQualityHead() })
  assert.equal((await holdsOf(lot.lotId)).filter(({ liftedAt }) => liftedAt === null).length, 1, 'decided, and held until the case ends')
  await refused(
    qa.ask(stockApi.raw.unfreeze, {
      id: lot.lotId,
      holdId: present(hold).id,
      conclusion: '无影响',
      evidence: caseNo,
      ...withQualityHead(),
    }),
    'hold_of_incident',
  )
  const measure = await measureOf(id)
  await refused(closed(id), 'measures_open', 'measures')
  await refused((await as('shengchan')).ask(incidentApi.finishMeasure, { id, measureId: measure.id, proof: '已改' }), 'other_owns')
  const owner = await as('baozhuang')
  const mine = await owner.ask(incidentApi.own, {})
  assert.deepEqual(
    mine.filter((one) => one.id === id).map(({ isOwn, measures }) => [isOwn, measures.length]),
    [[true, 1]],
  )
  await owner.ask(incidentApi.finishMeasure, { id, measureId: measure.id, proof: '检修规程第4版已生效' })
  await refused(closed(id), 'measures_open')
  await qa.ask(incidentApi.verifyMeasure, { id, measureId: measure.id, effect: '两周内温度无异常', signature: signed() })
  const ended = await closed(id)
  assert.equal(ended.state, 'closed')
  assert.ok((await holdsOf(lot.lotId)).every(({ liftedAt }) => liftedAt !== null))
  assert.deepEqual(
    (await read(id)).steps.map(({ step }) => step),
    ['opened', 'classified', 'recorded', 'submitted', 'approved', 'closed'],
  )
})

test('nobody whom a case concerns closes it: who told it, who answers for a measure now or did, who made or tested its lots', async () => {
  const ownCase = await ripe({}, 'qa')
  await refused(closed(ownCase), 'concerned_closes')
  assert.equal((await closed(ownCase, 'shouquan')).state, 'closed')

  const measured = await ripe()
  const measure = await measureOf(measured, 'qa')
  await (
    await as('qa')
  ).ask(incidentApi.replaceOwner, { id: measured, measureId: measure.id, ownerId: await idOf('cangku'), reason: '属仓库职责' })
  await (await as('cangku')).ask(incidentApi.finishMeasure, { id: measured, measureId: measure.id, proof: '已改' })
  const verify = async (by: string) =>
    (await as(by)).ask(incidentApi.verifyMeasure, { id: measured, measureId: measure.id, effect: '有效', signature: signed() })
  await refused(verify('qa'), 'owner_verifies')
  await verify('shouquan')
  await refused(closed(measured), 'concerned_closes')
  // The database says the same to whoever passes the step by.
  await assert.rejects(
    world.change(`update incident set state = 'closed', closed_by = $2, closed_at = now(), conclusion = '越过' where id = $1`, [
      measured,
      await idOf('qa'),
    ]),
    /concerned_closes/,
  )
  assert.equal((await closed(measured, 'shouquan')).state, 'closed')
})

test('whoever looked into it does not approve it; it is sent back with what is missing, and classified again with a reason', async () => {
  const { id } = await told()
  await classified(id)
  await refused(classified(id, { level: 'critical' }), 'reason_required', 'reason')
  assert.equal((await classified(id, { level: 'critical', reason: '涉及已发货批次' })).level, 'critical')
  await recorded(id)
  await submitted(id)
  await refused((await as('zhiliang')).ask(incidentApi.sendBack, { id, reason: ' ' }), 'invalid_input', 'reason')
  assert.equal((await (await as('zhiliang')).ask(incidentApi.sendBack, { id, reason: '补影响范围' })).state, 'investigating')
  await submitted(id)
  await assert.rejects(
    world.change(`update incident set state = 'approved', approved_by = investigated_by, approved_at = now() where id = $1`, [id]),
    /incident_approved_by_another/,
  )
  const stale = await at(id)
  await approved(id)
  await refused((await as('zhiliang')).ask(incidentApi.approve, { ...stale, signature: signed() }), 'stale')
})

test('a case without ground ends by two with a reason, its lots are free at once; and it is opened again when something new is known', async () => {
  const lot = await releasedLot(as)
  const { id } = await told()
  const qa = await as('qa')
  await qa.ask(incidentApi.addLots, { id, lotNos: [lot.lotNo] })
  const no = async (given: Partial<z.input<typeof incidentApi.unfounded.input>> = {}) =>
    qa.ask(incidentApi.unfounded, { ...(await at(id)), reason: '读数来自备用显示屏', ...withQualityHead(), ...given })
  await refused(no({ approver: { userName: 'qa', password: signed().password } }), 'same_person')
  await refused(no({ reason: '' }), 'invalid_input', 'reason')
  assert.equal((await no()).state, 'unfounded')
  assert.ok((await holdsOf(lot.lotId)).every(({ liftedAt }) => liftedAt !== null))
  const again = await qa.ask(incidentApi.reopen, { ...(await at(id)), reason: '另一块屏同样超温', signature: signed() })
  assert.equal(again.state, 'open', 'what was never classified begins with that')
  await qa.ask(incidentApi.addLots, { id, lotNos: [lot.lotNo] })
  assert.equal((await holdsOf(lot.lotId)).filter(({ liftedAt }) => liftedAt === null).length, 1)
})

test('lots are decided one by one: rejected at once, or taken out as not concerned; neither by who made them', async () => {
  const raw = await releasedLot(as, { quantity: '100' })
  const batch = await conformingBatch(as, { lot: raw, quantity: '60' })
  const pack = await releasedPack(as, { batch, packs: 10, spec: '500 g' })
  const { id } = await told()
  await classified(id)
  const qa = await as('qa')
  await qa.ask(incidentApi.addLots, { id, lotNos: [raw.lotNo, pack.lotNo], reaches: false })
  const decide = (decision: 'usable' | 'reject' | 'not_concerned', lotId: string, given: Record<string, unknown> = {}) =>
    qa.ask(incidentApi.decideLots, { id, lotIds: [lotId], decision, conclusion: '逐批评估', ...withQualityHead(), ...given })
  await refused(
    decide('not_concerned', raw.lotId, { approver: { userName: 'baozhuang', password: signed().password } }),
    'signer_lacks_duty',
  )
  await decide('not_concerned', raw.lotId)
  assert.ok((await holdsOf(raw.lotId)).every(({ liftedAt }) => liftedAt !== null))
  await refused(decide('usable', raw.lotId), 'wrong_state', 'lotIds')
  await refused(decide('reject', pack.lotId), 'rejected_bin_required')
  const { rows } = await world.admin.query<{ id: string }>(
    `select id from place where zone = 'rejected' and enterprise_id = (select id from enterprise where is_operating) limit 1`,
  )
  await decide('reject', pack.lotId, { placeId: only(rows).id })
  const { lots } = await read(id)
  assert.deepEqual(
    lots.map(({ decision, state }) => [decision, state]),
    [
      ['not_concerned', 'released'],
      ['reject', 'rejected'],
    ],
  )
})

test('a complaint and an adverse reaction have clocks that the factory sets; the latter is reported or it is said why not', async () => {
  const { id, caseNo } = await told('xiaoshou', {
    kind: 'adverse',
    area: 'customer',
    subject: '服药后皮疹',
    complainant: '某医院',
    contact: '药剂科',
  })
  assert.match(caseNo, /^BL/)
  await refused(classified(id), 'report_day_required', 'reportBy')
  await classified(id, { reportBy: inDays(10) })
  await recorded(id)
  await submitted(id)
  await approved(id)
  await refused(closed(id), 'incident_unreported')
  const qa = await as('qa')
  await refused(
    qa.ask(incidentApi.report, { ...(await at(id)), reportedOn: inDays(2), reportedNo: 'ADR-1' }),
    'invalid_input',
    'reportedOn',
  )
  await refused(qa.ask(incidentApi.report, { ...(await at(id)), reportedOn: inDays(0) }), 'invalid_input', 'reportedNo')
  await qa.ask(incidentApi.report, { ...(await at(id)), reportedOn: inDays(0), reportedNo: 'ADR-2026-1' })
  assert.equal((await closed(id)).state, 'closed')

  const complaint = await told('xiaoshou', { kind: 'complaint', area: 'customer', subject: '袋内有碎末' })
  assert.match(complaint.caseNo, /^TS/)
  await refused(classified(complaint.id, { reportBy: soon }), 'report_day_required')
  await classified(complaint.id)
  await qa.ask(incidentApi.answer, { ...(await at(complaint.id)), answer: '碎末在标准范围内' })
  assert.equal((await read(complaint.id)).answer, '碎末在标准范围内')
})

test('a measure that did not work goes back to its owner, and one that is not wanted is given up with a reason', async () => {
  const id = await ripe()
  const measure = await measureOf(id)
  const qa = await as('qa')
  const asked = { id, measureId: measure.id }
  await refused(qa.ask(incidentApi.verifyMeasure, { ...asked, effect: '有效', signature: signed() }), 'wrong_state')
  await (await as('baozhuang')).ask(incidentApi.finishMeasure, { ...asked, proof: '已张贴' })
  await qa.ask(incidentApi.returnMeasure, { ...asked, reason: '只张贴没有培训', dueOn: inDays(9) })
  assert.deepEqual(
    (await read(id)).measures.map(({ state, proof, dueOn }) => [state, proof, dueOn]),
    [['open', null, inDays(9)]],
  )
  await qa.ask(incidentApi.cancelMeasure, { ...asked, reason: '改由设备联锁' })
  await refused((await as('baozhuang')).ask(incidentApi.finishMeasure, { ...asked, proof: '再来' }), 'wrong_state')
  assert.equal((await closed(id)).state, 'closed')
  await refused(
    qa.ask(incidentApi.addMeasure, { id, kind: 'preventive', action: '联锁', ownerId: await idOf('qa'), dueOn: soon }),
    'wrong_state',
  )
})

test('a lot about which something was told is not released before the case is closed', async () => {
  const batch = await conformingBatch(as, { lot: await releasedLot(as, { quantity: '100' }), quantity: '60' })
  const pack = await packedLot(as, { batch, packs: 10, spec: '500 g' })
  const { id, caseNo } = await told('cangku', { lotNo: pack.lotNo, subject: '外袋破损' })
  const no = await refused(releaseOf(as, pack), 'case_open')
  assert.match(only(no.body.errors).message, new RegExp(caseNo))
  const qa = await as('qa')
  await qa.ask(incidentApi.unfounded, { ...(await at(id)), reason: '仅外箱受潮，内袋完好', ...withQualityHead() })
  await releaseOf(as, pack)
})

test('what is late is told once for each day that was set: to quality assurance, and to the owner of a measure', async () => {
  await tellLateIncidents(world.pool)
  const { id, caseNo } = await told()
  await refused(classified(id, { dueOn: inDays(-1) }), 'invalid_input', 'dueOn')
  await classified(id)
  const measure = await measureOf(id)
  assert.equal(await tellLateIncidents(world.pool), 0)
  await world.change(`update incident set due_on = due_on - 30 where id = $1`, [id])
  await world.change(`update incident_measure set due_on = due_on - 30 where id = $1`, [measure.id])
  assert.equal(await tellLateIncidents(world.pool), 3)
  assert.equal(await tellLateIncidents(world.pool), 0)
  const { rows } = await world.admin.query<{ user_name: string; title: string }>(
    `select user_name, title from notification join account on account.id = account_id where title like $1 and title like '%逾期%'`,
    [`%${caseNo}%`],
  )
  const heard = new Set(rows.map(({ user_name: name }) => name))
  assert.deepEqual(
    ['baozhuang', 'qa', 'shouquan', 'cangku'].map((name) => heard.has(name)),
    [true, true, true, false],
  )
  const [row] = (await (await as('qa')).ask(incidentApi.list, { q: caseNo })).rows
  assert.deepEqual([row?.isLate, row?.lateMeasures], [true, 1])
  const work = await (await as('qa')).ask(workApi.waiting, {})
  assert.ok(work.some(({ document, late }) => document === '偏差与投诉' && late > 0))
})

test('two at once: one decides, the other hears that it is decided; and closing waits for a lot that comes in', async () => {
  const lot = await releasedLot(as)
  const id = await ripe()
  const qa = await as('qa')
  const other = await as('shouquan')
  const [one, two] = await Promise.allSettled([
    qa.ask(incidentApi.addLots, { id, lotNos: [lot.lotNo] }),
    other.ask(incidentApi.close, { ...(await at(id)), conclusion: '无批次', signature: signed() }),
  ])
  const { incident, lots } = await read(id)
  assert.equal([one, two].filter(({ status }) => status === 'fulfilled').length, 1, JSON.stringify([one, two]))
  assert.deepEqual([incident.state, lots.length], one?.status === 'fulfilled' ? ['approved', 1] : ['closed', 0])
})

test('the trend counts by kind, area, place, post, herb and cause; another enterprise sees nothing', async () => {
  const trend = await (await as('qa')).ask(incidentApi.trend, { from: inDays(-1), to: inDays(0) })
  assert.ok(trend.total >= 8)
  assert.ok(present(trend.tallies.kind.find(({ value }) => value === 'deviation')).count >= 5)
  assert.ok(trend.tallies.post.some(({ value }) => value === '内包岗'))
  assert.ok(trend.tallies.herb.length > 0)
  const other = await as('other')
  const { id } = await told()
  await refused(other.ask(incidentApi.read, { id }), 'not_found')
  assert.deepEqual((await other.ask(incidentApi.list, {})).rows, [])
  const { rows } = await (await as('qa')).ask(incidentApi.list, { kind: 'complaint' })
  assert.ok(rows.every((row: IncidentRow) => row.kind === 'complaint'))
})

test('the evidence is whole after all of it', async () => {
  const client = await world.admin.connect()
  try {
    assert.deepEqual((await verifyDatabase(client)).findings, [])
  } finally {
    client.release()
  }
})
