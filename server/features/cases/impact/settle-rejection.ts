import type { Actor, Tx } from '#kernel/serve.ts'
import { liftHolds } from '#server/features/warehouse/lot/hold-lot.ts'
import type { Lot } from '#server/features/warehouse/lot/lot.ts'
import { openImpact } from './open-impact.ts'

type Rejection = {
  reason: string
  /** The 质量负责人, who signed beside the actor. */
  secondId: string
  /** The record that both signed. */
  document: { kind: string; id: string; no: string }
}

/**
 * What follows from the rejection of a locked lot, whichever step rejected it: its state keeps it from every use now, so the holds of its
 * cases end; the impact cases that ask about it have their answer; and what was made of it is held in a case of its own.
 */
export async function settleRejection(tx: Tx, actor: Actor, lot: Lot, { reason, secondId, document }: Rejection) {
  await liftHolds(tx, actor, lot.id, ['oos', 'impact'], { conclusion: `判定不合格 ${document.no}`, secondId, evidence: document.no })
  const settled = await tx
    .updateTable('impactLot')
    .set({
      decision: 'reject',
      conclusion: reason,
      decidedBy: actor.id,
      decidedAt: tx.now().toISOString(),
      approvedBy: secondId,
      decidedWithTable: document.kind,
      decidedWithId: document.id,
    })
    .where('lotId', '=', lot.id)
    .where('decision', 'is', null)
    .returning('caseId')
    .execute()
  for (const { caseId } of settled) await closeWhenDecided(tx, actor, caseId)
  return openImpact(tx, actor, lot, { reason, document })
}

/** Closes a case in which no lot waits for a decision any more. Gives back how many do. */
export async function closeWhenDecided(tx: Tx, actor: Actor, caseId: string): Promise<number> {
  const { undecided } = await tx
    .selectFrom('impactLot')
    .select((eb) => eb.fn.countAll<number>().as('undecided'))
    .where('caseId', '=', caseId)
    .where('decision', 'is', null)
    .executeTakeFirstOrThrow()
  if (Number(undecided) === 0)
    await tx
      .updateTable('qualityCase')
      .set({ state: 'closed', closedBy: actor.id, closedAt: tx.now().toISOString() })
      .where('id', '=', caseId)
      .where('state', '=', 'open')
      .execute()
  return Number(undecided)
}
