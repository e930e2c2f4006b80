import { hasArrived, purchaseActions, reversalApprovalMeaning } from '#contract/supply/purchase.ts'
import type { purchaseApi } from '#contract/supply/purchase-api.ts'
import { valueIn } from '#contract/kernel/certain.ts'
import { exact } from '#contract/kernel/exact-decimal.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { holdKinds } from '#contract/warehouse/lot.ts'
import { giveReason } from '#kernel/give-reason.ts'
import type { Actor, Handler, Tx } from '#kernel/serve.ts'
import { sign, signAsSecond } from '#kernel/sign.ts'
import { recordTrace } from '#server/features/tracing/trace/record-trace.ts'
import { lockLots, setLotState, type Lot } from '#server/features/warehouse/lot/lot.ts'
import { reverseBirth } from '#server/features/warehouse/stock/rebook-birth.ts'
import { withdrawDiscrepancies } from './open-discrepancies.ts'
import { orderLines, orderRow } from './queries.ts'
import { takeOrder } from './take-order.ts'

/**
 * Takes a receipt back whole that should never have been written: the wrong order or supplier, goods received twice. Only while nothing was
 * done with its lots, and by two persons. What it said stays; its lots end, and the order waits for goods again.
 */
export const reverseReceipt: Handler<typeof purchaseApi.reverse> = async (tx, actor, { id, reason, signature, approver }) => {
  const action = purchaseActions.reverse
  const found = await tx.selectFrom('receipt').select('orderId').where('id', '=', id).executeTakeFirst()
  if (found === undefined) throw new Refusal('not_found')
  const rows = await tx.selectFrom('rawLot').select('id').where('receiptId', '=', id).execute()
  const lots = await lockLots(
    tx,
    rows.map((row) => row.id),
  )
  await refuseOfClosed(tx, found.orderId)
  const order = await takeOrder(tx, actor, action, found.orderId)
  const receipt = await tx
    .selectFrom('receipt')
    .select(['receiptNo', 'reversedAt'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (receipt.reversedAt !== null) throw new Refusal('receipt_reversed')
  await refuseHeld(tx, lots)

  await giveReason(tx, reason)
  const at = tx.now().toISOString()
  await tx.updateTable('receipt').set({ reversedAt: at, reversedBy: actor.id, reversalReason: reason }).where('id', '=', id).execute()
  const record = { table: 'receipt', id }
  await sign(tx, actor, signature, { meaning: action.signs, ...record })
  const second = await signAsSecond(tx, actor, approver, '37:approve', { meaning: reversalApprovalMeaning, ...record })
  await tx.updateTable('receipt').set({ reversalApprovedBy: second.id }).where('id', '=', id).execute()
  await withdrawDiscrepancies(tx, actor, { id, receiptNo: receipt.receiptNo })
  await cancelCorrections(tx, actor, lots, `${receipt.receiptNo} 已整单冲销：${reason}`)
  for (const lot of lots) {
    const document = { kind: 'receipt', id, no: receipt.receiptNo }
    await reverseBirth(tx, actor, { lotId: lot.id, document, reason, occurredAt: at })
    await setLotState(tx, lot, 'reversed')
  }
  await recordTrace(
    tx,
    actor,
    lots.map((lot) => ({
      lotId: lot.id,
      kind: 'reversed' as const,
      occurredAt: at,
      documentNo: receipt.receiptNo,
      privateFacts: { reason },
    })),
  )
  await tx
    .updateTable('purchaseOrder')
    .set({ state: await stateWithout(tx, order.id) })
    .where('id', '=', order.id)
    .execute()
  return orderRow(tx, actor, order.id)
}

/** A closed order takes no goods any more, so it cannot wait for them again: its receipts are corrected line by line. */
async function refuseOfClosed(tx: Tx, orderId: string): Promise<void> {
  const { state } = await tx.selectFrom('purchaseOrder').select('state').where('id', '=', orderId).forUpdate().executeTakeFirstOrThrow()
  if (state === 'closed') throw new Refusal('closed_not_reversed')
}

/** A correction that is proposed for a line of the receipt has nothing left to put right: it ends with the receipt. */
async function cancelCorrections(tx: Tx, actor: Actor, lots: readonly Lot[], endReason: string): Promise<void> {
  const ids = lots.map(({ id }) => id)
  if (ids.length === 0) return
  await tx
    .updateTable('correction')
    .set({ state: 'cancelled', endedBy: actor.id, endedAt: tx.now().toISOString(), endReason })
    .where('record', '=', 'receipt_line')
    .where('recordId', 'in', ids)
    .where('state', '=', 'proposed')
    .execute()
}

/** Goods on hold stay in the house: whoever took the receipt back would move them past the hold. The database says so again. */
async function refuseHeld(tx: Tx, lots: readonly Lot[]): Promise<void> {
  const holds = await tx
    .selectFrom('hold')
    .select(['lotId', 'kind', 'reason'])
    .where(
      'lotId',
      'in',
      lots.map(({ id }) => id),
    )
    .where('liftedAt', 'is', null)
    .orderBy('id')
    .execute()
  const noOf = new Map(lots.map(({ id, lotNo }) => [id, lotNo]))
  if (holds.length > 0)
    throw new Refusal(
      'lot_held',
      holds.map(({ lotId, kind, reason }) => ({ path: 'id', message: `${valueIn(noOf, lotId)} ${holdKinds[kind]}：${reason}` })),
    )
}

/** How far an order has come once a receipt of it no longer counts. */
async function stateWithout(tx: Tx, orderId: string) {
  const lines = await orderLines(tx, orderId)
  if (lines.every((line) => hasArrived(line.quantity, line.received))) return 'received' as const
  return lines.some((line) => !exact(line.received).isZero()) ? ('partially_received' as const) : ('approved' as const)
}
