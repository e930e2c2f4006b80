import type { LicenceRow } from '#contract/supply/licence.ts'
import type { Tx } from '#kernel/serve.ts'

/** The papers of the enterprise itself, or of a supplier or customer; those in use first, the soonest to end before the others. */
export const papersOf = (tx: Tx, owner: { supplierId: string } | { customerId: string } | 'own'): Promise<LicenceRow[]> =>
  tx
    .selectFrom('licence')
    .select(['id', 'kind', 'number', 'scope', 'issuedBy', 'validFrom', 'validUntil', 'isActive', 'rowVersion'])
    .$if(owner === 'own', (query) => query.where('supplierId', 'is', null).where('customerId', 'is', null))
    .$if(owner !== 'own' && 'supplierId' in owner, (query) => query.where('supplierId', '=', (owner as { supplierId: string }).supplierId))
    .$if(owner !== 'own' && 'customerId' in owner, (query) => query.where('customerId', '=', (owner as { customerId: string }).customerId))
    .orderBy('isActive', 'desc')
    .orderBy('validUntil')
    .orderBy('id')
    .execute()
