import { Decimal } from 'decimal.js'
import { hasArrived, purchaseActions, receiptCheckMeaning, type PurchaseCategory } from '#contract/supply/purchase.ts'
import type { purchaseApi } from '#contract/supply/purchase-api.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { isCounted, type MaterialUnit } from '#contract/warehouse/unit.ts'
import { dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import { checkChoices } from '#server/features/office/dictionary/check-choices.ts'
import { notifyOfEach, type Message } from '#kernel/notify.ts'
import { documentNo } from '#kernel/number.ts'
import { occurredAt } from '#kernel/occurred-at.ts'
import type { Handler, Tx } from '#kernel/serve.ts'
import { sign, signAsSecond } from '#kernel/sign.ts'
import { bringIn } from './bring-in.ts'
import { checkDeliveryNote, doubtsOfArrival, doubtsOfLots } from './check-doubts.ts'
import { checkLots, matchLines } from './check-lots.ts'
import { approvedOf, checkSupplier, pathAtDoor, refuseUnapproved, type Approved } from './check-supplier.ts'
import { openDiscrepancies } from './open-discrepancies.ts'
import { orderLines, orderRow, type OrderLine } from './queries.ts'
import { splitLine, type LineAtDoor } from './split-line.ts'
import { takeOrder } from './take-order.ts'
import { turnAway } from './turn-away.ts'
import type { Clock } from '#tools/clock.ts'
import { together } from '#tools/together.ts'

/**
 * Goods arrive (到货验收): each line becomes one lot in quarantine (I1, I4), and one more for each kind of abnormal packages; what is turned
 * away is only recorded. What looks odd is recorded with its reason. A second person looks at the same goods and signs; for toxic goods the
 * receiver signs too. Neither of them is the buyer.
 */
export const receiveGoods: Handler<typeof purchaseApi.receive> = async (tx, actor, input) => {
  const order = await takeOrder(tx, actor, purchaseActions.receive, input.id)
  const { category } = order
  const { arrivedAt, arrivedOn } = arrivalOf(tx, input.arrivedAt)
  const [lines, , approved, arrivalDoubts] = await together([
    orderLines(tx, order.id),
    checkWords(tx, input.lots),
    input.lots.length === 0 ? [] : checkDelivered(tx, order.supplierId, category, arrivedOn),
    doubtsOfArrival(tx, arrivedOn, order.purchasedOn, input.doubtReason),
  ])
  const lots = matchLines(input.lots, lines, 'lots')
  const refused = matchLines(input.refused, lines, 'refused')
  checkLots(category, arrivedOn, lots)
  // Another place than the approved one is a doubt to be explained, as another than the agreed one is.
  refuseUnapproved(
    approved,
    lots.map(({ line }) => ({ materialId: line.materialId, agreedOrigin: null })),
    pathAtDoor,
  )
  const [, doubts] = await together([
    lots.length > 0 && checkDeliveryNote(tx, order, { deliveryNoteNo: input.deliveryNoteNo, arrivedAt }),
    doubtsOfLots(tx, order.supplierId, arrivedOn, lots, approved),
  ])
  const parts = lots.flatMap(splitLine)
  if (input.signature === undefined && lots.some(({ line }) => line.isToxic)) throw new Refusal('signature_needed')

  const { id, receiptNo } = await tx
    .insertInto('receipt')
    .values({
      enterpriseId: actor.enterpriseId,
      receiptNo: documentNo('SH', arrivedOn),
      orderId: order.id,
      arrivedAt,
      deliveryNoteNo: input.deliveryNoteNo,
      transport: input.transport,
      remark: input.remark,
      result: lots.length === 0 ? 'refused' : refused.length === 0 ? 'accepted' : 'partly',
      lotCount: parts.length,
      refusedCount: refused.length,
      netTotal: lots.reduce((sum, { delivered }) => sum.plus(delivered.net), new Decimal(0)).toFixed(),
      doubts: [...new Set([...arrivalDoubts, ...doubts.flat()])],
      doubtReason: input.doubtReason,
      receivedBy: actor.id,
    })
    .returning(['id', 'receiptNo'])
    .executeTakeFirstOrThrow()
  const supplier = { id: order.supplierId, name: order.row.supplierName }
  const receipt = { id, receiptNo, orderId: order.id, category, supplier, arrivedAt, arrivedOn }
  const explained = lots.map(({ delivered }, index) => ({ doubts: doubts[index] ?? [], doubtReason: delivered.doubtReason }))
  const newLots = await bringIn(tx, actor, receipt, parts, explained)
  await turnAway(tx, actor, receipt, refused)
  await openDiscrepancies(tx, actor, receipt, lots, refused)

  const record = { table: 'receipt', id }
  if (input.signature !== undefined) await sign(tx, actor, input.signature, { meaning: purchaseActions.receive.signs, ...record })
  const checker = await signAsSecond(tx, actor, input.checker, '11:receive', { meaning: receiptCheckMeaning, ...record })
  if (checker.id === order.buyerId) throw new Refusal('buyer_receives', [{ path: 'checker.userName', message: '采购人不能复核' }])
  await tx.later(tx.updateTable('receipt').set({ checkedBy: checker.id }).where('id', '=', id))

  if (newLots.length > 0) await advanceOrder(tx, order.id, withDelivered(lines, lots))
  await notifyOfEach(
    tx,
    actor,
    newLots.map((lot) => askedOf(lot, `采购单 ${order.orderNo}，收货单 ${receiptNo}`)),
  )
  return { receiptId: id, receiptNo, order: await orderRow(tx, actor, order.id), lots: newLots }
}

/** Who is told of a lot that came: what is weighed is sampled and tested, what is counted is looked at. */
const askedOf = ({ lotId, lotNo, name, unit }: { lotId: string; lotNo: string; name: string; unit: MaterialUnit }, body: string): Message =>
  isCounted(unit)
    ? {
        duty: '13:decide',
        title: `${name} ${lotNo} 到货，待验收检验`,
        body,
        page: '/yuanliao-kucun',
        at: { view: 'packaging', lot: lotId },
        about: { table: 'lot', id: lotId, asks: 'accept' },
      }
    : {
        duty: '12:request',
        title: `${name} ${lotNo} 到货，待请验`,
        body,
        page: '/yuanliao-qingyan',
        at: { view: 'request', lot: lotId },
        about: { table: 'lot', id: lotId, asks: 'request' },
      }

/** What the supplier is approved to deliver. Nothing comes in from a supplier that may not deliver it on the day. What is turned away may come from any supplier. */
async function checkDelivered(tx: Tx, supplierId: string, category: PurchaseCategory, arrivedOn: string): Promise<Approved[]> {
  const [, approved] = await together([checkSupplier(tx, supplierId, category, arrivedOn), approvedOf(tx, supplierId)])
  return approved
}

/** Packages and defects are words of the factory's dictionary. */
async function checkWords(tx: Tx, lots: readonly { packageKind: string; defects: readonly string[] }[]): Promise<void> {
  await together([
    checkChoices(
      tx,
      'package_type',
      'code',
      lots.map(({ packageKind }, index) => ({ value: packageKind, path: `lots.${index}.packageKind` })),
    ),
    checkChoices(
      tx,
      'defect_type',
      'code',
      lots.flatMap(({ defects }, index) => defects.map((defect) => ({ value: defect, path: `lots.${index}.defects` }))),
    ),
  ])
}

/** When the goods came: not in the future. */
function arrivalOf(clock: Clock, given: string): { arrivedAt: string; arrivedOn: string } {
  const arrivedAt = occurredAt(clock, given, 'arrivedAt')
  return { arrivedAt, arrivedOn: dayInShanghai(new Date(arrivedAt)) }
}

/** The lines of a locked order, with what has just come in against them. */
const withDelivered = (lines: readonly OrderLine[], lots: readonly LineAtDoor[]) =>
  lines.map(({ id, quantity, received }) => ({
    quantity,
    received: lots
      .filter(({ line }) => line.id === id)
      .reduce((sum, { delivered }) => sum.plus(delivered.net), new Decimal(received))
      .toFixed(),
  }))

/** The order has arrived when every line has (at most 0.5 % missing); else it has arrived in part. */
export async function advanceOrder(tx: Tx, orderId: string, lines: readonly { quantity: string; received: string }[]): Promise<void> {
  const state = lines.every((line) => hasArrived(line.quantity, line.received)) ? 'received' : 'partially_received'
  await tx.later(tx.updateTable('purchaseOrder').set({ state }).where('id', '=', orderId))
}
