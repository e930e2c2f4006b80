import type { PaperSource } from '#kernel/paper.ts'
import { oosReportPaper } from './paper-oos.ts'

/** What of a case about a result is printed. */
export const oosPapers = { oos_report: oosReportPaper } satisfies Record<string, PaperSource>
