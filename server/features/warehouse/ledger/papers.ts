import type { PaperSource } from '#kernel/paper.ts'
import { ledgerPaper } from './paper-ledger.ts'

/** What of a signed month is printed. */
export const ledgerPapers = { stock_ledger: ledgerPaper } satisfies Record<string, PaperSource>
