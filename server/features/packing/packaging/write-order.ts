import type { Insertable } from 'kysely'
import { Refusal } from '#contract/kernel/refusals.ts'
import { dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import type { Schema } from '#server/db/schema.ts'
import { documentNo } from '#kernel/number.ts'
import type { Actor, Tx } from '#kernel/serve.ts'
import { together } from '#tools/together.ts'

/** The specification that goods of a product are to be packed into, with the packaging materials that it names. */
export async function specFor(tx: Tx, productId: string | null, packSpecId: string, packagingMaterial: string) {
  const [spec, materials] = await together([
    tx.selectFrom('packSpec').select(['productId', 'netQuantity', 'isActive']).where('id', '=', packSpecId).executeTakeFirst(),
    tx.selectFrom('packSpecMaterial').select(['materialId', 'per', 'pieces']).where('packSpecId', '=', packSpecId).execute(),
  ])
  if (spec === undefined) throw new Refusal('not_found')
  if (spec.productId !== productId || !spec.isActive) throw new Refusal('spec_of_other_product')
  if ((materials.length === 0) !== (packagingMaterial !== ''))
    throw new Refusal('invalid_input', [
      { path: 'packagingMaterial', message: materials.length === 0 ? '请填写内包材批号' : '包材按规格领用，不填写批号' },
    ])
  return { netQuantity: spec.netQuantity, materials }
}

type Written = Omit<Insertable<Schema['packagingOrder']>, 'enterpriseId' | 'orderNo' | 'createdBy'>

/** Writes an order, and what packs and boxes take of each packaging material: the specification may change afterwards. */
export async function writeOrder(
  tx: Tx,
  actor: Actor,
  order: Written,
  { materials }: Awaited<ReturnType<typeof specFor>>,
): Promise<{ id: string; orderNo: string }> {
  const written = await tx
    .insertInto('packagingOrder')
    .values({ ...order, enterpriseId: actor.enterpriseId, orderNo: documentNo('BZ', dayInShanghai(tx.now())), createdBy: actor.id })
    .returning(['id', 'orderNo'])
    .executeTakeFirstOrThrow()
  if (materials.length > 0)
    await tx
      .insertInto('packagingOrderMaterial')
      .values(
        [...Map.groupBy(materials, ({ materialId }) => materialId)].map(([materialId, of]) => ({
          enterpriseId: actor.enterpriseId,
          packagingOrderId: written.id,
          materialId,
          perPack: of.find(({ per }) => per === 'pack')?.pieces ?? 0,
          perBox: of.find(({ per }) => per === 'box')?.pieces ?? 0,
        })),
      )
      .execute()
  return written
}
