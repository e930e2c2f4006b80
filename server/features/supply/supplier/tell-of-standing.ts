import type { SupplierRow } from '#contract/supply/supplier.ts'
import { notify } from '#kernel/notify.ts'
import type { Tx } from '#kernel/serve.ts'

/** A person, or the calendar. */
type By = Parameters<typeof notify>[1]

/** Tells those who order and those who receive that a supplier may not deliver any more, and how many orders are open. */
export async function tellOfSuspension(tx: Tx, actor: By, supplier: SupplierRow, reason: string): Promise<void> {
  const open = supplier.openOrders === 0 ? '' : `，有${supplier.openOrders}张未完采购单`
  for (const duty of ['11:create', '11:receive'] as const)
    await notify(tx, actor, {
      duty,
      title: `供应商 ${supplier.name} 已不能供货${open}`,
      body: reason,
      page: '/yuanliao-caigou',
      q: supplier.name,
    })
}

/** Tells those who order that a supplier may deliver again. */
export const tellOfResumption = (tx: Tx, actor: By, supplier: SupplierRow): Promise<void> =>
  notify(tx, actor, {
    duty: '11:create',
    title: `供应商 ${supplier.name} 已恢复，可以继续下单`,
    page: '/yuanliao-caigou',
    q: supplier.name,
  })
