import { exact } from '#contract/kernel/exact-decimal.ts'
import { materialHandOverMeaning, materialIssueMeaning } from '#contract/packing/pack-material.ts'
import { packagingActions, type packagingApi } from '#contract/packing/packaging.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { valueIn } from '#contract/kernel/certain.ts'
import type { Handler, Tx } from '#kernel/serve.ts'
import { proveSecond, proveSigner } from '#kernel/sign.ts'
import { lockLots } from '#server/features/warehouse/lot/lot.ts'
import { refuseUnusable } from '#server/features/warehouse/lot/standing.ts'
import { moveStock } from '#server/features/warehouse/stock/move-stock.ts'
import { stockOfLotsInBins } from '#server/features/warehouse/stock/on-hand.ts'
import { drawFrom } from '#server/features/warehouse/stock/rebook-birth.ts'
import { checkPackable, orderDocument, takeOrder } from './take-order.ts'
import { writeEntries } from './write-entries.ts'

/** 领用包材: pieces of released lots go from their bins to the line; packer and keeper sign each lot. */
export const issuePackMaterials: Handler<typeof packagingApi.issueMaterials> = async (
  tx,
  actor,
  { id, lots: asked, reason, ...signers },
) => {
  const order = await takeOrder(tx, actor, packagingActions.issueMaterials, id)
  await checkPackable(tx, order)
  const lots = new Map(
    (
      await lockLots(
        tx,
        asked.map(({ lotId }) => lotId),
      )
    ).map((lot) => [lot.id, lot]),
  )
  const named = asked.map(({ lotId, pieces }, index) => ({ lot: valueIn(lots, lotId), pieces, path: `lots.${index}` }))
  const needed = await materialsOf(tx, id)
  for (const { lot, path } of named)
    if (lot.materialId === null || !needed.has(lot.materialId))
      throw new Refusal('pack_material_of_other_order', [{ path: `${path}.lotId`, message: `${lot.lotNo} ${lot.name}` }])
  await refuseUnusable(
    tx,
    named.map(({ lot, path }) => ({ id: lot.id, lotNo: lot.lotNo, path: `${path}.lotId` })),
  )
  const signer = await proveSigner(actor, signers.signature)
  const keeper = await proveSecond(actor, signers.keeper, '14:move')
  const inBins = await stockOfLotsInBins(tx, [...lots.keys()])
  const occurredAt = tx.now().toISOString()
  await moveStock(
    tx,
    actor,
    named.flatMap(({ lot, pieces, path }) => {
      const bins = inBins.flatMap(({ lotId, placeId, zone, quantity }) =>
        lotId === lot.id && zone !== 'returned' ? [{ bin: placeId, left: exact(quantity) }] : [],
      )
      const there = bins.reduce((sum, { left }) => sum.plus(left), exact('0'))
      if (there.lessThan(pieces))
        throw new Refusal('short_stock', [{ path: `${path}.pieces`, message: `${lot.lotNo} 库内现有 ${there.toFixed()} ${lot.unit}` }])
      return drawFrom(bins, String(pieces)).map((taken) => ({
        lotId: lot.id,
        to: { only: 'packing' as const },
        kind: 'pack_issue' as const,
        ...taken,
        ...{ document: orderDocument(order.row), reason, occurredAt },
      }))
    }),
  )
  await writeEntries(
    tx,
    actor,
    { orderId: id, kind: 'issue', reason, signers: [signer, keeper], meanings: [materialIssueMeaning, materialHandOverMeaning] },
    named.map(({ lot, pieces }) => ({ lotId: lot.id, issued: pieces })),
  )
  return { id, state: order.row.state }
}

/** The materials that an order names. */
export async function materialsOf(tx: Tx, orderId: string) {
  const rows = await tx
    .selectFrom('packagingOrderMaterial')
    .select(['materialId', 'perPack', 'perBox'])
    .where('packagingOrderId', '=', orderId)
    .execute()
  return new Map(rows.map((row) => [row.materialId, row]))
}
