import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { elementAt, only } from '#contract/kernel/certain.ts'
import { historyApi } from '#contract/office/history.ts'
import { workApi } from '#contract/office/work.ts'
import { discrepancyApi, type DiscrepancyFile, type DiscrepancyOutcome, type DiscrepancyRow } from '#contract/supply/discrepancy.ts'
import { purchaseApi } from '#contract/supply/purchase-api.ts'
import { stockApi } from '#contract/warehouse/stock.ts'
import { dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import { answeredDiscrepancy, shortDelivery } from '#server/demo/discrepancy.ts'
import { secondPerson, signed } from '#server/demo/person.ts'
import { approvedOrder, deliveryNote } from '#server/demo/purchase.ts'
import { refused } from '#server/test/refused.ts'
import { openWorld } from '#server/test/world.ts'
import { verifyDatabase } from '#server/verify/verify.ts'

const world = await openWorld()
after(() => world.close())
const { as } = world

const answered = (row: DiscrepancyRow) => answeredDiscrepancy(as, row)

const settle = async ({ row: { id, rowVersion } }: DiscrepancyFile, settledAs: DiscrepancyOutcome, rest = {}, who = 'shengchan2') =>
  (await as(who)).ask(discrepancyApi.settle, { id, rowVersion, settledAs, conclusion: '已核对', signature: signed(), ...rest })

test('a short delivery opens its discrepancy: what did not come is in no stock, and the order is not closed before its end', async () => {
  const { order, receipt, row } = await shortDelivery(as)
  assert.deepEqual([row.state, row.kinds, row.noted, row.net, row.refused], ['open', ['short'], '100.0000', '92.0000', '0.0000'])
  const { places } = await (await as('cangku')).ask(stockApi.raw.stock, { id: elementAt(receipt.lots, 0).lotId })
  assert.equal(only(places).quantity, '92.0000')
  const buyer = await as('caigou')
  const close = () => buyer.ask(purchaseApi.close, { id: order.id, invoiceNo: 'FP-8', reason: '少到8 kg，由供应商扣款' })
  await refused(close(), 'discrepancies_open')
  const file = await answered(row)
  assert.deepEqual([file.row.state, file.answeredPerson, file.lots.length], ['answered', '马建国', 1])
  await refused(close(), 'discrepancies_open')
  await refused(settle(file, 'credited'), 'discrepancy_unproven', 'paperNo')
  await refused(settle(file, 'accepted', { paperNo: 'HZ-1' }), 'discrepancy_unproven', 'paperNo')
  const ended = await settle(file, 'credited', { paperNo: 'HZ-0021' })
  assert.deepEqual([ended.row.state, ended.row.settledAs, ended.paperNo, ended.closedByName], ['closed', 'credited', 'HZ-0021', '卫生产'])
  await refused(settle(ended, 'accepted'), 'wrong_state')
  assert.equal((await close()).state, 'closed')
})

test('who wrote the answer down does not end it, an answer can be sent back, and each step says whom it waits for', async () => {
  const { row } = await shortDelivery(as)
  await refused(settle({ ...(await read(row.id)), row }, 'accepted'), 'wrong_state')
  const tooEarly = { id: row.id, rowVersion: row.rowVersion, answeredOn: '2020-01-01', answeredPerson: '马', answer: '补' }
  await refused((await as('caigou')).ask(discrepancyApi.answer, tooEarly), 'invalid_input', 'answeredOn')
  const admin = await as('admin')
  const told = { ...tooEarly, answeredOn: dayInShanghai(new Date()) }
  const own = await admin.ask(discrepancyApi.answer, told)
  await refused(settle(own, 'accepted', {}, 'admin'), 'author_approves')
  const again = await (await as('shengchan2')).ask(discrepancyApi.sendBack, { id: row.id, reason: '请供应商书面答复' })
  assert.deepEqual([again.row.state, again.answer, again.sentBackReason], ['open', null, '请供应商书面答复'])
  await refused((await as('caigou')).ask(discrepancyApi.answer, told), 'stale')
  const waiting = (await (await as('caigou')).ask(workApi.waiting, {})).map((one) => one.document)
  assert.ok(waiting.includes('到货差异'))
  const file = await answered(again.row)
  await settle(file, 'accepted')
  const history = await (await as('caigou')).ask(historyApi.read, { table: 'receipt_discrepancy', id: row.id })
  assert.ok(history.entries.length > 0)
})

const read = async (id: string) => (await as('caigou')).ask(discrepancyApi.read, { id })

test('a replacement is a later receipt of the same supplier’s same material; taken back, another discrepancy is opened', async () => {
  const { order, receipt, row } = await shortDelivery(as)
  const file = await answered(row)
  await refused(settle(file, 'replaced'), 'discrepancy_not_replaced', 'receiptNo')
  await refused(settle(file, 'replaced', { receiptNo: 'SH0' }), 'discrepancy_not_replaced', 'receiptNo')
  await refused(settle(file, 'replaced', { receiptNo: receipt.receiptNo }), 'discrepancy_not_replaced')
  const other = await approvedOrder(as, { material: '黄芪', quantity: '50' })
  const elsewhere = await (await as('cangku')).ask(purchaseApi.receive, await deliveryNote(as, other.id))
  await refused(settle(file, 'replaced', { receiptNo: elsewhere.receiptNo }), 'discrepancy_not_replaced')
  const replacement = await (await as('cangku')).ask(purchaseApi.receive, await deliveryNote(as, order.id, { quantity: '8' }))
  const ended = await settle(file, 'replaced', { receiptNo: replacement.receiptNo })
  assert.equal(ended.replacedByNo, replacement.receiptNo)
  const reverse = async (id: string) =>
    (await as('cangku')).ask(purchaseApi.reverse, { id, reason: '误收', signature: signed(), approver: secondPerson('zhiliang') })
  await reverse(replacement.receiptId)
  const listed = async () => (await (await as('caigou')).ask(discrepancyApi.list, { q: receipt.receiptNo })).rows.map(({ state }) => state)
  assert.deepEqual(await listed(), ['open', 'void'])
  await reverse(receipt.receiptId)
  assert.deepEqual(await listed(), ['void', 'void'])
})

test('what is turned away, mouldy or without a label has its discrepancy line by line; a line as its note says has none', async () => {
  const order = await approvedOrder(as, { quantity: '100' })
  const note = await deliveryNote(as, order.id, { quantity: '90' })
  const line = elementAt(note.lots, 0)
  const away = { purchaseLineId: line.purchaseLineId, nameOnNote: '当归', supplierLotNo: 'X1', packageCount: 1, quantity: '10' }
  const receipt = await (
    await as('cangku')
  ).ask(purchaseApi.receive, {
    ...note,
    lots: [
      { ...line, labelComplete: false, defects: ['mould'], exceptionNote: '一袋无标签，袋口霉变' },
      { ...line, supplierLotNo: 'X3', noteQuantity: '5', gross: '5.2', tare: '0.2', net: '5', packageCount: 1 },
    ],
    refused: [{ ...away, cause: 'mixed', reason: '混入欧当归' }],
  })
  const { rows } = await (await as('caigou')).ask(discrepancyApi.list, { q: receipt.receiptNo })
  assert.deepEqual(rows.map(({ kinds, net, refused: turned }) => [kinds, net, turned]).sort(), [
    [['label', 'appearance'], '90.0000', '0.0000'],
    [['refused'], '0.0000', '10.0000'],
  ])
})

test('the database opens one with every line that differs, and lets none be rewritten or ended unsigned', async () => {
  const { row } = await shortDelivery(as)
  const change = (set: string) => world.admin.query(`update receipt_discrepancy set ${set} where id = $1`, [row.id])
  for (const set of ['net = 100', `state = 'closed'`, `state = 'void'`]) await assert.rejects(change(set), set)
  const file = await answered(row)
  const closer = `(select id from account where user_name = 'shengchan2' and enterprise_id = receipt_discrepancy.enterprise_id)`
  await assert.rejects(
    change(`state = 'closed', settled_as = 'accepted', conclusion = 'x', closed_by = ${closer}, closed_at = now()`),
    /signed|actor/,
  )
  await settle(file, 'accepted')
  const client = await world.admin.connect()
  try {
    assert.deepEqual((await verifyDatabase(client)).findings, [])
  } finally {
    client.release()
  }
})
