import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { PublicScans, PublicTrace } from '#contract/tracing/public-trace.ts'
import { AskPage } from './AskPage.tsx'
import type { ComplaintView } from '#contract/cases/complaint.ts'
import { ComplaintAnswerPage, ComplaintFormPage, NoComplaint } from './ComplaintPage.tsx'
import type { RecallNotice } from '#contract/cases/recall-notice.ts'
import { NoticePage, type Notice } from './NoticePage.tsx'
import { NoRecallNotice, RecallNoticePage } from './RecallNoticePage.tsx'
import { ReportPage } from './ReportPage.tsx'
import { Count, TracePage, type Room } from './TracePage.tsx'

/** What the page of a pack or batch may weigh, in bytes: one request on a weak network. */
const largestPage = 30_720

/** From everything to the least; a batch of very many lots is shortened until its page is small enough. */
const rooms: readonly Room[] = [
  { most: 200, isFull: true },
  { most: 60, isFull: false },
  { most: 20, isFull: false },
]
const leastRoom: Room = { most: 8, isFull: false }

/** No text of a record holds this: where a pack's own lines go in the page that all packs of its lot share. */
const ownLines = `own lines ${crypto.randomUUID()}`
const bytesOf = (text: string) => new TextEncoder().encode(text)

const page = (element: ReactElement) => `<!doctype html>${renderToStaticMarkup(element)}`

/** The public pages as HTML. Built for the server, since Node strips types but compiles no JSX. */
export function renderTrace(trace: PublicTrace, code: string | null): string {
  const { scans } = trace
  return new TextDecoder().decode(renderLot(trace, code !== null)(code, scans))
}

/**
 * The page of a lot, rendered once, and filled with what is each pack's own: its code, and how often it was looked at. The same bytes as if
 * it were rendered for that pack.
 */
export function renderLot(trace: PublicTrace, isPack: boolean): (code: string | null, scans: PublicScans | null) => Uint8Array {
  const around = (room: Room) => {
    const [before = '', after = ''] = page(<TracePage trace={trace} isPack={isPack} room={room} count={ownLines} />).split(ownLines, 2)
    return { before: bytesOf(before), after: bytesOf(after) }
  }
  const rendered: ReturnType<typeof around>[] = []
  return (code, scans) => {
    const own = bytesOf(renderToStaticMarkup(<Count code={code} scans={scans} />))
    for (const [place, room] of [...rooms, leastRoom].entries()) {
      const { before, after } = (rendered[place] ??= around(room))
      if (before.length + own.length + after.length <= largestPage || room === leastRoom) return joined(before, own, after)
    }
    throw new Error('the least room takes everything')
  }
}

function joined(...parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

/** One report of a batch for printing; undefined for one the batch has not. */
export function renderReport(trace: PublicTrace, reportNo: string): string | undefined {
  const report = trace.reports.find((one) => one.reportNo === reportNo)
  return report && page(<ReportPage trace={trace} report={report} />)
}

/** A code that is on no pack: not activated, or voided. */
export const renderNotice = (notice: Notice): string => page(<NoticePage {...notice} />)

export const renderAsk = (tried: string | null, tooMany: boolean): string => page(<AskPage tried={tried} tooMany={tooMany} />)

/** A customer's notice of a recall; `unknown` for a link that opens none, `too_many` for an address that asks too often. */
export const renderRecallNotice = (view: { notice: RecallNotice; token: string; fault: string | null } | 'unknown' | 'too_many'): string =>
  page(typeof view === 'string' ? <NoRecallNotice tooMany={view === 'too_many'} /> : <RecallNoticePage {...view} />)

/** 反映问题: its form, its answer, or why there is neither. */
export const renderComplaint = (view: ComplaintView): string =>
  page(
    typeof view === 'string' ? (
      <NoComplaint why={view} />
    ) : 'form' in view ? (
      <ComplaintFormPage form={view.form} />
    ) : (
      <ComplaintAnswerPage told={view.told} />
    ),
  )
