import { replacementCheckMeaning, replacementMeaning, type qrApi } from '#contract/packing/codes.ts'
import { only } from '#contract/kernel/certain.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import type { Installation } from '#kernel/installation.ts'
import { nextDocumentNo } from '#kernel/number.ts'
import type { Actor, Handler, Tx } from '#kernel/serve.ts'
import { proveSecond, proveSigner, writeSignatures } from '#kernel/sign.ts'
import { recordTrace } from '#server/features/tracing/trace/record-trace.ts'
import { lockLot, type Lot } from '#server/features/warehouse/lot/lot.ts'
import { refuseExpired } from '#server/features/warehouse/lot/standing.ts'
import { findCode, setCodeState, spellCodes, takeCodesOut, type CodeRun, type FoundCode } from './code-spans.ts'
import { endFillings, fillBoxes, withoutPacks } from './fill-boxes.ts'
import { issueCodes } from './issue-codes.ts'

/**
 * 换签: a pack in the house whose label is damaged gets another code. The old one is void for ever and names the new one; the pack stays in its lot and in its
 * box, so that neither codes nor stock change in number. Two persons sign.
 */
export const replaceCode =
  ({ masterKey }: Installation): Handler<typeof qrApi.replace> =>
  async (tx, actor, { code, reason, signature, checker }) => {
    const seen = await findCode(tx, masterKey, code)
    if (seen === undefined) throw new Refusal('code_unknown', [{ path: 'code', message: '没有发放过这个码' }])
    if (seen.level !== 'pack' || seen.lotId === null)
      throw new Refusal('code_not_in_stock', [{ path: 'code', message: '只有在库成品的袋码可以换签' }])
    const lot = await lockLot(tx, seen.lotId)
    // Read again after the wait for the lock.
    const old = await findCode(tx, masterKey, code)
    if (old === undefined) throw new Refusal('code_unknown')
    await refuseUnfit(tx, lot, old)
    const signer = await proveSigner(actor, signature)
    const second = await proveSecond(actor, checker, '18:check')
    const order = await tx
      .selectFrom('codeRange')
      .innerJoin('packagingOrder as o', (join) =>
        join.onRef('o.enterpriseId', '=', 'codeRange.enterpriseId').onRef('o.id', '=', 'codeRange.packagingOrderId'),
      )
      .select(['o.id', 'o.packSpecId', 'o.orderNo'])
      .where('codeRange.id', '=', old.rangeId)
      .executeTakeFirstOrThrow()
    const fresh = await labelFor(tx, actor, masterKey, { order, reason, secondId: second.id })
    const { id } = await tx
      .insertInto('codeReplacement')
      .values({
        ...{ enterpriseId: actor.enterpriseId, lotId: lot.id, oldRangeId: old.rangeId, oldIndex: old.index },
        ...{ newRangeId: fresh.rangeId, newIndex: fresh.first, reason },
        ...{ replacedBy: actor.id, checkedBy: second.id, replacedAt: tx.now().toISOString() },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await writeSignatures(tx, [
      { signer, meaning: replacementMeaning, table: 'code_replacement', id },
      { signer: second, meaning: replacementCheckMeaning, table: 'code_replacement', id },
    ])
    const document = { kind: 'code_replacement', id, no: fresh.runNo }
    const gone = { rangeId: old.rangeId, first: old.index, last: old.index }
    await takeCodesOut(tx, actor, [gone], { lotId: lot.id, document, reason: `换签：${reason}` })
    await setCodeState(tx, actor, [fresh], 'activated', { document, lotId: lot.id, reason: `换签：${reason}` })
    if (old.state === 'in_stock') await setCodeState(tx, actor, [fresh], 'in_stock', { document, reason: '换签' })
    await reboxed(tx, gone, fresh)
    await recordTrace(tx, actor, [
      {
        ...{ lotId: lot.id, kind: 'voided', occurredAt: tx.now().toISOString(), documentNo: fresh.runNo },
        ...{ publicFacts: { codes: 1 }, privateFacts: { reason: `换签：${reason}` } },
      },
    ])
    const newCode = only(await spellCodes(tx, masterKey, [{ rangeId: fresh.rangeId, index: fresh.first }]))
    return { rangeId: fresh.rangeId, runNo: fresh.runNo, code: newCode }
  }

/** Only a pack in the house, of a lot that nothing holds and that is in date, and that no sale has picked, itself or with its box. Asked under the lock of its lot. */
async function refuseUnfit(tx: Tx, lot: Lot, { state, lotId, rangeId, index, box }: FoundCode): Promise<void> {
  if (lot.holds > 0) throw new Refusal('lot_held', [{ path: 'code', message: `${lot.lotNo} 已冻结` }])
  if (lotId !== lot.id || (state !== 'activated' && state !== 'in_stock') || lot.state === 'rejected')
    throw new Refusal('code_not_in_stock', [{ path: 'code', message: '只有在库成品的袋码可以换签' }])
  refuseExpired(lot, dayInShanghai(tx.now()), 'code')
  for (const at of box === null ? [{ rangeId, index }] : [{ rangeId, index }, box]) {
    const picked = await tx
      .selectFrom('pickingCode')
      .select('id')
      .where('rangeId', '=', at.rangeId)
      .where('firstIndex', '<=', at.index)
      .where('lastIndex', '>=', at.index)
      .where('isOpen', '=', true)
      .executeTakeFirst()
    if (picked !== undefined) throw new Refusal('packs_picked', [{ path: 'code', message: '这一袋已为销售单拣货，请先收回拣货' }])
  }
}

type Wanted = { order: { id: string; packSpecId: string; orderNo: string }; reason: string; secondId: string }

/** One more label of the order, in a run of its own. */
async function labelFor(
  tx: Tx,
  actor: Actor,
  masterKey: Uint8Array,
  { order, reason, secondId }: Wanted,
): Promise<CodeRun & { runNo: string }> {
  const earlier = await tx
    .selectFrom('labelRun')
    .select('serial')
    .where('packagingOrderId', '=', order.id)
    .orderBy('serial', 'desc')
    .executeTakeFirst()
  const runNo = await nextDocumentNo(tx, 'BQ', dayInShanghai(tx.now()))
  const rangeId = await issueCodes(tx, actor, masterKey, {
    ...{ level: 'pack', count: 1, packagingOrderId: order.id, packSpecId: order.packSpecId },
    document: { kind: 'packaging_order', id: order.id, no: runNo },
  })
  await tx
    .insertInto('labelRun')
    .values({
      ...{ enterpriseId: actor.enterpriseId, runNo, packagingOrderId: order.id, serial: (earlier?.serial ?? 0) + 1 },
      ...{ packRangeId: rangeId, boxRangeId: null, reason: `换签：${reason}` },
      ...{ issuedBy: actor.id, issuedAt: tx.now().toISOString(), approvedBy: secondId },
    })
    .execute()
  const { firstIndex } = await tx.selectFrom('codeRange').select('firstIndex').where('id', '=', rangeId).executeTakeFirstOrThrow()
  return { rangeId, runNo, first: firstIndex, last: firstIndex }
}

/** The pack lies in the box in which it lay, under its new code. */
async function reboxed(tx: Tx, gone: CodeRun, fresh: CodeRun): Promise<void> {
  const row = await tx
    .selectFrom('boxContent')
    .selectAll()
    .where('packRangeId', '=', gone.rangeId)
    .where('firstPack', '<=', gone.first)
    .where('lastPack', '>=', gone.last)
    .where('openedAt', 'is', null)
    .executeTakeFirst()
  if (row === undefined) return
  const filling = {
    boxes: { rangeId: row.boxRangeId, first: row.firstBox, last: row.lastBox },
    packs: { rangeId: row.packRangeId, first: row.firstPack, last: row.lastPack },
    packsInBox: row.packsInBox,
  }
  const box = row.firstBox + Math.floor((gone.first - row.firstPack) / row.packsInBox)
  const inside = { lotId: row.lotId, batchNo: row.batchNo, packedAt: row.packedAt }
  await endFillings(tx, [row.id])
  await fillBoxes(tx, withoutPacks(filling, [gone]), inside)
  await fillBoxes(tx, [{ boxes: { rangeId: row.boxRangeId, first: box, last: box }, packs: { ...fresh }, packsInBox: 1 }], inside)
}
