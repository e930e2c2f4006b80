import { only } from '#contract/kernel/certain.ts'
import { dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import { nextDocumentNo } from '#kernel/number.ts'
import type { Actor, Tx } from '#kernel/serve.ts'
import { setCodeState, spellCodes } from '#server/features/packing/codes/code-spans.ts'
import { issueCodes } from '#server/features/packing/codes/issue-codes.ts'

type Wanted = { rangeId: string; document: { kind: string; id: string; no: string }; reason: string; secondId: string }

/** One more box label of the order that the packs of `rangeId` were packed by, in a run of its own. */
export async function labelNewBox(
  tx: Tx,
  actor: Actor,
  masterKey: Uint8Array,
  { rangeId: ofPacks, document, reason, secondId }: Wanted,
): Promise<{ rangeId: string; index: number; code: string }> {
  const { enterpriseId } = actor
  const order = await tx
    .selectFrom('codeRange')
    .innerJoin('packLot', (join) =>
      join
        .onRef('packLot.enterpriseId', '=', 'codeRange.enterpriseId')
        .onRef('packLot.packagingOrderId', '=', 'codeRange.packagingOrderId'),
    )
    .select(['codeRange.packagingOrderId as id', 'codeRange.packSpecId', 'packLot.id as lotId'])
    .select((eb) =>
      eb
        .selectFrom('labelRun')
        .select((max) => max.fn.max<number>('labelRun.serial').as('serial'))
        .whereRef('labelRun.packagingOrderId', '=', 'codeRange.packagingOrderId')
        .as('runs'),
    )
    .where('codeRange.id', '=', ofPacks)
    .executeTakeFirstOrThrow()
  const runNo = await nextDocumentNo(tx, 'BQ', dayInShanghai(tx.now()))
  const rangeId = await issueCodes(tx, actor, masterKey, {
    ...{ level: 'box', count: 1, packagingOrderId: order.id, packSpecId: order.packSpecId },
    document: { kind: 'packaging_order', id: order.id, no: runNo },
  })
  await tx
    .insertInto('labelRun')
    .values({
      ...{ enterpriseId, runNo, packagingOrderId: order.id, serial: (order.runs ?? 0) + 1 },
      ...{ packRangeId: null, boxRangeId: rangeId, reason: `换箱 ${document.no}：${reason}` },
      ...{ issuedBy: actor.id, issuedAt: tx.now().toISOString(), approvedBy: secondId },
    })
    .execute()
  const { firstIndex: index } = await tx.selectFrom('codeRange').select('firstIndex').where('id', '=', rangeId).executeTakeFirstOrThrow()
  await setCodeState(tx, actor, [{ rangeId, first: index, last: index }], 'activated', {
    document,
    lotId: order.lotId,
    reason: `换箱：${reason}`,
  })
  return { rangeId, index, code: only(await spellCodes(tx, masterKey, [{ rangeId, index }])) }
}
