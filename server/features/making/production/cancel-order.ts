import { valueIn } from '#contract/kernel/certain.ts'
import { exact, Exact } from '#contract/kernel/exact-decimal.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { productionActions } from '#contract/making/production.ts'
import type { productionApi } from '#contract/making/production-api.ts'
import type { Weighing } from '#contract/making/production-record.ts'
import { notify } from '#kernel/notify.ts'
import type { Actor, Handler, Tx } from '#kernel/serve.ts'
import { sign } from '#kernel/sign.ts'
import { endReservations, moveStock, type Movement } from '#server/features/warehouse/stock/move-stock.ts'
import { netOf } from './issue-materials.ts'
import { returnBin } from './return-bin.ts'
import { advanceOrder, issueOf, orderDocument, takeOrder, titleOf, type Order } from './take-order.ts'

/** Voids an order before anything was fed: what was weighed out goes back, reservations end, the number stays. */
export const cancelOrder: Handler<typeof productionApi.cancel> = async (tx, actor, { id, reason, bins, signature }) => {
  const action = productionActions.cancel
  const order = await takeOrder(tx, actor, action, id)
  const now = tx.now().toISOString()
  const cancelled = await advanceOrder(tx, order, action, { cancelReason: reason, cancelledBy: actor.id, cancelledAt: now })
  await sign(tx, actor, signature, { meaning: action.signs, table: 'production_order', id: order.id })

  if (order.state === 'issued') await giveBack(tx, actor, order, { reason, bins, at: now })
  if (order.state === 'approved') await endReservations(tx, orderDocument(order))
  await notify(tx, actor, {
    duty: '15:create',
    title: `${titleOf(order)} 指令已作废`,
    body: reason,
    page: '/yinpian-shengchan',
    q: order.orderNo,
  })
  return cancelled
}

/** The containers that are still in the workshop: what went back already is taken from the last ones. */
function stillThere({ weighings, returned }: ReturnType<typeof issueOf>): Weighing[] {
  const gone = new Map(weighings.map(({ lotId }) => [lotId, exact(netOf(returned, lotId))]))
  return weighings.toReversed().flatMap((weighing) => {
    const missing = Exact.min(valueIn(gone, weighing.lotId), weighing.net)
    gone.set(weighing.lotId, valueIn(gone, weighing.lotId).minus(missing))
    const net = exact(weighing.net).minus(missing)
    return net.isZero() ? [] : [{ ...weighing, net: net.toFixed() }]
  })
}

/** What was weighed out goes back: to the bins it came from, or where the state of its lot has put it since. */
async function giveBack(
  tx: Tx,
  actor: Actor,
  order: Order,
  { reason, bins, at }: { reason: string; bins: readonly { lotId: string; placeId: string }[]; at: string },
): Promise<void> {
  const stray = bins.findIndex(({ lotId }) => !order.charged.some(({ lot }) => lot.id === lotId))
  if (stray >= 0) throw new Refusal('wrong_lot', [{ path: `bins.${stray}.lotId`, message: '该批不在本指令中' }])
  const lots = new Map(order.charged.map(({ lot }) => [lot.id, lot]))
  const movements: Movement[] = []
  for (const weighing of stillThere(issueOf(order))) {
    const given = bins.findIndex(({ lotId }) => lotId === weighing.lotId)
    movements.push({
      lotId: weighing.lotId,
      from: { only: 'production' },
      to: await returnBin(tx, valueIn(lots, weighing.lotId), {
        from: weighing,
        chosen: bins[given]?.placeId,
        path: given < 0 ? 'bins' : `bins.${given}.placeId`,
      }),
      quantity: weighing.net,
      kind: 'return_from_production',
      document: orderDocument(order),
      reason: `指令作废：${reason}`,
      occurredAt: at,
    })
  }
  await moveStock(tx, actor, movements)
}
