import { saleActions } from '#contract/selling/sale.ts'
import { type saleApi } from '#contract/selling/sale-api.ts'
import { notify } from '#kernel/notify.ts'
import { occurredAt } from '#kernel/occurred-at.ts'
import type { Handler } from '#kernel/serve.ts'
import { recordTrace } from '#server/features/tracing/trace/record-trace.ts'
import { advanceSale, takeSale } from './take-sale.ts'

/** 签收: who received the goods, when, and what was wrong with them. */
export const deliverSale: Handler<typeof saleApi.deliver> = async (tx, actor, input) => {
  const order = await takeSale(tx, actor, saleActions.deliver, input.id)
  const shipment = await tx.selectFrom('shipment').selectAll().where('orderId', '=', order.id).forUpdate().executeTakeFirstOrThrow()
  const arrivedAt = occurredAt(tx, input.arrivedAt, 'arrivedAt', { at: shipment.departedAt, what: '发车时间' })

  await tx
    .updateTable('shipment')
    .set({
      state: 'delivered',
      receiver: input.receiver,
      arrivedAt,
      exception: input.exception ?? null,
      exceptionNote: input.exceptionNote,
      deliveredBy: actor.id,
      deliveredAt: tx.now().toISOString(),
    })
    .where('id', '=', shipment.id)
    .execute()
  const lines = await tx
    .selectFrom('shipmentLine')
    .select(['lotId', 'packs'])
    .where('shipmentId', '=', shipment.id)
    // Of a lot whose packs all stayed nothing arrives.
    .where('packs', '>', 0)
    .orderBy('lotId')
    .execute()
  await recordTrace(
    tx,
    actor,
    lines.map(({ lotId, packs }) => ({
      lotId,
      kind: 'delivered',
      occurredAt: arrivedAt,
      documentNo: shipment.shipmentNo,
      publicFacts: { province: shipment.province, city: shipment.city },
      privateFacts: { customer: shipment.customerName, packs, receiver: input.receiver, exception: input.exception ?? null },
    })),
  )
  if (input.exception !== undefined)
    await notify(tx, actor, {
      duty: '110:create',
      title: `${shipment.shipmentNo} 签收异常：${input.exception}`,
      body: input.exceptionNote,
      page: '/yinpian-xiaoshou',
      q: order.orderNo,
    })
  return advanceSale(tx, order.id, saleActions.deliver)
}
