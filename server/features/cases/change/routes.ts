import { changeApi } from '#contract/cases/change-api.ts'
import { refuseConstraint } from '#kernel/problem.ts'
import { serve, type Route } from '#kernel/serve.ts'
import { approveChange, cancelChange, refuseChange, withdrawChange } from './decide-change.ts'
import { proposeChange, proposeVersion } from './propose-change.ts'
import { listChanges, listTrainees, readChange, readChangeSubject } from './queries.ts'

refuseConstraint('change_by_two', 'author_approves')
refuseConstraint('change_open', 'change_open')

export const changeRoutes: Route[] = [
  serve(changeApi.list, listChanges),
  serve(changeApi.subject, readChangeSubject),
  serve(changeApi.read, readChange),
  serve(changeApi.material, proposeChange('material')),
  serve(changeApi.product, proposeChange('product')),
  serve(changeApi.people, listTrainees),
  serve(changeApi.supplier, proposeChange('supplier')),
  serve(changeApi.asset, proposeChange('asset')),
  serve(changeApi.process, proposeVersion('process')),
  serve(changeApi.standard, proposeVersion('standard')),
  serve(changeApi.packSpec, proposeVersion('pack_spec')),
  serve(changeApi.approve, approveChange),
  serve(changeApi.refuse, refuseChange),
  serve(changeApi.cancel, cancelChange),
  serve(changeApi.withdraw, withdrawChange),
]
