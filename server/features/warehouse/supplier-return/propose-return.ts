import { exact } from '#contract/kernel/exact-decimal.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import { supplierReturnActions, type supplierReturnApi } from '#contract/warehouse/supplier-return.ts'
import { notify } from '#kernel/notify.ts'
import { documentNo } from '#kernel/number.ts'
import type { Actor, Handler, Tx } from '#kernel/serve.ts'
import { proveSigner, writeSignatures } from '#kernel/sign.ts'
import { lockLot } from '#server/features/warehouse/lot/lot.ts'
import { stockInBins } from '#server/features/warehouse/stock/on-hand.ts'
import { supplierReturnFileOf } from './queries.ts'
import { takeSupplierReturn } from './take-supplier-return.ts'

/** 提出退供应商: the warehouse names what was rejected and lies apart. Nothing moves before the 质量负责人 has agreed. */
export const proposeSupplierReturn: Handler<typeof supplierReturnApi.propose> = async (tx, actor, { lotId, placeId, quantity, reason }) => {
  const lot = await lockLot(tx, lotId)
  const bin = (await stockInBins(tx, lotId)).find((stored) => stored.placeId === placeId)
  const bought = await tx
    .selectFrom('rawLot')
    .innerJoin('purchaseOrder', (join) =>
      join.onRef('purchaseOrder.enterpriseId', '=', 'rawLot.enterpriseId').onRef('purchaseOrder.id', '=', 'rawLot.orderId'),
    )
    .select('purchaseOrder.supplierId')
    .where('rawLot.id', '=', lotId)
    .executeTakeFirst()
  if (bought === undefined) throw new Refusal('supplier_return_unfounded', [{ path: 'lotId', message: `${lot.lotNo} 不是外购批次` }])
  if (bin === undefined || exact(quantity).greaterThan(bin.quantity))
    throw new Refusal('short_stock', [{ path: 'quantity', message: `该货位现有 ${exact(bin?.quantity ?? '0').toFixed()} ${lot.unit}` }])
  const { id, returnNo } = await tx
    .insertInto('supplierReturn')
    .values({
      enterpriseId: actor.enterpriseId,
      returnNo: documentNo('TG', dayInShanghai(tx.now())),
      lotId,
      supplierId: bought.supplierId,
      placeId,
      quantity,
      reason,
      state: 'proposed',
      proposedBy: actor.id,
      proposedAt: tx.now().toISOString(),
    })
    .returning(['id', 'returnNo'])
    .executeTakeFirstOrThrow()
  await notify(tx, actor, {
    duty: '13:approve',
    title: `退供应商 ${returnNo} 待批准：${lot.name} ${lot.lotNo}`,
    body: reason,
    page: '/yuanliao-kucun',
    at: { view: 'supplier', id },
    about: { table: 'supplier_return', id, asks: 'proposed' },
  })
  return supplierReturnFileOf(tx, id)
}

/** 同意退货: the 质量负责人 answers for it that the supplier gets back what is its own (GMP Art. 132). */
export const approveSupplierReturn: Handler<typeof supplierReturnApi.approve> = async (tx, actor, { id, ...given }) => {
  const { row } = await takeSupplierReturn(tx, actor, 'approve', { id, rowVersion: given.rowVersion })
  await decide(tx, actor, id, 'approve', given)
  await notify(tx, actor, {
    duty: '14:dispose',
    title: `退供应商 ${row.returnNo} 已同意，请称重发出：${row.name} ${row.lotNo}`,
    body: given.opinion,
    page: '/yuanliao-kucun',
    at: { view: 'supplier', id },
    about: { table: 'supplier_return', id, asks: 'approved' },
  })
  return supplierReturnFileOf(tx, id)
}

/** 不同意: the goods stay where they are. */
export const refuseSupplierReturn: Handler<typeof supplierReturnApi.refuse> = async (tx, actor, { id, ...given }) => {
  const { row } = await takeSupplierReturn(tx, actor, 'refuse', { id, rowVersion: given.rowVersion })
  await decide(tx, actor, id, 'refuse', given)
  await notify(tx, actor, {
    duty: '14:dispose',
    title: `退供应商 ${row.returnNo} 没有同意`,
    body: given.opinion,
    page: '/yuanliao-kucun',
    at: { view: 'supplier', id },
  })
  return supplierReturnFileOf(tx, id)
}

type Decision = { opinion: string; signature: Parameters<typeof proveSigner>[1] }

async function decide(tx: Tx, actor: Actor, id: string, action: 'approve' | 'refuse', { opinion, signature }: Decision): Promise<void> {
  const signer = await proveSigner(actor, { ...signature, comment: opinion })
  await tx
    .updateTable('supplierReturn')
    .set({ state: supplierReturnActions[action].to, decidedBy: actor.id, decidedAt: tx.now().toISOString(), opinion })
    .where('id', '=', id)
    .execute()
  await writeSignatures(tx, [{ signer, meaning: supplierReturnActions[action].signs, table: 'supplier_return', id }])
}

/** 撤回: nothing has left yet. */
export const cancelSupplierReturn: Handler<typeof supplierReturnApi.cancel> = (tx, actor, { id, reason }) =>
  endUnsent(tx, actor, id, 'cancel', reason)

/** 供应商不收: nothing has left yet, and the goods wait in their bin to be disposed of. */
export const declineSupplierReturn: Handler<typeof supplierReturnApi.decline> = (tx, actor, { id, reason }) =>
  endUnsent(tx, actor, id, 'decline', reason)

async function endUnsent(tx: Tx, actor: Actor, id: string, action: 'cancel' | 'decline', reason: string) {
  await takeSupplierReturn(tx, actor, action, { id })
  await tx
    .updateTable('supplierReturn')
    .set({ state: supplierReturnActions[action].to, endedBy: actor.id, endedAt: tx.now().toISOString(), endReason: reason })
    .where('id', '=', id)
    .execute()
  return supplierReturnFileOf(tx, id)
}
