import { sql, type SqlBool } from 'kysely'
import type { Receivable } from '#contract/supply/receipt.ts'
import type { Tx } from '#kernel/serve.ts'
import type { OrderLine } from './queries.ts'

/** How many of the newest are looked through: lots of one supplier and county, and lots of one material. */
const lookedThrough = 20

/**
 * What the last receipt of this supplier's material from the same county said: the form offers it, and the person compares it with the papers. Nothing that is looked at
 * or weighed is among it. It is looked for from both ends, so that neither a supplier of many materials nor a material of many suppliers hides it.
 */
export async function lastReceipt(tx: Tx, supplierId: string, line: OrderLine): Promise<Receivable['last']> {
  const newest = sql.lit(lookedThrough)
  const found = await tx
    .selectFrom('rawLot')
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
    .where(
      sql<SqlBool>`raw_lot.id = any (array(
        (select id from raw_lot where supplier_id = ${supplierId} and province = ${line.agreedProvince} and city = ${line.agreedCity} and county = ${line.agreedCounty}
          order by id desc limit ${newest})
        union (select id from lot where material_id = ${line.materialId} order by id desc limit ${newest})))`,
    )
    .where('rawLot.supplierId', '=', supplierId)
    .where('lot.materialId', '=', line.materialId)
    .where('rawLot.province', '=', line.agreedProvince)
    .where('rawLot.city', '=', line.agreedCity)
    .where('rawLot.county', '=', line.agreedCounty)
    .where('rawLot.abnormal', 'is', null)
    .where('receipt.reversedAt', 'is', null)
    .orderBy('receipt.arrivedAt', 'desc')
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
