import { Refusal } from '#contract/kernel/refusals.ts'
import { supplierTrouble, type SupplierRow } from '#contract/supply/supplier.ts'
import { dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import type { Clock } from '#tools/clock.ts'

/** Why a supplier that came back on the list today could not deliver: the audit or a paper is past its end. */
export const troubleOnTheList = (clock: Clock, supplier: SupplierRow): string | undefined =>
  supplierTrouble({ ...supplier, state: 'qualified', stateReason: '' }, dayInShanghai(clock.now()))

/** A supplier that goes on the list could deliver today: it is audited and its papers are in date. Else `supplier_papers_over`. */
export function checkInDate(clock: Clock, supplier: SupplierRow): void {
  const trouble = troubleOnTheList(clock, supplier)
  if (trouble !== undefined) throw new Refusal('supplier_papers_over', [{ path: '', message: trouble }])
}
