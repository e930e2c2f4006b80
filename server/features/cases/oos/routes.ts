import { oosApi, oosLaboratoryApi } from '#contract/cases/oos-api.ts'
import { refuseConstraint } from '#kernel/problem.ts'
import { serve, type Route } from '#kernel/serve.ts'
import { checkOos } from './check-oos.ts'
import { approveRetest, decideOos, invalidateResult, reassignRetest, recordRetests } from './decide-oos.ts'
import { listOos, listOosChoices, listRetesters, readOos } from './queries.ts'
import { readOosTrend } from './read-trend.ts'

refuseConstraint('one_open_oos_case', 'oos_open')
refuseConstraint('oos_checker_is_other', 'checker_decides')

/** 检验结果超标调查. */
export const oosRoutes: Route[] = [
  serve(oosApi.list, listOos),
  serve(oosApi.choices, listOosChoices),
  serve(oosApi.trend, readOosTrend),
  serve(oosApi.file, readOos),
  serve(oosApi.analysts, listRetesters),
  serve(oosLaboratoryApi.raw.check, checkOos('raw')),
  serve(oosLaboratoryApi.bulk.check, checkOos('bulk')),
  serve(oosApi.invalidate, invalidateResult),
  serve(oosApi.approveRetest, approveRetest),
  serve(oosApi.reassign, reassignRetest),
  serve(oosLaboratoryApi.raw.retest, recordRetests('raw')),
  serve(oosLaboratoryApi.bulk.retest, recordRetests('bulk')),
  serve(oosApi.decide, decideOos),
]
