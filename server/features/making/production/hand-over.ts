import { exact } from '#contract/kernel/exact-decimal.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { mostOfStep, sumOf } from '#contract/making/mass-balance.ts'
import { partMeaning, productionActions } from '#contract/making/production.ts'
import type { productionApi } from '#contract/making/production-api.ts'
import { dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import { documentNo } from '#kernel/number.ts'
import type { Actor, Handler, Tx } from '#kernel/serve.ts'
import { proveSecond, proveSigner, writeSignatures, type Signer } from '#kernel/sign.ts'
import type { EveryColumn } from '#server/db/every-column.ts'
import { useAssets, weighedOn } from '#server/features/making/asset/take-assets.ts'
import { recordTrace } from '#server/features/tracing/trace/record-trace.ts'
import { linkLots, lockLot, setPartedQuantity } from '#server/features/warehouse/lot/lot.ts'
import { moveStock, takeBin } from '#server/features/warehouse/stock/move-stock.ts'
import { stockInBins } from '#server/features/warehouse/stock/on-hand.ts'
import { takeBackDraws } from '#server/features/warehouse/stock/rebook-birth.ts'
import { auxiliariesOf } from './finish-step.ts'
import { ancestryOf, consume, createBatch } from './finish-production.ts'
import { netWeight } from './issue-materials.ts'
import { refuseOpenCases } from './note-deviations.ts'
import {
  advanceOrder,
  fedOrder,
  handedOverOf,
  issueOf,
  refuseDoubtfulCharge,
  takeOrder,
  withOperators,
  type FedOrder,
} from './take-order.ts'
import { usedOf } from './weigh-batch.ts'

type Container = { gross: string; tare: string }
const weighed = (containers: readonly Container[]) =>
  containers.map(({ gross, tare }, index) => ({ gross, tare, net: netWeight({ gross, tare }, `weighings.${index}.gross`) }))
const massOf = (pieces: readonly { net: string }[]) => sumOf(pieces.map(({ net }) => net))

/**
 * 分次交料: what of a batch is ready is weighed into the store before the rest. The first part brings the batch forth, with all that was weighed out for it; every
 * other one adds to it. Production hands over, the warehouse receives. They are one lot, which is tested when it is whole.
 */
export const handOver: Handler<typeof productionApi.handOver> = async (tx, actor, input) => {
  const action = productionActions.handOver
  const order = fedOrder(await takeOrder(tx, actor, action, input.id))
  refuseOpenCases(order)
  await refuseDoubtfulCharge(tx, order)
  // What the step still gives beside the product is made of the charge, which the first part closes.
  if (order.process.coProducts.some(({ stepNo }) => stepNo === order.running?.stepNo))
    throw new Refusal('part_too_early', [{ path: '', message: '本工序有联产品，请先完成工序再交料' }])
  const scale = await weighedOn(tx, order, input.scaleId)
  const pieces = weighed(input.weighings)
  const quantity = massOf(pieces)
  const handedOver = exact(handedOverOf(order)).plus(quantity).toFixed()
  refuseMore(order, handedOver)
  await takeBin(tx, input.placeId, { zones: ['bulk'], isToxic: order.isToxic, path: 'placeId' })

  const signer = await proveSigner(actor, input.signature)
  const checker = await proveSecond(actor, input.checker, '15:issue')
  const earlier = order.parts[0]
  const lot = earlier === undefined ? await createBatch(tx, actor, order, quantity) : await lockLot(tx, earlier.lotId)
  if (earlier === undefined) {
    const used = await usedOf(tx, order, issueOf(order), [])
    await consume(tx, actor, order, used)
    await linkLots(tx, actor, { child: lot.id, ...ancestryOf(order, used) })
  }
  await useAssets(tx, actor, scale.chosen, { productionOrderId: order.id, isToxic: order.isToxic, startedAt: tx.now().toISOString() })
  const part = await writePart(tx, actor, order, {
    ...{ lotId: lot.id, replaces: null, quantity, weighings: JSON.stringify(pieces), placeId: input.placeId, ...scale.columns, reason: '' },
    ...{ signer, meaning: action.signs, checker },
  })
  if (earlier !== undefined) await setPartedQuantity(tx, lot, handedOver)
  const operatorIds = withOperators(order, actor.id, checker.id)
  const changed = await advanceOrder(tx, order, action, { operatorIds })
  return { ...changed, partNo: part.partNo, lotId: lot.id, handedOver }
}

/**
 * 更正交料: a part that was written wrong is taken back, whole, and what was weighed anew stands in its place. Without a weighing it was no part at all; some other
 * one is left then.
 */
export const replacePart: Handler<typeof productionApi.replacePart> = async (tx, actor, input) => {
  const action = productionActions.replacePart
  const order = fedOrder(await takeOrder(tx, actor, action, input.id))
  refuseOpenCases(order)
  const was = order.parts.find(({ id }) => id === input.partId)
  if (was === undefined) throw new Refusal('part_replaced', [{ path: 'partId', message: '请重新选择' }])
  const pieces = weighed(input.weighings)
  const quantity = massOf(pieces)
  const handedOver = exact(handedOverOf(order)).minus(was.quantity).plus(quantity).toFixed()
  if (exact(handedOver).isZero()) throw new Refusal('only_part', [{ path: 'weighings', message: was.partNo }])
  refuseMore(order, handedOver)
  const again = pieces.length === 0 ? undefined : await weighedAgain(tx, order, input)
  const lot = await lockLot(tx, was.lotId)

  const signer = await proveSigner(actor, input.signature)
  const checker = await proveSecond(actor, input.checker, '15:issue')
  if (again !== undefined)
    await useAssets(tx, actor, again.chosen, { productionOrderId: order.id, isToxic: order.isToxic, startedAt: tx.now().toISOString() })
  const nothing = { placeId: null, scaleId: null, scaleNo: null, scaleValidUntil: null }
  const part = await writePart(tx, actor, order, {
    ...{ lotId: lot.id, replaces: was.id, quantity, weighings: JSON.stringify(pieces), reason: input.reason },
    ...(again?.columns ?? nothing),
    ...{ signer, meaning: action.signs, checker },
  })
  // What was moved since is taken back out of the bin where the most of it lies.
  const bins = await stockInBins(tx, lot.id)
  const liesIn =
    bins.find(({ placeId, quantity: held }) => placeId === was.placeId && exact(held).greaterThanOrEqualTo(was.quantity)) ?? bins[0]
  if (liesIn === undefined || exact(liesIn.quantity).lessThan(was.quantity))
    throw new Refusal('short_stock', [{ path: 'partId', message: was.partNo }])
  await takeBackDraws(tx, actor, {
    ...{ lotId: lot.id, kinds: ['production_output'], documentIds: [was.id], liesIn: liesIn.placeId, reason: input.reason },
    document: { kind: 'production_part', id: part.id, no: part.partNo },
  })
  await setPartedQuantity(tx, lot, handedOver)
  const operatorIds = withOperators(order, actor.id, checker.id)
  return { ...(await advanceOrder(tx, order, action, { operatorIds })), partNo: part.partNo, handedOver }
}

async function weighedAgain(tx: Tx, order: FedOrder, { scaleId, placeId }: { scaleId?: string | undefined; placeId?: string | undefined }) {
  if (scaleId === undefined) throw new Refusal('invalid_input', [{ path: 'scaleId', message: '请选择秤' }])
  if (placeId === undefined) throw new Refusal('invalid_input', [{ path: 'placeId', message: '请选择货位' }])
  await takeBin(tx, placeId, { zones: ['bulk'], isToxic: order.isToxic, path: 'placeId' })
  const { chosen, columns } = await weighedOn(tx, order, scaleId)
  return { chosen, columns: { placeId, ...columns } }
}

/** No more than the last step gave or, while it runs, than can come of what was fed; the database says the same. */
function refuseMore(order: FedOrder, handedOver: string) {
  const most = order.running === undefined ? (order.ended.at(-1)?.outputQuantity ?? '0') : mostOfRunning(order, order.running.inputQuantity)
  if (exact(handedOver).greaterThan(most))
    throw new Refusal('part_exceeds', [{ path: 'weighings', message: `各次合计 ${handedOver} kg，最多 ${exact(most).toFixed()} kg` }])
}

const mostOfRunning = (order: FedOrder, input: string) =>
  mostOfStep(
    { input, water: '0' },
    {
      fed: order.ended[0]?.inputQuantity ?? input,
      earlierWater: sumOf(order.ended.map((step) => step.waterQuantity)),
      earlierKept: sumOf(order.ended.map((step) => step.coProductQuantity)),
      auxiliaries: auxiliariesOf(order),
    },
  ).output

type Written = Omit<EveryColumn<'productionPart'>, 'enterpriseId' | 'partNo' | 'orderId' | 'handedBy' | 'handedAt' | 'checkedBy'> & {
  lotId: string
  quantity: string
  placeId: string | null
  signer: Signer
  checker: Signer
  meaning: string
}

/** The part with its signatures, its stock and its line in the history of the batch. */
async function writePart(tx: Tx, actor: Actor, order: FedOrder, { signer, checker, meaning, ...columns }: Written) {
  const occurredAt = tx.now().toISOString()
  const part = await tx
    .insertInto('productionPart')
    .values({
      ...columns,
      ...{ enterpriseId: actor.enterpriseId, partNo: documentNo('JL', dayInShanghai(tx.now())), orderId: order.id },
      ...{ handedBy: actor.id, handedAt: occurredAt, checkedBy: checker.id },
    } satisfies EveryColumn<'productionPart'>)
    .returning(['id', 'partNo'])
    .executeTakeFirstOrThrow()
  const record = { table: 'production_part', id: part.id }
  await writeSignatures(tx, [
    { signer, meaning, ...record },
    { signer: checker, meaning: partMeaning, ...record },
  ])
  const { lotId, quantity, placeId } = columns
  if (placeId !== null)
    await moveStock(tx, actor, [
      {
        ...{ lotId, quantity, from: { only: 'transformation' }, to: placeId, kind: 'production_output', occurredAt },
        document: { kind: 'production_part', id: part.id, no: part.partNo },
      },
    ])
  await recordTrace(tx, actor, [
    {
      ...{ lotId, kind: 'handed_over', occurredAt, place: order.workshop, documentNo: part.partNo },
      privateFacts: { quantity, order: order.orderNo },
    },
  ])
  return part
}
