import { exact } from '#contract/kernel/exact-decimal.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { sumOf } from '#contract/making/mass-balance.ts'
import { checkMeaning, productionActions, supplementMeaning } from '#contract/making/production.ts'
import type { productionApi } from '#contract/making/production-api.ts'
import type { Weighing } from '#contract/making/production-record.ts'
import { dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import { documentNo } from '#kernel/number.ts'
import type { Handler, Tx } from '#kernel/serve.ts'
import { proveSecond, proveSigner, writeSignatures } from '#kernel/sign.ts'
import { useAssets, weighedOn } from '#server/features/making/asset/take-assets.ts'
import { needAuthorisation } from '#server/features/people/authorisation/need-authorisation.ts'
import { recordTrace } from '#server/features/tracing/trace/record-trace.ts'
import { moveStock } from '#server/features/warehouse/stock/move-stock.ts'
import { readStock } from '#server/features/warehouse/stock/on-hand.ts'
import { heededRestrictions } from './heed-restrictions.ts'
import { byLotAndPlace, compareWithBins, netOf, weigh } from './issue-materials.ts'
import { refuseUnusableCharge } from './rework-lots.ts'
import { advanceOrder, issueOf, takeOrder, withOperators, type Order } from './take-order.ts'

/**
 * 补领: more of the order's lots is weighed out, for a reason that a third person approves. Of the main herb only before it is fed, of an auxiliary
 * until the steps are done; never what another document has reserved, nor more than the largest batch.
 */
export const supplementMaterials: Handler<typeof productionApi.supplement> = async (tx, actor, input) => {
  const action = productionActions.supplement
  const order = await takeOrder(tx, actor, action, input.id)
  const now = tx.now()
  const today = dayInShanghai(now)
  const scale = await weighedOn(tx, order, input.scaleId)
  await needAuthorisation(tx, actor, [{ activity: 'weighing', path: '' }])
  const weighings = await weigh(tx, order, input.weighings)
  const taken = order.charged.filter(({ lot }) => weighings.some(({ lotId }) => lotId === lot.id))
  await refuseUnusableCharge(tx, { ...order, charged: taken }, 'weighings')
  const restrictions = await heededRestrictions(tx, order, input.restrictionsHeeded)
  compareWithCharge(order, weighings)
  await compareWithStock(tx, weighings)

  const issuer = await proveSigner(actor, input.signature)
  const checker = await proveSecond(actor, input.checker, '15:check')
  const approver = await proveSecond(actor, input.approver, '15:approve')
  if (approver.id === checker.id) throw new Refusal('same_person', [{ path: 'approver.userName', message: '批准人不能是复核人' }])
  const { issueNo, ...issue } = await tx
    .insertInto('productionIssue')
    .values({
      enterpriseId: actor.enterpriseId,
      issueNo: documentNo('LL', today),
      orderId: order.id,
      isSupplement: true,
      ...scale.columns,
      weighings: JSON.stringify(weighings),
      reason: input.reason,
      restrictions,
      issuedBy: actor.id,
      issuedAt: now.toISOString(),
      checkedBy: checker.id,
      approvedBy: approver.id,
    })
    .returning(['id', 'issueNo'])
    .executeTakeFirstOrThrow()
  const record = { table: 'production_issue', id: issue.id }
  await useAssets(tx, actor, scale.chosen, { productionOrderId: order.id, isToxic: order.isToxic, startedAt: now.toISOString() })
  await writeSignatures(tx, [
    { signer: issuer, meaning: action.signs, ...record },
    { signer: checker, meaning: checkMeaning, ...record },
    { signer: approver, meaning: supplementMeaning, ...record },
  ])
  const occurredAt = now.toISOString()
  await moveStock(
    tx,
    actor,
    byLotAndPlace(weighings).map(({ lotId, placeId, quantity }) => ({
      ...{ lotId, quantity, occurredAt, from: placeId, to: { only: 'production' as const }, kind: 'issue' as const, reason: input.reason },
      document: { kind: 'production_issue', id: issue.id, no: issueNo },
    })),
  )
  await recordTrace(
    tx,
    actor,
    taken.map(({ lot }) => ({
      ...{ lotId: lot.id, kind: 'issued' as const, occurredAt, place: order.workshop, documentNo: issueNo },
      privateFacts: { order: order.orderNo, product: order.productName, quantity: netOf(weighings, lot.id), reason: input.reason },
    })),
  )
  const operatorIds = withOperators(order, actor.id, checker.id, approver.id)
  return { ...(await advanceOrder(tx, order, { ...action, to: order.state }, { operatorIds })), issueNo }
}

/** No main herb once it was fed, nothing once the steps are done, and no more than the largest batch. */
function compareWithCharge(order: Order, weighings: readonly Weighing[]) {
  const mains = order.charged.filter(({ role }) => role === 'main').map(({ lot }) => lot.id)
  const index = weighings.findIndex(({ lotId }) => mains.includes(lotId))
  if (order.stepsDone === order.stepsTotal) throw new Refusal('steps_done')
  if (index < 0) return
  if (order.steps.length > 0) throw new Refusal('main_fed', [{ path: `weighings.${index}.lotNo`, message: '主药材已投料' }])
  const { weighings: earlier, returned } = issueOf(order)
  const massOf = (pieces: readonly Weighing[]) => sumOf(mains.map((lotId) => netOf(pieces, lotId)))
  const whole = exact(massOf(earlier)).minus(massOf(returned)).plus(massOf(weighings))
  if (whole.greaterThan(order.process.maxBatch))
    throw new Refusal('batch_too_large', [
      { path: 'weighings', message: `补领后 ${whole.toFixed()} kg，最大批量 ${order.process.maxBatch} kg` },
    ])
}

/** No more than lies in the bin, and nothing that is reserved: this order's own reservation ended with its first issue. */
async function compareWithStock(tx: Tx, weighings: readonly Weighing[]) {
  await compareWithBins(tx, weighings)
  for (const lotId of new Set(weighings.map((weighing) => weighing.lotId))) {
    const { available } = await readStock(tx, lotId)
    if (exact(netOf(weighings, lotId)).greaterThan(available)) {
      const index = weighings.findIndex((weighing) => weighing.lotId === lotId)
      throw new Refusal('short_stock', [{ path: `weighings.${index}.gross`, message: `未被预留的只有 ${exact(available).toFixed()} kg` }])
    }
  }
}
