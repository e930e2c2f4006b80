import { refusal } from '#contract/kernel/action.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { impactActions, type caseApi } from '#contract/cases/impact.ts'
import { approvalMeaning } from '#contract/release/raw-release.ts'
import { reasonText } from '#contract/warehouse/standing.ts'
import type { Actor, Handler, Tx } from '#kernel/serve.ts'
import { sign, signAsSecond } from '#kernel/sign.ts'
import { liftHold } from '#server/features/warehouse/lot/hold-lot.ts'
import { lockLot, setLotState, type Lot } from '#server/features/warehouse/lot/lot.ts'
import { reasonsAgainst } from '#server/features/warehouse/lot/standing.ts'
import { moveToRejected } from '#server/features/warehouse/stock/move-to-zone.ts'
import { recordTrace } from '#server/features/tracing/trace/record-trace.ts'
import { caseFileOf } from './queries.ts'

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
  const { caseNo, impact } = await takeImpact(tx, actor, id, lotId)
  if (decision === 'clear') await refuseUnlessAncestorsAllow(tx, lot)

  const decidedAt = new Date().toISOString()
  await tx.updateTable('impactLot').set({ decision, conclusion, decidedBy: actor.id, decidedAt }).where('id', '=', impact.id).execute()
  const record = { table: 'impact_lot', id: impact.id }
  await sign(tx, actor, signature, { meaning: impactActions.decide.signs, ...record })
  const second = await signAsSecond(tx, actor, approver, '13:approve', { meaning: approvalMeaning, ...record })
  await tx.updateTable('impactLot').set({ approvedBy: second.id }).where('id', '=', impact.id).execute()

  await liftHold(tx, actor, impact.holdId, { conclusion, secondId: second.id, evidence: caseNo })
  if (decision === 'reject') {
    await setLotState(tx, lot, 'rejected')
    await moveToRejected(tx, actor, lot, { placeId, document: { kind: 'quality_case', id, no: caseNo }, occurredAt: decidedAt })
  }
  await recordTrace(tx, actor, [
    {
      lotId: lot.id,
      kind: decision === 'reject' ? 'rejected' : 'unfrozen',
      occurredAt: decidedAt,
      documentNo: caseNo,
      privateFacts: { conclusion },
    },
  ])
  await closeWhenDecided(tx, actor, id)
  return caseFileOf(tx, id)
}

/** Locks the case and the question about one of its lots. */
async function takeImpact(tx: Tx, actor: Actor, id: string, lotId: string) {
  const found = await tx.selectFrom('qualityCase').select(['state', 'caseNo']).where('id', '=', id).forUpdate().executeTakeFirst()
  if (found === undefined) throw new Refusal('not_found')
  const code = refusal(impactActions.decide, found, actor)
  if (code !== undefined) throw new Refusal(code)
  const impact = await tx
    .selectFrom('impactLot')
    .select(['id', 'holdId'])
    .where('caseId', '=', id)
    .where('lotId', '=', lotId)
    .where('decision', 'is', null)
    .executeTakeFirst()
  if (impact === undefined) throw new Refusal('wrong_state')
  return { caseNo: found.caseNo, impact }
}

async function refuseUnlessAncestorsAllow(tx: Tx, lot: Lot) {
  const inherited = (await reasonsAgainst(tx, lot.id)).filter(({ isOwn }) => !isOwn)
  if (inherited.length > 0)
    throw new Refusal(
      'ancestor_unfit',
      inherited.map((reason) => ({ path: 'decision', message: `${lot.lotNo}：${reasonText(reason)}` })),
    )
}

async function closeWhenDecided(tx: Tx, actor: Actor, id: string) {
  const left = await tx.selectFrom('impactLot').select('id').where('caseId', '=', id).where('decision', 'is', null).executeTakeFirst()
  if (left !== undefined) return
  await tx
    .updateTable('qualityCase')
    .set({ state: 'closed', closedBy: actor.id, closedAt: new Date().toISOString() })
    .where('id', '=', id)
    .execute()
}
