import { refusal, type Action } from '#contract/kernel/action.ts'
import type { FinishedLotRow } from '#contract/release/pack-lot.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import type { Actor, Tx } from '#kernel/serve.ts'
import { lockLot, type Lot } from '#server/features/warehouse/lot/lot.ts'
import { finishedLotRowOf } from './queries.ts'

/** Locks a finished lot until the transaction ends, having made sure this actor may do this to it now. */
export async function takeFinishedLot(
  tx: Tx,
  actor: Actor,
  action: Action<FinishedLotRow>,
  id: string,
): Promise<{ row: FinishedLotRow; lot: Lot }> {
  const lot = await lockLot(tx, id)
  const row = await finishedLotRowOf(tx, id)
  const code = refusal(action, row, actor)
  if (code) throw new Refusal(code)
  return { row, lot }
}
