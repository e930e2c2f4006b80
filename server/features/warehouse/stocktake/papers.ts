import type { PaperSource } from '#kernel/paper.ts'
import { countPaper } from './paper-count.ts'

/** What of a count is printed. */
export const stocktakePapers = { count_sheet: countPaper } satisfies Record<string, PaperSource>
