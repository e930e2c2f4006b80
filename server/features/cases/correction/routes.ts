import { correctionApi } from '#contract/cases/correction.ts'
import type { Installation } from '#kernel/installation.ts'
import { refuseConstraint } from '#kernel/problem.ts'
import { serve, type Route } from '#kernel/serve.ts'
import { scanForCorrection } from '#server/features/selling/sale/correct-shipment.ts'
import { approveCorrection } from './approve-correction.ts'
import { cancelCorrection, refuseCorrection } from './end-correction.ts'
import { proposeCorrection } from './propose-correction.ts'
import { listCorrections, readCorrection, readSubject } from './queries.ts'

refuseConstraint('correction_by_two', 'author_approves')
refuseConstraint('correction_open', 'correction_open')

export const correctionRoutes = (installation: Installation): Route[] => [
  serve(correctionApi.list, listCorrections),
  serve(correctionApi.subject, readSubject(installation)),
  serve(correctionApi.read, readCorrection),
  serve(correctionApi.receiptLine, proposeCorrection(installation, 'receipt_line')),
  serve(correctionApi.step, proposeCorrection(installation, 'production_step')),
  serve(correctionApi.batch, proposeCorrection(installation, 'batch')),
  serve(correctionApi.packaging, proposeCorrection(installation, 'packaging')),
  serve(correctionApi.shipment, proposeCorrection(installation, 'shipment')),
  serve(correctionApi.issue, proposeCorrection(installation, 'issue')),
  serve(correctionApi.sampling, proposeCorrection(installation, 'sampling')),
  serve(correctionApi.shipmentCode, (tx, _actor, input) => scanForCorrection(tx, installation.masterKey, input)),
  serve(correctionApi.approve, approveCorrection(installation)),
  serve(correctionApi.refuse, refuseCorrection),
  serve(correctionApi.cancel, cancelCorrection),
]
