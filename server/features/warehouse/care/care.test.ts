import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { incidentApi } from '#contract/cases/incident-api.ts'
import { elementAt, only, present } from '#contract/kernel/certain.ts'
import { workApi } from '#contract/office/work.ts'
import { careApi } from '#contract/warehouse/care.ts'
import { addDays, dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import { stockApi } from '#contract/warehouse/stock.ts'
import { carePlan, lookedAfter } from '#server/demo/care.ts'
import { releasedLot } from '#server/demo/inspection.ts'
import { secondPerson, signed } from '#server/demo/person.ts'
import { receivedLot } from '#server/demo/purchase.ts'
import { refused } from '#server/test/refused.ts'
import { openWorld } from '#server/test/world.ts'

const world = await openWorld()
after(() => world.close())
const { as } = world
const today = dayInShanghai(new Date())
const materialOf = async (lotId: string) =>
  present((await world.admin.query<{ materialId: string }>(`select material_id as "materialId" from lot where id = $1`, [lotId])).rows[0])
    .materialId
const dueOf = async (lotNo: string) => (await (await as('cangku')).ask(careApi.raw.due, { q: lotNo })).rows[0]
const dueBy = async (base: string, plan: object) => {
  const { rows } = await world.admin.query<{ day: string }>(
    `select care_due(jsonb_populate_record(null::care_plan, $1), $2)::text as day`,
    [plan, base],
  )
  return present(rows[0]).day
}

test('the day follows the season in which it falls', async () => {
  const plan = { every_days: 90, season_from: 5, season_to: 9, season_days: 30 }
  assert.equal(await dueBy('2026-01-10', plan), '2026-04-10', 'outside the season every ninety days')
  assert.equal(await dueBy('2026-04-01', plan), '2026-05-01', 'when the season begins thirty days are over')
  assert.equal(await dueBy('2026-04-20', plan), '2026-05-20')
  assert.equal(await dueBy('2026-09-10', plan), '2026-12-09', 'the season is over before thirty days are')
  const winter = { every_days: 60, season_from: 11, season_to: 2, season_days: 15 }
  assert.deepEqual([await dueBy('2026-12-20', winter), await dueBy('2026-02-20', winter)], ['2027-01-04', '2026-04-21'])
  assert.equal(await dueBy('2026-03-01', { every_days: 45 }), '2026-04-15')
})

test('a plan is the firm’s own, given by one and approved by the head of quality; the herb’s comes before the class’s and that before all', async () => {
  const { lotId, lotNo } = await releasedLot(as, { quantity: '30' })
  assert.equal(await dueOf(lotNo), undefined, 'without a plan nothing is asked')
  const qa = await as('qa')
  const input = {
    ...{ scope: 'all' as const, serial: 0, everyDays: 90, season: null, caseFindings: ['mould'], reason: '养护规程' },
    ...{ signature: signed(), approver: secondPerson('zhiliang') },
  }
  await refused(qa.ask(careApi.raw.setPlan, { ...input, approver: secondPerson('qa') }), 'same_person')
  await refused(qa.ask(careApi.raw.setPlan, { ...input, approver: secondPerson('cangku') }), 'signer_lacks_duty')
  await refused((await as('cangku')).ask(careApi.raw.setPlan, input), 'no_permission')
  await refused(qa.ask(careApi.raw.setPlan, { ...input, everyDays: 0 }), 'invalid_input', 'everyDays')
  await refused(qa.ask(careApi.raw.setPlan, { ...input, scope: 'herb' }), 'invalid_input', 'materialId')
  await refused(qa.ask(careApi.raw.setPlan, { ...input, caseFindings: ['none'] }), 'invalid_input', 'caseFindings')
  await refused(qa.ask(careApi.raw.setPlan, { ...input, caseFindings: ['weevils'] }), 'dictionary_item_unknown', 'caseFindings')
  await refused(qa.ask(careApi.raw.setPlan, { ...input, isEnded: true }), 'wrong_state')
  await carePlan(as, { everyDays: 200, season: null })
  await refused(qa.ask(careApi.raw.setPlan, input), 'stale')
  assert.equal((await dueOf(lotNo))?.dueOn, addDays(today, 200))
  const materialId = await materialOf(lotId)
  await carePlan(as, { scope: 'herb', materialId, everyDays: 20, season: null })
  assert.deepEqual([(await dueOf(lotNo))?.dueOn, (await dueOf(lotNo))?.plan], [addDays(today, 20), '每20天'])
  await carePlan(as, { scope: 'herb', materialId, serial: 1, everyDays: 20, season: null, isEnded: true })
  assert.equal((await dueOf(lotNo))?.dueOn, addDays(today, 200), 'an ended plan leaves the one for all')
  const both = await Promise.allSettled([1, 2].map((days) => carePlan(as, { serial: 1, everyDays: days + 100, season: null })))
  assert.deepEqual(both.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
  await assert.rejects(world.change(`update care_plan set every_days = 1`), /evidence|never|not/)
  await assert.rejects(
    world.change(`insert into care_plan (enterprise_id, side, scope, scope_key, serial, every_days, case_findings, is_ended, reason, set_by, approved_by, set_at)
      select enterprise_id, 'pack', 'all', '', 1, 30, '{}', false, 'x', set_by, set_by, now() from care_plan limit 1`),
    /care_plan_by_two/,
  )
})

/** A lot whose herb is looked at every ten days, and which lies there since so many. */
async function dueLot(days: number) {
  const lot = await receivedLot(as)
  const materialId = await materialOf(lot.lotId)
  const qa = await as('qa')
  const { rows } = await qa.ask(careApi.raw.plans, { pageSize: 200 })
  const serial = Math.max(0, ...rows.filter((plan) => plan.materialId === materialId).map((plan) => plan.serial))
  await world.change(
    `set local session_replication_role = replica; update lot set born_on = '${addDays(today, -days)}' where id = '${lot.lotId}'`,
  )
  await carePlan(as, { scope: 'herb', materialId, serial, everyDays: 10, season: null })
  return lot
}

test('what is due waits for the store from its day on without any job, and is over when it was looked at', async () => {
  const { lotId, lotNo } = await dueLot(12)
  const keeper = await as('cangku')
  assert.deepEqual(
    [(await dueOf(lotNo))?.dueOn, (await dueOf(lotNo))?.isLate, (await dueOf(lotNo))?.wasLooked],
    [addDays(today, -2), true, false],
  )
  const late = await keeper.ask(careApi.raw.due, { due: 'late', q: lotNo })
  assert.equal(late.total, 1)
  const home = (await keeper.ask(workApi.waiting, {})).find(({ document }) => document === '原料养护')
  assert.ok(home !== undefined && home.late >= 1)
  const care = await lookedAfter(as, lotId, { measures: ['turn', 'ventilate'] })
  assert.match(care.careNo, /^YH\d{11}$/)
  const line = only(care.lines)
  assert.deepEqual([line.findings, line.measures, line.matters, care.caseNo], [['无异常'], ['翻垛', '通风'], false, null])
  assert.deepEqual([(await dueOf(lotNo))?.dueOn, (await dueOf(lotNo))?.isDue], [addDays(today, 10), false])
  assert.equal((await keeper.ask(careApi.raw.due, { due: 'now', q: lotNo })).total, 0)
  assert.equal((await keeper.ask(careApi.raw.due, { due: 'soon', q: lotNo })).total, 1)
  const { onHand } = present((await keeper.ask(stockApi.list, { q: lotNo })).rows[0])
  assert.equal(onHand, present(await dueOf(lotNo)).onHand, 'care weighs nothing')
})

test('a finding that matters opens one case and holds its lots in the same step; one that does not only stands in the record', async () => {
  const [first, second] = [await dueLot(0), await dueLot(0)]
  const keeper = await as('cangku')
  const spots = [
    ...(await keeper.ask(careApi.raw.spots, { lotId: first.lotId })),
    ...(await keeper.ask(careApi.raw.spots, { lotNo: second.lotNo })),
  ]
  const lines = spots.map(({ lotId, placeId }) => ({ lotId, placeId, findings: ['damp'], measures: ['sun'], note: '' }))
  assert.equal((await keeper.ask(careApi.raw.record, { lines, signature: signed() })).caseNo, null, '受潮 is none of those in the plan')
  const bad = lines.map((line) => ({ ...line, findings: ['mould', 'damp'] }))
  await refused(keeper.ask(careApi.raw.record, { lines: bad, signature: { password: 'falsch', comment: '' } }), 'wrong_password')
  const care = await keeper.ask(careApi.raw.record, { lines: bad, signature: signed() })
  assert.ok(care.caseNo)
  const incident = only((await (await as('qa')).ask(incidentApi.list, { q: care.caseNo })).rows)
  assert.deepEqual([incident.area, incident.source, incident.sourceNo], ['storage', 'care_record', care.careNo])
  const { rows } = await world.admin.query(`select lot_no from lot where holds = 1 and id = any ($1)`, [[first.lotId, second.lotId]])
  assert.equal(rows.length, 2)
  const { rows: holds } = await world.admin.query(`select reaches from hold where lot_id = $1 and lifted_at is null`, [first.lotId])
  assert.deepEqual(holds, [{ reaches: false }], 'what left before the finding is not held with it')
  const qa = await as('qa')
  const widen = { id: incident.id, lotNos: [first.lotNo], reaches: true }
  await refused(keeper.ask(incidentApi.addLots, widen), 'no_permission')
  await refused(qa.ask(incidentApi.addLots, { ...widen, reaches: false }), 'lot_in_incident', 'lotNos.0')
  const both = await Promise.allSettled([qa.ask(incidentApi.addLots, widen), (await as('qa2')).ask(incidentApi.addLots, widen)])
  assert.deepEqual(both.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
  const { lots: inIt } = await qa.ask(incidentApi.read, { id: incident.id })
  assert.deepEqual(
    inIt.map(({ lotNo, reaches }) => [lotNo, reaches]).toSorted(),
    [
      [first.lotNo, true],
      [second.lotNo, false],
    ].toSorted(),
  )
  const other = await lookedAfter(as, (await dueLot(0)).lotId)
  await assert.rejects(
    world.change(`insert into care_line (enterprise_id, care_id, lot_id, place_id, quantity, findings, measures, note, matters)
      select enterprise_id, '${other.id}', lot_id, place_id, 1, '{mould}', '{}', '', false from care_line where care_id = '${care.id}' limit 1`),
    /care_line_check/,
    'nor does direct SQL leave the case out',
  )
})

test('what is named lay there at that time, is chosen from the dictionary, and is named once', async () => {
  const { lotId, lotNo } = await dueLot(0)
  const keeper = await as('cangku')
  const { placeId } = only(await keeper.ask(careApi.raw.spots, { lotId }))
  const line = { lotId, placeId, findings: ['none'], measures: [], note: '' }
  const other = (await keeper.ask(careApi.raw.spots, { warehouse: '原料库' })).find(
    (spot) => spot.lotId !== lotId && spot.placeId !== placeId,
  )
  const ask = (change: object, more: object = {}) =>
    keeper.ask(careApi.raw.record, { lines: [{ ...line, ...change }], signature: signed(), ...more })
  if (other !== undefined) await refused(ask({ placeId: other.placeId }), 'care_lot_absent', 'lines.0.placeId')
  const before = new Date(Date.now() - 86_400_000 * 30).toISOString()
  await refused(ask({}, { lookedAt: before }), 'care_lot_absent', 'lines.0.placeId')
  await refused(ask({}, { lookedAt: new Date(Date.now() + 3_600_000).toISOString() }), 'invalid_input', 'lookedAt')
  await refused(ask({ findings: ['none', 'mould'] }), 'invalid_input', 'lines.0.findings')
  await refused(ask({ findings: [] }), 'invalid_input', 'lines.0.findings')
  await refused(ask({ measures: ['sulphur'] }), 'dictionary_item_unknown', 'lines.0.measures')
  await refused(keeper.ask(careApi.raw.record, { lines: [line, line], signature: signed() }), 'invalid_input', 'lines')
  await refused(keeper.ask(careApi.pack.record, { lines: [line], signature: signed() }), 'care_lot_absent')
  await refused((await as('xiaoshou')).ask(careApi.raw.record, { lines: [line], signature: signed() }), 'no_permission')
  assert.equal((await dueOf(lotNo))?.wasLooked, false)
})

test('toxic goods are looked at by two', async () => {
  const { lotId } = await dueLot(0)
  await world.change(`set local session_replication_role = replica; update lot set is_toxic = true where id = '${lotId}'`)
  await refused(lookedAfter(as, lotId), 'care_needs_two', 'second.userName')
  await refused(lookedAfter(as, lotId, { second: 'cangku' }), 'same_person')
  await refused(lookedAfter(as, lotId, { second: 'jianyan' }), 'signer_lacks_duty')
  const care = await lookedAfter(as, lotId, { second: 'cangku2' })
  assert.ok(care.secondByName)
})

test('a line that was written down wrong is voided by another, stays, and the lot is to be looked at again', async () => {
  const { lotId, lotNo } = await dueLot(15)
  const care = await lookedAfter(as, lotId)
  assert.equal((await dueOf(lotNo))?.isDue, false)
  const { id } = only(care.lines)
  const given = { id, reason: '看错货位', signature: signed() }
  await refused((await as('cangku')).ask(careApi.raw.void, given), 'no_permission')
  await refused((await as('qa')).ask(careApi.pack.void, given), 'not_found')
  const twice = await Promise.allSettled([(await as('qa')).ask(careApi.raw.void, given), (await as('qa2')).ask(careApi.raw.void, given)])
  assert.deepEqual(twice.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
  assert.equal((await dueOf(lotNo))?.isLate, true)
  const { lines } = await (await as('qa')).ask(careApi.read, { id: care.id })
  assert.equal(only(lines).voidReason, '看错货位')
  await assert.rejects(
    world.change(`insert into care_void (enterprise_id, line_id, reason, voided_by, voided_at)
      select c.enterprise_id, c.id, 'x', r.done_by, now() from care_line c join care_record r on r.id = c.care_id
      where not exists (select from care_void v where v.line_id = c.id) limit 1`),
    /same_person/,
  )
  await assert.rejects(
    world.change(`insert into care_record (enterprise_id, care_no, side, looked_at, remark, done_by, recorded_at)
      select enterprise_id, 'YH-X', side, now(), '', done_by, now() from care_record limit 1`),
    /signed/,
  )
  const again = await lookedAfter(as, lotId, { findings: ['discolour'], note: '面层发暗' })
  assert.deepEqual([only(again.lines).findings, again.caseNo], [['变色'], null])
  assert.equal(elementAt((await (await as('qa')).ask(careApi.list, { q: lotNo })).rows, 0).id, again.id)
})

test('a lot that is moved keeps its day, and one that is used up is asked for no more', async () => {
  const { lotId, lotNo } = await dueLot(8)
  await lookedAfter(as, lotId)
  const keeper = await as('cangku')
  const from = only((await keeper.ask(stockApi.raw.stock, { id: lotId })).places)
  const to = present((await keeper.ask(stockApi.raw.targets, { id: lotId })).find(({ id }) => id !== from.id))
  const half = { id: lotId, fromPlaceId: from.id, toPlaceId: to.id, quantity: '1', reason: '整理货位' }
  await keeper.ask(stockApi.raw.transfer, half)
  assert.equal((await dueOf(lotNo))?.dueOn, addDays(today, 10), 'what was looked at before it came here')
  const kept = await world.admin.query(
    `select from ((select about, since, ends from waiting where life like '%care') except (select about, since, ends from waits_care)) x`,
  )
  assert.equal(kept.rowCount, 0, 'what is kept is what the view says')
})
