import type { rawInspectionApi } from '#contract/laboratory/inspection-api.ts'
import type { InspectionSide } from '#contract/laboratory/inspection.ts'
import { notify } from '#kernel/notify.ts'
import type { Handler } from '#kernel/serve.ts'
import { advanceInspection, takeInspection } from './take-inspection.ts'

/** 受理: quality control accepts a request that another person made. */
export const acceptInspection =
  (side: InspectionSide): Handler<typeof rawInspectionApi.accept> =>
  async (tx, actor, { id }) => {
    const { inspection } = await takeInspection(tx, actor, side, 'accept', id)
    await tx
      .updateTable('inspection')
      .set({ acceptedBy: actor.id, acceptedAt: tx.now().toISOString(), state: 'accepted' })
      .where('id', '=', id)
      .execute()
    await notify(tx, actor, {
      duty: side === 'raw' ? '12:sample' : '16:sample',
      title: `${inspection.lotName} ${inspection.lotNo} 待取样`,
      page: side === 'raw' ? '/yuanliao-qingyan' : '/yinpian-qingyan',
      q: inspection.requestNo,
      about: { table: 'inspection', id, asks: 'accepted' },
    })
    return advanceInspection(tx, inspection, 'accept')
  }
