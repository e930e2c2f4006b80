import assert from 'node:assert/strict'
import { scaleFor } from '#server/demo/asset.ts'
import { after, before, test } from 'node:test'
import { caseApi } from '#contract/cases/impact.ts'
import { elementAt, only, present } from '#contract/kernel/certain.ts'
import type { Zone } from '#contract/warehouse/movement.ts'
import { productionApi } from '#contract/making/production-api.ts'
import { qrApi } from '#contract/packing/codes.ts'
import { packagingApi } from '#contract/packing/packaging.ts'
import { packLotApi } from '#contract/release/pack-lot.ts'
import { releaseApi } from '#contract/release/raw-release.ts'
import { saleApi } from '#contract/selling/sale-api.ts'
import { publicStatuses, type PublicStatus } from '#contract/tracing/public-trace.ts'
import { traceApi } from '#contract/tracing/trace.ts'
import { stockApi } from '#contract/warehouse/stock.ts'
import { binIn } from '#server/demo/bin-in.ts'
import { inspect, release, releasedLot, reported, sampled } from '#server/demo/inspection.ts'
import { labelledPackaging, packedLot, releasedPack, usualCompletion } from '#server/demo/packaging.ts'
import { type Refused, secondPerson, signed, withQualityHead } from '#server/demo/person.ts'
import {
  conformingBatch,
  doneStep,
  finishedProduction,
  issuedProduction,
  producedBatch,
  weighingsOf,
  approvedProduction,
} from '#server/demo/production.ts'
import { receivedLot } from '#server/demo/purchase.ts'
import { startedRecall, withdrawnRecall } from '#server/demo/recall.ts'
import { approvedSale, checkedSale, codesOf, shippedSale, usualTransport, allocatedSale } from '#server/demo/sale.ts'
import { refused } from '#server/test/refused.ts'
import { openWorld, type World } from '#server/test/world.ts'

/*
 * Where a lot stands follows from itself and everything it was made of. Each of these was seen wrong once: a pack of a rejected herb was called
 * 正品，检验合格.
 */

let world: World
before(async () => {
  world = await openWorld()
})
after(() => world.close())

const as = (userName: string) => world.as(userName)
const bin = async (zone: Zone) => binIn(await as('qa'), zone)

const giveRole = (userName: string, role: string) =>
  world.change(
    `insert into account_role (enterprise_id, account_id, role_id)
     select a.enterprise_id, a.id, r.id from account a join role r on r.enterprise_id = a.enterprise_id where a.user_name = $1 and r.name = $2`,
    [userName, role],
  )

/** What the public page says of the first pack of a label run. */
async function statusOf(rangeId: string): Promise<PublicStatus> {
  const { labels } = await (
    await as('baozhuang')
  ).ask(qrApi.print, { id: rangeId, first: 1, last: 1, reason: '核对标签', checker: secondPerson('qa') })
  return statusOfCode(only(labels).code)
}
async function statusOfCode(code: string): Promise<PublicStatus> {
  const { body } = await world.app.inject({ url: `/index?c=${code}`, headers: { 'user-agent': 'Mozilla/5.0 (iPhone)' } })
  const found = Object.entries(publicStatuses).filter(([, { title }]) => body.includes(`<h1>${title}</h1>`))
  // The titles are looked up by the words of the union.
  return elementAt(only(found), 0) as PublicStatus
}

/** A raw lot of 60 kg, a batch of it, and packs of the batch that were released. */
async function chain({ packs = 40, spec = '500 g' } = {}) {
  const raw = await releasedLot(world.as, { quantity: '100' })
  const batch = await conformingBatch(world.as, { lot: raw, quantity: '60' })
  const pack = await releasedPack(world.as, { batch, packs, spec })
  return { raw, batch, pack }
}

const withdraw = async (reportId: string) =>
  (await as('qa')).ask(releaseApi.withdraw, {
    id: reportId,
    reason: '供应商通报农残超标',
    placeId: await bin('quarantine'),
    signature: signed(),
  })
const freeze = async (lotId: string, kind: 'freeze' | 'regulator' | 'doc_missing' | 'deviation', reaches = true) =>
  (await as('qa')).ask(stockApi.raw.freeze, { id: lotId, kind, reason: '调查中', reaches })
const unfreeze = async (lotId: string, holdId: string) =>
  (await as('qa')).ask(stockApi.raw.unfreeze, { id: lotId, holdId, conclusion: '查无异常', evidence: '调查报告 1', ...withQualityHead() })
