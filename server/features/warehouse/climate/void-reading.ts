import { Refusal } from '#contract/kernel/refusals.ts'
import { voidMeaning, type climateApi } from '#contract/warehouse/climate.ts'
import { giveReason } from '#kernel/give-reason.ts'
import type { Handler } from '#kernel/serve.ts'
import { proveSigner, writeSignatures } from '#kernel/sign.ts'
import { readingOf } from './queries.ts'

/** 作废 of what was written down wrong, by another. What a logger measured stays; a case that it opened is ended as unfounded by quality assurance. */
export const voidReading: Handler<typeof climateApi.void> = async (tx, actor, { id, reason, signature }) => {
  const known = await tx.selectFrom('climateReading').select('pointId').where('id', '=', id).executeTakeFirst()
  if (known === undefined) throw new Refusal('not_found')
  await tx.selectFrom('climatePoint').select('id').where('id', '=', known.pointId).forUpdate().execute()
  const reading = await readingOf(tx, id)
  if (reading.source !== 'hand' || reading.voidReason !== null) throw new Refusal('wrong_state')
  if (reading.recordedBy === actor.id) throw new Refusal('same_person')
  const signer = await proveSigner(actor, signature)
  await giveReason(tx, reason)
  const voided = await tx
    .insertInto('climateVoid')
    .values({ enterpriseId: actor.enterpriseId, readingId: id, reason, voidedBy: actor.id, voidedAt: tx.now().toISOString() })
    .returning('id')
    .executeTakeFirstOrThrow()
  await writeSignatures(tx, [{ signer, meaning: voidMeaning, table: 'climate_void', id: voided.id }])
  return readingOf(tx, id)
}
