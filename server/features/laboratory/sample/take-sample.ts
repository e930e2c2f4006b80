import { refusal } from '#contract/kernel/action.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import type { InspectionSide } from '#contract/laboratory/inspection.ts'
import { sampleActions, type SampleRow } from '#contract/laboratory/sample.ts'
import type { Actor, Tx } from '#kernel/serve.ts'
import { lockLot, type Lot } from '#server/features/warehouse/lot/lot.ts'
import { sampleRowOf } from './queries.ts'

/** Locks a sample and its lot until the transaction ends. Refused when this actor may not do this with it now. */
export async function takeSample(
  tx: Tx,
  actor: Actor,
  side: InspectionSide,
  action: keyof (typeof sampleActions)['raw'],
  id: string,
): Promise<{ sample: SampleRow; lot: Lot }> {
  const found = await sampleRowOf(tx, id)
  if (found.side !== side) throw new Refusal('not_found')
  const lot = await lockLot(tx, found.lotId)
  await tx.selectFrom('sample').select('id').where('id', '=', id).forUpdate().execute()
  const sample = await sampleRowOf(tx, id)
  const code = refusal(sampleActions[side][action], sample, actor)
  if (code) throw new Refusal(code)
  return { sample, lot }
}
