import { Decimal } from 'decimal.js'
import { packagingActions, type packagingApi } from '#contract/packing/packaging.ts'
import { notify } from '#kernel/notify.ts'
import type { Handler } from '#kernel/serve.ts'
import { sign } from '#kernel/sign.ts'
import { reserve } from '#server/features/warehouse/stock/move-stock.ts'
import { advanceOrder, checkPackable, orderDocument, takeOrder } from './take-order.ts'
import { writeLabel } from './write-label.ts'

/** A person other than the author approves the order. The text of the labels is fixed from now on, and the planned quantity is reserved. */
export const approveOrder: Handler<typeof packagingApi.approve> = async (tx, actor, input) => {
  const action = packagingActions.approve
  const order = await takeOrder(tx, actor, action, input.id)
  await checkPackable(tx, order.bulk)

  const label = JSON.stringify(await writeLabel(tx, order))
  const approved = await advanceOrder(tx, order, action, { approvedBy: actor.id, approvedAt: tx.now().toISOString(), label })
  await sign(tx, actor, input.signature, { meaning: action.signs, table: 'packaging_order', id: input.id })

  const quantity = new Decimal(order.row.netQuantity).times(order.row.plannedPacks).toFixed()
  await reserve(tx, actor, orderDocument(order.row), [{ lotId: order.bulk.id, quantity }])
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
