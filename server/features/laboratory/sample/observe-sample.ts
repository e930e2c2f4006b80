import type { InspectionSide } from '#contract/laboratory/inspection.ts'
import { observationMonths, sampleActions, type sampleLaboratoryApi } from '#contract/laboratory/sample.ts'
import { addMonths, dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import { notify } from '#kernel/notify.ts'
import type { Handler } from '#kernel/serve.ts'
import { proveSigner, writeSignatures } from '#kernel/sign.ts'
import { sampleFileOf } from './queries.ts'
import { takeSample } from './take-sample.ts'

/** 留样观察: once a year somebody looks at what is kept. What has changed is told to quality assurance, since the lot may have changed as well. */
export const observeSample =
  (side: InspectionSide): Handler<typeof sampleLaboratoryApi.raw.observe> =>
  async (tx, actor, { id, isChanged, note, signature }) => {
    const { sample } = await takeSample(tx, actor, side, 'observe', id)
    const signer = await proveSigner(actor, signature)
    const event = await tx
      .insertInto('sampleEvent')
      .values({
        enterpriseId: actor.enterpriseId,
        sampleId: id,
        kind: 'observed',
        isChanged,
        note,
        byId: actor.id,
        happenedAt: tx.now().toISOString(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await writeSignatures(tx, [{ signer, meaning: sampleActions[side].observe.signs, table: 'sample_event', id: event.id }])
    await tx
      .updateTable('sample')
      .set({ observeOn: addMonths(dayInShanghai(tx.now()), observationMonths) })
      .where('id', '=', id)
      .execute()
    if (isChanged)
      await notify(tx, actor, {
        duty: '13:decide',
        title: `${sample.lotName} ${sample.lotNo} 留样观察发现变化`,
        body: note,
        page: '/system-jilu',
        at: { view: 'samples' },
        q: sample.sampleNo,
      })
    return sampleFileOf(tx, id)
  }
