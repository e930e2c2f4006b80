import { careApi } from '#contract/warehouse/care.ts'
import { refuseConstraint } from '#kernel/problem.ts'
import { serve, type Route } from '#kernel/serve.ts'
import { listCares, listPlans, readCare } from './queries.ts'
import { listDue, listSpots } from './list-due.ts'
import { recordCare } from './record-care.ts'
import { listHerbs, setPlan } from './set-plan.ts'
import { voidLine } from './void-line.ts'

refuseConstraint('care_plan_serial', 'stale')
refuseConstraint('care_plan_by_two', 'same_person')
refuseConstraint('care_by_two', 'same_person')
refuseConstraint('care_voided_once', 'wrong_state')

export const careRoutes: Route[] = [
  serve(careApi.list, listCares),
  serve(careApi.read, readCare),
  ...(['raw', 'pack'] as const).flatMap((side) => [
    serve(careApi[side].due, listDue(side)),
    serve(careApi[side].spots, listSpots(side)),
    serve(careApi[side].record, recordCare(side)),
    serve(careApi[side].void, voidLine(side)),
    serve(careApi[side].plans, listPlans(side)),
    serve(careApi[side].herbs, listHerbs),
    serve(careApi[side].setPlan, setPlan(side)),
  ]),
]
