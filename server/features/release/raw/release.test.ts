import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import type { z } from 'zod'
import { only } from '#contract/kernel/certain.ts'
import { exact } from '#contract/kernel/exact-decimal.ts'
import { stockApi } from '#contract/warehouse/stock.ts'
import { rawInspectionApi } from '#contract/laboratory/inspection-api.ts'
import { placeApi } from '#contract/warehouse/place.ts'
import { caseApi } from '#contract/cases/impact.ts'
import { traceApi } from '#contract/tracing/trace.ts'
import { releaseApi } from '#contract/release/raw-release.ts'
import { addDays, addMonths, dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import { binIn } from '#server/demo/bin-in.ts'
import { findingFor } from '#server/demo/finding.ts'
import { allWell, inspect, rejectedLot, release, releasedLot, reported, sampled } from '#server/demo/inspection.ts'
import type { Refused } from '#server/demo/person.ts'
import { requestOf, secondPerson, signed, withQualityHead } from '#server/demo/person.ts'
import { producedBatch } from '#server/demo/production.ts'
import { receivedLot } from '#server/demo/purchase.ts'
import { changedSupplier } from '#server/test/changed-supplier.ts'
import { refused } from '#server/test/refused.ts'
import { openWorld } from '#server/test/world.ts'

const world = await openWorld()
after(() => world.close())
const { as } = world
const today = dayInShanghai(new Date())

/** Asserts a no: its code, and, where given, the field it blames. */
/** A raw lot whose report waits for the decision. */
async function waiting(outcome: 'pass' | 'fail' = 'pass') {
  const lot = await receivedLot(as)
  return { ...lot, ...(await inspect(as, lot.lotId, { side: 'raw', outcome })) }
}

const lotOf = async (lotId: string) =>
  (
    await world.admin.query<{ state: string; retest_on: string; holds: number }>(`select state, retest_on, holds from lot where id = $1`, [
      lotId,
    ])
  ).rows[0]!
const zonesOf = async (lotId: string) =>
  (
    await world.admin.query<{ zone: string; quantity: string }>(
      `select p.zone, sum(b.quantity) as quantity from stock_balance b join place p on p.id = b.place_id where b.lot_id = $1 and p.kind = 'bin' and b.quantity > 0 group by p.zone`,
      [lotId],
    )
  ).rows
const binOf = async (zone: 'released' | 'rejected' | 'quarantine') => binIn(await as('qa'), zone)

type Decision = z.input<typeof releaseApi.release.input>
const decision = async (reportId: string, changes: Partial<Decision> = {}): Promise<Decision> => ({
  id: reportId,
  checklist: allWell,
  retestOn: addMonths(today, 12),
  placeId: await binOf('released'),
  signature: signed(),
  ...changes,
})
const decide = async (reportId: string, changes: Partial<Decision> = {}, who = 'qa') =>
  (await as(who)).ask(releaseApi.release, await decision(reportId, changes))

test('quality assurance releases a lot: signed, dated for retest, and moved to the released zone in one step', async () => {
  const { reportId, lotId } = await waiting()
  const released = await decide(reportId, { restriction: '仅用于酒炙' })
  assert.match(released.releaseNo!, /^FX\d{8}\d{3}$/)
  assert.deepEqual(
    [released.state, released.lotState, released.decidedByName, released.restriction],
    ['released', 'released', '郑质保', '仅用于酒炙'],
  )
  assert.deepEqual(await lotOf(lotId), { state: 'released', retest_on: addMonths(today, 12), holds: 0 })
  assert.deepEqual(await zonesOf(lotId), [{ zone: 'released', quantity: '499.7000' }])

  const { rows: signatures } = await world.admin.query(
    `select signer_name, meaning from signature s where record_id = (select id from release_decision where report_id = $1) and signature_holds(s)`,
    [reportId],
  )
  assert.deepEqual(signatures, [{ signer_name: '郑质保', meaning: '放行' }])
  const { rows: told } = await world.admin.query<{ public_facts: object }>(
    `select public_facts from trace_event where lot_id = $1 and kind = 'released'`,
    [lotId],
  )
  assert.deepEqual(told, [{ public_facts: { reportNo: released.reportNo, verdict: '符合规定', releasedOn: today } }])
  const { answers } = await (await as('qa')).ask(releaseApi.file, { id: reportId })
  assert.equal(answers.filter(({ computed }) => computed).length, 4)
  assert.ok(answers.every(({ answer }) => answer !== '否'))
})

test('the analyst may not release the lot they tested', async () => {
  const { lotId } = await receivedLot(as)
  const { inspectionId: id } = await sampled(as, lotId, 'raw')
  const analyst = await as('admin')
  const { items } = await analyst.ask(rawInspectionApi.file, { id })
  await analyst.ask(rawInspectionApi.record, {
    id,
    results: items.map((item) => ({ itemId: item.id, revision: 0, ...findingFor(item, true) })),
  })
  await analyst.ask(rawInspectionApi.submit, { id, signature: signed() })
  await (await as('fuhe')).ask(rawInspectionApi.review, { id, signature: signed() })
  const { reportId } = await (await as('zhuguan')).ask(rawInspectionApi.approve, { id, signature: signed() })
  await refused(decide(reportId!, {}, 'admin'), 'analyst_releases')
  await refused(
    analyst.ask(releaseApi.reject, { id: reportId!, basis: '不合格', placeId: await binOf('rejected'), ...withQualityHead() }),
    'analyst_releases',
  )
  const asSecond = { signature: signed(), approver: secondPerson('admin') }
  const qa = await as('qa')
  await refused(
    qa.ask(releaseApi.reject, { id: reportId!, basis: '不合格', placeId: await binOf('rejected'), ...asSecond }),
    'analyst_releases',
    'approver.userName',
  )
  await decide(reportId!)
  await assert.rejects(
    world.change(`update release_decision set decided_by = analyst_ids[1] where report_id = $1`, [reportId]),
    /analyst_releases/,
  )
})

test('neither who bought the lot nor who received it may release it, whatever their rights', async () => {
  const { reportId, lotId } = await waiting()
  await world.change(
    `insert into account_role (enterprise_id, account_id, role_id) select a.enterprise_id, a.id, r.id from account a join role r on r.enterprise_id = a.enterprise_id and r.name = 'QA' where a.user_name in ('caigou', 'cangku', 'cangku2') and a.enterprise_id = current_enterprise()`,
  )
  await refused(decide(reportId, {}, 'caigou'), 'buyer_releases')
  await refused(decide(reportId, {}, 'cangku'), 'receiver_releases')
  await refused(decide(reportId, {}, 'cangku2'), 'receiver_releases')
  assert.equal((await lotOf(lotId)).state, 'under_test')
  await decide(reportId)
  await assert.rejects(world.change(`update release_decision set decided_by = buyer_id where report_id = $1`, [reportId]), /buyer_releases/)
  await assert.rejects(
    world.change(`update release_decision set decided_by = receiver_ids[1] where report_id = $1`, [reportId]),
    /receiver_releases/,
  )
  await world.change(
    `delete from account_role where role_id = (select id from role where name = 'QA' and enterprise_id = current_enterprise()) and account_id in (select id from account where user_name in ('caigou', 'cangku', 'cangku2'))`,
  )
})

test('without the duty no person releases, and a wrong password releases nothing and is logged', async () => {
  const { reportId, lotId } = await waiting()
  await refused(decide(reportId, {}, 'zhuguan'), 'no_permission')
  await refused(decide(reportId, { signature: { password: 'not it', comment: '' } }), 'wrong_password')
  assert.deepEqual([(await lotOf(lotId)).state, await zonesOf(lotId)], ['under_test', [{ zone: 'quarantine', quantity: '499.7000' }]])
  const { rows } = await world.admin.query(
    `select event from security_log join account on account.id = account_id where account.user_name = 'qa' and event = 'signature_failed'`,
  )
  assert.equal(rows.length, 1)
})

test('a lot without a conforming report, with a hold, or with a no on the checklist is not released', async () => {
  const bad = await waiting('fail')
  await refused(decide(bad.reportId), 'report_nonconforming')

  const held = await waiting()
  await world.change(
    `insert into hold (enterprise_id, lot_id, kind, reason, placed_by) select enterprise_id, id, 'freeze', '待查', (select id from account where user_name = 'qa') from lot where id = $1`,
    [held.lotId],
  )
  await refused(decide(held.reportId), 'lot_held')

  const { reportId } = await waiting()
  await refused(decide(reportId, { checklist: { ...allWell, storage: 'no' } }), 'checklist_incomplete', 'checklist.storage')
  await refused(decide(reportId, { checklist: { ...allWell, label: 'na' as never } }), 'invalid_input', 'checklist.label')
  const { label: _, ...unanswered } = allWell
  await refused(decide(reportId, { checklist: unanswered as never }), 'invalid_input', 'checklist.label')
})

test('a lot from a then qualified supplier is released though the supplier was removed later, and the sheet says so', async () => {
  const { reportId, lotId } = await waiting()
  const supplierOf = `(select supplier_id from raw_lot where id = '${lotId}')`
  const { rows } = await world.admin.query<{ id: string }>(`select ${supplierOf} as id`)
  await changedSupplier(as, only(rows).id, 'removed', '停止合作')
  const told = async () => {
    const { checks } = await (await as('qa')).ask(releaseApi.file, { id: reportId })
    return checks.find(({ check }) => check === 'supplier')
  }
  const found = await told()
  assert.equal(found?.ok, true)
  assert.match(found.evidence, /到货日 \d{4}-\d{2}-\d{2} 在合格名录内（现状：已除名）/)

  // What would have kept the goods out at the door keeps them out now: the last audit before the receipt had failed.
  await world.change(
    `insert into supplier_audit (enterprise_id, supplier_id, kind, audited_on, auditors, result, recorded_by)
     select enterprise_id, supplier_id, 'for_cause', today() - 1, '审计组', 'failed', (select id from account where user_name = 'qa') from raw_lot where id = $1`,
    [lotId],
  )
  assert.equal((await told())?.ok, false)
  await refused(decide(reportId), 'checklist_incomplete', 'supplier')
  await world.change(
    `insert into supplier_audit (enterprise_id, supplier_id, kind, audited_on, valid_until, auditors, result, recorded_by)
     select enterprise_id, supplier_id, 'periodic', today(), today() + 30, '审计组', 'passed', (select id from account where user_name = 'qa') from raw_lot where id = $1`,
    [lotId],
  )
  await decide(reportId)
  // The other tests order from them as before.
  await world.change(
    `set local session_replication_role = replica; update supplier set state = 'qualified', state_reason = '' where id = ${supplierOf}`,
  )
})

test('the retest day may be earlier than the material’s interval allows, never later or past', async () => {
  const { reportId, lotId } = await waiting()
  const latest = addMonths(today, 12)
  assert.equal((await (await as('qa')).ask(releaseApi.file, { id: reportId })).latestRetestOn, latest)
  await refused(decide(reportId, { retestOn: addDays(latest, 1) }), 'invalid_input', 'retestOn')
  await refused(decide(reportId, { retestOn: today }), 'invalid_input', 'retestOn')
  await decide(reportId, { retestOn: addMonths(today, 6) })
  assert.equal((await lotOf(lotId)).retest_on, addMonths(today, 6))
})

test('a released lot goes to a bin of the released zone and nowhere else', async () => {
  const { reportId, lotId } = await waiting()
  await refused(decide(reportId, { placeId: await binOf('rejected') }), 'zone_mismatch', 'placeId')
  await refused(decide(reportId, { placeId: randomUUID() }), 'not_found', 'placeId')
  assert.equal((await lotOf(lotId)).state, 'under_test')
})

test('release and rejection at once: one of them decides', async () => {
  const { reportId, lotId } = await waiting()
  const [released, rejected] = await Promise.allSettled([
    decide(reportId),
    (await as('user')).ask(releaseApi.reject, { id: reportId, basis: '外观异常', placeId: await binOf('rejected'), ...withQualityHead() }),
  ])
  const outcomes = [released.status, rejected.status]
  assert.deepEqual([...outcomes].sort(), ['fulfilled', 'rejected'])
  const lost = released.status === 'rejected' ? released : rejected.status === 'rejected' ? rejected : undefined
  assert.equal((lost!.reason as Refused).code, 'wrong_state')
  assert.equal((await lotOf(lotId)).state, released.status === 'fulfilled' ? 'released' : 'rejected')
  const { rows } = await world.admin.query(`select 1 from release_decision where lot_id = $1`, [lotId])
  assert.equal(rows.length, 1)
})

test('the same decision sent twice under one key is one decision', async () => {
  const { reportId, lotId } = await waiting()
  const input = await decision(reportId)
  const key = { 'idempotency-key': randomUUID() }
  const qa = await as('qa')
  const first = await qa.ask(releaseApi.release, input, key)
  assert.deepEqual(await qa.ask(releaseApi.release, input, key), first)
  await refused(qa.ask(releaseApi.release, input), 'wrong_state')
  assert.deepEqual(await zonesOf(lotId), [{ zone: 'released', quantity: '499.7000' }])
})

test('a rejected lot lies in the rejected zone, its OOS hold lifted by the decision, and is never released', async () => {
  const { lotId, reportId, releaseNo } = await rejectedLot(as)
  assert.equal((await lotOf(lotId)).state, 'rejected')
  assert.deepEqual(
    (await zonesOf(lotId)).map(({ zone }) => zone),
    ['rejected'],
  )
  const { rows } = await world.admin.query(`select kind, conclusion from hold where lot_id = $1`, [lotId])
  assert.deepEqual(rows, [{ kind: 'oos', conclusion: `判定不合格 ${releaseNo}` }])
  await refused(decide(reportId), 'wrong_state')
  await refused((await as('cangku')).ask(rawInspectionApi.request, { lotId, department: '仓库' }), 'wrong_state')
})

test('a withdrawn release brings the lot back to quarantine, lists what was made of it, and needs a new inspection', async () => {
  const { lotId, lotNo: rawLotNo, reportId } = await releasedLot(as)
  const { lotNo } = await producedBatch(as, { lot: { lotId, lotNo: rawLotNo } })
  const qa = await as('qa')
  const withdrawal = { id: reportId, reason: '供应商通报农残超标', placeId: await binOf('quarantine'), signature: signed() }
  await refused(qa.ask(releaseApi.withdraw, { ...withdrawal, reason: '' }), 'invalid_input', 'reason')
  const file = await qa.ask(releaseApi.withdraw, withdrawal)
  assert.deepEqual(
    [file.release.state, file.release.lotState, file.release.withdrawalReason],
    ['withdrawn', 'quarantine', '供应商通报农残超标'],
  )
  assert.deepEqual(
    file.downstream.map((lot) => [lot.lotNo, lot.kind]),
    [[lotNo, 'bulk']],
  )
  assert.ok((await zonesOf(lotId)).every(({ zone }) => zone === 'quarantine'))
  await refused(qa.ask(releaseApi.withdraw, withdrawal), 'wrong_state')
  await refused(decide(reportId), 'wrong_state')
  const { rows } = await world.admin.query(
    `select signature_holds(s) as holds, meaning from signature s where record_table = 'release_decision' and record_id = (select id from release_decision where report_id = $1) order by id`,
    [reportId],
  )
  assert.deepEqual(rows, [
    { holds: true, meaning: '放行' },
    { holds: true, meaning: '撤回放行' },
  ])
})

test('a released lot whose retest day has come is inspected anew and released for another interval', async () => {
  const { lotId, reportId } = await releasedLot(as)
  await world.change(
    `set local session_replication_role = replica; update lot set born_on = today() - 400, retest_on = today() where id = '${lotId}'`,
  )
  const { reportId: retested, inspectionId } = await inspect(as, lotId, { side: 'raw' })
  const { inspection } = await (await as('zhuguan')).ask(rawInspectionApi.file, { id: inspectionId })
  assert.equal(inspection.requestKind, 'periodic')
  assert.notEqual(retested, reportId)
  assert.equal((await release(as, retested)).retestOn, addMonths(today, 12))
  assert.equal((await lotOf(lotId)).state, 'released')
  // The first decision is past; only the last can be withdrawn.
  const withdrawal = { reason: '复核', placeId: await binOf('quarantine'), signature: signed() }
  await refused((await as('qa')).ask(releaseApi.withdraw, { id: reportId, ...withdrawal }), 'wrong_state')
  await (await as('qa')).ask(releaseApi.withdraw, { id: retested, ...withdrawal })
})

test('a release is withdrawn also when the lot is due for its retest, or under it: what was made of it is held at once', async () => {
  const lot = await releasedLot(as, { quantity: '80' })
  await producedBatch(as, { lot, quantity: '50' })
  await world.change(
    `set local session_replication_role = replica; update lot set born_on = today() - 400, retest_on = today(), state = 'retest_due' where id = '${lot.lotId}'`,
  )
  const withdrawal = { reason: '供应商通报农残超标', placeId: await binOf('quarantine'), signature: signed() }
  const qa = await as('qa')
  assert.equal((await qa.ask(releaseApi.withdraw, { id: lot.reportId, ...withdrawal })).release.state, 'withdrawn')
  assert.equal((await lotOf(lot.lotId)).state, 'quarantine')
  assert.equal((await qa.ask(caseApi.list, { q: lot.lotNo })).rows.length, 1)

  const other = await releasedLot(as, { quantity: '80' })
  const batch = await producedBatch(as, { lot: other, quantity: '50' })
  await world.change(
    `set local session_replication_role = replica; update lot set born_on = today() - 400, retest_on = today(), state = 'retest_due' where id = '${other.lotId}'`,
  )
  const { inspectionId } = await sampled(as, other.lotId, 'raw')
  await qa.ask(releaseApi.withdraw, { id: other.reportId, ...withdrawal })
  // The inspection goes on; its report is decided about as any other.
  assert.equal((await lotOf(other.lotId)).state, 'under_test')
  const standing = async () => (await qa.ask(traceApi.view, { id: batch.lotId })).standing.map(({ kind }) => kind)
  assert.ok((await standing()).includes('withdrawn'))
  await refused(qa.ask(releaseApi.withdraw, { id: other.reportId, ...withdrawal }), 'wrong_state')
  const { reportId } = await reported(as, inspectionId, 'raw')
  await release(as, reportId)
  assert.deepEqual([(await lotOf(other.lotId)).state, (await standing()).includes('withdrawn')], ['released', false])
})

test('a decision moves what lies in other zones; what lies in the right zone stays in its bin', async () => {
  const { lotId } = await releasedLot(as)
  await world.change(
    `set local session_replication_role = replica; update lot set born_on = today() - 400, retest_on = today(), state = 'retest_due' where id = '${lotId}'`,
  )
  const clerk = await as('cangku')
  const before = (await clerk.ask(stockApi.raw.stock, { id: lotId })).places.find((place) => place.zone === 'released')!
  const quarantine = await binOf('quarantine')
  await clerk.ask(stockApi.raw.transfer, { id: lotId, fromPlaceId: before.id, toPlaceId: quarantine, quantity: '100', reason: '待复验' })
  const { reportId } = await inspect(as, lotId, { side: 'raw' })
  const other = (await (await as('qa')).ask(placeApi.bins, { zone: 'released', toxic: 'no' })).find((bin) => bin.id !== before.id)!
  const { onHand } = (await (await as('qa')).ask(releaseApi.file, { id: reportId })).release
  await decide(reportId, { placeId: other.id })
  const { places, entries } = await clerk.ask(stockApi.raw.stock, { id: lotId })
  const inZone = new Map(places.filter((place) => place.zone !== null).map((place) => [place.id, place]))
  assert.deepEqual([...inZone.keys()].sort(), [before.id, other.id].sort())
  assert.equal(exact(inZone.get(before.id)!.quantity).plus(inZone.get(other.id)!.quantity).toFixed(4), onHand)
  const moves = entries.filter((entry) => entry.kind === 'transfer' && entry.to === other.name)
  assert.deepEqual(new Set(moves.map((entry) => entry.from)).size, 1, 'one movement, out of the quarantine zone')
})

test('another enterprise’s release is not found, byte for byte like one that never was', async () => {
  const { reportId } = await waiting()
  const stranger = await as('other')
  const body = async (id: string) => {
    const answer = await world.app.inject({
      method: 'GET',
      url: requestOf(releaseApi.file, { id }).url,
      headers: { cookie: stranger.cookie },
    })
    return [answer.statusCode, answer.body.replace(/"requestId":"[^"]*"/, '')]
  }
  assert.deepEqual(await body(reportId), await body(randomUUID()))
  const placeId = await binOf('released')
  await refused(
    stranger.ask(releaseApi.release, { id: reportId, checklist: allWell, retestOn: addMonths(today, 12), placeId, signature: signed() }),
    'not_found',
  )
})

test('the list shows what waits for a decision', async () => {
  const { reportId, lotNo } = await waiting()
  const qa = await as('qa')
  const pending = await qa.ask(releaseApi.list, { q: lotNo, state: 'pending' })
  assert.deepEqual(
    pending.rows.map(({ id, state, onHand, conforms }) => ({ id, state, onHand, conforms })),
    [{ id: reportId, state: 'pending', onHand: '499.7000', conforms: true }],
  )
  await decide(reportId)
  assert.deepEqual((await qa.ask(releaseApi.list, { q: lotNo, state: 'pending' })).rows, [])
  assert.equal((await qa.ask(releaseApi.list, { q: 'dg', state: 'released', sort: '-decidedAt' })).rows[0]!.id, reportId)
})
