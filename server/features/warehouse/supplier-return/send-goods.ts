import type { Decimal } from 'decimal.js'
import { exact } from '#contract/kernel/exact-decimal.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import {
  supplierReturnActions,
  supplierReturnCheck,
  supplierReturnTolerance,
  type supplierReturnApi,
} from '#contract/warehouse/supplier-return.ts'
import { notify } from '#kernel/notify.ts'
import type { Actor, Handler, Tx } from '#kernel/serve.ts'
import { proveSecond, proveSigner, writeSignatures } from '#kernel/sign.ts'
import { recordTrace } from '#server/features/tracing/trace/record-trace.ts'
import { moveStock, takeBin, type Movement } from '#server/features/warehouse/stock/move-stock.ts'
import { stockInBins } from '#server/features/warehouse/stock/on-hand.ts'
import { supplierReturnFileOf } from './queries.ts'
import { takeSupplierReturn } from './take-supplier-return.ts'

/**
 * 称重发出: two persons weigh the goods out of the 不合格区, and they leave the ledger. When the bin is emptied and the scale says a little less than the
 * book, the rest is gone as well, with that reason.
 */
export const sendSupplierReturn: Handler<typeof supplierReturnApi.send> = async (
  tx,
  actor,
  { id, rowVersion, weighed, carrier, ...signers },
) => {
  const { row, placeId } = await takeSupplierReturn(tx, actor, 'send', { id, rowVersion })
  refuseOther(row.quantity, weighed, row.unit, 'weighed')
  const held = (await stockInBins(tx, row.lotId)).find((stored) => stored.placeId === placeId)?.quantity ?? '0'
  if (exact(held).lessThan(row.quantity))
    throw new Refusal('short_stock', [{ path: 'weighed', message: `${row.placeCode} 现有 ${exact(held).toFixed()} ${row.unit}` }])
  const sign = await provenTwo(tx, actor, signers, row.decidedBy)
  const moved = lesser(weighed, row.quantity)
  const missing = exact(held).equals(row.quantity) ? exact(row.quantity).minus(moved) : exact('0')
  const occurredAt = tx.now().toISOString()
  await tx
    .updateTable('supplierReturn')
    .set({ state: 'sent', weighed, missing: missing.toFixed(), sentBy: actor.id, checkedBy: sign.secondId, sentAt: occurredAt, carrier })
    .where('id', '=', id)
    .execute()
  await sign.write(id, supplierReturnActions.send.signs)
  const entry = { lotId: row.lotId, from: placeId, document: documentOf(row), occurredAt, reason: row.reason }
  const movements: Movement[] = [{ ...entry, to: { only: 'supplier' }, quantity: moved.toFixed(), kind: 'supplier_return' }]
  if (missing.greaterThan(0))
    movements.push({
      ...entry,
      to: { only: 'adjustment' },
      quantity: missing.toFixed(),
      kind: 'shortage',
      reason: `${row.reason}（发出时实称 ${exact(weighed).toFixed()} ${row.unit}）`,
    })
  await moveStock(tx, actor, movements)
  await recordTrace(tx, actor, [
    {
      lotId: row.lotId,
      kind: 'supplier_returned',
      occurredAt,
      documentNo: row.returnNo,
      privateFacts: { quantity: moved.toFixed(), supplier: row.supplierName, reason: row.reason },
    },
  ])
  await notify(tx, actor, {
    duty: '14:dispose',
    title: `退供应商 ${row.returnNo} 已发出，请登记供应商的确认`,
    body: `${row.supplierName}：${row.name} ${row.lotNo}，${moved.toFixed()} ${row.unit}`,
    page: '/yuanliao-kucun',
    at: { view: 'supplier', id },
    about: { table: 'supplier_return', id, asks: 'sent' },
  })
  return supplierReturnFileOf(tx, id)
}

