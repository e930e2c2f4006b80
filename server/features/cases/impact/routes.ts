import { caseApi } from '#contract/cases/impact.ts'
import { refuseConstraint } from '#kernel/problem.ts'
import { serve, type Route } from '#kernel/serve.ts'
import { decideLot, decideLots } from './decide-lot.ts'
import { openByHand } from './open-impact.ts'
import { listCases, readCase } from './queries.ts'

refuseConstraint('impact_case_open', 'impact_open')
refuseConstraint('impact_decided_by_two', 'same_person')
refuseConstraint('hold_lifted_by_two', 'same_person')
refuseConstraint('analyst_decides_impact', 'analyst_releases')
refuseConstraint('producer_clears_impact', 'producer_releases')

/** 质量事件. */
export const caseRoutes: Route[] = [
  serve(caseApi.list, listCases),
  serve(caseApi.read, readCase),
  serve(caseApi.open, openByHand),
  serve(caseApi.decideLots, decideLots),
  serve(caseApi.decide, decideLot),
]