const casesOf = async (lotNo: string) => (await (await as('qa')).ask(caseApi.list, { q: lotNo })).rows
/** Decides about a lot of a case. The demo's QA checks the packing, so packs are decided about by the 质量受权人. */
const decide = async (id: string, lotId: string, decision: 'clear' | 'reject', placeId?: string, by = 'shouquan') =>
  (await as(by)).ask(caseApi.decide, { id, lotId, decision, conclusion: '逐批评估', ...withQualityHead(), ...(placeId && { placeId }) })

test('packs that were shipped are no longer 正品 once the release of their herb is withdrawn, and never again when it is rejected', async () => {
  const { raw, batch, pack } = await chain()
  await shippedSale(world.as, { pack, packs: 10 })
  assert.equal(await statusOf(pack.packRangeId), 'genuine')

  await withdraw(raw.reportId)
  assert.equal(await statusOf(pack.packRangeId), 'frozen')
  const { standing } = await (await as('qa')).ask(traceApi.view, { id: pack.lotId })
  assert.deepEqual(
    standing.map(({ kind, lotNo, isOwn }) => [kind, lotNo, isOwn]),
    [
      ['withdrawn', raw.lotNo, false],
      ['impact', pack.lotNo, true],
    ],
  )

  const opened = only(await casesOf(raw.lotNo))
  assert.deepEqual([opened.kind, opened.state, opened.undecided, opened.held], ['impact', 'open', 2, 2])
  const { lots } = await (await as('qa')).ask(caseApi.read, { id: opened.id })
  assert.deepEqual(
    lots.map(({ lotNo, stemming, shipped, customers, codes, codesShipped }) => [
      lotNo,
      stemming,
      shipped,
      customers?.map((customer) => customer.packs),
      codes,
      codesShipped,
    ]),
    [
      [batch.batchNo, Number(lots[0]!.quantity).toFixed(4), '0.0000', [], 0, 0],
      [pack.lotNo, '20.0000', '5.0000', [10], 40, 10],
    ],
  )

  const failed = await inspect(world.as, raw.lotId, { side: 'raw', outcome: 'fail' })
  await (
    await as('qa')
  ).ask(releaseApi.reject, { id: failed.reportId, basis: '农残超标', placeId: await bin('rejected'), ...withQualityHead() })
  assert.equal(await statusOf(pack.packRangeId), 'rejected', 'rejecting lifts the OOS hold of the herb, and the page does not turn green')
  assert.equal((await casesOf(raw.lotNo)).length, 1, 'a second reason joins the open case')

  await refused(decide(opened.id, pack.lotId, 'clear'), 'ancestor_unfit', 'decision')
  await refused(decide(opened.id, pack.lotId, 'reject'), 'rejected_bin_required', 'placeId')
  await decide(opened.id, pack.lotId, 'reject', await bin('rejected'))
  const closed = await decide(opened.id, batch.lotId, 'reject', await bin('rejected'))
  assert.equal(closed.state, 'closed')
  assert.equal(await statusOf(pack.packRangeId), 'rejected')
})

test('what was made of a withdrawn lot is held until quality assurance clears it, which needs the lot released anew and two persons', async () => {
  const { raw, batch, pack } = await chain()
  await withdraw(raw.reportId)
  const { id } = only(await casesOf(raw.lotNo))
  await refused(decide(id, pack.lotId, 'clear'), 'ancestor_unfit')

  const again = await inspect(world.as, raw.lotId, { side: 'raw' })
  await release(world.as, again.reportId)
  assert.equal(await statusOf(pack.packRangeId), 'frozen', 'a new release of the herb alone frees nothing that is held')
  const given = { id, lotId: pack.lotId, decision: 'clear' as const, conclusion: '复检合格', signature: signed() }
  const releaser = await as('shouquan')
  await refused((await as('qa2')).ask(caseApi.decide, { ...given, approver: secondPerson('zhiliang') }), 'producer_releases')
  await refused(releaser.ask(caseApi.decide, { ...given, approver: secondPerson('shouquan') }), 'same_person')
  await refused(releaser.ask(caseApi.decide, { ...given, approver: secondPerson('shengchan') }), 'signer_lacks_duty')
  await refused((await as('shengchan')).ask(caseApi.decide, { ...given, approver: secondPerson('zhiliang') }), 'no_permission')
  await refused(
    (await as('qa')).ask(stockApi.pack.unfreeze, {
      id: pack.lotId,
      holdId: await holdOf(pack.lotId),
      conclusion: '解除',
      ...withQualityHead(),
    }),
    'hold_of_case',
  )

  await decide(id, pack.lotId, 'clear')
  assert.equal(await statusOf(pack.packRangeId), 'genuine')
  await refused(decide(id, pack.lotId, 'clear'), 'wrong_state')
  assert.equal((await decide(id, batch.lotId, 'clear')).state, 'closed')
  await refused(decide(id, batch.lotId, 'clear'), 'wrong_state')
})

