import { stabilityApi } from '#contract/laboratory/stability.ts'
import { refuseConstraint } from '#kernel/problem.ts'
import { serve, type Route } from '#kernel/serve.ts'
import { approvePlan } from './approve-plan.ts'
import { endPlan, takeOffPlan } from './end-plan.ts'
import { missPoint } from './miss-point.ts'
import { putOnPlan } from './put-on-plan.ts'
import { listLotsToPut, listPlans, listPoints, listProducts, readPlan } from './queries.ts'
import { discardPlan, editPlan, renewPlan, writePlan } from './write-plan.ts'

refuseConstraint('stability_plan_approved_by_another', 'author_approves')
refuseConstraint('stability_plan_ended_by_two', 'same_person')
refuseConstraint('stability_plan_draft_open', 'stability_plan_revised')
refuseConstraint('stability_plan_exists', 'stability_plan_exists')
refuseConstraint('stability_lot_taken_off_by_two', 'same_person')
refuseConstraint('stability_lot_once', 'stability_lot_planned')

/** 稳定性考察. */
export const stabilityRoutes: Route[] = [
  serve(stabilityApi.list, listPlans),
  serve(stabilityApi.read, readPlan),
  serve(stabilityApi.points, listPoints),
  serve(stabilityApi.products, listProducts),
  serve(stabilityApi.lots, listLotsToPut),
  serve(stabilityApi.write, writePlan),
  serve(stabilityApi.edit, editPlan),
  serve(stabilityApi.renew, renewPlan),
  serve(stabilityApi.approve, approvePlan),
  serve(stabilityApi.discard, discardPlan),
  serve(stabilityApi.end, endPlan),
  serve(stabilityApi.putOn, putOnPlan),
  serve(stabilityApi.takeOff, takeOffPlan),
  serve(stabilityApi.miss, missPoint),
]
