import { Refusal } from '#contract/kernel/refusals.ts'
import { saleActions } from '#contract/selling/sale.ts'
import { type saleApi } from '#contract/selling/sale-api.ts'
import { notify } from '#kernel/notify.ts'
import type { Handler } from '#kernel/serve.ts'
import { sign } from '#kernel/sign.ts'
import { advanceSale, allocationsOf, takePickedSale } from './take-sale.ts'
import { together } from '#tools/together.ts'

/** 出库复核: a second person counts the packs of every batch for themselves, and only counts that agree with the order let it continue. */
export const checkSale: Handler<typeof saleApi.check> = async (tx, actor, { id, counts, signature }) => {
  const [{ picking, ...order }, allocations] = await together([takePickedSale(tx, actor, saleActions.check, id), allocationsOf(tx, id)])
  const counted = new Map(counts.map((count) => [count.lotId, count.packs]))
  const wrong = allocations.filter((one) => counted.get(one.lotId) !== one.packs)
  if (wrong.length > 0 || counted.size !== allocations.length || counts.length !== counted.size) {
    // Which batch, but not how many: the count must be the checker's own.
    throw new Refusal(
      'count_mismatch',
      wrong.map((one) => ({ path: `counts.${one.lotId}`, message: `${one.lotNo} 的清点数与单据不符，请重新清点` })),
    )
  }

  await tx.later(
    tx
      .updateTable('picking')
      .set({ checkedBy: actor.id, checkedAt: tx.now().toISOString(), state: 'checked' })
      .where('id', '=', picking.id),
  )
  await sign(tx, actor, signature, { meaning: saleActions.check.signs, table: 'picking', id: picking.id })
  await notify(tx, actor, {
    duty: '110:ship',
    title: `销售单 ${order.orderNo} 待发运`,
    page: '/yinpian-xiaoshou',
    q: order.orderNo,
    about: { table: 'sales_order', id, asks: 'checked' },
  })
  return advanceSale(tx, id, saleActions.check)
}
