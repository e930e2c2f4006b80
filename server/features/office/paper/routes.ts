import { paperApi } from '#contract/office/paper.ts'
import type { Installation } from '#kernel/installation.ts'
import { pressQueue } from '#kernel/paper.ts'
import { refuseConstraint } from '#kernel/problem.ts'
import { serve, serveFile, serveFilePrepared, servePrepared, type Route } from '#kernel/serve.ts'
import { registerPrint, setPreview, setPrint } from './print-paper.ts'
import { readProgress } from './progress.ts'
import { listForms, listVersions, openLogo } from './list-forms.ts'
import { openPrint, readPaper } from './queries.ts'
import { setForm, setLetterhead } from './write-form.ts'

refuseConstraint('reprint_has_reason', 'reprint_reason')
refuseConstraint('paper_form_version', 'stale')
refuseConstraint('letterhead_version', 'stale')

export const paperRoutes = (installation: Installation): Route[] => [
  serve(paperApi.read, readPaper),
  serveFilePrepared(paperApi.preview, pressQueue, setPreview(installation)),
  servePrepared(paperApi.print, pressQueue, setPrint(installation), registerPrint(installation)),
  serve(paperApi.progress, readProgress),
  serveFile(paperApi.file, openPrint(installation)),
  serve(paperApi.forms, listForms),
  serve(paperApi.versions, listVersions),
  serve(paperApi.setForm, setForm),
  serve(paperApi.setLetterhead, setLetterhead),
  serveFile(paperApi.logo, openLogo(installation)),
]
