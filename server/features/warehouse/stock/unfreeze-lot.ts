import { sql } from 'kysely'
import { only } from '#contract/kernel/certain.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { liftableHoldKind, needsEvidence, stockActions, type stockApi, type StockSide } from '#contract/warehouse/stock.ts'
import type { Handler, Tx } from '#kernel/serve.ts'
import { sign, signAsSecond } from '#kernel/sign.ts'
import { liftHold } from '#server/features/warehouse/lot/hold-lot.ts'
import { recordTrace } from '#server/features/tracing/trace/record-trace.ts'
import { takeLot } from './take-lot.ts'

/** Nobody lifts a hold of a lot that is their own work; the database says the same of every hold that people lift. */
async function refuseOwnWork(tx: Tx, lotId: string, { liftedBy, secondId }: { liftedBy: string; secondId: string }): Promise<void> {
  const { rows } = await sql<{ workers: string[] }>`select workers_on(${lotId}::uuid) as workers`.execute(tx)
  const { workers } = only(rows)
  if (workers.includes(liftedBy)) throw new Refusal('hold_own_work')
  if (workers.includes(secondId)) throw new Refusal('hold_own_work', [{ path: 'approver.userName', message: '会签人做过这批的工作' }])
}

/** Quality assurance and the 质量负责人 lift one hold of a lot with the conclusion that allows it; nobody lifts one alone. Other holds stay. */
export const unfreezeLot =
  (side: StockSide): Handler<(typeof stockApi)['raw']['unfreeze']> =>
  async (tx, actor, { id, holdId, conclusion, evidence, signature, approver }) => {
    const lot = await takeLot(tx, actor, side, 'unfreeze', id)
    const hold = await tx
      .selectFrom('hold')
      .select(['kind'])
      .where('id', '=', holdId)
      .where('lotId', '=', lot.id)
      .where('liftedAt', 'is', null)
      .executeTakeFirst()
    if (hold === undefined) throw new Refusal('not_held')
    if (!liftableHoldKind.safeParse(hold.kind).success) throw new Refusal('hold_of_case')
    if (needsEvidence(hold.kind) && evidence === '')
      throw new Refusal('evidence_required', [{ path: 'evidence', message: '请写明解除的依据' }])

    const signed = { meaning: stockActions[side].unfreeze.signs, table: 'hold', id: holdId }
    await sign(tx, actor, { ...signature, comment: conclusion }, signed)
    const second = await signAsSecond(tx, actor, approver, '13:approve', signed)
    await refuseOwnWork(tx, lot.id, { liftedBy: actor.id, secondId: second.id })
    await liftHold(tx, actor, holdId, { conclusion, evidence, secondId: second.id })
    await recordTrace(tx, actor, [
      {
        lotId: lot.id,
        kind: 'unfrozen',
        occurredAt: tx.now().toISOString(),
        privateFacts: { hold: hold.kind, conclusion, ...(evidence && { evidence }) },
      },
    ])
    return { holds: lot.holds - 1 }
  }
