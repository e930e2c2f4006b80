import { rawInspectionApi, bulkInspectionApi, bulkTestApi } from '#contract/laboratory/inspection-api.ts'
import { laboratoryStates, type InspectionSide } from '#contract/laboratory/inspection.ts'
import { recordApi } from '#contract/laboratory/record.ts'
import { reportApi } from '#contract/laboratory/report.ts'
import { refuseConstraint } from '#kernel/problem.ts'
import { serve, type Route } from '#kernel/serve.ts'
import { acceptInspection } from './accept-inspection.ts'
import { askCorrection } from './ask-correction.ts'
import { approveReport } from './approve-report.ts'
import { cancelInspection, giveUpInspection, returnInspection } from './close-inspection.ts'
import { listInspectableLots, listInspections, readInspection, readReport } from './queries.ts'
import { recalculateResults } from './recalculate-results.ts'
import { recordResults } from './record-results.ts'
import { investigateBulk, investigateRaw, requestRawInspection, requestBulkInspection } from './request-inspection.ts'
import { reviewResults, sendBackResults } from './review-results.ts'
import { sampleAgain, sampleLot } from './sample-lot.ts'
import { submitResults } from './submit-results.ts'

refuseConstraint('one_open_inspection', 'inspection_open')
refuseConstraint('requester_accepts', 'requester_accepts')
refuseConstraint('requester_samples', 'requester_samples')
refuseConstraint('sampling_second_person', 'same_person')
refuseConstraint('sample_too_small', 'sample_too_small')
refuseConstraint('analyst_reviews', 'analyst_reviews')
refuseConstraint('analyst_approves', 'analyst_approves')

const requestRoutes = (api: typeof rawInspectionApi | typeof bulkInspectionApi, side: InspectionSide): Route[] => [
  serve(api.list, listInspections(side)),
  serve(api.lots, listInspectableLots(side)),
  serve(api.decidedLots, listInspectableLots(side, 'decided')),
  serve(api.file, readInspection(side)),
  serve(api.accept, acceptInspection(side)),
  serve(api.return, returnInspection(side)),
  serve(api.cancel, cancelInspection(side)),
  serve(api.sample, sampleLot(side)),
  serve(api.sampleAgain, sampleAgain(side)),
  serve(api.giveUp, giveUpInspection(side)),
]

const testRoutes = (api: typeof rawInspectionApi | typeof bulkTestApi, side: InspectionSide): Route[] => [
  serve(api.record, recordResults(side)),
  serve(api.recalculate, recalculateResults(side)),
  serve(api.askCorrection, askCorrection(side)),
  serve(api.submit, submitResults(side)),
  serve(api.review, reviewResults(side)),
  serve(api.sendBack, sendBackResults(side, 'sendBack')),
  serve(api.refuse, sendBackResults(side, 'refuse')),
  serve(api.approve, approveReport(side)),
]

export const inspectionRoutes: Route[] = [
  serve(rawInspectionApi.request, requestRawInspection),
  serve(rawInspectionApi.investigate, investigateRaw),
  ...requestRoutes(rawInspectionApi, 'raw'),
  ...testRoutes(rawInspectionApi, 'raw'),
  serve(bulkInspectionApi.request, requestBulkInspection),
  serve(bulkInspectionApi.investigate, investigateBulk),
  ...requestRoutes(bulkInspectionApi, 'bulk'),
  serve(bulkTestApi.list, listInspections('bulk', laboratoryStates)),
  serve(bulkTestApi.file, readInspection('bulk')),
  ...testRoutes(bulkTestApi, 'bulk'),
  serve(reportApi.read, readReport),
  // The register of page 37 opens the files of both sides.
  serve(recordApi.file, readInspection()),
]
