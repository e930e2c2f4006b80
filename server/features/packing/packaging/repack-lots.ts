import { sql } from 'kysely'
import { choicesAtMost } from '#contract/kernel/values.ts'
import type { repackApi } from '#contract/packing/repack-api.ts'
import type { RepackLot } from '#contract/packing/repack-api.ts'
import type { Handler } from '#kernel/serve.ts'
import { isUsable, reserved, usable } from '#server/features/warehouse/stock/on-hand.ts'
import { specChoices } from './spec-choices.ts'

type Found = Omit<RepackLot, 'specs'> & { productId: string }

/** Released pack lots of which something lies in a bin that nothing counts on, those that are due first: the one that is meant, or those that fit. */
export const listRepackLots: Handler<typeof repackApi.lots> = async (tx, _actor, { q, id }) => {
  const wanted = id ?? null
  const { rows } = await sql<Found>`
    select found.* from (
      select lot.id, lot.lot_no, lot.name, lot.product_id, lot.expires_on, spec.name as spec_name, spec.pack_unit, spec.net_quantity,
        floor(greatest(${usable} - ${reserved}, 0) / spec.net_quantity)::integer as packs_available, here.due_on
      from lot_at_hand here join lot on lot.enterprise_id = here.enterprise_id and lot.id = here.lot_id
        join pack_spec spec on spec.enterprise_id = lot.enterprise_id and spec.id = lot.pack_spec_id
      where here.kind = 'pack' and here.state = 'released' and not here.is_held and ${isUsable}
        and (${wanted}::uuid is null or lot.id = ${wanted}::uuid)
        and (${wanted}::uuid is not null or lot.lot_no ^@ ${q.toUpperCase()} or strpos(lot.name, ${q}) > 0 or lot.initials ^@ ${q.toLowerCase()})) found
    where found.packs_available > 0 order by found.due_on, found.lot_no limit ${sql.lit(choicesAtMost)}`.execute(tx)
  const specs = await specChoices(
    tx,
    rows.map(({ productId }) => productId),
  )
  return rows.map(({ id: lotId, lotNo, name, specName, packUnit, netQuantity, packsAvailable, expiresOn, productId }) => ({
    ...{ id: lotId, lotNo, name, specName, packUnit, netQuantity, packsAvailable, expiresOn },
    specs: specs.flatMap(({ productId: of, ...spec }) => (of === productId ? [spec] : [])),
  }))
}
