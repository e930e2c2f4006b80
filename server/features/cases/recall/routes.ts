import { recallApi } from '#contract/cases/recall.ts'
import { refuseConstraint } from '#kernel/problem.ts'
import { serve, type Route } from '#kernel/serve.ts'
import { closeRecall } from './close-recall.ts'
import { drillRecall } from './drill-recall.ts'
import { acknowledgeNotice, explainSilence, recordRecovery, takeBackRecovery } from './follow-recall.ts'
import { cancelRecall, createRecall, listRecallChoices, previewRecall } from './propose-recall.ts'
import { listRecalls, readRecall } from './queries.ts'
import { liftRecallHolds } from './lift-holds.ts'
import { startRecall } from './start-recall.ts'

refuseConstraint('recall_by_two', 'author_approves')
refuseConstraint('recall_recovery_enterprise_id_takes_back_key', 'entry_taken_back')

/** 召回与演练. */
export const recallRoutes: Route[] = [
  serve(recallApi.list, listRecalls),
  serve(recallApi.choices, listRecallChoices),
  serve(recallApi.preview, previewRecall),
  serve(recallApi.read, readRecall),
  serve(recallApi.create, createRecall),
  serve(recallApi.drill, drillRecall),
  serve(recallApi.start, startRecall),
  serve(recallApi.cancel, cancelRecall),
  serve(recallApi.acknowledge, acknowledgeNotice),
  serve(recallApi.explain, explainSilence),
  serve(recallApi.recover, recordRecovery),
  serve(recallApi.takeBack, takeBackRecovery),
  serve(recallApi.close, closeRecall),
  serve(recallApi.lift, liftRecallHolds),
]
