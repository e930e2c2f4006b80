import { refusal, type Action } from '#contract/kernel/action.ts'
import type { PackLotRow } from '#contract/release/pack-lot.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import type { Actor, Tx } from '#kernel/serve.ts'
import { lockLot, type Lot } from '#server/features/warehouse/lot/lot.ts'
import { packLotRowOf } from './queries.ts'

/** Locks a pack lot until the transaction ends, having made sure this actor may do this to it now. */
export async function takePackLot(
  tx: Tx,
  actor: Actor,
  action: Action<PackLotRow>,
  id: string,
): Promise<{ row: PackLotRow; lot: Lot }> {
  const lot = await lockLot(tx, id)
  const row = await packLotRowOf(tx, id)
  const code = refusal(action, row, actor)
  if (code) throw new Refusal(code)
  return { row, lot }
}
