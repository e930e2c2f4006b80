import type { PaperSource } from '#kernel/paper.ts'
import { recallNoticePaper } from './paper-notice.ts'
import { recallReportPaper } from './paper-report.ts'

/** What of a recall is printed: the letter to a customer, and what came of it. */
export const recallPapers = { recall_notice: recallNoticePaper, recall_report: recallReportPaper } satisfies Record<string, PaperSource>
