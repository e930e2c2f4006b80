import type { PaperSource } from '#kernel/paper.ts'
import { purchaseOrderPaper } from './paper-order.ts'
import { receiptPaper } from './paper-receipt.ts'

/** What of a purchase is printed. */
export const purchasePapers = { purchase_order: purchaseOrderPaper, receipt: receiptPaper } satisfies Record<string, PaperSource>
