import type { PurchaseCategory } from '../../../contract/purchase.ts'
import { Refusal } from '../../../contract/refusals.ts'
import type { Tx } from '../../platform/serve.ts'

const at = (message: string) => [{ path: 'supplierId', message }]

/**
 * The supplier, when they may deliver this kind of goods on `day`: on the list of qualified suppliers, audited by then, not
 * past the end of the qualification, and within its scope. Asked when ordering and again at the door (domain §2.1).
 */
export async function checkSupplier(tx: Tx, supplierId: string, category: PurchaseCategory, day: string) {
  const supplier = await tx
    .selectFrom('supplier')
    .select(['id', 'name', 'kind', 'state', 'auditedOn', 'validUntil', 'categories'])
    .where('id', '=', supplierId)
    .executeTakeFirst()
  if (supplier === undefined) throw new Refusal('not_found', at('没有这个供应商'))
  const isValid = supplier.state === 'qualified' && supplier.auditedOn! <= day && day <= supplier.validUntil!
  if (!isValid) throw new Refusal('supplier_not_qualified', at(`${supplier.name}在${day}不是合格供应商`))
  if (!supplier.categories.includes(category)) throw new Refusal('supplier_out_of_scope', at('供货范围不含此类物料'))
  return supplier
}
