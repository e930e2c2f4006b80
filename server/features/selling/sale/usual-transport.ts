import { Refusal } from '#contract/kernel/refusals.ts'
import type { saleApi } from '#contract/selling/sale-api.ts'
import type { Handler } from '#kernel/serve.ts'

/** How goods went to this customer last time, or to any customer when they never got any: what the form of 发运 begins with. */
export const usualTransport: Handler<typeof saleApi.usualTransport> = async (tx, _actor, { id }) => {
  const order = await tx.selectFrom('salesOrder').select('customerId').where('id', '=', id).executeTakeFirst()
  if (order === undefined) throw new Refusal('not_found')
  const newest = () =>
    tx
      .selectFrom('shipment')
      .select(['transportMode', 'carrier', 'vehicleNo', 'driver', 'driverPhone', 'temperature'])
      .orderBy('departedAt', 'desc')
      .limit(1)
  const last = (await newest().where('customerId', '=', order.customerId).executeTakeFirst()) ?? (await newest().executeTakeFirst())
  return { last: last ?? null }
}
