import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import { purchaseApi } from '#contract/supply/purchase-api.ts'
import { supplierApi } from '#contract/supply/supplier-api.ts'
import { addDays, addMonths, dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import { binIn } from '#server/demo/bin-in.ts'
import type { Refused } from '#server/demo/person.ts'
import { requestOf, secondPerson, signed } from '#server/demo/person.ts'
import { approvedOrder, deliveryNote, draftOrder, receivedLot } from '#server/demo/purchase.ts'
import { lineAgain } from '#server/test/order-again.ts'
import { refused } from '#server/test/refused.ts'
import { openWorld } from '#server/test/world.ts'

const world = await openWorld()
after(() => world.close())
const { as } = world
const today = dayInShanghai(new Date())

/** Asserts a no: its code, and, where given, the field it blames. */
type Note = Awaited<ReturnType<typeof deliveryNote>>
type Line = Note['lots'][number]
const receive = async (note: Note, who = 'cangku') => (await as(who)).ask(purchaseApi.receive, note)
const withLine = (note: Note, changes: Partial<Line>): Note => ({
  ...note,
  lots: [{ ...note.lots[0]!, ...changes }, ...note.lots.slice(1)],
})
const withProvenance = (note: Note, changes: Partial<NonNullable<Line['provenance']>>): Note =>
  withLine(note, { provenance: { ...note.lots[0]!.provenance!, ...changes } })

test('an order goes from its author over another person’s approval to the door, and its lot lies in quarantine', async () => {
  const draft = await draftOrder(as)
  assert.match(draft.orderNo, /^CG\d{8}\d{3}$/)
  assert.equal(draft.state, 'draft')
  assert.equal((await (await as('caigou')).ask(purchaseApi.submit, { id: draft.id })).state, 'submitted')
  assert.equal((await (await as('shengchan2')).ask(purchaseApi.approve, { id: draft.id })).state, 'approved')

  const received = await receive(await deliveryNote(as, draft.id))
  assert.equal(received.order.state, 'received')
  const lotNo = received.lots[0]!.lotNo
  assert.match(lotNo, new RegExp(`^YL${today.slice(2).replaceAll('-', '')}\\d{2}01$`))

  const { rows: lots } = await world.admin.query(
    `select kind, state, holds, quantity, born_on, retest_on, name from lot where lot_no = $1`,
    [lotNo],
  )
  assert.deepEqual(lots, [
    { kind: 'raw', state: 'quarantine', holds: 0, quantity: '500.0000', born_on: today, retest_on: addMonths(today, 12), name: '当归' },
  ])
  const { rows: entries } = await world.admin.query(
    `select e.kind, f.kind as from_kind, t.zone, e.quantity, e.document_no from stock_entry e join lot l on l.id = e.lot_id join place f on f.id = e.from_place_id join place t on t.id = e.to_place_id where l.lot_no = $1`,
    [lotNo],
  )
  assert.deepEqual(entries, [
    { kind: 'receipt', from_kind: 'supplier', zone: 'quarantine', quantity: '500.0000', document_no: received.receiptNo },
  ])
})

test('what the public may read of a receipt is origin and harvest, never the supplier or the village', async () => {
  const { lotId } = await receivedLot(as)
  const { rows } = await world.admin.query<{ kind: string; public_facts: Record<string, unknown>; private_facts: Record<string, unknown> }>(
    `select kind, public_facts, private_facts from trace_event where lot_id = $1`,
    [lotId],
  )
  assert.equal(rows.length, 1)
  const { kind, public_facts: open, private_facts: kept } = rows[0]!
  assert.equal(kind, 'received')
  assert.deepEqual(
    [open['province'], open['city'], open['county'], open['sourceType'], open['part'], open['primaryProcessing']],
    ['甘肃省', '定西市', '岷县', '栽培', '根', ['清洗', '晒干']],
  )
  assert.equal(open['species'], '当归 Angelica sinensis (Oliv.) Diels')
  assert.ok(!JSON.stringify(open).includes('村') && !JSON.stringify(open).includes('合作社'))
  assert.deepEqual([kept['village'], kept['supplier']], ['秦许乡百花村', '岷县秦许乡归源中药材种植专业合作社'])
})

test('bought pieces cannot be ordered: there is no such category', async () => {
  const given = { category: 'crude_drug', on: today } as const
  const [supplier] = await (await as('caigou')).ask(purchaseApi.suppliers, given)
  const [material] = await (await as('caigou')).ask(purchaseApi.materials, given)
  const order = {
    supplierId: supplier!.id,
    contractNo: '',
    qualityAgreementNo: '',
    purchasedOn: today,
    expectedOn: null,
    remark: '',
    lines: [
      {
        materialId: material!.id,
        grade: '',
        agreedOrigin: { province: '甘肃省' as const, city: '定西市', county: '岷县' },
        quantity: '10',
        unitPrice: null,
      },
    ],
  }
  await refused(
    (await as('caigou')).ask(purchaseApi.create, { ...order, category: 'decoction_piece' as never }),
    'invalid_input',
    'category',
  )
  await refused((await as('caigou')).ask(purchaseApi.create, { ...order, category: 'auxiliary' }), 'supplier_out_of_scope')
  const [other] = await (await as('caigou')).ask(purchaseApi.suppliers, { category: 'auxiliary', on: today })
  await refused(
    (await as('caigou')).ask(purchaseApi.create, { ...order, category: 'auxiliary', supplierId: other!.id }),
    'material_not_orderable',
    'lines.0.materialId',
  )
})

test('a crude drug is ordered with the place it is to come from, and names no standard: those in force at the test apply by themselves', async () => {
  const buyer = await as('caigou')
  const [supplier] = await buyer.ask(purchaseApi.suppliers, { category: 'crude_drug', on: today })
  const materials = await buyer.ask(purchaseApi.materials, { category: 'crude_drug', on: today })
  const danggui = materials.find((material) => material.name === '当归')!
  assert.equal(
    materials.find((material) => material.name === '三七'),
    undefined,
    'no standard, no order',
  )

  const line = {
    materialId: danggui.id,
    grade: '',
    agreedOrigin: { province: '甘肃省' as const, city: '定西市', county: '岷县' },
    quantity: '10',
    unitPrice: '60',
  }
  const order = {
    category: 'crude_drug' as const,
    supplierId: supplier!.id,
    contractNo: '',
    qualityAgreementNo: '',
    purchasedOn: today,
    expectedOn: null,
    remark: '',
  }
  await refused(
    buyer.ask(purchaseApi.create, { ...order, lines: [{ ...line, agreedOrigin: null }] }),
    'invalid_input',
    'lines.0.agreedOrigin',
  )
  const { rows } = await world.admin.query<{ sanqi: string; edition: string }>(
    `select m.id as sanqi, (select v.id from standard_version v join standard s on s.id = v.standard_id where s.material_id = $1 and v.state = 'approved' limit 1) as edition
       from material m join enterprise e on e.id = m.enterprise_id and e.is_operating where m.name = '三七' and m.category = 'crude_drug'`,
    [danggui.id],
  )
  const { sanqi, edition } = rows[0]!
  await refused(
    buyer.ask(purchaseApi.create, { ...order, lines: [line, { ...line, materialId: sanqi }] }),
    'standard_not_effective',
    'lines.1.materialId',
  )
  const chosen = { ...line, standardVersionId: edition }
  await refused(buyer.ask(purchaseApi.create, { ...order, lines: [chosen] }), 'invalid_input')
  const { id } = await buyer.ask(purchaseApi.create, { ...order, lines: [line] })
  const read = await buyer.ask(purchaseApi.read, { id })
  assert.equal(read.lines[0]!.standardName, null)
  const choose = `update purchase_line set standard_version_id = $2 where order_id = $1`
  await assert.rejects(world.change(choose, [id, edition]), /names no standard/)
  await refused(buyer.ask(purchaseApi.create, { ...order, purchasedOn: addDays(today, 1), lines: [line] }), 'invalid_input', 'purchasedOn')
  await refused(buyer.ask(purchaseApi.create, { ...order, expectedOn: addDays(today, -1), lines: [line] }), 'invalid_input', 'expectedOn')
  await refused(buyer.ask(purchaseApi.create, { ...order, lines: [{ ...line, quantity: 'abc' }] }), 'invalid_input', 'lines.0.quantity')
  await refused(buyer.ask(purchaseApi.create, { ...order, lines: [] }), 'invalid_input', 'lines')
})

test('suppliers and materials are searched, and what is chosen is offered whatever was typed', async () => {
  const buyer = await as('caigou')
  const given = { category: 'crude_drug', on: today } as const
  const [supplier] = await buyer.ask(purchaseApi.suppliers, { ...given, q: '岷县' })
  assert.ok(supplier!.name.startsWith('岷县'))
  assert.deepEqual(await buyer.ask(purchaseApi.suppliers, { ...given, q: '没有这家' }), [])
  assert.deepEqual(await buyer.ask(purchaseApi.suppliers, { ...given, q: '没有这家', id: supplier!.id }), [supplier])
  const offered = await buyer.ask(purchaseApi.materials, { ...given, supplierId: supplier!.id })
  const approved = offered.map((material) => material.approved.length > 0)
  assert.deepEqual(approved, approved.toSorted((a, b) => Number(b) - Number(a)), 'what the supplier is approved for comes first') // prettier-ignore
  assert.ok(approved[0])
  assert.deepEqual((await buyer.ask(purchaseApi.materials, { ...given, q: 'dg' })).map(({ name }) => name), ['当归']) // prettier-ignore
})

test('only qualified suppliers can be chosen: not a candidate, a suspended one, or one whose qualification is over', async () => {
  const suppliers = await (await as('caigou')).ask(purchaseApi.suppliers, { category: 'crude_drug', on: today })
  assert.deepEqual(
    suppliers.filter((supplier) => supplier.trouble === null).map((supplier) => supplier.name.slice(0, 2)),
    ['岷县', '陇西', '亳州', '渭源'],
  )
  const order = await draftOrder(as)
  const { lines, ...detail } = await (await as('caigou')).ask(purchaseApi.read, { id: order.id })
  for (const code of ['S005', 'S006']) {
    const { rows } = await world.admin.query<{ id: string }>(
      `select s.id from supplier s join enterprise e on e.id = s.enterprise_id and e.is_operating where code = $1`,
      [code],
    )
    const again = { category: detail.category, contractNo: '', qualityAgreementNo: '', purchasedOn: today, expectedOn: null, remark: '' }
    const same = lines.map(lineAgain)
    await refused(
      (await as('caigou')).ask(purchaseApi.create, { ...again, supplierId: rows[0]!.id, lines: same }),
      'supplier_not_qualified',
      'supplierId',
    )
  }
})

test('a supplier suspended between order and arrival delivers nothing', async () => {
  const order = await approvedOrder(as, { supplier: '陇西', material: '黄芪' })
  const note = await deliveryNote(as, order.id)
  const { supplierId } = await (await as('qa')).ask(purchaseApi.read, { id: order.id })
  await (await as('qa')).ask(supplierApi.stop, { id: supplierId, reason: '抽检不合格' })
  await refused(receive(note), 'supplier_not_qualified')
  await refused(
    draftOrder(as, { supplier: '亳州' }).then(async (draft) => {
      await world.change(`update supplier set valid_until = today() - 1 where code = 'S003' and enterprise_id = current_enterprise()`)
      return (await as('caigou')).ask(purchaseApi.submit, { id: draft.id })
    }),
    'supplier_not_qualified',
  )
  await world.change(`update supplier set valid_until = today() + 300 where code = 'S003' and enterprise_id = current_enterprise()`)
  await (await as('zhiliang')).ask(supplierApi.liftStop, { id: supplierId, conclusion: '复检合格', signature: signed() })
  assert.equal((await receive(note)).lots.length, 1)
})

test('the author cannot approve their own order, not even as administrator, nor by direct SQL', async () => {
  const admin = await as('admin')
  const given = { category: 'crude_drug', on: today } as const
  const [supplier] = await admin.ask(purchaseApi.suppliers, given)
  const danggui = (await admin.ask(purchaseApi.materials, given)).find((material) => material.name === '当归')!
  const order = await admin.ask(purchaseApi.create, {
    category: 'crude_drug',
    supplierId: supplier!.id,
    contractNo: '',
    qualityAgreementNo: '',
    purchasedOn: today,
    expectedOn: null,
    remark: '',
    lines: [
      {
        materialId: danggui.id,
        grade: '',
        agreedOrigin: { province: '甘肃省', city: '定西市', county: '岷县' },
        quantity: '10',
        unitPrice: '60',
      },
    ],
  })
  await admin.ask(purchaseApi.submit, { id: order.id })
  await refused(admin.ask(purchaseApi.approve, { id: order.id }), 'author_approves')
  await refused(admin.ask(purchaseApi.sendBack, { id: order.id, reason: '改价' }), 'author_approves')
  await assert.rejects(
    world.change(`update purchase_order set approved_by = buyer_id, approved_at = now() where id = $1`, [order.id]),
    /purchase_author_approves/,
  )
  await refused((await as('xiaoshou')).ask(purchaseApi.approve, { id: order.id }), 'no_permission')
})

test('an order that was sent back is mended by its author alone, and a change on top of an unseen one is stale', async () => {
  const draft = await draftOrder(as)
  const buyer = await as('caigou')
  await buyer.ask(purchaseApi.submit, { id: draft.id })
  const returned = await (await as('shengchan2')).ask(purchaseApi.sendBack, { id: draft.id, reason: '单价偏高，请重新询价' })
  assert.equal(returned.state, 'returned')
  const { lines, returnReason, supplierId, category } = await buyer.ask(purchaseApi.read, { id: draft.id })
  assert.equal(returnReason, '单价偏高，请重新询价')
  const changed = {
    id: draft.id,
    rowVersion: returned.rowVersion,
    category,
    supplierId,
    contractNo: 'HT2026-018',
    qualityAgreementNo: '',
    purchasedOn: today,
    expectedOn: null,
    remark: '',
    lines: lines.map((line) => ({ ...lineAgain(line), quantity: '300' })),
  }
  await refused((await as('admin')).ask(purchaseApi.edit, changed), 'not_author')
  const edited = await buyer.ask(purchaseApi.edit, changed)
  assert.deepEqual([edited.state, edited.quantity, edited.amount], ['draft', '300.0000', '18900.00'])
  await refused(buyer.ask(purchaseApi.edit, changed), 'stale')
  await buyer.ask(purchaseApi.submit, { id: draft.id })
  await refused(buyer.ask(purchaseApi.edit, { ...changed, rowVersion: edited.rowVersion + 1 }), 'wrong_state')
})

test('prices are shown to those who buy or approve, to nobody else', async () => {
  const order = await draftOrder(as)
  for (const [userName, sees] of [
    ['caigou', true],
    ['shengchan2', true],
    ['cangku', false],
    ['qa', false],
  ] as const) {
    const shown = await (await as(userName)).ask(purchaseApi.read, { id: order.id })
    assert.equal(shown.lines[0]!.unitPrice !== null, sees, userName)
    assert.equal(shown.amount !== null, sees, userName)
  }
})

test('nothing is received before the approval', async () => {
  const draft = await draftOrder(as)
  const note = await deliveryNote(as, draft.id)
  await refused(receive(note), 'wrong_state')
})

test('who receives does not check: a second person with the duty signs with their own password', async () => {
  const order = await approvedOrder(as)
  const note = await deliveryNote(as, order.id)
  await refused(receive({ ...note, checker: secondPerson('cangku') }), 'same_person')
  await refused(receive({ ...note, checker: secondPerson('jianyan') }), 'signer_lacks_duty')
  await refused(receive({ ...note, checker: { userName: 'cangku2', password: 'wrong-password' } }), 'signer_unknown')
  await refused(receive(note, 'caigou'), 'no_permission')
  const { receiptId } = await receive(note)
  const { rows } = await world.admin.query(
    `select s.meaning, s.signer_name, signature_holds(s) as holds from signature s where record_table = 'receipt' and record_id = $1`,
    [receiptId],
  )
  assert.deepEqual(rows, [{ meaning: '收货复核', signer_name: '钱仓管', holds: true }])
  await assert.rejects(
    world.change(`set local session_replication_role = replica; update receipt set checked_by = received_by where id = '${receiptId}'`),
    /receiver_checks/,
  )
  await world.change(`set local session_replication_role = replica; update receipt set net_total = 1 where id = '${receiptId}'`)
  const later = await world.admin.query(`select signature_holds(s) as holds from signature s where record_id = $1`, [receiptId])
  assert.deepEqual(later.rows, [{ holds: false }], 'a changed record breaks its signature')
})

test('toxic goods are signed for by both, and lie in the double-locked store and nowhere else', async () => {
  const order = await approvedOrder(as, { material: '半夏', quantity: '40' })
  const note = await deliveryNote(as, order.id)
  const { signature: _, ...unsigned } = note
  await refused(receive(unsigned), 'signature_needed')
  await refused(receive({ ...note, signature: { password: 'wrong-password', comment: '' } }), 'wrong_password')
  const ordinary = await binIn(await as('cangku'), 'quarantine', { code: 'A-DY-01' })
  await refused(receive(withLine(note, { placeId: ordinary })), 'toxic_store', 'lots.0.placeId')
  const { receiptId } = await receive({ ...note, signature: signed() })
  const { rows } = await world.admin.query(`select meaning, signer_name from signature where record_id = $1 order by id`, [receiptId])
  assert.deepEqual(rows, [
    { meaning: '收货', signer_name: '赵仓管' },
    { meaning: '收货复核', signer_name: '钱仓管' },
  ])

  const harmless = await approvedOrder(as)
  const toxicBin = note.lots[0]!.placeId
  await refused(receive(withLine(await deliveryNote(as, harmless.id), { placeId: toxicBin })), 'toxic_store')
})

test('goods come in only through the quarantine zone', async () => {
  const order = await approvedOrder(as)
  const note = await deliveryNote(as, order.id)
  const { rows } = await world.admin.query<{ id: string }>(
    `select p.id from place p join enterprise e on e.id = p.enterprise_id and e.is_operating where code in ('A-HG-01', 'LAB') order by code`,
  )
  await refused(receive(withLine(note, { placeId: rows[0]!.id })), 'zone_mismatch', 'lots.0.placeId')
  await refused(receive(withLine(note, { placeId: rows[1]!.id })), 'not_found', 'lots.0.placeId')
})

test('fumigated goods do not come in; they are turned away with a record and no stock', async () => {
  const order = await approvedOrder(as)
  const note = await deliveryNote(as, order.id)
  await refused(receive(withProvenance(note, { sulfur: 'yes' })), 'sulfur_fumigated', 'lots.0.provenance.sulfur')

  const line = note.lots[0]!
  const turnedAway = {
    ...note,
    lots: [],
    refused: [
      {
        purchaseLineId: line.purchaseLineId,
        nameOnNote: '当归',
        supplierLotNo: 'X1',
        packageCount: 20,
        quantity: '500',
        cause: 'sulfur' as const,
        reason: '开袋有明显硫味',
      },
    ],
  }
  const answer = await receive(turnedAway)
  assert.equal(answer.order.state, 'approved', 'the goods are still to come')
  assert.deepEqual(answer.lots, [])
  const detail = await (await as('cangku')).ask(purchaseApi.read, { id: order.id })
  assert.equal(detail.receipts[0]!.result, 'refused')
  assert.equal(detail.receipts[0]!.refused[0]!.reason, '开袋有明显硫味')
  assert.equal((await world.admin.query(`select from stock_entry where document_id = $1`, [answer.receiptId])).rowCount, 0)
  await refused(receive({ ...note, lots: [], refused: [] }), 'invalid_input', 'lots')
})

test('net is gross less tare within 0.1 %, and more than 0.5 % beside the note has to be explained', async () => {
  const order = await approvedOrder(as)
  const note = await deliveryNote(as, order.id)
  const weights = (gross: string, tare: string, net: string, noteQuantity = '500', exceptionNote = '') =>
    withLine(note, { gross, tare, net, noteQuantity, exceptionNote })
  await refused(receive(weights('508', '8', '499.4999')), 'invalid_input', 'lots.0.net')
  await refused(receive(weights('8', '8', '1')), 'invalid_input', 'lots.0.net')
  await refused(receive(weights('505.5001', '8', '497.4999')), 'invalid_input', 'lots.0.exceptionNote')
  // exactly 0.1 % and exactly 0.5 % are still within
  const rounded = withLine(weights('505.9975', '8', '497.5'), {
    ...weights('505.9975', '8', '497.5').lots[0],
    netReason: '按秤的分度值取整',
  })
  assert.equal((await receive(rounded)).lots.length, 1)
  const second = await approvedOrder(as)
  const explained = withLine(await deliveryNote(as, second.id), {
    gross: '498',
    tare: '8',
    net: '490',
    exceptionNote: '途中受潮晾干，少10 kg，供应商已确认',
  })
  assert.equal((await receive(explained)).order.state, 'partially_received')
})

test('a broken package, a missing label or mould has to be explained', async () => {
  const order = await approvedOrder(as)
  const note = await deliveryNote(as, order.id)
  for (const odd of [{ packageIntact: false }, { labelComplete: false }, { defects: ['mould'] }])
    await refused(receive(withLine(note, odd)), 'invalid_input', 'lots.0.exceptionNote')
  assert.equal((await receive(withLine(note, { packageIntact: false, exceptionNote: '一件外袋破损，已换袋' }))).lots.length, 1)
})

test('a receipt says where, when and what was harvested; where a herb has several species it says which', async () => {
  const order = await approvedOrder(as, { material: '黄芪' })
  const note = await deliveryNote(as, order.id)
  await refused(receive(withLine(note, { provenance: null })), 'invalid_input', 'lots.0.provenance')
  await refused(receive(withProvenance(note, { species: '' })), 'invalid_input', 'lots.0.provenance.species')
  await refused(receive(withProvenance(note, { species: '红芪' })), 'invalid_input', 'lots.0.provenance.species')
  await refused(receive(withProvenance(note, { growthYears: null })), 'invalid_input', 'lots.0.provenance.growthYears')
  await refused(receive(withProvenance(note, { harvestTo: addDays(today, 1) })), 'invalid_input', 'lots.0.provenance.harvestTo')
  await refused(
    receive(withProvenance(note, { harvestFrom: today, harvestTo: addDays(today, -1) })),
    'invalid_input',
    'lots.0.provenance.harvestTo',
  )
  await refused(receive(withProvenance(note, { primaryProcessing: [] })), 'invalid_input', 'lots.0.provenance.primaryProcessing')
  await refused(receive(withProvenance(note, { isFreshCut: true })), 'invalid_input', 'lots.0.provenance.freshCutBasis')
  await refused(receive(withProvenance(note, { sourceKind: 'imported' })), 'invalid_input', 'lots.0.provenance.customsNo')
  await refused(
    receive(withProvenance(note, { origin: { ...note.lots[0]!.provenance!.origin, village: '' } })),
    'invalid_input',
    'lots.0.provenance.origin.village',
  )
  await refused(receive({ ...note, arrivedAt: new Date(Date.now() + 3600_000).toISOString() }), 'invalid_input', 'arrivedAt')
  assert.equal((await receive(note)).lots[0]!.name, '黄芪')
})

test('two origins in one delivery are two lots; the same lot written twice is refused', async () => {
  const order = await approvedOrder(as)
  const note = await deliveryNote(as, order.id)
  const half = { ...note.lots[0]!, gross: '254', net: '250', noteQuantity: '250' }
  await refused(receive({ ...note, lots: [half, half] }), 'one_lot_twice', 'lots.1.supplierLotNo')
  const elsewhere = {
    ...half,
    doubtReason: '供应商从宕昌调货',
    provenance: {
      ...half.provenance!,
      origin: { province: '甘肃省' as const, city: '陇南市', county: '宕昌县', town: '', village: '沙湾村' },
    },
  }
  const { lots } = await receive({ ...note, lots: [half, elsewhere] })
  assert.equal(lots.length, 2)
  assert.equal(lots[0]!.lotNo.slice(0, -2), lots[1]!.lotNo.slice(0, -2))
  assert.deepEqual(
    lots.map((lot) => lot.lotNo.slice(-2)),
    ['01', '02'],
  )
})

test('an order may arrive in parts, but not more than a tenth over', async () => {
  const order = await approvedOrder(as)
  const first = await receive(await deliveryNote(as, order.id, { quantity: '300' }))
  assert.equal(first.order.state, 'partially_received')
  await refused(receive(await deliveryNote(as, order.id, { quantity: '251' })), 'over_delivery', 'lots.0.net')
  const second = await receive(await deliveryNote(as, order.id, { quantity: '250' }))
  assert.deepEqual([second.order.state, second.order.received], ['received', '550.0000'])
  await refused(receive(await deliveryNote(as, order.id, { quantity: '1' })), 'wrong_state')
})

test('auxiliaries are bought the same way under FL numbers, without harvest and past no date', async () => {
  const order = await approvedOrder(as, { material: '黄酒', quantity: '100' })
  const note = await deliveryNote(as, order.id)
  await refused(receive(withLine(note, { expiresOn: addDays(today, -1) })), 'invalid_input', 'lots.0.expiresOn')
  await refused(
    receive(withLine(note, { provenance: (await deliveryNote(as, (await approvedOrder(as)).id)).lots[0]!.provenance })),
    'invalid_input',
    'lots.0.provenance',
  )
  const { lots } = await receive(note)
  assert.match(lots[0]!.lotNo, /^FL\d{10}$/)
  const { rows } = await world.admin.query(`select kind, expires_on from lot where id = $1`, [lots[0]!.lotId])
  assert.deepEqual(rows, [{ kind: 'auxiliary', expires_on: addMonths(today, 24) }])
  assert.match((await receivedLot(as, { material: '药用复合膜卷材' })).lotNo, /^BC\d{10}$/)
})

test('a second click on 验收 brings in one lot; two people receiving at once both get numbers of their own', async () => {
  const order = await approvedOrder(as)
  const note = await deliveryNote(as, order.id, { quantity: '200' })
  const key = randomUUID()
  const cangku = await as('cangku')
  const [first, again] = [
    await cangku.ask(purchaseApi.receive, note, { 'idempotency-key': key }),
    await cangku.ask(purchaseApi.receive, note, { 'idempotency-key': key }),
  ]
  assert.deepEqual(again, first)
  const detail = await cangku.ask(purchaseApi.read, { id: order.id })
  assert.deepEqual([detail.receipts.length, detail.received], [1, '200.0000'])

  const [least, other] = [await deliveryNote(as, order.id, { quantity: '50' }), await deliveryNote(as, order.id, { quantity: '50' })]
  const both = await Promise.all([receive(least), receive({ ...other, checker: secondPerson('cangku') }, 'cangku2')])
  assert.equal(new Set(both.flatMap((one) => [one.receiptNo, one.lots[0]!.lotNo])).size, 4)
})

test('two people taking in the rest of an order at once do not take in more than was ordered', async () => {
  const order = await approvedOrder(as)
  const note = await deliveryNote(as, order.id, { quantity: '400' })
  const other = await deliveryNote(as, order.id, { quantity: '400' })
  const outcomes = await Promise.allSettled([receive(note), receive({ ...other, checker: secondPerson('cangku') }, 'cangku2')])
  assert.deepEqual(outcomes.map((outcome) => outcome.status).sort(), ['fulfilled', 'rejected'])
  const lost = outcomes.find((outcome) => outcome.status === 'rejected')!
  assert.equal((lost.reason as Refused).code, 'over_delivery')
})

test('a rejected receipt leaves nothing behind, and takes no number', async () => {
  const before = await receivedLot(as)
  const order = await approvedOrder(as)
  await refused(receive(withLine(await deliveryNote(as, order.id), { net: '1' })), 'invalid_input')
  await refused(receive({ ...(await deliveryNote(as, order.id)), checker: secondPerson('cangku') }), 'same_person')
  const next = await receive(await deliveryNote(as, order.id))
  assert.equal(Number(next.receiptNo.slice(-3)), Number(before.receiptNo.slice(-3)) + 1)
})

test('the receipt record of a lot is evidence: nobody changes it, not even directly', async () => {
  const { lotId } = await receivedLot(as)
  await assert.rejects(world.change(`update raw_lot set village = '别处' where id = $1`, [lotId]), /evidence/)
  await assert.rejects(world.change(`delete from raw_lot where id = $1`, [lotId]), /evidence/)
})

test('an order is closed with its invoice; what is missing is given up with a reason', async () => {
  const order = await approvedOrder(as)
  const buyer = await as('caigou')
  await refused(buyer.ask(purchaseApi.close, { id: order.id, invoiceNo: '0357', reason: '' }), 'wrong_state')
  await receive(await deliveryNote(as, order.id, { quantity: '300' }))
  await refused(buyer.ask(purchaseApi.close, { id: order.id, invoiceNo: '0357', reason: '' }), 'short_close_needs_reason', 'reason')
  assert.equal((await buyer.ask(purchaseApi.close, { id: order.id, invoiceNo: '0357', reason: '供应商货源不足' })).state, 'closed')
  const { orderId } = await receivedLot(as)
  assert.equal((await buyer.ask(purchaseApi.close, { id: orderId, invoiceNo: '0358' })).state, 'closed')
})

test('an order is cancelled before, called off after its approval, and neither once goods have come', async () => {
  const buyer = await as('caigou')
  const draft = await draftOrder(as)
  assert.equal((await buyer.ask(purchaseApi.cancel, { id: draft.id, reason: '重复' })).state, 'cancelled')
  const order = await approvedOrder(as)
  await refused(buyer.ask(purchaseApi.cancel, { id: order.id, reason: '不要了' }), 'wrong_state')
  await refused(buyer.ask(purchaseApi.callOff, { id: order.id, reason: '不要了' }), 'no_permission')
  assert.equal((await (await as('shengchan2')).ask(purchaseApi.callOff, { id: order.id, reason: '供应商违约' })).state, 'cancelled')
  const { orderId } = await receivedLot(as)
  await refused((await as('shengchan2')).ask(purchaseApi.callOff, { id: orderId, reason: '不要了' }), 'wrong_state')
})

test('orders are found by number, supplier and the initials of their herb, filtered and sorted', async () => {
  const buyer = await as('caigou')
  const order = await draftOrder(as, { material: '红花', quantity: '33' })
  for (const q of [order.orderNo, 'hh', '红花']) {
    const { rows } = await buyer.ask(purchaseApi.list, { q, pageSize: 200 })
    assert.ok(
      rows.some((row) => row.id === order.id),
      q,
    )
  }
  const { rows } = await buyer.ask(purchaseApi.list, { q: 'mx', state: 'draft', sort: '-quantity' })
  assert.ok(rows.length > 0 && rows.every((row) => row.state === 'draft' && row.supplierName.startsWith('岷县')))
  assert.deepEqual(
    rows.map((row) => Number(row.quantity)),
    rows.map((row) => Number(row.quantity)).sort((a, b) => b - a),
  )
  assert.deepEqual((await buyer.ask(purchaseApi.list, { from: addDays(today, 1) })).rows, [])
  await refused(buyer.ask(purchaseApi.list, { sort: 'password' as never }), 'invalid_input', 'sort')
})

test('an order of another enterprise is not there, byte for byte', async () => {
  const { orderId } = await receivedLot(as)
  const { cookie } = await as('other')
  const ask = async (endpoint: typeof purchaseApi.read | typeof purchaseApi.receiving | typeof purchaseApi.submit, id: string) => {
    const answer = await world.app.inject({ ...requestOf(endpoint, { id }), headers: { cookie } })
    return `${answer.statusCode} ${answer.body.replace(/"requestId":"[^"]+"/, '')}`
  }
  for (const endpoint of [purchaseApi.read, purchaseApi.receiving, purchaseApi.submit]) {
    const answer = await ask(endpoint, orderId)
    assert.equal(answer, await ask(endpoint, randomUUID()))
    assert.match(answer, /^404 .*not_found/)
  }
})

test('each step tells those who hold the next duty', async () => {
  const order = await approvedOrder(as)
  const { lots } = await receive(await deliveryNote(as, order.id))
  const { rows } = await world.admin.query<{ title: string; user_name: string }>(
    `select n.title, a.user_name from notification n join account a on a.id = n.account_id where n.title || n.body like '%' || $1 || '%' and a.user_name in ('shengchan2', 'cangku2', 'caigou') order by n.id`,
    [order.orderNo],
  )
  assert.deepEqual(
    rows.map((row) => row.user_name),
    ['shengchan2', 'cangku2', 'cangku2'],
  )
  assert.ok(lots[0]!.lotNo.length > 0)
})
