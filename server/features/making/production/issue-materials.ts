import { elementAt } from '#contract/kernel/certain.ts'
import { exact, roundHalfEven } from '#contract/kernel/exact-decimal.ts'
import { keepsRatio, sumOf } from '#contract/making/mass-balance.ts'
import { checkMeaning, issueTolerance, productionActions } from '#contract/making/production.ts'
import type { productionApi } from '#contract/making/production-api.ts'
import type { ProcessSnapshot, Weighing } from '#contract/making/production-record.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import { notify } from '#kernel/notify.ts'
import { documentNo } from '#kernel/number.ts'
import type { Handler, Tx } from '#kernel/serve.ts'
import { proveSecond, proveSigner, writeSignatures } from '#kernel/sign.ts'
import { useAssets, weighedOn } from '#server/features/making/asset/take-assets.ts'
import { endReservations, moveStock } from '#server/features/warehouse/stock/move-stock.ts'
import { binsOfLots } from '#server/features/warehouse/stock/on-hand.ts'
import { recordTrace } from '#server/features/tracing/trace/record-trace.ts'
import { needAuthorisation } from '#server/features/people/authorisation/need-authorisation.ts'
import { heededRestrictions } from './heed-restrictions.ts'
import { refuseUnusableCharge } from './rework-lots.ts'
import { advanceOrder, orderDocument, takeOrder, titleOf, withOperators, type Order } from './take-order.ts'
import { together } from '#tools/together.ts'

/** Weighs the order's lots out of the warehouse: container by container, one person weighs, another checks (GMP 第一百一十五条至一百一十七条). */
export const issueMaterials: Handler<typeof productionApi.issue> = async (tx, actor, input) => {
  const action = productionActions.issue
  const order = await takeOrder(tx, actor, action, input.id)
  const now = tx.now()
  const today = dayInShanghai(now)
  const scale = await weighedOn(tx, order, input.scaleId)
  const [, restrictions, weighings] = await together([
    refuseUnusableCharge(tx, order, 'lots'),
    heededRestrictions(tx, order, input.restrictionsHeeded),
    weigh(tx, order, input.weighings),
    needAuthorisation(tx, actor, [{ activity: 'weighing', path: '' }]),
  ])
  compareWithPlan(order, weighings, input.reason)
  await compareWithBins(tx, weighings)

  const issuer = await proveSigner(actor, input.signature)
  const checker = await proveSecond(actor, input.checker, '15:check')
  const { issueNo, ...issue } = await tx
    .insertInto('productionIssue')
    .values({
      enterpriseId: actor.enterpriseId,
      issueNo: documentNo('LL', today),
      orderId: order.id,
      ...scale.columns,
      weighings: JSON.stringify(weighings),
      reason: input.reason,
      restrictions,
      issuedBy: actor.id,
      issuedAt: now.toISOString(),
      checkedBy: checker.id,
    })
    .returning(['id', 'issueNo'])
    .executeTakeFirstOrThrow()
  const record = { table: 'production_issue', id: issue.id }
  await useAssets(tx, actor, scale.chosen, { productionOrderId: order.id, isToxic: order.isToxic, startedAt: now.toISOString() })
  await writeSignatures(tx, [
    { signer: issuer, meaning: action.signs, ...record },
    { signer: checker, meaning: checkMeaning, ...record },
  ])

  const document = { kind: 'production_issue', id: issue.id, no: issueNo }
  await moveStock(
    tx,
    actor,
    byLotAndPlace(weighings).map(({ lotId, placeId, quantity }) => ({
      lotId,
      from: placeId,
      to: { only: 'production' as const },
      quantity,
      kind: 'issue' as const,
      document,
      occurredAt: now.toISOString(),
    })),
  )
  await endReservations(tx, orderDocument(order))
  await recordTrace(
    tx,
    actor,
    order.charged.map(({ lot }) => ({
      lotId: lot.id,
      kind: 'issued' as const,
      occurredAt: now.toISOString(),
      place: order.workshop,
      documentNo: issueNo,
      privateFacts: { order: order.orderNo, product: order.productName, quantity: netOf(weighings, lot.id) },
    })),
  )
  await notify(tx, actor, {
    duty: '15:execute',
    title: `${titleOf(order)} 待投料`,
    body: `领料单 ${issueNo}`,
    page: '/yinpian-shengchan',
    q: order.orderNo,
    about: { table: 'production_order', id: order.id, asks: 'issued' },
  })
  return { ...(await advanceOrder(tx, order, action, { operatorIds: withOperators(order, actor.id, checker.id) })), issueNo }
}

/** Compares each container's label with the order and subtracts its tare; kg. */
export async function weigh(
  tx: Tx,
  order: Order,
  containers: readonly { lotNo: string; placeId: string; gross: string; tare: string }[],
): Promise<Weighing[]> {
  const bins = await tx
    .selectFrom('place')
    .select(['id', 'code'])
    .where('id', 'in', [...new Set(containers.map((container) => container.placeId))])
    .where('kind', '=', 'bin')
    .execute()
  return containers.map(({ lotNo, placeId, gross, tare }, index) => {
    const lot = order.charged.find((charged) => charged.lot.lotNo === lotNo)?.lot
    if (lot === undefined) throw new Refusal('wrong_lot', [{ path: `weighings.${index}.lotNo`, message: lotNo }])
    const bin = bins.find((bin) => bin.id === placeId)
    if (bin === undefined) throw new Refusal('invalid_input', [{ path: `weighings.${index}.placeId`, message: '请选择货位' }])
    const net = netWeight({ gross, tare }, `weighings.${index}.gross`)
    return { lotId: lot.id, lotNo, placeId, placeCode: bin.code, gross, tare, net }
  })
}