const holdOf = async (lotId: string) => {
  const { holds } = await (await as('qa')).ask(stockApi.pack.stock, { id: lotId })
  return elementAt(holds, 0).id
}

test('every step that uses a lot asks its ancestors: release, allocation, picking, shipping, labels and packing', async () => {
  const { raw, batch, pack } = await chain({ packs: 40, spec: '1 kg' }) // the only packs of this size, so that they are the ones allocated
  const sales = {
    approved: await approvedSale(world.as, { pack, packs: 10 }),
    allocated: await allocatedSale(world.as, { pack, packs: 10 }),
    checked: await checkedSale(world.as, { pack, packs: 10 }),
  }
  const codes = await codesOf(world.as, pack.lotNo, 10)
  const unreleased = await packedLot(world.as, { batch, packs: 2, spec: '1 kg' })
  const labelled = await labelledPackaging(world.as, { batch, packs: 2, spec: '1 kg' })
  const completion = await usualCompletion(world.as, labelled)
  const { holdId } = await freeze(raw.lotId, 'freeze')

  const keeper = await as('cangku')
  const releaser = await as('shouquan')
  const sheet = { id: unreleased.lotId, environmentOk: true as const, placeId: await binIn(releaser, 'pack_released'), signature: signed() }
  const ship = { id: sales.checked.id, ...usualTransport(), signature: signed() }
  const steps = [
    async () => keeper.ask(saleApi.pick, { id: sales.allocated.id, codes, signature: signed() }),
    async () => (await as('wuliu')).ask(saleApi.ship, ship),
    async () => (await as('baozhuang')).ask(packagingApi.complete, completion),
  ]
  for (const step of steps) await refused(step(), 'ancestor_unfit')
  await refused(keeper.ask(saleApi.allocate, { id: sales.approved.id }), 'short_stock')
  await refused(releaser.ask(packLotApi.release, sheet), 'checklist_incomplete', 'ancestry')
  assert.equal(await statusOf(pack.packRangeId), 'frozen')
  const { reasons } = await (await as('qa')).ask(stockApi.pack.stock, { id: pack.lotId })
  assert.deepEqual(
    reasons.map(({ kind, lotNo }) => [kind, lotNo]),
    [['freeze', raw.lotNo]],
  )

  await unfreeze(raw.lotId, holdId)
  for (const step of steps) await step()
  await keeper.ask(saleApi.allocate, { id: sales.approved.id })
  await releaser.ask(packLotApi.release, sheet)
  assert.equal(await statusOf(pack.packRangeId), 'genuine')
})

test('the database itself lets nothing move, be made or be released whose ancestors do not allow it', async () => {
  const { raw, batch, pack } = await chain()
  await freeze(raw.lotId, 'regulator')
  const move = (kind: string, lotId: string, place: string) =>
    world.change(
      `insert into stock_entry (enterprise_id, lot_id, from_place_id, to_place_id, quantity, kind, document_kind, document_id, document_no, by_id, occurred_at)
       select b.enterprise_id, b.lot_id, b.place_id, (select id from place where enterprise_id = b.enterprise_id and kind = $3 limit 1), 1, $2, 'x', uuidv7(), 'x',
         (select id from account where user_name = 'qa'), now() from stock_balance b join place p on p.id = b.place_id and p.kind = 'bin' where b.lot_id = $1 and b.quantity > 1 limit 1`,
      [lotId, kind, place],
    )
  const unfit = { code: 'BC001', message: 'ancestor_unfit' }
  await assert.rejects(move('ship', pack.lotId, 'customer'), unfit)
  await assert.rejects(move('pack_input', batch.lotId, 'transformation'), unfit)
  await assert.rejects(
    world.change(
      `insert into lot_edge (enterprise_id, from_lot_id, to_lot_id, step, role, quantity, share, document_id, document_no)
       select enterprise_id, from_lot_id, to_lot_id, step, role, quantity, share, uuidv7(), 'x' from lot_edge where from_lot_id = $1`,
      [batch.lotId],
    ),
    unfit,
  )
  await assert.rejects(
    world.change(
      `insert into pack_release (enterprise_id, release_no, lot_id, bulk_lot_id, report_id, decision, checklist, packs, quantity, analyst_ids, producer_ids, decided_by)
       select enterprise_id, 'FXX', lot_id, bulk_lot_id, report_id, decision, checklist, packs, quantity, analyst_ids, producer_ids, decided_by from pack_release where lot_id = $1`,
      [pack.lotId],
    ),
    unfit,
  )
})

