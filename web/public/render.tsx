import { renderToStaticMarkup } from 'react-dom/server'
import type { PublicTrace } from '../../contract/public-trace.ts'
import { AskPage } from './AskPage.tsx'
import { TracePage } from './TracePage.tsx'

/** The public pages as HTML. Built for the server, since Node strips types but compiles no JSX. */
export const renderTrace = (trace: PublicTrace, code: string | null): string =>
  `<!doctype html>${renderToStaticMarkup(<TracePage trace={trace} code={code} />)}`

export const renderAsk = (tried: string | null, tooMany: boolean): string =>
  `<!doctype html>${renderToStaticMarkup(<AskPage tried={tried} tooMany={tooMany} />)}`
