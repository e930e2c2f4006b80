import { Refusal, refusals } from '#contract/kernel/refusals.ts'
import {
  supplierTarget,
  supplierChanges,
  supplierLacks,
  supplierLooks,
  type SupplierTarget,
  type SupplierRow,
} from '#contract/supply/supplier.ts'
import type { notify } from '#kernel/notify.ts'
import type { Tx } from '#kernel/serve.ts'
import { checkInDate, troubleOnTheList } from './check-in-date.ts'
import { supplierRowOf } from './queries.ts'
import { tellOfResumption, tellOfSuspension } from './tell-of-standing.ts'

/** Locks the supplier: its state stays what the change found until the transaction ends. */
async function lockSupplier(tx: Tx, id: string): Promise<SupplierRow> {
  await tx.selectFrom('supplier').select('id').where('id', '=', id).forUpdate().execute()
  return supplierRowOf(tx, id)
}

/** Refused when the supplier, as it is now, cannot become this: the one that waits for a second person, and the one not fit to come back. */
export async function checkStateChange(tx: Tx, id: string, to: SupplierTarget): Promise<void> {
  const supplier = await lockSupplier(tx, id)
  if (supplier.state === 'stopped') throw new Refusal('supplier_stopped')
  const open: readonly string[] = supplierChanges[supplier.state]
  if (supplier.state !== to && !open.includes(to))
    throw new Refusal('supplier_change_not_open', [
      { path: 'changes.state', message: `供应商现为${supplierLooks[supplier.state].label}，请重新选择` },
    ])
  if (to !== 'qualified') return
  const lacks = supplierLacks(supplier)
  if (lacks !== undefined) throw new Refusal(lacks)
  checkInDate(tx, supplier)
}

/** Why an approved change of the supplier is not carried out on its day, or undefined when it is. */
export async function whyNotOnItsDay(
  tx: Tx,
  id: string,
  { old, to }: { old: string | null; to: string | null },
): Promise<string | undefined> {
  const supplier = await lockSupplier(tx, id)
  if (supplier.state !== old)
    return `到生效日时供应商为${supplierLooks[supplier.state].label}，与批准时不同，没有执行；仍需变更的，请重新提出`
  if (to !== 'qualified') return undefined
  const lacks = supplierLacks(supplier)
  const trouble = lacks === undefined ? troubleOnTheList(tx, supplier) : refusals[lacks]
  return trouble === undefined ? undefined : `到生效日时不能恢复：${trouble}`
}

/** Writes the approved state and tells those who order and those who receive. */
export async function writeState(
  tx: Tx,
  actor: Parameters<typeof notify>[1],
  { id, to, reason }: { id: string; to: string | null; reason: string },
): Promise<void> {
  const state = supplierTarget.parse(to)
  const goesOff = state === 'suspended' || state === 'removed'
  const supplier = await lockSupplier(tx, id)
  await tx
    .updateTable('supplier')
    .set({ state, stateReason: goesOff ? reason : '' })
    .where('id', '=', id)
    .execute()
  if (!goesOff) await tellOfResumption(tx, actor, supplier)
  else if (supplier.state === 'qualified') await tellOfSuspension(tx, actor, supplier, reason)
}
