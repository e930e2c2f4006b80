import { refusal, type Action } from '#contract/kernel/action.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import type { StandardRow } from '#contract/laboratory/standard.ts'
import type { Actor, Tx } from '#kernel/serve.ts'
import { editionOf } from './queries.ts'

/** Takes an edition for one step and locks its whole standard, since editions follow one another. Refused when the step is not allowed now. */
export async function takeEdition(
  tx: Tx,
  actor: Actor,
  id: string,
  action: Action<StandardRow>,
  rowVersion?: number,
): Promise<StandardRow> {
  const { standardId } = await editionOf(tx, id)
  await tx.selectFrom('standard').select('id').where('id', '=', standardId).forUpdate().execute()
  const row = await editionOf(tx, id)
  const no = refusal(action, row, actor)
  if (no !== undefined) throw new Refusal(no)
  if (rowVersion !== undefined && row.rowVersion !== rowVersion) throw new Refusal('stale')
  return row
}
