import { refusal } from '#contract/kernel/action.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { clearingRefusal, impactActions, type caseApi, type ImpactDecision } from '#contract/cases/impact.ts'
import { approvalMeaning } from '#contract/release/raw-release.ts'
import { reasonText } from '#contract/warehouse/standing.ts'
import type { Actor, Handler, Tx } from '#kernel/serve.ts'
import { sign, signAsSecond } from '#kernel/sign.ts'
import { liftHold } from '#server/features/warehouse/lot/hold-lot.ts'
import { lockLot, setLotState, type Lot } from '#server/features/warehouse/lot/lot.ts'
import { reasonsAgainst } from '#server/features/warehouse/lot/standing.ts'
import { moveToRejected } from '#server/features/warehouse/stock/move-to-zone.ts'
import { recordTrace } from '#server/features/tracing/trace/record-trace.ts'
import { personsOf } from './queries.ts'
import { closeWhenDecided, settleRejection } from './settle-rejection.ts'

/**
 * Quality assurance decides about one lot of an impact case, the 质量负责人 beside them. It is cleared only when its ancestors allow its use
 * again (`ancestor_unfit`): no signature makes a good lot of a rejected herb. The last decision closes the case.
 */
export const decideLot: Handler<typeof caseApi.decide> = async (
  tx,
  actor,
  { id, lotId, decision, conclusion, placeId, signature, approver },
) => {
  const lot = await lockLot(tx, lotId)
  const { caseNo, impact, persons } = await takeImpact(tx, actor, id, lot, decision)
  if (decision === 'clear') await refuseUnlessAncestorsAllow(tx, lot)

  const decidedAt = tx.now().toISOString()
  await tx
    .updateTable('impactLot')
    .set({ decision, conclusion, decidedBy: actor.id, decidedAt, ...persons })
    .where('id', '=', impact.id)
    .execute()
  const record = { table: 'impact_lot', id: impact.id }
  await sign(tx, actor, signature, { meaning: impactActions.decide.signs, ...record })
  const second = await signAsSecond(tx, actor, approver, '13:approve', { meaning: approvalMeaning, ...record })
  await tx.updateTable('impactLot').set({ approvedBy: second.id }).where('id', '=', impact.id).execute()

  await recordTrace(tx, actor, [
    {
      lotId: lot.id,
      kind: decision === 'reject' ? 'rejected' : 'unfrozen',
      occurredAt: decidedAt,
      documentNo: caseNo,
      privateFacts: { conclusion },
    },
  ])
  if (decision === 'clear') await liftHold(tx, actor, impact.holdId, { conclusion, secondId: second.id, evidence: caseNo })
  else {
    await setLotState(tx, lot, 'rejected')
    await moveToRejected(tx, actor, lot, { placeId, document: { kind: 'quality_case', id, no: caseNo }, occurredAt: decidedAt })
    const document = { kind: 'impact_lot', id: impact.id, no: caseNo }
    await settleRejection(tx, actor, lot, { reason: `${lot.lotNo} 判定不合格：${conclusion}`, secondId: second.id, document })
  }
  const undecided = await closeWhenDecided(tx, actor, id)
  return { state: undecided === 0 ? 'closed' : 'open', undecided }
}

/** Locks the case and the question about one of its lots, having made sure this actor may decide it so. */
async function takeImpact(tx: Tx, actor: Actor, id: string, lot: Lot, decision: ImpactDecision) {
  const found = await tx.selectFrom('qualityCase').select(['state', 'caseNo']).where('id', '=', id).forUpdate().executeTakeFirst()
  if (found === undefined) throw new Refusal('not_found')
  const persons = await personsOf(tx, lot.id)
  const code =
    refusal(impactActions.decide, { ...found, ...persons }, actor) ?? (decision === 'clear' ? clearingRefusal(persons, actor) : undefined)
  if (code !== undefined) throw new Refusal(code)
  const impact = await tx
    .selectFrom('impactLot')
    .select(['id', 'holdId'])
    .where('caseId', '=', id)
    .where('lotId', '=', lot.id)
    .where('decision', 'is', null)
    .executeTakeFirst()
  if (impact === undefined) throw new Refusal('wrong_state')
  return { caseNo: found.caseNo, impact, persons }
}

async function refuseUnlessAncestorsAllow(tx: Tx, lot: Lot) {
  const inherited = (await reasonsAgainst(tx, lot.id)).filter(({ isOwn }) => !isOwn)
  if (inherited.length > 0)
    throw new Refusal(
      'ancestor_unfit',
      inherited.map((reason) => ({ path: 'decision', message: `${lot.lotNo}：${reasonText(reason)}` })),
    )
}
