import { sql } from 'kysely'
import { processSnapshot, type ProcessSnapshot } from '#contract/making/production-record.ts'
import type { Tx } from '#kernel/serve.ts'

/**
 * What a process version `v` says, as an order keeps it and as it is signed and compared. Numbers leave the database as text: JSON
 * would make floats of them.
 */
export const processContent = sql<unknown>`jsonb_build_object(
  'code', v.code, 'version', v.version, 'allowsBlending', v.allows_blending, 'maxBatch', trim_scale(v.max_batch)::text,
  'yieldMin', trim_scale(v.yield_min)::text, 'yieldMax', trim_scale(v.yield_max)::text,
  'balanceMin', trim_scale(v.balance_min)::text, 'balanceMax', trim_scale(v.balance_max)::text,
  'steps', (select coalesce(jsonb_agg(jsonb_build_object('no', s.step_no, 'name', s.name, 'option', s.option, 'isCritical', s.is_critical,
    'instruction', s.instruction, 'equipment', s.equipment, 'holdHours', trim_scale(s.hold_hours)::text, 'parameters', s.parameters)
    order by s.step_no), '[]') from process_step s where s.enterprise_id = v.enterprise_id and s.process_version_id = v.id),
  'auxiliaries', (select coalesce(jsonb_agg(jsonb_build_object('materialId', a.material_id, 'name', m.name, 'ratio', trim_scale(a.ratio)::text,
    'tolerance', trim_scale(a.tolerance)::text) order by m.code), '[]') from process_auxiliary a
    join material m on m.enterprise_id = a.enterprise_id and m.id = a.material_id where a.enterprise_id = v.enterprise_id and a.process_version_id = v.id),
  'coProducts', (select coalesce(jsonb_agg(jsonb_build_object('productId', c.product_id, 'name', p.name, 'cutSpec', p.cut_spec, 'stepNo', c.step_no,
    'min', trim_scale(c.share_min)::text, 'expected', trim_scale(c.share_expected)::text, 'max', trim_scale(c.share_max)::text) order by c.step_no, p.code), '[]')
    from process_co_product c join product p on p.enterprise_id = c.enterprise_id and p.id = c.product_id
    where c.enterprise_id = v.enterprise_id and c.process_version_id = v.id))`

/** The content of one version as it is now. */
export async function readProcessContent(tx: Tx, id: string): Promise<ProcessSnapshot> {
  const { content } = await tx
    .selectFrom('processVersion as v')
    .select(processContent.as('content'))
    .where('v.id', '=', id)
    .executeTakeFirstOrThrow()
  return processSnapshot.parse(content)
}
