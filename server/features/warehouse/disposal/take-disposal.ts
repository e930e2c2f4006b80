import { disposalActions, type DisposalLine, type DisposalRow } from '#contract/warehouse/disposal.ts'
import { refusal } from '#contract/kernel/action.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import type { Actor, Tx } from '#kernel/serve.ts'
import { lockLots, type Lot } from '#server/features/warehouse/lot/lot.ts'
import { disposalLinesOf, disposalRowOf } from './queries.ts'

type Taken = { row: DisposalRow; lines: DisposalLine[]; lots: Lot[] }

/** Locks the lots of a disposal and then itself. Refused when this actor may not do this to it now, or has seen an older version. */
export async function takeDisposal(
  tx: Tx,
  actor: Actor,
  action: keyof typeof disposalActions,
  { id, rowVersion }: { id: string; rowVersion?: number },
): Promise<Taken> {
  // What a disposal is about never changes, so its lots are known before it is locked.
  const lots = await lockLots(
    tx,
    (await disposalLinesOf(tx, id)).map(({ lotId }) => lotId),
  )
  await tx.selectFrom('disposalCase').select('id').where('id', '=', id).forUpdate().execute()
  const row = await disposalRowOf(tx, id)
  const code = refusal(disposalActions[action], row, actor)
  if (code !== undefined) throw new Refusal(code)
  if (rowVersion !== undefined && row.rowVersion !== rowVersion) throw new Refusal('stale')
  return { row, lines: await disposalLinesOf(tx, id), lots }
}
