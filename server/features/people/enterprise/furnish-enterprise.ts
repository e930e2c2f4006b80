import { sql } from 'kysely'
import { only } from '#contract/kernel/certain.ts'
import { furnishDictionary } from '#server/features/office/dictionary/check-choices.ts'
import { furnishLedgerPlaces } from '#server/features/warehouse/place/ledger-places.ts'
import type { Tx } from '#kernel/serve.ts'

/**
 * What every enterprise needs before its first step: the shipped dictionary and the places of the stock ledger. Call it for each new
 * enterprise, in a transaction that acts for it; calling it again adds only what is missing.
 */
export async function furnishEnterprise(tx: Tx): Promise<void> {
  const { rows } = await sql<{ id: string }>`select current_enterprise() as id`.execute(tx)
  const { id: enterpriseId } = only(rows)
  await furnishDictionary(tx, enterpriseId)
  await furnishLedgerPlaces(tx, enterpriseId)
}
