import type { PaperSource } from '#kernel/paper.ts'
import { purchaseOrderPaper } from './paper-order.ts'
import { receiptPaper, refusalNotePaper } from './paper-receipt.ts'

/** What of a purchase is printed. */
export const purchasePapers = {
  purchase_order: purchaseOrderPaper,
  receipt: receiptPaper,
  refusal_note: refusalNotePaper,
} satisfies Record<string, PaperSource>
