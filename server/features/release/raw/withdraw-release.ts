import { releaseActions, type releaseApi } from '#contract/release/raw-release.ts'
import { notify } from '#kernel/notify.ts'
import type { Handler } from '#kernel/serve.ts'
import { sign } from '#kernel/sign.ts'
import { openImpact } from '#server/features/cases/impact/open-impact.ts'
import { setLotState } from '#server/features/warehouse/lot/lot.ts'
import { recordTrace } from '#server/features/tracing/trace/record-trace.ts'
import { moveToZone } from '#server/features/warehouse/stock/move-to-zone.ts'
import { releaseFileOf } from './queries.ts'
import { takeRelease } from './take-release.ts'

/**
 * 撤回放行: a lot goes back to quarantine, goods and all, until it has been inspected anew; also one that is due for its retest or under it. What was already made
 * of it is listed in the message to production and quality assurance.
 */
export const withdrawRelease: Handler<typeof releaseApi.withdraw> = async (tx, actor, { id, reason, placeId, signature }) => {
  const { lot, release } = await takeRelease(tx, actor, 'withdraw', id)
  const occurredAt = tx.now().toISOString()
  const { decisionId, releaseNo } = await tx
    .selectFrom('releaseDecision')
    .select(['id as decisionId', 'releaseNo'])
    // Not by the report: a correction may have put another version in the place of the one that was decided about.
    .where('id', '=', release.decisionId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  await tx
    .updateTable('releaseDecision')
    .set({ state: 'withdrawn', withdrawnBy: actor.id, withdrawnAt: occurredAt, withdrawalReason: reason })
    .where('id', '=', decisionId)
    .execute()
  await sign(tx, actor, signature, { meaning: releaseActions.withdraw.signs, table: 'release_decision', id: decisionId })

  // A retest that is under way goes on: its report is decided about as any other.
  if (lot.state === 'released' || lot.state === 'retest_due') await setLotState(tx, lot, 'quarantine')
  await moveToZone(tx, actor, lot, {
    zone: 'quarantine',
    placeId,
    document: { kind: 'release_decision', id: decisionId, no: releaseNo },
    occurredAt,
  })
  await openImpact(tx, actor, lot, {
    reason: `${lot.lotNo} 撤回放行：${reason}`,
    document: { kind: 'release_decision', id: decisionId, no: releaseNo },
  })
  const file = await releaseFileOf(tx, id)
  await recordTrace(tx, actor, [
    {
      lotId: lot.id,
      kind: 'withdrawn',
      occurredAt,
      documentNo: releaseNo,
      privateFacts: { reason, downstream: file.downstream.map(({ lotNo }) => lotNo) },
    },
  ])
  const body = file.downstream.length === 0 ? reason : `${reason}；已用于 ${file.downstream.map(({ lotNo }) => lotNo).join('、')}`
  await notify(tx, actor, { duty: '15:qa', title: `${lot.name} ${lot.lotNo} 撤回放行`, body, page: '/yuanliao-fangxing', q: lot.lotNo })
  await notify(tx, actor, {
    duty: '15:create',
    title: `${lot.name} ${lot.lotNo} 撤回放行，停止使用`,
    body,
    page: '/yuanliao-kucun',
    q: lot.lotNo,
  })
  return file
}
