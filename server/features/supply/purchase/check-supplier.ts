import { sql } from 'kysely'
import type { PurchaseCategory } from '#contract/supply/purchase.ts'
import { Refusal, type FieldError } from '#contract/kernel/refusals.ts'
import { isApprovedOrigin, supplierTrouble } from '#contract/supply/supplier.ts'
import type { Tx } from '#kernel/serve.ts'

const at = (message: string) => [{ path: 'supplierId', message }]

/**
 * The supplier, when it may deliver this kind of goods on `day`: on the list of qualified suppliers, audited by then, neither the
 * qualification nor any of its papers past its end, and within its scope. Asked when ordering and again at the door (domain §2.1).
 * The row is locked shared until the transaction ends, so that a suspension comes wholly before or wholly after.
 */
export async function checkSupplier(tx: Tx, supplierId: string, category: PurchaseCategory, day: string) {
  const supplier = await tx
    .selectFrom('supplier')
    .select(['id', 'name', 'kind', 'state', 'stateReason', 'auditedOn', 'validUntil', 'categories'])
    .select(sql<string | null>`licences_until(enterprise_id, id)`.as('licencesUntil'))
    .where('id', '=', supplierId)
    .forShare()
    .executeTakeFirst()
  if (supplier === undefined) throw new Refusal('not_found', at('没有这个供应商'))
  const trouble = supplierTrouble(supplier, day)
  if (trouble !== undefined) throw new Refusal('supplier_not_qualified', at(`${supplier.name}：${trouble}`))
  if (!supplier.categories.includes(category)) throw new Refusal('supplier_out_of_scope', at('供货范围不含此类物料'))
  return supplier
}

type Line = {
  materialId: string
  agreedOrigin: { province: string; city: string; county: string } | null
}

/** Where a line of an order has its fields, and where a lot at the door names its line. */
const pathInOrder = (index: number, field: string) => `lines.${index}.${field}`
export const pathAtDoor = (index: number) => `lots.${index}.purchaseLineId`

/** What a supplier is approved to deliver, and from where. */
export const approvedOf = (tx: Tx, supplierId: string) =>
  tx.selectFrom('supplierMaterial').select(['materialId', 'province', 'city', 'county']).where('supplierId', '=', supplierId).execute()

export type Approved = Awaited<ReturnType<typeof approvedOf>>[number]

/** Refuses lines whose material this supplier is not approved to deliver, or not from that origin (domain §2.12, code 33); returns what is approved. */
export async function checkApproved(tx: Tx, supplierId: string, lines: readonly Line[], at = pathInOrder): Promise<Approved[]> {
  const approved = await approvedOf(tx, supplierId)
  refuseUnapproved(approved, lines, at)
  return approved
}

/** The same for what is known to be approved. */
export function refuseUnapproved(approved: readonly Approved[], lines: readonly Line[], at = pathInOrder): void {
  const refuse = (code: 'material_not_approved' | 'origin_not_approved', wrong: (line: Line) => FieldError | undefined) => {
    const errors = lines.flatMap((line, index) => {
      const error = wrong(line)
      return error === undefined ? [] : [{ ...error, path: at(index, error.path) }]
    })
    if (errors.length > 0) throw new Refusal(code, errors)
  }
  const approvedFor = (line: Line) => approved.filter((one) => one.materialId === line.materialId)
  refuse('material_not_approved', (line) =>
    approvedFor(line).length > 0 ? undefined : { path: 'materialId', message: '该供应商没有核定供应此物料' },
  )
  refuse('origin_not_approved', (line) =>
    approvedFor(line).some((one) => isApprovedOrigin(one, line.agreedOrigin))
      ? undefined
      : { path: 'agreedOrigin', message: '不在该供应商核定的产地之内' },
  )
}
