import type { InspectionSide } from '#contract/laboratory/inspection.ts'
import type { SampleRow, sampleLaboratoryApi } from '#contract/laboratory/sample.ts'
import { notify } from '#kernel/notify.ts'
import type { Actor, Handler, Tx } from '#kernel/serve.ts'
import { moveSample } from './move-sample.ts'
import { sampleFileOf } from './queries.ts'
import { takeSample } from './take-sample.ts'

/** 样品不足: what the laboratory has does not suffice. It stays there until it is disposed of; the sampler is asked to draw again. */
export const lackSample =
  (side: InspectionSide): Handler<typeof sampleLaboratoryApi.raw.lack> =>
  async (tx, actor, { id, reason }) => {
    const { sample } = await takeSample(tx, actor, side, 'lack', id)
    await tell(tx, actor, id, 'insufficient', reason)
    await tx.updateTable('sample').set({ state: 'insufficient' }).where('id', '=', id).execute()
    await askAgain(tx, actor, sample, `样品 ${sample.sampleNo} 不足：${reason}`)
    return sampleFileOf(tx, id)
  }

/** 样品丢失: it is not where it was put. The ledger says so; what was still to be tested is drawn again. */
export const loseSample =
  (side: InspectionSide): Handler<typeof sampleLaboratoryApi.raw.lose> =>
  async (tx, actor, { id, reason }) => {
    const { sample } = await takeSample(tx, actor, side, 'lose', id)
    await tell(tx, actor, id, 'lost', reason)
    await moveSample(tx, actor, { sample, to: 'lost', reason })
    await tx.updateTable('sample').set({ state: 'lost' }).where('id', '=', id).execute()
    await notify(tx, actor, {
      duty: '13:decide',
      title: `${sample.lotName} ${sample.lotNo} 样品 ${sample.sampleNo} 丢失`,
      body: reason,
      page: '/system-jilu',
      at: { view: 'samples' },
      q: sample.sampleNo,
    })
    if (sample.state !== 'tested') await askAgain(tx, actor, sample, `样品 ${sample.sampleNo} 丢失：${reason}`)
    return sampleFileOf(tx, id)
  }

const tell = (tx: Tx, actor: Actor, sampleId: string, kind: 'lost' | 'insufficient', note: string) =>
  tx
    .insertInto('sampleEvent')
    .values({ enterpriseId: actor.enterpriseId, sampleId, kind, note, byId: actor.id, happenedAt: tx.now().toISOString() })
    .execute()

async function askAgain(tx: Tx, actor: Actor, sample: SampleRow, body: string): Promise<void> {
  const { inspectionId, requestNo } = sample
  // Packs that are kept belong to no request.
  if (inspectionId === null || requestNo === null) return
  const { state } = await tx.selectFrom('inspection').select('state').where('id', '=', inspectionId).executeTakeFirstOrThrow()
  if (state !== 'sampled') return
  await notify(tx, actor, {
    duty: sample.side === 'raw' ? '12:sample' : '16:sample',
    title: `${sample.lotName} ${sample.lotNo} 需要重新取样`,
    body,
    page: sample.side === 'raw' ? '/yuanliao-qingyan' : '/yinpian-qingyan',
    q: requestNo,
    about: { table: 'inspection', id: inspectionId, asks: 'sampled' },
  })
}
