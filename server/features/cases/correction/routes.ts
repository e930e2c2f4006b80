import { correctionApi } from '#contract/cases/correction.ts'
import { refuseConstraint } from '#kernel/problem.ts'
import { serve, type Route } from '#kernel/serve.ts'
import { approveCorrection } from './approve-correction.ts'
import { cancelCorrection, refuseCorrection } from './end-correction.ts'
import { proposeCorrection } from './propose-correction.ts'
import { listCorrections, readCorrection, readSubject } from './queries.ts'

refuseConstraint('correction_by_two', 'author_approves')
refuseConstraint('correction_open', 'correction_open')

export const correctionRoutes: Route[] = [
  serve(correctionApi.list, listCorrections),
  serve(correctionApi.subject, readSubject),
  serve(correctionApi.read, readCorrection),
  serve(correctionApi.receiptLine, proposeCorrection('receipt_line')),
  serve(correctionApi.step, proposeCorrection('production_step')),
  serve(correctionApi.batch, proposeCorrection('batch')),
  serve(correctionApi.packaging, proposeCorrection('packaging')),
  serve(correctionApi.approve, approveCorrection),
  serve(correctionApi.refuse, refuseCorrection),
  serve(correctionApi.cancel, cancelCorrection),
]
