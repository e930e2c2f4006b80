import { traceApi } from '#contract/tracing/trace.ts'
import type { Installation } from '#kernel/installation.ts'
import { serve, serveFile, type Route } from '#kernel/serve.ts'
import { findLots, recentLots } from './find-lots.ts'
import { exportRecall, listRecall } from './list-recall.ts'
import { readTimeline } from './read-timeline.ts'
import { traceLot } from './trace-lot.ts'

export const traceRoutes = (installation: Installation): Route[] => [
  serve(traceApi.search, findLots(installation)),
  serve(traceApi.recent, recentLots),
  serve(traceApi.view, traceLot),
  serve(traceApi.timeline, readTimeline),
  serve(traceApi.recall, listRecall),
  serveFile(traceApi.recallFile, exportRecall),
]