/** 登记退回: the supplier did not take it in. What is on the scale goes back into the 不合格区; what is not there was lost on its way. */
export const bringBackSupplierReturn: Handler<typeof supplierReturnApi.bringBack> = async (
  tx,
  actor,
  { id, rowVersion, weight, placeId, reason, ...signers },
) => {
  const { row, lot } = await takeSupplierReturn(tx, actor, 'bringBack', { id, rowVersion })
  const left = lesser(row.weighed ?? '0', row.quantity)
  if (exact(weight).greaterThan(left.times(exact('1').plus(supplierReturnTolerance))))
    throw new Refusal('supplier_return_weight', [{ path: 'weight', message: `发出 ${left.toFixed()} ${row.unit}，收回不能更多` }])
  const came = lesser(weight, left.toFixed())
  if (came.greaterThan(0) && placeId === undefined)
    throw new Refusal('rejected_bin_required', [{ path: 'placeId', message: '请选择不合格区货位' }])
  const bin =
    placeId === undefined || came.isZero()
      ? undefined
      : await takeBin(tx, placeId, { zones: ['rejected'], isToxic: lot.isToxic, path: 'placeId' })
  const sign = await provenTwo(tx, actor, signers, null)
  const occurredAt = tx.now().toISOString()
  await tx
    .updateTable('supplierReturn')
    .set({
      state: 'back',
      backBy: actor.id,
      backCheckedBy: sign.secondId,
      backAt: occurredAt,
      backWeight: weight,
      backPlaceId: bin?.id ?? null,
      backReason: reason,
    })
    .where('id', '=', id)
    .execute()
  await sign.write(id, supplierReturnActions.bringBack.signs)
  const entry = { lotId: row.lotId, from: { only: 'supplier' as const }, document: documentOf(row), occurredAt, reason }
  const movements: Movement[] = []
  if (bin !== undefined) movements.push({ ...entry, to: bin.id, quantity: came.toFixed(), kind: 'supplier_return' })
  if (left.greaterThan(came))
    movements.push({ ...entry, to: { only: 'adjustment' }, quantity: left.minus(came).toFixed(), kind: 'shortage' })
  await moveStock(tx, actor, movements)
  await recordTrace(tx, actor, [
    {
      lotId: row.lotId,
      kind: 'supplier_refused',
      occurredAt,
      documentNo: row.returnNo,
      privateFacts: { quantity: came.toFixed(), supplier: row.supplierName, reason },
    },
  ])
  return supplierReturnFileOf(tx, id)
}

type Signers = { signature: Parameters<typeof proveSigner>[1]; checker: Parameters<typeof proveSecond>[1] }

/** Two persons at the scale prove who they are; neither of them decided. They sign once the row holds what they saw. */
async function provenTwo(tx: Tx, actor: Actor, { signature, checker }: Signers, decidedBy: string | null) {
  const signer = await proveSigner(actor, signature)
  const second = await proveSecond(actor, checker, '14:dispose')
  if (second.id === decidedBy) throw new Refusal('same_person', [{ path: 'checker.userName', message: '复核人不能是批准人' }])
  return {
    secondId: second.id,
    write: (id: string, meaning: string) =>
      writeSignatures(tx, [
        { signer, meaning, table: 'supplier_return', id },
        { signer: second, meaning: supplierReturnCheck, table: 'supplier_return', id },
      ]),
  }
}

/** What is on the scale is what was decided about, within the tolerance of a scale and of damp air. */
function refuseOther(decided: string, weighed: string, unit: string, path: string): void {
  if (exact(weighed).minus(decided).abs().greaterThan(exact(decided).times(supplierReturnTolerance)))
    throw new Refusal('supplier_return_weight', [
      { path, message: `核准 ${exact(decided).toFixed()} ${unit}，实称 ${exact(weighed).toFixed()} ${unit}` },
    ])
}

const lesser = (one: string, other: string): Decimal => (exact(one).lessThan(other) ? exact(one) : exact(other))

const documentOf = ({ id, returnNo }: { id: string; returnNo: string }) => ({ kind: 'supplier_return', id, no: returnNo })
