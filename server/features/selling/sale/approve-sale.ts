import { saleActions } from '#contract/selling/sale.ts'
import { type saleApi } from '#contract/selling/sale-api.ts'
import { giveReason } from '#kernel/give-reason.ts'
import { notify } from '#kernel/notify.ts'
import type { Handler } from '#kernel/serve.ts'
import { advanceSale, licensedCustomer, linesOf, takeSale } from './take-sale.ts'
import { together } from '#tools/together.ts'

/** The author hands the order to another person for approval. */
export const submitSale: Handler<typeof saleApi.submit> = async (tx, actor, { id }) => {
  const [order, lines] = await together([takeSale(tx, actor, saleActions.submit, id), linesOf(tx, id)])
  const packSpecIds = lines.map((line) => line.packSpecId)
  const { customer } = await licensedCustomer(tx, { ...order, packSpecIds })
  await notify(tx, actor, {
    duty: '110:approve',
    title: `销售单 ${order.orderNo} 待审批`,
    body: customer.name,
    page: '/yinpian-xiaoshou',
    q: order.orderNo,
    about: { table: 'sales_order', id, asks: 'submitted' },
  })
  return advanceSale(tx, id, saleActions.submit, { submittedBy: actor.id, submittedAt: tx.now().toISOString() })
}

/** 退回修改: the order goes back to its author, with the reason. */
export const sendBackSale: Handler<typeof saleApi.sendBack> = async (tx, actor, { id, reason }) => {
  const order = await takeSale(tx, actor, saleActions.sendBack, id)
  await giveReason(tx, reason)
  await notify(tx, actor, {
    duty: '110:create',
    title: `销售单 ${order.orderNo} 被退回`,
    body: reason,
    page: '/yinpian-xiaoshou',
    q: order.orderNo,
    about: { table: 'sales_order', id, asks: 'draft' },
  })
  return advanceSale(tx, id, saleActions.sendBack)
}

/** 批准: by a person who neither wrote nor submitted the order; the licence is checked once more. */
export const approveSale: Handler<typeof saleApi.approve> = async (tx, actor, { id }) => {
  const [order, lines] = await together([takeSale(tx, actor, saleActions.approve, id), linesOf(tx, id)])
  const packSpecIds = lines.map((line) => line.packSpecId)
  const { customer } = await licensedCustomer(tx, { ...order, packSpecIds })
  await notify(tx, actor, {
    duty: '110:allocate',
    title: `销售单 ${order.orderNo} 待分配批次`,
    body: customer.name,
    page: '/yinpian-xiaoshou',
    q: order.orderNo,
    about: { table: 'sales_order', id, asks: 'approved' },
  })
  return advanceSale(tx, id, saleActions.approve, { approvedBy: actor.id, approvedAt: tx.now().toISOString() })
}
