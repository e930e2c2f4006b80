import { refusal } from '#contract/kernel/action.ts'
import { valueIn } from '#contract/kernel/certain.ts'
import { exact } from '#contract/kernel/exact-decimal.ts'
import { Refusal, refusals, type RefusalCode } from '#contract/kernel/refusals.ts'
import type { InspectionSide } from '#contract/laboratory/inspection.ts'
import { disposalWitness, sampleActions, type SampleRow, type sampleLaboratoryApi } from '#contract/laboratory/sample.ts'
import type { Actor, Handler, Tx } from '#kernel/serve.ts'
import { proveSecond, proveSigner, writeSignatures } from '#kernel/sign.ts'
import { lockLots } from '#server/features/warehouse/lot/lot.ts'
import { moveSamples } from './move-sample.ts'
import { sampleFileOf, sampleRowsOf } from './queries.ts'
import { takeSample } from './take-sample.ts'

type Given = { reason: string; signature: Parameters<typeof proveSigner>[1]; witness: Parameters<typeof proveSecond>[1] }
type Leaving = { sample: SampleRow; leftOver: string }

/** 处置: what is left after the report, or after its time in the cabinet, goes before a witness of quality assurance. What was used up goes with it. */
export const disposeSample =
  (side: InspectionSide): Handler<typeof sampleLaboratoryApi.raw.dispose> =>
  async (tx, actor, { id, leftOver, ...given }) => {
    const { sample } = await takeSample(tx, actor, side, 'dispose', id)
    if (isTooMuch(sample, leftOver)) throw new Refusal('left_over_too_much', [{ path: 'leftOver', message: mostOf(sample) }])
    await dispose(tx, actor, side, [{ sample, leftOver }], given)
    return sampleFileOf(tx, id)
  }

/** 几份一次处置: each with what is left of it, under one pair of signatures; each is signed for. One that may not go refuses all, and is named. */
export const disposeSeveral =
  (side: InspectionSide): Handler<typeof sampleLaboratoryApi.raw.disposeSeveral> =>
  async (tx, actor, { samples: asked, ...given }) => {
    const ids = asked.map(({ id }) => id)
    const refuse = (at: number, code: RefusalCode, message: string = refusals[code]): never => {
      throw new Refusal(code, [{ path: `samples.${at}`, message }])
    }
    const twice = ids.findIndex((id, at) => ids.indexOf(id) !== at)
    if (twice >= 0) refuse(twice, 'invalid_input', '同一份样品写了两次')
    const found = await sampleRowsOf(tx, ids)
    const unknown = ids.findIndex((id) => found.get(id)?.side !== side)
    if (unknown >= 0) refuse(unknown, 'not_found')
    await lockLots(
      tx,
      [...found.values()].map(({ lotId }) => lotId),
    )
    await tx.selectFrom('sample').select('id').where('id', 'in', ids).orderBy('id').forUpdate().execute()
    const rows = await sampleRowsOf(tx, ids)
    const leaving = asked.map(({ id, leftOver }, at): Leaving => {
      const sample = valueIn(rows, id)
      const code = refusal(sampleActions[side].dispose, sample, actor)
      if (code !== undefined) refuse(at, code, `${sample.sampleNo}：${refusals[code]}`)
      if (isTooMuch(sample, leftOver)) refuse(at, 'left_over_too_much', `${sample.sampleNo}：${mostOf(sample)}`)
      return { sample, leftOver }
    })
    await dispose(tx, actor, side, leaving, given)
    return { disposed: leaving.length }
  }

const isTooMuch = ({ quantity }: SampleRow, leftOver: string) => exact(leftOver).greaterThan(quantity)
const mostOf = ({ quantity }: SampleRow) => `最多 ${exact(quantity).toFixed()} g`

/** Writes down and signs the disposal of samples that are locked and may go. */
async function dispose(
  tx: Tx,
  actor: Actor,
  side: InspectionSide,
  leaving: readonly Leaving[],
  { reason, signature, witness }: Given,
): Promise<void> {
  const signer = await proveSigner(actor, signature)
  const other = await proveSecond(actor, witness, '13:decide')
  const happenedAt = tx.now().toISOString()
  const events = await tx
    .insertInto('sampleEvent')
    .values(
      leaving.map(({ sample, leftOver }) => ({
        ...{ enterpriseId: actor.enterpriseId, sampleId: sample.id, kind: 'disposed' as const, note: reason, leftOver },
        ...{ byId: actor.id, witnessId: other.id, happenedAt },
      })),
    )
    .returning('id')
    .execute()
  await writeSignatures(
    tx,
    events.flatMap(({ id }) => [
      { signer, meaning: sampleActions[side].dispose.signs, table: 'sample_event', id },
      { signer: other, meaning: disposalWitness, table: 'sample_event', id },
    ]),
  )
  await moveSamples(
    tx,
    actor,
    leaving.map(({ sample, leftOver }) => ({
      sample,
      to: 'destroyed',
      reason: `${reason}（用去 ${exact(sample.quantity).minus(leftOver).toFixed()} g，余 ${exact(leftOver).toFixed()} g）`,
    })),
  )
  await tx
    .updateTable('sample')
    .set({ state: 'disposed' })
    .where(
      'id',
      'in',
      leaving.map(({ sample }) => sample.id),
    )
    .execute()
}
