import { sql } from 'kysely'
import { only } from '#contract/kernel/certain.ts'
import type { materialApi, MaterialRow } from '#contract/making/material.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { matches, pageOf } from '#kernel/paging.ts'
import type { Handler, Tx } from '#kernel/serve.ts'
import { standardsInForce } from './standards-in-force.ts'

const selectMaterials = (tx: Tx) =>
  tx
    .selectFrom('material')
    .select([
      'material.id',
      'code',
      'name',
      'unit',
      'materialClass',
      'latin',
      'species',
      'medicinalPart',
      'usualOrigin',
      'usualHarvest',
      'storage',
      'isToxic',
      'isPrecious',
      'needsGrowthYears',
      'retestMonths',
      'retentionMonths',
      'retestNotice',
      'retestLimit',
      'testAmount',
      'createdAt',
      'rowVersion',
      sql<MaterialRow['category']>`category`.as('category'),
      sql<MaterialRow['state']>`case when is_active then 'active' else 'disabled' end`.as('state'),
      sql<number>`(select count(*)::integer from product p where p.enterprise_id = material.enterprise_id and p.material_id = material.id)`.as(
        'products',
      ),
    ])

/** One material, as it is now. */
export async function materialOf(tx: Tx, id: string): Promise<MaterialRow> {
  const material = await selectMaterials(tx).where('material.id', '=', id).executeTakeFirst()
  if (material === undefined) throw new Refusal('not_found')
  return material
}

export const listMaterials: Handler<typeof materialApi.list> = (tx, _actor, { q, category, materialClass, state, ...paging }) =>
  pageOf(
    tx,
    selectMaterials(tx)
      .$call((query) => (category === undefined ? query : query.where('category', '=', sql.lit(category))))
      .$call((query) => (materialClass === undefined ? query : query.where('materialClass', '=', materialClass)))
      .$if(state !== undefined, (query) => query.where('isActive', '=', state === 'active'))
      .$if(q !== '', (query) => query.where(matches(q, { number: 'code', name: 'name', initials: 'initials' }))),
    paging,
  )

export const readMaterial: Handler<typeof materialApi.read> = async (tx, _actor, { id }) => {
  const material = await materialOf(tx, id)
  const { rows } = await sql<{ isUsed: boolean }>`select exists (select from lot where material_id = ${id})
    or exists (select from purchase_line where material_id = ${id}) as is_used`.execute(tx)
  return {
    ...material,
    isUsed: only(rows).isUsed,
    standards: await standardsInForce(tx, { materialId: id }),
    madeInto: await tx
      .selectFrom('product')
      .select(['id', 'code', 'name'])
      .where('materialId', '=', id)
      .orderBy('code')
      .limit(100)
      .execute(),
  }
}
