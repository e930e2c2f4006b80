import { Refusal } from '#contract/kernel/refusals.ts'
import { returnActions } from '#contract/selling/return.ts'
import type { returnApi } from '#contract/selling/return-api.ts'
import { checkChoices } from '#server/features/office/dictionary/check-choices.ts'
import { notify } from '#kernel/notify.ts'
import type { Handler } from '#kernel/serve.ts'
import { sign } from '#kernel/sign.ts'
import { moveCustody } from './custody.ts'
import { openClaims } from './open-claim.ts'
import { openReturn } from './open-return.ts'
import { linesOfShipments } from './queries.ts'
import { advanceReturn, takeReturn } from './take-return.ts'

/** 申请退货: the seller writes what a customer wants to send back of a shipment. Nothing moves before quality assurance agrees. */
export const createReturn: Handler<typeof returnApi.create> = async (tx, actor, { shipmentId, reason, note, kept, lines }) => {
  const shipment = await tx
    .selectFrom('shipment')
    .select(['id', 'orderId', 'shipmentNo', 'customerName', 'state'])
    .where('id', '=', shipmentId)
    .executeTakeFirst()
  if (shipment === undefined) throw new Refusal('not_found', [{ path: 'shipmentId', message: '没有这张出库单' }])
  if (shipment.state === 'shipped')
    throw new Refusal('wrong_state', [{ path: 'shipmentId', message: '还没有登记签收；客户拒收的，请在签收时填写' }])
  await checkChoices(tx, 'return_reason', 'label', [{ value: reason, path: 'reason' }])
  await tx.selectFrom('salesOrder').select('id').where('id', '=', shipment.orderId).forUpdate().execute()
  const there = await linesOfShipments(tx, [shipmentId])
  for (const [index, { lotId, packs }] of lines.entries()) {
    const line = there.find((one) => one.lotId === lotId)
    if (line === undefined) throw new Refusal('not_found', [{ path: `lines.${index}.lotId`, message: '这张出库单上没有这批货' }])
    if (packs > line.withCustomer)
      throw new Refusal('more_than_shipped', [
        { path: `lines.${index}.packs`, message: `${line.lotNo} 在客户处 ${line.withCustomer} ${line.packUnit}` },
      ])
  }
  const opened = await openReturn(tx, actor, { kind: 'return', state: 'requested', shipmentId, reason, note, kept, lines })
  await notify(tx, actor, {
    duty: '37:decide',
    title: `退货 ${opened.returnNo} 待批准：${shipment.customerName} ${shipment.shipmentNo}`,
    body: [reason, note].filter(Boolean).join('：'),
    page: '/yinpian-xiaoshou',
    at: { view: 'returns', id: opened.id },
    about: { table: 'customer_return', id: opened.id, asks: 'requested' },
  })
  return opened
}

/** 同意退货: quality assurance agrees that the goods come back. */
export const approveReturn: Handler<typeof returnApi.approve> = async (tx, actor, { id, rowVersion, signature }) => {
  const row = await takeReturn(tx, actor, returnActions.approve, { id, rowVersion })
  const done = await advanceReturn(tx, id, 'awaited', { approvedBy: actor.id, approvedAt: tx.now().toISOString() })
  await sign(tx, actor, signature, { meaning: returnActions.approve.signs, table: 'customer_return', id })
  await notify(tx, actor, {
    duty: '110:pick',
    title: `退货 ${row.returnNo} 将到：${row.shipment.customerName} ${row.shipment.shipmentNo}`,
    page: '/yinpian-xiaoshou',
    at: { view: 'returns', id },
    about: { table: 'customer_return', id, asks: 'awaited' },
  })
  return done
}

/** 不同意: the customer keeps the goods. */
export const declineReturn: Handler<typeof returnApi.decline> = async (tx, actor, { id, reason }) => {
  const row = await takeReturn(tx, actor, returnActions.decline, { id })
  const done = await advanceReturn(tx, id, 'declined', { endedBy: actor.id, endedAt: tx.now().toISOString(), endReason: reason })
  await notify(tx, actor, {
    duty: '110:create',
    title: `退货 ${row.returnNo} 未获同意`,
    body: reason,
    page: '/yinpian-xiaoshou',
    at: { view: 'returns', id },
  })
  return done
}

/** 取消退货 before anything came: the customer keeps the goods, or takes after all what they had refused. */
export const cancelReturn: Handler<typeof returnApi.cancel> = async (tx, actor, { id, reason }) => {
  const row = await takeReturn(tx, actor, returnActions.cancel, { id })
  if (row.kind === 'refused')
    await moveCustody(
      tx,
      actor,
      { kind: 'customer_return', id },
      (await linesOfReturn(tx, id)).map(({ lotId, packs }) => ({
        shipmentId: row.shipmentId,
        lotId,
        packs,
        from: 'returning',
        to: 'customer',
      })),
    )
  return advanceReturn(tx, id, 'cancelled', { endedBy: actor.id, endedAt: tx.now().toISOString(), endReason: reason })
}

/** 退回途中丢失: what was refused did not come back either; the carrier is asked for it. */
export const missReturn: Handler<typeof returnApi.miss> = async (tx, actor, { id, reason }) => {
  const row = await takeReturn(tx, actor, returnActions.miss, { id })
  await openClaims(tx, actor, {
    shipment: row.shipment,
    lines: await linesOfReturn(tx, id),
    from: 'returning',
    returnId: id,
    note: reason,
  })
  return advanceReturn(tx, id, 'cancelled', { endedBy: actor.id, endedAt: tx.now().toISOString(), endReason: reason })
}

const linesOfReturn = (tx: Parameters<typeof moveCustody>[0], returnId: string) =>
  tx.selectFrom('returnLine').select(['lotId', 'packs']).where('returnId', '=', returnId).orderBy('lotId').execute()
