import { digitalLink } from '#contract/packing/gs1.ts'
import type { CodeSeries } from '#tools/trace-code.ts'

/** What a code's QR holds: the Digital Link of a GS1 serial, else the short address; both lead to the public page. */
export const linkCode = (series: CodeSeries, code: string, { origin, batchNo }: { origin: string; batchNo: string }): string =>
  series.scheme === 'GS1' ? digitalLink(origin, { gtin: series.gtin, lot: batchNo, serial: code }) : `${origin}/c/${code}`
