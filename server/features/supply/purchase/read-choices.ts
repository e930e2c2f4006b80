import { sql } from 'kysely'
import { elementAt } from '#contract/kernel/certain.ts'
import type { purchaseApi, Receivable } from '#contract/supply/purchase-api.ts'
import type { PurchaseCategory } from '#contract/supply/purchase.ts'
import { supplierTrouble } from '#contract/supply/supplier.ts'
import type { Handler, Tx } from '#kernel/serve.ts'
import { lastReceipt } from './last-receipt.ts'
import { agreedOriginOf, orderLines, orderRow, standardNameOf, type OrderLine } from './queries.ts'

/** The suppliers that may deliver on a day, those that may not and why, what each is approved for, and the materials with a standard in force then. */
export const readChoices: Handler<typeof purchaseApi.choices> = async (tx, _actor, { category, on }) => {
  const suppliers = await suppliersOf(tx, category, on)
  const rows = await tx
    .selectFrom('material')
    .innerJoin('standard', (join) =>
      join.onRef('standard.enterpriseId', '=', 'material.enterpriseId').onRef('standard.materialId', '=', 'material.id'),
    )
    .innerJoin('standardVersion', (join) =>
      join.onRef('standardVersion.enterpriseId', '=', 'standard.enterpriseId').onRef('standardVersion.standardId', '=', 'standard.id'),
    )
    .select([
      'material.id',
      'material.name',
      'material.initials',
      'material.usualOrigin',
      'standardVersion.id as versionId',
      'standard.kind as standardKind',
      'standard.name as standardName',
      'standardVersion.edition',
    ])
    .where('material.category', '=', category)
    .where('material.isActive', '=', true)
    .where('standardVersion.state', '=', 'approved')
    .where('standardVersion.effectiveFrom', '<=', on)
    .where((eb) => eb.or([eb('standardVersion.effectiveTo', 'is', null), eb('standardVersion.effectiveTo', '>', on)]))
    .orderBy('material.code')
    .orderBy('standard.id')
    .execute()
  const materials = [...Map.groupBy(rows, (row) => row.id).values()].map((editions) => {
    const { id, name, initials, usualOrigin } = elementAt(editions, 0)
    return {
      id,
      name,
      initials,
      usualOrigin,
      standards: editions.map((edition) => ({ versionId: edition.versionId, name: standardNameOf(edition) })),
    }
  })
  return { suppliers, materials }
}

/** What the form of 到货验收 starts from: the order's lines with what is still to come. */
export const readReceiving: Handler<typeof purchaseApi.receiving> = async (tx, actor, { id }) => {
  const order = await orderRow(tx, actor, id)
  const { supplierId } = await tx.selectFrom('purchaseOrder').select('supplierId').where('id', '=', id).executeTakeFirstOrThrow()
  const lines: Receivable[] = []
  for (const line of await orderLines(tx, id)) lines.push(await receivable(tx, supplierId, line))
  return {
    orderNo: order.orderNo,
    category: order.category,
    supplierName: order.supplierName,
    lines,
  }
}

const receivable = async (tx: Tx, supplierId: string, line: OrderLine): Promise<Receivable> => ({
  id: line.id,
  lineNo: line.lineNo,
  materialId: line.materialId,
  materialName: line.materialName,
  standardName: standardNameOf(line),
  grade: line.grade,
  agreedOrigin: agreedOriginOf(line),
  quantity: line.quantity,
  received: line.received,
  species: line.species,
  medicinalPart: line.medicinalPart,
  needsGrowthYears: line.needsGrowthYears,
  isToxic: line.isToxic,
  retestMonths: line.retestMonths,
  last: await lastReceipt(tx, supplierId, line),
})

/** The suppliers of a kind of goods; those that may not deliver on the day come last, with the reason. Removed suppliers are not among them. */
async function suppliersOf(tx: Tx, category: PurchaseCategory, on: string) {
  const suppliers = await tx
    .selectFrom('supplier')
    .select(['id', 'name', 'initials', 'kind', 'state', 'stateReason', 'auditedOn', 'validUntil'])
    .select(sql<string | null>`licences_until(enterprise_id, id)`.as('licencesUntil'))
    .where('state', '<>', 'removed')
    .where(sql<boolean>`${category} = any (categories)`)
    .orderBy('code')
    .limit(500)
    .execute()
  const approved = await tx.selectFrom('supplierMaterial').select(['supplierId', 'materialId', 'province', 'city', 'county']).execute()
  const approvedOf = Map.groupBy(approved, (row) => row.supplierId)
  const lastOf = Map.groupBy(await lastLines(tx), (row) => row.supplierId)
  const all = suppliers.map(({ id, name, initials, kind, ...standing }) => ({
    ...{ id, name, initials, kind },
    trouble: supplierTrouble(standing, on) ?? null,
    approved: (approvedOf.get(id) ?? []).map(({ supplierId: _, ...row }) => row),
    last: (lastOf.get(id) ?? []).map(({ materialId, grade, unitPrice, ...agreed }) => ({
      ...{ materialId, grade, unitPrice },
      agreedOrigin: agreedOriginOf(agreed),
    })),
  }))
  return all.toSorted((a, b) => Number(a.trouble !== null) - Number(b.trouble !== null))
}

/** What was last ordered of each material from each supplier. */
const lastLines = (tx: Tx) =>
  tx
    .selectFrom('purchaseLine')
    .innerJoin('purchaseOrder', (join) =>
      join.onRef('purchaseOrder.enterpriseId', '=', 'purchaseLine.enterpriseId').onRef('purchaseOrder.id', '=', 'purchaseLine.orderId'),
    )
    .distinctOn(['purchaseOrder.supplierId', 'purchaseLine.materialId'])
    .select(['purchaseOrder.supplierId', 'purchaseLine.materialId', 'purchaseLine.grade', 'purchaseLine.unitPrice'])
    .select(['purchaseLine.agreedProvince', 'purchaseLine.agreedCity', 'purchaseLine.agreedCounty'])
    .where('purchaseOrder.state', 'not in', ['draft', 'returned', 'cancelled'])
    .orderBy('purchaseOrder.supplierId')
    .orderBy('purchaseLine.materialId')
    .orderBy('purchaseLine.id', 'desc')
    .execute()
