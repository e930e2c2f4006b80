import type { packSpecApi, PackSpecRow } from '#contract/making/pack-spec.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import type { Handler } from '#kernel/serve.ts'
import { carryOutVersion } from '#server/features/cases/change/carry-out-version.ts'
import { packSpecOf } from './list-pack-specs.ts'
import { takeToEdit, type MasterData } from './take-in-use.ts'

export const packSpecs: MasterData<PackSpecRow> = { table: 'pack_spec', read: packSpecOf }

/** A new way to pack a product, and how its packs and boxes are coded; by an approved change once there are packs of the product (decision 0116). */
export const createPackSpec: Handler<typeof packSpecApi.create> = async (tx, actor, input) => {
  const product = await tx.selectFrom('product').select('isActive').where('id', '=', input.productId).executeTakeFirst()
  if (product === undefined) throw new Refusal('not_found', [{ path: 'productId', message: '请选择产品' }])
  if (!product.isActive) throw new Refusal('product_inactive')
  await carryOutVersion(tx, { record: 'pack_spec', recordId: input.productId, effectiveFrom: dayInShanghai(tx.now()) })
  const { id } = await tx
    .insertInto('packSpec')
    .values({ enterpriseId: actor.enterpriseId, ...input })
    .returning('id')
    .executeTakeFirstOrThrow()
  return packSpecOf(tx, id)
}

/** Changes a specification that was never ordered. Once there are packs of the product it takes a change as a new one does. */
export const editPackSpec: Handler<typeof packSpecApi.edit> = async (tx, actor, { id, rowVersion, ...fields }) => {
  const { productId, isUsed } = await takeToEdit(tx, actor, packSpecs, id, rowVersion)
  if (isUsed) throw new Refusal('pack_spec_used')
  await carryOutVersion(tx, { record: 'pack_spec', recordId: productId, effectiveFrom: dayInShanghai(tx.now()) })
  await tx.updateTable('packSpec').set(fields).where('id', '=', id).execute()
  return packSpecOf(tx, id)
}
