import type { InspectionSide } from '#contract/laboratory/inspection.ts'
import { observationMonths, type sampleLaboratoryApi } from '#contract/laboratory/sample.ts'
import { addMonths, dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import type { Handler, Tx } from '#kernel/serve.ts'
import type { Lot } from '#server/features/warehouse/lot/lot.ts'
import { sampleFileOf } from './queries.ts'
import { takeSample } from './take-sample.ts'

/**
 * 接收: another person than the sampler counts what came, and says in what and where it lies. The parts of one sampling come together; what is kept goes
 * straight into its cabinet.
 */
export const receiveSamples =
  (side: InspectionSide): Handler<typeof sampleLaboratoryApi.raw.receive> =>
  async (tx, actor, { id, container, shelf, retentionShelf }) => {
    const { sample, lot } = await takeSample(tx, actor, side, 'receive', id)
    const receivedAt = tx.now().toISOString()
    const today = dayInShanghai(tx.now())
    const parts = await tx
      .selectFrom('sample')
      .leftJoin('sampling', (join) =>
        join.onRef('sampling.enterpriseId', '=', 'sample.enterpriseId').onRef('sampling.id', '=', 'sample.samplingId'),
      )
      .select(['sample.id', 'sample.kind'])
      .where((eb) => (sample.packs === null ? eb('sampling.samplingNo', '=', sample.samplingNo) : eb('sample.id', '=', id)))
      .where('sample.lotId', '=', lot.id)
      .where('sample.state', '=', 'collected')
      .orderBy('sample.id')
      .execute()
    const retainUntil = await keptUntil(tx, lot)
    for (const part of parts) {
      const isKept = part.kind === 'retention'
      await tx
        .updateTable('sample')
        .set({
          state: isKept ? 'retained' : 'received',
          container,
          shelf: isKept ? retentionShelf : shelf,
          receivedBy: actor.id,
          receivedAt,
          ...(isKept && { observeOn: addMonths(today, observationMonths) }),
          ...(isKept && retainUntil !== undefined && { retainUntil }),
        })
        .where('id', '=', part.id)
        .execute()
    }
    await tx
      .insertInto('sampleEvent')
      .values(
        parts.map((part) => ({
          enterpriseId: actor.enterpriseId,
          sampleId: part.id,
          kind: 'received' as const,
          note: `${container}，${part.kind === 'retention' ? retentionShelf : shelf}`,
          byId: actor.id,
          happenedAt: receivedAt,
        })),
      )
      .execute()
    return sampleFileOf(tx, id)
  }

/** A batch is kept beyond its last good day, so long as its product says today; of a bought lot the decision about it says until when. */
async function keptUntil(tx: Tx, { productId, expiresOn }: Lot): Promise<string | undefined> {
  if (productId === null || expiresOn === null) return undefined
  const { retentionMonths } = await tx.selectFrom('product').select('retentionMonths').where('id', '=', productId).executeTakeFirstOrThrow()
  return addMonths(expiresOn, retentionMonths)
}
