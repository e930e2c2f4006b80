import type { PaperSource } from '#kernel/paper.ts'
import { batchPaper } from './paper-batch.ts'

/** What of a production order is printed. */
export const productionPapers = { production_record: batchPaper } satisfies Record<string, PaperSource>
