import { dashboardApi } from '#contract/office/dashboard.ts'
import type { Installation } from '#kernel/installation.ts'
import { serve, type Route } from '#kernel/serve.ts'
import { readFigures } from './read-figures.ts'
import { readOversight } from './read-oversight.ts'
import { readTrends } from './read-trends.ts'

export const dashboardRoutes = (installation: Installation): Route[] => [
  serve(dashboardApi.figures, readFigures(installation)),
  serve(dashboardApi.trends, readTrends),
  serve(dashboardApi.oversight, readOversight),
]
