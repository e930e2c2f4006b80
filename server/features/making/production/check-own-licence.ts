import { sql } from 'kysely'
import { scopesNeeded } from '#contract/making/product.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import type { Tx } from '#kernel/serve.ts'

/**
 * What may be made is what a 药品生产许可证 of the enterprise itself allows on the day: its scope is free text, as the authority printed it, and must hold the
 * word of every kind of processing the product needs (product §9).
 *
 * @throws licence_out_of_scope names the kinds that no licence in force holds
 */
export async function refuseBeyondOwnLicence(tx: Tx, productId: string): Promise<void> {
  const today = dayInShanghai(tx.now())
  const product = await tx
    .selectFrom('product')
    .select([
      'licenceScopes',
      'isToxic',
      'isDirectOral',
      sql<string[]>`array(
        select own.scope from licence own
        where own.enterprise_id = product.enterprise_id and own.supplier_id is null and own.customer_id is null and own.is_active
          and own.kind = '药品生产许可证' and coalesce(own.valid_from <= ${today}::date, true) and coalesce(own.valid_until >= ${today}::date, true))`.as(
        'allowed',
      ),
    ])
    .where('id', '=', productId)
    .executeTakeFirstOrThrow()
  const missing = scopesNeeded(product).filter((kind) => !product.allowed.some((scope) => scope.includes(kind)))
  if (product.allowed.length === 0) throw new Refusal('licence_out_of_scope', [{ path: 'id', message: '没有在有效期内的药品生产许可证' }])
  if (missing.length > 0) throw new Refusal('licence_out_of_scope', [{ path: 'id', message: `许可范围不含：${missing.join('、')}` }])
}
