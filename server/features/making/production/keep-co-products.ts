import { Decimal } from 'decimal.js'
import { exact } from '#contract/kernel/exact-decimal.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { coProductShare, sumOf } from '#contract/making/mass-balance.ts'
import type { PlannedCoProduct } from '#contract/making/production-record.ts'
import { dayInShanghai, expiryDay } from '#contract/warehouse/shelf-life.ts'
import type { Actor, Tx } from '#kernel/serve.ts'
import type { EveryColumn } from '#server/db/every-column.ts'
import { recordTrace } from '#server/features/tracing/trace/record-trace.ts'
import { createLot, linkLots } from '#server/features/warehouse/lot/lot.ts'
import { moveStock, takeBin, type Movement } from '#server/features/warehouse/stock/move-stock.ts'
import { netOf } from './issue-materials.ts'
import { drawnOf, issueOf, orderDocument, refuseDoubtfulCharge, type FedOrder, type Order } from './take-order.ts'

type Given = { productId: string; quantity: string; placeId?: string | undefined; wasteReason: string }
/** A co-product as its step yielded it, kg, and its share of the step's input, %. */
export type Yielded = Given & { planned: PlannedCoProduct; share: string; path: string }

/** Those that become lots of their own; the others were thrown away, or there were none. */
export const isKept = ({ quantity, wasteReason }: Yielded): boolean => !exact(quantity).isZero() && wasteReason === ''

/** What the running step yielded of each co-product that the process names there: every one is told, and no other. */
export function yielded(order: Order, running: { stepNo: number; inputQuantity: string }, given: readonly Given[]): Yielded[] {
  const planned = order.process.coProducts.filter(({ stepNo }) => stepNo === running.stepNo)
  const stray = given.findIndex(
    ({ productId }, index) =>
      !planned.some((one) => one.productId === productId) || given.findIndex((one) => one.productId === productId) !== index,
  )
  if (stray >= 0)
    throw new Refusal('invalid_input', [{ path: `coProducts.${stray}.productId`, message: '本工序没有这种联产品，或重复填写' }])
  return planned.map((one) => {
    const index = given.findIndex(({ productId }) => productId === one.productId)
    const told = given[index]
    if (told === undefined)
      throw new Refusal('invalid_input', [{ path: 'coProducts', message: `请填写联产品 ${one.name} 的数量，没有填0` }])
    const path = `coProducts.${index}`
    if (exact(told.quantity).isZero() && told.wasteReason !== '')
      throw new Refusal('invalid_input', [{ path: `${path}.wasteReason`, message: '没有联产品时不填弃去原因' }])
    return { ...told, planned: one, share: coProductShare(told.quantity, running.inputQuantity), path }
  })
}

/** What was thrown away is a loss of the step. */
export const wasteOf = (yields: readonly Yielded[]) =>
  yields.filter(({ wasteReason }) => wasteReason !== '').map(({ quantity }) => ({ kind: 'co_product' as const, quantity }))

/** More or less of a co-product than the process expects. */
export const strayShares = (yields: readonly Yielded[]) =>
  yields
    .filter(({ share, planned: { min, max } }) => exact(share).lessThan(min) || exact(share).greaterThan(max))
    .map(({ share, quantity, path, planned: { name, min, max } }) => ({
      kind: 'co_product' as const,
      finding: `联产品 ${name} ${exact(quantity).toFixed()} kg，占投入 ${exact(share).toFixed()}%，应为 ${min}～${max}%`,
      path: `${path}.quantity`,
    }))

/** Each that is kept has its bin, and all of them together are no more than what was weighed out and is still there. */
export async function refuseUnkeepable(tx: Tx, order: Order, yields: readonly Yielded[]): Promise<void> {
  const kept = yields.filter(isKept)
  if (kept.length === 0) return
  await refuseDoubtfulCharge(tx, order)
  for (const { placeId, path } of kept) {
    if (placeId === undefined) throw new Refusal('invalid_input', [{ path: `${path}.placeId`, message: '请选择货位' }])
    await takeBin(tx, placeId, { zones: ['bulk'], isToxic: order.isToxic, path: `${path}.placeId` })
  }
  const there = sumOf(leftOf(order).map(({ left }) => left))
  const together = sumOf(kept.map(({ quantity }) => quantity))
  if (exact(together).greaterThan(there))
    throw new Refusal(
      'co_product_exceeds_charge',
      kept.map(({ path }) => ({ path: `${path}.quantity`, message: `合计 ${together} kg，最多 ${there} kg` })),
    )
}

/** What of each lot of the charge was weighed out, did not go back and went into no co-product, kg. */
function leftOf(order: Order) {
  const { weighings, returned } = issueOf(order)
  return order.charged
    .map(({ lot, role }) => ({
      ...{ lotId: lot.id, role },
      left: exact(netOf(weighings, lot.id)).minus(netOf(returned, lot.id)).minus(drawnOf(order, lot.id)).toFixed(),
    }))
    .filter(({ left }) => exact(left).greaterThan(0))
}

