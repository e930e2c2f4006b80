import { exact } from '#contract/kernel/exact-decimal.ts'
import { balanceOf, deviationKinds, type Balance, type DeviationKind } from '#contract/making/mass-balance.ts'
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
import { historyOf } from './tell-history.ts'
import {
  advanceOrder,
  fedOrder,
  issueOf,
  orderDocument,
  refuseDoubtfulCharge,
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
  await refuseDoubtfulCharge(tx, order)
  const operatorIds = withOperators(order, actor.id)
  const now = tx.now().toISOString()
  if (input.clearedUntil < dayInShanghai(tx.now()))
    throw new Refusal('invalid_input', [{ path: 'clearedUntil', message: '清场有效期不能早于今天' }])
  await takeBin(tx, input.placeId, { zones: ['bulk'], isToxic: order.isToxic, path: 'placeId' })
  const used = await usedOf(tx, order, issueOf(order).weighings, input.returns)
  const masses = massesOf(order, used, input)
  const balance = balanceOf(masses, order.process)
  const deviations = await noteDeviations(tx, actor, order, balance, input.deviation)

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
    step: 'production',
    document: { id: order.id, no: order.orderNo },
    parents: used.filter(({ quantity }) => !exact(quantity).isZero()).map(({ lotId, role, quantity }) => ({ lotId, role, quantity })),
  })
  const reason = `偏差未关闭：${deviations.map((kind) => deviationKinds[kind]).join('、')}`
  const holdId = deviations.length > 0 ? await placeHold(tx, actor, { lotId: lot.id, kind: 'deviation', reason }) : null

  await tx
    .insertInto('bulkLot')
    .values({
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
    } satisfies EveryColumn<'bulkLot'>)
    .execute()
  await sign(tx, actor, input.signature, { meaning: action.signs, table: 'bulk_lot', id: lot.id })
  await recordTrace(tx, actor, historyOf(order, lot, { masses, balance, holdReason: holdId === null ? null : reason, at: now }))
  await notify(tx, actor, {
    duty: '15:qa',
    title: `${titleOf(order)} 批生产记录待审核`,
    body: `收率 ${balance.yieldPercent}%，物料平衡 ${balance.balancePercent}%`,
    page: '/yinpian-shengchan',
    q: order.orderNo,
    about: { table: 'production_order', id: order.id, asks: 'completed' },
  })
  const changed = await advanceOrder(tx, order, action, { operatorIds, completedBy: actor.id, completedAt: now })
  return { ...changed, lotId: lot.id, yieldPercent: balance.yieldPercent, balancePercent: balance.balancePercent, held: holdId !== null }
}

/** Writes the deviations of yield and balance (%). Refused while one of them has no note. Returns every kind of deviation this batch has had. */
async function noteDeviations(
  tx: Tx,
  actor: Actor,
  order: Order,
  { deviations, yieldPercent, balancePercent }: Balance,
  note: string,
): Promise<DeviationKind[]> {
  const { yieldMin, yieldMax, balanceMin, balanceMax } = order.process
  const findings = {
    yield: `收率 ${yieldPercent}%，应为 ${yieldMin}～${yieldMax}%`,
    balance: `物料平衡 ${balancePercent}%，应为 ${balanceMin}～${balanceMax}%`,
    gain: `收率 ${yieldPercent}%，未加辅料`,
  }
  if (deviations.length > 0 && note === '')
    throw new Refusal(
      'deviation_required',
      deviations.map((kind) => ({ path: 'deviation', message: findings[kind] })),
    )
  const noted =
    deviations.length > 0
      ? deviations.map((kind) => ({ kind, finding: findings[kind] }))
      : note === ''
        ? []
        : [{ kind: 'event' as const, finding: '' }]
  if (noted.length > 0)
    await tx
      .insertInto('productionDeviation')
      .values(
        noted.map((deviation) => ({
          enterpriseId: actor.enterpriseId,
          orderId: order.id,
          ...deviation,
          note,
          foundBy: actor.id,
          foundAt: tx.now().toISOString(),
        })),
      )
      .execute()
  return [...new Set([...order.deviationKinds, ...noted.map(({ kind }) => kind)])]
}

/** The bulk lot: number and birthday are those of the first feeding (I2), 保质期 counts from there. */
const createBatch = (tx: Tx, actor: Actor, order: FedOrder, output: string) =>
  createLot(tx, actor, {
    kind: 'bulk',
    lotNo: order.batchNo,
    batchNo: order.batchNo,
    productId: order.productId,
    materialId: null,
    packSpecId: null,
    name: order.productName,
    initials: order.initials,
    quantity: output,
    bornOn: order.productionDate,
    retestOn: null,
    expiresOn: expiryDay(order.productionDate, order.shelfLifeMonths),
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
  const moves: Movement[] = used.flatMap(({ lotId, quantity, returned, bin }) => [
    { lotId, from: production, to: transformation, quantity, kind: 'production_input' as const, ...shared },
    { lotId, from: production, to: bin, quantity: returned, kind: 'return_from_production' as const, reason: '生产余料退回', ...shared },
  ])
  return [
    ...moves.filter(({ quantity }) => !exact(quantity).isZero()),
    { lotId: lot.id, from: transformation, to: bin, quantity: output, kind: 'production_output', ...shared },
  ]
}

const limitsOf = ({ yieldMin, yieldMax, balanceMin, balanceMax }: ProcessSnapshot) => ({ yieldMin, yieldMax, balanceMin, balanceMax })
