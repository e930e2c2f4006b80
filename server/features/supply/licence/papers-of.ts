import type { LicenceRow } from '#contract/supply/licence.ts'
import type { Tx } from '#kernel/serve.ts'

/** The papers of the enterprise itself, or of a supplier or customer; those in use first, and of these the one that ends first. */
export const papersOf = (tx: Tx, owner: { supplierId: string } | { customerId: string } | 'own'): Promise<LicenceRow[]> =>
  tx
    .selectFrom('licence')
    .select(['id', 'kind', 'number', 'scope', 'issuedBy', 'validFrom', 'validUntil', 'isActive', 'rowVersion'])
    .where((eb) => {
      if (owner === 'own') return eb.and([eb('supplierId', 'is', null), eb('customerId', 'is', null)])
      return 'supplierId' in owner ? eb('supplierId', '=', owner.supplierId) : eb('customerId', '=', owner.customerId)
    })
    .orderBy('isActive', 'desc')
    .orderBy('validUntil')
    .orderBy('id')
    .execute()