/** How much of each lot a co-product took: its mass in the shares of what is there, to the last 0.1 g. */
function shared(quantity: string, parents: ReturnType<typeof leftOf>) {
  const whole = sumOf(parents.map(({ left }) => left))
  const parts = parents.map(({ left, ...parent }) => ({
    ...parent,
    quantity: exact(quantity).times(left).div(whole).toDecimalPlaces(4, Decimal.ROUND_DOWN),
  }))
  const given = parts.reduce((sum, part) => sum.plus(part.quantity), exact('0'))
  const largest = parts.reduce((most, part) => (part.quantity.greaterThan(most.quantity) ? part : most))
  return parts
    .map((part) => ({ ...part, quantity: part === largest ? part.quantity.plus(exact(quantity).minus(given)) : part.quantity }))
    .filter((part) => part.quantity.greaterThan(0))
    .map((part) => ({ ...part, quantity: part.quantity.toFixed() }))
}

type Ended = { id: string; stepNo: number; endedAt: string }

/**
 * 联产品 of a step that ends: each is written down, and what is kept becomes a lot of its own product in quarantine, made of what the batch is made of, in the
 * shares of its lots. It descends from them and not from the batch: what is wrong with the one is not wrong with the other by itself.
 */
export async function keepCoProducts(tx: Tx, actor: Actor, order: FedOrder, step: Ended, yields: readonly Yielded[]): Promise<void> {
  let taken = order
  for (const one of yields) {
    const from = isKept(one) ? shared(one.quantity, leftOf(taken)) : []
    const lotId = isKept(one) ? await bringForth(tx, actor, taken, step, one, from) : null
    if (lotId !== null) taken = { ...taken, coProducts: [...taken.coProducts, { lotId, quantity: one.quantity, from }] }
    await tx.later(
      tx.insertInto('productionCoProduct').values({
        ...{ enterpriseId: actor.enterpriseId, orderId: order.id, stepId: step.id, productId: one.productId },
        ...{ quantity: one.quantity, share: one.share, lotId, wasteReason: one.wasteReason },
        ...{ recordedBy: actor.id, recordedAt: tx.now().toISOString() },
      } satisfies EveryColumn<'productionCoProduct'>),
    )
  }
}

async function bringForth(
  tx: Tx,
  actor: Actor,
  order: FedOrder,
  step: Ended,
  { productId, quantity, placeId }: Yielded,
  from: ReturnType<typeof shared>,
): Promise<string> {
  if (placeId === undefined) throw new Error('a co-product that is kept has a bin') // `refuseUnkeepable` was asked
  const product = await tx
    .selectFrom('product')
    .select(['name', 'initials', 'cutSpec', 'processingMethod', 'shelfLifeMonths', 'isToxic'])
    .where('id', '=', productId)
    .executeTakeFirstOrThrow()
  const lotNo = `${order.batchNo}L${order.coProducts.length + 1}`
  const { id: lotId } = await createLot(tx, actor, {
    ...{ kind: 'bulk', lotNo, batchNo: lotNo, productId, materialId: null, packSpecId: null },
    ...{ unit: 'kg', name: product.name, initials: product.initials, quantity, isToxic: product.isToxic },
    ...{ bornOn: order.productionDate, retestOn: null, expiresOn: expiryDay(order.productionDate, product.shelfLifeMonths) },
  })
  const booked = { document: orderDocument(order), occurredAt: step.endedAt }
  const [production, transformation] = [{ only: 'production' }, { only: 'transformation' }] as const
  const inputs = from.map((parent): Movement => ({
    ...{ lotId: parent.lotId, quantity: parent.quantity, from: production, to: transformation, kind: 'production_input' },
    ...booked,
  }))
  await moveStock(tx, actor, [...inputs, { lotId, quantity, from: transformation, to: placeId, kind: 'production_output', ...booked }])
  await linkLots(tx, actor, { child: lotId, step: 'production', document: { id: order.id, no: order.orderNo }, parents: from })
  const steps = order.steps
    .filter(({ stepNo }) => stepNo <= step.stepNo)
    .map(({ name, option, endedAt }) => ({ name, option, date: dayInShanghai(new Date(endedAt ?? step.endedAt)) }))
  await recordTrace(tx, actor, [
    {
      ...{ lotId, kind: 'produced', occurredAt: step.endedAt, place: order.workshop, documentNo: order.orderNo },
      publicFacts: { processingMethod: product.processingMethod, cutSpec: product.cutSpec, productionDate: order.productionDate, steps },
      privateFacts: { output: quantity, order: order.orderNo, process: order.process.code, batch: order.batchNo },
    },
  ])
  return lotId
}
