import { packLotActions, type packLotApi } from '#contract/release/pack-lot.ts'
import { approvalMeaning, refuseConcerned } from '#contract/release/raw-release.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import { notify } from '#kernel/notify.ts'
import { nextDocumentNo } from '#kernel/number.ts'
import type { Handler } from '#kernel/serve.ts'
import { sign, signAsSecond } from '#kernel/sign.ts'
import { setLotState } from '#server/features/warehouse/lot/lot.ts'
import { settleRejection } from '#server/features/cases/impact/settle-rejection.ts'
import { recordTrace } from '#server/features/tracing/trace/record-trace.ts'
import { computeChecks, subjectOf } from './compute-checks.ts'
import { moveToZone } from '#server/features/warehouse/stock/move-to-zone.ts'
import { takePackLot } from './take-pack-lot.ts'

/** 不放行: the 质量受权人 says why and the 质量负责人 approves; the packs go to the rejected zone, for good. */
export const rejectLot: Handler<typeof packLotApi.reject> = async (tx, actor, input) => {
  const action = packLotActions.reject
  const { row, lot } = await takePackLot(tx, actor, action, input.id)
  const subject = await subjectOf(tx, row)
  if (subject.report === undefined) throw new Refusal('wrong_state')

  const now = tx.now()
  const releaseNo = await nextDocumentNo(tx, 'FX', dayInShanghai(now))
  const release = await tx
    .insertInto('packRelease')
    .values({
      enterpriseId: actor.enterpriseId,
      releaseNo,
      lotId: lot.id,
      bulkLotId: row.bulkLotId,
      reportId: subject.report.id,
      decision: 'reject',
      checklist: JSON.stringify(computeChecks(subject)),
      reason: input.reason,
      packs: row.packs,
      quantity: lot.quantity,
      analystIds: subject.report.analystIds,
      producerIds: row.producerIds,
      decidedBy: actor.id,
      decidedAt: now.toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const record = { table: 'pack_release', id: release.id }
  await sign(tx, actor, input.signature, { meaning: action.signs, ...record })
  const second = await signAsSecond(tx, actor, input.approver, '13:approve', { meaning: approvalMeaning, ...record })
  refuseConcerned(lot.lotNo, { analystIds: subject.report.analystIds, producerIds: row.producerIds }, second)

  const document = { kind: 'pack_release', id: release.id, no: releaseNo }
  const { state } = await setLotState(tx, lot, action.to)
  await moveToZone(tx, actor, lot, { zone: 'rejected', placeId: input.placeId, document, occurredAt: now.toISOString() })
  await recordTrace(tx, actor, [
    {
      lotId: lot.id,
      kind: 'rejected',
      occurredAt: now.toISOString(),
      documentNo: releaseNo,
      publicFacts: { decision: '不放行' },
      privateFacts: { reason: input.reason },
    },
  ])
  await settleRejection(tx, actor, lot, { reason: `${lot.lotNo} 不予放行：${input.reason}`, secondId: second.id, document })
  await notify(tx, actor, {
    duty: '19:move',
    title: `${lot.name} ${lot.lotNo} 不予放行`,
    body: input.reason,
    page: '/yinpian-kucun',
    q: lot.lotNo,
  })
  return { id: lot.id, state, releaseNo }
}
