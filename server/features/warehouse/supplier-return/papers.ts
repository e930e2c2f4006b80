import type { PaperSource } from '#kernel/paper.ts'
import { supplierReturnPaper } from './paper-return.ts'

/** What of a return to a supplier is printed: it travels with the goods, and the supplier signs it. */
export const supplierReturnPapers = { supplier_return: supplierReturnPaper } satisfies Record<string, PaperSource>
