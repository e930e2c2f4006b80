import { sql } from 'kysely'
import type { Receivable } from '#contract/supply/receipt.ts'
import type { Tx } from '#kernel/serve.ts'
import type { OrderLine } from './queries.ts'

/** How many lots of one supplier and county are looked through, the newest first. */
const lookedThrough = 50

/**
 * What the last receipt of this supplier's material from the same county said: the form offers it, and the person compares it with the papers.
 * Nothing that is looked at or weighed is among it.
 */
export async function lastReceipt(tx: Tx, supplierId: string, line: OrderLine): Promise<Receivable['last']> {
  const found = await tx
    .selectFrom((eb) =>
      eb
        .selectFrom('rawLot')
        .selectAll()
        .where('supplierId', '=', supplierId)
        .where('province', '=', line.agreedProvince)
        .where('city', '=', line.agreedCity)
        .where('county', '=', line.agreedCounty)
        .orderBy('id', 'desc')
        .limit(sql.lit(lookedThrough))
        .as('rawLot'),
    )
    .innerJoin('lot', (join) => join.onRef('lot.enterpriseId', '=', 'rawLot.enterpriseId').onRef('lot.id', '=', 'rawLot.id'))
    .innerJoin('receipt', (join) =>
      join.onRef('receipt.enterpriseId', '=', 'rawLot.enterpriseId').onRef('receipt.id', '=', 'rawLot.receiptId'),
    )
    .select(['receipt.receiptNo', 'rawLot.packageKind', 'rawLot.species', 'rawLot.sourceKind', 'rawLot.town', 'rawLot.village'])
    .select('rawLot.primaryProcessing')
    .select(
      sql<string | null>`(select e.to_place_id from stock_entry e join place p on p.enterprise_id = e.enterprise_id and p.id = e.to_place_id
        where e.enterprise_id = lot.enterprise_id and e.lot_id = lot.id and e.kind = 'receipt' and p.kind = 'bin' order by e.id limit 1)`.as(
        'placeId',
      ),
    )
    .where('lot.materialId', '=', line.materialId)
    .where('rawLot.abnormal', 'is', null)
    .where('receipt.reversedAt', 'is', null)
    .orderBy('rawLot.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (found === undefined) return null
  const { receiptNo, packageKind, placeId, sourceKind, town, village, primaryProcessing, species } = found
  return {
    receiptNo,
    packageKind,
    placeId,
    provenance:
      sourceKind === null || !line.species.includes(species) ? null : { species, sourceKind, origin: { town, village }, primaryProcessing },
  }
}
