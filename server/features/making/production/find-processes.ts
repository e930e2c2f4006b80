import { sql } from 'kysely'
import { processSnapshot } from '#contract/making/production-record.ts'
import { matches } from '#kernel/paging.ts'
import { processContent } from '#server/features/making/processing/process-content.ts'
import type { Tx } from '#kernel/serve.ts'
import { dayInShanghai } from '#contract/warehouse/shelf-life.ts'

/** The products that can be made today, each with the process version in effect, as an order will keep it. */
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
      processContent.as('process'),
    ])
    .where('product.isActive', '=', true)
    .where('v.state', '=', 'approved')
    .where('v.effectiveFrom', '<=', dayInShanghai(tx.now()))
    .where((eb) => eb.or([eb('v.effectiveTo', 'is', null), eb('v.effectiveTo', '>', dayInShanghai(tx.now()))]))
    .$call((query) => (productId === undefined ? query : query.where('product.id', '=', productId)))
    .$if(q !== '', (query) => query.where(matches(q, { number: 'product.code', name: 'product.name', initials: 'product.initials' })))
    .orderBy('product.code')
    .limit(100)
    .execute()
  return rows.map((row) => ({ ...row, process: processSnapshot.parse(row.process) }))
}

/** The standard of a product that decides today: the law's before the firm's own, never a customer's; undefined when it has none. */
export const findStandard = (tx: Tx, productId: string) =>
  tx
    .selectFrom('standardVersion as v')
    .innerJoin('standard', (join) => join.onRef('standard.enterpriseId', '=', 'v.enterpriseId').onRef('standard.id', '=', 'v.standardId'))
    .select(['v.id', sql<string>`standard.kind || ' ' || v.edition`.as('name')])
    .where('standard.productId', '=', productId)
    .where('standard.customerId', 'is', null)
    .where('v.state', '=', 'approved')
    .where('v.effectiveFrom', '<=', dayInShanghai(tx.now()))
    .where((eb) => eb.or([eb('v.effectiveTo', 'is', null), eb('v.effectiveTo', '>', dayInShanghai(tx.now()))]))
    .orderBy(sql`authority_of(standard.kind, standard.customer_id) = 'internal'`)
    .orderBy('v.effectiveFrom', 'desc')
    .executeTakeFirst()
