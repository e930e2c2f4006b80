import { sql } from 'kysely'
import type { Tx } from '#kernel/serve.ts'

/** The specifications of these products that are in use, with what each was last packed with and the packaging materials that it names. */
export async function specChoices(tx: Tx, productIds: readonly string[]) {
  if (productIds.length === 0) return []
  return tx
    .selectFrom('packSpec')
    .select(['id', 'productId', 'name', 'netQuantity', 'packUnit', 'packsPerBox'])
    .select(
      sql<{
        packagingMaterial: string
        labelVersion: string
      } | null>`(select jsonb_build_object('packagingMaterial', o.packaging_material, 'labelVersion', o.label_version)
        from packaging_order o where o.enterprise_id = pack_spec.enterprise_id and o.pack_spec_id = pack_spec.id and o.state <> 'cancelled'
        order by o.id desc limit 1)`.as('last'),
    )
    .select(
      sql<string[]>`(select coalesce(array_agg(distinct m.name), '{}') from pack_spec_material s
        join material m on m.enterprise_id = s.enterprise_id and m.id = s.material_id
        where s.enterprise_id = pack_spec.enterprise_id and s.pack_spec_id = pack_spec.id)`.as('materials'),
    )
    .where('isActive', '=', true)
    .where('productId', 'in', [...new Set(productIds)])
    .orderBy('name')
    .execute()
}
