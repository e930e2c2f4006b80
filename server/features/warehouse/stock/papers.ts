import type { PaperSource } from '#kernel/paper.ts'
import { binCardPaper } from './paper-bin-card.ts'

/** What of a lot in the warehouse is printed. */
export const stockPapers = { bin_card: binCardPaper } satisfies Record<string, PaperSource>
