import { refusal } from '#contract/kernel/action.ts'
import { releaseActions, type ReleaseRow } from '#contract/release/raw-release.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import type { Actor, Tx } from '#kernel/serve.ts'
import { lockLot, type Lot } from '#server/features/warehouse/lot/lot.ts'
import { refuseHeld } from '#server/features/warehouse/lot/standing.ts'
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
  if (code === 'lot_held') await refuseHeld(tx, lot, 'lot')
  if (code) throw new Refusal(code)
  return { release, lot }
}
