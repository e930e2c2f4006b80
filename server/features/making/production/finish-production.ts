import { exact } from '#contract/kernel/exact-decimal.ts'
import { balanceOf, deviationKinds, type Balance } from '#contract/making/mass-balance.ts'
import { productionActions } from '#contract/making/production.ts'
import type { productionApi } from '#contract/making/production-api.ts'
import type { ProcessSnapshot } from '#contract/making/production-record.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { dayInShanghai, expiryDay } from '#contract/warehouse/shelf-life.ts'
import type { EveryColumn } from '#server/db/every-column.ts'
import { notify } from '#kernel/notify.ts'
import type { Actor, Handler, Tx } from '#kernel/serve.ts'
import { sign } from '#kernel/sign.ts'
import { placeHold } from '#server/features/warehouse/lot/hold-lot.ts'
import { createLot, linkLots, type Lot } from '#server/features/warehouse/lot/lot.ts'
import { moveStock, takeBin, type Movement } from '#server/features/warehouse/stock/move-stock.ts'
import { recordTrace } from '#server/features/tracing/trace/record-trace.ts'
import { massesOf, usedOf, type Used } from './weigh-batch.ts'
import { caseBefore, refuseOpenCases } from './note-deviations.ts'
import { historyOf } from './tell-history.ts'
import {
  advanceOrder,
  fedOrder,
  issueOf,
  orderDocument,
  refuseDoubtfulCharge,
  sourceOf,
  standingOf,
  takeOrder,
  titleOf,
  withOperators,
  type FedOrder,
  type Order,
} from './take-order.ts'

/**
 * Ends production: the mass balance against the process's limits, the unused material back to its bin, and the bulk batch
 * born in quarantine (I4) with its edges. A deviation anywhere on the way puts a hold on the batch until QA concludes.
 */
export const finishProduction: Handler<typeof productionApi.finish> = async (tx, actor, input) => {
  const action = productionActions.finish
  const order = fedOrder(await takeOrder(tx, actor, action, input.id))
  refuseOpenCases(order)
  await refuseDoubtfulCharge(tx, order)
  const operatorIds = withOperators(order, actor.id)
  const now = tx.now().toISOString()
  if (input.clearedUntil < dayInShanghai(tx.now()))
    throw new Refusal('invalid_input', [{ path: 'clearedUntil', message: '清场有效期不能早于今天' }])
  await takeBin(tx, input.placeId, { zones: ['bulk'], isToxic: order.isToxic, path: 'placeId' })
  const used = await usedOf(tx, order, issueOf(order), input.returns)
  const masses = massesOf(order, used, input)
  const balance = balanceOf(masses, order.process)
  const caseNo = await caseBefore(tx, actor, order, { stepNo: null, findings: findingsOf(order, balance), note: input.deviation })
  const { yieldPercent, balancePercent } = balance
  if (caseNo !== null) return { ...standingOf(order), caseNo, lotId: null, yieldPercent, balancePercent, held: false }
  const deviations = order.deviationKinds

  const lot = await createBatch(tx, actor, order, input.output)
  await moveStock(
    tx,
    actor,
    movementsOf(order, used, lot, {
      bin: input.placeId,
      output: input.output,
      at: now,
    }),
  )
  await linkLots(tx, actor, {
    child: lot.id,
    step: order.reworkOf === null ? 'production' : 'rework',
    document: { id: order.id, no: order.orderNo },
    parents: used.filter(({ quantity }) => !exact(quantity).isZero()).map(({ lotId, role, quantity }) => ({ lotId, role, quantity })),
  })
  const reason = `偏差未关闭：${deviations.map((kind) => deviationKinds[kind]).join('、')}`
  const holdId = deviations.length > 0 ? await placeHold(tx, actor, { lotId: lot.id, kind: 'deviation', reason }) : null

  await tx.later(
    tx.insertInto('bulkLot').values({
      enterpriseId: actor.enterpriseId,
      id: lot.id,
      orderId: order.id,
      productionDate: order.productionDate,
      processingMethod: order.processingMethod,
      cutSpec: order.cutSpec,
      issuedQuantity: masses.issued,
      returnedQuantity: masses.returned,
      chargedQuantity: balance.charged,
      auxiliaryQuantity: masses.auxiliaries,
      waterQuantity: masses.water,
      outputQuantity: masses.output,
      lossQuantity: masses.losses,
      sampledQuantity: masses.sampled,
      leftoverQuantity: masses.leftover,
      yieldPercent: balance.yieldPercent,
      balancePercent: balance.balancePercent,
      ...limitsOf(order.process),
      remark: input.remark,
      clearance: JSON.stringify(input.clearance),
      clearedUntil: input.clearedUntil,
      holdId,
      operatorIds,
      finishedBy: actor.id,
      finishedAt: now,
    } satisfies EveryColumn<'bulkLot'>),
  )
  await sign(tx, actor, input.signature, { meaning: action.signs, table: 'bulk_lot', id: lot.id })
  await recordTrace(tx, actor, historyOf(order, lot, { masses, balance, holdReason: holdId === null ? null : reason, at: now }))
  await tellReviewers(tx, actor, order, balance)
  const changed = await advanceOrder(tx, order, action, { operatorIds, completedBy: actor.id, completedAt: now })
  return { ...changed, caseNo: null, lotId: lot.id, yieldPercent, balancePercent, held: holdId !== null }
}

