import { recallActions } from '#contract/cases/recall.ts'
import type { RecallRow } from '#contract/cases/recall-file.ts'
import { refusal } from '#contract/kernel/action.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import type { Actor, Tx } from '#kernel/serve.ts'
import { recallRowOf } from './queries.ts'

/** Locks a recall until the transaction ends. Refused when this actor may not do this to it now, or has seen an older version. */
export async function takeRecall(
  tx: Tx,
  actor: Actor,
  action: keyof typeof recallActions,
  { id, rowVersion }: { id: string; rowVersion?: number },
): Promise<RecallRow> {
  await tx.selectFrom('recallCase').select('id').where('id', '=', id).forUpdate().execute()
  const row = await recallRowOf(tx, id)
  if (rowVersion !== undefined && row.rowVersion !== rowVersion) throw new Refusal('stale')
  const code = refusal(recallActions[action], row, actor)
  if (code !== undefined) throw new Refusal(code)
  return row
}