/** What is in a container, kg; an empty one is refused. */
export function netWeight({ gross, tare }: { gross: string; tare: string }, path: string): string {
  const net = exact(gross).minus(tare)
  if (net.lessThanOrEqualTo(0)) throw new Refusal('invalid_input', [{ path, message: '毛重应大于皮重' }])
  return net.toFixed()
}

/** Every lot is weighed, the main herb within its tolerance (%) and the largest batch (kg). Any other difference from the plan needs a reason. */
function compareWithPlan(order: Order, weighings: readonly Weighing[], reason: string) {
  const missing = order.charged.find(({ lot }) => !weighings.some((weighing) => weighing.lotId === lot.id))
  if (missing !== undefined) throw new Refusal('lot_not_weighed', [{ path: 'weighings', message: missing.lot.lotNo }])
  const planned = order.charged.map(({ lot, role, quantity }) => ({
    lotId: lot.id,
    lotNo: lot.lotNo,
    materialId: lot.materialId,
    role,
    quantity,
  }))
  const strays = straysOf(order.process, planned, weighings)
  const tooLarge = strays.find(({ refusal }) => refusal !== undefined)
  if (tooLarge?.refusal !== undefined) throw new Refusal(tooLarge.refusal, [{ path: 'weighings', message: tooLarge.message }])
  if (strays.length > 0 && reason === '')
    throw new Refusal(
      'issue_needs_reason',
      strays.map(({ message }) => ({ path: 'reason', message })),
    )
}

/** One lot as the order planned it. */
export type Planned = { lotId: string; lotNo: string; materialId: string | null; role: 'main' | 'auxiliary'; quantity: string }

/** A difference of what was weighed from what was planned: what it is about, and what refuses it whatever the reason. */
type Stray = { of: string; message: string; refusal?: 'batch_too_large' | 'issue_exceeds_plan' }

/** Where what was weighed strays from the plan: the largest batch, the main herb's tolerance, the auxiliaries' ratio. */
export function straysOf(process: ProcessSnapshot, planned: readonly Planned[], weighings: readonly Weighing[]): Stray[] {
  const mains = planned.filter(({ role }) => role === 'main')
  const main = sumOf(mains.map(({ lotId }) => netOf(weighings, lotId)))
  const strays: Stray[] = []
  if (exact(main).greaterThan(process.maxBatch)) strays.push({ of: 'batch', message: `实发 ${main} kg`, refusal: 'batch_too_large' })
  for (const { lotId, lotNo, quantity } of mains) {
    const net = netOf(weighings, lotId)
    const strayed = exact(net).minus(quantity).div(quantity).times(100)
    if (strayed.greaterThan(issueTolerance))
      strays.push({ of: lotId, message: `${lotNo} 计划 ${quantity} kg，实发 ${net} kg`, refusal: 'issue_exceeds_plan' })
    else if (strayed.abs().greaterThan(issueTolerance))
      strays.push({ of: lotId, message: `${lotNo} 比计划少 ${roundHalfEven(strayed.abs(), 2)}%` })
  }
  for (const { materialId, name, ratio, tolerance } of process.auxiliaries) {
    const own = planned.filter((lot) => lot.role === 'auxiliary' && lot.materialId === materialId)
    const auxiliary = sumOf(own.map(({ lotId }) => netOf(weighings, lotId)))
    if (!keepsRatio({ auxiliary, charge: main, ratio, tolerance }))
      strays.push({ of: materialId, message: `${name} 应为每100 kg ${ratio} kg，实发 ${auxiliary} kg` })
  }
  return strays
}

/** No more is weighed out of a bin than lies in it; auxiliaries have no other bound, once their reason is given. */
export async function compareWithBins(tx: Tx, weighings: readonly Weighing[]) {
  const bins = await binsOfLots(
    tx,
    weighings.map(({ lotId }) => lotId),
  )
  for (const { lotId, placeId, quantity } of byLotAndPlace(weighings)) {
    const held = exact(bins.find((bin) => bin.lotId === lotId && bin.placeId === placeId)?.quantity ?? '0')
    if (held.lessThan(quantity)) {
      const index = weighings.findIndex((weighing) => weighing.lotId === lotId && weighing.placeId === placeId)
      throw new Refusal('short_stock', [
        { path: `weighings.${index}.gross`, message: `该货位现有 ${held.toFixed()} kg，称出 ${quantity} kg` },
      ])
    }
  }
}

/** How much of a lot was weighed out, kg. */
export const netOf = (weighings: readonly Weighing[], lotId: string) =>
  sumOf(weighings.filter((weighing) => weighing.lotId === lotId).map((weighing) => weighing.net))

/** What was weighed out of each lot from each bin, kg. */
export function byLotAndPlace(weighings: readonly Weighing[]) {
  const groups = Map.groupBy(weighings, ({ lotId, placeId }) => `${lotId} ${placeId}`)
  return [...groups.values()].map((group) => {
    const { lotId, placeId } = elementAt(group, 0)
    return { lotId, placeId, quantity: sumOf(group.map(({ net }) => net)) }
  })
}
