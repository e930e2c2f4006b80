import { exact } from '#contract/kernel/exact-decimal.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import type { ProcessSnapshot } from '#contract/making/production-record.ts'
import { reworkYieldMax, type reworkApi } from '#contract/making/rework.ts'
import { dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import { notify } from '#kernel/notify.ts'
import { documentNo } from '#kernel/number.ts'
import type { Handler, Tx } from '#kernel/serve.ts'
import { lockLot } from '#server/features/warehouse/lot/lot.ts'
import { reserved, usable } from '#server/features/warehouse/stock/on-hand.ts'
import { lineOf } from './create-order.ts'
import { findProcesses, findStandard } from './find-processes.ts'
import { refuseUnreworkable } from './rework-lots.ts'

/** 返工: production asks to work a rejected batch again, on a concluded case, by some steps of the process in effect (decision 0083). */
export const createRework: Handler<typeof reworkApi.create> = async (tx, actor, given) => {
  const { lotId, quantity, caseTable, caseId, reason, remark } = given
  const lot = await lockLot(tx, lotId)
  if (lot.productId === null) throw new Refusal('not_reworkable', [{ path: 'lotId', message: lot.lotNo }])
  await refuseUnreworkable(tx, lot, { table: caseTable, id: caseId, path: 'lotId' })
  const [product] = await findProcesses(tx, { productId: lot.productId })
  if (product === undefined) throw new Refusal('process_missing')
  const standard = await findStandard(tx, lot.productId)
  if (standard === undefined) throw new Refusal('standard_missing')
  const process = partOf(product.process, given)
  if (exact(quantity).greaterThan(process.maxBatch))
    throw new Refusal('batch_too_large', [{ path: 'quantity', message: `最大批量 ${process.maxBatch} kg` }])
  await refuseShort(tx, lot, quantity)
  const { workshop, line } = await lineOf(tx, given.lineId, lot.isToxic)

  const order = await tx
    .insertInto('productionOrder')
    .values({
      enterpriseId: actor.enterpriseId,
      orderNo: documentNo('SC', dayInShanghai(tx.now())),
      productId: product.id,
      productName: product.name,
      initials: product.initials,
      cutSpec: product.cutSpec,
      processingMethod: product.processingMethod,
      shelfLifeMonths: product.shelfLifeMonths,
      isToxic: lot.isToxic,
      standardVersionId: standard.id,
      standardName: standard.name,
      processVersionId: product.processVersionId,
      process: JSON.stringify(process),
      plannedInput: quantity,
      charge: `${lot.name} ${lot.lotNo} ${quantity} kg`,
      isBlend: false,
      workshop,
      line,
      lineId: given.lineId,
      remark,
      reworkOf: lot.id,
      reworkReason: reason,
      reworkCaseTable: caseTable,
      reworkCaseId: caseId,
      createdBy: actor.id,
    })
    .returning(['id', 'orderNo', 'batchNo', 'rowVersion'])
    .executeTakeFirstOrThrow()
  await tx.later(
    tx.insertInto('productionInput').values({
      enterpriseId: actor.enterpriseId,
      orderId: order.id,
      isBlend: false,
      lotId: lot.id,
      materialId: product.materialId,
      role: 'main',
      quantity,
    }),
  )
  await notify(tx, actor, {
    duty: '15:approve',
    title: `${product.name} ${lot.lotNo} 返工指令待批准`,
    body: `${order.orderNo}，返工 ${quantity} kg，须质量负责人签名`,
    page: '/yinpian-shengchan',
    q: order.orderNo,
    about: { table: 'production_order', id: order.id, asks: 'pending' },
  })
  return { ...order, state: 'pending' }
}

/** Of a process the chosen steps, in its order and numbered anew; nothing is added, so that nothing more comes out than goes in. */
function partOf(process: ProcessSnapshot, { steps, yieldMin }: { steps: readonly number[]; yieldMin: string }): ProcessSnapshot {
  const stray = steps.findIndex((no) => !process.steps.some((step) => step.no === no))
  if (stray >= 0) throw new Refusal('step_unknown', [{ path: `steps.${stray}`, message: `没有第${steps[stray]}道工序` }])
  return {
    ...process,
    ...{ yieldMin, yieldMax: reworkYieldMax, allowsBlending: false, auxiliaries: [], coProducts: [] },
    steps: process.steps.filter(({ no }) => steps.includes(no)).map((step, index) => ({ ...step, no: index + 1 })),
  }
}

async function refuseShort(tx: Tx, { id, lotNo }: { id: string; lotNo: string }, quantity: string): Promise<void> {
  const stock = await tx
    .selectFrom('lot')
    .select([usable.as('usable'), reserved.as('reserved')])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const available = exact(stock.usable).minus(stock.reserved)
  if (available.lessThan(quantity))
    throw new Refusal('short_stock', [{ path: 'quantity', message: `${lotNo} 可用 ${available.toFixed()} kg` }])
}
