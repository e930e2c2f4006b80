import type { PaperSource } from '#kernel/paper.ts'
import { stabilityPaper } from './paper-record.ts'

/** What of a stability plan is printed. */
export const stabilityPapers = { stability_record: stabilityPaper } satisfies Record<string, PaperSource>
