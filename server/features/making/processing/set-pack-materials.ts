import type { packSpecApi } from '#contract/making/pack-spec.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { isCounted } from '#contract/warehouse/unit.ts'
import type { Handler } from '#kernel/serve.ts'
import { packSpecOf } from './list-pack-specs.ts'

/** What a pack and a box take, anew and whole. Orders that are written already keep what they copied. */
export const setPackMaterials: Handler<typeof packSpecApi.setMaterials> = async (tx, actor, { id, materials }) => {
  const spec = await tx.selectFrom('packSpec').select('isActive').where('id', '=', id).forUpdate().executeTakeFirst()
  if (spec === undefined) throw new Refusal('not_found')
  if (!spec.isActive) throw new Refusal('wrong_state')
  const named = await tx
    .selectFrom('material')
    .select(['id', 'unit', 'isActive'])
    .where('id', 'in', [id, ...materials.map(({ materialId }) => materialId)])
    .execute()
  const wrong = materials.findIndex(({ materialId }) => !named.some((one) => one.id === materialId && one.isActive && isCounted(one.unit)))
  if (wrong >= 0) throw new Refusal('pack_material_unsuitable', [{ path: `materials.${wrong}.materialId`, message: '请另选' }])
  await tx.deleteFrom('packSpecMaterial').where('packSpecId', '=', id).execute()
  if (materials.length > 0)
    await tx
      .insertInto('packSpecMaterial')
      .values(materials.map((row) => ({ enterpriseId: actor.enterpriseId, packSpecId: id, ...row })))
      .execute()
  return packSpecOf(tx, id)
}
