import { exact } from '#contract/kernel/exact-decimal.ts'
import { productionActions } from '#contract/making/production.ts'
import type { productionApi } from '#contract/making/production-api.ts'
import { approvalMeaning } from '#contract/release/raw-release.ts'
import { notify } from '#kernel/notify.ts'
import type { Handler } from '#kernel/serve.ts'
import { sign, signAsSecond } from '#kernel/sign.ts'
import { moveStock } from '#server/features/warehouse/stock/move-stock.ts'
import { recordTrace } from '#server/features/tracing/trace/record-trace.ts'
import { netOf } from './issue-materials.ts'
import { advanceOrder, fedOrder, issueOf, orderDocument, takeOrder, titleOf } from './take-order.ts'

/**
 * 终止: QA and the 质量负责人 end a batch whose charge may not be used any more. No lot is born, a step that runs stays as it was recorded, and
 * everything that was issued is destroyed: it was mixed with what may not be used. The line is free for the next batch.
 */
export const terminateBatch: Handler<typeof productionApi.terminate> = async (tx, actor, { id, reason, signature, approver }) => {
  const action = productionActions.terminate
  const order = fedOrder(await takeOrder(tx, actor, action, id))
  const now = tx.now().toISOString()
  await tx
    .updateTable('productionOrder')
    .set({ cancelReason: reason, cancelledBy: actor.id, cancelledAt: now })
    .where('id', '=', order.id)
    .execute()
  const record = { table: 'production_order', id: order.id }
  await sign(tx, actor, signature, { meaning: action.signs, ...record })
  const second = await signAsSecond(tx, actor, approver, '13:approve', { meaning: approvalMeaning, ...record })

  const { weighings } = issueOf(order)
  const issued = order.charged.map(({ lot }) => ({ lotId: lot.id, quantity: netOf(weighings, lot.id) }))
  await moveStock(
    tx,
    actor,
    issued
      .filter(({ quantity }) => !exact(quantity).isZero())
      .map((line) => ({
        ...line,
        from: { only: 'production' as const },
        to: { only: 'loss' as const },
        kind: 'destroy' as const,
        document: orderDocument(order),
        reason: `生产终止：${reason}`,
        occurredAt: now,
      })),
  )
  await recordTrace(
    tx,
    actor,
    issued.map(({ lotId, quantity }) => ({
      lotId,
      kind: 'terminated' as const,
      occurredAt: now,
      place: order.workshop,
      documentNo: order.orderNo,
      privateFacts: { order: order.batchNo, product: order.productName, quantity, reason },
    })),
  )
  const changed = await advanceOrder(tx, order, action, { terminationApprovedBy: second.id })
  for (const duty of ['15:create', '15:execute'] as const)
    await notify(tx, actor, {
      duty,
      title: `${titleOf(order)} 已终止，请清场`,
      body: `${reason}；在产物料报废，${order.workshop} ${order.line} 空出`,
      page: '/yinpian-shengchan',
      q: order.orderNo,
    })
  return changed
}
