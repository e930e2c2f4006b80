import { sql, type NotNull, type SqlBool } from 'kysely'
import { doubleLocked, type Zone } from '#contract/warehouse/movement.ts'
import type { BinChoice } from '#contract/warehouse/place.ts'
import type { Tx } from '#kernel/serve.ts'

/**
 * The bins in use of these zones that may hold such goods, by code: toxic goods lie in the double-locked store and nothing else
 * does (domain §3.8). Bins of a warehouse that has bins of the zone `from` come first, since the goods are there already.
 */
export async function binsFor(
  tx: Tx,
  { zones, isToxic, from }: { zones: readonly Zone[]; isToxic: boolean; from?: Zone | undefined },
): Promise<BinChoice[]> {
  const bins = await tx
    .selectFrom('place')
    .select(['id', 'code', 'name', 'warehouse', 'zone'])
    .where('kind', '=', 'bin')
    .where('zone', 'in', zones)
    .where('isActive', '=', true)
    .where(sql<SqlBool>`(storage_condition = ${doubleLocked}) = ${isToxic}`)
    .$if(from !== undefined, (query) =>
      query.orderBy(
        sql`warehouse in (select near.warehouse from place near where near.kind = 'bin' and near.is_active and near.zone = ${from})`,
        'desc',
      ),
    )
    .orderBy('code')
    // A bin lies in a zone.
    .$narrowType<{ zone: NotNull }>()
    .execute()
  return bins
}
