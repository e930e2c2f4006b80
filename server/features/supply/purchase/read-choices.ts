import { sql } from 'kysely'
import type { z } from 'zod'
import { choicesAtMost } from '#contract/kernel/values.ts'
import type { purchaseApi } from '#contract/supply/purchase-api.ts'
import type { Receivable } from '#contract/supply/receipt.ts'
import { supplierTrouble } from '#contract/supply/supplier.ts'
import type { Handler, Tx } from '#kernel/serve.ts'
import { choiceOf } from '#kernel/ways-to.ts'
import { lastReceipt } from './last-receipt.ts'
import { agreedOriginOf, orderLines, orderRow, testable, type OrderLine } from './queries.ts'

/** The suppliers of a kind of goods; those that may not deliver on the day come last, with the reason. Removed suppliers are not among them. */
export const listSuppliers: Handler<typeof purchaseApi.suppliers> = async (tx, _actor, { category, on, ...asked }) => {
  const choice = choiceOf('supplier', asked)
  const suppliers = await tx
    .selectFrom('supplier')
    .select(['id', 'name', 'initials', 'kind', 'state', 'stateReason', 'auditedOn', 'validUntil'])
    .select(sql<string | null>`licences_until(enterprise_id, id)`.as('licencesUntil'))
    .where('state', '<>', 'removed')
    .where(sql<boolean>`${category} = any (categories)`)
    .where(choice.fits)
    // Who may deliver comes first, so that the others never take their place on a full page.
    .orderBy(sql`(state = 'qualified' and coalesce(least(valid_until, licences_until(enterprise_id, id)) >= ${on}::date, true)) desc`)
    .orderBy(choice.first)
    .orderBy('code')
    .limit(choicesAtMost)
    .execute()
  return suppliers
    .map(({ id, name, initials, kind, ...standing }) => ({ id, name, initials, kind, trouble: supplierTrouble(standing, on) ?? null }))
    .toSorted((a, b) => Number(a.trouble !== null) - Number(b.trouble !== null))
}

type Asked = z.output<typeof purchaseApi.materials.input>

/** The materials with a standard in force on a day or counted in pieces, those first that the supplier is approved for, with what was approved and ordered last. */
export const listMaterials: Handler<typeof purchaseApi.materials> = async (tx, _actor, asked) => {
  const materials = await orderableMaterials(tx, asked)
  const approved = asked.supplierId === undefined ? [] : await approvalsOf(tx, asked.supplierId, materials)
  const last = asked.supplierId === undefined ? [] : await lastLines(tx, asked.supplierId, materials)
  return materials.map((material) => ({
    ...material,
    approved: approved.flatMap(({ materialId, ...place }) => (materialId === material.id ? [place] : [])),
    last: last.find(({ materialId }) => materialId === material.id)?.line ?? null,
  }))
}

function orderableMaterials(tx: Tx, { category, on, supplierId, ...asked }: Asked) {
  const choice = choiceOf('material', asked)
  return tx
    .selectFrom('material')
    .select(['id', 'name', 'initials', 'usualOrigin', 'unit'])
    .where('category', '=', category)
    .where('isActive', '=', true)
    .where(choice.fits)
    .where((eb) =>
      eb.or([
        eb('unit', '<>', 'kg'),
        eb.exists(
          testable(tx, on).where(sql<boolean>`standard.enterprise_id = material.enterprise_id and standard.material_id = material.id`),
        ),
      ]),
    )
    .orderBy(
      sql`exists (select from supplier_material m where m.enterprise_id = material.enterprise_id and m.material_id = material.id
        and m.supplier_id = ${supplierId ?? null}::uuid) desc`,
    )
    .orderBy(choice.first)
    .orderBy('code')
    .limit(choicesAtMost)
    .execute()
}

type Materials = Awaited<ReturnType<typeof orderableMaterials>>
const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)

const approvalsOf = async (tx: Tx, supplierId: string, materials: Materials) =>
  materials.length === 0
    ? []
    : tx
        .selectFrom('supplierMaterial')
        .select(['materialId', 'province', 'city', 'county'])
        .where('supplierId', '=', supplierId)
        .where('materialId', 'in', idsOf(materials))
        .execute()

/** How far back is looked for the last order of a material. */
const lookedAtOrders = 200

/** What was last ordered of each material from the supplier, in their last orders. */
async function lastLines(tx: Tx, supplierId: string, materials: Materials) {
  if (materials.length === 0) return []
  const orders = tx
    .selectFrom('purchaseOrder')
    .select(['enterpriseId', 'id'])
    .where('supplierId', '=', supplierId)
    .where('state', 'not in', ['draft', 'returned', 'cancelled'])
    .orderBy('id', 'desc')
    .limit(lookedAtOrders)
  const rows = await tx
    .selectFrom(orders.as('recent'))
    .innerJoin('purchaseLine', (join) =>
      join.onRef('purchaseLine.enterpriseId', '=', 'recent.enterpriseId').onRef('purchaseLine.orderId', '=', 'recent.id'),
    )
    .distinctOn('purchaseLine.materialId')
    .select(['purchaseLine.materialId', 'purchaseLine.grade', 'purchaseLine.unitPrice'])
    .select(['purchaseLine.agreedProvince', 'purchaseLine.agreedCity', 'purchaseLine.agreedCounty'])
    .where('purchaseLine.materialId', 'in', idsOf(materials))
    .orderBy('purchaseLine.materialId')
    .orderBy('purchaseLine.id', 'desc')
    .execute()
  return rows.map(({ materialId, grade, unitPrice, ...agreed }) => ({
    materialId,
    line: { grade, unitPrice, agreedOrigin: agreedOriginOf(agreed) },
  }))
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
  unit: line.unit,
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
