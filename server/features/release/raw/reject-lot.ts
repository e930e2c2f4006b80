import { sql } from 'kysely'
import { only } from '#contract/kernel/certain.ts'
import { refusal } from '#contract/kernel/action.ts'
import {
  approvalMeaning,
  computedChecks,
  refuseConcerned,
  rejectBatchAction,
  rejectLotAction,
  releaseActions,
  type FailedBatchStanding,
  type releaseApi,
} from '#contract/release/raw-release.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import { sideOfKind } from '#contract/warehouse/stock.ts'
import { nextDocumentNo } from '#kernel/number.ts'
import { notify } from '#kernel/notify.ts'
import type { Actor, Handler, Tx } from '#kernel/serve.ts'
import { sign, signAsSecond } from '#kernel/sign.ts'
import { lockLot, setLotState, type Lot } from '#server/features/warehouse/lot/lot.ts'
import { settleRejection } from '#server/features/cases/impact/settle-rejection.ts'
import { moveToRejected } from '#server/features/warehouse/stock/move-to-zone.ts'
import { readStock } from '#server/features/warehouse/stock/on-hand.ts'
import { recordTrace } from '#server/features/tracing/trace/record-trace.ts'
import { computedChecksOf, releaseRowOf } from './queries.ts'
import { takeRelease } from './take-release.ts'

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
  const { releaseNo } = await reject(tx, actor, lot, {
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

/** 判不合格 of any lot that is not rejected yet: one that was never tested, or one that was released and turned out wrong. */
export const rejectAnyLot: Handler<typeof releaseApi.rejectLot> = async (tx, actor, { id, ...given }) => {
  const lot = await lockLot(tx, id)
  const persons = await personsOf(tx, lot.id)
  const code = refusal(rejectLotAction, { state: lot.state, kind: lot.kind, ...persons }, actor)
  if (code !== undefined) throw new Refusal(code)
  return reject(tx, actor, lot, { ...given, ...persons, id: null, reportNo: null, checklist: [] })
}

/** Who tested a lot or the batch it was packed of, bought it and took it in: they do not decide about it (I7). */
async function personsOf(tx: Tx, lotId: string) {
  const { rows } = await sql<{ analystIds: string[]; buyerId: string | null; receiverIds: string[] }>`
    select array(select distinct unnest(analyst_ids) from report where report.enterprise_id = lot.enterprise_id
        and report.lot_id in (lot.id, (select p.bulk_lot_id from pack_lot p where p.enterprise_id = lot.enterprise_id and p.id = lot.id))) as analyst_ids,
      o.buyer_id, array_remove(array[c.received_by, c.checked_by], null) as receiver_ids
    from lot left join raw_lot w on w.enterprise_id = lot.enterprise_id and w.id = lot.id
    left join receipt c on c.enterprise_id = w.enterprise_id and c.id = w.receipt_id
    left join purchase_order o on o.enterprise_id = w.enterprise_id and o.id = w.order_id
    where lot.id = ${lotId}::uuid`.execute(tx)
  return only(rows)
}

type Rejection = {
  /** The approved report, when the rejection follows from one. */
  id: string | null
  reportNo: string | null
  analystIds: string[]
  buyerId: string | null
  receiverIds: string[]
  basis: string
  placeId?: string | undefined
  checklist: { item: string; answer: string; computed: boolean }[]
  signature: Parameters<typeof sign>[2]
  approver: Parameters<typeof signAsSecond>[2]
}

/**
 * Quality assurance signs the rejection and the 质量负责人 beside them (domain §2.3). The goods go to the rejected zone; what was made of the lot is
 * held, lot by lot, in an impact case.
 */
async function reject(
  tx: Tx,
  actor: Actor,
  lot: Lot,
  { id, reportNo, analystIds, buyerId, receiverIds, basis, placeId, checklist, signature, approver }: Rejection,
): Promise<{ releaseNo: string; caseNo: string | null }> {
  const now = tx.now()
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
  const record = { table: 'release_decision', id: decision.id }
  await sign(tx, actor, signature, { meaning: releaseActions.reject.signs, ...record })
  const second = await signAsSecond(tx, actor, approver, '13:approve', { meaning: approvalMeaning, ...record })
  refuseConcerned(lot.lotNo, { analystIds, buyerId, receiverIds }, second)
  await tx.updateTable('releaseDecision').set({ approvedBy: second.id }).where('id', '=', decision.id).execute()

  const document = { kind: 'release_decision', id: decision.id, no: releaseNo }
  await setLotState(tx, lot, 'rejected')
  await moveToRejected(tx, actor, lot, { placeId, document, occurredAt })
  await recordTrace(tx, actor, [
    {
      lotId: lot.id,
      kind: 'rejected',
      occurredAt,
      documentNo: releaseNo,
      publicFacts: reportNo === null ? {} : { reportNo },
      privateFacts: { basis },
    },
  ])
  const opened = await settleRejection(tx, actor, lot, { reason: `${lot.lotNo} 判定不合格：${basis}`, secondId: second.id, document })
  await notify(tx, actor, {
    ...(sideOfKind[lot.kind] === 'pack' ? { duty: '19:move', page: '/yinpian-kucun' } : { duty: '14:move', page: '/yuanliao-kucun' }),
    title: `${lot.name} ${lot.lotNo} 判定不合格`,
    body: basis,
    q: lot.lotNo,
  })
  return { releaseNo, caseNo: opened?.caseNo ?? null }
}