test('a batch on the line does not go on when its herb is rejected or frozen, and goes on when the hold ends', async () => {
  const raw = await releasedLot(world.as, { quantity: '60' })
  const order = await issuedProduction(world.as, { lots: [{ lotId: raw.lotId, quantity: '50', reason: '按计划' }] })
  await doneStep(world.as, order.id)
  const missing = await freeze(raw.lotId, 'doc_missing')
  await doneStep(world.as, order.id)
  await unfreeze(raw.lotId, missing.holdId)
  const { holdId } = await freeze(raw.lotId, 'freeze')
  await refused(doneStep(world.as, order.id), 'ancestor_unfit', 'lots')
  await unfreeze(raw.lotId, holdId)
  const aside = await freeze(raw.lotId, 'freeze', false)
  const { process, steps } = await (await as('shengchan')).ask(productionApi.read, { id: order.id })
  for (let done = steps.length; done < process.steps.length; done++) await doneStep(world.as, order.id)
  await unfreeze(raw.lotId, aside.holdId)

  await withdraw(raw.reportId)
  await refused(finishedProduction(world.as, order.id), 'ancestor_unfit', 'lots')
  assert.deepEqual(await casesOf(raw.lotNo), [], 'there is no lot to decide about')
  await release(world.as, (await inspect(world.as, raw.lotId, { side: 'raw' })).reportId)
  const batch = await finishedProduction(world.as, order.id)
  assert.ok(batch.lotId)
})

test('a hold for missing papers, and a day that passes later, say nothing about what was made before', async () => {
  const { raw, pack } = await chain()
  await freeze(raw.lotId, 'doc_missing')
  await world.change(`update lot set retest_on = today() - 1, state = 'retest_due' where id = $1`, [raw.lotId])
  assert.equal(await statusOf(pack.packRangeId), 'genuine')
  await inspect(world.as, raw.lotId, { side: 'raw' })
  assert.equal(await statusOf(pack.packRangeId), 'genuine', 'the ordinary retest of what is left does not stop what was made')
  await shippedSale(world.as, { pack, packs: 10 })

  const deviation = await freeze(raw.lotId, 'deviation', false)
  assert.equal(await statusOf(pack.packRangeId), 'genuine', 'a deviation reaches only where that was chosen')
  await unfreeze(raw.lotId, deviation.holdId)
  await freeze(raw.lotId, 'deviation')
  assert.equal(await statusOf(pack.packRangeId), 'frozen')
})

test('packs that the 质量受权人 refused are 不合格, not under investigation', async () => {
  const batch = await conformingBatch(world.as, { buy: { quantity: '60' } })
  const packed = await packedLot(world.as, { batch, packs: 20, spec: '500 g' })
  const releaser = await as('shouquan')
  const given = { id: packed.lotId, reason: '外观不符', placeId: await binIn(releaser, 'rejected'), signature: signed() }
  await refused(releaser.ask(packLotApi.reject, { ...given, approver: secondPerson('shouquan') }), 'same_person')
  await refused(releaser.ask(packLotApi.reject, { ...given, approver: secondPerson('qa') }), 'signer_lacks_duty')
  await releaser.ask(packLotApi.reject, { ...given, approver: secondPerson('zhiliang') })
  assert.equal(await statusOf(packed.packRangeId), 'rejected')
})

