import { workApi } from '../../../contract/work.ts'
import { serve, type Route } from '../../platform/serve.ts'
import { listWaiting } from './list-waiting.ts'

export const workRoutes: Route[] = [serve(workApi.waiting, listWaiting)]
