import { saleActions } from '#contract/selling/sale.ts'
import { type saleApi } from '#contract/selling/sale-api.ts'
import { giveReason } from '#kernel/give-reason.ts'
import { notify } from '#kernel/notify.ts'
import type { Handler, Tx } from '#kernel/serve.ts'
import { endReservations } from '#server/features/warehouse/stock/move-stock.ts'
import { advanceSale, takeSale } from './take-sale.ts'

/** 退回重配: what was picked goes back to its shelf, the reservations end, and the order waits for a new allocation. */
export const giveBackSale: Handler<typeof saleApi.giveBack> = async (tx, actor, { id, reason }) => {
  const order = await takeSale(tx, actor, saleActions.giveBack, id)
  await giveReason(tx, reason)
  await freeGoods(tx, id, order.picking?.id)
  await notify(tx, actor, {
    duty: '110:allocate',
    title: `销售单 ${order.orderNo} 已退回，待重新分配`,
    body: reason,
    page: '/yinpian-xiaoshou',
    q: order.orderNo,
    about: { table: 'sales_order', id, asks: 'approved' },
  })
  return advanceSale(tx, id, saleActions.giveBack)
}

/** 取消: before the goods have left; what was reserved is free again. */
export const cancelSale: Handler<typeof saleApi.cancel> = async (tx, actor, { id, reason }) => {
  const order = await takeSale(tx, actor, saleActions.cancel, id)
  await freeGoods(tx, id, order.picking?.id)
  await tx
    .updateTable('salesOrder')
    .set({ state: saleActions.cancel.to, cancelledBy: actor.id, cancelledAt: tx.now().toISOString(), cancelReason: reason })
    .where('id', '=', id)
    .execute()
  await notify(tx, actor, {
    duty: '110:create',
    title: `销售单 ${order.orderNo} 已取消`,
    body: reason,
    page: '/yinpian-xiaoshou',
    q: order.orderNo,
  })
  return { id, state: saleActions.cancel.to }
}

async function freeGoods(tx: Tx, orderId: string, pickingId: string | undefined) {
  if (pickingId !== undefined) {
    await tx.updateTable('pickingCode').set({ isOpen: false }).where('pickingId', '=', pickingId).execute()
    await tx.updateTable('picking').set({ state: 'void' }).where('id', '=', pickingId).execute()
  }
  await endReservations(tx, { kind: 'sales_order', id: orderId })
  await tx.deleteFrom('salesAllocation').where('orderId', '=', orderId).execute()
}
