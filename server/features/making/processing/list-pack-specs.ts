import { sql } from 'kysely'
import type { packSpecApi, PackSpecRow } from '#contract/making/pack-spec.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { matches, pageOf } from '#kernel/paging.ts'
import type { Handler, Tx } from '#kernel/serve.ts'

const selectPackSpecs = (tx: Tx) =>
  tx
    .selectFrom('packSpec')
    .innerJoin('product', (join) =>
      join.onRef('product.enterpriseId', '=', 'packSpec.enterpriseId').onRef('product.id', '=', 'packSpec.productId'),
    )
    .select([
      'packSpec.id',
      'packSpec.productId',
      'product.code as productCode',
      'product.name as productName',
      'packSpec.name',
      'packSpec.netQuantity',
      'packSpec.packUnit',
      'packSpec.packsPerBox',
      'packSpec.packIdentification',
      'packSpec.boxIdentification',
      'packSpec.packGtin',
      'packSpec.boxGtin',
      'packSpec.rowVersion',
      'packSpec.codeScheme',
      sql<
        PackSpecRow['materials']
      >`(select coalesce(jsonb_agg(jsonb_build_object('materialId', m.id, 'name', m.name, 'unit', m.unit, 'per', s.per, 'pieces', s.pieces)
          order by s.per desc, m.code), '[]') from pack_spec_material s join material m on m.enterprise_id = s.enterprise_id and m.id = s.material_id
        where s.enterprise_id = pack_spec.enterprise_id and s.pack_spec_id = pack_spec.id)`.as('materials'),
      sql<PackSpecRow['state']>`case when pack_spec.is_active then 'active' else 'disabled' end`.as('state'),
      sql<boolean>`exists (select from packaging_order o where o.enterprise_id = pack_spec.enterprise_id and o.pack_spec_id between pack_spec.id and pack_spec.id)
        or exists (select from sales_line l where l.enterprise_id = pack_spec.enterprise_id and l.pack_spec_id between pack_spec.id and pack_spec.id)`.as(
        'isUsed',
      ),
    ])

/** One pack specification, as it is now. */
export async function packSpecOf(tx: Tx, id: string): Promise<PackSpecRow> {
  const spec = await selectPackSpecs(tx).where('packSpec.id', '=', id).executeTakeFirst()
  if (spec === undefined) throw new Refusal('not_found')
  return spec
}

export const listPackSpecs: Handler<typeof packSpecApi.list> = (tx, _actor, { q, productId, codeScheme, state, ...paging }) =>
  pageOf(
    tx,
    selectPackSpecs(tx)
      .$call((query) => (productId === undefined ? query : query.where('packSpec.productId', '=', productId)))
      .$call((query) => (codeScheme === undefined ? query : query.where('packSpec.codeScheme', '=', codeScheme)))
      .$if(state !== undefined, (query) => query.where('packSpec.isActive', '=', state === 'active'))
      .$if(q !== '', (query) => query.where(matches(q, { number: 'product.code', name: 'product.name', initials: 'product.initials' }))),
    paging,
  )
