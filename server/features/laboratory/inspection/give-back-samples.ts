import { exact } from '#contract/kernel/exact-decimal.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { presentSampleStates } from '#contract/laboratory/sample.ts'
import type { Actor, Tx } from '#kernel/serve.ts'
import type { Lot } from '#server/features/warehouse/lot/lot.ts'
import { moveStock } from '#server/features/warehouse/stock/move-stock.ts'
import { stockInBins } from '#server/features/warehouse/stock/on-hand.ts'

type GivingBack = { lot: Lot; inspectionId: string; way: 'return' | 'scrap'; reason: string }

/**
 * Every sample of a request that is given up goes back into the fullest bin of its lot, or is scrapped. What was too little was opened and used: it is
 * scrapped either way. Lock the lot first.
 */
export async function giveBackSamples(tx: Tx, actor: Actor, { lot, inspectionId, way, reason }: GivingBack): Promise<void> {
  const samples = await tx
    .selectFrom('sample')
    .innerJoin('sampling', (join) =>
      join.onRef('sampling.enterpriseId', '=', 'sample.enterpriseId').onRef('sampling.id', '=', 'sample.samplingId'),
    )
    .select(['sample.id', 'sample.sampleNo', 'sample.kind', 'sample.quantity', 'sample.state'])
    .where('sampling.inspectionId', '=', inspectionId)
    .where('sample.state', 'in', presentSampleStates)
    .orderBy('sample.sampleNo')
    .execute()
  const [home] = await stockInBins(tx, lot.id)
  const occurredAt = tx.now().toISOString()
  for (const { id, sampleNo, kind, quantity, state } of samples) {
    const isReturned = way === 'return' && state !== 'insufficient'
    if (isReturned && home === undefined) throw new Refusal('sample_no_home', [{ path: 'samples', message: '请选择报废' }])
    await moveStock(tx, actor, [
      {
        lotId: lot.id,
        from: { only: kind === 'retention' ? 'retention' : 'laboratory' },
        to: isReturned && home !== undefined ? home.placeId : { only: 'loss' },
        quantity: exact(quantity).div(1000).toFixed(),
        kind: isReturned ? 'transfer' : 'destroy',
        document: { kind: 'sample', id, no: sampleNo },
        reason,
        occurredAt,
      },
    ])
    await tx
      .insertInto('sampleEvent')
      .values({
        enterpriseId: actor.enterpriseId,
        sampleId: id,
        kind: isReturned ? 'returned' : 'scrapped',
        note: reason,
        byId: actor.id,
        happenedAt: occurredAt,
      })
      .execute()
    await tx
      .updateTable('sample')
      .set({ state: isReturned ? 'returned' : 'scrapped' })
      .where('id', '=', id)
      .execute()
  }
}