test('a box with two batches names both and says the worse', async () => {
  const [first, second] = [
    await conformingBatch(world.as, { buy: { quantity: '60' } }),
    await conformingBatch(world.as, { buy: { quantity: '60' } }),
  ]
  const begun = await releasedPack(world.as, { batch: first, spec: '500 g', packs: 25 })
  const { labels } = await (
    await as('baozhuang')
  ).ask(qrApi.print, { id: begun.boxRangeId, first: 2, last: 2, reason: '核对标签', checker: secondPerson('qa') })
  const box = only(labels).code
  const labelled = await labelledPackaging(world.as, { batch: second, spec: '500 g', packs: 4, boxLabels: 1 })
  const topped = await (await as('baozhuang')).ask(packagingApi.complete, { ...(await usualCompletion(world.as, labelled)), topUpBox: box })
  const releaser = await as('shouquan')
  const place = await binIn(releaser, 'pack_released')
  await releaser.ask(packLotApi.release, { id: topped.lotId, environmentOk: true, placeId: place, signature: signed() })
  const page = async () => (await world.app.inject({ url: `/index?c=${box}`, headers: { 'user-agent': 'Mozilla/5.0' } })).body
  assert.equal(await statusOfCode(box), 'genuine')
  for (const { batchNo } of [first, second]) assert.ok((await page()).includes(batchNo), batchNo)

  await freeze(second.rawLot.lotId, 'regulator')
  assert.equal(await statusOfCode(box), 'locked')
  for (const { batchNo } of [first, second]) assert.ok((await page()).includes(batchNo), batchNo)
})

test('a recall is the one way to recall a lot: it and everything made of it say so at once; a hold that an older version placed is lifted by two', async () => {
  const { raw, pack } = await chain()
  const recall = await startedRecall(as, { lotId: raw.lotId })
  assert.equal(await statusOf(pack.packRangeId), 'recalled')
  const { holds } = await (await as('qa')).ask(stockApi.raw.stock, { id: raw.lotId })
  const held = holds.find(({ kind }) => kind === 'recall')!
  const qa = await as('qa')
  const end = { id: raw.lotId, holdId: held.id, conclusion: '通报撤回', signature: signed(), approver: secondPerson('zhiliang') }
  await refused(qa.ask(stockApi.raw.unfreeze, { ...end, evidence: '通报撤回函 3 号' }), 'recall_open')
  await withdrawnRecall(as, recall)
  assert.equal(await statusOf(pack.packRangeId), 'genuine')
  // Older versions held one lot without a case.
  await world.change(
    `insert into hold (enterprise_id, lot_id, kind, reason, placed_by) select enterprise_id, id, 'recall', '产地通报', (select id from account where user_name = 'zhiliang')
      from lot where id = $1`,
    [raw.lotId],
  )
  const old = (await qa.ask(stockApi.raw.stock, { id: raw.lotId })).holds.find(
    ({ kind, liftedAt }) => kind === 'recall' && liftedAt === null,
  )!
  await refused(qa.ask(stockApi.raw.unfreeze, { ...end, holdId: old.id }), 'evidence_required', 'evidence')
  await refused(qa.ask(stockApi.raw.unfreeze, { ...end, holdId: old.id, evidence: '撤回函', approver: secondPerson('qa') }), 'same_person')
  await qa.ask(stockApi.raw.unfreeze, { ...end, holdId: old.id, evidence: '通报撤回函 3 号' })
  assert.equal(await statusOf(pack.packRangeId), 'genuine')
})

test('a lot that was never tested, or was released, is rejected by quality assurance and the 质量负责人', async () => {
  const untested = await receivedLot(world.as)
  const given = { basis: '到货后发现霉变', ...withQualityHead() }
  const qa = await as('qa')
  await refused(qa.ask(releaseApi.rejectLot, { ...given, id: untested.lotId }), 'rejected_bin_required', 'placeId')
  const placeId = await bin('rejected')
  await refused(qa.ask(releaseApi.rejectLot, { ...given, id: untested.lotId, placeId, approver: secondPerson('qa') }), 'same_person')
  await refused((await as('caigou')).ask(releaseApi.rejectLot, { ...given, id: untested.lotId, placeId }), 'no_permission')
  const { releaseNo, caseNo } = await qa.ask(releaseApi.rejectLot, { ...given, id: untested.lotId, placeId })
  assert.match(releaseNo, /^FX/)
  assert.equal(caseNo, null)
  await refused(qa.ask(releaseApi.rejectLot, { ...given, id: untested.lotId, placeId }), 'wrong_state')

  const { raw, pack } = await chain()
  const rejected = await qa.ask(releaseApi.rejectLot, { ...given, id: raw.lotId, placeId })
  assert.equal(only(await casesOf(raw.lotNo)).caseNo, rejected.caseNo)
  assert.equal(await statusOf(pack.packRangeId), 'rejected')
  await assert.rejects(
    world.change(
      `insert into release_decision (enterprise_id, release_no, lot_id, decision, state, quantity, checklist, basis, analyst_ids, receiver_ids, decided_by)
       select enterprise_id, 'FXX', id, 'reject', 'rejected', 1, '[]', 'x', '{}', '{}', (select id from account where user_name = 'qa') from lot where id = $1`,
      [pack.lotId],
    ),
    /a rejection is approved by a second person/,
  )
})

