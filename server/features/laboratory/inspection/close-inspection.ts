import type { rawInspectionApi } from '#contract/laboratory/inspection-api.ts'
import { inspectionActions, type InspectionRow, type InspectionSide } from '#contract/laboratory/inspection.ts'
import { notify } from '#kernel/notify.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import type { Actor, Handler, Tx } from '#kernel/serve.ts'
import { proveSecond, proveSigner, writeSignatures } from '#kernel/sign.ts'
import { setLotState } from '#server/features/warehouse/lot/lot.ts'
import { inspectionRowOf } from './queries.ts'
import { giveBackSamples } from './give-back-samples.ts'
import { reopenPoint } from './stability-points.ts'
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
    await reopenPoint(tx, id)
    await askAgain(tx, actor, inspection, { what: '请验被退回', reason })
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
    await reopenPoint(tx, id)
    return inspectionRowOf(tx, side, id)
  }

/**
 * 终止检验: the laboratory and quality assurance give a sampled request up, for a reason. Only while nothing was measured, since a saved value is reported.
 * The samples go back to the lot or are scrapped, and the lot is what it was before it was sampled.
 */
export const giveUpInspection =
  (side: InspectionSide): Handler<typeof rawInspectionApi.giveUp> =>
  async (tx, actor, { id, reason, samples, signature, second }) => {
    const { inspection, lot } = await takeInspection(tx, actor, side, 'giveUp', id)
    const measured = await tx.selectFrom('testResult').select('id').where('inspectionId', '=', id).executeTakeFirst()
    if (measured !== undefined) throw new Refusal('results_exist')
    const signer = await proveSigner(actor, signature)
    const other = await proveSecond(actor, second, '13:decide')
    const occurredAt = tx.now().toISOString()
    await giveBackSamples(tx, actor, { lot, inspectionId: id, way: samples, reason })
    await tx
      .updateTable('inspection')
      .set({ state: 'cancelled', closedBy: actor.id, closedSecondBy: other.id, closedAt: occurredAt, closeReason: reason })
      .where('id', '=', id)
      .execute()
    await reopenPoint(tx, id)
    const signed = { table: 'inspection', id, meaning: inspectionActions[side].giveUp.signs }
    await writeSignatures(tx, [
      { signer, ...signed },
      { signer: other, ...signed, meaning: `${signed.meaning}（第二人）` },
    ])
    if (lot.state === 'under_test') await setLotState(tx, lot, inspection.requestKind === 'periodic' ? 'retest_due' : 'quarantine')
    await askAgain(tx, actor, inspection, { what: '检验已终止，请重新请验', reason })
    return inspectionRowOf(tx, side, id)
  }

/** Whoever asked is asked to ask again: the warehouse or the workshop about a lot, quality assurance about what came back. */
const askAgain = (tx: Tx, actor: Actor, inspection: InspectionRow, { what, reason }: { what: string; reason: string }) => {
  const title = `${inspection.lotName} ${inspection.lotNo} ${what}`
  if (inspection.requestKind === 'return')
    return notify(tx, actor, { duty: '13:decide', title, body: reason, page: '/yinpian-qingyan', at: { view: 'returned' } })
  if (inspection.requestKind === 'stability')
    return notify(tx, actor, {
      duty: '13:decide',
      title,
      body: reason,
      page: '/system-jilu',
      at: { view: 'stability', list: 'points' },
      q: inspection.lotNo,
    })
  return notify(tx, actor, {
    duty: inspection.side === 'raw' ? '12:request' : '16:request',
    title,
    body: reason,
    page: inspection.side === 'raw' ? '/yuanliao-qingyan' : '/yinpian-qingyan',
    at: { view: 'request', lot: inspection.lotId },
    about: { table: 'lot', id: inspection.lotId, asks: 'request' },
  })
}
