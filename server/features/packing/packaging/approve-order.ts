import { Decimal } from 'decimal.js'
import { Refusal } from '#contract/kernel/refusals.ts'
import { packagingActions, type packagingApi } from '#contract/packing/packaging.ts'
import { repackMeaning } from '#contract/packing/repack.ts'
import { notify } from '#kernel/notify.ts'
import type { Actor, Handler, Tx } from '#kernel/serve.ts'
import { proveSecond, proveSigner, writeSignatures, type Signer } from '#kernel/sign.ts'
import { reserve } from '#server/features/warehouse/stock/move-stock.ts'
import { readRepack } from './read-repack.ts'
import { advanceOrder, checkPackable, orderDocument, takeOrder, type Order } from './take-order.ts'
import { writeLabel } from './write-label.ts'

/** A person other than the author approves the order, of a repack with QA. The text of the labels is fixed from now on, and what will be packed is reserved. */
export const approveOrder: Handler<typeof packagingApi.approve> = async (tx, actor, input) => {
  const action = packagingActions.approve
  const order = await takeOrder(tx, actor, action, input.id)
  await checkPackable(tx, order)

  const label = JSON.stringify(await writeLabel(tx, order))
  const signer = await proveSigner(actor, input.signature)
  const quality = await qualityOf(actor, order, input.quality)
  const approved = await advanceOrder(tx, order, action, {
    ...{ approvedBy: actor.id, approvedAt: tx.now().toISOString(), label },
    repackApprovedBy: quality?.id ?? null,
  })
  const record = { table: 'packaging_order', id: input.id }
  await writeSignatures(tx, [
    { signer, meaning: action.signs, ...record },
    ...(quality === null ? [] : [{ signer: quality, meaning: repackMeaning, ...record }]),
  ])

  await reserve(tx, actor, orderDocument(order.row), [{ lotId: order.source.id, quantity: await neededFor(tx, order) }])
  await notify(tx, actor, {
    duty: '18:execute',
    title: `${order.row.productName} ${order.row.batchNo} 待包装`,
    body: `${order.row.specName}，计划 ${order.row.plannedPacks} ${order.row.packUnit}`,
    page: '/yinpian-baozhuang',
    q: order.row.orderNo,
    about: { table: 'packaging_order', id: input.id, asks: 'approved' },
  })
  return approved
}

/** QA beside the approver of a repack: neither its author nor its approver. */
async function qualityOf(actor: Actor, { row }: Order, given: Parameters<typeof approveOrder>[2]['quality']): Promise<Signer | null> {
  if (row.repackOf === null) return null
  if (given === undefined) throw new Refusal('repack_needs_quality', [{ path: 'quality.userName', message: '请输入账号' }])
  const quality = await proveSecond(actor, given, '37:decide')
  if (quality.id === row.createdBy.id) throw new Refusal('same_person', [{ path: 'quality.userName', message: '会签的QA不能是编制人' }])
  return quality
}

/** kg that the order takes: what is planned, of a repack the content of the packs that it opens. */
async function neededFor(tx: Tx, { row }: Order): Promise<string> {
  if (row.repackOf === null) return new Decimal(row.netQuantity).times(row.plannedPacks).toFixed()
  const { netQuantity, packs } = await readRepack(tx, row.id)
  return new Decimal(netQuantity).times(packs).toFixed()
}
