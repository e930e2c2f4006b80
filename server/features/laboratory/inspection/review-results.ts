import type { NotNull } from 'kysely'
import type { rawInspectionApi } from '#contract/laboratory/inspection-api.ts'
import { inspectionActions, type InspectionSide } from '#contract/laboratory/inspection.ts'
import { notify } from '#kernel/notify.ts'
import type { Handler, Tx } from '#kernel/serve.ts'
import { sign } from '#kernel/sign.ts'
import { advanceInspection, takeInspection } from './take-inspection.ts'

const page = (side: InspectionSide) => (side === 'raw' ? '/yuanliao-qingyan' : '/yinpian-zhijian')

/** 复核: a second person, who wrote none of the results, looks at the raw data and signs the record. */
export const reviewResults =
  (side: InspectionSide): Handler<typeof rawInspectionApi.review> =>
  async (tx, actor, { id, signature }) => {
    const { inspection } = await takeInspection(tx, actor, side, 'review', id)
    const record = await submittedRecord(tx, id)
    await tx
      .updateTable('testRecord')
      .set({ reviewedBy: actor.id, reviewedAt: tx.now().toISOString() })
      .where('id', '=', record.id)
      .execute()
    await sign(tx, actor, signature, { meaning: inspectionActions[side].review.signs, table: 'test_record', id: record.id })
    await tx.updateTable('testRecord').set({ state: 'reviewed' }).where('id', '=', record.id).execute()
    await notify(tx, actor, {
      duty: side === 'raw' ? '12:approve' : '17:approve',
      title: `${inspection.lotName} ${inspection.lotNo} 检验报告待批准`,
      page: page(side),
      q: inspection.requestNo,
      about: { table: 'inspection', id, asks: 'reviewed' },
    })
    return advanceInspection(tx, inspection, 'review')
  }

/** 退回检验: the reviewer, or later the approver, sends the record back with a reason; it stays beside the next one. */
export const sendBackResults =
  (side: InspectionSide, action: 'sendBack' | 'refuse'): Handler<typeof rawInspectionApi.sendBack> =>
  async (tx, actor, { id, reason }) => {
    const { inspection } = await takeInspection(tx, actor, side, action, id)
    const record = await submittedRecord(tx, id)
    await tx
      .updateTable('testRecord')
      .set({ state: 'returned', returnedBy: actor.id, returnedAt: tx.now().toISOString(), returnReason: reason })
      .where('id', '=', record.id)
      .execute()
    await notify(tx, actor, {
      duty: side === 'raw' ? '12:test' : '17:test',
      title: `${inspection.lotName} ${inspection.lotNo} 检验结果被退回`,
      body: reason,
      page: page(side),
      q: inspection.requestNo,
      about: { table: 'inspection', id, asks: 'sampled' },
    })
    return advanceInspection(tx, inspection, action)
  }

/** The record that was submitted and not sent back. */
const submittedRecord = (tx: Tx, inspectionId: string) =>
  tx
    .selectFrom('testRecord')
    .selectAll()
    .where('inspectionId', '=', inspectionId)
    .where('state', '<>', 'returned')
    .executeTakeFirstOrThrow()

/** The record that a second person has reviewed and that was not sent back. */
export const reviewedRecord = (tx: Tx, inspectionId: string) =>
  tx
    .selectFrom('testRecord')
    .selectAll()
    .where('inspectionId', '=', inspectionId)
    .where('state', '=', 'reviewed')
    // `reviewResults` writes the reviewer before the state.
    .$narrowType<{ reviewedBy: NotNull }>()
    .executeTakeFirstOrThrow()
