import { refusal } from '#contract/kernel/action.ts'
import { correctionActions, type CorrectionRow } from '#contract/cases/correction.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import type { Actor, Tx } from '#kernel/serve.ts'
import { correctionRow } from './queries.ts'

/** Locks a correction until the transaction ends. Refused when this actor may not do this to it now. */
export async function takeCorrection(tx: Tx, actor: Actor, action: keyof typeof correctionActions, id: string): Promise<CorrectionRow> {
  await tx.selectFrom('correction').select('id').where('id', '=', id).forUpdate().execute()
  const row = await correctionRow(tx, id)
  const code = refusal(correctionActions[action], row, actor)
  if (code !== undefined) throw new Refusal(code)
  return row
}
