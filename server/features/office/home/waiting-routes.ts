import { workApi } from '#contract/office/work.ts'
import { serve, type Route } from '#kernel/serve.ts'
import { listWaiting } from './list-waiting.ts'
import { listWork, readOverview } from './list-work.ts'
import { listLimits, setLimit } from './step-limits.ts'

export const workRoutes: Route[] = [
  serve(workApi.waiting, listWaiting),
  serve(workApi.overview, readOverview),
  serve(workApi.list, listWork),
  serve(workApi.limits, listLimits),
  serve(workApi.setLimit, setLimit),
]
