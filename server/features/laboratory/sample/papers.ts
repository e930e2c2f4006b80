import type { PaperSource } from '#kernel/paper.ts'
import { retentionPaper } from './paper-retention.ts'

/** What of a sample is printed; its label and seal are printed with its request. */
export const samplePapers = { retention_record: retentionPaper } satisfies Record<string, PaperSource>
