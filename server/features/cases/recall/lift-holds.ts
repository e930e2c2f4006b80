import { sql } from 'kysely'
import { recallActions } from '#contract/cases/recall.ts'
import type { recallApi } from '#contract/cases/recall-api.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { refuseConcerned } from '#contract/release/raw-release.ts'
import type { Handler, Tx } from '#kernel/serve.ts'
import { signEach, signEachAsSecond } from '#kernel/sign.ts'
import { liftHold } from '#server/features/warehouse/lot/hold-lot.ts'
import { lockLots } from '#server/features/warehouse/lot/lot.ts'
import { recordTrace } from '#server/features/tracing/trace/record-trace.ts'
import { recallRowOf } from './queries.ts'
import { takeRecall } from './take-recall.ts'

/**
 * 解除批次: after the recall, quality assurance and the 质量负责人 lift its hold from lots that may be used again; neither has tested, made or packed them. What
 * else speaks against a lot or its ancestors stays. A lot that is not to be used is rejected where every lot is.
 */
export const liftRecallHolds: Handler<typeof recallApi.lift> = async (tx, actor, { id, lotIds, conclusion, signature, approver }) => {
  const { caseNo } = await takeRecall(tx, actor, 'lift', { id })
  await lockLots(tx, lotIds)
  const held = await heldLots(tx, id, lotIds)
  for (const lotId of lotIds)
    if (!held.some((one) => one.lotId === lotId))
      throw new Refusal('not_held', [{ path: `lotIds.${lotIds.indexOf(lotId)}`, message: '该批没有本次召回的冻结，或已经解除' }])
  for (const { lotNo, analystIds, producerIds } of held) {
    if (analystIds.includes(actor.id)) throw new Refusal('analyst_releases', [{ path: 'lotIds', message: `您是 ${lotNo} 的检验人` }])
    if (producerIds.includes(actor.id))
      throw new Refusal('producer_releases', [{ path: 'lotIds', message: `您是 ${lotNo} 的生产或包装人员` }])
  }
  const signed = { meaning: recallActions.lift.signs, table: 'hold', ids: held.map(({ holdId }) => holdId) }
  await signEach(tx, actor, { ...signature, comment: conclusion }, signed)
  const second = await signEachAsSecond(tx, actor, approver, '13:approve', signed)
  for (const { lotNo, ...persons } of held) refuseConcerned(lotNo, persons, second)
  for (const { holdId } of held) await liftHold(tx, actor, holdId, { conclusion, secondId: second.id, evidence: caseNo })
  await recordTrace(
    tx,
    actor,
    held.map(({ lotId }) => ({
      lotId,
      kind: 'unfrozen' as const,
      occurredAt: tx.now().toISOString(),
      documentNo: caseNo,
      privateFacts: { hold: 'recall', conclusion },
    })),
  )
  return recallRowOf(tx, id)
}

/** Those of these lots on which the recall's hold still is, with who tested, made or packed them. */
async function heldLots(tx: Tx, caseId: string, lotIds: readonly string[]) {
  const { rows } = await sql<{ lotId: string; lotNo: string; holdId: string; analystIds: string[]; producerIds: string[] }>`
    select l.id as lot_id, l.lot_no, h.id as hold_id, analysts_of(l.id) as analyst_ids, producers_of(l.id) as producer_ids
    from recall_lot r join hold h on h.enterprise_id = r.enterprise_id and h.id = r.hold_id and h.lifted_at is null
      join lot l on l.enterprise_id = r.enterprise_id and l.id = r.lot_id
    where r.case_id = ${caseId}::uuid and r.lot_id = any (${[...lotIds]}::uuid[])`.execute(tx)
  return rows
}
