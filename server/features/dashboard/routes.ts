import { dashboardApi } from '../../../contract/dashboard.ts'
import { serve, type Route } from '../../platform/serve.ts'
import { readFigures } from './read-figures.ts'
import { readTrends } from './read-trends.ts'

export const dashboardRoutes: Route[] = [serve(dashboardApi.figures, readFigures), serve(dashboardApi.trends, readTrends)]
