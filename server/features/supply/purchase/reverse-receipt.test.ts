import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { correctionApi } from '#contract/cases/correction.ts'
import { only } from '#contract/kernel/certain.ts'
import { purchaseApi } from '#contract/supply/purchase-api.ts'
import { stockApi } from '#contract/warehouse/stock.ts'
import { sampled } from '#server/demo/inspection.ts'
import { secondPerson, signed, withQualityHead } from '#server/demo/person.ts'
import { approvedOrder, deliveryNote, receivedLot } from '#server/demo/purchase.ts'
import { refused } from '#server/test/refused.ts'
import { openWorld } from '#server/test/world.ts'
import { verifyDatabase } from '#server/verify/verify.ts'

const world = await openWorld()
after(() => world.close())
const { as } = world

const reverse = async (id: string, { who = 'cangku', second = 'zhiliang' } = {}) =>
  (await as(who)).ask(purchaseApi.reverse, { id, reason: '误收在另一张采购单', signature: signed(), approver: secondPerson(second) })
const orderOf = async (id: string) => (await as('caigou')).ask(purchaseApi.read, { id })

async function assertVerified() {
  const client = await world.admin.connect()
  try {
    assert.deepEqual((await verifyDatabase(client)).findings, [])
  } finally {
    client.release()
  }
}

test('a receipt of which nothing was used goes back whole: stock, lots, order; and the goods may come again', async () => {
  const lot = await receivedLot(as)
  const order = await reverse(lot.receiptId)
  assert.deepEqual([order.state, order.received], ['approved', '0'])
  const { places, entries } = await (await as('cangku')).ask(stockApi.raw.stock, { id: lot.lotId })
  assert.deepEqual(places, [])
  assert.deepEqual(
    entries.map(({ kind }) => kind),
    ['reversal', 'receipt'],
  )
  const detail = await orderOf(lot.orderId)
  const receipt = only(detail.receipts)
  assert.deepEqual(
    [receipt.reversed?.by, receipt.reversed?.approvedBy, receipt.reversed?.reason],
    ['赵仓管', '何质量', '误收在另一张采购单'],
  )
  assert.equal(only(receipt.lots).state, 'reversed')
  const { rows } = await world.admin.query(
    `select meaning, signer_name, signature_holds(signature) as holds from signature where record_id = $1 order by id`,
    [lot.receiptId],
  )
  assert.deepEqual(rows, [
    { meaning: '收货复核', signer_name: '钱仓管', holds: true },
    { meaning: '冲销到货', signer_name: '赵仓管', holds: true },
    { meaning: '批准冲销到货', signer_name: '何质量', holds: true },
  ])
  // The same delivery note and supplier's lot, at the same order.
  const again = await (await as('cangku')).ask(purchaseApi.receive, await deliveryNote(as, lot.orderId))
  assert.equal(again.order.state, 'received')
  await assertVerified()
})

test('one receipt of two goes back, and the order has arrived in part again', async () => {
  const order = await approvedOrder(as, { quantity: '500' })
  const keeper = await as('cangku')
  await keeper.ask(purchaseApi.receive, await deliveryNote(as, order.id, { quantity: '300' }))
  const second = await keeper.ask(purchaseApi.receive, await deliveryNote(as, order.id, { quantity: '200' }))
  assert.equal(second.order.state, 'received')
  const after = await reverse(second.receiptId)
  assert.deepEqual([after.state, after.received], ['partially_received', '300.0000'])
})

test('what was requested, sampled or corrected away from is not taken back; nor twice, nor alone, nor without the duty', async () => {
  const lot = await receivedLot(as)
  await refused(reverse(lot.receiptId, { second: 'cangku' }), 'same_person')
  await refused(reverse(lot.receiptId, { second: 'cangku2' }), 'signer_lacks_duty')
  await refused(reverse(lot.receiptId, { who: 'caigou' }), 'no_permission')
  await refused(reverse('00000000-0000-7000-8000-000000000000'), 'not_found')

  await sampled(as, lot.lotId, 'raw')
  await refused(reverse(lot.receiptId), 'lot_used')

  const other = await receivedLot(as)
  await reverse(other.receiptId)
  await refused(reverse(other.receiptId), 'wrong_state')
  await refused(
    (await as('qa')).ask(correctionApi.receiptLine, {
      id: other.lotId,
      changes: { supplierLotNo: 'X' },
      reason: '已冲销',
      signature: signed(),
    }),
    'wrong_state',
  )
})

test('a correction that is proposed for a line ends with the receipt, and says why', async () => {
  const lot = await receivedLot(as)
  const proposed = await (
    await as('qa')
  ).ask(correctionApi.receiptLine, { id: lot.lotId, changes: { supplierLotNo: 'NEU-1' }, reason: '抄错', signature: signed() })
  const { receiptNo } = only((await orderOf(lot.orderId)).receipts)
  await reverse(lot.receiptId)
  const ended = only((await (await as('qa')).ask(correctionApi.list, { q: proposed.correctionNo })).rows)
  assert.deepEqual([ended.state, ended.endReason], ['cancelled', `${receiptNo} 已整单冲销：误收在另一张采购单`])
  await refused((await as('zhiliang')).ask(correctionApi.approve, { id: proposed.id, signature: signed() }), 'wrong_state')
})

test('the receipt of a closed order says what to do instead', async () => {
  const lot = await receivedLot(as)
  await (await as('caigou')).ask(purchaseApi.close, { id: lot.orderId, invoiceNo: 'FP-1' })
  const no = await refused(reverse(lot.receiptId), 'closed_not_reversed')
  assert.match(no.message, /逐批提出更正/)
  const corrected = await (
    await as('qa')
  ).ask(correctionApi.receiptLine, { id: lot.lotId, changes: { supplierLotNo: 'NEU-2' }, reason: '抄错', signature: signed() })
  assert.equal(corrected.state, 'proposed')
})

test('the database refuses the end of a lot without its receipt, and of a receipt by one person', async () => {
  const lot = await receivedLot(as)
  await assert.rejects(world.change(`update lot set state = 'reversed' where id = $1`, [lot.lotId]), /with its receipt alone/)
  await assert.rejects(
    world.change(
      `update receipt set reversed_at = now(), reversed_by = received_by, reversal_approved_by = received_by, reversal_reason = '误' where id = $1`,
      [lot.receiptId],
    ),
    /receipt_reversed_by_two/,
  )
})

test('goods on hold stay in the house until two persons have lifted it, whoever takes the receipt back', async () => {
  const lot = await receivedLot(as)
  const qa = await as('qa')
  const { holdId } = await qa.ask(stockApi.raw.freeze, { id: lot.lotId, kind: 'regulator', reason: '药监局就地封存' })
  const no = await refused(reverse(lot.receiptId), 'lot_held')
  assert.match(only(no.body.errors).message, /监管.*药监局就地封存/)
  const set = `update receipt set reversed_at = now(), reversed_by = received_by, reversal_reason = '误' where id = $1`
  await assert.rejects(world.change(set, [lot.receiptId]), /lot_held/)
  await qa.ask(stockApi.raw.unfreeze, { id: lot.lotId, holdId, conclusion: '解除封存', evidence: '解除通知书', ...withQualityHead() })
  assert.equal((await reverse(lot.receiptId)).state, 'approved')
})

test('two who take it back at once: it goes back once', async () => {
  const lot = await receivedLot(as)
  const answers = await Promise.allSettled([reverse(lot.receiptId), reverse(lot.receiptId)])
  assert.deepEqual(answers.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
  await assertVerified()
})