test('quality assurance opens an impact case by hand, once, about a lot of which something was made', async () => {
  const { raw, pack } = await chain()
  const qa = await as('qa')
  const given = { id: raw.lotId, reason: '同产地他批检出重金属超标', signature: signed() }
  await refused((await as('zhiliang')).ask(caseApi.open, given), 'no_permission')
  const { id } = await qa.ask(caseApi.open, given)
  assert.equal(await statusOf(pack.packRangeId), 'frozen')
  await refused(qa.ask(caseApi.open, given), 'impact_open')
  await refused(qa.ask(caseApi.open, { ...given, id: (await releasedLot(world.as)).lotId }), 'nothing_made')
  const { lots } = await qa.ask(caseApi.read, { id })
  for (const { lotId } of lots) await decide(id, lotId, 'clear')
  assert.equal(await statusOf(pack.packRangeId), 'genuine')
})

test('nobody lifts a hold alone, neither through a step nor past it', async () => {
  const { lotId } = await releasedLot(world.as)
  const { holdId } = await freeze(lotId, 'freeze')
  const given = { id: lotId, holdId, conclusion: '查无异常', signature: signed() }
  await refused((await as('qa')).ask(stockApi.raw.unfreeze, { ...given, approver: secondPerson('qa') }), 'same_person')
  await refused((await as('qa')).ask(stockApi.raw.unfreeze, { ...given, approver: secondPerson('cangku') }), 'signer_lacks_duty')
  await assert.rejects(
    world.change(`update hold set lifted_by = placed_by, lifted_at = now(), conclusion = 'x' where id = $1`, [holdId]),
    /a hold is lifted by two persons/,
  )
  await assert.rejects(
    world.change(`update hold set lifted_by = placed_by, lift_second_by = placed_by, lifted_at = now(), conclusion = 'x' where id = $1`, [
      holdId,
    ]),
    /hold_lifted_by_two/,
  )
})

test('what a release restricts is read and heeded at issue and before every step, and the record keeps it', async () => {
  const received = await receivedLot(world.as, { quantity: '60' })
  const inspected = await inspect(world.as, received.lotId, { side: 'raw' })
  await release(world.as, inspected.reportId, { restriction: '仅限酒炙' })
  const { id } = await approvedProduction(world.as, { lots: [{ lotId: received.lotId, quantity: '50', reason: '按计划' }] })
  const keeper = await as('cangku')
  const issue = {
    id,
    scaleId: await scaleFor(await as('cangku')),
    weighings: await weighingsOf(world.as, id),
    signature: signed(),
    checker: secondPerson('shengchan'),
  }
  const no = await refused(keeper.ask(productionApi.issue, issue), 'restriction_unheeded', 'restrictionsHeeded')
  assert.match(no.message, /仅限酒炙/)
  await keeper.ask(productionApi.issue, { ...issue, restrictionsHeeded: true })
  await refused(doneStep(world.as, id), 'restriction_unheeded', 'restrictionsHeeded')
  const { restrictions } = await (await as('shengchan')).ask(productionApi.read, { id })
  assert.deepEqual(
    restrictions.map(({ restriction }) => restriction),
    ['仅限酒炙'],
  )
  const { rows } = await world.admin.query(`select restrictions from production_issue where order_id = $1`, [id])
  assert.deepEqual(rows, [{ restrictions: `${received.lotNo}：仅限酒炙` }])
})

