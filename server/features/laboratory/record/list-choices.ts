import { sql } from 'kysely'
import { numericOps, type recordApi, type RecordChoices } from '#contract/laboratory/record.ts'
import type { Handler } from '#kernel/serve.ts'

/** What the filters offer: goods that have a standard, suppliers, persons who wrote a result, items of the chosen goods or of all. */
export const listChoices: Handler<typeof recordApi.choices> = async (tx, _actor, { goodsId }) => {
  const goods = await sql<RecordChoices['goods'][number]>`
    select id, name, initials, 'material' as kind, '' as spec from material
      where exists (select from standard where standard.enterprise_id = material.enterprise_id and standard.material_id = material.id)
    union all select id, name, initials, 'product', cut_spec from product
      where exists (select from standard where standard.enterprise_id = product.enterprise_id and standard.product_id = product.id)
    order by kind, name, spec`.execute(tx)
  const suppliers = await tx.selectFrom('supplier').select(['id', 'name', 'initials']).orderBy('name').execute()
  const analysts = await tx
    .selectFrom('account')
    .select(['id', 'name', 'initials'])
    .where((eb) => eb.exists(eb.selectFrom('testResult').select('testResult.id').whereRef('testResult.enteredBy', '=', 'account.id')))
    .orderBy('name')
    .execute()
  const items = await sql<RecordChoices['items'][number]>`
    select item.name, min(item.item_group) as "group", bool_or(item.operator = any (${[...numericOps]})) as "isNumeric"
    from standard_item item join standard_version version on version.enterprise_id = item.enterprise_id and version.id = item.standard_version_id
    join standard on standard.enterprise_id = version.enterprise_id and standard.id = version.standard_id
    where ${goodsId ?? null}::uuid is null or standard.material_id = ${goodsId ?? null} or standard.product_id = ${goodsId ?? null}
    group by item.name order by min(item.line), item.name`.execute(tx)
  return { goods: goods.rows, suppliers, analysts, items: items.rows }
}
