import type { z } from 'zod'
import { Refusal } from '#contract/kernel/refusals.ts'
import { saleActions, undeliveredExceptions, type SaleState } from '#contract/selling/sale.ts'
import { type saleApi } from '#contract/selling/sale-api.ts'
import { notify } from '#kernel/notify.ts'
import { occurredAt } from '#kernel/occurred-at.ts'
import type { Actor, Handler, Tx } from '#kernel/serve.ts'
import { moveCustody } from '#server/features/selling/return/custody.ts'
import { openClaims } from '#server/features/selling/return/open-claim.ts'
import { openReturn } from '#server/features/selling/return/open-return.ts'
import { recordTrace } from '#server/features/tracing/trace/record-trace.ts'
import { advanceSale, takeSale } from './take-sale.ts'

type Given = z.output<typeof saleApi.deliver.input>
/** A lot of the shipment, with what of it the customer refused and what did not arrive. */
type Line = { lotId: string; lotNo: string; packs: number; refused: number; missing: number }

/**
 * 签收: who received the goods, when, and what was wrong with them. What was refused or is missing was not delivered: it is on its way back, or the
 * carrier is asked for it.
 */
export const deliverSale: Handler<typeof saleApi.deliver> = async (tx, actor, input) => {
  const order = await takeSale(tx, actor, saleActions.deliver, input.id)
  const shipment = await tx.selectFrom('shipment').selectAll().where('orderId', '=', order.id).forUpdate().executeTakeFirstOrThrow()
  const arrivedAt = occurredAt(tx, input.arrivedAt, 'arrivedAt', { at: shipment.departedAt, what: '发车时间' })
  const lines = await toldLines(tx, shipment.id, input)
  const state = stateOf(lines)

  await tx.later(
    tx
      .updateTable('shipment')
      .set({
        state,
        receiver: input.receiver,
        arrivedAt,
        exception: input.exception ?? null,
        exceptionNote: input.exceptionNote,
        deliveredBy: actor.id,
        deliveredAt: tx.now().toISOString(),
      })
      .where('id', '=', shipment.id),
  )
  await recordTrace(
    tx,
    actor,
    lines
      .filter((line) => line.packs > line.refused + line.missing)
      .map(({ lotId, packs, refused, missing }) => ({
        lotId,
        kind: 'delivered',
        occurredAt: arrivedAt,
        documentNo: shipment.shipmentNo,
        publicFacts: { province: shipment.province, city: shipment.city },
        privateFacts: {
          customer: shipment.customerName,
          packs: packs - refused - missing,
          receiver: input.receiver,
          exception: input.exception ?? null,
        },
      })),
  )
  await sendBack(tx, actor, shipment, lines, input)
  await openClaims(tx, actor, {
    shipment,
    lines: lines.map(({ lotId, missing }) => ({ lotId, packs: missing })),
    from: 'customer',
    note: input.exceptionNote || '签收时短少',
  })
  if (input.exception !== undefined)
    await notify(tx, actor, {
      duty: '110:create',
      title: `${shipment.shipmentNo} 签收异常：${input.exception}`,
      body: input.exceptionNote,
      page: '/yinpian-xiaoshou',
      q: order.orderNo,
    })
  return advanceSale(tx, order.id, { ...saleActions.deliver, to: state })
}

/** The lots of the shipment with what was told of them. An exception that says that something did not arrive is told in packs. */
async function toldLines(tx: Tx, shipmentId: string, { undelivered, exception }: Given): Promise<Line[]> {
  const lines = await tx
    .selectFrom('shipmentLine')
    .innerJoin('lot', (join) => join.onRef('lot.enterpriseId', '=', 'shipmentLine.enterpriseId').onRef('lot.id', '=', 'shipmentLine.lotId'))
    .select(['shipmentLine.lotId', 'lot.lotNo', 'shipmentLine.packs'])
    .where('shipmentLine.shipmentId', '=', shipmentId)
    // Of a lot whose packs all stayed nothing arrives.
    .where('shipmentLine.packs', '>', 0)
    .orderBy('shipmentLine.lotId')
    .execute()
  for (const [index, { lotId, refused, missing }] of undelivered.entries()) {
    const line = lines.find((one) => one.lotId === lotId)
    if (line === undefined) throw new Refusal('not_found', [{ path: `undelivered.${index}.lotId`, message: '这张出库单上没有这批货' }])
    if (refused + missing > line.packs)
      throw new Refusal('more_than_shipped', [{ path: `undelivered.${index}.refused`, message: `${line.lotNo} 共发出 ${line.packs} 件` }])
  }
  const nothing = undelivered.every(({ refused, missing }) => refused + missing === 0)
  if (exception !== undefined && undeliveredExceptions.includes(exception) && nothing)
    throw new Refusal('undelivered_untold', [{ path: 'undelivered', message: '请逐批填写未收下的数量' }])
  return lines.map((line) => ({ ...line, refused: 0, missing: 0, ...undelivered.find((one) => one.lotId === line.lotId) }))
}

function stateOf(lines: readonly Line[]): SaleState & ('delivered' | 'partly_delivered' | 'refused') {
  if (lines.every(({ refused, missing }) => refused + missing === 0)) return 'delivered'
  return lines.every(({ packs, refused, missing }) => refused + missing === packs) ? 'refused' : 'partly_delivered'
}

/** What was refused comes back: a return that needs nobody's consent. */
async function sendBack(
  tx: Tx,
  actor: Actor,
  shipment: { id: string; shipmentNo: string; customerName: string },
  lines: readonly Line[],
  { exceptionNote }: Given,
): Promise<void> {
  const refused = lines.filter((line) => line.refused > 0)
  if (refused.length === 0) return
  const back = await openReturn(tx, actor, {
    kind: 'refused',
    state: 'awaited',
    shipmentId: shipment.id,
    reason: '客户拒收',
    note: exceptionNote,
    lines: refused.map((line) => ({ lotId: line.lotId, packs: line.refused })),
  })
  await moveCustody(
    tx,
    actor,
    { kind: 'customer_return', id: back.id },
    refused.map((line) => ({ shipmentId: shipment.id, lotId: line.lotId, packs: line.refused, from: 'customer', to: 'returning' })),
  )
  await notify(tx, actor, {
    duty: '110:pick',
    title: `${shipment.customerName} 拒收 ${refused.reduce((sum, line) => sum + line.refused, 0)} 件，退货 ${back.returnNo} 将到`,
    page: '/yinpian-xiaoshou',
    at: { view: 'returns', id: back.id },
    about: { table: 'customer_return', id: back.id, asks: 'awaited' },
  })
}
