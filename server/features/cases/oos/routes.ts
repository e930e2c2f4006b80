import { oosApi } from '#contract/cases/oos.ts'
import { refuseConstraint } from '#kernel/problem.ts'
import { serve, type Route } from '#kernel/serve.ts'
import { checkOos } from './check-oos.ts'
import { approveRetest, decideOos, invalidateResult, recordRetests } from './decide-oos.ts'
import { listOos, listOosChoices, listRetesters, readOos } from './queries.ts'

refuseConstraint('one_open_oos_case', 'oos_open')
refuseConstraint('oos_checker_is_other', 'checker_decides')

/** 检验结果超标调查. */
export const oosRoutes: Route[] = [
  serve(oosApi.list, listOos),
  serve(oosApi.choices, listOosChoices),
  serve(oosApi.file, readOos),
  serve(oosApi.analysts, listRetesters),
  serve(oosApi.check, checkOos),
  serve(oosApi.invalidate, invalidateResult),
  serve(oosApi.approveRetest, approveRetest),
  serve(oosApi.retest, recordRetests),
  serve(oosApi.decide, decideOos),
]
