import { sql } from 'kysely'
import { processSnapshot } from '../../../contract/production-record.ts'
import { matches } from '../../platform/paging.ts'
import type { Tx } from '../../platform/serve.ts'

/**
 * The products that can be made today, each with its effective process version as an order will keep it, and the standard
 * in force. Numbers leave the database as text: JSON would make floats of them.
 */
export async function findProcesses(tx: Tx, { productId, q = '' }: { productId?: string; q?: string }) {
  const rows = await tx
    .selectFrom('product')
    .innerJoin('material', (join) =>
      join.onRef('material.enterpriseId', '=', 'product.enterpriseId').onRef('material.id', '=', 'product.materialId'),
    )
    .innerJoin('processVersion as v', (join) =>
      join.onRef('v.enterpriseId', '=', 'product.enterpriseId').onRef('v.productId', '=', 'product.id'),
    )
    .select([
      'product.id',
      'product.code',
      'product.name',
      'product.initials',
      'product.cutSpec',
      'product.materialId',
      'product.processingMethod',
      'product.shelfLifeMonths',
      'product.isToxic',
      'material.name as materialName',
      'v.id as processVersionId',
      processOf.as('process'),
    ])
    .where('product.isActive', '=', true)
    .where('v.state', '=', 'approved')
    .where('v.effectiveFrom', '<=', sql<string>`today()`)
    .$if(productId !== undefined, (query) => query.where('product.id', '=', productId!))
    .$if(q !== '', (query) => query.where(matches(q, { number: 'product.code', name: 'product.name', initials: 'product.initials' })))
    .orderBy('product.code')
    .limit(100)
    .execute()
  return rows.map((row) => ({ ...row, process: processSnapshot.parse(row.process) }))
}

const processOf = sql<unknown>`jsonb_build_object(
  'code', v.code, 'version', v.version, 'allowsBlending', v.allows_blending, 'maxBatch', trim_scale(v.max_batch)::text,
  'yieldMin', trim_scale(v.yield_min)::text, 'yieldMax', trim_scale(v.yield_max)::text,
  'balanceMin', trim_scale(v.balance_min)::text, 'balanceMax', trim_scale(v.balance_max)::text,
  'steps', (select coalesce(jsonb_agg(jsonb_build_object('no', s.step_no, 'name', s.name, 'option', s.option, 'isCritical', s.is_critical, 'parameters', s.parameters)
    order by s.step_no), '[]') from process_step s where s.enterprise_id = v.enterprise_id and s.process_version_id = v.id),
  'auxiliaries', (select coalesce(jsonb_agg(jsonb_build_object('materialId', a.material_id, 'name', m.name, 'ratio', trim_scale(a.ratio)::text,
    'tolerance', trim_scale(a.tolerance)::text) order by m.code), '[]') from process_auxiliary a
    join material m on m.enterprise_id = a.enterprise_id and m.id = a.material_id where a.enterprise_id = v.enterprise_id and a.process_version_id = v.id))`

/** The approved standard of a product that is in force today, newest first; undefined when it has none. */
export const findStandard = (tx: Tx, productId: string) =>
  tx
    .selectFrom('standardVersion as v')
    .innerJoin('standard', (join) => join.onRef('standard.enterpriseId', '=', 'v.enterpriseId').onRef('standard.id', '=', 'v.standardId'))
    .select(['v.id', sql<string>`standard.kind || ' ' || v.edition`.as('name')])
    .where('standard.productId', '=', productId)
    .where('v.state', '=', 'approved')
    .where('v.effectiveFrom', '<=', sql<string>`today()`)
    .where((eb) => eb.or([eb('v.effectiveTo', 'is', null), eb('v.effectiveTo', '>', sql<string>`today()`)]))
    .orderBy('v.effectiveFrom', 'desc')
    .executeTakeFirst()
