import { searchApi } from '../../../contract/search.ts'
import { serve, type Route } from '../../platform/serve.ts'
import { search } from './search.ts'

export const searchRoutes: Route[] = [serve(searchApi.search, search)]
