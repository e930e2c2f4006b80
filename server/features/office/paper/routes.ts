import { paperApi } from '#contract/office/paper.ts'
import type { Installation } from '#kernel/installation.ts'
import { pressQueue } from '#kernel/paper.ts'
import { refuseConstraint } from '#kernel/problem.ts'
import { serve, serveFile, serveFileInTurn, serveInTurn, type Route } from '#kernel/serve.ts'
import { previewPaper, printPaper } from './print-paper.ts'
import { listForms, listVersions, openLogo } from './list-forms.ts'
import { openPrint, readPaper } from './queries.ts'
import { setForm, setLetterhead } from './write-form.ts'

refuseConstraint('reprint_has_reason', 'reprint_reason')
refuseConstraint('paper_form_version', 'stale')
refuseConstraint('letterhead_version', 'stale')

export const paperRoutes = (installation: Installation): Route[] => [
  serve(paperApi.read, readPaper),
  serveFileInTurn(paperApi.preview, pressQueue, previewPaper(installation)),
  serveInTurn(paperApi.print, pressQueue, printPaper(installation)),
  serveFile(paperApi.file, openPrint(installation)),
  serve(paperApi.forms, listForms),
  serve(paperApi.versions, listVersions),
  serve(paperApi.setForm, setForm),
  serve(paperApi.setLetterhead, setLetterhead),
  serveFile(paperApi.logo, openLogo(installation)),
]
