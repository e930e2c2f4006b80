import { recallApi } from '#contract/cases/recall-api.ts'
import { recallReportApi } from '#contract/cases/recall-report.ts'
import { refuseConstraint } from '#kernel/problem.ts'
import { serve, type Route } from '#kernel/serve.ts'
import type { Installation } from '#kernel/installation.ts'
import { bringBackRecalled, scanRecalled } from './bring-back-goods.ts'
import { closeRecall } from './close-recall.ts'
import { drillRecall } from './drill-recall.ts'
import { acknowledgeNotice, explainSilence, recordRecovery, takeBackRecovery } from './follow-recall.ts'
import { cancelRecall, createRecall, listRecallChoices, previewRecall } from './propose-recall.ts'
import { listRecalls, readRecall } from './queries.ts'
import { liftRecallHolds } from './lift-holds.ts'
import { reportRecall, takeBackReport } from './report-recall.ts'
import { withdrawRecall } from './withdraw-recall.ts'
import { startRecall } from './start-recall.ts'

refuseConstraint('recall_by_two', 'author_approves')
refuseConstraint('recall_withdrawn_by_two', 'same_person')
refuseConstraint('recall_recovery_enterprise_id_takes_back_key', 'entry_taken_back')
refuseConstraint('recall_report_enterprise_id_takes_back_key', 'report_taken_back')

/** 召回与演练. */
export const recallRoutes = (installation: Installation): Route[] => [
  serve(recallApi.list, listRecalls),
  serve(recallApi.choices, listRecallChoices),
  serve(recallApi.preview, previewRecall(installation)),
  serve(recallApi.read, readRecall),
  serve(recallApi.create, createRecall(installation)),
  serve(recallApi.drill, drillRecall(installation)),
  serve(recallApi.start, startRecall(installation)),
  serve(recallApi.cancel, cancelRecall),
  serve(recallApi.acknowledge, acknowledgeNotice),
  serve(recallApi.explain, explainSilence),
  serve(recallApi.recover, recordRecovery),
  serve(recallApi.bringBack, bringBackRecalled(installation)),
  serve(recallApi.scan, scanRecalled(installation)),
  serve(recallApi.takeBack, takeBackRecovery),
  serve(recallApi.close, closeRecall),
  serve(recallApi.lift, liftRecallHolds),
  serve(recallApi.withdraw, withdrawRecall),
  serve(recallReportApi.report, reportRecall),
  serve(recallReportApi.takeBack, takeBackReport),
]
