import { acceptanceActions, acceptanceInspection, type Acceptance, type acceptanceApi } from '#contract/warehouse/acceptance.ts'
import { exact } from '#contract/kernel/exact-decimal.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { dayInShanghai, isRetestDue, retestDay } from '#contract/warehouse/shelf-life.ts'
import { isCounted } from '#contract/warehouse/unit.ts'
import { notify } from '#kernel/notify.ts'
import { nextDocumentNo } from '#kernel/number.ts'
import type { Actor, Handler, Tx } from '#kernel/serve.ts'
import { proveSecond, proveSigner, writeSignatures, type Signer } from '#kernel/sign.ts'
import { recordTrace } from '#server/features/tracing/trace/record-trace.ts'
import { lockLot, setLotState, setRetestDay, type Lot } from '#server/features/warehouse/lot/lot.ts'
import { refuseExpired, refuseHeld } from '#server/features/warehouse/lot/standing.ts'
import { moveStock } from './move-stock.ts'
import { moveToZone } from './move-to-zone.ts'
import { stockInBins } from './on-hand.ts'
import { drawFrom } from './rebook-birth.ts'

type Given = Parameters<Handler<typeof acceptanceApi.accept>>[2]

/** 验收检验 of a lot of counted packaging material. What conforms is released into its bin; what does not stays where it is and is rejected as any lot is. */
export const acceptLot: Handler<typeof acceptanceApi.accept> = async (tx, actor, given) => {
  const lot = await lockLot(tx, given.id)
  const today = dayInShanghai(tx.now())
  const isDue = lot.state === 'released' && lot.retestOn !== null && isRetestDue(lot.retestOn, today)
  if (!isCounted(lot.unit) || !(lot.state === 'quarantine' || lot.state === 'retest_due' || isDue)) throw new Refusal('wrong_state')
  await refuseHeld(tx, lot, '')
  const signer = await proveSigner(actor, given.signature)
  const inspector = await proveSecond(actor, given.inspector, '12:test')
  await refuseWhoBrought(tx, lot, actor, inspector)
  const acceptance = await writeAcceptance(tx, actor, lot, given, { inspector, today })
  const { id, acceptanceNo, conforms, retestOn } = acceptance
  await writeSignatures(tx, [
    { signer, meaning: acceptanceActions.accept.signs, table: 'pack_acceptance', id },
    { signer: inspector, meaning: acceptanceInspection, table: 'pack_acceptance', id },
  ])
  const document = { kind: 'pack_acceptance', id, no: acceptanceNo }
  const occurredAt = tx.now().toISOString()
  await useUp(tx, actor, lot, given.usedUp, { document, occurredAt })
  if (conforms && retestOn !== null) {
    refuseExpired(lot, today, '')
    if (given.placeId === undefined) throw new Refusal('invalid_input', [{ path: 'placeId', message: '请选择合格区货位' }])
    await setRetestDay(tx, lot, retestOn)
    if (lot.state !== 'released') await setLotState(tx, lot, 'released')
    await moveToZone(tx, actor, lot, { zone: 'released', placeId: given.placeId, document, occurredAt })
    await recordTrace(tx, actor, [{ lotId: lot.id, kind: 'released', occurredAt, documentNo: acceptanceNo, privateFacts: { retestOn } }])
  } else
    await notify(tx, actor, {
      duty: '13:approve',
      title: `${lot.name} ${lot.lotNo} 验收检验不符合，待判不合格`,
      body: given.note,
      page: '/yuanliao-kucun',
      q: lot.lotNo,
    })
  return acceptance
}

/** Who bought a lot or took it in neither looks at it nor decides about it (I7). */
async function refuseWhoBrought(tx: Tx, lot: Lot, actor: Actor, inspector: Signer): Promise<void> {
  const { buyerId, receivedBy, checkedBy } = await tx
    .selectFrom('rawLot')
    .innerJoin('purchaseOrder', (join) =>
      join.onRef('purchaseOrder.enterpriseId', '=', 'rawLot.enterpriseId').onRef('purchaseOrder.id', '=', 'rawLot.orderId'),
    )
    .innerJoin('receipt', (join) =>
      join.onRef('receipt.enterpriseId', '=', 'rawLot.enterpriseId').onRef('receipt.id', '=', 'rawLot.receiptId'),
    )
    .select(['purchaseOrder.buyerId', 'receipt.receivedBy', 'receipt.checkedBy'])
    .where('rawLot.id', '=', lot.id)
    .executeTakeFirstOrThrow()
  for (const { id, path } of [
    { id: actor.id, path: '' },
    { id: inspector.id, path: 'inspector.userName' },
  ]) {
    if (id === buyerId) throw new Refusal('buyer_releases', [{ path, message: `${lot.lotNo} 的采购人` }])
    if (id === receivedBy || id === checkedBy) throw new Refusal('receiver_releases', [{ path, message: `${lot.lotNo} 的收货人` }])
  }
}

async function writeAcceptance(
  tx: Tx,
  actor: Actor,
  lot: Lot,
  { lookedAt, usedUp, appearance, dimensions, printing, certificateNo, note }: Given,
  { inspector, today }: { inspector: Signer; today: string },
): Promise<Acceptance> {
  const conforms = appearance === 'pass' && dimensions === 'pass' && printing !== 'fail'
  if (!conforms && note === '') throw new Refusal('invalid_input', [{ path: 'note', message: '请写明不符合之处' }])
  const { retestMonths } = await tx.selectFrom('material').select('retestMonths').where('id', '=', lot.materialId).executeTakeFirstOrThrow()
  const written = await tx
    .insertInto('packAcceptance')
    .values({
      enterpriseId: actor.enterpriseId,
      acceptanceNo: await nextDocumentNo(tx, 'YS', today),
      lotId: lot.id,
      ...{ lookedAt, usedUp, appearance, dimensions, printing, certificateNo, conforms, note },
      retestOn: conforms ? retestDay(today, retestMonths) : null,
      decidedBy: actor.id,
      inspectedBy: inspector.id,
      decidedAt: tx.now().toISOString(),
    })
    .returning(['id', 'acceptanceNo', 'retestOn', 'decidedAt'])
    .executeTakeFirstOrThrow()
  return {
    ...written,
    ...{ lookedAt, usedUp, appearance, dimensions, printing, certificateNo, conforms, note },
    decidedBy: { id: actor.id, name: actor.name },
    inspectedBy: { id: inspector.id, name: inspector.name },
  }
}

/** What the looking used up leaves the bins. */
async function useUp(
  tx: Tx,
  actor: Actor,
  lot: Lot,
  pieces: number,
  shared: { document: { kind: string; id: string; no: string }; occurredAt: string },
): Promise<void> {
  if (pieces === 0) return
  const bins = (await stockInBins(tx, lot.id)).map(({ placeId, quantity }) => ({ bin: placeId, left: exact(quantity) }))
  const there = bins.reduce((sum, { left }) => sum.plus(left), exact('0'))
  if (there.lessThan(pieces)) throw new Refusal('short_stock', [{ path: 'usedUp', message: `库内现有 ${there.toFixed()} ${lot.unit}` }])
  await moveStock(
    tx,
    actor,
    drawFrom(bins, String(pieces)).map((taken) => ({
      lotId: lot.id,
      to: { only: 'loss' as const },
      kind: 'sample' as const,
      ...taken,
      ...shared,
    })),
  )
}
