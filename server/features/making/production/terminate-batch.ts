import { exact } from '#contract/kernel/exact-decimal.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { mostOfEnding, mostWaterFor, sumOf } from '#contract/making/mass-balance.ts'
import { productionActions } from '#contract/making/production.ts'
import type { productionApi } from '#contract/making/production-api.ts'
import { approvalMeaning } from '#contract/release/raw-release.ts'
import { dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import { notify } from '#kernel/notify.ts'
import type { Actor, Handler, Tx } from '#kernel/serve.ts'
import { proveSecond, proveSigner, writeSignatures } from '#kernel/sign.ts'
import type { EveryColumn } from '#server/db/every-column.ts'
import { recordTrace } from '#server/features/tracing/trace/record-trace.ts'
import { linkLots, lockLot, lockLots, setLotState, setPartedQuantity, type Lot } from '#server/features/warehouse/lot/lot.ts'
import { moveStock, takeBin, type Movement } from '#server/features/warehouse/stock/move-stock.ts'
import { stockInBins } from '#server/features/warehouse/stock/on-hand.ts'
import { ancestryOf, createBatch } from './finish-production.ts'
import { advanceOrder, fedOrder, handedOverOf, issueOf, orderDocument, takeOrder, titleOf, type FedOrder } from './take-order.ts'
import { usedOf, type Used } from './weigh-batch.ts'

/**
 * 终止: QA and the 质量负责人 end a batch before its time. What was fed is weighed as it is and becomes a rejected lot in the 不合格区, with what went
 * into it; what was never fed goes back. A step that runs stays as it was recorded. The line is cleared and free for the next batch.
 */
export const terminateBatch: Handler<typeof productionApi.terminate> = async (tx, actor, input) => {
  const action = productionActions.stop
  const order = fedOrder(await takeOrder(tx, actor, action, input.id))
  const now = tx.now().toISOString()
  if (input.clearedUntil < dayInShanghai(tx.now()))
    throw new Refusal('invalid_input', [{ path: 'clearedUntil', message: '清场有效期不能早于今天' }])
  const cameBefore = await cameOf(tx, order)
  if (input.placeId === undefined && (!exact(input.remains).isZero() || cameBefore.length > 0))
    throw new Refusal('invalid_input', [{ path: 'placeId', message: '请选择不合格区货位' }])
  const used = await usedOf(tx, order, issueOf(order), input.returns)
  const ending = settle(order, used, input)
  if (input.placeId !== undefined) await takeBin(tx, input.placeId, { zones: ['rejected'], isToxic: order.isToxic, path: 'placeId' })

  const signer = await proveSigner(actor, input.signature)
  const second = await proveSecond(actor, input.approver, '13:approve')
  const lotId = await bookGoods(tx, actor, order, { used, ...input, handedOver: ending.handedOver, at: now })
  await rejectWith(tx, actor, order, cameBefore, { ...input, at: now })
  const { id: endingId } = await tx
    .insertInto('productionEnding')
    .values({
      enterpriseId: actor.enterpriseId,
      orderId: order.id,
      lotId,
      ...ending,
      clearance: JSON.stringify(input.clearance),
      clearedUntil: input.clearedUntil,
      endedBy: actor.id,
      endedAt: now,
    } satisfies EveryColumn<'productionEnding'>)
    .returning('id')
    .executeTakeFirstOrThrow()
  const changed = await advanceOrder(tx, order, action, {
    cancelReason: input.reason,
    cancelledBy: actor.id,
    cancelledAt: now,
    terminationApprovedBy: second.id,
  })
  await writeSignatures(
    tx,
    [
      { table: 'production_order', id: order.id },
      { table: 'production_ending', id: endingId },
    ].flatMap((record) => [
      { signer, meaning: action.signs, ...record },
      { signer: second, meaning: approvalMeaning, ...record },
    ]),
  )
  await recordTrace(
    tx,
    actor,
    [
      ...used.map(({ lotId, quantity }) => ({ lotId, quantity })),
      ...(lotId === null ? [] : [{ lotId, quantity: sumOf([input.remains, ending.handedOver]) }]),
      ...order.coProducts,
    ].map(({ lotId, quantity }) => ({
      lotId,
      kind: 'terminated' as const,
      occurredAt: now,
      place: order.workshop,
      documentNo: order.orderNo,
      privateFacts: { order: order.batchNo, product: order.productName, quantity, reason: input.reason },
    })),
  )
  for (const duty of ['15:create', '15:execute'] as const)
    await notify(tx, actor, {
      duty,
      title: `${titleOf(order)} 已终止`,
      body: `${input.reason}；${lotId === null ? '没有剩余物料' : `物料 ${sumOf([input.remains, ending.handedOver])} kg 入不合格区`}，${order.workshop} ${order.line} 空出`,
      page: '/yinpian-shengchan',
      q: order.orderNo,
    })
  return { ...changed, lotId }
}

/** What became of everything that was fed and of its water, kg. Refused when more goes back than was not fed, or more is left than there was. */
function settle(order: FedOrder, used: readonly Used[], { remains, water }: { remains: string; water: string }) {
  const main = used.filter(({ role }) => role === 'main')
  const [issued, returned] = [sumOf(main.map((lot) => lot.issued)), sumOf(main.map((lot) => lot.returned))]
  const fed = order.steps[0]?.inputQuantity ?? '0'
  if (exact(fed).plus(returned).greaterThan(issued))
    throw new Refusal('return_exceeds', [
      { path: 'returns', message: `已投料 ${exact(fed).toFixed()} kg，最多可退 ${exact(issued).minus(fed).toFixed()} kg` },
    ])
  const mostWater = order.running === undefined ? '0' : mostWaterFor(order.running.inputQuantity)
  if (exact(water).greaterThan(mostWater)) throw new Refusal('water_exceeds', [{ path: 'water', message: `最多 ${mostWater} kg` }])
  const taken = {
    charged: sumOf(used.map(({ quantity }) => quantity)),
    water: sumOf([water, ...order.ended.map((step) => step.waterQuantity)]),
  }
  const before = { handedOver: handedOverOf(order), coProducts: sumOf(order.coProducts.map(({ quantity }) => quantity)) }
  const most = exact(mostOfEnding(taken)).minus(before.handedOver).minus(before.coProducts)
  if (most.lessThan(remains)) throw new Refusal('mass_from_nothing', [{ path: 'remains', message: `最多 ${most.toFixed()} kg` }])
  const losses = sumOf(order.ended.flatMap((step) => step.losses.map(({ quantity }) => quantity)))
  const told = sumOf([losses, remains, before.handedOver, before.coProducts])
  return { ...taken, ...before, losses, remains, scattered: exact(taken.charged).plus(taken.water).minus(told).toFixed() }
}

/** What came of a batch before its end and is not decided about: parts in the store, co-products. They end with it. */
const cameOf = (tx: Tx, { parts, coProducts }: FedOrder): Promise<Lot[]> =>
  lockLots(
    tx,
    [...parts.slice(0, 1), ...coProducts].map(({ lotId }) => lotId),
  )

/** What came of the batch before its end is rejected with it and goes into the 不合格区. */
async function rejectWith(
  tx: Tx,
  actor: Actor,
  order: FedOrder,
  lots: readonly Lot[],
  { placeId, reason, at }: { placeId?: string | undefined; reason: string; at: string },
): Promise<void> {
  for (const lot of lots) {
    if (placeId === undefined) throw new Error(`nowhere to put ${lot.lotNo}`) // asked before
    if (lot.state !== 'rejected') await setLotState(tx, lot, 'rejected')
    const bins = await stockInBins(tx, lot.id)
    await moveStock(
      tx,
      actor,
      bins
        .filter((bin) => bin.placeId !== placeId)
        .map((bin) => ({
          ...{ lotId: lot.id, from: bin.placeId, to: placeId, quantity: bin.quantity, kind: 'transfer' },
          ...{ document: orderDocument(order), reason: `生产终止：${reason}`, occurredAt: at },
        })),
    )
  }
}

/** What goes back and what is left; of nothing left there is no lot, and what was fed is lost. Returns the lot. */
async function bookGoods(
  tx: Tx,
  actor: Actor,
  order: FedOrder,
  goods: { used: readonly Used[]; remains: string; handedOver: string; placeId?: string | undefined; reason: string; at: string },
): Promise<string | null> {
  const [part] = order.parts
  if (part !== undefined) return addRemains(tx, actor, order, part.lotId, goods)
  const shared = { document: orderDocument(order), reason: `生产终止：${goods.reason}`, occurredAt: goods.at }
  const from = { only: 'production' } as const
  const isLeft = goods.placeId !== undefined && !exact(goods.remains).isZero()
  const lot = isLeft ? await createBatch(tx, actor, order, goods.remains) : null
  const movements: Movement[] = goods.used.flatMap(({ lotId, ofBatch, goesBack, bin }) => [
    lot === null
      ? { lotId, from, to: { only: 'loss' }, quantity: ofBatch, kind: 'process_loss' as const, ...shared }
      : { lotId, from, to: { only: 'transformation' }, quantity: ofBatch, kind: 'production_input' as const, ...shared },
    { lotId, from, to: bin, quantity: goesBack, kind: 'return_from_production' as const, ...shared },
  ])
  if (lot !== null && goods.placeId !== undefined)
    movements.push({
      lotId: lot.id,
      from: { only: 'transformation' },
      to: goods.placeId,
      quantity: goods.remains,
      kind: 'production_output',
      ...shared,
    })
  await moveStock(
    tx,
    actor,
    movements.filter(({ quantity }) => !exact(quantity).isZero()),
  )
  if (lot === null) return null
  // Rejected before it is linked: what may not be used is made of what may not be used.
  await setLotState(tx, lot, 'rejected')
  await linkLots(tx, actor, { child: lot.id, ...ancestryOf(order, goods.used) })
  return lot.id
}

/** Of a batch that was handed over in parts what is left joins them; what went into it was said with the first part. */
async function addRemains(
  tx: Tx,
  actor: Actor,
  order: FedOrder,
  lotId: string,
  {
    remains,
    handedOver,
    placeId,
    reason,
    at,
  }: { remains: string; handedOver: string; placeId?: string | undefined; reason: string; at: string },
): Promise<string> {
  if (exact(remains).isZero() || placeId === undefined) return lotId
  await setPartedQuantity(tx, await lockLot(tx, lotId), sumOf([remains, handedOver]))
  await moveStock(tx, actor, [
    {
      ...{ lotId, from: { only: 'transformation' }, to: placeId, quantity: remains, kind: 'production_output' },
      ...{ document: orderDocument(order), reason: `生产终止：${reason}`, occurredAt: at },
    },
  ])
  return lotId
}
