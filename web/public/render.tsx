import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { PublicTrace } from '#contract/tracing/public-trace.ts'
import { AskPage } from './AskPage.tsx'
import { NoticePage, type Notice } from './NoticePage.tsx'
import { ReportPage } from './ReportPage.tsx'
import { TracePage, type Room } from './TracePage.tsx'

/** What the page of a pack or batch may weigh, in bytes: one request on a weak network. */
const largestPage = 30_720

/** From everything to the least; a batch of very many lots is shortened until its page is small enough. */
const rooms: readonly Room[] = [
  { most: 200, isFull: true },
  { most: 60, isFull: false },
  { most: 20, isFull: false },
]
const leastRoom: Room = { most: 8, isFull: false }

const page = (element: ReactElement) => `<!doctype html>${renderToStaticMarkup(element)}`

/** The public pages as HTML. Built for the server, since Node strips types but compiles no JSX. */
export function renderTrace(trace: PublicTrace, code: string | null): string {
  for (const room of rooms) {
    const html = page(<TracePage trace={trace} code={code} room={room} />)
    if (new TextEncoder().encode(html).length <= largestPage) return html
  }
  return page(<TracePage trace={trace} code={code} room={leastRoom} />)
}

/** One report of a batch for printing; undefined for one the batch has not. */
export function renderReport(trace: PublicTrace, reportNo: string): string | undefined {
  const report = trace.reports.find((one) => one.reportNo === reportNo)
  return report && page(<ReportPage trace={trace} report={report} />)
}

/** A code that is on no pack: not activated, or voided. */
export const renderNotice = (notice: Notice): string => page(<NoticePage {...notice} />)

export const renderAsk = (tried: string | null, tooMany: boolean): string => page(<AskPage tried={tried} tooMany={tooMany} />)
