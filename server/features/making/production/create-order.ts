import { Refusal } from '#contract/kernel/refusals.ts'
import type { productionApi } from '#contract/making/production-api.ts'
import { dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import { notify } from '#kernel/notify.ts'
import { documentNo } from '#kernel/number.ts'
import type { Handler, Tx } from '#kernel/serve.ts'
import { findProcesses, findStandard } from './find-processes.ts'
import { planCharge } from './plan-charge.ts'
import { together } from '#tools/together.ts'

/** Writes a production order on the effective process, which it keeps as it is now (domain §2.5 批生产指令). */
export const createOrder: Handler<typeof productionApi.create> = async (tx, actor, { productId, lots, auxiliaries, lineId, remark }) => {
  const [[product], standard] = await together([findProcesses(tx, { productId }), findStandard(tx, productId)])
  if (product === undefined) throw new Refusal('process_missing')
  if (standard === undefined) throw new Refusal('standard_missing')
  const { workshop, line } = await lineOf(tx, lineId, product.isToxic)
  const { planned, charge } = await planCharge(tx, product, { lots, auxiliaries })

  const order = await tx
    .insertInto('productionOrder')
    .values({
      enterpriseId: actor.enterpriseId,
      orderNo: documentNo('SC', dayInShanghai(tx.now())),
      productId,
      productName: product.name,
      initials: product.initials,
      cutSpec: product.cutSpec,
      processingMethod: product.processingMethod,
      shelfLifeMonths: product.shelfLifeMonths,
      isToxic: product.isToxic,
      standardVersionId: standard.id,
      standardName: standard.name,
      processVersionId: product.processVersionId,
      process: JSON.stringify(product.process),
      plannedInput: planned,
      charge: charge.map(({ lot, quantity }) => `${lot.name} ${lot.lotNo} ${quantity} kg`).join('；'),
      isBlend: lots.length > 1,
      workshop,
      line,
      lineId,
      remark,
      createdBy: actor.id,
    })
    .returning(['id', 'orderNo', 'batchNo', 'rowVersion', 'isBlend'])
    .executeTakeFirstOrThrow()
  await tx.later(
    tx.insertInto('productionInput').values(
      charge.map(({ lot, materialId, role, quantity, ratio, tolerance, reason }) => ({
        enterpriseId: actor.enterpriseId,
        orderId: order.id,
        isBlend: order.isBlend,
        lotId: lot.id,
        materialId,
        role,
        quantity,
        ratio,
        tolerance,
        reason,
      })),
    ),
  )
  await notify(tx, actor, {
    duty: '15:approve',
    title: `${product.name} 生产指令待批准`,
    body: `${order.orderNo}，计划投料 ${planned} kg`,
    page: '/yinpian-shengchan',
    q: order.orderNo,
    about: { table: 'production_order', id: order.id, asks: 'pending' },
  })
  const { isBlend: _, ...created } = order
  return { ...created, state: 'pending' }
}

/** The line of the register; whether it is clean and free is asked when the batch begins. */
export async function lineOf(tx: Tx, id: string, isToxic: boolean): Promise<{ workshop: string; line: string }> {
  const path = 'lineId'
  const line = await tx.selectFrom('asset').select(['kind', 'number', 'place', 'state', 'isToxic']).where('id', '=', id).executeTakeFirst()
  if (line?.kind !== 'line') throw new Refusal('asset_unknown', [{ path, message: '请选择生产线' }])
  if (line.state === 'out_of_service') throw new Refusal('asset_out_of_service', [{ path, message: line.number }])
  if (isToxic && !line.isToxic) throw new Refusal('asset_not_dedicated', [{ path, message: line.number }])
  return { workshop: line.place, line: line.number }
}
