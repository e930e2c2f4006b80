import { exact } from '#contract/kernel/exact-decimal.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import type { InspectionSide } from '#contract/laboratory/inspection.ts'
import { disposalWitness, sampleActions, type SampleRow, type sampleLaboratoryApi } from '#contract/laboratory/sample.ts'
import { notify } from '#kernel/notify.ts'
import type { Actor, Handler, Tx } from '#kernel/serve.ts'
import { proveSecond, proveSigner, writeSignatures } from '#kernel/sign.ts'
import { moveStock } from '#server/features/warehouse/stock/move-stock.ts'
import { sampleFileOf } from './queries.ts'
import { takeSample } from './take-sample.ts'

/** 处置: what is left after the report, or after its time in the cabinet, goes before a witness of quality assurance. What was used up goes with it. */
export const disposeSample =
  (side: InspectionSide): Handler<typeof sampleLaboratoryApi.raw.dispose> =>
  async (tx, actor, { id, leftOver, reason, signature, witness }) => {
    const { sample } = await takeSample(tx, actor, side, 'dispose', id)
    if (exact(leftOver).greaterThan(sample.quantity))
      throw new Refusal('left_over_too_much', [{ path: 'leftOver', message: `最多 ${exact(sample.quantity).toFixed()} g` }])
    const signer = await proveSigner(tx, actor, signature)
    const other = await proveSecond(tx, actor, witness, '13:decide')
    const event = await tx
      .insertInto('sampleEvent')
      .values({
        enterpriseId: actor.enterpriseId,
        sampleId: id,
        kind: 'disposed',
        note: reason,
        leftOver,
        byId: actor.id,
        witnessId: other.id,
        happenedAt: tx.now().toISOString(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const signed = { table: 'sample_event', id: event.id }
    await writeSignatures(tx, [
      { signer, meaning: sampleActions[side].dispose.signs, ...signed },
      { signer: other, meaning: disposalWitness, ...signed },
    ])
    const used = exact(sample.quantity).minus(leftOver).toFixed()
    await takeOut(tx, actor, sample, { way: 'destroy', reason: `${reason}（用去 ${used} g，余 ${exact(leftOver).toFixed()} g）` })
    await tx.updateTable('sample').set({ state: 'disposed' }).where('id', '=', id).execute()
    return sampleFileOf(tx, id)
  }

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
    await takeOut(tx, actor, sample, { way: 'shortage', reason })
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

/** The sample leaves the laboratory or the cabinet for good. */
const takeOut = (tx: Tx, actor: Actor, sample: SampleRow, { way, reason }: { way: 'destroy' | 'shortage'; reason: string }) =>
  moveStock(tx, actor, [
    {
      lotId: sample.lotId,
      from: { only: sample.kind === 'retention' ? 'retention' : 'laboratory' },
      to: { only: way === 'destroy' ? 'loss' : 'adjustment' },
      quantity: exact(sample.quantity).div(1000).toFixed(),
      kind: way,
      document: { kind: 'sample', id: sample.id, no: sample.sampleNo },
      reason,
      occurredAt: tx.now().toISOString(),
    },
  ])

/** While its request is under test, the lot is to be sampled again. */
async function askAgain(tx: Tx, actor: Actor, sample: SampleRow, body: string): Promise<void> {
  const { state } = await tx.selectFrom('inspection').select('state').where('id', '=', sample.inspectionId).executeTakeFirstOrThrow()
  if (state !== 'sampled') return
  await notify(tx, actor, {
    duty: sample.side === 'raw' ? '12:sample' : '16:sample',
    title: `${sample.lotName} ${sample.lotNo} 需要重新取样`,
    body,
    page: sample.side === 'raw' ? '/yuanliao-qingyan' : '/yinpian-qingyan',
    q: sample.requestNo,
    about: { table: 'inspection', id: sample.inspectionId, asks: 'sampled' },
  })
}
