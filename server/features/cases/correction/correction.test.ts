import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { z } from 'zod'
import { caseApi } from '#contract/cases/impact.ts'
import { correctionApi } from '#contract/cases/correction.ts'
import { only, present } from '#contract/kernel/certain.ts'
import { exact } from '#contract/kernel/exact-decimal.ts'
import { reportApi } from '#contract/laboratory/report.ts'
import { productionApi } from '#contract/making/production-api.ts'
import { historyApi } from '#contract/office/history.ts'
import { releaseApi } from '#contract/release/raw-release.ts'
import { saleApi } from '#contract/selling/sale-api.ts'
import { purchaseApi } from '#contract/supply/purchase-api.ts'
import { stockApi } from '#contract/warehouse/stock.ts'
import { addDays, dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import { binIn } from '#server/demo/bin-in.ts'
import { releasedLot } from '#server/demo/inspection.ts'
import { signed } from '#server/demo/person.ts'
import { conformingBatch, doneStep, issuedProduction, producedBatch } from '#server/demo/production.ts'
import { approvedOrder, deliveryNote, receivedLot } from '#server/demo/purchase.ts'
import { releasedPack } from '#server/demo/packaging.ts'
import { allocationsOf, checkedSale, shippedSale, usualTransport } from '#server/demo/sale.ts'
import { refused } from '#server/test/refused.ts'
import { openWorld } from '#server/test/world.ts'
import { verifyDatabase } from '#server/verify/verify.ts'

const world = await openWorld()
after(() => world.close())
const { as } = world
const reason = '过磅单录入错误，见过磅单原件'

const approve = async (id: string, who = 'zhiliang') => (await as(who)).ask(correctionApi.approve, { id, signature: signed() })

type Changes = z.input<typeof correctionApi.receiptLine.input>['changes']
async function proposeLine(id: string, changes: Changes, who = 'qa') {
  return (await as(who)).ask(correctionApi.receiptLine, { id, changes, reason, signature: signed() })
}
const correctLine = async (id: string, changes: Changes) => approve((await proposeLine(id, changes)).id)

const proposeStep = async (id: string, changes: z.input<typeof correctionApi.step.input>['changes']) =>
  (await as('qa')).ask(correctionApi.step, { id, changes, reason, signature: signed() })

/** kg in bins, as the warehouse sees it. */
const onHandOf = async (lotId: string) =>
  (await (await as('cangku')).ask(stockApi.raw.stock, { id: lotId })).places
    .filter(({ zone }) => zone !== null)
    .reduce((sum, { quantity }) => sum.plus(quantity), exact('0'))
    .toFixed(4)

/** The herb of which a pack was made. */
async function herbOf(packId: string): Promise<string> {
  const { rows } = await world.admin.query<{ id: string }>(
    `select up.from_lot_id as id from lot_edge e join lot_edge up on up.to_lot_id = e.from_lot_id where e.to_lot_id = $1 and up.role = 'main'`,
    [packId],
  )
  return only(rows).id
}

/** The ledgers and signatures of the whole database agree. */
async function assertVerified() {
  const client = await world.admin.connect()
  try {
    assert.deepEqual((await verifyDatabase(client)).findings, [])
  } finally {
    client.release()
  }
}

test('a wrong net weight is put right by two persons: lot, stock and order follow, and the old value stays beside the new', async () => {
  const lot = await receivedLot(as, { quantity: '500' })
  const proposed = await proposeLine(lot.lotId, { gross: '454', net: '450', exceptionNote: '与随货单不符，按实重' })
  assert.match(proposed.correctionNo, /^GZ\d{11}$/)
  assert.equal(proposed.state, 'proposed')
  assert.equal(await onHandOf(lot.lotId), '500.0000')
  const order = async () => (await as('caigou')).ask(purchaseApi.read, { id: lot.orderId })
  assert.equal((await order()).state, 'received')

  assert.equal((await approve(proposed.id)).state, 'approved')
  assert.equal(await onHandOf(lot.lotId), '450.0000')
  const after = await order()
  assert.deepEqual([after.state, after.received, only(after.lines).received], ['partially_received', '450.0000', '450.0000'])
  const shown = only(only(after.receipts).lots)
  assert.equal(shown.net, '450.0000')
  assert.deepEqual(
    shown.corrections.filter(({ field }) => field === 'net'),
    [{ field: 'net', old: '500.0000', new: '450.0000', correctionNo: proposed.correctionNo }],
  )
  const { rows } = await world.admin.query(
    `select kind, quantity::text, reverses is not null as reverses from stock_entry where lot_id = $1 order by id`,
    [lot.lotId],
  )
  assert.deepEqual(rows, [
    { kind: 'receipt', quantity: '500.0000', reverses: false },
    { kind: 'receipt', quantity: '450.0000', reverses: false },
    { kind: 'reversal', quantity: '500.0000', reverses: true },
  ])
  const history = await (await as('cangku')).ask(historyApi.read, { table: 'receipt', id: lot.receiptId })
  assert.deepEqual(
    history.signatures.map(({ holds, supersededBy }) => [holds, supersededBy]),
    [[false, proposed.correctionNo]],
  )
  await assertVerified()
})

test('a lot is corrected twice, and each time the entry that stands is taken back', async () => {
  const { lotId } = await releasedLot(as)
  const sampledOff = exact('500').minus(await onHandOf(lotId))
  const again = { exceptionNote: '与随货单不符，按实重' }
  await correctLine(lotId, { gross: '494', net: '490', ...again })
  await correctLine(lotId, { gross: '514', net: '510', ...again })
  assert.equal(await onHandOf(lotId), exact('510').minus(sampledOff).toFixed(4))
  await assertVerified()
})

test('a correction that could not be true is refused when it is asked for, with the field', async () => {
  const { lotId } = await receivedLot(as)
  const today = dayInShanghai(new Date())
  await refused(proposeLine(lotId, { net: '450' }), 'invalid_input', 'changes.net')
  await refused(proposeLine(lotId, { gross: '454', net: '450' }), 'invalid_input', 'changes.exceptionNote')
  await refused(proposeLine(lotId, { harvestTo: addDays(today, 1) }), 'invalid_input', 'changes.harvestTo')
  await refused(proposeLine(lotId, { harvestFrom: today, harvestTo: addDays(today, -1) }), 'invalid_input', 'changes.harvestTo')
  await refused(proposeLine(lotId, { arrivedAt: `${addDays(today, -30)}T08:00:00+08:00` }), 'invalid_input', 'changes.arrivedAt')
  await refused(proposeLine(lotId, { arrivedAt: new Date(Date.now() + 3_600_000).toISOString() }), 'invalid_input', 'changes.arrivedAt')
  await refused(proposeLine(lotId, { net: '500' }), 'nothing_corrected')
  await refused(proposeLine(lotId, {}), 'invalid_input', 'changes')
  const auxiliary = await receivedLot(as, { material: '黄酒' })
  await refused(proposeLine(auxiliary.lotId, { county: '渭源县' }), 'invalid_input', 'changes.county')
  await refused(proposeLine('00000000-0000-7000-8000-000000000000', { net: '1' }), 'not_found')
})

test('the number that a correction took from a lot of the supplier may come again, the one it gave may not', async () => {
  const { lotId } = await receivedLot(as)
  const receiptOf = async (given: string | null) => {
    const { rows } = await world.admin.query<{ receiptNo: string | null }>(
      `select receipt_of_supplier_lot(l.enterprise_id, l.supplier_id, lot.material_id, coalesce($2, l.supplier_lot_no), null) as "receiptNo"
        from raw_lot l join lot using (enterprise_id, id) where l.id = $1`,
      [lotId, given],
    )
    return only(rows).receiptNo
  }
  const { rows } = await world.admin.query<{ no: string }>('select supplier_lot_no as no from raw_lot where id = $1', [lotId])
  const { no } = only(rows)
  const receiptNo = await receiptOf(no)
  assert.notEqual(receiptNo, null)
  await correctLine(lotId, { supplierLotNo: 'F-1' })
  assert.deepEqual([await receiptOf(no), await receiptOf('ｆ-1')], [null, receiptNo])
})

test('nobody approves their own correction, nobody without the duty, and an ended one is not approved', async () => {
  const { lotId } = await receivedLot(as)
  await refused(proposeLine(lotId, { supplierLotNo: 'B-2' }, 'cangku'), 'no_permission')
  const own = await proposeLine(lotId, { supplierLotNo: 'B-2' }, 'admin')
  await refused(approve(own.id, 'admin'), 'author_approves')
  await refused((await as('admin')).ask(correctionApi.refuse, { id: own.id, reason: '自己' }), 'author_approves')
  await refused(approve(own.id, 'qa'), 'no_permission')
  await refused((await as('qa')).ask(correctionApi.cancel, { id: own.id, reason: '他人的' }), 'not_author')
  await refused(proposeLine(lotId, { grade: '二等' } as never), 'invalid_input', 'changes.grade')
  await refused(proposeLine(lotId, { supplierLotNo: 'B-3' }), 'correction_open')
  await refused((await as('zhiliang')).ask(correctionApi.approve, { id: own.id, signature: { password: 'wrong' } }), 'wrong_password')
  assert.equal((await (await as('zhiliang')).ask(correctionApi.refuse, { id: own.id, reason: '依据不足' })).state, 'refused')
  await refused(approve(own.id), 'wrong_state')
  const second = await proposeLine(lotId, { supplierLotNo: 'B-3' })
  assert.equal((await (await as('qa')).ask(correctionApi.cancel, { id: second.id, reason: '填错' })).state, 'cancelled')
  await refused(approve(second.id), 'wrong_state')
  const { rows } = await world.admin.query(`select supplier_lot_no from raw_lot where id = $1`, [lotId])
  assert.notEqual(rows[0].supplier_lot_no, 'B-2')
})

test('evidence changes through no other door: not by direct SQL, not by a correction that is not being approved', async () => {
  const { lotId, receiptId } = await receivedLot(as)
  const approved = await correctLine(lotId, { supplierLotNo: 'C-1' })
  for (const statement of [
    `update raw_lot set net = 1 where id = '${lotId}'`,
    `update raw_lot set supplier_lot_no = 'C-1', grade = '一等' where id = '${lotId}'`,
    `update receipt set net_total = 1 where id = '${receiptId}'`,
    `update lot set quantity = 1 where id = '${lotId}'`,
    `update lot set born_on = born_on - 1 where id = '${lotId}'`,
    `delete from raw_lot where id = '${lotId}'`,
    `update correction set reason = '另一个' where id = '${approved.id}'`,
    `update correction_change set old_value = 'C-1' where correction_id = '${approved.id}'`,
    `select correct_record('${approved.id}', 'raw_lot', '${lotId}', '{"net": "1"}')`,
  ])
    await assert.rejects(world.change(statement), /evidence|not rewritten|only the approval/, statement)
  const proposed = await proposeLine(lotId, { supplierLotNo: 'C-2' })
  await assert.rejects(
    world.change(`update correction set state = 'approved', approved_by = proposed_by, approved_at = now() where id = $1`, [proposed.id]),
    /correction_by_two/,
  )
  await assert.rejects(
    world.change(
      `with done as (update correction set state = 'approved', approved_by = (select id from account where user_name = 'zhiliang'), approved_at = now() where id = $1 returning 1)
        select correct_record($1, 'raw_lot', $2, '{"supplier_id": "x"}') from done`,
      [proposed.id, lotId],
    ),
    /only the approval|does not change this column/,
  )
})

test('a correction begins as a proposal: nobody writes one down as approved', async () => {
  const { lotId } = await receivedLot(as)
  const proposed = await proposeLine(lotId, { supplierLotNo: 'C-3' })
  const copied = (state: string, approvedBy: string) =>
    world.change(
      `insert into correction (enterprise_id, correction_no, record, record_id, subject, lot_id, asked, reason, proposed_by, state, approved_by, approved_at)
       select enterprise_id, correction_no || 'X', record, lot_id, subject, lot_id, asked, reason, proposed_by, '${state}', ${approvedBy}, ${approvedBy === 'null' ? 'null' : 'now()'}
       from correction where id = $1`,
      [proposed.id],
    )
  await assert.rejects(copied('approved', `(select id from account where user_name = 'zhiliang')`), /begins as a proposal/)
  await assert.rejects(copied('proposed', 'null'), /correction_open/)
})

test('a report that prints what was wrong is issued anew in the place of the old one, and the release holds for it', async () => {
  const lot = await releasedLot(as)
  const proposed = await proposeLine(lot.lotId, { village: '扎那村', net: '498', gross: '502' })
  await approve(proposed.id)
  const { reports, effects } = await (await as('qa')).ask(correctionApi.read, { id: proposed.id })
  assert.deepEqual(
    reports.map(({ replaces }) => replaces),
    [lot.reportNo],
  )
  assert.ok(effects.some(({ table, field, new: is }) => table === 'lot' && field === 'quantity' && is === '498.0000'))
  const old = await (await as('qa')).ask(reportApi.read, { id: lot.reportId })
  assert.equal(old.state, 'superseded')
  assert.ok(old.signatures.every(({ holds }) => holds))
  const { rows } = await world.admin.query<{ id: string }>(`select id from report where replaces_id = $1`, [lot.reportId])
  const reissued = await (await as('qa')).ask(reportApi.read, { id: only(rows).id })
  assert.deepEqual([reissued.version, reissued.state, reissued.replaces], [2, 'approved', lot.reportNo])
  assert.equal(reissued.sheet.quantity, '498')
  assert.match(reissued.sheet.origin, /扎那村$/)
  assert.equal(reissued.sheet.approver, '何质量')
  const { release } = await (await as('qa')).ask(releaseApi.file, { id: reissued.id })
  assert.deepEqual([release.state, release.releaseNo], ['released', lot.releaseNo])
  await assert.rejects(world.change(`update report set state = 'superseded' where id = $1`, [reissued.id]), /never rewritten/)
  // The old one stays to be read, and is no ground for a release any more.
  await refused((await as('qa')).ask(releaseApi.file, { id: lot.reportId }), 'report_superseded')
  await assert.rejects(
    world.change(
      `insert into release_decision (enterprise_id, release_no, lot_id, report_id, decision, state, quantity, retest_on, checklist, analyst_ids, buyer_id, receiver_ids, decided_by)
         select enterprise_id, 'FX-X', lot_id, $1, decision, state, quantity, retest_on, checklist, analyst_ids, buyer_id, receiver_ids, decided_by
         from release_decision where lot_id = $2`,
      [lot.reportId, lot.lotId],
    ),
    /report_superseded/,
  )
  await assertVerified()
})

test('a day of arrival moves the birthday of every lot of the receipt, and the retest day that counts from it', async () => {
  const { lotId, lotNo } = await receivedLot(as)
  const { rows: was } = await world.admin.query<{ arrived_at: Date }>(
    `select arrived_at from receipt r join raw_lot w on w.receipt_id = r.id where w.id = $1`,
    [lotId],
  )
  const at = new Date(new Date(only(was).arrived_at).getTime() - 86_400_000).toISOString()
  await correctLine(lotId, { arrivedAt: at })
  const { rows } = await world.admin.query(
    `select born_on::text, (retest_on = (born_on + interval '12 months')::date) as moved from lot where id = $1`,
    [lotId],
  )
  assert.deepEqual(rows, [{ born_on: dayInShanghai(new Date(at)), moved: true }])
  const listed = await (await as('cangku')).ask(stockApi.list, { q: lotNo, stock: 'yes' })
  assert.equal(only(listed.rows).bornOn, dayInShanghai(new Date(at)))
})

test('less than was used cannot have come; what is not in the house any more is not corrected away', async () => {
  const lot = await releasedLot(as, { quantity: '100' })
  await producedBatch(as, { lot, quantity: '90' })
  const proposed = await proposeLine(lot.lotId, { net: '80', gross: '84', exceptionNote: '按实重' })
  await refused(approve(proposed.id), 'correction_exceeds_stock')
})

test('what a person with a phone reads follows the correction', async () => {
  const pack = await releasedPack(as, { packs: 10 })
  await correctLine(await herbOf(pack.lotId), { county: '漳县', village: '新寺村', exceptionNote: '产地录入更正' })
  const { rows } = await world.admin.query<{ public_token: string }>(`select public_token from lot where id = $1`, [pack.lotId])
  const { body } = await world.app.inject({ url: `/index2?b=${only(rows).public_token}` })
  assert.match(body, /甘肃省定西市漳县/)
  assert.doesNotMatch(body, /岷县<|秦许|新寺/)
})

test('goods that have left are not corrected, unless their impact is being looked at', async () => {
  const sale = await shippedSale(as)
  const [allocated] = await allocationsOf(as, sale.id)
  const id = await herbOf(present(allocated).lotId)
  await refused(proposeLine(id, { supplierLotNo: 'D-9' }), 'goods_left')
  await (await as('qa')).ask(caseApi.open, { id, reason: '供应商批号录错，评估已发货物', signature: signed() })
  assert.equal((await correctLine(id, { supplierLotNo: 'D-9' })).state, 'approved')
  await assertVerified()
})

test('goods that leave between the proposal and its approval keep it from taking effect', async () => {
  const sale = await checkedSale(as)
  const [allocated] = await allocationsOf(as, sale.id)
  const id = await herbOf(present(allocated).lotId)
  const proposed = await proposeLine(id, { supplierLotNo: 'E-9' })
  await (await as('wuliu')).ask(saleApi.ship, { id: sale.id, ...usualTransport(), signature: signed() })
  await refused(approve(proposed.id), 'goods_left')
  const { rows } = await world.admin.query(`select supplier_lot_no from raw_lot where id = $1`, [id])
  assert.notEqual(only(rows).supplier_lot_no, 'E-9')
})

test('a correction and a shipment of the same goods at once: the correction is refused, or it was first', async () => {
  // Of a product of its own, so that no older goods are allocated.
  const pack = await releasedPack(as, { product: '黄芪', buy: { material: '黄芪' }, packs: 10 })
  const sale = await checkedSale(as, { pack, packs: 10 })
  const id = await herbOf(pack.lotId)
  const proposed = await proposeLine(id, { supplierLotNo: 'F-9' })
  const [approved, shipped] = await Promise.allSettled([
    approve(proposed.id),
    (await as('wuliu')).ask(saleApi.ship, { id: sale.id, ...usualTransport(), signature: signed() }),
  ])
  assert.equal(shipped.status, 'fulfilled')
  if (approved.status === 'rejected') assert.match(String(approved.reason), /goods_left/)
  await assertVerified()
})

test('the sound packages of a line and those set apart still make the line once one of them weighs otherwise', async () => {
  const order = await approvedOrder(as, { quantity: '500' })
  const note = await deliveryNote(as, order.id)
  const line = present(note.lots[0])
  const apart = {
    kind: 'mould' as const,
    packageCount: 2,
    gross: '50.4',
    tare: '0.4',
    net: '50',
    note: '两袋霉变',
    placeId: line.placeId,
  }
  const { lots } = await (await as('cangku')).ask(purchaseApi.receive, { ...note, lots: [{ ...line, abnormal: [apart] }] })
  const [sound, mouldy] = [present(lots[0]), present(lots[1])]
  await correctLine(mouldy.lotId, { gross: '40.4', net: '40', exceptionNote: '两袋霉变，按实重' })
  const { rows } = await world.admin.query(`select id, net::text, line_net::text from raw_lot where id = any($1) order by line_no`, [
    [sound.lotId, mouldy.lotId],
  ])
  assert.deepEqual(rows, [
    { id: sound.lotId, net: '450.0000', line_net: '490.0000' },
    { id: mouldy.lotId, net: '40.0000', line_net: '490.0000' },
  ])
  await assertVerified()
})

test('a supplier’s lot that came before, and a county that is not in the list, are seen in a correction too', async () => {
  const first = await receivedLot(as, { line: { supplierLotNo: 'Z-100' } })
  const second = await receivedLot(as)
  await correctLine(second.lotId, { supplierLotNo: 'Z-100' })
  const { rows } = await world.admin.query(`select doubts, doubt_reason from raw_lot where id = $1`, [second.lotId])
  assert.ok(only(rows).doubts.includes('lot_again'))
  assert.ok(only(rows).doubt_reason.includes(reason))
  await refused(proposeLine(first.lotId, { county: '无此县' }), 'invalid_input', 'changes.county')
})

const recordOf = async (orderId: string) => (await as('shengchan')).ask(productionApi.read, { id: orderId })

test('an ended step is put right: times, masses, parameters, and the balance of the batch with them', async () => {
  const batch = await producedBatch(as)
  const before = await recordOf(batch.orderId)
  const step = before.steps.at(-1)!
  const losses = step.losses.map((loss) => ({ ...loss, quantity: exact(loss.quantity).plus('0.1').toFixed() }))
  const endedAt = new Date(Date.parse(step.endedAt!) - 1).toISOString()
  const proposed = await proposeStep(step.id, { losses, endedAt })
  assert.match(proposed.subject, new RegExp(`${batch.batchNo} 第${step.no}道`))
  await approve(proposed.id)
  const after = await recordOf(batch.orderId)
  const corrected = after.steps.at(-1)!
  assert.deepEqual(corrected.losses, losses)
  assert.equal(corrected.endedAt, endedAt)
  assert.deepEqual(new Set(corrected.corrections.map(({ field }) => field)), new Set(['losses', 'ended_at']))
  assert.equal(after.balance!.losses, exact(before.balance!.losses).plus(exact('0.1').times(losses.length)).toFixed(4))
  assert.notEqual(after.balance!.balancePercent, before.balance!.balancePercent)
  assert.ok(
    after.signatures.some(({ of, holds, supersededBy }) => of.includes(step.name) && !holds && supersededBy === proposed.correctionNo),
  )
  await assertVerified()
})

test('a wrong figure is no dead end: a batch still in work goes on once its step is put right', async () => {
  const lot = await releasedLot(as, { quantity: '100' })
  const order = await issuedProduction(as, { lots: [{ lotId: lot.lotId, quantity: '40', reason: '按生产计划使用该批' }] })
  await doneStep(as, order.id)
  const step = (await recordOf(order.id)).steps[0]!
  await approve(
    (await proposeStep(step.id, { output: exact(step.output!).minus(2).toFixed(), losses: [{ kind: 'impurity', quantity: '2.5' }] })).id,
  )
  await doneStep(as, order.id)
  assert.equal((await recordOf(order.id)).steps[1]!.input, exact(step.output!).minus(2).toFixed(4))
})

test('a step is not put right beyond what it took in, before what came before, or to another 生产日期', async () => {
  const batch = await producedBatch(as)
  const { steps } = await recordOf(batch.orderId)
  const [first, second] = [steps[0]!, steps[1]!]
  await refused(proposeStep(first.id, { output: '99999' }), 'mass_from_nothing', 'changes.output')
  await refused(proposeStep(first.id, { losses: [{ kind: 'dust', quantity: '99999' }] }), 'mass_from_nothing', 'changes.output')
  await refused(proposeStep(first.id, { water: '99999' }), 'water_exceeds', 'changes.water')
  await refused(proposeStep(first.id, { output: '1' }), 'input_exceeds', 'changes.output')
  await refused(proposeStep(first.id, { input: '99999' }), 'input_exceeds', 'changes.input')
  await refused(
    proposeStep(second.id, { startedAt: new Date(Date.parse(first.startedAt) - 120_000).toISOString() }),
    'invalid_input',
    'changes.startedAt',
  )
  await refused(proposeStep(first.id, { endedAt: new Date().toISOString() }), 'invalid_input', 'changes.endedAt')
  await refused(proposeStep(first.id, { parameters: [{ code: 'unknown', value: '1' }] }), 'invalid_input', 'changes.parameters.0.code')
})

test('a parameter that was out of range in truth is a deviation now, and holds the batch', async () => {
  const batch = await producedBatch(as)
  const { steps } = await recordOf(batch.orderId)
  const step = steps.find(({ parameters }) => parameters.some(({ max }) => max !== null))!
  const parameter = step.parameters.find(({ max }) => max !== null)!
  const value = exact(parameter.max!).plus(10).toFixed()
  await approve((await proposeStep(step.id, { parameters: [{ code: parameter.code, value }] })).id)
  const after = await recordOf(batch.orderId)
  assert.equal(after.balance!.holds, 1)
  assert.ok(after.found.some(({ kind, finding }) => kind === 'parameter' && finding.includes(value)))
})

test('what came out of a batch is put right: its stock, its yield and its report', async () => {
  const batch = await conformingBatch(as)
  const output = exact(batch.quantity).minus(1).toFixed()
  const qa = await as('qa')
  const proposed = await qa.ask(correctionApi.batch, { id: batch.lotId, changes: { output }, reason, signature: signed() })
  await approve(proposed.id)
  const { balance } = await recordOf(batch.orderId)
  assert.equal(balance!.output, exact(output).toFixed(4))
  assert.deepEqual(balance!.corrections.map(({ field }) => field).sort(), ['balance_percent', 'output_quantity', 'yield_percent'])
  const { rows } = await world.admin.query<{ quantity: string }>(`select quantity from lot where id = $1`, [batch.lotId])
  assert.equal(only(rows).quantity, exact(output).toFixed(4))
  assert.equal((await qa.ask(correctionApi.read, { id: proposed.id })).reports.length, 1)
  await refused(
    qa.ask(correctionApi.batch, { id: batch.lotId, changes: { output: '99999' }, reason, signature: signed() }),
    'output_exceeds',
    'changes.output',
  )
  await assertVerified()
})

test('two who approve at once: one correction, one effect', async () => {
  const { lotId } = await receivedLot(as)
  const proposed = await proposeLine(lotId, { net: '502', gross: '506' })
  const answers = await Promise.allSettled([approve(proposed.id), approve(proposed.id)])
  assert.deepEqual(answers.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
  assert.equal(await onHandOf(lotId), '502.0000')
})

test('the form of every record that can be corrected opens with what the record says', async () => {
  const pack = await releasedPack(as, { packs: 10 })
  const { rows } = await world.admin.query<{ line: string; step: string; packaging: string }>(
    `select (select from_lot_id from lot_edge where to_lot_id = $1 and role = 'main') as line,
       (select s.id from production_step s join bulk_lot b on b.order_id = s.order_id where b.id = $1 order by s.step_no limit 1) as step,
       (select id from packaging_record where lot_id = $2) as packaging`,
    [pack.batch.lotId, pack.lotId],
  )
  const { line, step, packaging } = only(rows)
  const records = { receipt_line: line, production_step: step, batch: pack.batch.lotId, packaging } as const
  for (const [record, id] of Object.entries(records)) {
    const subject = await (await as('qa')).ask(correctionApi.subject, { record: record as keyof typeof records, recordId: id })
    assert.ok(Object.keys(subject.values).length > 0, record)
  }
})

test('a release whose report was issued anew after a correction shows its answers and can be withdrawn', async () => {
  const lot = await releasedLot(as, { quantity: '80' })
  const { values } = await (await as('qa')).ask(correctionApi.subject, { record: 'receipt_line', recordId: lot.lotId })
  const net = exact(present(values['net'])).minus('5').toFixed()
  await correctLine(lot.lotId, { net, gross: exact(net).plus(present(values['tare'])).toFixed(), exceptionNote: '按实重' })
  const qa = await as('qa')
  const { rows } = await qa.ask(releaseApi.list, { q: lot.lotNo })
  const row = only(rows)
  assert.notEqual(row.id, lot.reportId, 'the report was issued anew')
  assert.ok((await qa.ask(releaseApi.file, { id: row.id })).answers.length > 0)
  const placeId = await binIn(qa, 'quarantine')
  const file = await qa.ask(releaseApi.withdraw, { id: row.id, reason: '供应商通报农残超标', placeId, signature: signed() })
  assert.deepEqual([file.release.state, file.release.lotState], ['withdrawn', 'quarantine'])
})
