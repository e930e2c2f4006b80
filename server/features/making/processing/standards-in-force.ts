import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '#kernel/serve.ts'
import { dayInShanghai } from '#contract/warehouse/shelf-life.ts'

/** The approved standards of a material or product that are in force today, the newest first. */
export const standardsInForce = (tx: Tx, of: { materialId: string } | { productId: string }) =>
  tx
    .selectFrom('standardVersion as v')
    .innerJoin('standard', (join) => join.onRef('standard.enterpriseId', '=', 'v.enterpriseId').onRef('standard.id', '=', 'v.standardId'))
    .select(['v.id as versionId', 'standard.kind', 'standard.name', 'v.edition', 'v.effectiveFrom as from'])
    .where('materialId' in of ? 'standard.materialId' : 'standard.productId', '=', 'materialId' in of ? of.materialId : of.productId)
    .where(inForceOn(dayInShanghai(tx.now())))
    .orderBy('v.effectiveFrom', 'desc')
    .limit(20)
    .execute()

/** Whether the standard version `v` is approved and in force on a day. */
export const inForceOn = (day: string | RawBuilder<string>) =>
  sql<boolean>`v.state = 'approved' and v.effective_from <= ${day}::date and (v.effective_to is null or v.effective_to > ${day}::date)`