const tellReviewers = (tx: Tx, actor: Actor, order: FedOrder, { yieldPercent, balancePercent }: Balance) =>
  notify(tx, actor, {
    duty: '15:qa',
    title: `${titleOf(order)} 批生产记录待审核`,
    body: `收率 ${yieldPercent}%，物料平衡 ${balancePercent}%`,
    page: '/yinpian-shengchan',
    q: order.orderNo,
    about: { table: 'production_order', id: order.id, asks: 'completed' },
  })

/** Yield and balance (%) outside the limits of the process. */
function findingsOf(order: Order, { deviations, yieldPercent, balancePercent }: Balance) {
  const { yieldMin, yieldMax, balanceMin, balanceMax } = order.process
  const findings = {
    yield: `收率 ${yieldPercent}%，应为 ${yieldMin}～${yieldMax}%`,
    balance: `物料平衡 ${balancePercent}%，应为 ${balanceMin}～${balanceMax}%`,
    gain: `收率 ${yieldPercent}%，未加辅料`,
  }
  return deviations.map((kind) => ({ kind, finding: findings[kind], path: 'deviation' }))
}

/** The bulk lot: number and birthday are those of the first feeding (I2), 保质期 counts from there. */
export const createBatch = (tx: Tx, actor: Actor, order: FedOrder, output: string) =>
  createLot(tx, actor, {
    kind: 'bulk',
    lotNo: order.batchNo,
    batchNo: order.batchNo,
    productId: order.productId,
    materialId: null,
    packSpecId: null,
    name: order.productName,
    initials: order.initials,
    unit: 'kg',
    quantity: output,
    bornOn: order.productionDate,
    retestOn: null,
    // What is worked again lives no longer for it.
    expiresOn: sourceOf(order)?.expiresOn ?? expiryDay(order.productionDate, order.shelfLifeMonths),
    isToxic: order.isToxic,
  })

/** Inputs leave for the transformation, the batch comes out of it, unused material goes back to the warehouse; kg. */
function movementsOf(
  order: Order,
  used: readonly Used[],
  lot: Lot,
  { bin, output, at }: { bin: string; output: string; at: string },
): Movement[] {
  const [production, transformation] = [{ only: 'production' }, { only: 'transformation' }] as const
  const shared = { document: orderDocument(order), occurredAt: at }
  const moves: Movement[] = used.flatMap(({ lotId, quantity, goesBack, bin }) => [
    { lotId, from: production, to: transformation, quantity, kind: 'production_input' as const, ...shared },
    { lotId, from: production, to: bin, quantity: goesBack, kind: 'return_from_production' as const, reason: '生产余料退回', ...shared },
  ])
  return [
    ...moves.filter(({ quantity }) => !exact(quantity).isZero()),
    { lotId: lot.id, from: transformation, to: bin, quantity: output, kind: 'production_output', ...shared },
  ]
}

const limitsOf = ({ yieldMin, yieldMax, balanceMin, balanceMax }: ProcessSnapshot) => ({ yieldMin, yieldMax, balanceMin, balanceMax })
