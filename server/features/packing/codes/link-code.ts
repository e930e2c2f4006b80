import { digitalLink } from '#contract/packing/gs1.ts'
import type { CodeSeries } from '#tools/trace-code.ts'

/**
 * What a code's QR holds: the Digital Link of a GS1 serial, else the short address; both lead to the public page. Capitals and digits alone
 * take half the room in a symbol, so its modules are larger. Scheme and host know no case, and /C/ is a path of ours; a path of the
 * operator's own stays as it was given.
 */
export function linkCode(series: CodeSeries, code: string, { origin, batchNo }: { origin: string; batchNo: string }): string {
  const isBare = /^https?:\/\/[^/]+$/i.test(origin)
  const start = isBare ? origin.toUpperCase() : origin
  if (series.scheme === 'GS1') return digitalLink(start, { gtin: series.gtin, lot: batchNo, serial: code })
  return `${start}/${isBare ? 'C' : 'c'}/${code}`
}
