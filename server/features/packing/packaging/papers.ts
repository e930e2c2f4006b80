import type { PaperSource } from '#kernel/paper.ts'
import { packagingRecordPaper } from './paper-record.ts'

/** What of a packaging order is printed. */
export const packagingPapers = { packaging_record: packagingRecordPaper } satisfies Record<string, PaperSource>
