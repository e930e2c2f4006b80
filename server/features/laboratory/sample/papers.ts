import type { PaperSource } from '#kernel/paper.ts'
import { packRetentionPaper } from './paper-pack-retention.ts'
import { retentionPaper } from './paper-retention.ts'

/** What of a sample is printed; its label and seal are printed with its request. */
export const samplePapers = { retention_record: retentionPaper, pack_retention: packRetentionPaper } satisfies Record<string, PaperSource>
