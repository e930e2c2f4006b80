import { Refusal } from '#contract/kernel/refusals.ts'
import { careMeanings, type careApi } from '#contract/warehouse/care.ts'
import type { StockSide } from '#contract/warehouse/stock.ts'
import { giveReason } from '#kernel/give-reason.ts'
import type { Handler } from '#kernel/serve.ts'
import { proveSigner, writeSignatures } from '#kernel/sign.ts'
import { lockLot } from '#server/features/warehouse/lot/lot.ts'
import { careOf } from './queries.ts'

/** 作废 of a line that was written down wrong, by another. The lot is to be looked at again; a case that it opened is ended by quality assurance. */
export const voidLine =
  (side: StockSide): Handler<(typeof careApi)['raw']['void']> =>
  async (tx, actor, { id, reason, signature }) => {
    const line = await tx
      .selectFrom('careLine as c')
      .innerJoin('careRecord as r', (join) => join.onRef('r.enterpriseId', '=', 'c.enterpriseId').onRef('r.id', '=', 'c.careId'))
      .select(['c.careId', 'c.lotId', 'r.doneBy', 'r.secondBy'])
      .where('c.id', '=', id)
      .where('r.side', '=', side)
      .executeTakeFirst()
    if (line === undefined) throw new Refusal('not_found')
    await lockLot(tx, line.lotId)
    const before = await tx.selectFrom('careVoid').select('id').where('lineId', '=', id).executeTakeFirst()
    if (before !== undefined) throw new Refusal('wrong_state')
    if (line.doneBy === actor.id || line.secondBy === actor.id) throw new Refusal('same_person')
    const signer = await proveSigner(actor, signature)
    await giveReason(tx, reason)
    const voided = await tx
      .insertInto('careVoid')
      .values({ enterpriseId: actor.enterpriseId, lineId: id, reason, voidedBy: actor.id, voidedAt: tx.now().toISOString() })
      .returning('id')
      .executeTakeFirstOrThrow()
    await writeSignatures(tx, [{ signer, meaning: careMeanings.void, table: 'care_void', id: voided.id }])
    return careOf(tx, line.careId)
  }
