import { rawInspectionApi, bulkInspectionApi, bulkTestApi } from '#contract/laboratory/inspection-api.ts'
import { laboratoryStates, type InspectionSide } from '#contract/laboratory/inspection.ts'
import { recordApi } from '#contract/laboratory/record.ts'
import { reportApi } from '#contract/laboratory/report.ts'
import type { Installation } from '#kernel/installation.ts'
import { refuseConstraint } from '#kernel/problem.ts'
import { serve, type Route } from '#kernel/serve.ts'
import { acceptInspection } from './accept-inspection.ts'
import { askCorrection } from './ask-correction.ts'
import { approveReport } from './approve-report.ts'
import { cancelInspection, giveUpInspection, returnInspection } from './close-inspection.ts'
import { listInspectableLots, listInspections, readInspection } from './queries.ts'
import { readReport } from './read-report.ts'
import { recalculateResults } from './recalculate-results.ts'
import { recordResults } from './record-results.ts'
import { reissueReport } from './reissue-report.ts'
import { investigateBulk, investigateRaw, requestRawInspection, requestBulkInspection } from './request-inspection.ts'
import { listReturned } from './list-returned.ts'
import { requestReturn } from './request-return.ts'
import { requestStability } from './request-stability.ts'
import { reviewResults, sendBackResults } from './review-results.ts'
import { sampleAgain, sampleLot } from './sample-lot.ts'
import { submitResults } from './submit-results.ts'

refuseConstraint('one_open_inspection', 'inspection_open')
refuseConstraint('stability_month_tested', 'stability_month_tested')
refuseConstraint('requester_accepts', 'requester_accepts')
refuseConstraint('requester_samples', 'requester_samples')
refuseConstraint('sampling_second_person', 'same_person')
refuseConstraint('analyst_reviews', 'analyst_reviews')
refuseConstraint('analyst_approves', 'analyst_approves')
refuseConstraint('reissued_by_two', 'analyst_approves')
refuseConstraint('report_replaced_once', 'stale')

const requestRoutes = (
  api: typeof rawInspectionApi | typeof bulkInspectionApi,
  side: InspectionSide,
  installation: Installation,
): Route[] => [
  serve(api.list, listInspections(side)),
  serve(api.lots, listInspectableLots(side)),
  serve(api.decidedLots, listInspectableLots(side, 'decided')),
  serve(api.file, readInspection(side)),
  serve(api.accept, acceptInspection(side)),
  serve(api.return, returnInspection(side)),
  serve(api.cancel, cancelInspection(side)),
  serve(api.sample, sampleLot(side, installation)),
  serve(api.sampleAgain, sampleAgain(side, installation)),
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
  serve(api.reissue, reissueReport(side)),
]

export const inspectionRoutes = (installation: Installation): Route[] => [
  serve(rawInspectionApi.request, requestRawInspection),
  serve(rawInspectionApi.investigate, investigateRaw),
  ...requestRoutes(rawInspectionApi, 'raw', installation),
  ...testRoutes(rawInspectionApi, 'raw'),
  serve(bulkInspectionApi.request, requestBulkInspection),
  serve(bulkInspectionApi.investigate, investigateBulk),
  serve(bulkInspectionApi.returned, listReturned),
  serve(bulkInspectionApi.requestReturn, requestReturn),
  serve(bulkInspectionApi.requestStability, requestStability),
  ...requestRoutes(bulkInspectionApi, 'bulk', installation),
  serve(bulkTestApi.list, listInspections('bulk', laboratoryStates)),
  serve(bulkTestApi.file, readInspection('bulk')),
  ...testRoutes(bulkTestApi, 'bulk'),
  serve(reportApi.read, readReport),
  // The register of page 37 opens the files of both sides.
  serve(recordApi.file, readInspection()),
]
