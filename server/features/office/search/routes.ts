import { searchApi } from '#contract/office/search.ts'
import { serve, type Route } from '#kernel/serve.ts'
import { search } from './search.ts'

export const searchRoutes: Route[] = [serve(searchApi.search, search)]
