import type { PaperSource } from '#kernel/paper.ts'
import { complaintPaper, deviationPaper, measurePaper } from './paper-incident.ts'

/** What of a case is printed. */
export const incidentPapers = {
  deviation_record: deviationPaper,
  complaint_record: complaintPaper,
  measure_sheet: measurePaper,
} satisfies Record<string, PaperSource>
