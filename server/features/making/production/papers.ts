import type { PaperSource } from '#kernel/paper.ts'
import { batchPaper } from './paper-batch.ts'
import { returnPaper, supplementPaper } from './paper-charge.ts'

/** What of a production order is printed. */
export const productionPapers = {
  production_record: batchPaper,
  supplement_issue: supplementPaper,
  production_return: returnPaper,
} satisfies Record<string, PaperSource>
