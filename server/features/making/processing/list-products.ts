import { sql } from 'kysely'
import { only } from '#contract/kernel/certain.ts'
import type { productApi, ProductRow } from '#contract/making/product.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { matches, pageOf } from '#kernel/paging.ts'
import type { Handler, Tx } from '#kernel/serve.ts'
import { inForceOn, standardsInForce } from './standards-in-force.ts'

const effectiveVersion = sql<number | null>`(select v.version from process_version v where v.enterprise_id = product.enterprise_id
  and v.product_id = product.id and v.state = 'approved' and v.effective_from <= today() and (v.effective_to is null or v.effective_to > today()))`
const standardName = sql<
  string | null
>`(select s.kind || ' ' || v.edition from standard s join standard_version v on v.enterprise_id = s.enterprise_id and v.standard_id = s.id
  where s.enterprise_id = product.enterprise_id and s.product_id = product.id and ${inForceOn(sql<string>`today()`)} order by v.effective_from desc limit 1)`
const packSpecs = sql<number>`(select count(*)::integer from pack_spec x where x.enterprise_id = product.enterprise_id and x.product_id = product.id and x.is_active)`

const selectProducts = (tx: Tx) =>
  tx
    .selectFrom('product')
    .innerJoin('material', (join) =>
      join.onRef('material.enterpriseId', '=', 'product.enterpriseId').onRef('material.id', '=', 'product.materialId'),
    )
    .select([
      'product.id',
      'product.code',
      'product.name',
      'product.materialId',
      'material.name as materialName',
      'product.processingMethod',
      'product.cutSpec',
      'product.storage',
      'product.shelfLifeMonths',
      'product.retentionMonths',
      'product.testAmount',
      'product.isToxic',
      'product.isDirectOral',
      'product.licenceScopes',
      'product.gbt31774Code',
      'product.nhsaCode',
      'product.createdAt',
      'product.rowVersion',
      sql<ProductRow['state']>`case when product.is_active then 'active' else 'disabled' end`.as('state'),
      standardName.as('standardName'),
      effectiveVersion.as('processVersion'),
      sql<number>`(select count(*)::integer from process_version v where v.enterprise_id = product.enterprise_id and v.product_id = product.id)`.as(
        'processVersions',
      ),
      packSpecs.as('packSpecs'),
    ])

/** One product, as it is now. */
export async function productOf(tx: Tx, id: string): Promise<ProductRow> {
  const product = await selectProducts(tx).where('product.id', '=', id).executeTakeFirst()
  if (product === undefined) throw new Refusal('not_found')
  return product
}

/** What a product can lack before it can be made and sold. */
const lacking = {
  process: sql<boolean>`${effectiveVersion} is null`,
  standard: sql<boolean>`${standardName} is null`,
  pack_spec: sql<boolean>`${packSpecs} = 0`,
}

export const listProducts: Handler<typeof productApi.list> = (tx, _actor, { q, materialId, state, lacks, ...paging }) =>
  pageOf(
    tx,
    selectProducts(tx)
      .$call((query) => (materialId === undefined ? query : query.where('product.materialId', '=', materialId)))
      .$if(state !== undefined, (query) => query.where('product.isActive', '=', state === 'active'))
      .$call((query) => (lacks === undefined ? query : query.where(lacking[lacks])))
      .$if(q !== '', (query) => query.where(matches(q, { number: 'product.code', name: 'product.name', initials: 'product.initials' }))),
    paging,
  )

export const readProduct: Handler<typeof productApi.read> = async (tx, _actor, { id }) => {
  const product = await productOf(tx, id)
  const { rows } = await sql<{ isUsed: boolean }>`select exists (select from production_order where product_id = ${id})
    or exists (select from lot where product_id = ${id}) as is_used`.execute(tx)
  return { ...product, standards: await standardsInForce(tx, { productId: id }), isUsed: only(rows).isUsed }
}

/** What a product or a process is composed of: materials, methods and products in use. */
export const listChoices: Handler<typeof productApi.choices> = async (tx) => ({
  materials: await tx
    .selectFrom('material')
    .select(['id', 'code', 'name', 'initials', 'category', 'isToxic', 'storage'])
    .where('isActive', '=', true)
    .where('category', '<>', 'packaging')
    .orderBy('code')
    .execute(),
  methods: await tx
    .selectFrom('processingMethod')
    .select(['name', 'initials', 'auxiliary'])
    .where('isActive', '=', true)
    .orderBy('name')
    .execute(),
  products: await tx
    .selectFrom('product')
    .select(['id', 'code', 'name', 'initials', 'cutSpec'])
    .where('isActive', '=', true)
    .orderBy('code')
    .execute(),
})