test('two equal quantities along two paths are both counted', async () => {
  const { raw, batch, pack } = await chain()
  await world.change(
    `insert into lot_edge (enterprise_id, from_lot_id, to_lot_id, step, role, quantity, share, document_id, document_no)
     select enterprise_id, from_lot_id, to_lot_id, step, role, quantity, share, uuidv7(), 'x' from lot_edge where from_lot_id = $1`,
    [batch.lotId],
  )
  const { downstream } = await (await as('qa')).ask(releaseApi.file, { id: raw.reportId })
  assert.equal(present(downstream.find(({ lotId }) => lotId === pack.lotId)).quantity, '40.0000')
})

/** The place in the enterprise's chain, which is the order of the commits, of the last entry about a row of a table. */
async function sealedAt(table: string, key: string): Promise<number> {
  const { rows } = await world.admin.query<{ seq: string }>(
    `select l.seq from audit a join audit_link l on l.enterprise_id = a.enterprise_id and l.xid = a.xid
     where a.table_name = $1 and coalesce(a.row_key, a.row_id::text) = $2 order by a.id desc limit 1`,
    [table, key],
  )
  return Number(only(rows).seq)
}

/** A row that a decision wrote: its table and key. */
type Sealed = [table: string, key: string]

/** Other packs of the same size are held, so that the ones of this lot are allocated. */
const holdOtherPacks = (lotId: string) =>
  world.change(
    `insert into hold (enterprise_id, lot_id, kind, reason, placed_by)
     select enterprise_id, id, 'doc_missing', '留给其他订单', (select id from account where user_name = 'qa') from lot where kind = 'pack' and holds = 0 and id <> $1`,
    [lotId],
  )

test('a shipment and a decision against its herb at the same moment: the goods left before, or not at all', async () => {
  const outcomes = { shipped: 0, refused: 0 }
  for (let round = 0; round < 12; round++) {
    const { raw, pack } = await chain({ packs: 4, spec: '500 g' })
    await holdOtherPacks(pack.lotId)
    const sale = await checkedSale(world.as, { pack, packs: 2 })
    const decide = [
      () => freeze(raw.lotId, 'freeze').then(({ holdId }): Sealed => ['hold', holdId]),
      async () => {
        const { decisionId } = (await withdraw(raw.reportId)).release
        return ['release_decision', present(decisionId)] satisfies Sealed
      },
    ][round % 2]!
    const [shipped, decided] = await Promise.allSettled([
      (await as('wuliu')).ask(saleApi.ship, { id: sale.id, ...usualTransport(), signature: signed() }),
      decide(),
    ])
    assert.ok(decided.status === 'fulfilled', String(decided))
    if (shipped.status === 'fulfilled') {
      outcomes.shipped += 1
      assert.ok(
        (await sealedAt('shipment', shipped.value.shipmentId)) < (await sealedAt(decided.value[0], decided.value[1])),
        'the goods left before the decision',
      )
    } else {
      outcomes.refused += 1
      await refused(Promise.reject(shipped.reason), (shipped.reason as Refused).code as 'lot_held' | 'ancestor_unfit')
      await refused(
        (await as('wuliu')).ask(saleApi.ship, { id: sale.id, ...usualTransport(), signature: signed() }),
        round % 2 === 0 ? 'ancestor_unfit' : 'lot_held',
      )
    }
  }
  assert.equal(outcomes.shipped + outcomes.refused, 12)
})

test('a rejection by another step answers the cases that ask about the lot, and closes those that ask about nothing more', async () => {
  const { raw, batch, pack } = await chain()
  await withdraw(raw.reportId)
  const byWithdrawal = only(await casesOf(raw.lotNo))
  const rejected = await (
    await as('qa')
  ).ask(releaseApi.rejectLot, { id: pack.lotId, basis: '外观霉变', placeId: await bin('rejected'), ...withQualityHead() })
  assert.equal(rejected.caseNo, null)
  const { lots } = await (await as('qa')).ask(caseApi.read, { id: byWithdrawal.id })
  const settled = present(lots.find(({ lotId }) => lotId === pack.lotId))
  assert.deepEqual([settled.decision, settled.decidedBy, settled.approvedBy], ['reject', '郑质保', '何质量'])
  await refused(decide(byWithdrawal.id, pack.lotId, 'clear'), 'wrong_state')
  assert.equal((await decide(byWithdrawal.id, batch.lotId, 'reject', await bin('rejected'))).state, 'closed')
  const { rows } = await world.admin.query(`select lot_no, holds from lot where id = any ($1)`, [[batch.lotId, pack.lotId]])
  assert.deepEqual(
    rows.map(({ holds }) => holds),
    [0, 0],
  )
})

