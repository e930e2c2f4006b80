import type { PaperSource } from '#kernel/paper.ts'
import { reportCopyPaper, reportPaper } from './paper-report.ts'
import { requestPaper } from './paper-request.ts'
import { retestNoticePaper } from './paper-retest.ts'
import { sampleLabelPaper, samplingPaper, samplingSealPaper } from './paper-sampling.ts'
import { testRecordPaper } from './paper-test-record.ts'

/** What of an inspection is printed. */
export const inspectionPapers = {
  inspection_request: requestPaper,
  retest_notice: retestNoticePaper,
  sampling: samplingPaper,
  sampling_seal: samplingSealPaper,
  sample_label: sampleLabelPaper,
  test_record: testRecordPaper,
  report: reportPaper,
  report_copy: reportCopyPaper,
} satisfies Record<string, PaperSource>
