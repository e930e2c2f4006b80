import { refusal } from '#contract/kernel/action.ts'
import { releaseActions, type ReleaseRow } from '#contract/release/raw-release.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import type { Actor, Tx } from '#kernel/serve.ts'
import { liftHold } from '#server/features/warehouse/lot/hold-lot.ts'
import { lockLot, type Lot } from '#server/features/warehouse/lot/lot.ts'
import { releaseRowOf } from './queries.ts'

/** Locks the lot of a report until the transaction ends, having made sure this actor may decide so about it now. */
export async function takeRelease(
  tx: Tx,
  actor: Actor,
  action: keyof typeof releaseActions,
  id: string,
): Promise<{ release: ReleaseRow; lot: Lot }> {
  const lot = await lockLot(tx, (await releaseRowOf(tx, id)).lotId)
  const release = await releaseRowOf(tx, id)
  const code = refusal(releaseActions[action], release, actor)
  if (code) throw new Refusal(code)
  return { release, lot }
}

/** A rejected lot needs no OOS hold any more: its state keeps it, and what was made of it, from every use, and the goods must be free to leave. */
export async function liftOosHolds(tx: Tx, actor: Actor, lotId: string, lifting: { conclusion: string; secondId: string }): Promise<void> {
  const holds = await tx
    .selectFrom('hold')
    .select('id')
    .where('lotId', '=', lotId)
    .where('kind', '=', 'oos')
    .where('liftedAt', 'is', null)
    .execute()
  for (const hold of holds) await liftHold(tx, actor, hold.id, lifting)
}
