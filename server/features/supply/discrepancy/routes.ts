import { discrepancyApi } from '#contract/supply/discrepancy.ts'
import { refuseConstraint } from '#kernel/problem.ts'
import { serve, type Route } from '#kernel/serve.ts'
import { answerDiscrepancy, sendBackDiscrepancy } from './answer-discrepancy.ts'
import { listDiscrepancies, readDiscrepancy } from './queries.ts'
import { settleDiscrepancy } from './settle-discrepancy.ts'

refuseConstraint('discrepancy_closed_by_other', 'author_approves')
refuseConstraint('discrepancy_unproven', 'discrepancy_unproven')
refuseConstraint('discrepancy_not_replaced', 'discrepancy_not_replaced')

/** 到货差异. */
export const discrepancyRoutes: Route[] = [
  serve(discrepancyApi.list, listDiscrepancies),
  serve(discrepancyApi.read, readDiscrepancy),
  serve(discrepancyApi.answer, answerDiscrepancy),
  serve(discrepancyApi.sendBack, sendBackDiscrepancy),
  serve(discrepancyApi.settle, settleDiscrepancy),
]
