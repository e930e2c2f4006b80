import type { rawInspectionApi } from '#contract/laboratory/inspection-api.ts'
import type { InspectionSide } from '#contract/laboratory/inspection.ts'
import { notify } from '#kernel/notify.ts'
import type { Handler } from '#kernel/serve.ts'
import { inspectionRowOf } from './queries.ts'
import { takeInspection } from './take-inspection.ts'

/** 退回: quality control does not accept the request, and gives the reason. A corrected request is a new one. */
export const returnInspection =
  (side: InspectionSide): Handler<typeof rawInspectionApi.return> =>
  async (tx, actor, { id, reason }) => {
    const { inspection } = await takeInspection(tx, actor, side, 'return', id)
    await tx
      .updateTable('inspection')
      .set({ state: 'returned', closedBy: actor.id, closedAt: tx.now().toISOString(), closeReason: reason })
      .where('id', '=', id)
      .execute()
    await notify(tx, actor, {
      duty: side === 'raw' ? '12:request' : '16:request',
      title: `${inspection.lotName} ${inspection.lotNo} 请验被退回`,
      body: reason,
      page: side === 'raw' ? '/yuanliao-qingyan' : '/yinpian-qingyan',
      at: { view: 'request', lot: inspection.lotId },
      about: { table: 'lot', id: inspection.lotId, asks: 'request' },
    })
    return inspectionRowOf(tx, side, id)
  }

/** 取消: a person with the duty to request takes a request back before anything was sampled. The lot has not moved, so it stays as it is. */
export const cancelInspection =
  (side: InspectionSide): Handler<typeof rawInspectionApi.cancel> =>
  async (tx, actor, { id, reason }) => {
    await takeInspection(tx, actor, side, 'cancel', id)
    await tx
      .updateTable('inspection')
      .set({ state: 'cancelled', closedBy: actor.id, closedAt: tx.now().toISOString(), closeReason: reason })
      .where('id', '=', id)
      .execute()
    return inspectionRowOf(tx, side, id)
  }
