import { refusal } from '#contract/kernel/action.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { sideOfKind, storable, stockActions, type StockSide } from '#contract/warehouse/stock.ts'
import type { Actor, Tx } from '#kernel/serve.ts'
import { lockLot, type Lot } from '#server/features/warehouse/lot/lot.ts'

/** Locks a lot of this side of the warehouse, having made sure this actor may do this to it now. A lot of the other side is not found. */
export async function takeLot(tx: Tx, actor: Actor, side: StockSide, what: keyof (typeof stockActions)['raw'], id: string): Promise<Lot> {
  const lot = await lockLot(tx, id)
  if (sideOfKind[lot.kind] !== side) throw new Refusal('not_found')
  const code = refusal(stockActions[side][what], storable(lot), actor)
  if (code !== undefined) throw new Refusal(code === 'wrong_state' ? 'not_held' : code)
  return lot
}
