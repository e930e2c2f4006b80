import { recordApi } from '#contract/laboratory/record.ts'
import { serve, type Route } from '#kernel/serve.ts'
import { listChoices } from './list-choices.ts'
import { listRecords, listResults } from './queries.ts'
import { stabilityApi } from '#contract/laboratory/stability.ts'
import { listStabilityResults } from './list-stability-results.ts'
import { readTrend } from './read-trend.ts'
import { reviewProduct } from './review-product.ts'

export const recordRoutes: Route[] = [
  serve(recordApi.list, listRecords),
  serve(recordApi.results, listResults),
  serve(recordApi.choices, listChoices),
  serve(recordApi.trend, readTrend),
  serve(recordApi.review, reviewProduct),
  serve(stabilityApi.results, listStabilityResults),
]
