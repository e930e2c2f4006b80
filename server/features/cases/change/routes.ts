import { changeApi } from '#contract/cases/change.ts'
import { refuseConstraint } from '#kernel/problem.ts'
import { serve, type Route } from '#kernel/serve.ts'
import { approveChange, cancelChange, refuseChange, withdrawChange } from './decide-change.ts'
import { proposeChange } from './propose-change.ts'
import { listChanges, readChange, readChangeSubject } from './queries.ts'

refuseConstraint('change_by_two', 'author_approves')
refuseConstraint('change_open', 'change_open')

export const changeRoutes: Route[] = [
  serve(changeApi.list, listChanges),
  serve(changeApi.subject, readChangeSubject),
  serve(changeApi.read, readChange),
  serve(changeApi.material, proposeChange('material')),
  serve(changeApi.product, proposeChange('product')),
  serve(changeApi.supplier, proposeChange('supplier')),
  serve(changeApi.approve, approveChange),
  serve(changeApi.refuse, refuseChange),
  serve(changeApi.cancel, cancelChange),
  serve(changeApi.withdraw, withdrawChange),
]
