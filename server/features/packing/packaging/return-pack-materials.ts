import { only } from '#contract/kernel/certain.ts'
import { materialReturnMeaning, materialTakeBackMeaning } from '#contract/packing/pack-material.ts'
import { packagingActions, type packagingApi } from '#contract/packing/packaging.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import type { Handler } from '#kernel/serve.ts'
import { proveSecond, proveSigner } from '#kernel/sign.ts'
import { openIncident } from '#server/features/cases/incident/open-incident.ts'
import { lockLot } from '#server/features/warehouse/lot/lot.ts'
import { moveStock } from '#server/features/warehouse/stock/move-stock.ts'
import { leaveLine } from './leave-line.ts'
import { pieceAccounts } from './pack-materials.ts'
import { orderDocument, takeOrder } from './take-order.ts'
import { writeEntries } from './write-entries.ts'

/** 退包材 before the packing is finished: a wrong lot, too many, an order that will be cancelled. What is lost opens a case. */
export const returnPackMaterials: Handler<typeof packagingApi.returnMaterials> = async (tx, actor, given) => {
  const order = await takeOrder(tx, actor, packagingActions.returnMaterials, given.id)
  const lot = await lockLot(tx, given.lotId)
  const { returned, spoiled, destroyed, lost, reason } = given
  const account = (await pieceAccounts(tx, given.id)).find(({ lotId }) => lotId === lot.id)
  if (account === undefined) throw new Refusal('pack_material_of_other_order', [{ path: 'lotId', message: lot.lotNo }])
  const leaving = returned + spoiled + destroyed + lost
  if (leaving === 0) throw new Refusal('invalid_input', [{ path: 'returned', message: '请填写件数' }])
  if (leaving > account.out)
    throw new Refusal('pieces_unreconciled', [{ path: 'returned', message: `包装线上现有 ${account.out} ${lot.unit}` }])
  const signer = await proveSigner(actor, given.signature)
  const keeper = await proveSecond(actor, given.keeper, '14:move')
  const shared = { document: orderDocument(order.row), occurredAt: tx.now().toISOString(), reason }
  const parts = { used: 0, sampled: 0, returned, spoiled, destroyed, lost }
  await moveStock(tx, actor, await leaveLine(tx, { lot, placeId: given.placeId, path: 'placeId', ...parts }, shared))
  const incident =
    lost === 0
      ? null
      : await openIncident(tx, actor, {
          area: 'packaging',
          subject: `${order.row.productName} ${order.row.batchNo} 包材遗失：${lot.name} ${lot.lotNo} ${lost} ${lot.unit}`,
          measured: `遗失 ${lost} ${lot.unit}`,
          expected: `领用 ${account.issued} ${lot.unit}全部有去向`,
          source: { table: 'packaging_order', id: order.row.id, no: order.row.orderNo },
        })
  await writeEntries(
    tx,
    actor,
    { orderId: given.id, kind: 'give_back', reason, signers: [signer, keeper], meanings: [materialReturnMeaning, materialTakeBackMeaning] },
    [only([{ lotId: lot.id, ...parts, placeId: given.placeId ?? null }])],
  )
  return { id: given.id, state: order.row.state, caseNo: incident?.caseNo ?? null }
}
