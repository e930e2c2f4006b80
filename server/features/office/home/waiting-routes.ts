import { workApi } from '#contract/office/work.ts'
import { serve, type Route } from '#kernel/serve.ts'
import { listWaiting } from './list-waiting.ts'

export const workRoutes: Route[] = [serve(workApi.waiting, listWaiting)]
