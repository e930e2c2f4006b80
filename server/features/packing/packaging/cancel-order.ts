import { packagingActions, type packagingApi } from '#contract/packing/packaging.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import type { Handler } from '#kernel/serve.ts'
import { setCodeState } from '#server/features/packing/codes/code-spans.ts'
import { endReservations } from '#server/features/warehouse/stock/move-stock.ts'
import { pieceAccounts } from './pack-materials.ts'
import { readIssued } from './read-issued.ts'
import { together } from '#tools/together.ts'
import { advanceOrder, orderDocument, takeOrder } from './take-order.ts'

/** 取消 before anything was packed. Labels already issued are destroyed and their codes void for ever; the reservation of the batch ends. */
export const cancelOrder: Handler<typeof packagingApi.cancel> = async (tx, actor, input) => {
  const action = packagingActions.cancel
  const order = await takeOrder(tx, actor, action, input.id)
  const document = orderDocument(order.row)
  const [accounts, issued] = await together([pieceAccounts(tx, input.id), readIssued(tx, input.id)])
  const out = accounts.filter((account) => account.out > 0)
  if (out.length > 0)
    throw new Refusal('pieces_out', [
      { path: '', message: out.map(({ lotNo, name, out: pieces, unit }) => `${name} ${lotNo} ${pieces} ${unit}`).join('、') },
    ])
  await setCodeState(tx, actor, [...issued.packs, ...issued.boxes], 'voided', { document, reason: input.reason })
  await endReservations(tx, document)
  return advanceOrder(tx, order, action, { cancelledBy: actor.id, cancelledAt: tx.now().toISOString(), cancelReason: input.reason })
}
