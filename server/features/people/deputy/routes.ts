import { deputyApi } from '#contract/people/deputy.ts'
import { refuseConstraint } from '#kernel/problem.ts'
import { serve, type Route } from '#kernel/serve.ts'
import { confirmDeputy, endDeputy, endOwnDeputy } from './decide-deputy.ts'
import { giveDeputy, giveOwnDeputy } from './give-deputy.ts'
import { listDeputies, readDutiesOf, readOwnDeputies } from './queries.ts'

refuseConstraint('deputy_is_another', 'same_person')
refuseConstraint('deputy_not_by_deputy', 'deputy_by_deputy')
refuseConstraint('deputy_by_two', 'author_approves')

export const deputyRoutes: Route[] = [
  serve(deputyApi.list, listDeputies),
  serve(deputyApi.own, readOwnDeputies),
  serve(deputyApi.dutiesOf, readDutiesOf),
  serve(deputyApi.give, giveDeputy),
  serve(deputyApi.giveOwn, giveOwnDeputy),
  serve(deputyApi.confirm, confirmDeputy),
  serve(deputyApi.refuse, endDeputy('refuse')),
  serve(deputyApi.end, endDeputy('end')),
  serve(deputyApi.endOwn, endOwnDeputy),
]
