import { supplierLooks, supplierTrouble, type SupplierRow } from '#contract/supply/supplier.ts'
import { today } from '#web/lib/format.ts'
import { StateTag } from '#web/parts/StateTag.tsx'

/** The state, and a second tag when a qualified supplier may not deliver today, for example because a licence has ended. */
export function SupplierTags({ supplier }: { supplier: SupplierRow }) {
  const trouble = supplier.state === 'qualified' ? supplierTrouble(supplier, today()) : undefined
  return (
    <span className="tags">
      <StateTag of={supplierLooks} state={supplier.state} />
      {trouble && (
        <span className="tag tag-bad" title={trouble}>
          不能供货
        </span>
      )}
    </span>
  )
}
