import { elementAt } from '#contract/kernel/certain.ts'
import { exact } from '#contract/kernel/exact-decimal.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { sumOf } from '#contract/making/mass-balance.ts'
import { productionActions, receiptMeaning } from '#contract/making/production.ts'
import type { productionApi } from '#contract/making/production-api.ts'
import type { Weighing } from '#contract/making/production-record.ts'
import { dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import { documentNo } from '#kernel/number.ts'
import type { Handler, Tx } from '#kernel/serve.ts'
import { proveSecond, proveSigner, writeSignatures } from '#kernel/sign.ts'
import { useAssets, weighedOn } from '#server/features/making/asset/take-assets.ts'
import { moveStock } from '#server/features/warehouse/stock/move-stock.ts'
import { byLotAndPlace, netOf, netWeight } from './issue-materials.ts'
import { returnBin } from './return-bin.ts'
import { advanceOrder, drawnOf, issueOf, takeOrder, withOperators, type Order } from './take-order.ts'

type Container = { lotNo: string; placeId?: string | undefined; gross: string; tare: string }

/**
 * 退料: what was weighed out and not used goes back to its lot before the batch is finished: weighed by production, its seal and label checked by the
 * warehouse. Never more than was weighed out, and nothing of what was fed.
 */
export const giveBack: Handler<typeof productionApi.giveBack> = async (tx, actor, input) => {
  const action = productionActions.giveBack
  const order = await takeOrder(tx, actor, action, input.id)
  const now = tx.now()
  const today = dayInShanghai(now)
  const scale = await weighedOn(tx, order, input.scaleId)
  const weighings = await weighBack(tx, order, input.weighings)
  compareWithIssue(order, weighings)

  const signer = await proveSigner(actor, input.signature)
  const checker = await proveSecond(actor, input.checker, '15:issue')
  const { id, returnNo } = await tx
    .insertInto('productionReturn')
    .values({
      enterpriseId: actor.enterpriseId,
      returnNo: documentNo('TL', today),
      orderId: order.id,
      ...scale.columns,
      weighings: JSON.stringify(weighings),
      reason: input.reason,
      returnedBy: actor.id,
      returnedAt: now.toISOString(),
      checkedBy: checker.id,
    })
    .returning(['id', 'returnNo'])
    .executeTakeFirstOrThrow()
  const record = { table: 'production_return', id }
  await useAssets(tx, actor, scale.chosen, { productionOrderId: order.id, isToxic: order.isToxic, startedAt: now.toISOString() })
  await writeSignatures(tx, [
    { signer, meaning: action.signs, ...record },
    { signer: checker, meaning: receiptMeaning, ...record },
  ])
  await moveStock(
    tx,
    actor,
    byLotAndPlace(weighings).map(({ lotId, placeId, quantity }) => ({
      ...{ lotId, quantity, from: { only: 'production' as const }, to: placeId, kind: 'return_from_production' as const },
      ...{ document: { kind: 'production_return', id, no: returnNo }, reason: input.reason, occurredAt: now.toISOString() },
    })),
  )
  const operatorIds = withOperators(order, actor.id, checker.id)
  return { ...(await advanceOrder(tx, order, { ...action, to: order.state }, { operatorIds })), returnNo }
}

/** Each container with its lot, its net weight and the bin that it goes into, kg. */
async function weighBack(tx: Tx, order: Order, containers: readonly Container[]): Promise<Weighing[]> {
  const issued = issueOf(order).weighings
  const pieces: Weighing[] = []
  for (const [index, { lotNo, placeId: chosen, gross, tare }] of containers.entries()) {
    const lot = order.charged.find((charged) => charged.lot.lotNo === lotNo)?.lot
    if (lot === undefined) throw new Refusal('wrong_lot', [{ path: `weighings.${index}.lotNo`, message: lotNo }])
    const from = elementAt(
      issued.filter(({ lotId }) => lotId === lot.id),
      0,
    )
    const net = netWeight({ gross, tare }, `weighings.${index}.gross`)
    const placeId = await returnBin(tx, lot, { from, chosen, path: `weighings.${index}.placeId` })
    pieces.push({ lotId: lot.id, lotNo, placeId, placeCode: from.placeCode, gross, tare, net })
  }
  const codes = await tx
    .selectFrom('place')
    .select(['id', 'code'])
    .where('id', 'in', [...new Set(pieces.map(({ placeId }) => placeId))])
    .execute()
  return pieces.map((piece) => ({ ...piece, placeCode: codes.find(({ id }) => id === piece.placeId)?.code ?? piece.placeCode }))
}

/** No more of a lot than was weighed out and did not go into co-products, and of the main herb not what the first step took; the database says the same. */
function compareWithIssue(order: Order, weighings: readonly Weighing[]) {
  const { weighings: issued, returned } = issueOf(order)
  const leftOf = (lotIds: readonly string[]) =>
    exact(sumOf(lotIds.map((lotId) => netOf(issued, lotId)))).minus(sumOf(lotIds.map((lotId) => netOf([...returned, ...weighings], lotId))))
  const pathOf = (lotIds: readonly string[]) => `weighings.${weighings.findIndex(({ lotId }) => lotIds.includes(lotId))}.gross`
  for (const { lotId, lotNo } of weighings) {
    const left = leftOf([lotId]).minus(drawnOf(order, lotId))
    if (left.isNegative())
      throw new Refusal('return_exceeds', [{ path: pathOf([lotId]), message: `${lotNo} 比车间现有的多 ${left.abs().toFixed()} kg` }])
  }
  const mains = order.charged.filter(({ role }) => role === 'main').map(({ lot }) => lot.id)
  const missing = exact(order.steps[0]?.inputQuantity ?? '0').minus(leftOf(mains))
  if (missing.greaterThan(0) && weighings.some(({ lotId }) => mains.includes(lotId)))
    throw new Refusal('return_exceeds', [{ path: pathOf(mains), message: `主药材已投料，多退了 ${missing.toFixed()} kg` }])
}
