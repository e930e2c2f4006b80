import { numberingApi } from '#contract/office/numbering.ts'
import { refuseConstraint } from '#kernel/problem.ts'
import { serve, type Route } from '#kernel/serve.ts'
import { listRules } from './queries.ts'
import { setRule } from './set-rule.ts'

refuseConstraint('number_prefix_once', 'number_prefix_taken')

export const numberingRoutes: Route[] = [serve(numberingApi.list, listRules), serve(numberingApi.set, setRule)]
