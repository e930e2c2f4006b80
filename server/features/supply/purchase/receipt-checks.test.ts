import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { refusal } from '#contract/kernel/action.ts'
import { allRights } from '#contract/kernel/duties.ts'
import { rawInspectionApi } from '#contract/laboratory/inspection-api.ts'
import { purchaseApi } from '#contract/supply/purchase-api.ts'
import { purchaseActions } from '#contract/supply/purchase.ts'
import { purchaseRuleApi } from '#contract/supply/purchase-rule.ts'
import { addDays, addMonths, dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import { stockApi } from '#contract/warehouse/stock.ts'
import { binIn } from '#server/demo/bin-in.ts'
import { inspect, release, sampled, sampleOf } from '#server/demo/inspection.ts'
import { secondPerson, signed, withQualityHead, type Refused } from '#server/demo/person.ts'
import { approvedOrder, deliveryNote, receivedLot } from '#server/demo/purchase.ts'
import { orderAgain } from '#server/test/order-again.ts'
import { refused } from '#server/test/refused.ts'
import { openWorld } from '#server/test/world.ts'

const world = await openWorld()
after(() => world.close())
const { as } = world
const today = dayInShanghai(new Date())

type Note = Awaited<ReturnType<typeof deliveryNote>>
type Line = Note['lots'][number]
const receive = async (note: Note, who = 'cangku') => (await as(who)).ask(purchaseApi.receive, note)
const withLine = (note: Note, changes: Partial<Line>): Note => ({
  ...note,
  lots: [{ ...note.lots[0]!, ...changes }, ...note.lots.slice(1)],
})
const withProvenance = (note: Note, changes: Partial<NonNullable<Line['provenance']>>, reason = ''): Note =>
  withLine(note, { provenance: { ...note.lots[0]!.provenance!, ...changes }, doubtReason: reason })
const detailOf = async (orderId: string) => (await as('cangku')).ask(purchaseApi.read, { id: orderId })

/** An approved order whose author holds every right. */
async function orderOf(buyer: string) {
  const draft = await approvedOrder(as, { quantity: '100' })
  const person = await as(buyer)
  const { id } = await person.ask(purchaseApi.create, orderAgain(await person.ask(purchaseApi.read, { id: draft.id })))
  await person.ask(purchaseApi.submit, { id })
  return (await as('shengchan2')).ask(purchaseApi.approve, { id })
}

test('who bought neither receives nor checks the receipt, whatever rights they hold', async () => {
  const order = await orderOf('admin')
  const note = await deliveryNote(as, order.id)
  // The button is grey for them, the step says no, and so does the database below.
  const buyer = { ...order.buyer, enterpriseId: '', rights: allRights }
  assert.equal(refusal(purchaseActions.receive, order, buyer), 'buyer_receives')
  await refused(receive(note, 'admin'), 'buyer_receives')
  await refused(receive({ ...note, checker: secondPerson('admin') }), 'buyer_receives', 'checker.userName')
  const { receiptId } = await receive(note)
  const set = (column: string) =>
    world.change(
      `set local session_replication_role = replica; update receipt set ${column} = (select buyer_id from purchase_order where id = '${order.id}') where id = '${receiptId}'`,
    )
  await assert.rejects(set('received_by'), /buyer_receives/)
  await assert.rejects(set('checked_by'), /buyer_checks_receipt/)
})

test('a net weight that is not gross less tare says why, on the line and of packages set apart; the database asks too', async () => {
  const order = await approvedOrder(as, { quantity: '100' })
  const note = await deliveryNote(as, order.id)
  // 20 bags of 0.2 kg.
  const weights = { noteQuantity: '100', gross: '104', tare: '4' }
  await refused(receive(withLine(note, { ...weights, net: '99.95' })), 'net_unexplained', 'lots.0.netReason')
  await refused(receive(withLine(note, { ...weights, net: '99.95', netReason: '  ' })), 'net_unexplained', 'lots.0.netReason')
  // A reason explains a rounding of the scale, and no other weight.
  await refused(receive(withLine(note, { ...weights, net: '99', netReason: '抹零' })), 'invalid_input', 'lots.0.net')
  const apart = {
    kind: 'mould',
    packageCount: 2,
    gross: '10.4',
    tare: '0.4',
    net: '9.999',
    note: '两袋受潮',
    placeId: note.lots[0]!.placeId,
  }
  await refused(receive(withLine(note, { ...weights, net: '100', abnormal: [apart as never] })), 'net_unexplained', 'lots.0.netReason')
  const { lots } = await receive(withLine(note, { ...weights, net: '99.95', netReason: '按电子秤显示值记录' }))
  const { receipts } = await detailOf(order.id)
  assert.deepEqual(
    receipts[0]?.lots.map(({ net, netReason }) => [net, netReason]),
    [['99.9500', '按电子秤显示值记录']],
  )
  await assert.rejects(
    world.change(
      `insert into raw_lot select (jsonb_populate_record(r, jsonb_build_object('id', uuidv7(), 'line_no', 9, 'net_reason', '', 'supplier_lot_no', 'DIRECT-1'))).*
       from raw_lot r where id = $1`,
      [lots[0]?.lotId],
    ),
    /net_unexplained/,
  )
})

test('who bought, received or checked a lot neither samples nor tests it; others do', async () => {
  const order = await orderOf('admin')
  const { lots } = await receive({ ...(await deliveryNote(as, order.id)), checker: secondPerson('user') })
  const lotId = lots[0]!.lotId
  const keeper = await as('cangku')
  const { id } = await keeper.ask(rawInspectionApi.request, { lotId, department: '仓库' })
  await (await as('zhuguan')).ask(rawInspectionApi.accept, { id })
  const sample = async (who: string) => (await as(who)).ask(rawInspectionApi.sample, { id, ...sampleOf('raw') })
  await refused(sample('admin'), 'buyer_inspects')
  await refused(sample('user'), 'receiver_inspects')
  await refused(
    (await as('quyang')).ask(rawInspectionApi.sample, { id, ...sampleOf('raw'), witness: secondPerson('user') }),
    'receiver_inspects',
  )
  await refused(
    (await as('quyang')).ask(rawInspectionApi.sample, { id, ...sampleOf('raw'), witness: secondPerson('admin') }),
    'buyer_inspects',
  )
  await sample('quyang')
  const { items } = await (await as('jianyan')).ask(rawInspectionApi.file, { id })
  const results = [{ itemId: items[0]!.id, revision: 0, words: '符合规定' }]
  await refused((await as('admin')).ask(rawInspectionApi.record, { id, results }), 'buyer_inspects')
  await refused((await as('user')).ask(rawInspectionApi.record, { id, results }), 'receiver_inspects')
  await refused((await as('user')).ask(rawInspectionApi.submit, { id, signature: signed() }), 'receiver_inspects')
  // Past the trigger that keeps what was signed, the database still asks who sampled.
  const sampledBy = (who: string) =>
    world.change(`alter table sampling disable trigger corrected; update sampling set sampled_by = (${who}) where inspection_id = '${id}'`)
  await assert.rejects(
    sampledBy(`select r.received_by from receipt r join raw_lot l on l.receipt_id = r.id where l.id = '${lotId}'`),
    /receiver_inspects/,
  )
  await assert.rejects(sampledBy(`select buyer_id from purchase_order where id = '${order.id}'`), /buyer_inspects/)
})

test('a delivery note brings goods in once; the refusal names the receipt, however the number is written', async () => {
  const order = await approvedOrder(as)
  const note = { ...(await deliveryNote(as, order.id, { quantity: '200' })), deliveryNoteNo: 'sh-7731' }
  const { receiptNo } = await receive(note)
  const again = { ...(await deliveryNote(as, order.id, { quantity: '200' })), deliveryNoteNo: 'ＳＨ- 7731' }
  const no = await refused(receive(again), 'delivery_note_twice', 'deliveryNoteNo')
  assert.ok(no.message.includes(receiptNo))

  // One truck brings goods of two orders under one note on one day; on another day the note has been used.
  const other = await approvedOrder(as)
  const sameTruck = { ...(await deliveryNote(as, other.id, { quantity: '200' })), deliveryNoteNo: 'SH-7731' }
  const dayBefore = { arrivedAt: new Date(Date.now() - 86_400_000).toISOString() }
  await refused(receive({ ...sameTruck, ...dayBefore }), 'delivery_note_twice', 'deliveryNoteNo')
  assert.equal((await receive(sameTruck)).lots.length, 1)
  // Another supplier numbers its notes as it likes.
  const elsewhere = await approvedOrder(as, { material: '黄芪', quantity: '100' })
  assert.equal((await receive({ ...(await deliveryNote(as, elsewhere.id)), deliveryNoteNo: 'SH-7731' })).lots.length, 1)
  await assert.rejects(
    world.change(
      `insert into receipt (enterprise_id, receipt_no, order_id, arrived_at, delivery_note_no, result, lot_count, refused_count, net_total, received_by)
      select enterprise_id, 'SHX', order_id, arrived_at, 'sh-7731', result, lot_count, refused_count, net_total, received_by from receipt where receipt_no = $1`,
      [receiptNo],
    ),
    /delivery_note_twice/,
  )
})

test('goods that were turned away whole may come again under their note; two who take in one note at once do it once', async () => {
  const order = await approvedOrder(as)
  const note = await deliveryNote(as, order.id, { quantity: '100' })
  const { purchaseLineId } = note.lots[0]!
  const away = { purchaseLineId, nameOnNote: '当归', packageCount: 20, quantity: '100', cause: 'papers' as const, reason: '缺检验报告' }
  await receive({ ...note, lots: [], refused: [{ ...away, supplierLotNo: 'A' }] })
  const both = await Promise.allSettled([receive(note), receive({ ...note, checker: secondPerson('cangku') }, 'cangku2')])
  const codes = both.map((one) => (one.status === 'fulfilled' ? 'received' : (one.reason as Refused).code))
  assert.deepEqual(codes.sort(), ['delivery_note_twice', 'received'])
  const late = both.flatMap((one) => (one.status === 'fulfilled' ? [] : (one.reason as Refused).body.errors.map(({ path }) => path)))
  assert.deepEqual(late, ['deliveryNoteNo'], 'the one who comes second is told where')
})

test('a lot of the supplier that comes again is received with a reason, for which the second person signs', async () => {
  const first = await approvedOrder(as)
  const { receiptNo } = await receive(withLine(await deliveryNote(as, first.id), { supplierLotNo: 'DG251020' }))
  const order = await approvedOrder(as)
  const note = withLine(await deliveryNote(as, order.id), { supplierLotNo: 'dg251020' })
  const no = await refused(receive(note), 'supplier_lot_again', 'lots.0.doubtReason')
  assert.ok(no.message.includes(receiptNo))
  await receive(withLine(note, { doubtReason: '同一批分两车发货，随货单已注明' }))
  const { receipts } = await detailOf(order.id)
  assert.deepEqual([receipts[0]!.doubts, receipts[0]!.lots[0]!.doubts], [['lot_again'], ['lot_again']])
  assert.equal(receipts[0]!.lots[0]!.doubtReason, '同一批分两车发货，随货单已注明')
  const { rows } = await world.admin.query(`select content::jsonb -> 'doubts' as doubts from signature where record_id = $1`, [
    receipts[0]!.id,
  ])
  assert.deepEqual(rows, [{ doubts: ['lot_again'] }])
  // The same number on another herb is another lot.
  const other = await approvedOrder(as, { material: '黄芪', quantity: '100' })
  assert.equal((await receive(withLine(await deliveryNote(as, other.id), { supplierLotNo: 'DG251020' }))).lots.length, 1)
})

test('the database takes in no lot of the supplier again unseen, and of two at once one is told', async () => {
  const [first, second] = [await receivedLot(as), await receivedLot(as)]
  const copyOf = (table: string, from: string, changes: string) =>
    `insert into ${table} select (jsonb_populate_record(t, ${changes})).* from ${table} t where id = '${from}';`
  const id = '018f0000-0000-7000-8000-000000000001'
  const { rows } = await world.admin.query<{ supplierLotNo: string }>(
    `select supplier_lot_no as "supplierLotNo" from raw_lot where id = $1`,
    [first.lotId],
  )
  const lotNo = rows[0]!.supplierLotNo
  await assert.rejects(
    world.change(
      copyOf(
        'lot',
        second.lotId,
        `jsonb_build_object('id', '${id}', 'lot_no', 'YLX', 'batch_no', 'YLX', 'public_token', gen_random_uuid())`,
      ) + copyOf('raw_lot', second.lotId, `jsonb_build_object('id', '${id}', 'line_no', 49, 'supplier_lot_no', '${lotNo}')`),
    ),
    /supplier_lot_again/,
  )
  const notes = await Promise.all(
    [await approvedOrder(as), await approvedOrder(as)].map(async (order) =>
      withLine(await deliveryNote(as, order.id), { supplierLotNo: 'TWICE-1' }),
    ),
  )
  const both = await Promise.allSettled(notes.map((note) => receive(note)))
  const codes = both.map((one) => (one.status === 'fulfilled' ? 'received' : (one.reason as Refused).code))
  assert.deepEqual(codes.sort(), ['received', 'supplier_lot_again'])
})

test('two receipts with the same lots of a supplier in opposite order: one comes in, the other is told which line', async () => {
  const noteOf = async (numbers: readonly string[]) => {
    const note = await deliveryNote(as, (await approvedOrder(as, { quantity: '100' })).id, { quantity: '50' })
    return { ...note, lots: numbers.map((supplierLotNo) => ({ ...note.lots[0]!, supplierLotNo })) }
  }
  for (let round = 0; round < 4; round++) {
    const numbers = [`OPP-${round}-A`, `OPP-${round}-B`]
    const notes = [await noteOf(numbers), await noteOf(numbers.toReversed())]
    const told = (await Promise.allSettled(notes.map((note) => receive(note)))).flatMap((one) =>
      one.status === 'fulfilled' ? [] : [(one.reason as Refused).body],
    )
    assert.deepEqual(
      told.map(({ code, errors }) => [code, errors.map(({ path }) => path)]),
      [['supplier_lot_again', ['lots.0.doubtReason', 'lots.1.doubtReason']]],
    )
  }
})

test('no herb grew for nothing or for a thousand years, and an auxiliary that keeps for longer than 20 years needs a reason', async () => {
  const order = await approvedOrder(as)
  const note = await deliveryNote(as, order.id)
  for (const growthYears of ['0', '0.0', '200.1', '999.9'])
    await refused(receive(withProvenance(note, { growthYears })), 'invalid_input', 'lots.0.provenance.growthYears')
  await receive(withProvenance(note, { growthYears: '200.0' }))

  const bran = await approvedOrder(as, { material: '麦麸', quantity: '20' })
  const kept = withLine(await deliveryNote(as, bran.id), { madeOn: '1990-01-01', expiresOn: '2199-12-31' })
  await refused(receive(withLine(kept, { expiresOn: '1989-12-31' })), 'invalid_input', 'lots.0.expiresOn')
  await refused(receive(kept), 'doubt_unexplained', 'lots.0.doubtReason')
  await receive(withLine(kept, { doubtReason: '厂家声明长期有效，见质量标准' }))
  const [keptReceipt] = (await detailOf(bran.id)).receipts
  assert.deepEqual([keptReceipt!.doubts, keptReceipt!.lots[0]!.doubts], [['keeps_long'], ['keeps_long']])
  const [lot] = (await detailOf(bran.id)).receipts[0]!.lots
  assert.equal(lot!.doubtReason, '厂家声明长期有效，见质量标准')
})

test('an old or long harvest and another origin are received with a reason; what cannot be is refused', async () => {
  const order = await approvedOrder(as)
  const note = await deliveryNote(as, order.id, { quantity: '100' })
  const elsewhere = { province: '云南省' as const, city: '大理白族自治州', county: '鹤庆县', town: '', village: '马厂村' }
  for (const [changes, said] of [
    [{ harvestFrom: addMonths(today, -38), harvestTo: addDays(addMonths(today, -36), -1) }, '采收已超过36个月'],
    [{ harvestFrom: addDays(today, -200), harvestTo: addDays(today, -10) }, '采收期超过180天'],
    [{ origin: elsewhere }, '产地与约定不同；产地不在供应商核定范围'],
  ] as const) {
    const no = await refused(receive(withProvenance(note, changes)), 'doubt_unexplained', 'lots.0.doubtReason')
    assert.ok(no.message.includes(said), no.message)
  }
  await refused(receive(withProvenance(note, { harvestTo: addDays(today, 1) }, '有说明')), 'invalid_input', 'lots.0.provenance.harvestTo')
  await refused(receive({ ...note, arrivedAt: new Date(Date.now() + 3_600_000).toISOString() }), 'invalid_input', 'arrivedAt')
  // Exactly 36 months is not old.
  assert.equal(
    (await receive(withProvenance(note, { harvestFrom: addMonths(today, -36), harvestTo: addMonths(today, -36) }))).lots.length,
    1,
  )
  const odd = await receive(
    withProvenance(await deliveryNote(as, order.id, { quantity: '100' }), { origin: elsewhere }, '岷县减产，供应商自鹤庆调货，已报质量部'),
  )
  const lot = await (await as('cangku')).ask(stockApi.read, { id: odd.lots[0]!.lotId })
  assert.deepEqual([lot.doubts, lot.doubtReason], [['origin_differs', 'origin_not_approved'], '岷县减产，供应商自鹤庆调货，已报质量部'])
})

test('an arrival before the order, or recorded days later, needs a reason, and lies no further back than the rule says', async () => {
  const order = await approvedOrder(as)
  const at = (days: number) => `${addDays(today, -days)}T08:00:00+08:00`
  const note = { ...(await deliveryNote(as, order.id, { quantity: '100' })), doubtReason: '' }
  assert.equal((await receive({ ...note, arrivedAt: at(2) })).lots.length, 1)
  const late = { ...(await deliveryNote(as, order.id, { quantity: '100' })), arrivedAt: at(5) }
  const no = await refused(receive({ ...late, doubtReason: '' }), 'doubt_unexplained', 'doubtReason')
  assert.ok(no.message.includes('到货两天以后才登记；到货早于采购日期'))
  await receive({ ...late, doubtReason: '先到货后补订单，经质量部同意' })
  const { receipts } = await detailOf(order.id)
  assert.deepEqual([receipts[1]!.doubts, receipts[1]!.doubtReason], [['recorded_late', 'before_order'], '先到货后补订单，经质量部同意'])

  const keeper = await as('zhuguan')
  const { ruleId: _, changes: __, ...rule } = await keeper.ask(purchaseRuleApi.read, {})
  const { rowVersion } = await keeper.ask(purchaseRuleApi.save, { ...rule, receiptBackDays: 4, reason: '收紧', ...withQualityHead() })
  const third = { ...(await deliveryNote(as, order.id, { quantity: '100' })), doubtReason: '补录' }
  await refused(receive({ ...third, arrivedAt: at(5) }), 'dated_back', 'arrivedAt')
  await assert.rejects(
    world.change(
      `insert into receipt (enterprise_id, receipt_no, order_id, arrived_at, delivery_note_no, result, lot_count, refused_count, net_total, received_by)
      select enterprise_id, 'SHX', order_id, arrived_at, 'another', result, lot_count, refused_count, net_total, received_by from receipt where id = $1`,
      [receipts[1]!.id],
    ),
    /dated_back/,
  )
  assert.equal((await receive({ ...third, arrivedAt: at(4) })).lots.length, 1)
  await keeper.ask(purchaseRuleApi.save, { ...rule, rowVersion, reason: '恢复', ...withQualityHead() })
})

test('an origin is a county of the list, in the order and at the door; the lot keeps its code', async () => {
  const order = await approvedOrder(as)
  const note = await deliveryNote(as, order.id)
  const origin = { ...note.lots[0]!.provenance!.origin, county: '岷縣' }
  await refused(receive(withProvenance(note, { origin }, '手写')), 'county_unknown', 'lots.0.provenance.origin')
  const { lots } = await receive(note)
  const lot = await (await as('cangku')).ask(stockApi.read, { id: lots[0]!.lotId })
  assert.deepEqual([lot.countyCode, lot.originText], ['621126', '甘肃省定西市岷县'])
  const unknown = approvedOrder(as, { origin: { ...origin, county: '某县' } })
  await refused(unknown, 'county_unknown', 'lines.0.agreedOrigin')
})

/** A note of 100 kg in 20 bags, of which three have mould and one has no label. */
async function mixedNote(orderId: string) {
  const note = await deliveryNote(as, orderId, { quantity: '100' })
  const placeId = await binIn(await as('cangku'), 'quarantine', { code: 'A-DY-02' })
  const abnormal: Line['abnormal'] = [
    { kind: 'mould', packageCount: 3, gross: '15.6', tare: '0.6', net: '15', note: '三袋底部受潮发霉', placeId },
    { kind: 'unlabelled', packageCount: 1, gross: '5.2', tare: '0.2', net: '5', note: '一袋无标签', placeId },
  ]
  return { note, abnormal }
}

test('mouldy and unlabelled packages become lots of their own: number, quantity, packages, place and inspection; together they are the line', async () => {
  const order = await approvedOrder(as, { quantity: '100' })
  const { note, abnormal } = await mixedNote(order.id)
  const { lots, order: after } = await receive(withLine(note, { abnormal }))
  assert.deepEqual([after.state, after.received], ['received', '100.0000'])
  assert.deepEqual(
    lots.map(({ lotNo, net }) => [lotNo.slice(-2), Number(net)]),
    [
      ['01', 80],
      ['02', 15],
      ['03', 5],
    ],
  )
  const { receipts } = await detailOf(order.id)
  assert.deepEqual(
    receipts[0]!.lots.map((lot) => [
      lot.abnormal,
      lot.packageCount,
      lot.net,
      lot.noteQuantity,
      lot.exceptionNote,
      lot.doorLine,
      lot.lineNet,
    ]),
    [
      [null, 16, '80.0000', '80.0000', '', 1, '100.0000'],
      ['mould', 3, '15.0000', '15.0000', '霉变：三袋底部受潮发霉', 1, '100.0000'],
      ['unlabelled', 1, '5.0000', '5.0000', '无标签：一袋无标签', 1, '100.0000'],
    ],
  )
  const keeper = await as('cangku')
  const [sound, mouldy, unlabelled] = await Promise.all(lots.map(({ lotId }) => keeper.ask(stockApi.read, { id: lotId })))
  assert.deepEqual([sound!.defects, mouldy!.defects, unlabelled!.labelComplete], [[], ['mould'], false])
  assert.deepEqual([sound!.bins, mouldy!.bins], [['A-DY-01'], ['A-DY-02']])
  // The sound packages are inspected and released while those set apart still wait.
  const report = await inspect(as, lots[0]!.lotId, { side: 'raw' })
  await release(as, report.reportId)
  assert.equal((await keeper.ask(stockApi.read, { id: lots[0]!.lotId })).state, 'released')
  assert.equal((await keeper.ask(stockApi.read, { id: lots[1]!.lotId })).state, 'quarantine')
  await sampled(as, lots[1]!.lotId, 'raw')
})

test('a line whose packages are all abnormal is those lots alone; parts that do not make the line are refused', async () => {
  const order = await approvedOrder(as, { quantity: '100' })
  const { note, abnormal } = await mixedNote(order.id)
  const [mould, unlabelled] = abnormal as [Line['abnormal'][number], Line['abnormal'][number]]
  const part = (changes: Partial<Line['abnormal'][number]>) => receive(withLine(note, { abnormal: [{ ...mould, ...changes }] }))
  await refused(receive(withLine(note, { abnormal: [mould, { ...unlabelled, kind: 'mould' }] })), 'invalid_input', 'lots.0.abnormal.1.kind')
  await refused(part({ net: '14' }), 'invalid_input', 'lots.0.abnormal.0.net')
  await refused(part({ packageCount: 21 }), 'invalid_input', 'lots.0.abnormal.0.packageCount')
  await refused(part({ packageCount: 20 }), 'invalid_input', 'lots.0.abnormal.0.net')
  await refused(part({ gross: '104', tare: '4', net: '100' }), 'invalid_input', 'lots.0.abnormal.0.net')
  await refused(part({ note: ' ' }), 'invalid_input', 'lots.0.abnormal.0.note')
  const released = await binIn(await as('cangku'), 'released', { isToxic: false })
  await refused(part({ placeId: released }), 'zone_mismatch', 'lots.0.abnormal.0.placeId')
  const { lots } = await receive(withLine(note, { abnormal: [{ ...mould, packageCount: 20, gross: '104', tare: '4', net: '100' }] }))
  assert.deepEqual(lots.map(({ net }) => Number(net)), [100]) // prettier-ignore
})

test('abnormal packages hide no difference from the delivery note: the whole line is compared with it, and its note is kept', async () => {
  const order = await approvedOrder(as, { quantity: '100' })
  const { note, abnormal } = await mixedNote(order.id)
  const mould = { ...abnormal[0]!, packageCount: 20, gross: '104', tare: '4', net: '100' }
  const short = (exceptionNote: string) => receive(withLine(note, { noteQuantity: '500', exceptionNote, abnormal: [mould] }))
  await refused(short(''), 'invalid_input', 'lots.0.exceptionNote')
  await short('随货单多写400 kg，已与供应商核实')
  const [lot] = (await detailOf(order.id)).receipts[0]!.lots
  assert.deepEqual(
    [lot!.noteQuantity, lot!.lineNote, lot!.exceptionNote],
    ['100.0000', '500.0000', '霉变：三袋底部受潮发霉；随货单多写400 kg，已与供应商核实'],
  )
  await assert.rejects(
    world.change(
      `do $$ declare kept raw_lot; begin
         select * into kept from raw_lot where id = '${lot!.lotId}';
         kept.exception_note := ''; kept.abnormal := null; kept.defects := '{}'; kept.doubts := '{lot_again}'; kept.doubt_reason := 'x';
         insert into raw_lot values (kept.*);
       end $$`,
    ),
    /a line that differs from its note is explained/,
  )
})

test('the database lets no receipt be checked whose lots do not make its lines', async () => {
  const { lotId, receiptId } = await receivedLot(as)
  await assert.rejects(
    world.change(`alter table raw_lot disable trigger corrected; alter table receipt disable trigger corrected; update raw_lot set line_net = line_net + 1 where id = '${lotId}';
      update receipt set checked_by = null where id = '${receiptId}'; update receipt set checked_by = received_by where id = '${receiptId}'`),
    /the lots of a line make the line/,
  )
})
