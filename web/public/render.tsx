import { renderToStaticMarkup } from 'react-dom/server'
import type { PublicStatus, PublicTrace } from '#contract/tracing/public-trace.ts'
import { AskPage } from './AskPage.tsx'
import { NoticePage } from './NoticePage.tsx'
import { TracePage } from './TracePage.tsx'

/** The public pages as HTML. Built for the server, since Node strips types but compiles no JSX. */
export const renderTrace = (trace: PublicTrace, code: string | null): string =>
  `<!doctype html>${renderToStaticMarkup(<TracePage trace={trace} code={code} />)}`

/** A code that is on no pack: not activated, or voided. */
export const renderNotice = (status: PublicStatus, code: string): string =>
  `<!doctype html>${renderToStaticMarkup(<NoticePage status={status} code={code} />)}`

export const renderAsk = (tried: string | null, tooMany: boolean): string =>
  `<!doctype html>${renderToStaticMarkup(<AskPage tried={tried} tooMany={tooMany} />)}`
