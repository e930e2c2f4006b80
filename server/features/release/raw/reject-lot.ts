import { refusal } from '#contract/kernel/action.ts'
import {
  computedChecks,
  rejectBatchAction,
  releaseActions,
  type FailedBatchStanding,
  type releaseApi,
  type ReleaseRow,
} from '#contract/release/raw-release.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import { nextDocumentNo } from '#kernel/number.ts'
import { notify } from '#kernel/notify.ts'
import type { Actor, Handler, Tx } from '#kernel/serve.ts'
import { sign } from '#kernel/sign.ts'
import { lockLot, setLotState, type Lot } from '#server/features/warehouse/lot/lot.ts'
import { moveToZone } from '#server/features/warehouse/stock/move-to-zone.ts'
import { readStock } from '#server/features/warehouse/stock/on-hand.ts'
import { recordTrace } from '#server/features/tracing/trace/record-trace.ts'
import { computedChecksOf, releaseRowOf } from './queries.ts'
import { liftOosHolds, takeRelease } from './take-release.ts'

/** 判不合格: quality assurance rejects a reported raw lot, says why and signs; the goods go to the rejected zone. */
export const rejectLot: Handler<typeof releaseApi.reject> = async (tx, actor, { id, ...given }) => {
  const { release, lot } = await takeRelease(tx, actor, 'reject', id)
  const checks = await computedChecksOf(tx, release)
  await reject(tx, actor, lot, {
    ...release,
    ...given,
    checklist: checks.map(({ check, ok }) => ({ item: computedChecks[check], answer: ok ? '是' : '否', computed: true })),
  })
  return releaseRowOf(tx, id)
}

/** The same for a bulk batch whose report does not conform (page 17); it has no buyer and no receiver. */
export const rejectBatch: Handler<typeof releaseApi.rejectBatch> = async (tx, actor, { id, ...given }) => {
  const found = await tx.selectFrom('inspection').select('lotId').where('id', '=', id).where('side', '=', 'bulk').executeTakeFirst()
  if (found === undefined) throw new Refusal('not_found')
  const lot = await lockLot(tx, found.lotId)
  const { state } = await tx.selectFrom('inspection').select('state').where('id', '=', id).executeTakeFirstOrThrow()
  const report = await tx
    .selectFrom('report')
    .select(['id', 'conforms', 'analystIds', 'reportNo'])
    .where('inspectionId', '=', id)
    .where('state', '=', 'approved')
    .executeTakeFirst()
  const row: FailedBatchStanding = {
    state,
    verdict: report?.conforms === false ? 'FAIL' : 'PASS',
    lotState: lot.state,
    analystIds: report?.analystIds ?? [],
  }
  const code = refusal(rejectBatchAction, row, actor)
  if (code !== undefined || report === undefined) throw new Refusal(code ?? 'wrong_state')
  const releaseNo = await reject(tx, actor, lot, {
    ...given,
    id: report.id,
    reportNo: report.reportNo,
    analystIds: report.analystIds,
    buyerId: null,
    receiverIds: [],
    checklist: [{ item: computedChecks.report, answer: '否', computed: true }],
  })
  return { releaseNo }
}

type Rejection = Pick<ReleaseRow, 'id' | 'reportNo' | 'analystIds' | 'receiverIds'> & {
  buyerId: string | null
  basis: string
  placeId: string
  checklist: { item: string; answer: string; computed: boolean }[]
  signature: Parameters<typeof sign>[2]
}

async function reject(
  tx: Tx,
  actor: Actor,
  lot: Lot,
  { id, reportNo, analystIds, buyerId, receiverIds, basis, placeId, checklist, signature }: Rejection,
): Promise<string> {
  const now = new Date()
  const occurredAt = now.toISOString()
  const releaseNo = await nextDocumentNo(tx, 'FX', dayInShanghai(now))
  const decision = await tx
    .insertInto('releaseDecision')
    .values({
      enterpriseId: actor.enterpriseId,
      releaseNo,
      lotId: lot.id,
      reportId: id,
      decision: 'reject',
      state: 'rejected',
      quantity: (await readStock(tx, lot.id)).onHand,
      checklist: JSON.stringify(checklist),
      basis,
      analystIds,
      buyerId,
      receiverIds,
      decidedBy: actor.id,
      decidedAt: occurredAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await sign(tx, actor, signature, { meaning: releaseActions.reject.signs, table: 'release_decision', id: decision.id })

  await setLotState(tx, lot, 'rejected')
  await liftOosHolds(tx, actor, lot.id, `判定不合格 ${releaseNo}`)
  await moveToZone(tx, actor, lot, {
    zone: 'rejected',
    placeId,
    document: { kind: 'release_decision', id: decision.id, no: releaseNo },
    occurredAt,
  })
  await recordTrace(tx, actor, [
    { lotId: lot.id, kind: 'rejected', occurredAt, documentNo: releaseNo, publicFacts: { reportNo }, privateFacts: { basis } },
  ])
  await notify(tx, actor, {
    duty: '14:move',
    title: `${lot.name} ${lot.lotNo} 判定不合格`,
    body: basis,
    page: lot.kind === 'bulk' ? '/yinpian-kucun' : '/yuanliao-kucun',
    q: lot.lotNo,
  })
  return releaseNo
}
