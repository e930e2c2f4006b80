import { Refusal } from '#contract/kernel/refusals.ts'
import { presentSampleStates } from '#contract/laboratory/sample.ts'
import type { Actor, Tx } from '#kernel/serve.ts'
import { moveSample } from '#server/features/laboratory/sample/move-sample.ts'
import type { Lot } from '#server/features/warehouse/lot/lot.ts'
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
    if (isReturned && lot.kind === 'pack')
      throw new Refusal('sample_no_home', [{ path: 'samples', message: '已开袋，不能退回，请选择报废' }])
    if (isReturned && home === undefined) throw new Refusal('sample_no_home', [{ path: 'samples', message: '请选择报废' }])
    await moveSample(tx, actor, {
      sample: { id, sampleNo, kind, quantity, lotId: lot.id },
      to: isReturned && home !== undefined ? { bin: home.placeId } : 'destroyed',
      reason,
    })
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
