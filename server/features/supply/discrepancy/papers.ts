import type { PaperSource } from '#kernel/paper.ts'
import { discrepancyPaper } from './paper-discrepancy.ts'

/** What of a discrepancy is printed: the supplier answers it. */
export const discrepancyPapers = { discrepancy: discrepancyPaper } satisfies Record<string, PaperSource>
