import type { Zone } from '#contract/warehouse/movement.ts'
import { doubleLocked } from '#contract/warehouse/movement.ts'
import type { placeApi } from '#contract/warehouse/place.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { pinyinInitials } from '#tools/pinyin.ts'
import type { Handler } from '#kernel/serve.ts'

type Bin = readonly [code: string, name: string, warehouse: string, zone: Zone, storageCondition: string]

/** What a factory needs at least so that a lot can be received, decided about, made, packed, released and taken back. */
const usualBins: readonly Bin[] = [
  ['Y-DY-01', '原料待验01', '原料库', 'quarantine', '阴凉'],
  ['Y-HG-01', '原料合格01', '原料库', 'released', '阴凉'],
  ['Y-BH-01', '原料不合格01', '原料库', 'rejected', '阴凉'],
  ['Y-TH-01', '原料退货01', '原料库', 'returned', '阴凉'],
  ['D-DY-01', '毒性待验01', '毒性药材库', 'quarantine', doubleLocked],
  ['D-HG-01', '毒性合格01', '毒性药材库', 'released', doubleLocked],
  ['D-BH-01', '毒性不合格01', '毒性药材库', 'rejected', doubleLocked],
  ['Z-DB-01', '待包装01', '中间产品库', 'bulk', '阴凉'],
  ['C-DF-01', '成品待放行01', '成品库', 'pack_quarantine', '阴凉'],
  ['C-HG-01', '成品合格01', '成品库', 'pack_released', '阴凉'],
  ['C-BH-01', '成品不合格01', '成品库', 'rejected', '阴凉'],
  ['C-TH-01', '成品退货01', '成品库', 'returned', '阴凉'],
]

/** Gives a factory without a bin a usual set, which it may rename and extend. A factory with a bin is refused (`places_exist`). */
export const furnishBins: Handler<typeof placeApi.furnish> = async (tx, actor) => {
  const bin = await tx.selectFrom('place').select('id').where('kind', '=', 'bin').limit(1).executeTakeFirst()
  if (bin !== undefined) throw new Refusal('places_exist')
  await tx
    .insertInto('place')
    .values(
      usualBins.map(([code, name, warehouse, zone, storageCondition]) => ({
        enterpriseId: actor.enterpriseId,
        code,
        name,
        initials: pinyinInitials(name),
        kind: 'bin',
        warehouse,
        zone,
        storageCondition,
      })),
    )
    .execute()
  return { made: usualBins.length }
}