test('a batch rejected in a case takes the packs that were cleared before it along', async () => {
  const { raw, batch, pack } = await chain()
  await withdraw(raw.reportId)
  await release(world.as, (await inspect(world.as, raw.lotId, { side: 'raw' })).reportId)
  const { id } = only(await casesOf(raw.lotNo))
  await decide(id, pack.lotId, 'clear')
  assert.equal((await decide(id, batch.lotId, 'reject', await bin('rejected'))).state, 'closed')
  assert.equal(await statusOf(pack.packRangeId), 'rejected')
  const next = only((await casesOf(batch.batchNo)).filter(({ state }) => state === 'open'))
  assert.equal(next.undecided, 1)
  await refused(decide(next.id, pack.lotId, 'clear'), 'ancestor_unfit')
})

test('packs that are made while a decision waits for their batch are in its case', async () => {
  for (let round = 0; round < 6; round++) {
    const { raw, batch } = await chain({ packs: 4 })
    const labelled = await labelledPackaging(world.as, { batch, packs: 4, spec: '500 g' })
    const completion = await usualCompletion(world.as, labelled)
    const packer = await as('baozhuang')
    const packing = packer.ask(packagingApi.complete, completion).catch((thrown: unknown) => thrown as Refused)
    await new Promise((resolve) => setTimeout(resolve, 3 * round))
    await withdraw(raw.reportId)
    const packed = await packing
    if (!('lotId' in packed)) continue // the withdrawal came first
    const { rows } = await world.admin.query<{ holds: number }>(`select holds from lot where id = $1`, [packed.lotId])
    assert.deepEqual(rows, [{ holds: 1 }], `round ${round}`)
  }
})

test('the analyst decides nothing about what they tested, and the database keeps a rejected lot from being cleared', async () => {
  const { raw, pack } = await chain()
  await withdraw(raw.reportId)
  const { id } = only(await casesOf(raw.lotNo))
  await giveRole('jianyan', 'QA')
  await refused(decide(id, pack.lotId, 'reject', await bin('rejected'), 'jianyan'), 'analyst_releases')
  await assert.rejects(
    world.change(
      `update impact_lot set decision = 'clear', conclusion = 'x', decided_by = (select id from account where user_name = 'shouquan'), decided_at = now(),
         analyst_ids = '{}', producer_ids = '{}' where lot_id = $1 and decision is null`,
      [pack.lotId],
    ),
    { code: 'BC001', message: 'ancestor_unfit' },
  )
})

test('a failing result of a lot that was rejected meanwhile opens its case and leaves no hold without an end', async () => {
  const received = await receivedLot(world.as)
  const { inspectionId } = await sampled(world.as, received.lotId, 'raw')
  await (
    await as('qa')
  ).ask(releaseApi.rejectLot, { id: received.lotId, basis: '霉变', placeId: await bin('rejected'), ...withQualityHead() })
  await reported(world.as, inspectionId, 'raw', 'fail')
  const { rows } = await world.admin.query<{ holds: number }>(`select holds from lot where id = $1`, [received.lotId])
  assert.deepEqual(rows, [{ holds: 0 }])
  const { rows: waiting } = await (await as('qa')).ask(releaseApi.list, { q: received.lotNo })
  assert.deepEqual(
    waiting.map(({ state }) => state),
    ['rejected'],
    'no decision is owed about its report',
  )
})

test('who is refused because a lot is held is told by what', async () => {
  const raw = await releasedLot(world.as, { quantity: '80' })
  const batch = await producedBatch(world.as, { lot: raw, quantity: '60' })
  const { inspectionId } = await sampled(world.as, batch.lotId, 'bulk')
  await withdraw(raw.reportId)
  const ofBatch = await refused(reported(world.as, inspectionId, 'bulk'), 'lot_held', 'lot')
  assert.ok(ofBatch.message.includes(`${batch.lotNo}：影响评估中`), ofBatch.message)

  const { reportId, lotId } = await testedLot()
  await freeze(lotId, 'doc_missing')
  const ofRaw = await refused(release(world.as, reportId), 'lot_held', 'lot')
  assert.ok(ofRaw.message.includes('资料不全'), ofRaw.message)
})

/** A raw lot with a conforming report, not decided about. */
async function testedLot() {
  const { lotId } = await receivedLot(world.as)
  return { lotId, ...(await inspect(world.as, lotId, { side: 'raw' })) }
}
